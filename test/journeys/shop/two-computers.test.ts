// Two Paydesks, each with a ledger of its own, on one list and one gateway: what the second one can
// know it reads again before it sends, and what it can't know is said in docs/guide/computers.md.
import { describe, expect, it } from 'vitest'
import { createMemoryVault } from '../../../src/main/vault/memory.ts'
import { paidOrders, confirm, outcomesOf, review, rowsOf, until } from '../runs/run-story.ts'
import { effectsOf, must, type OpenDesk } from '../story.ts'
import { eachWorld } from '../world.ts'

const world = eachWorld(20)

async function listed(open: OpenDesk, text: string) {
  const asked = { connectionId: 'sandbox', operation: 'return', text } as const
  const view = must(await open.desk['file:paste'](asked))!
  expect(view.known).toBeNull()
  const run = must(
    await open.desk['run:from-file']({
      ...{ readingId: view.id, stamp: view.stamp, meaning: view.meaning, leftOut: 0 },
      ...{ leftOutReason: '', reason: '', againReason: '', depth: 'gateway' },
    }),
  )
  return until(open, run.id, 'CHECKED')
}

const other = () => world.start({ folder: world.newFolder(), vault: createMemoryVault() })

async function finished(open: OpenDesk, runId: string): Promise<void> {
  must(await confirm(open, await review(open, runId)))
  await until(open, runId, 'DONE')
}

const listOf = (orderids: readonly string[], amount: string): string =>
  ['Order ID,Amount,Currency,Reason', ...orderids.map((id) => `${id},${amount},EUR,damaged`)].join(
    '\n',
  )

describe('two computers with one list', () => {
  it('refund each order once: the second one’s check leaves out what the gateway told of', async () => {
    const first = await world.start({ undoMs: 0 })
    const orderids = paidOrders(world.sandbox, 3)
    const run = await listed(first, listOf(orderids, '120.00'))
    await finished(first, run.id)
    await expect.poll(() => outcomesOf(first, run.id)).toEqual(['done', 'done', 'done'])
    const second = await other()
    const late = await listed(second, listOf(orderids, '120.00'))
    for (const row of await rowsOf(second, late.id))
      expect(row).toMatchObject({
        ...{ group: 'look', isIn: false },
        finding: expect.stringMatching(/The gateway already reported 120\.00\sEUR/) as string,
      })
    // Of none of them is anything sent without a person who keeps it, with a reason.
    expect((await second.desk['run:review']({ runId: late.id, reason: '' })).ok).toBe(false)
    expect(orderids.map((id) => effectsOf(world.sandbox, id, 'return'))).toEqual([1, 1, 1])
  }, 180_000)

  it('refund each order once where both checked before either sent: the second one skips', async () => {
    const first = await world.start({ undoMs: 0 })
    const orderids = paidOrders(world.sandbox, 2)
    const second = await world.start({
      ...{ undoMs: 0, folder: world.newFolder(), vault: createMemoryVault() },
    })
    const [one, two] = [
      await listed(first, listOf(orderids, '70.00')),
      await listed(second, listOf(orderids, '70.00')),
    ]
    await finished(first, one.id)
    await expect.poll(() => outcomesOf(first, one.id)).toEqual(['done', 'done'])
    await finished(second, two.id)
    const rows = await rowsOf(second, two.id)
    expect(rows.map(({ outcome }) => outcome)).toEqual(['skipped', 'skipped'])
    for (const { message } of rows) expect(message).toBeTruthy()
    expect(orderids.map((id) => effectsOf(world.sandbox, id, 'return'))).toEqual([1, 1])
  }, 180_000)
})
