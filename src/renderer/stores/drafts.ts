// What was typed into a form, kept per connection, order and operation: no error, no navigation and no restart loses it. Never card
// data and never an authentication proof: typed-fields.ts keeps those out, and main refuses them.
import { defineStore } from 'pinia'
import { reactive } from 'vue'
import { draftLastsMs, keptDraft, type KeptDraft, mostDrafts } from '#shared/bridge/drafts.ts'
import { holdsCardNumber } from '#shared/card-number.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import { findKept, keep } from './kept.ts'

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

/** Long enough for a word, short enough that a crash costs no more than one. */
const restMs = 400

const fresh = (): Draft => ({ isFull: true, amount: '', comment: '' })

export const useDraftsStore = defineStore('drafts', () => {
  const drafts = reactive(new Map<string, Draft>())
  const fields = reactive(new Map<string, Record<string, string>>())
  /** What a person typed into, and when last; what a form fills in by itself is no draft. */
  const typedAt = new Map<string, { place: Place; at: number }>()
  /** Found again after a restart: when it was typed. */
  const restored = reactive(new Map<string, number>())
  let timer: ReturnType<typeof setTimeout> | undefined

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
    typedAt.set(keyOf(place), { place, at: now })
    keepSoon()
  }

  function change(place: Place, part: Partial<Draft>, now: number): void {
    Object.assign(draftOf(place), part)
    touch(place, now)
  }

  function type(place: Place, name: string, value: string, now: number): void {
    fieldsOf(place)[name] = value
    touch(place, now)
  }

  function forget(place: Place): void {
    const key = keyOf(place)
    drafts.delete(key)
    fields.delete(key)
    restored.delete(key)
    if (typedAt.delete(key)) keepSoon()
  }

  const keepSoon = (): void => {
    clearTimeout(timer)
    // A fault needs no words: what was typed is still in the form.
    timer = setTimeout(() => void keep('drafts', toKeep()), restMs)
  }

  function toKeep(): KeptDraft[] {
    return [...typedAt.entries()]
      .sort(([, a], [, b]) => b.at - a.at)
      .flatMap(([key, { place, at }]) => {
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
        const isKeepable = keptDraft.safeParse(draft).success
        return isKeepable && !holdsCardNumber(JSON.stringify(draft)) ? [draft] : []
      })
      .slice(0, mostDrafts)
  }

  /** Once, before any form is shown. */
  async function load(now: number): Promise<void> {
    const found = (await findKept('drafts')) ?? []
    for (const { order, fields: typed, at, ...place } of found) {
      const key = keyOf(place)
      if (now - at > draftLastsMs || typedAt.has(key)) continue
      if (order !== undefined) drafts.set(key, order)
      if (typed !== undefined) fields.set(key, typed)
      typedAt.set(key, { place, at })
      restored.set(key, at)
    }
  }

  const restoredAt = (place: Place): number | null => restored.get(keyOf(place)) ?? null

  return { drafts, draftOf, fieldsOf, change, type, forget, load, restoredAt }
})
