// Roles of this computer, on a whole desk: what they give and no more, by the calls that a script
// in the page could make. The sandbox's books say what moved.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Method, methods } from '#shared/contract/bridge.ts'
import type { Result } from '#shared/fault.ts'
import type { GivableRight, HeldRole, OwnRoleId } from '#shared/people/own-roles.ts'
import { formatMessage } from '#wording/format-messages.ts'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { paidOrders } from '../journeys/runs/run-story.ts'
import { handleOf, must, openDesk, type OpenDesk } from '../journeys/story.ts'

const own = 'correct horse battery'
let [folder, sandbox, opened] = ['', null as unknown as Sandbox, null as unknown as OpenDesk]
let ids: Readonly<Record<string, string>> = {}
const vault = () => ({ ...createMemoryVault(), kind: 'keychain' as const })

beforeAll(async () => {
  sandbox = await startSandbox({ processingMs: 20 })
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'own-roles-'))
  opened = await openDesk({ folder, vault: vault(), sandbox: handleOf(sandbox) })
  must(await opened.desk['people:switch-on']({ name: 'Ada', passphrase: own }))
})
afterEach(async () => {
  await opened.close()
  rmSync(folder, { recursive: true, force: true })
})

const said = (result: Result<unknown>): string =>
  result.ok ? 'done' : formatMessage(result.fault.message)
const setRole = (
  name: string,
  rights: GivableRight[],
  roleId: OwnRoleId | null = null,
  passphrase = own,
) => opened.desk['people:set-role']({ roleId, name, rights, own: passphrase })
async function made(name: string, rights: GivableRight[]): Promise<OwnRoleId> {
  const { ownRoles } = must(await setRole(name, rights))
  return ownRoles.find((one) => one.name === name)!.id
}
async function add(name: string, roles: HeldRole[]): Promise<void> {
  const list = must(await opened.desk['people:add']({ name, roles, passphrase: own, own }))
  ids = Object.fromEntries(list.map((one) => [one.name, one.id]))
}
const signIn = async (name: string): Promise<void> => {
  const personId = ids[name] ?? ''
  must(await opened.desk['people:sign-in']({ personId, passphrase: own }))
}
async function refund(amount: string): Promise<string> {
  const [value = ''] = paidOrders(sandbox, 1)
  const by = { connectionId: 'sandbox', by: 'orderid', value } as const
  const order = await opened.desk['order:look-up'](by)
  if (!order.ok) return said(order)
  const { orderid, clientOrderid } = order.value
  const reviewed = await opened.desk['attempt:review']({
    ...{ connectionId: 'sandbox', operation: 'return' },
    request: {
      ...{ orderid, client_orderid: clientOrderid, amount, currency: 'EUR', comment: 'Damaged' },
    },
  })
  if (!reviewed.ok) return said(reviewed)
  const { attemptId, token } = reviewed.value
  const done = await opened.desk['attempt:confirm']({ attemptId, token })
  return done.ok ? orderid : said(done)
}
const refunded = (orderid: string): number =>
  sandbox.effects().filter((one) => one.orderid === orderid).length

it('gives what it names, takes it away at once, and nobody else gets it', async () => {
  const id = await made('Night refunds', ['return', 'status'])
  await add('Bo', [id])
  await add('Cy', ['support'])
  await signIn('Bo')
  expect(refunded(await refund('5.00'))).toBe(1)
  const { me, mayNot } = must(await opened.desk['people:standing']({}))
  expect(me?.ownRoles).toMatchObject([{ name: 'Night refunds' }])
  expect(Object.keys(mayNot)).toContain('payout')
  expect(Object.keys(mayNot)).not.toContain('return')
  expect(said(await setRole('Mine', ['payout']))).toMatch(/need the role/)
  await signIn('Cy')
  expect(await refund('5.00')).toMatch(/need the role.*Bo/)
  await opened.desk['people:sign-in']({ personId: adaId(), passphrase: own })
  must(await setRole('Night refunds', ['status'], id))
  await signIn('Bo')
  expect(await refund('5.00')).toMatch(/need the role/)
})
const adaId = (): string => ids['Ada'] ?? ''

it('can’t be removed while somebody has it, and says who', async () => {
  const id = await made('Night refunds', ['return', 'status'])
  await add('Bo', ['support', id])
  const remove = () => opened.desk['people:remove-role']({ roleId: id, own })
  expect(said(await remove())).toMatch(/can’t be removed, because “Bo” has it/)
  must(
    await opened.desk['people:set-roles']({ personId: ids['Bo'] ?? '', roles: ['support'], own }),
  )
  expect(must(await remove()).ownRoles).toEqual([])
  expect(said(await remove())).toMatch(/no such role/)
  expect(said(await opened.desk['people:set-roles']({ personId: ids['Bo'] ?? '', roles: [id], own }))).not.toBe('done') // prettier-ignore
})

it('is kept by whoever changes their passphrase or gets a new key', async () => {
  const id = await made('Night refunds', ['return', 'status'])
  await add('Bo', [id])
  const personId = ids['Bo'] ?? ''
  const list = must(await opened.desk['people:new-key']({ personId, passphrase: own, own }))
  expect(list.find(({ name }) => name === 'Bo')?.ownRoles).toMatchObject([{ id }])
})

it('never says who works here: neither by its form nor by a direct call', async () => {
  const input = { roleId: null, name: 'Boss', rights: ['people'], own }
  expect(methods['people:set-role'].safeParse(input).success).toBe(false)
  const forged = opened.desk['people:set-role'] as (input: unknown) => Promise<Result<unknown>>
  expect(said(await forged(input))).not.toBe('done')
  const id = await made('Almost all', ['return', 'export', 'connections', 'approve'])
  await add('Bo', [id])
  await signIn('Bo')
  for (const method of ['people:add', 'people:set-roles', 'people:set-role'] as Method[]) {
    const call = opened.desk[method] as (input: unknown) => Promise<Result<unknown>>
    expect([method, (await call({ own })).ok]).toEqual([method, false])
  }
})

it('is signed by an administrator’s own passphrase, under a name that looks like no other', async () => {
  expect(said(await setRole('Night', ['return'], null, 'a wrong passphrase here'))).not.toBe('done')
  await made('Night', ['return'])
  expect(said(await setRole('nIght', ['void']))).toMatch(/looks the same/)
  expect(said(await setRole('\u0410uditor', ['payout']))).toMatch(/“Auditor” is the name of a role/)
  expect(said(await setRole('Late\u202e', ['payout']))).toMatch(/nobody can see \(U\+202E\)/)
  for (const name of ['Administrator', 'Bo\u200b']) {
    const asked = { name, roles: ['support' as const], passphrase: own, own }
    expect(said(await opened.desk['people:add'](asked))).not.toBe('done')
  }
})

it('is under the limits of all who may do the same', async () => {
  const id = await made('Night refunds', ['return', 'status'])
  await add('Bo', ['support', id])
  must(
    await opened.desk['people:set-limit']({
      ...{
        role: 'payments',
        group: 'refunds',
        currency: 'EUR',
        amount: '10.00',
        approvals: 1,
        own,
      },
    }),
  )
  await signIn('Bo')
  expect(await refund('10.01')).toMatch(/above a limit of yours/)
  expect(refunded(await refund('10.00'))).toBe(1)
})
