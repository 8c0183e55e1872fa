// The omnibox's store: an id is asked for by the kind its form says, then by the other; text is
// searched on this computer; whatever is typed, nothing but reading is asked for.
import fc from 'fast-check'
import { beforeEach, expect, it, vi } from 'vitest'
import { ok } from '#shared/fault.ts'
import type { FakeBridge } from '../../fakes/bridge.ts'
import { useOmniboxStore } from '../../../src/renderer/api/omnibox.ts'
import { callsOf, openWindow } from '../window.ts'

let bridge: FakeBridge
beforeEach(() => {
  bridge = openWindow()
})

const order = () => bridge.orders[0]!
const notFound = {
  kind: 'rejected' as const,
  sent: 'yes' as const,
  message: 'Order not found',
  code: '3',
  serialNumber: '',
  httpStatus: 400,
}

it('asks by the kind of id its form says, and by the other where the gateway knows no such order', async () => {
  const omnibox = useOmniboxStore()
  bridge.script('order:look-up', { ok: false, fault: notFound })
  const found = await omnibox.lookUp(order().connectionId, order().clientOrderid)
  expect(found?.orderid).toBe(order().orderid)
  expect(callsOf(bridge, 'order:look-up')).toMatchObject([
    { by: 'client_orderid' },
    { by: 'orderid' },
  ])
  expect(omnibox.fault).toBeNull()
})

it('opens nothing for an answer that comes after the box was closed', async () => {
  const omnibox = useOmniboxStore()
  const { connectionId, orderid } = order()
  omnibox.open()
  const release = bridge.hold('order:look-up')
  const late = omnibox.lookUp(connectionId, orderid)
  omnibox.close()
  omnibox.open()
  expect(omnibox.isAsking).toBe(false)
  const next = omnibox.lookUp(connectionId, bridge.orders[1]!.orderid)
  release()
  expect(await late).toBeNull()
  expect((await next)?.orderid).toBe(bridge.orders[1]!.orderid)
  expect(omnibox.isAsking).toBe(false)
})

it('says what the first answer was when neither kind is known, and asks no third time', async () => {
  const omnibox = useOmniboxStore()
  bridge.script('order:look-up', { ok: false, fault: notFound })
  bridge.script('order:look-up', { ok: false, fault: { ...notFound, message: 'Another one' } })
  expect(await omnibox.lookUp('sandbox', '999999')).toBeNull()
  expect(omnibox.fault).toMatchObject({ message: 'Order not found' })
  expect(callsOf(bridge, 'order:look-up')).toHaveLength(2)
})

it('does not ask by the other kind when the gateway was not reached or refused the keys', async () => {
  const omnibox = useOmniboxStore()
  bridge.script('order:look-up', {
    ok: false,
    fault: { ...notFound, message: 'INVALID_CONTROL_CODE' },
  })
  expect(await omnibox.lookUp('sandbox', '999999')).toBeNull()
  expect(callsOf(bridge, 'order:look-up')).toHaveLength(1)
})

it('searches once typing rests, and shows no answer to an earlier text', async () => {
  vi.useFakeTimers()
  try {
    const omnibox = useOmniboxStore()
    omnibox.open()
    for (const text of ['1', '12', '120']) {
      omnibox.text = text
      await vi.advanceTimersByTimeAsync(30)
    }
    await vi.advanceTimersByTimeAsync(200)
    // Those of last as it opens, and one search: amounts before digits anywhere.
    expect(callsOf(bridge, 'order:list')).toEqual([
      { limit: 5 },
      { text: '120.00', limit: 5 },
      { text: '120', limit: 5 },
    ])
    omnibox.text = '1'
    await vi.advanceTimersByTimeAsync(200)
    expect(omnibox.orders).toEqual([])
  } finally {
    vi.useRealTimers()
  }
})

it('asks for nothing but reading, whatever is typed: 500 hostile texts', async () => {
  const omnibox = useOmniboxStore()
  bridge.script('order:list', ok({ rows: [], next: null }))
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc
          .tuple(fc.constantFrom('refund', 'capture', 'void', 'send', 'confirm'), fc.string())
          .map((parts) => parts.join(' ')),
      ),
      async (text) => {
        omnibox.open(text)
        await omnibox.lookUp('sandbox', text)
        omnibox.close()
      },
    ),
    { numRuns: 500 },
  )
  const asked = new Set(bridge.calls.map(({ method }) => method))
  const reading = ['order:look-up', 'order:list', 'clipboard:find-id', 'team:orders']
  expect([...asked].filter((method) => !reading.includes(method))).toEqual([])
})

it('asks what colleagues have under way as it opens, and says nothing of it unasked', async () => {
  const omnibox = useOmniboxStore()
  const { connectionId, orderid } = order()
  const held = {
    ...{ connectionId, orderid, desk: 'desk-7', by: 'Bo', operation: 'return' },
    ...{ amount: null, at: 0, says: 'desk-7: refund by Bo' },
  }
  bridge.script('team:orders', ok([held]))
  omnibox.open()
  await expect.poll(() => omnibox.held).toEqual([held])
  bridge.script('team:orders', { ok: false, fault: notFound })
  omnibox.open()
  expect(omnibox.held).toEqual([])
  await expect.poll(() => callsOf(bridge, 'team:orders')).toHaveLength(2)
  expect(omnibox.held).toEqual([])
})
