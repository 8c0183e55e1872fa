// Approvals of runs against everything that can come between: two approvers at once, a withdrawal,
// a refusal, a discarded run, a role or a limit less, a day, an undo, an end of the program. The
// sandbox's books say: each row has one effect at most, and none without a signature that held.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Result } from '#shared/fault.ts'
import type { Role } from '#shared/people/roles.ts'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { checked, confirm, paidOrders } from './runs/run-story.ts'
import { handleOf, must, openDesk, type OpenDesk } from './story.ts'

const rounds = 48
const own = 'correct horse battery'
const day = 24 * 3_600_000
let [sandbox, open] = [null as unknown as Sandbox, null as unknown as OpenDesk]
let ids: Readonly<Record<string, string>> = {}
let now = Date.now()
const folder = mkdtempSync(join(tmpdir(), 'run-approval-races-'))
const vault = { ...createMemoryVault(), kind: 'keychain' as const }

async function start(): Promise<void> {
  open = await openDesk({
    ...{ folder, vault, sandbox: handleOf(sandbox), clock: () => now, undoMs: 15 },
  })
}
beforeAll(async () => {
  sandbox = await startSandbox({ processingMs: 0 })
  await start()
  must(await open.desk['people:switch-on']({ name: 'Ada', passphrase: own }))
  for (const [name, roles] of [
    ['Bo', ['payments']],
    ['Cy', ['payments', 'approver']],
    ['Di', ['payments', 'approver']],
  ] as [string, Role[]][]) {
    const list = must(await open.desk['people:add']({ name, roles, passphrase: own, own }))
    ids = Object.fromEntries(list.map((one) => [one.name, one.id]))
  }
  await limit(1)
}, 180_000)
afterAll(async () => {
  await open.close()
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

const signIn = (name: string) =>
  open.desk['people:sign-in']({ personId: ids[name] ?? '', passphrase: own })
async function limit(approvals: 1 | 2): Promise<void> {
  await signIn('Ada')
  await open.desk['people:set-limit']({
    ...{ role: 'payments', group: 'refunds', currency: 'EUR', amount: '200.00', approvals, own },
  })
}
async function rolesOfCy(roles: Role[]): Promise<void> {
  await signIn('Ada')
  await open.desk['people:set-roles']({ personId: ids['Cy'] ?? '', roles, own })
}
interface Played {
  runId: string
  approvalId: string
}

/** What comes between, each by somebody who may do it. */
const between: Readonly<Record<string, (of: Played) => Promise<unknown>>> = {
  nothing: () => Promise.resolve(),
  'a second approver': async ({ approvalId }) => {
    await signIn('Di')
    return approve(approvalId)
  },
  withdrawn: async ({ approvalId }) => {
    await signIn('Bo')
    return open.desk['approval:withdraw']({ approvalId })
  },
  refused: ({ approvalId }) =>
    open.desk['approval:refuse']({ approvalId, reason: 'They came whole' }),
  discarded: async ({ runId }) => {
    await signIn('Bo')
    return open.desk['run:discard']({ runId })
  },
  'a row less': ({ runId }) => open.desk['run:choose']({ runId, rows: [0], isIn: false }),
  undone: ({ runId }) => open.desk['run:undo']({ runId }),
  'a role less': () => rolesOfCy(['payments']),
  'two are needed': () => limit(2),
  'a day later': async () => {
    now += day
  },
  paused: ({ runId }) => open.desk['run:pause']({ runId }),
  closed: async () => {
    await open.close()
    await start()
  },
}
const names = Object.keys(between)

async function approve(approvalId: string): Promise<Result<unknown>> {
  const shown = await open.desk['approval:show']({ approvalId })
  if (!shown.ok) return shown
  const { seen, digest } = shown.value
  return open.desk['approval:approve']({ approvalId, seen, digest, own })
}

/** Asks, approves and sends a run of two orders, with it beside the approval or the sending. */
async function play(
  comes: string,
  isBesideSending: boolean,
): Promise<Played & { orders: string[] }> {
  await signIn('Bo')
  const orders = paidOrders(sandbox, 2)
  const { id: runId } = await checked(open, orders)
  const { token } = must(await open.desk['run:review']({ runId, reason: '' }))
  const asked = must(await open.desk['run:ask']({ runId, token, typedRows: null }))
  const of = { runId, approvalId: asked.approval!.id }
  await signIn('Cy')
  const act = (): Promise<unknown> => between[comes]!(of)
  await (isBesideSending
    ? approve(of.approvalId)
    : Promise.all([approve(of.approvalId), approve(of.approvalId), act()]))
  await signIn('Bo')
  const reviewed = await open.desk['run:review']({ runId, reason: '' })
  const sends = reviewed.ok ? [confirm(open, reviewed.value), confirm(open, reviewed.value)] : []
  await Promise.allSettled([...sends, ...(isBesideSending ? [act()] : [])])
  // The time to undo is ten seconds at least: what was not undone by now begins.
  await open.desk['run:send-now']({ runId })
  await quiet(of)
  return { ...of, orders }
}

/** Until nothing of it moves by itself any more; what was paused goes on once. */
async function quiet({ runId }: Played): Promise<void> {
  await signIn('Bo')
  const stateOf = async () => must(await open.desk['run:show']({ runId })).state
  const isStill = async () => !['CONFIRMED', 'RUNNING'].includes(await stateOf())
  await expect.poll(isStill, { timeout: 20_000 }).toBe(true)
  if ((await stateOf()) !== 'PAUSED') return
  await open.desk['run:resume']({ runId })
  await expect.poll(isStill, { timeout: 20_000 }).toBe(true)
}

it(`${rounds} times: one effect a row at most, and none without a signature that held`, async () => {
  const ends = new Map<string, number>()
  for (let round = 0; round < rounds; round += 1) {
    const comes = names[round % names.length] ?? ''
    const isBesideSending = Math.floor(round / names.length) % 2 === 1
    const { orders, runId, approvalId } = await play(comes, isBesideSending)
    const effects = orders.map(
      (order) => sandbox.effects().filter(({ orderid }) => orderid === order).length,
    )
    await rolesOfCy(['payments', 'approver'])
    await limit(1)
    const kinds = must(await open.desk['audit:list']({ filter: {}, limit: 100 }))
      .rows.filter(({ subject }) => subject === `run/${runId}`)
      .map(({ kind }) => kind)
    const place = `${comes}${isBesideSending ? ' beside the sending' : ''}: ${kinds.join()}`
    for (const count of effects) expect(count, place).toBeLessThanOrEqual(1)
    const { ended } = must(await open.desk['approval:list']({}))
    const isSpent = ended.find(({ id }) => id === approvalId)?.state === 'SPENT'
    const isStarted = kinds.includes('run:running')
    expect(isSpent, place).toBe(isStarted)
    if (effects.some((count) => count > 0)) {
      expect(kinds, place).toContain('approval:signed')
      expect(isStarted, place).toBe(true)
    }
    if (comes === 'nothing') expect(effects, place).toEqual([1, 1])
    ends.set(comes, (ends.get(comes) ?? 0) + (effects[0] ?? 0))
  }
  expect(ends.get('nothing')).toBe(rounds / names.length)
  expect([...ends.values()].some((count) => count < rounds / names.length)).toBe(true)
}, 600_000)
