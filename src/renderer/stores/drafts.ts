// What was typed into an action form, kept per connection, order and action for as long as the program runs: no error and no
// navigation loses it. Never card data: these forms have none.
import { defineStore } from 'pinia'
import { reactive } from 'vue'
import type { ActionId } from '#shared/gateway/actions.ts'

export interface Place {
  connectionId: string
  orderid: string
  action: ActionId
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

  /** The draft of a place, begun when there is none. */
  function draftOf(place: Place): Draft {
    const key = keyOf(place)
    if (!drafts.has(key)) drafts.set(key, { isFull: true, amount: '', comment: '' })
    return drafts.get(key)!
  }

  const forget = (place: Place): void => {
    drafts.delete(keyOf(place))
  }

  return { drafts, draftOf, forget }
})
