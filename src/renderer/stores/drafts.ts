// What was typed into a form, kept per connection, order and operation for as long as the program runs: no error and no
// navigation loses it. Never card data and never an authentication proof: typed-fields.ts keeps those out.
import { defineStore } from 'pinia'
import { reactive } from 'vue'
import type { OperationId } from '#shared/gateway/operations/index.ts'

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

export const useDraftsStore = defineStore('drafts', () => {
  const drafts = reactive(new Map<string, Draft>())
  const fields = reactive(new Map<string, Record<string, string>>())

  /** The draft of a place, begun when there is none. */
  function draftOf(place: Place): Draft {
    const key = keyOf(place)
    if (!drafts.has(key)) drafts.set(key, { isFull: true, amount: '', comment: '' })
    return drafts.get(key)!
  }

  /** The typed fields of an operation's form, begun empty. */
  function fieldsOf(place: Place): Record<string, string> {
    const key = keyOf(place)
    if (!fields.has(key)) fields.set(key, {})
    return fields.get(key)!
  }

  const forget = (place: Place): void => {
    drafts.delete(keyOf(place))
    fields.delete(keyOf(place))
  }

  return { drafts, draftOf, fieldsOf, forget }
})
