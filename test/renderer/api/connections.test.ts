// Connections and their keys: nothing secret stays in a store, and a test is forgotten once what it
// tested has changed.
import { createPinia, type Pinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { draftFrom, saveInput } from '../../../src/renderer/features/connections/connection-form.ts'
import { useConnectionsStore } from '../../../src/renderer/api/connections.ts'
import { useUnknownTermsStore } from '../../../src/renderer/features/inspector/unknown-terms.ts'
import { useSignatureStore } from '../../../src/renderer/features/inspector/signature.ts'
import type { Fault } from '../../../src/shared/fault.ts'
import type { FakeBridge } from '../../fakes/bridge.ts'
import { detailsOf } from '../../fakes/bridge-connections.ts'
import { production, testConnection } from '../../fakes/bridge-samples.ts'
import { callsOf, openWindow } from '../window.ts'

const id = testConnection.id
const locked: Fault = { kind: 'vault', sent: 'no', reason: 'locked', message: 'Locked.' }

let bridge: FakeBridge
let pinia: Pinia
/** Everything in all stores as text, maps and sets included. */
const allKept = (): string =>
  JSON.stringify(pinia.state.value, (_, value: unknown) =>
    value instanceof Map || value instanceof Set ? [...value] : value,
  )

beforeEach(() => {
  bridge = openWindow()
  pinia = createPinia()
  setActivePinia(pinia)
  bridge.connections.push(detailsOf(testConnection))
  bridge.showConnections()
})

describe('connections store', () => {
  it('shows a connection that was made, at once and in the frame', async () => {
    const connections = useConnectionsStore()
    const draft = {
      ...draftFrom(null),
      name: 'Second shop',
      environment: 'test' as const,
      baseUrl: 'https://gate.example/paynet',
      endpointId: '9',
      login: 'second',
    }
    const result = await connections.save(saveInput(draft, null))
    expect(result.ok && connections.byId(result.value.id)?.name).toBe('Second shop')
    expect(bridge.state.connections.map((one) => one.name)).toContain('Second shop')
  })

  it('gives back main’s fault of a field, and changes nothing', async () => {
    const connections = useConnectionsStore()
    bridge.connections.push(detailsOf({ ...production, login: 'real-shop' }))
    const draft = { ...draftFrom(detailsOf(testConnection)), login: 'real-shop' }
    const result = await connections.save(saveInput(draft, detailsOf(testConnection)))
    expect(!result.ok && result.fault).toMatchObject({ kind: 'input', field: 'login' })
    expect(connections.all).toEqual([])
  })

  it('never keeps a key, a PEM or a passphrase, whether the call works or not', async () => {
    const connections = useConnectionsStore()
    const pem = '-----BEGIN ENCRYPTED PRIVATE KEY-----\nPEMBODY\n-----END-----'
    await connections.setControl(id, 'CONTROL-SECRET')
    bridge.script('key:set-control', { ok: false, fault: locked })
    await connections.setControl(id, 'CONTROL-SECRET')
    await connections.importRsa(id, pem, 'wrong-PASSPHRASE')
    await connections.importRsa(id, pem, 'open sesame')
    expect(callsOf(bridge, 'key:set-control')).toHaveLength(2)
    expect(connections.byId(id)?.privateKey.isSet).toBe(true)
    const kept = allKept()
    expect(kept).toContain(testConnection.name)
    expect(kept).not.toMatch(/CONTROL-SECRET|PEMBODY|PASSPHRASE|sesame/)
  })

  it('sends no passphrase when none was typed, so that main can ask for it', async () => {
    const connections = useConnectionsStore()
    const result = await connections.importRsa(id, '-----BEGIN ENCRYPTED PRIVATE KEY-----', '')
    expect(!result.ok && result.fault).toMatchObject({ kind: 'input', field: 'passphrase' })
    expect(callsOf(bridge, 'key:import-rsa')[0]).not.toHaveProperty('passphrase')
  })

  it('makes one key pair for many clicks, and says since when', async () => {
    const connections = useConnectionsStore()
    const release = bridge.hold('key:create-rsa')
    const clicks = Array.from({ length: 5 }, () => connections.createRsa(id, 77))
    expect(connections.creating.get(id)).toBe(77)
    release()
    const results = await Promise.all(clicks)
    expect(results.filter((one) => one !== null)).toHaveLength(1)
    expect(callsOf(bridge, 'key:create-rsa')).toEqual([{ connectionId: id, bits: 4096 }])
    expect(connections.creating.size).toBe(0)
  })

  it('tests what a change under way leaves, and keeps that report', async () => {
    const connections = useConnectionsStore()
    const release = bridge.hold('key:set-control')
    const kept = connections.setControl(id, '0123456789')
    const tested = connections.test(id)
    expect(connections.testing.has(id)).toBe(true)
    release()
    await Promise.all([kept, tested])
    expect(bridge.calls.map(({ method }) => method)).toEqual(['key:set-control', 'connection:test'])
    expect(connections.tests.get(id)?.verdict).toBe('good')
  })

  it('tests again what changed before the answer, and nothing of another connection', async () => {
    const connections = useConnectionsStore()
    const release = bridge.hold('connection:test')
    const tested = connections.test(id)
    await connections.setControl(id, '0123456789')
    release()
    await tested
    expect(callsOf(bridge, 'connection:test')).toHaveLength(2)
    expect(connections.tests.get(id)?.verdict).toBe('good')
    const releaseKey = bridge.hold('key:set-control')
    const kept = connections.setControl(id, '9876543210')
    await connections.test('sandbox')
    expect(callsOf(bridge, 'connection:test')).toHaveLength(3)
    releaseKey()
    await kept
  })

  it('tests once at a time, keeps the report, and forgets it when a key changes', async () => {
    const connections = useConnectionsStore()
    await Promise.all([connections.test(id), connections.test(id)])
    expect(callsOf(bridge, 'connection:test')).toHaveLength(1)
    expect(connections.tests.get(id)?.verdict).toBe('bad')
    await connections.setControl(id, '0123456789')
    expect(connections.tests.has(id)).toBe(false)
    await connections.test(id)
    expect(connections.tests.get(id)?.verdict).toBe('good')
  })

  it('keeps the list when removing is refused, and drops the connection when it is done', async () => {
    const connections = useConnectionsStore()
    await connections.load()
    expect(await connections.remove(id, 'another name')).toMatchObject({ field: 'name' })
    expect(connections.byId(id)).not.toBeNull()
    expect(await connections.remove(id, testConnection.name)).toBeNull()
    expect(connections.byId(id)).toBeNull()
  })

  it('keeps what is shown when a read fails', async () => {
    const connections = useConnectionsStore()
    await connections.load()
    bridge.script('connection:list', { ok: false, fault: locked })
    await connections.load()
    expect(connections.all).toHaveLength(2)
    expect(connections.fault).toEqual(locked)
  })
})

describe('signatures and unknown terms', () => {
  it('shows only the answer to the latest question', async () => {
    const signature = useSignatureStore()
    const release = bridge.hold('signature:explain')
    const first = signature.explain({ attemptId: 'a1' })
    signature.clear()
    release()
    await first
    expect(signature.explained).toBeNull()
    await signature.explain({ attemptId: 'a1' })
    expect(signature.explained?.plain).toContain('<MERCHANT_CONTROL_KEY>')
  })

  it('never keeps what was typed into a draft', async () => {
    const signature = useSignatureStore()
    const request = { client_orderid: 'a', orderid: '1', credit_card_number: '4111111111111111' }
    await signature.explain({ connectionId: id, operation: 'sale', request })
    expect(signature.explained).not.toBeNull()
    expect(allKept()).not.toContain('4111111111111111')
  })

  it('lists what was new on one connection only', async () => {
    bridge.unknownTerms = [testConnection, production].map((one) => ({
      ...{ connectionId: one.id, connectionName: one.name, operation: 'status' },
      ...{ kind: 'status', name: 'manual-review', firstSeenAt: 5, serialNumber: '' },
    }))
    const unknownTerms = useUnknownTermsStore()
    await unknownTerms.load(id)
    expect(unknownTerms.rows?.map((row) => row.connectionId)).toEqual([id])
  })
})
