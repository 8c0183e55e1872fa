// Attacks on who may do what, on a whole desk: each by the calls that a script in the page could
// make, or by what somebody who sits down at an open desk could try. None of them moves money.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OrderView } from '#shared/bridge/views.ts'
import type { Input, Method } from '#shared/contract/bridge.ts'
import type { Result } from '#shared/fault.ts'
import { formatMessage } from '#wording/format-messages.ts'
import type { Vault } from '../../src/main/vault/vault.ts'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { handleOf, openDesk, type OpenDesk } from '../journeys/story.ts'

const passphrases = {
  Ada: 'correct horse battery',
  Bo: 'staple of another kind',
  Cy: 'nobody guesses these words',
} as const
type Name = keyof typeof passphrases
let [folder, sandbox, opened] = ['', null as unknown as Sandbox, null as unknown as OpenDesk]
let vault: Vault
let ids: Readonly<Record<string, string>> = {}

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
})
afterAll(() => sandbox.close())

function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(formatMessage(result.fault.message))
  return result.value
}
const open = async (): Promise<void> => {
  opened = await openDesk({ folder, vault, sandbox: handleOf(sandbox) })
}
const call = <M extends Method>(method: M, input: Input<M>): Promise<Result<unknown>> =>
  (opened.desk[method] as (input: unknown) => Promise<Result<unknown>>)(input)
const signIn = (name: Name, passphrase: string = passphrases[name]) =>
  opened.desk['people:sign-in']({ personId: ids[name] ?? '', passphrase })
const signOut = () => opened.desk['people:sign-out']({})
const refused = { ok: false, fault: { kind: 'denied', reason: 'not-permitted' } }

/** Ada administers, Bo pays, Cy supports; nobody is signed in. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'people-abuse-'))
  vault = { ...createMemoryVault(), kind: 'keychain' }
  await open()
  const { desk } = opened
  must(await desk['people:switch-on']({ name: 'Ada', passphrase: passphrases.Ada }))
  const own = passphrases.Ada
  const add = async (name: Name, role: 'payments' | 'support') =>
    must(await desk['people:add']({ name, roles: [role], passphrase: passphrases[name], own }))
  await add('Bo', 'payments')
  const people = await add('Cy', 'support')
  ids = Object.fromEntries(people.map(({ id, name }) => [name, id]))
  must(await signOut())
})
afterEach(async () => {
  await opened.close()
  rmSync(folder, { recursive: true, force: true })
})

async function paidOrder(): Promise<OrderView> {
  const found = sandbox.trainingOrders().find(({ about }) => about.includes('paid sale of 120.00'))
  const value = found?.orderid ?? ''
  return must(await opened.desk['order:look-up']({ connectionId: 'sandbox', by: 'orderid', value }))
}
const refundOf = ({ orderid, clientOrderid }: OrderView): Input<'attempt:review'> => ({
  ...{ connectionId: 'sandbox', operation: 'return' },
  request: {
    ...{ orderid, client_orderid: clientOrderid },
    ...{ amount: '1.00', currency: 'EUR', comment: 'Attack' },
  },
})
const effects = () => sandbox.effects().length

describe('before anybody is signed in', () => {
  it.each([
    ['reads orders', 'order:list', { limit: 1 }],
    ['reads the log', 'audit:list', { filter: {}, limit: 1 }],
    ['reads connections', 'connection:list', {}],
    ['reads typed drafts', 'preference:find', { name: 'drafts' }],
    ['writes a setting', 'preference:set', { name: 'drafts', value: null }],
    ['reads the clipboard', 'clipboard:find-id', {}],
    ['asks the keychain again', 'vault:retry', {}],
    ['saves diagnostics', 'diagnostics:save', {}],
    ['restores a backup', 'copy:restore', { name: 'x' }],
    ['lets money move', 'money:resume', { stopIds: ['x'], reason: 'because I say so' }],
    ['says that somebody is here', 'people:active', {}],
    ['reads who works here with their keys', 'people:list', {}],
  ] as const)('a script %s: refused', async (_what, method, input) => {
    expect(await call(method, input as never)).toMatchObject(refused)
  })

  it('turns sign-in on again, as another administrator: refused', async () => {
    const again = await opened.desk['people:switch-on']({ name: 'Eve', passphrase: 'x'.repeat(20) })
    expect(again).toMatchObject(refused)
    expect(must(await opened.desk['people:standing']({})).people).toHaveLength(3)
  })

  it('signs in with the passphrase of somebody else: refused, and counted for the one named', async () => {
    expect((await signIn('Ada', passphrases.Cy)).ok).toBe(false)
    expect((await signIn('Ada', passphrases.Bo)).ok).toBe(false)
    const third = await signIn('Ada', 'neither')
    expect(third.ok ? '' : formatMessage(third.fault.message)).toMatch(/7 tries/)
  })
})

describe('somebody with few rights', () => {
  it('reviews a refund by a direct call: refused, and nothing reaches the gateway', async () => {
    must(await signIn('Cy'))
    const order = await paidOrder()
    const before = effects()
    expect(await call('attempt:review', refundOf(order))).toMatchObject(refused)
    expect(effects()).toBe(before)
  })

  it('confirms what a colleague reviewed: the review ended with their sign-in', async () => {
    must(await signIn('Bo'))
    const review = must(await opened.desk['attempt:review'](refundOf(await paidOrder())))
    const { attemptId, token } = review
    const before = effects()
    must(await signIn('Cy'))
    expect(await call('attempt:confirm', { attemptId, token })).toMatchObject(refused)
    must(await signIn('Bo'))
    // Not even who reviewed it: they read it in another sign-in.
    expect((await call('attempt:confirm', { attemptId, token })).ok).toBe(false)
    expect(effects()).toBe(before)
  })

  it('makes themselves administrator, with their own passphrase: refused', async () => {
    must(await signIn('Cy'))
    const own = passphrases.Cy
    const changes = [
      ['people:set-roles', { personId: ids['Cy'], roles: ['administrator'], own }],
      ['people:new-key', { personId: ids['Ada'], passphrase: 'taken over by Cy', own }],
      ['people:remove', { personId: ids['Ada'], own }],
      ['people:set-idle', { minutes: 15, own }],
    ] as const
    for (const [method, input] of changes)
      expect(await call(method, input as never)).toMatchObject(refused)
    const { me } = must(await opened.desk['people:standing']({}))
    expect(me?.roles).toEqual(['support'])
  })

  it('at a desk that an administrator left open: changes nothing without their passphrase', async () => {
    must(await signIn('Ada'))
    const roles = ['administrator', 'payments'] as const
    const raised = { personId: ids['Cy'] ?? '', roles: [...roles], own: passphrases.Cy }
    expect((await opened.desk['people:set-roles'](raised)).ok).toBe(false)
    const eve = { name: 'Eve', roles: [...roles], passphrase: 'words of Eve alone', own: 'guess' }
    expect((await opened.desk['people:add'](eve)).ok).toBe(false)
    const list = must(await opened.desk['people:list']({}))
    expect(list.map(({ name, roles: held }) => `${name} ${held.join()}`)).toEqual([
      ...['Ada administrator', 'Bo payments', 'Cy support'],
    ])
  })
})

describe('an administrator alone at night', () => {
  it('moves nothing themselves, and the log names them beside whoever they let in', async () => {
    must(await signIn('Ada'))
    const order = await paidOrder()
    const before = effects()
    expect(await call('attempt:review', refundOf(order))).toMatchObject(refused)
    expect(effects()).toBe(before)
    const night = { name: 'Night', roles: ['payments', 'approver'] as ['payments', 'approver'] }
    const own = passphrases.Ada
    const list = must(
      await opened.desk['people:add']({ ...night, passphrase: 'of one night', own }),
    )
    const id = list.find(({ name }) => name === 'Night')?.id ?? ''
    must(await opened.desk['people:remove']({ personId: id, own }))
    const { rows } = must(await opened.desk['audit:list']({ filter: {}, limit: 50 }))
    const told = rows.filter(({ subject }) => subject === `person/${id}`)
    expect(told.map(({ kind, actor }) => `${actor} ${kind}`)).toEqual([
      ...['Ada person:removed', 'Ada person:added'],
    ])
  })
})

describe('somebody who lost a right meanwhile', () => {
  it('is refused at the next call, though they stay signed in', async () => {
    must(await signIn('Ada'))
    const own = passphrases.Ada
    const personId = ids['Ada'] ?? ''
    const boToo = { personId: ids['Bo'] ?? '', roles: ['payments', 'administrator'] as const, own }
    must(await opened.desk['people:set-roles']({ ...boToo, roles: [...boToo.roles] }))
    must(await opened.desk['people:set-roles']({ personId, roles: ['support'], own }))
    expect(await call('people:list', {})).toMatchObject(refused)
    expect(must(await opened.desk['people:standing']({})).mayNot.people).toBeDefined()
  })

  it('has two names: the second looks like the first, and is refused', async () => {
    must(await signIn('Ada'))
    for (const name of ['Bo', 'Bо', ' BO ', 'B\u200Bo']) {
      const person = { name, roles: ['payments'] as ['payments'], passphrase: 'words of Eve alone' }
      const added = await opened.desk['people:add']({ ...person, own: passphrases.Ada })
      expect([name, added.ok]).toEqual([name, false])
    }
  })

  it('comes back after a restart: nobody is signed in, and the count of wrong tries stands', async () => {
    expect((await signIn('Cy', 'wrong')).ok).toBe(false)
    must(await signIn('Bo'))
    await opened.close()
    await open()
    expect(must(await opened.desk['people:standing']({})).me).toBe(null)
    const second = await signIn('Cy', 'wrong')
    expect(second.ok ? '' : formatMessage(second.fault.message)).toMatch(/8 tries/)
  })
})
