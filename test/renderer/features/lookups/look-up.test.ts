// One look-up: nothing typed is lost, and asked everywhere each connection's answer stands under
// its own name.
import { beforeEach, describe, expect, it } from 'vitest'
import { useLookUpStore } from '../../../../src/renderer/features/lookups/look-up.ts'
import type { FakeBridge } from '../../../fakes/bridge.ts'
import { callsOf, openWindow } from '../../window.ts'

let bridge: FakeBridge
beforeEach(() => {
  bridge = openWindow()
})

const connections = [
  { id: 'sandbox', name: 'Sandbox', environment: 'test', isEmbedded: true },
  { id: 'shop-eu', name: 'Shop EU', environment: 'production', isEmbedded: false },
  { id: 'shop-us', name: 'Shop US', environment: 'production', isEmbedded: false },
] as const

describe('look-up store', () => {
  it('keeps what was typed when the look-up fails, and empties the field when it works', async () => {
    const lookUps = useLookUpStore()
    lookUps.typed = '999'
    expect(await lookUps.lookUp('sandbox', '999', 'orderid')).toBeNull()
    expect(lookUps.typed).toBe('999')
    expect(lookUps.fault).toMatchObject({ kind: 'rejected', code: '3' })
    lookUps.typed = '700101'
    expect(await lookUps.lookUp('sandbox', '700101', 'orderid')).toMatchObject({
      orderid: '700101',
    })
    expect(lookUps.typed).toBe('')
    expect(lookUps.fault).toBeNull()
  })

  it('keeps what was typed while it asked, or beside an order opened by a click', async () => {
    const lookUps = useLookUpStore()
    const release = bridge.hold('order:look-up')
    lookUps.typed = '700101'
    const asked = lookUps.lookUp('sandbox', '700101', 'orderid')
    lookUps.typed = '7002'
    release()
    expect(await asked).toMatchObject({ orderid: '700101' })
    expect(lookUps.typed).toBe('7002')
    await lookUps.lookUp('sandbox', '700101', 'orderid')
    expect(lookUps.typed).toBe('7002')
  })

  it('asks each connection once, in turn, and keeps every answer under its name', async () => {
    const lookUps = useLookUpStore()
    bridge.script(
      'order:look-up',
      {
        ok: false,
        fault: { kind: 'unreached', sent: 'no', message: 'No way there.', detail: '' },
      },
      { ok: true, value: bridge.orders[0]! },
    )
    await lookUps.lookUpEverywhere(connections, ' 700101 ', 'orderid')
    expect(callsOf(bridge, 'order:look-up')).toEqual(
      connections.map(({ id }) => ({ connectionId: id, by: 'orderid', value: '700101' })),
    )
    expect(lookUps.answers.map(({ connection, result }) => [connection.name, result?.ok])).toEqual([
      ['Sandbox', false],
      ['Shop EU', true],
      ['Shop US', false],
    ])
    expect(lookUps.isAsking).toBe(false)
  })

  it('asks no more connections once it was told to stop', async () => {
    const lookUps = useLookUpStore()
    const release = bridge.hold('order:look-up')
    const running = lookUps.lookUpEverywhere(connections, '700101', 'orderid')
    lookUps.stop()
    release()
    await running
    expect(callsOf(bridge, 'order:look-up')).toHaveLength(1)
    expect(lookUps.answers.map(({ result }) => result === null)).toEqual([false, true, true])
  })
})
