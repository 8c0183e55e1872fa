// How much of its budget a run uses while it sends, and how much processor time a row takes without
// the gateway's: --rows refunds (20 by default, 300 with --full) at the usual 20 requests a second,
// against the sandbox in a process of its own. A smaller number says only that it runs. Says each
// figure with its goal, and one line of JSON.
import { spawn } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { connectionSettings } from '#shared/connections/connection.ts'
import type { Result } from '#shared/fault.ts'
import type { RunView } from '#shared/runs/run-methods.ts'
import type { RunState } from '#shared/runs/run-state.ts'
import type { Identity } from '../src/sandbox/start.ts'
import { openBareDesk } from './bare-desk.ts'
import { createReport, rounded } from './measure.ts'

const { values } = parseArgs({
  options: { rows: { type: 'string' }, full: { type: 'boolean', default: false } },
})
const count = Number(values.rows ?? (values.full ? '300' : '20'))
const report = createReport('sent', count >= 300)
const folder = mkdtempSync(join(tmpdir(), 'paydesk-sent-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.fault))
  return result.value
}

const child = spawn(
  process.execPath,
  [join(import.meta.dirname, 'runs-gateway.ts'), String(count)],
  { stdio: ['pipe', 'pipe', 'inherit'] },
)
const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
const { baseUrl, identity, orderids } = JSON.parse(line) as {
  baseUrl: string
  identity: Identity
  orderids: string[]
}

let started = 0
subscribe('http.client.request.start', () => (started += 1))

const { perSecond, ...settings } = {
  perSecond: connectionSettings.parse({}).requestsPerSecond,
  ...{ money: { undoMs: 0 } },
}
const opened = must(await openBareDesk(join(folder, 'desk'), { baseUrl, identity }))
const { desk } = opened
const { id: connectionId } = must(
  await desk['connection:save']({
    ...{ name: 'Shop', environment: 'test', baseUrl, endpointId: identity.endpointId },
    ...{ login: identity.login, settings: connectionSettings.parse(settings) },
  }),
)
must(await desk['key:set-control']({ connectionId, key: identity.merchantControlKey }))

async function until(runId: string, ...states: RunState[]): Promise<RunView> {
  for (;;) {
    const run = must(await desk['run:show']({ runId }))
    if (states.includes(run.state)) return run
    if (run.why !== null) throw new Error(run.why)
    // A page that shows the run asks so often.
    await sleep(250)
  }
}
const doneOf = ({ outcomes }: RunView): number =>
  outcomes.find(({ outcome }) => outcome === 'done')?.rows ?? 0

const made = must(
  await desk['run:create']({
    ...{ connectionId, operation: 'return', depth: 'gateway', reason: 'damaged' },
    rows: orderids.map((orderid) => ({
      orderid,
      amount: { amount: '1.30', currency: 'EUR' },
    })),
  }),
)
const runId = made.id
await until(runId, 'CHECKED')
const { token, rows, isTyped } = must(await desk['run:review']({ runId, reason: '' }))
must(await desk['run:confirm']({ runId, token, typedRows: isTyped ? rows : null }))
await until(runId, 'RUNNING', 'DONE')
const [startsBefore, beganAt, cpuBefore] = [started, performance.now(), process.cpuUsage()]
await until(runId, 'DONE')
const seconds = (performance.now() - beganAt) / 1000
const rate = (started - startsBefore) / seconds
// What is still in progress is asked about to the end: that is work of its row, too.
while (doneOf(must(await desk['run:show']({ runId }))) < count) await sleep(250)
const { user, system } = process.cpuUsage(cpuBefore)
report.tell('requests in a second, of the budget', rounded(rate / perSecond), 'x', { atLeast: 0.9 })
report.tell('rows in a second', rounded(count / seconds), '')
report.tell('processor time of a row', rounded((user + system) / 1000 / count), 'ms', { below: 15 })
await opened.close()
child.stdin.end()
await once(child, 'close')
report.end({ rows: count, perSecond })
process.exit()
