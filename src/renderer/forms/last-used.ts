// What was sent last on each connection in fields that say the same most of the time. A form begins
// with the currency and the addresses the gateway calls. The IP address of a customer is never
// filled in by itself: where money goes out, one press takes the last one, and elsewhere the
// address of one customer is not offered for another.
import { defineStore } from 'pinia'
import { ref } from 'vue'
import { type Preference, repeatedFields } from '#shared/bridge/preferences.ts'
import { type OperationId, rowOf } from '#shared/gateway/operations/index.ts'
import { findPreference, keep } from '../api/preferences.ts'
import { t } from '../messages/message.ts'
import type { Suggestions, Typed } from './typed-fields.ts'

const ofCustomer: readonly string[] = ['ipaddress', 'customer-ip']

const namesFor = (operation: OperationId) => {
  const { moves } = rowOf(operation)
  const isOut = moves === 'out' || moves === 'between-cards' || operation === 'payout-check'
  return repeatedFields.filter((name) => isOut || !ofCustomer.includes(name))
}

export const useLastUsedStore = defineStore('last-used', () => {
  const used = ref<Preference<'last-used'>>({})

  async function load(): Promise<void> {
    used.value = (await findPreference('last-used')) ?? {}
  }

  const knownOf = (connectionId: string, operation: OperationId): [string, string][] =>
    namesFor(operation).flatMap((name) => {
      const value = used.value[connectionId]?.[name] ?? ''
      return value === '' ? [] : [[name, value]]
    })

  /** What a form of the operation begins with; nothing where nothing was sent. */
  const fieldsFor = (connectionId: string, operation: OperationId): Typed =>
    Object.fromEntries(
      knownOf(connectionId, operation).filter(([name]) => !ofCustomer.includes(name)),
    )

  /** What a person may take over with one press. */
  const offersFor = (connectionId: string, operation: OperationId): Suggestions =>
    Object.fromEntries(
      knownOf(connectionId, operation)
        .filter(([name]) => ofCustomer.includes(name))
        .map(([name, value]) => [
          name,
          [{ value, label: t('operations.same-as-last-time', { value }) }],
        ]),
    )

  /** A request that left, or may have left. */
  function remember(connectionId: string, operation: OperationId, request: Typed): void {
    const sent = namesFor(operation).filter((name) => (request[name] ?? '') !== '')
    const fields = Object.fromEntries(sent.map((name) => [name, request[name]]))
    used.value = { ...used.value, [connectionId]: { ...used.value[connectionId], ...fields } }
    void keep('last-used', used.value)
  }

  return { load, fieldsFor, offersFor, remember }
})
