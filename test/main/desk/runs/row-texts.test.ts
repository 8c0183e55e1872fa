// What the gateway is sent for the reason of a row: the text that was confirmed, or nothing.
import { afterEach, expect, it } from 'vitest'
import { formatMessage } from '#wording/format-messages.ts'
import { type Connection, moneySettings } from '#shared/connections/connection.ts'
import type { ListedReason } from '#shared/connections/reasons.ts'
import { reasonIn } from '../../../../src/main/desk/payments/review/review-action.ts'
import { createRuns, type DeskRuns } from '../../../../src/main/desk/runs/runs.ts'
import type { RunRecord } from '../../../../src/main/ledger/runs/run-record.ts'
import { connection, createTestDesk } from '../../../fakes/desk.ts'
import { must } from '../../../journeys/story.ts'

let desk: ReturnType<typeof createTestDesk>
let runs: DeskRuns
afterEach(() => {
  runs.close()
  desk.close()
})

const get = ({ id }: { id: string }): RunRecord => desk.ports.runs.get(id)!

const damaged = { code: 'damaged', label: 'Damaged', text: 'RET-1' }
const late = { code: 'late', label: 'Late', text: 'RET-2' }

function list(refundReasons: readonly ListedReason[]): void {
  const money = moneySettings.parse({ refundReasons, undoMs: 0 })
  const edited: Connection = { ...connection, settings: { ...connection.settings, money } }
  Object.assign(desk.ports.connections, { find: () => edited, all: () => [edited] })
}

async function checked(): Promise<RunRecord> {
  desk = createTestDesk()
  list([damaged, late])
  runs = createRuns(desk.ports)
  const row = { line: 1, orderId: '7000001', merchantOrderId: null, reason: 'damaged' }
  const rows = [{ ...row, amount: { minor: 100n, currency: 'EUR', digits: 2 } }]
  const asked = { connectionId: 'test-1', operation: 'return', depth: 'gateway' } as const
  const run = must(await runs.createRun(rows, null, asked))
  await expect.poll(() => get(run).state).toBe('CHECKED')
  return get(run)
}
const review = async (run: RunRecord) => must(await runs.review(run, 'as the customer asked'))
async function ended(run: RunRecord, token: string): Promise<void> {
  must(await runs.confirm(run, { token, typedRows: null }))
  await expect.poll(() => get(run).state, { timeout: 5_000 }).toBe('DONE')
}
const comments = (): string[] => desk.ports.journal.recent(9).map(({ comment }) => comment)

it('is the text that was confirmed', async () => {
  const run = await checked()
  await ended(run, (await review(run)).token)
  expect(comments()).toEqual(['RET-1'])
  expect(desk.gateway.sent).toHaveLength(1)
})

it('is no other text, edited after the check: its row is skipped and says why', async () => {
  const run = await checked()
  const { token } = await review(run)
  list([
    { ...damaged, text: 'RET-2' },
    { ...late, text: 'RET-1' },
  ])
  await ended(run, token)
  expect(desk.gateway.sent).toEqual([])
  const [row] = desk.ports.runs.rowsAt(run.id, [0])
  expect(formatMessage(row?.skip ?? '')).toMatch(/text that the gateway gets .* changed/)
})

it('is part of what is confirmed', async () => {
  const run = await checked()
  const before = await review(run)
  list([{ ...damaged, text: 'RET-9' }, late])
  must(runs.choose(get(run), [0], false))
  must(runs.choose(get(run), [0], true))
  expect((await review(get(run))).digest).not.toBe(before.digest)
})

it('is what its own list calls so, whatever the other list sends', () => {
  desk = createTestDesk()
  runs = createRuns(desk.ports)
  const money = moneySettings.parse({
    refundReasons: [{ code: 'asked', label: 'Customer request', text: 'CR-1' }],
  })
  expect(reasonIn('return', 'customer request', money)?.text).toBe('CR-1')
  expect(reasonIn('void', 'customer request', money)?.text).toBe('Customer request')
  expect(reasonIn('void', 'CR-1', money)?.code).toBe('asked')
})
