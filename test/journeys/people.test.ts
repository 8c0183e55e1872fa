// People on a whole desk: sign-in turned on, signed in, locked, locked out, and what a changed file
// gains.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Result } from '#shared/fault.ts'
import { formatMessage } from '#wording/format-messages.ts'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import type { Vault } from '../../src/main/vault/vault.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { handleOf, openDesk, type OpenDesk } from './story.ts'

const own = 'correct horse battery'
const others = 'staple of another kind'
let [folder, sandbox, vault] = ['', null as unknown as Sandbox, null as unknown as Vault]
let now = Date.UTC(2026, 10, 21, 9)
let opened: OpenDesk | null = null
let away: (why: 'suspend' | 'screen-lock') => void = () => undefined

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
})
afterAll(() => sandbox.close())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'people-'))
  vault = { ...createMemoryVault(), kind: 'keychain' }
})
afterEach(async () => {
  vi.useRealTimers()
  await opened?.close()
  opened = null
  rmSync(folder, { recursive: true, force: true })
})

async function open(): Promise<OpenDesk> {
  await opened?.close()
  opened = await openDesk({
    ...{ folder, vault, sandbox: handleOf(sandbox), clock: () => now },
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

async function switchedOn(): Promise<OpenDesk> {
  const desk = await open()
  must(await desk.desk['people:switch-on']({ name: 'Ada', passphrase: own }))
  return desk
}
async function withBo(): Promise<{ open: OpenDesk; ada: string; bo: string }> {
  const on = await switchedOn()
  const list = must(
    await on.desk['people:add']({ name: 'Bo', roles: ['payments'], passphrase: others, own }),
  )
  const idOf = (name: string) => list.find((one) => one.name === name)?.id ?? ''
  return { open: on, ada: idOf('Ada'), bo: idOf('Bo') }
}

describe('people', () => {
  it('do not sign in at first: nothing is asked of one person on their own computer', async () => {
    const { desk } = await open()
    expect(must(await desk['people:standing']({}))).toMatchObject({ isOn: false, me: null })
    expect(must(await desk['app:state']({})).actor).toBe('anna')
  })

  it('sign in only once a person turned it on in a box of the system', async () => {
    const asked: string[] = []
    opened = await openDesk({
      ...{ folder, vault, sandbox: handleOf(sandbox) },
      ask: ({ message }) => {
        asked.push(message)
        return Promise.resolve(message !== 'Turn on sign-in?')
      },
    })
    const { desk } = opened
    expect((await desk['people:switch-on']({ name: 'Eve', passphrase: own })).ok).toBe(false)
    expect(asked).toContain('Turn on sign-in?')
    expect(must(await desk['people:standing']({})).isOn).toBe(false)
  })

  it('need a keychain, and say so', async () => {
    vault = createMemoryVault()
    const { desk } = await open()
    expect(said(await desk['people:switch-on']({ name: 'Ada', passphrase: own }))).toMatch(
      /need this computer’s keychain/,
    )
  })

  it('sign in once the first administrator turned it on, whom every entry names from then on', async () => {
    const { desk } = await switchedOn()
    const me = must(await desk['people:standing']({})).me
    expect(me).toMatchObject({ name: 'Ada', roles: ['administrator'] })
    must(await desk['audit:verify']({}))
    const rows = must(await desk['audit:list']({ filter: {}, limit: 20 })).rows
    const verified = rows.find(({ kind }) => kind === 'audit:verified')
    expect(verified).toMatchObject({ actor: 'Ada', details: { person: me?.id } })
    expect(said(await desk['people:switch-on']({ name: 'Eve', passphrase: own }))).toMatch(
      /Sign-in is on already/,
    )
  })

  it('are taken over after three days without an administrator, which all can see', async () => {
    const { desk } = await switchedOn()
    must(await desk['people:sign-out']({}))
    const asked = must(await desk['people:recover']({ name: 'Eve', passphrase: others }))
    expect(asked.recovery).toMatchObject({ name: 'Eve', isOver: false })
    expect(said(await desk['people:take-over']({ own: others }))).toMatch(
      /possible from 24 Nov 2026, 09:00 UTC/,
    )
    // Whoever asked keeps their turn, and anybody else is told how long.
    expect(said(await desk['people:recover']({ name: 'Mallory', passphrase: others }))).toMatch(
      /turn until 1 Dec 2026, 09:00 UTC/,
    )
    now += 72 * 3_600_000
    const later = (await open()).desk
    expect(must(await later['people:standing']({})).recovery).toMatchObject({ isOver: true })
    expect(said(await later['people:take-over']({ own: 'another one' }))).toMatch(/9 tries/)
    const mine = must(await later['people:take-over']({ own: others }))
    expect(mine).toMatchObject({ me: { name: 'Eve', roles: ['administrator'] }, recovery: null })
    const kinds = must(await later['audit:list']({ filter: {}, limit: 50 })).rows
    expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['people:recovery-asked']))
  })

  it('are not taken over once an administrator signed in', async () => {
    const { desk } = await switchedOn()
    const ada = must(await desk['people:standing']({})).me?.id ?? ''
    must(await desk['people:sign-out']({}))
    must(await desk['people:recover']({ name: 'Eve', passphrase: others }))
    const signed = must(await desk['people:sign-in']({ personId: ada, passphrase: own }))
    expect(signed.recovery).toBeNull()
    now += 80 * 3_600_000
    expect(said(await desk['people:take-over']({ own: others }))).toMatch(/Nobody has asked/)
    const { rows } = must(await desk['audit:list']({ filter: {}, limit: 50 }))
    expect(rows.find(({ kind }) => kind === 'people:recovery-refused')?.actor).toBe('Ada')
  })

  it('tell whoever is not signed in nothing but who could sign in, also after a restart', async () => {
    await switchedOn()
    const { desk } = await open()
    const standing = must(await desk['people:standing']({}))
    expect(standing).toMatchObject({ isOn: true, me: null, people: [{ name: 'Ada' }] })
    expect(said(await desk['app:state']({}))).toMatch(/Sign in first/)
    expect(said(await desk['order:list']({ limit: 1 } as never))).toMatch(/Sign in first/)
    const personId = standing.people[0]?.id ?? ''
    expect(said(await desk['people:sign-in']({ personId, passphrase: 'no' }))).toMatch(/9 tries/)
    must(await desk['people:sign-in']({ personId, passphrase: own }))
    expect(must(await desk['app:state']({})).actor).toBe('Ada')
  })

  it('have the rights of their roles, and hear whom to ask for others', async () => {
    const { open: on, bo } = await withBo()
    const { desk } = on
    must(await desk['people:sign-out']({}))
    must(await desk['people:sign-in']({ personId: bo, passphrase: others }))
    const refused = await desk['people:add']({
      ...{ name: 'Cy', roles: ['administrator'] as const, passphrase: own, own: others },
    } as never)
    expect(said(refused)).toBe(
      'For “Change who works here” you need the role Administrator. Ask Ada to do it, or an administrator for the role.',
    )
  })

  it('lose what they may in the moment in which they are removed', async () => {
    const { open: on, ada, bo } = await withBo()
    const { desk } = on
    must(await desk['people:remove']({ personId: bo, own }))
    const joined = async () => must(await desk['people:standing']({})).joined
    expect(await joined()).toEqual(['Ada', 'Bo'])
    must(await desk['people:sign-out']({}))
    expect(await joined()).toEqual(['Ada', ''])
    expect(said(await desk['people:sign-in']({ personId: bo, passphrase: others }))).toMatch(
      /was removed/,
    )
    must(await desk['people:sign-in']({ personId: ada, passphrase: own }))
    expect(said(await desk['people:remove']({ personId: ada, own }))).toMatch(/only administrator/)
  })

  it('change their own passphrase and get a new key where they forgot it', async () => {
    const { open: on, ada, bo } = await withBo()
    const { desk } = on
    must(await desk['people:change-passphrase']({ own, passphrase: 'something else now' }))
    const before = must(await desk['people:list']({})).find(({ id }) => id === bo)
    const own2 = 'something else now'
    const list = must(
      await desk['people:new-key']({ personId: bo, passphrase: 'brand new passphrase', own: own2 }),
    )
    expect(list.find(({ id }) => id === bo)?.fingerprint).not.toBe(before?.fingerprint)
    must(await desk['people:sign-out']({}))
    expect((await desk['people:sign-in']({ personId: bo, passphrase: others })).ok).toBe(false)
    must(await desk['people:sign-in']({ personId: bo, passphrase: 'brand new passphrase' }))
    must(await desk['people:sign-out']({}))
    expect((await desk['people:sign-in']({ personId: ada, passphrase: own })).ok).toBe(false)
  })

  it('are locked out by ten wrong passphrases, over a restart and whatever the clock says', async () => {
    const { bo } = await withBo()
    let { desk } = await open()
    const tries = Array.from({ length: 30 }, () =>
      desk['people:sign-in']({ personId: bo, passphrase: 'wrong' }),
    )
    const answers = (await Promise.all(tries)).map(said)
    expect(answers.filter((one) => one.startsWith('The passphrase is wrong'))).toHaveLength(9)
    expect(said(await desk['people:sign-in']({ personId: bo, passphrase: others }))).toMatch(/30/)
    for (const ms of [86_400_000, -172_800_000]) {
      now += ms
      ;({ desk } = await open())
      expect(said(await desk['people:sign-in']({ personId: bo, passphrase: others }))).toMatch(/30/)
    }
  })

  it('are signed out when the computer sleeps or its screen is locked', async () => {
    const { open: on, ada } = await withBo()
    for (const why of ['suspend', 'screen-lock'] as const) {
      away(why)
      expect(said(await on.desk['app:state']({}))).toMatch(/Sign in first/)
      must(await on.desk['people:sign-in']({ personId: ada, passphrase: own }))
    }
  })

  it('are not signed in by a passphrase that is still looked at when the screen is locked', async () => {
    const { open: on, ada } = await withBo()
    must(await on.desk['people:sign-out']({}))
    const signing = on.desk['people:sign-in']({ personId: ada, passphrase: own })
    away('screen-lock')
    expect(said(await signing)).toMatch(/Sign in first/)
    expect(must(await on.desk['people:standing']({})).me).toBe(null)
    must(await on.desk['people:sign-in']({ personId: ada, passphrase: own }))
  })

  it('find the actions of an order shut that they may not ask for, with whom to ask', async () => {
    const { open: on, ada, bo } = await withBo()
    const order = sandbox.trainingOrders().find(({ about }) => /paid sale/.test(about))
    const asked = { connectionId: 'sandbox', by: 'orderid', value: order?.orderid ?? '' } as const
    const shown = must(await on.desk['order:look-up'](asked))
    expect(shown.actions.return).toMatchObject({ isPossible: false })
    expect(JSON.stringify(shown.giveBack)).toMatch(/Ask Bo/)
    must(await on.desk['people:sign-out']({}))
    must(await on.desk['people:sign-in']({ personId: bo, passphrase: others }))
    expect(must(await on.desk['order:look-up'](asked)).actions.return.isPossible).toBe(true)
    must(await on.desk['people:sign-out']({}))
    must(await on.desk['people:sign-in']({ personId: ada, passphrase: own }))
  })

  it('let nobody in by a file in which a statement was taken out, added or changed', async () => {
    const { ada, bo } = await withBo()
    const spoils = [
      'DELETE FROM person_statement',
      'DELETE FROM person_statement WHERE seq = 2',
      `UPDATE person_statement SET body = replace(body, '"payments"', '"administrator"')`,
      `INSERT INTO person_statement VALUES (3, '{}', '')`,
    ]
    for (const sql of spoils) {
      await opened?.close()
      opened = null
      const file = new Database(join(folder, 'ledger.sqlite'))
      const triggers = file
        .prepare(
          `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'person_statement'`,
        )
        .all() as { name: string; sql: string }[]
      for (const { name } of triggers) file.exec(`DROP TRIGGER ${name}`)
      file.exec(sql)
      for (const one of triggers) file.exec(one.sql)
      file.close()
      const { desk } = await open()
      expect([sql, said(await desk['app:state']({}))]).toEqual([
        sql,
        'Nobody is signed in. Sign in first.',
      ])
      // Before anybody is let in the tables are put right from the log: everybody is who they were.
      must(await desk['people:sign-in']({ personId: bo, passphrase: others }))
      expect((await desk['connection:save']({} as never)).ok).toBe(false)
      must(await desk['people:sign-out']({}))
      must(await desk['people:sign-in']({ personId: ada, passphrase: own }))
    }
  })
})
