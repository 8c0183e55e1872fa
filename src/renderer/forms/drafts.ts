// The typed text of every form, by form and subject. No error, navigation or restart loses it. Card
// data, keys, passwords and proofs of authentication are never kept: text that looks like them
// stays in the window, and main refuses it.
import { defineStore } from 'pinia'
import { computed, onScopeDispose, reactive, type WritableComputedRef } from 'vue'
import {
  draftLastsMs,
  holdsSecret,
  mostDrafts,
  savedDraft,
  type SavedDraft,
} from '#shared/bridge/drafts.ts'
import { cardNumbersAt } from '#shared/contract/card-free.ts'
import { holdsCardNumber } from '#shared/cards/card-number.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import { maskList, pastedForm } from '#shared/look-up-list.ts'
import { draftsOfOrders } from '#shared/notices/needs.ts'
import { onChange } from '../api/bridge.ts'
import { findPreference, keep } from '../api/preferences.ts'
import { maySave, type Typed } from './typed-fields.ts'

/** Long enough for a word, short enough that a crash costs no more than one. */
const restMs = 400

/** Where an operation is asked for. */
export interface Place {
  connectionId: string
  /** Empty for an operation that makes something new. */
  orderid: string
  action: OperationId
}

/** The name of an operation's form. */
export const keyOf = ({ action, connectionId, orderid }: Place): string =>
  [action, connectionId, orderid].join('/')

interface Draft {
  fields: Record<string, string>
  /** When it was typed into last; null while there is only what the form filled in by itself. */
  typedAt: number | null
  /** Found again after a restart: when it had been typed. */
  restoredAt: number | null
  /** Typed over what is saved: an empty text stands for a field that was cleared. */
  isOver: boolean
}

/** After a rest, or as Paydesk ends: the last word is due then. */
function afterRest(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const now = (): void => {
    clearTimeout(timer)
    timer = undefined
    act()
  }
  onScopeDispose(
    onChange(({ topic }) => {
      if (topic === 'closing' && timer !== undefined) now()
    }),
  )
  return () => {
    clearTimeout(timer)
    timer = setTimeout(now, restMs)
  }
}

export const useDraftsStore = defineStore('drafts', () => {
  const drafts = reactive(new Map<string, Draft>())
  // A fault is not reported: the typed text is still in the form.
  const keepSoon = afterRest(() => void keep('drafts', toKeep(drafts)))

  const fieldsOf = (form: string): Typed => drafts.get(form)?.fields ?? {}

  /** What a form fills in by itself: no draft, until somebody types. */
  function begin(form: string, fields: Typed): void {
    const draft = drafts.get(form)
    if (draft !== undefined) Object.assign(draft.fields, fields)
    else drafts.set(form, { fields: { ...fields }, typedAt: null, restoredAt: null, isOver: false })
  }

  function type(form: string, fields: Typed, now = Date.now()): void {
    begin(form, fields)
    drafts.get(form)!.typedAt = now
    keepSoon()
  }

  /** Over what is saved: a field that is cleared stays cleared. */
  function typeOver(form: string, fields: Typed): void {
    type(form, fields)
    drafts.get(form)!.isOver = true
  }

  /** All of a form that changes what is saved, at once; none forgets it. */
  function replace(form: string, fields: Typed): void {
    const restoredAt = drafts.get(form)?.restoredAt ?? null
    forget(form)
    if (Object.keys(fields).length === 0) return
    typeOver(form, fields)
    drafts.get(form)!.restoredAt = restoredAt
  }

  /** Sent, saved or cleared by the person. */
  function forget(form: string): void {
    if (isTyped(form)) keepSoon()
    drafts.delete(form)
  }

  /** Once, before any form is shown. */
  async function load(now: number): Promise<void> {
    for (const { form, at, fields } of (await findPreference('drafts')) ?? [])
      if (now - at <= draftLastsMs && !isTyped(form))
        drafts.set(form, {
          ...{ fields, typedAt: at, restoredAt: at },
          // Empty texts are kept for such forms only.
          isOver: Object.values(fields).includes(''),
        })
  }

  const isTyped = (form: string): boolean => (drafts.get(form)?.typedAt ?? null) !== null

  /** Null when nothing of before the restart stands there any more. */
  const restoredAt = (form: string): number | null =>
    drafts.get(form)?.isOver === true || Object.values(fieldsOf(form)).some((value) => value !== '')
      ? (drafts.get(form)?.restoredAt ?? null)
      : null

  /** Drafts of returns, captures and voids with something typed into them. */
  const ofOrders = computed(() =>
    draftsOfOrders(
      [...drafts].flatMap(([form, { fields, typedAt }]) =>
        typedAt === null ? [] : [{ form, fields, at: typedAt }],
      ),
    ),
  )

  return {
    ...{ drafts, fieldsOf, isTyped, restoredAt, ofOrders },
    ...{ begin, type, typeOver, replace, forget, load, ...formModels(fieldsOf, type) },
  }
})

/** What of a form a field, a choice or a box may be bound to. */
function formModels(
  fieldsOf: (form: string) => Typed,
  type: (form: string, fields: Typed) => void,
) {
  /** As a field's model. */
  const field = (form: () => string, name: string): WritableComputedRef<string> =>
    computed({
      get: () => fieldsOf(form())[name] ?? '',
      set: (value) => {
        type(form(), { [name]: value })
      },
    })

  /** One of a few, or none of them. */
  const choice = <C extends string>(
    form: () => string,
    name: string,
    choices: readonly C[],
  ): WritableComputedRef<C | null> => {
    const text = field(form, name)
    return computed({
      get: () => choices.find((one) => one === text.value) ?? null,
      set: (value) => {
        text.value = value ?? ''
      },
    })
  }

  const flag = (form: () => string, name: string): WritableComputedRef<boolean> => {
    const text = field(form, name)
    return computed({
      get: () => text.value === 'yes',
      set: (isOn) => {
        text.value = isOn ? 'yes' : ''
      },
    })
  }

  return { field, choice, flag }
}

/** What of a value is kept; null when nothing is. */
function savedOf(form: string, name: string, value: string): string | null {
  if (form === pastedForm) return maskList(value)
  // A half-typed address may hold its password before anything shows that the text is an address.
  if (name === 'proxyUrl') return null
  return maySave(name) && !holdsCardNumber(value) && !holdsSecret(value) ? value : null
}

/** What was typed into, newest first. */
function toKeep(drafts: ReadonlyMap<string, Draft>): SavedDraft[] {
  return [...drafts]
    .flatMap(([form, { fields: typed, typedAt: at, isOver }]) => {
      if (at === null) return []
      const fields = Object.fromEntries(
        Object.entries(typed)
          .map(([name, value]) => [name, savedOf(form, name, value)] as const)
          .filter((one): one is [string, string] => one[1] !== null && (isOver || one[1] !== '')),
      )
      const draft = { form, at, fields }
      // One draft that can't be kept must not stop the others.
      const isKeepable = savedDraft.safeParse(draft).success && cardNumbersAt(draft).length === 0
      return isKeepable && Object.keys(fields).length > 0 ? [draft] : []
    })
    .sort((a, b) => b.at - a.at)
    .slice(0, mostDrafts)
}
