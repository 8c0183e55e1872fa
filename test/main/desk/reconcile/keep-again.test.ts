// Results are made anew beside people who decide lines.
import { expect, it } from 'vitest'
import { keepAgain } from '../../../../src/main/desk/reconcile/keep-again.ts'

/** The result that is kept where one up to entry 5 was made anew. */
async function keptBeside(
  upToEntry: number,
  anew: { digest: string; refundedOrders?: string[] } = { digest: 'anew' },
): Promise<string[]> {
  const kept: string[] = []
  const record = { id: 'one', service: 's', rows: 1, result: { digest: 'present', upToEntry } }
  const reconciliations = {
    ...{ current: () => [record], get: () => record },
    keepResult: (_id: string, { digest }: { digest: string }) => kept.push(digest),
  }
  const ports = {
    reconciliations,
    closing: new AbortController().signal,
    onChange: () => undefined,
  }
  const run = () => Promise.resolve([{ id: 'one', result: { ...anew, upToEntry: 5 } }])
  const parts = { ports, reader: { run } } as unknown as Parameters<typeof keepAgain>[0]
  await keepAgain(parts, () => true)
  return kept
}

it('keeps a result anew that names orders in doubt, where the kept one names none', async () => {
  expect(await keptBeside(4, { digest: 'present', refundedOrders: ['7'] })).toEqual(['present'])
  expect(await keptBeside(4, { digest: 'present' })).toEqual([])
})

it('keeps no result over one that knows more', async () => {
  expect(await keptBeside(4)).toEqual(['anew'])
  expect(await keptBeside(6)).toEqual([])
})
