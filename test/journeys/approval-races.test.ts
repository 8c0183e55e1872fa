// Approvals against everything that can come between: a second approver at once, whoever approves
// leaves, the request is edited, undone, withdrawn or refused, its order changes, a role, a limit
// or the day ends, Paydesk ends, it is sent twice. The sandbox's books say: each request has one
// effect at most, and none without a signature that held to the end. PAYDESK_APPROVAL_ROUNDS plays
// more.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OrderView } from '#shared/bridge/views.ts'
import type { Result } from '#shared/fault.ts'
import type { Role } from '#shared/people/roles.ts'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { paidOrders } from './runs/run-story.ts'
import { handleOf, must, openDesk, type OpenDesk } from './story.ts'

const own = 'correct horse battery'
const day = 24 * 3_600_000
let [sandbox, open] = [null as unknown as Sandbox, null as unknown as OpenDesk]
let ids: Readonly<Record<string, string>> = {}
let now = Date.now()
const folder = mkdtempSync(join(tmpdir(), 'approval-races-'))
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
  const add = async (name: string, roles: Role[]): Promise<void> => {
    const list = must(await open.desk['people:add']({ name, roles, passphrase: own, own }))
    ids = Object.fromEntries(list.map((one) => [one.name, one.id]))
  }
  await add('Bo', ['payments'])
  await add('Cy', ['payments', 'approver'])
  await add('Di', ['payments', 'approver'])
  await limit('10.00')
}, 60_000)
afterAll(async () => {
  await open.close()
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

const signIn = (name: string) =>
  open.desk['people:sign-in']({ personId: ids[name] ?? '', passphrase: own })
const limit = (amount: string) =>
  open.desk['people:set-limit']({
    ...{ role: 'payments', group: 'refunds', currency: 'EUR', amount, approvals: 1, own },
  })
const rolesOfCy = async (roles: Role[]): Promise<void> => {
  await signIn('Ada')
  await open.desk['people:set-roles']({ personId: ids['Cy'] ?? '', roles, own })
}
interface Played {
  id: string
  order: OrderView
}

/** What comes between, each by somebody who may do it. */
const between: Readonly<Record<string, (of: Played) => Promise<unknown>>> = {
  nothing: () => Promise.resolve(),
  'signed out': () => open.desk['people:sign-out']({}),
  'a second approver': async ({ id }) => {
    await signIn('Di')
    const shown = await open.desk['approval:show']({ approvalId: id })
    if (!shown.ok) return
    const { seen, digest } = shown.value
    await open.desk['approval:approve']({ approvalId: id, seen, digest, own })
  },
  edited: async ({ order }) => {
    await signIn('Bo')
    const other = await reviewed(order, '26.00')
    return other.ok ? open.desk['attempt:confirm'](other.value) : other
  },
  'the order moved': async ({ order }) => {
    await signIn('Bo')
    const small = await reviewed(order, '1.00')
    return small.ok ? open.desk['attempt:confirm'](small.value) : small
  },
  undone: async () => {
    const waiting = must(await open.desk['attempt:list']({ isOpen: true }))
    for (const { id } of waiting) await open.desk['attempt:undo']({ attemptId: id })
  },
  closed: async () => {
    await open.close()
    await start()
  },
  withdrawn: async ({ id: approvalId }) => {
    await signIn('Bo')
    return open.desk['approval:withdraw']({ approvalId })
  },
  refused: ({ id: approvalId }) =>
    open.desk['approval:refuse']({ approvalId, reason: 'It came whole' }),
  'a role less': () => rolesOfCy(['payments']),
  'a higher limit': async () => {
    await signIn('Ada')
    return limit('0')
  },
  'a day later': async () => {
    now += day
  },
}
const names = Object.keys(between)
/** Eighteen of each, half of them beside the sending. */
const rounds = Number(process.env['PAYDESK_APPROVAL_ROUNDS'] ?? names.length * 18)

async function reviewed(order: OrderView, amount = '25.00') {
  const request = {
    ...{ orderid: order.orderid, client_orderid: order.clientOrderid },
    ...{ amount, currency: 'EUR', comment: 'Damaged parcel' },
  }
  return open.desk['attempt:review']({ connectionId: 'sandbox', operation: 'return', request })
}

/** Asks, approves and sends, with a comes beside the approval or beside the sending. */
async function play(
  comes: string,
  isBesideSending: boolean,
): Promise<{ order: string; id: string }> {
  await signIn('Bo')
  const [value = ''] = paidOrders(sandbox, 1)
  const look = { connectionId: 'sandbox', by: 'orderid', value } as const
  const order = must(await open.desk['order:look-up'](look))
  const { attemptId, token } = must(await reviewed(order))
  const { id } = must(await open.desk['approval:ask']({ attemptId, token }))
  await signIn('Cy')
  const { seen, digest } = must(await open.desk['approval:show']({ approvalId: id }))
  const approve = () => open.desk['approval:approve']({ approvalId: id, seen, digest, own })
  const act = (): Promise<unknown> => between[comes]!({ id, order })
  await (isBesideSending ? approve() : Promise.allSettled([approve(), approve(), act()]))
  await signIn('Bo')
  const [one, two] = [await reviewed(order), await reviewed(order)]
  const confirm = (review: Awaited<ReturnType<typeof reviewed>>): Promise<Result<unknown>> =>
    review.ok ? open.desk['attempt:confirm'](review.value) : Promise.resolve(review)
  const sends = [confirm(one), confirm(two)]
  await Promise.allSettled([...sends, ...(isBesideSending ? [act()] : [])])
  return { order: value, id }
}

it(`${rounds} times: one effect at most, and none without a signature that held`, async () => {
  const ends = new Map<string, number>()
  for (let round = 0; round < rounds; round += 1) {
    const comes = names[round % names.length] ?? ''
    const isBesideSending = Math.floor(round / names.length) % 2 === 1
    const { order, id } = await play(comes, isBesideSending)
    const all = sandbox.effects().filter((one) => one.orderid === order)
    // What the edit or the small refund beside it did is under the limit, or not of this approval.
    const effects = all.filter(({ amountMinor }) => amountMinor === 2_500).length
    await rolesOfCy(['payments', 'approver'])
    await limit('10.00')
    const entries = must(await open.desk['audit:list']({ filter: {}, limit: 60 })).rows
    const kinds = entries
      .filter(({ subject }) => subject === `approval/${id}`)
      .map(({ kind }) => kind.replace('approval:', ''))
    const place = `${comes}${isBesideSending ? ' beside the sending' : ''}: ${kinds.join()}`
    expect(effects, place).toBeLessThanOrEqual(1)
    expect(kinds.filter((kind) => kind === 'spent').length, place).toBe(effects)
    if (effects === 1) {
      expect(kinds, place).toContain('signed')
      for (const end of ['refused', 'withdrawn', 'expired']) expect(kinds, place).not.toContain(end)
    }
    if (comes === 'nothing') expect(effects, place).toBe(1)
    ends.set(comes, (ends.get(comes) ?? 0) + effects)
  }
  // Whoever was signed out, refused it or lost the right beside the approval sent nothing then.
  expect(ends.get('nothing')).toBe(rounds / names.length)
  expect([...ends.values()].some((count) => count < rounds / names.length)).toBe(true)
}, 600_000)
