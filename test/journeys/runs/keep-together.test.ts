// Rows that need a look and are kept together, with one reason for all of their kind.
import { describe, expect, it } from 'vitest'
import { runMethods, type RunView } from '#shared/runs/run-methods.ts'
import { eachWorld } from '../world.ts'
import { effectsOf, must, type OpenDesk } from '../story.ts'
import { confirm, outcomesOf, paidOrders, review, rowsOf, until } from './run-story.ts'

const world = eachWorld(20)
const head = 'Order ID,Amount,Currency,Reason'
const sandboxRefunds = { connectionId: 'sandbox', operation: 'return' } as const
const why = 'each of them is meant'

async function checkedList(open: OpenDesk, lines: readonly string[]): Promise<RunView> {
  const text = [head, ...lines].join('\n')
  const pasted = must(await open.desk['file:paste']({ ...sandboxRefunds, text }))!
  const asked = { ...sandboxRefunds, readingId: pasted.id, choices: { keepEqual: true } }
  const { id: readingId, stamp, meaning, known } = must(await open.desk['file:again'](asked))!
  const againReason = known === null ? '' : 'once more, as agreed'
  const run = must(
    await open.desk['run:from-file']({
      ...{ readingId, stamp, meaning, leftOut: 0, leftOutReason: '', reason: '', againReason },
      depth: 'gateway',
    }),
  )
  return until(open, run.id, 'CHECKED')
}

const keep = ({ desk }: OpenDesk, runId: string, kind: 'equal' | 'sent-before', reason = why) =>
  desk['run:keep']({ runId, kind, reason })

const looksOf = ({ groups }: RunView): string[] =>
  groups
    .filter(({ look, isIn }) => look !== null && !isIn)
    .map(({ look, rows }) => `${look} ${rows}`)
    .sort()

async function sentOnce(open: OpenDesk, runId: string, reason = ''): Promise<void> {
  must(await confirm(open, await review(open, runId, reason)))
  await until(open, runId, 'DONE')
  await expect.poll(async () => new Set(await outcomesOf(open, runId))).not.toContain('processing')
}

describe('rows that need a look', () => {
  it('are kept together where they are equal lines, with a reason in the log', async () => {
    const open = await world.start({ undoMs: 0 })
    const [one, other] = paidOrders(world.sandbox, 2)
    const lines = [one, one, other, one, other].map((orderid) => `${orderid},20,EUR,x`)
    const run = await checkedList(open, lines)
    expect(looksOf(run)).toEqual(['equal 3'])
    const short = { runId: run.id, kind: 'equal', reason: 'too short' }
    expect(runMethods['run:keep'].safeParse(short).success).toBe(false)
    const kept = must(await keep(open, run.id, 'equal'))
    expect(looksOf(kept)).toEqual([])
    expect((await rowsOf(open, run.id)).every(({ isIn }) => isIn)).toBe(true)
    const filter = { kind: 'run:rows-chosen' }
    const { rows } = must(await open.desk['audit:list']({ filter, limit: 9 }))
    expect(rows.map(({ details }) => details['reason'])).toEqual([why])
    await sentOnce(open, run.id)
    expect(effectsOf(world.sandbox, one!, 'return')).toBe(3)
    expect(effectsOf(world.sandbox, other!, 'return')).toBe(2)
  }, 180_000)

  it('are looked at one by one where the same was sent within a day', async () => {
    const open = await world.start({ undoMs: 0 })
    const orderids = paidOrders(world.sandbox, 2)
    const lines = orderids.map((orderid) => `${orderid},20,EUR,x`)
    const first = await checkedList(open, lines)
    await sentOnce(open, first.id)
    const second = await checkedList(open, lines)
    expect(looksOf(second)).toEqual(['alone 2'])
    for (const kind of ['equal', 'sent-before'] as const)
      expect(looksOf(must(await keep(open, second.id, kind)))).toEqual(['alone 2'])
    expect((await rowsOf(open, second.id)).map(({ isIn }) => isIn)).toEqual([false, false])
  }, 180_000)

  it('are kept together where the same was sent longer ago, and the review asks for a reason', async () => {
    let later = 0
    const open = await world.start({ undoMs: 0, clock: () => Date.now() + later })
    const orderids = paidOrders(world.sandbox, 2)
    const lines = orderids.map((orderid) => `${orderid},20,EUR,x`)
    await sentOnce(open, (await checkedList(open, lines)).id)
    later = 25 * 3_600_000
    const second = await checkedList(open, [...lines, `${orderids[0]},20,EUR,y`])
    // Of the third it is said that it was sent, and not that it is equal to the first.
    expect(looksOf(second)).toEqual(['alone 1', 'sent-before 2'])
    expect(looksOf(must(await keep(open, second.id, 'equal')))).toHaveLength(2)
    expect(looksOf(must(await keep(open, second.id, 'sent-before')))).toEqual(['alone 1'])
    expect(await review(open, second.id)).toMatchObject({ rows: 2, repeats: 2 })
  }, 180_000)

  it('are no others than those that were there when it was said', async () => {
    const open = await world.start({ undoMs: 0 })
    const [one = ''] = paidOrders(world.sandbox, 1)
    const amounts = ['10', '10', '105', '8']
    const run = await checkedList(
      open,
      amounts.map((amount) => `${one},${amount},EUR,x`),
    )
    // What a person left out stays out, and so does what is possible only now.
    must(await open.desk['run:choose']({ runId: run.id, rows: [2], isIn: false }))
    must(await keep(open, run.id, 'equal'))
    expect((await rowsOf(open, run.id)).map(({ isIn }) => isIn)).toEqual([true, true, false, false])
    expect(looksOf(must(await open.desk['run:show']({ runId: run.id })))).toEqual(['alone 1'])
  }, 180_000)
})
