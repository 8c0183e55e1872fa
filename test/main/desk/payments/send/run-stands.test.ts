// What stops a row of a run at the moment of SENDING: of what the gateway told of others since the
// row was checked.
import { describe, expect, it } from 'vitest'
import { runFault } from '../../../../../src/main/desk/payments/send/run-stands.ts'

type Ports = Parameters<typeof runFault>[0]

const oneEuro = { minor: 100n, currency: 'EUR', digits: 2 } as const
const request = {
  row: { runId: 'run', at: 0 },
  ...{ service: 'shop', orderid: '1', amount: oneEuro },
} as const

type Told = readonly { minors: readonly bigint[]; firstAt: number }[]

/** A run that was made at 500 and whose row was checked at `askedAt`. */
const faultOf = (
  operation: 'return' | 'capture' | 'cancel',
  told: { return?: Told; capture?: Told },
  askedAt: number | null = 1_000,
) =>
  runFault(
    {
      runs: {
        get: () => ({ id: 'run', operation, state: 'RUNNING', createdAt: 500 }),
        row: () => ({ check: { askedAt, wasMade: false, group: 'ready' } }),
      },
      journal: { ofOrder: () => [] },
      orders: { facts: () => ({ others: { return: [], capture: [], ...told } }) },
    } as unknown as Ports,
    request,
  )

describe('a row is refused', () => {
  it.each([
    ['a refund of its amount', 'return', [{ minors: [100n], firstAt: 1_001 }]],
    ['a capture of its amount', 'capture', [{ minors: [100n], firstAt: 1_001 }]],
    ['a refund without an amount', 'return', [{ minors: [], firstAt: 1_001 }]],
    ['a capture without an amount', 'capture', [{ minors: [], firstAt: 1_001 }]],
    ['amounts that contradict each other', 'return', [{ minors: [250n, 100n], firstAt: 1_001 }]],
  ] as const)('where %s was told since its check', (_name, operation, told) => {
    expect(faultOf(operation, { [operation]: told })).toMatchObject({ reason: 'order-moved' })
  })

  it('where its check asked nobody and it was told since the run was made', () => {
    const told = [{ minors: [100n], firstAt: 501 }]
    expect(faultOf('return', { return: told }, null)).toMatchObject({ reason: 'order-moved' })
  })
})

describe('a row goes on', () => {
  it.each([
    ['another amount', 'return', [{ minors: [250n], firstAt: 1_001 }]],
    ['what was told before its check', 'return', [{ minors: [100n], firstAt: 1_000 }]],
    ['nothing', 'capture', []],
  ] as const)('after %s', (_name, operation, told) => {
    expect(faultOf(operation, { [operation]: told })).toBeNull()
  })

  it('after another action than its own', () => {
    const told = [{ minors: [100n], firstAt: 1_001 }]
    expect(faultOf('return', { capture: told })).toBeNull()
    expect(faultOf('cancel', { return: told, capture: told })).toBeNull()
  })
})
