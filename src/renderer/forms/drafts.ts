// What was typed into a form, kept per connection, order and operation: no error, no navigation and
// no restart loses it. Never card data and never an authentication proof: typed-fields.ts keeps
// those out, and main refuses them.
import { defineStore } from 'pinia'
import { computed, reactive } from 'vue'
import { savedDraft, type SavedDraft, mostDrafts } from '#shared/bridge/drafts.ts'
import { cardNumbersAt } from '#shared/cards/card-free.ts'
import { holdsCardNumber } from '#shared/cards/card-number.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import { findPreference, keep } from '../api/preferences.ts'
import { rememberTyping, type TypedInto } from './typed-at.ts'

export interface Place {
  connectionId: string
  /** Empty for an operation that makes something new. */
  orderid: string
  action: OperationId
}

export interface Draft {
  isFull: boolean
  amount: string
  comment: string
}

export const keyOf = (place: Place): string =>
  JSON.stringify([place.connectionId, place.orderid, place.action])

const fresh = (): Draft => ({ isFull: true, amount: '', comment: '' })

/** What was typed, by the place it was typed into. */
interface Typed {
  drafts: Map<string, Draft>
  fields: Map<string, Record<string, string>>
}

export const useDraftsStore = defineStore('drafts', () => {
  const drafts = reactive(new Map<string, Draft>())
  const fields = reactive(new Map<string, Record<string, string>>())
  /** What a form fills in by itself is no draft. */
  const typing = rememberTyping<Place>((places) =>
    keep('drafts', toKeep({ drafts, fields }, places)),
  )

  /** The draft of a place, begun when there is none. */
  function draftOf(place: Place): Draft {
    const key = keyOf(place)
    if (!drafts.has(key)) drafts.set(key, fresh())
    return drafts.get(key)!
  }

  /** The typed fields of an operation's form, begun empty. */
  function fieldsOf(place: Place): Record<string, string> {
    const key = keyOf(place)
    if (!fields.has(key)) fields.set(key, {})
    return fields.get(key)!
  }

  function touch({ connectionId, orderid, action }: Place, now: number): void {
    const place = { connectionId, orderid, action }
    typing.touch(keyOf(place), place, now)
  }

  function change(place: Place, part: Partial<Draft>, now: number): void {
    Object.assign(draftOf(place), part)
    touch(place, now)
  }

  /** What the form begins with: no draft, until somebody types. */
  function begin(place: Place, part: Partial<Draft>): void {
    if (!isTyped(place)) Object.assign(draftOf(place), part)
  }

  const isTyped = (place: Place): boolean => typing.isTyped(keyOf(place))

  function type(place: Place, name: string, value: string, now: number): void {
    fieldsOf(place)[name] = value
    touch(place, now)
  }

  function forget(place: Place): void {
    const key = keyOf(place)
    drafts.delete(key)
    fields.delete(key)
    typing.forget(key)
  }

  /** Once, before any form is shown. */
  async function load(now: number): Promise<void> {
    const found = (await findPreference('drafts')) ?? []
    for (const { order, fields: typed, at, ...place } of found) {
      const key = keyOf(place)
      if (!typing.restore(key, place, at, now)) continue
      if (order !== undefined) drafts.set(key, order)
      if (typed !== undefined) fields.set(key, typed)
    }
  }

  /** Drafts of returns, captures and voids with something typed into them. */
  const ofOrders = computed(() =>
    [...drafts].flatMap((draft) => (typing.isTyped(draft[0]) ? orderDraft(draft) : [])),
  )

  const restoredAt = (place: Place): number | null => typing.restoredAt(keyOf(place))

  return {
    ...{ drafts, ofOrders, draftOf, fieldsOf, isTyped, restoredAt },
    ...{ begin, change, type, forget, load },
  }
})

function orderDraft([key, { amount, comment }]: [string, Draft]) {
  if (amount.trim() === '' && comment.trim() === '') return []
  const [connectionId = '', orderid = '', action = ''] = JSON.parse(key) as string[]
  return orderid === '' ? [] : [{ connectionId, orderid, action, amount }]
}

function toKeep({ drafts, fields }: Typed, places: readonly TypedInto<Place>[]): SavedDraft[] {
  return places
    .flatMap(({ key, place, at }) => {
      const order = drafts.get(key)
      const typed = Object.entries(fields.get(key) ?? {}).filter(
        ([, value]) => value !== '' && !holdsCardNumber(value),
      )
      const draft = {
        ...place,
        at,
        ...(order === undefined ? {} : { order: { ...order } }),
        ...(typed.length === 0 ? {} : { fields: Object.fromEntries(typed) }),
      }
      // One that can't be kept must not keep the others from it.
      const isKeepable = savedDraft.safeParse(draft).success
      return isKeepable && cardNumbersAt(draft).length === 0 ? [draft] : []
    })
    .slice(0, mostDrafts)
}
