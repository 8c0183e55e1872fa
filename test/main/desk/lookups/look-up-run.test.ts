// A run over a pasted list: polite, paused when nobody answers, ended when asked, and never asking
// twice for what is known.
import { formatMessage } from '#wording/format-messages.ts'
import { describe, expect, it } from 'vitest'
import { type Connection, connectionRecord } from '#shared/connections/connection.ts'
import type { FoundOrder } from '#shared/bridge/look-ups.ts'
import { fail, ok, type Result } from '#shared/fault.ts'
import { createJobs } from '../../../../src/main/desk/base/jobs.ts'
import { createLookUpRuns } from '../../../../src/main/desk/lookups/look-up-run.ts'
import { openBudgets } from '../../../../src/main/gateway/budget/budgets.ts'
import { tableOf } from '../../../../src/main/desk/api/lookups.ts'

const shop = (id: string): Connection =>
  connectionRecord.parse({
    id,
    name: `Shop ${id}`,
    environment: 'test',
    isEmbedded: false,
    baseUrl: 'http://127.0.0.1:1/paynet',
    endpointId: '1144',
    login: 'shop',
    // More than a person would allow, so that the test need not wait.
    settings: { requestsPerSecond: 500 },
  })
const foundAt = (connectionId: string, orderid: string): Result<FoundOrder> =>
  ok({
    connectionId,
    orderid,
    clientOrderid: `inv-${orderid}`,
    phase: 'captured',
    status: 'approved',
    transactionType: 'sale',
    original: { amount: '12.50', currency: 'EUR' },
  })
const notFound: Result<FoundOrder> = fail({
  kind: 'rejected',
  sent: 'yes',
  message: 'order not found: orderid 9',
  httpStatus: 400,
})
const unreached: Result<FoundOrder> = fail({
  kind: 'unreached',
  sent: 'no',
  message: 'No connection could be made.',
  detail: '',
})
const idsOf = (count: number): string =>
  Array.from({ length: count }, (_, n) => 700_000 + n).join('\n')

function rig(answer: (connectionId: string, value: string) => Result<FoundOrder>) {
  const asked: { connectionId: string; value: string; at: number }[] = []
  const most = { atOnce: 0 }
  let open = 0
  const work = createJobs(() => undefined)
  const takeTurn = openBudgets({
    gatewayOf: () => 'one',
    monotonic: () => performance.now(),
    closing: new AbortController().signal,
  })
  const reports: string[] = []
  const runs = createLookUpRuns({
    work,
    lookUp: async ({ connectionId, value }, turn) => {
      turn?.begin()
      asked.push({ connectionId, value, at: performance.now() })
      open += 1
      most.atOnce = Math.max(most.atOnce, open)
      await new Promise((settle) => setImmediate(settle))
      open -= 1
      return answer(connectionId, value)
    },
    clock: Date.now,
    takeTurn: (connectionId) => takeTurn(shop(connectionId), 'list'),
    onState: () => undefined,
    report: (incident) => reports.push(incident),
  })
  const state = () => {
    const run = runs.state(0)
    if (run === null) throw new Error('no run')
    return run
  }
  return { runs, work, asked, most, reports, state }
}
const until = (is: () => boolean) => expect.poll(is, { interval: 1 }).toBe(true)

describe('a run over a pasted list', () => {
  it('asks once for each id at each connection, within the budget of the account', async () => {
    const { runs, asked, most, state } = rig((id, value) => foundAt(id, value))
    const begun = performance.now()
    expect(runs.start([shop('a')], `${idsOf(40)}\n700001`, null)).toMatchObject({ ok: true })
    await until(() => state().state === 'done')
    expect(state()).toMatchObject({ total: 40, asked: 40, counts: { rows: 40, found: 40 } })
    expect(new Set(asked.map(({ value }) => value)).size).toBe(40)
    expect(asked).toHaveLength(40)
    expect(most.atOnce).toBeLessThanOrEqual(2)
    // The clock of the budget counts whole milliseconds.
    expect(asked.at(-1)!.at - begun).toBeGreaterThanOrEqual(38 * 2 - 1)
  })

  it('tells found, not there and failed apart, and which connection said what', async () => {
    const { runs, state } = rig((id, value) =>
      id === 'b'
        ? value === '2'
          ? unreached
          : notFound
        : value === '1'
          ? foundAt(id, value)
          : notFound,
    )
    runs.start([shop('a'), shop('b')], '1\n2\n3', null)
    await until(() => state().state === 'done')
    expect(state().counts).toEqual({ rows: 3, found: 1, notFound: 1, failed: 1 })
    const table = tableOf(state())
    expect(table.slice(1).map((cells) => [cells[1], cells[3], cells[5], cells[11]])).toEqual([
      ['1', 'Shop a', 'found', '12.50'],
      ['1', 'Shop b', 'not found', ''],
      ['2', 'Shop a', 'not found', ''],
      ['2', 'Shop b', 'failed: unreached', ''],
      ['3', 'Shop a', 'not found', ''],
      ['3', 'Shop b', 'not found', ''],
    ])
  })

  it('pauses by itself after five failures in turn, not for ids that are not there', async () => {
    let isDown = true
    const { runs, asked, state } = rig((id, value) =>
      Number(value) < 700_010 ? notFound : isDown ? unreached : foundAt(id, value),
    )
    runs.start([shop('a')], idsOf(60), null)
    await until(() => state().state === 'paused')
    expect(formatMessage(state().why ?? '')).toMatch(
      /Shop a: 5 look-ups failed one after the other\. No connection/,
    )
    await until(() => state().asked === asked.length)
    const before = asked.length
    expect(before).toBeLessThanOrEqual(10 + 5 + 2)
    isDown = false
    runs.steer('go-on')
    await until(() => state().state === 'done')
    expect(state()).toMatchObject({ why: null, asked: 60 })
    const failed = state().counts.failed
    expect(failed).toBeGreaterThanOrEqual(5)
    expect(runs.retry()).toMatchObject({ ok: true })
    await until(() => state().state === 'done')
    expect(state().counts).toMatchObject({ found: 50, notFound: 10, failed: 0 })
    expect(asked).toHaveLength(60 + failed)
  })

  it('asks nothing more while it is paused and after it was stopped; what is left can be asked later', async () => {
    const { runs, asked, state } = rig((id, value) => {
      if (asked.length === 4) runs.steer('pause')
      return foundAt(id, value)
    })
    runs.start([shop('a')], idsOf(30), null)
    await until(() => asked.length >= 4 && state().asked === asked.length)
    const paused = asked.length
    for (let turns = 0; turns < 50; turns += 1) await new Promise((settle) => setImmediate(settle))
    expect(asked).toHaveLength(paused)
    runs.steer('stop')
    await until(() => state().state === 'stopped')
    expect(asked).toHaveLength(paused)
    expect(runs.start([shop('a')], '', null)).toMatchObject({ ok: false, fault: { kind: 'input' } })
    await until(() => runs.retry().ok)
    await until(() => state().state === 'done')
    expect(asked).toHaveLength(30)
  })

  it('is one at a time, and another one takes its place', async () => {
    const { runs, state } = rig((id, value) => foundAt(id, value))
    runs.start([shop('a')], idsOf(10), null)
    expect(runs.start([shop('a')], '5', null)).toMatchObject({
      ok: false,
      fault: { kind: 'denied', reason: 'not-possible' },
    })
    await until(() => state().state === 'done')
    await until(() => runs.start([shop('a')], '5', null).ok)
    await until(() => state().state === 'done')
    expect(state().rows.map(({ value }) => value)).toEqual(['5'])
  })

  it('gives only what changed since, and a bug is a failed row, reported', async () => {
    const { runs, reports, state } = rig((id, value) => {
      if (value === '2') throw new Error('broken')
      return foundAt(id, value)
    })
    runs.start([shop('a')], '1\n2', null)
    await until(() => state().state === 'done')
    expect(state().counts).toEqual({ rows: 2, found: 1, notFound: 0, failed: 1 })
    expect(reports).toEqual(['look-ups-1'])
    expect(runs.state(state().version)?.rows).toEqual([])
    expect(runs.state(state().version - 1)?.rows).toHaveLength(1)
  })
})
