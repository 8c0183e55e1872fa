// What was sent last on each connection in fields that say the same most of the time: the currency,
// the addresses the gateway calls, and, where money goes out, the IP address of whoever sends it.
// The IP address of one customer is never offered for another.
import { defineStore } from 'pinia'
import { ref } from 'vue'
import { type Preference, repeatedFields } from '#shared/bridge/preferences.ts'
import { type OperationId, rowOf } from '#shared/gateway/operations/index.ts'
import { findPreference, keep } from '../api/preferences.ts'
import type { Typed } from './typed-fields.ts'

const ofCustomer: readonly string[] = ['ipaddress', 'customer-ip']

const namesFor = (operation: OperationId) => {
  const { moves } = rowOf(operation)
  const isOwn = moves === 'out' || moves === 'between-cards'
  return repeatedFields.filter((name) => isOwn || !ofCustomer.includes(name))
}

export const useLastUsedStore = defineStore('last-used', () => {
  const used = ref<Preference<'last-used'>>({})

  async function load(): Promise<void> {
    used.value = (await findPreference('last-used')) ?? {}
  }

  /** For a form of the operation; nothing where nothing was sent. */
  function fieldsFor(connectionId: string, operation: OperationId): Typed {
    const known = used.value[connectionId] ?? {}
    return Object.fromEntries(
      namesFor(operation).flatMap((name) => {
        const value = known[name] ?? ''
        return value === '' ? [] : [[name, value]]
      }),
    )
  }

  /** A request that left, or may have left. */
  function remember(connectionId: string, operation: OperationId, request: Typed): void {
    const sent = namesFor(operation).filter((name) => (request[name] ?? '') !== '')
    const fields = Object.fromEntries(sent.map((name) => [name, request[name]]))
    used.value = { ...used.value, [connectionId]: { ...used.value[connectionId], ...fields } }
    void keep('last-used', used.value)
  }

  return { load, fieldsFor, remember }
})
