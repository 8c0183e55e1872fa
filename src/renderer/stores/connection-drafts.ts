// What was typed into a connection's form, kept for as long as the program runs: no fault and no navigation loses it.
// Never a key: those have no place in a store.
import { defineStore } from 'pinia'
import { reactive } from 'vue'
import type { ConnectionSettings } from '#shared/connection.ts'

export interface ConnectionDraft {
  name: string
  environment: '' | 'test' | 'production'
  baseUrl: string
  endpointId: string
  login: string
  /** Numbers as typed, in the unit of the form. */
  numbers: Record<'connectTimeoutMs' | 'answerTimeoutMs' | 'maxBodyBytes', string>
  choices: Pick<ConnectionSettings, 'controlEncoding' | 'digitsRule' | 'statusAmount'>
  proxy: 'system' | 'none' | 'own'
  proxyUrl: string
  caFile: string
  /** Codes, as typed. */
  currencies: string
  /** Per operation; empty where the default is kept. */
  paths: Record<string, string>
  schemes: Record<string, string>
  /** By operation: whether one beyond the service's description is switched on. */
  extensions: Record<string, boolean>
}

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

  /** Takes what is saved; what was typed over it stays. */
  function open(place: string, saved: ConnectionDraft): void {
    const entry = entries.get(place)
    if (entry === undefined || !isChanged(entry))
      entries.set(place, { typed: copyOf(saved), saved })
    else entry.saved = saved
  }

  const draftOf = (place: string): ConnectionDraft | undefined => entries.get(place)?.typed

  const isDirty = (place: string): boolean => {
    const entry = entries.get(place)
    return entry !== undefined && isChanged(entry)
  }

  const discard = (place: string): void => {
    const entry = entries.get(place)
    if (entry !== undefined) entry.typed = copyOf(entry.saved)
  }

  const forget = (place: string): void => {
    entries.delete(place)
  }

  return { entries, open, draftOf, isDirty, discard, forget }
})
