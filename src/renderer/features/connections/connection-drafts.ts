// What was typed into a connection's form, over what is saved: no fault, no navigation and no
// restart loses it. Never a key: those have no place in a store.
import { defineStore } from 'pinia'
import { reactive } from 'vue'
import {
  type ConnectionDraft,
  fieldsOfDraft,
  typedOver,
} from '#shared/connections/connection-draft.ts'
import { useTypedFormsStore } from '../../forms/typed-forms.ts'

/** The place of the form of a connection that is not made yet. */
export const newPlace = 'new'

interface Entry {
  typed: ConnectionDraft
  saved: ConnectionDraft
}

const textOf = (draft: ConnectionDraft): string => JSON.stringify(draft)
const isChanged = (entry: Entry): boolean => textOf(entry.typed) !== textOf(entry.saved)
const copyOf = (draft: ConnectionDraft): ConnectionDraft =>
  JSON.parse(textOf(draft)) as ConnectionDraft

export const useConnectionDraftsStore = defineStore('connection-drafts', () => {
  const entries = reactive(new Map<string, Entry>())
  const forms = useTypedFormsStore()
  const formOf = (place: string): string => `connection/${place}`

  /** Takes what is saved; what was typed over it stays, before a restart as well. */
  function open(place: string, saved: ConnectionDraft): void {
    const entry = entries.get(place)
    if (entry === undefined)
      entries.set(place, { typed: typedOver(saved, forms.fieldsOf(formOf(place))), saved })
    else if (isChanged(entry)) entry.saved = saved
    else entries.set(place, { typed: copyOf(saved), saved })
  }

  /** Something was typed: what differs from what is saved is kept over a restart. */
  function typed(place: string): void {
    const entry = entries.get(place)
    if (entry === undefined) return
    const saved = fieldsOfDraft(entry.saved)
    const changed = Object.entries(fieldsOfDraft(entry.typed)).filter(
      ([path, value]) => saved[path] !== value,
    )
    forms.replace(formOf(place), Object.fromEntries(changed))
  }

  const draftOf = (place: string): ConnectionDraft | undefined => entries.get(place)?.typed

  const isDirty = (place: string): boolean => {
    const entry = entries.get(place)
    return entry === undefined ? forms.isTyped(formOf(place)) : isChanged(entry)
  }

  const discard = (place: string): void => {
    const entry = entries.get(place)
    if (entry !== undefined) entry.typed = copyOf(entry.saved)
    forms.forget(formOf(place))
  }

  const forget = (place: string): void => {
    entries.delete(place)
    forms.forget(formOf(place))
  }
  const restoredAt = (place: string): number | null => forms.restoredAt(formOf(place))

  return { entries, open, typed, draftOf, isDirty, restoredAt, discard, forget }
})
