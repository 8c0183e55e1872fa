// What an outsider tried at people and their runs: whoever asked has left, the keychain fails, an
// older copy comes back.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Result } from '#shared/fault.ts'
import { formatMessage } from '#wording/format-messages.ts'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import type { Vault } from '../../src/main/vault/vault.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { handleOf, openDesk, type OpenDesk } from './story.ts'
import { confirmed, paidOrders, until } from './runs/run-story.ts'

const own = 'correct horse battery'
const others = 'staple of another kind'
let [folder, sandbox, vault] = ['', null as unknown as Sandbox, null as unknown as Vault]
let now = Date.UTC(2026, 10, 21, 9)
let opened: OpenDesk | null = null
let away: (why: 'suspend' | 'screen-lock') => void = () => undefined
let answer: (message: string) => Promise<boolean> = () => Promise.resolve(true)
const folders: string[] = []

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
})
afterAll(() => sandbox.close())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'people-attacks-'))
  folders.push(folder)
  vault = { ...createMemoryVault(), kind: 'keychain' }
  answer = () => Promise.resolve(true)
})
afterEach(async () => {
  await opened?.close()
  opened = null
  for (const one of folders.splice(0)) rmSync(one, { recursive: true, force: true })
})
async function open(more: { undoMs?: number; clock?: boolean } = {}): Promise<OpenDesk> {
  await opened?.close()
  opened = await openDesk({
    ...{ folder, vault, sandbox: handleOf(sandbox) },
    ...(more.clock === false ? {} : { clock: () => now }),
    ...(more.undoMs === undefined ? {} : { undoMs: more.undoMs }),
    ask: ({ message }) => answer(message),
    away: (tell) => {
      away = tell
    },
  })
  return opened
}
function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(formatMessage(result.fault.message))
  return result.value
}
const said = (result: Result<unknown>): string =>
  result.ok ? 'done' : formatMessage(result.fault.message)

describe('an attack on people', () => {
  it('by a keychain that takes no note of the first administrator leaves a way in', async () => {
    const inner = vault
    let isRefused = true
    vault = {
      ...inner,
      write: (slot, secret) =>
        slot === 'people/roll' && isRefused
          ? Promise.resolve({
              ok: false,
              fault: { kind: 'vault', sent: 'no', reason: 'locked', message: 'locked' },
            } as never)
          : inner.write(slot, secret),
    }
    const { desk } = await open()
    await desk['people:switch-on']({ name: 'Ada', passphrase: own })
    isRefused = false
    const standing = must(await desk['people:standing']({}))
    const id = standing.people[0]?.id ?? ''
    const signed = await desk['people:sign-in']({ personId: id, passphrase: own })
    expect([standing.isOn, said(signed)]).toEqual([true, 'done'])
  }, 180_000)

  it('by an older copy of the ledger shuts nobody out for ever', async () => {
    const { desk } = await open()
    must(await desk['people:switch-on']({ name: 'Ada', passphrase: own }))
    const ada = must(await desk['people:standing']({})).me!.id
    await opened!.close()
    opened = null
    const older = mkdtempSync(join(tmpdir(), 'people-attacks-'))
    folders.push(older)
    cpSync(folder, older, { recursive: true })
    const next = (await open()).desk
    must(await next['people:sign-in']({ personId: ada, passphrase: own }))
    must(await next['people:add']({ name: 'Bo', roles: ['payments'], passphrase: others, own }))
    await opened!.close()
    opened = null
    folder = older
    const late = (await open()).desk
    const signed = await late['people:sign-in']({ personId: ada, passphrase: own })
    const recover = await late['people:recover']({ name: 'Eve', passphrase: others })
    expect(said(signed)).toMatch(/remembers other statements/)
    expect(said(recover)).toBe('done')
    now += 73 * 3_600_000
    expect(must(await late['people:take-over']({ own: others })).me?.name).toBe('Eve')
  }, 180_000)

  it('by whoever is signed in later gives them no row of a run that a colleague confirmed', async () => {
    const on = await open({ undoMs: 5_000, clock: false })
    const { desk } = on
    must(await desk['people:switch-on']({ name: 'Ada', passphrase: own }))
    const ada = must(await desk['people:standing']({})).me!.id
    must(
      await desk['people:set-roles']({ personId: ada, roles: ['administrator', 'payments'], own }),
    )
    const list = must(
      await desk['people:add']({ name: 'Bo', roles: ['auditor'], passphrase: others, own }),
    )
    const bo = list.find(({ name }) => name === 'Bo')!.id
    const run = await confirmed(on, paidOrders(sandbox, 2))
    must(await desk['people:sign-out']({}))
    must(await desk['people:sign-in']({ personId: bo, passphrase: others }))
    await until(on, run.id, 'DONE')
    const rows = must(await desk['audit:list']({ filter: {}, limit: 100 })).rows
    const sent = rows.filter(({ kind }) => kind === 'attempt:approved')
    expect(sent.map(({ actor }) => actor)).toEqual(['Ada', 'Ada'])
    expect(rows.filter(({ actor, kind }) => actor === 'Bo' && !kind.startsWith('person'))).toEqual(
      [],
    )
    expect(sent.filter(({ details }) => (details as { person?: string }).person === bo)).toEqual([])
  }, 180_000)

  it('by a list of payouts that a colleague read makes no run for who pays nothing out', async () => {
    const on = await open({ clock: false })
    const { desk } = on
    must(await desk['people:switch-on']({ name: 'Ada', passphrase: own }))
    const ada = must(await desk['people:standing']({})).me!.id
    must(
      await desk['people:set-roles']({
        personId: ada,
        roles: ['administrator', 'payments', 'payouts'],
        own,
      }),
    )
    const add = async (name: string, roles: ['payments'] | ['payouts']) =>
      must(await desk['people:add']({ name, roles, passphrase: others, own })).find(
        (one) => one.name === name,
      )!.id
    const bo = await add('Bo', ['payments'])
    const cy = await add('Cy', ['payouts'])
    const text = 'Supplier,IBAN,Amount,Currency,Description\nX,DE89370400440532013000,10.00,EUR,one'
    const asked = { connectionId: 'sandbox', operation: 'payout', text } as const
    const view = must(await desk['file:paste'](asked))!
    must(await desk['people:sign-out']({}))
    must(await desk['people:sign-in']({ personId: cy, passphrase: others }))
    const ofCy = await desk['file:paste'](asked)
    must(await desk['people:sign-out']({}))
    must(await desk['people:sign-in']({ personId: bo, passphrase: others }))
    const made = await desk['run:from-file']({
      ...{ readingId: view.id, stamp: view.stamp, meaning: view.meaning, leftOut: 0 },
      ...{ leftOutReason: '', reason: '', againReason: '', depth: 'gateway' },
      ipaddress: '203.0.113.7',
    })
    expect([said(made), said(ofCy)]).toEqual([
      expect.stringMatching(/need the role Payouts/),
      'done',
    ])
  }, 180_000)

  it('by a take-over that ends after the screen was locked signs nobody in', async () => {
    let hold: Promise<void> | null = null
    const inner = vault
    vault = {
      ...inner,
      read: async (slot) => {
        if (slot.startsWith('person-key') && hold !== null) await hold
        return inner.read(slot)
      },
    }
    const { desk } = await open()
    must(await desk['people:switch-on']({ name: 'Ada', passphrase: own }))
    must(await desk['people:sign-out']({}))
    must(await desk['people:recover']({ name: 'Eve', passphrase: others }))
    now += 73 * 3_600_000
    let go: () => void = () => undefined
    hold = new Promise((resolve) => {
      go = resolve
    })
    const taking = desk['people:take-over']({ own: others })
    await new Promise((resolve) => setTimeout(resolve, 50))
    away('screen-lock')
    go()
    hold = null
    expect((await taking).ok).toBe(false)
    const { me } = must(await desk['people:standing']({}))
    expect(me).toBeNull()
  }, 180_000)

  it('by a question that stands open as the desk locks carries nothing out', async () => {
    const { desk } = await open({ undoMs: 5_000 })
    must(await desk['people:switch-on']({ name: 'Ada', passphrase: own }))
    const ada = must(await desk['people:standing']({})).me!.id
    // Nobody is at the window any more; whoever sits there now presses the button of the box.
    answer = () => {
      away('screen-lock')
      return Promise.resolve(true)
    }
    await desk['connection:set-money']({ connectionId: 'sandbox', money: { undoMs: 0 } })
    must(await desk['people:sign-in']({ personId: ada, passphrase: own }))
    const [shown] = must(await desk['connection:list']({}))
    expect(shown?.settings.money.undoMs).toBe(5_000)
  }, 180_000)
})
