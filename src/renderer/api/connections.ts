// Connections, their keys and their tests. A key passes through as an argument and is stored
// nowhere in the page.
import { defineStore } from 'pinia'
import { reactive, ref } from 'vue'
import type { Input } from '#shared/contract/bridge.ts'
import type {
  ConnectionDetails,
  ConnectionTest,
  NextKeyTest,
  PublicKeyView,
} from '#shared/bridge/connections.ts'
import type { KeyRole, MoneyChange } from '#shared/connections/connection.ts'
import type { Fault, Result } from '#shared/fault.ts'
import { call } from './bridge.ts'

type Details = Result<ConnectionDetails>

export const useConnectionsStore = defineStore('connections', () => {
  const { take, ...list } = connectionList()
  const { forgetTest, changed, ...tests } = connectionTests()
  /** What was tested is no longer what is there. */
  const taken = async (connectionId: string, change: Promise<Details>): Promise<Details> => {
    const result = await changed(connectionId, change)
    if (result.ok) {
      take(result.value)
      forgetTest(result.value.id)
    }
    return result
  }

  const save = (input: Input<'connection:save'>): Promise<Details> =>
    taken(input.connectionId ?? '', call('connection:save', input))

  const setMoney = async (connectionId: string, money: MoneyChange): Promise<Details> => {
    const result = await call('connection:set-money', { connectionId, money })
    if (result.ok) take(result.value)
    return result
  }

  const setCardEntry = async (connectionId: string, isOn: boolean): Promise<Details> => {
    const result = await call('connection:set-card-entry', { connectionId, isOn })
    if (result.ok) take(result.value)
    return result
  }

  async function remove(connectionId: string, name: string): Promise<Fault | null> {
    const result = await call('connection:remove', { connectionId, name })
    if (!result.ok) return result.fault
    list.all.value = list.all.value.filter((one) => one.id !== connectionId)
    forgetTest(connectionId)
    return null
  }

  return {
    ...list,
    ...tests,
    ...{ save, setMoney, setCardEntry, remove },
    ...connectionKeys({ taken, changed, forgetTest, show: list.show }),
  }
})

function connectionList() {
  const all = ref<ConnectionDetails[]>([])
  const hasLoaded = ref(false)
  const fault = ref<Fault | null>(null)

  const byId = (connectionId: string): ConnectionDetails | null =>
    all.value.find((one) => one.id === connectionId) ?? null

  function take(details: ConnectionDetails): void {
    const at = all.value.findIndex((one) => one.id === details.id)
    if (at === -1) all.value.push(details)
    else all.value.splice(at, 1, details)
  }

  async function load(): Promise<void> {
    const result = await call('connection:list', {})
    hasLoaded.value = true
    if (result.ok) {
      all.value = result.value
      fault.value = null
    } else fault.value = result.fault
  }

  async function show(connectionId: string): Promise<void> {
    const result = await call('connection:show', { connectionId })
    if (result.ok) {
      take(result.value)
      fault.value = null
    } else fault.value = result.fault
  }

  return { all, hasLoaded, fault, byId, take, load, show }
}

function connectionTests() {
  /** The last test of each connection, until what was tested changes. */
  const tests = reactive(new Map<string, ConnectionTest>())
  const testFaults = reactive(new Map<string, Fault>())
  const testing = reactive(new Set<string>())
  /** The end of the changes of each connection so far. */
  const changes = new Map<string, Promise<unknown>>()

  const changed = <T>(connectionId: string, change: Promise<T>): Promise<T> => {
    changes.set(connectionId, Promise.allSettled([changes.get(connectionId), change]))
    return change
  }

  const forgetTest = (connectionId: string): void => {
    tests.delete(connectionId)
    testFaults.delete(connectionId)
  }

  async function test(
    connectionId: string,
    order?: { by: 'orderid' | 'client_orderid'; value: string },
  ): Promise<void> {
    if (testing.has(connectionId)) return
    testing.add(connectionId)
    // Test again when a change was saved before the answer came: the report would describe the old
    // settings.
    let result: Result<ConnectionTest>
    let change: Promise<unknown> | undefined
    do {
      change = changes.get(connectionId)
      await change
      result = await call('connection:test', {
        connectionId,
        ...(order === undefined ? {} : { order }),
      })
    } while (changes.get(connectionId) !== change)
    testing.delete(connectionId)
    forgetTest(connectionId)
    if (result.ok) tests.set(connectionId, result.value)
    else testFaults.set(connectionId, result.fault)
  }

  return { tests, testFaults, testing, forgetTest, changed, test }
}

function connectionKeys(connections: {
  taken: (connectionId: string, change: Promise<Details>) => Promise<Details>
  changed: <T>(connectionId: string, change: Promise<T>) => Promise<T>
  forgetTest: (connectionId: string) => void
  show: (connectionId: string) => Promise<void>
}) {
  const { taken, changed, forgetTest, show } = connections
  /** Since when a key pair is being made, by connection. */
  const creating = reactive(new Map<string, number>())

  const setControl = (connectionId: string, key: string, role?: KeyRole): Promise<Details> =>
    taken(connectionId, call('key:set-control', { connectionId, key, ...roleIn(role) }))

  async function withKey(
    connectionId: string,
    change: Promise<Result<PublicKeyView>>,
  ): Promise<Result<PublicKeyView>> {
    const result = await changed(connectionId, change)
    if (result.ok) {
      forgetTest(result.value.connectionId)
      await show(result.value.connectionId)
    }
    return result
  }

  /** Null when one is being made already. */
  async function createRsa(
    connectionId: string,
    now: number,
    role?: KeyRole,
  ): Promise<Result<PublicKeyView> | null> {
    if (creating.has(connectionId)) return null
    creating.set(connectionId, now)
    const made = call('key:create-rsa', { connectionId, bits: 4096, ...roleIn(role) })
    void made.finally(() => creating.delete(connectionId))
    return withKey(connectionId, made)
  }

  const importRsa = (
    connectionId: string,
    pem: string,
    passphrase: string,
    role?: KeyRole,
  ): Promise<Result<PublicKeyView>> =>
    withKey(
      connectionId,
      call('key:import-rsa', {
        connectionId,
        pem,
        ...(passphrase === '' ? {} : { passphrase }),
        ...roleIn(role),
      }),
    )

  const publicKey = (connectionId: string, role?: KeyRole): Promise<Result<PublicKeyView>> =>
    call('key:public', { connectionId, ...roleIn(role) })
  const savePublicKey = (
    connectionId: string,
    role?: KeyRole,
  ): Promise<Result<{ path: string } | null>> =>
    call('key:save-public', { connectionId, ...roleIn(role) })

  async function removeKey(
    connectionId: string,
    which: 'control' | 'private',
    role?: KeyRole,
  ): Promise<Fault | null> {
    const removed = call('key:remove', { connectionId, which, ...roleIn(role) })
    const result = await taken(connectionId, removed)
    return result.ok ? null : result.fault
  }

  return {
    ...{ creating, setControl, createRsa, importRsa, publicKey, savePublicKey, removeKey },
    ...nextKeys(taken),
  }
}

function nextKeys(taken: (connectionId: string, change: Promise<Details>) => Promise<Details>) {
  const testNext = (
    connectionId: string,
    which: 'control' | 'private',
  ): Promise<Result<NextKeyTest>> => call('key:test-next', { connectionId, which })
  const switchKey = (connectionId: string, which: 'control' | 'private'): Promise<Details> =>
    taken(connectionId, call('key:switch', { connectionId, which }))
  return { testNext, switchKey }
}

const roleIn = (role: KeyRole | undefined): { role?: KeyRole } =>
  role === undefined ? {} : { role }
