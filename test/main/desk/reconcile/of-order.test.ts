// The page of an order heals what lists say of it, and not where work goes on elsewhere.
import { expect, it } from 'vitest'
import {
  createReconcileMethods,
  type ReconcileParts,
} from '../../../../src/main/desk/reconcile/reconcile-methods.ts'

/** What is read where the kept result and the page say otherwise. */
async function readBy(hasMoved: boolean, isReported = true): Promise<string[]> {
  const asked: string[] = []
  const source = { name: 'July' }
  const result = { piles: [{ pile: 'unexplained', count: 1, sums: [] }], digest: 'd', upToEntry: 1 }
  const record = { id: 'one', connectionId: 'shop', service: 's', source, result, rows: 1 }
  const parts = {
    ports: {
      connections: { find: () => ({}), gatewayOf: () => 's' },
      reconciliations: { current: () => [record], get: () => record },
      orders: { clientOrderidOf: () => '', isReported: () => isReported },
      closing: new AbortController().signal,
    },
    reader: {
      run: (name: string) => {
        asked.push(name)
        return Promise.resolve([])
      },
    },
    asking: { whenEnded: () => undefined },
    hasMoved: () => hasMoved,
  } as unknown as ReconcileParts
  const desk = createReconcileMethods(parts)
  expect(await desk['reconcile:of-order']({ connectionId: 'shop', orderid: '7' })).toMatchObject({
    ok: true,
    value: [],
  })
  return asked
}

it('makes results anew where the page of an order says otherwise than the list', async () => {
  expect(await readBy(false)).toEqual(['reconciled-of-order', 'reconciled-all'])
  expect(await readBy(false, false)).toEqual(['reconciled-of-order'])
})

it('makes none anew on a computer whose work goes on elsewhere', async () => {
  expect(await readBy(true)).toEqual(['reconciled-of-order'])
})
