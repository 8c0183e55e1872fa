// Updates in a whole Paydesk: real ledger, seals, requests and feed. A person sets the feed and
// installs, in dialogs of the system; while a request has no outcome nothing is installed.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import type { Vault } from '../../src/main/vault/vault.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { type HostileFeed, openHostileFeed, serve } from '../campaigns/updates/hostile-feed.ts'
import {
  day,
  type Fields,
  keysBody,
  newSigner,
  signed,
  type Signer,
  updateBody,
} from '../campaigns/updates/maker.ts'
import { faultOf, handleOf, must, type OpenDesk, openDesk, trainingOrder } from './story.ts'
import { tampered } from '../fakes/ledger-check.ts'

let folder: string
let sandbox: Sandbox
let feed: HostileFeed
let open: OpenDesk
let vault: Vault
let signers: Signer[]
let asked: string[]
let answer: boolean
let whileAsked: () => Promise<unknown>
const program = Buffer.alloc(50_000, 'the program of 1.3.0')
const target = (): string => join(folder, 'Paydesk.AppImage')

const start = (undoMs = 0): Promise<OpenDesk> =>
  openDesk({
    ...{ folder, sandbox: handleOf(sandbox), vault, undoMs },
    ask: async ({ message }) => {
      asked.push(message)
      await whileAsked()
      return answer
    },
    updates: {
      keys: JSON.stringify(keysBody(signers, 1, Date.now() + 365 * day)),
      mayBeLoopback: true,
      appImage: target(),
    },
  })

function offer(more: Fields = {}): void {
  const at = { arch: process.arch, platform: process.platform }
  const body = updateBody(Date.now() - 1_000, { file: program, version: '1.3.0', ...at, ...more })
  const name = `stable/${process.platform}-${process.arch}`
  feed.files.set(`${name}-appimage.json`, serve(signed(body, signers.slice(0, 2))))
  const file = `stable/paydesk-1.3.0-${process.platform}-${process.arch}.AppImage`
  feed.files.set(file, serve(program))
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paydesk-updating-'))
  writeFileSync(target(), 'the program of 1.2.0', { mode: 0o755 })
  signers = [newSigner(), newSigner(), newSigner()]
  sandbox = await startSandbox({ processingMs: 600_000 })
  feed = await openHostileFeed()
  vault = { ...createMemoryVault(), kind: 'keychain' }
  answer = true
  whileAsked = () => Promise.resolve()
  asked = []
  open = await start()
  asked = []
  offer()
})
afterEach(async () => {
  await open.close()
  await sandbox.close()
  await feed.close()
  rmSync(folder, { recursive: true, force: true })
})

const setFeed = () => open.desk['update:set-feed']({ feed: feed.address, channel: 'stable' })
const show = async () => must(await open.desk['update:show']({}))
const entries = async (kind: string) =>
  must(await open.desk['audit:list']({ filter: { kind }, limit: 50 })).rows

async function downloaded(): Promise<void> {
  must(await setFeed())
  must(await open.desk['update:check']({}))
  expect(must(await open.desk['update:download']({})).phase).toBe('downloaded')
}

async function refund(): Promise<{ attemptId: string; token: string }> {
  const orderid = trainingOrder(sandbox, /partly|refund|paid/i)
  const request = { connectionId: 'sandbox', by: 'orderid', value: orderid } as const
  const order = must(await open.desk['order:look-up'](request))
  return must(
    await open.desk['attempt:review']({
      connectionId: 'sandbox',
      operation: 'return',
      request: {
        ...{ client_orderid: order.clientOrderid, orderid, comment: 'because it is late' },
        ...{ amount: '1.00', currency: 'EUR' },
      },
    }),
  )
}

describe('an update', () => {
  it('is off at first, is set, looked for, loaded and installed, each by a person', async () => {
    expect(await show()).toMatchObject({ phase: 'off', keySet: 1, feed: null })
    expect(feed.asked).toEqual([])
    await downloaded()
    expect(must(await open.desk['update:install']({})).phase).toBe('in-place')
    expect(readFileSync(target()).equals(program)).toBe(true)
    expect(asked).toEqual(['Use this feed for Paydesk updates?', 'Install Paydesk 1.3.0?'])
    const [installed] = await entries('update:installed')
    expect(installed).toMatchObject({ actor: 'anna', details: { version: '1.3.0' } })
    expect((await entries('update:set'))[0]?.details).toMatchObject({ feed: feed.address })
  })

  it('is neither set nor installed by a page that the person does not follow', async () => {
    answer = false
    expect(faultOf(await setFeed()).kind).toBe('denied')
    expect(await show()).toMatchObject({ phase: 'off' })
    answer = true
    await downloaded()
    answer = false
    expect(faultOf(await open.desk['update:install']({})).kind).toBe('denied')
    expect(readFileSync(target(), 'utf8')).toContain('1.2.0')
    expect(await entries('confirmation:declined')).toHaveLength(2)
  })

  it('is never taken from what is no https folder', async () => {
    for (const address of ['http://updates.example/', 'updates.example', 'file:///srv/']) {
      const set = open.desk['update:set-feed']({ feed: address, channel: 'stable' })
      expect(faultOf(await set)).toMatchObject({ kind: 'input', field: 'feed' })
    }
    expect(asked).toEqual([])
  })

  it('is refused when the feed goes back, also after a restart, and the log says so', async () => {
    must(await setFeed())
    must(await open.desk['update:check']({}))
    await open.close()
    open = await start()
    offer({ describedAt: Date.now() - day })
    const { phase, message } = must(await open.desk['update:check']({}))
    expect({ phase, message }).toMatchObject({
      phase: 'refused',
      message: expect.stringContaining('an older description than it did before') as unknown,
    })
    expect((await entries('update:refused'))[0]?.details).toEqual({
      code: 'update-older-than-seen',
    })
  })

  it('whose memory another program changed stops money, and waits for a person', async () => {
    tampered('another program writes to the ledger')
    await downloaded()
    await open.close()
    const db = new BetterSqlite3(join(folder, 'ledger.sqlite'))
    db.exec(`UPDATE update_memory SET value = replace(value, '"1.3.0"', '"1.0.0"')`)
    db.close()
    open = await start()
    const { moneyStops } = must(await open.desk['app:state']({}))
    expect(moneyStops.map(({ message }) => message).join()).toContain('update history')
    const before = feed.asked.length
    for (const method of ['update:check', 'update:download', 'update:install'] as const)
      expect(faultOf(await open.desk[method]({}))).toMatchObject({
        ...{ kind: 'denied', reason: 'not-possible' },
        message: expect.stringContaining('Money is stopped') as unknown,
      })
    expect(feed.asked).toHaveLength(before)
    expect(readFileSync(target(), 'utf8')).toContain('1.2.0')
  })
})

describe('keys that something other than Paydesk wrote into the ledger', () => {
  beforeEach(() => tampered('another program writes to the ledger'))
  const strangers = [newSigner(), newSigner(), newSigner()]
  const evil = Buffer.alloc(50_000, 'a hostile program')

  /** The feed, or who answers for it, describes the hostile program with the strangers’ keys. */
  function offerEvil(): void {
    const at = { arch: process.arch, platform: process.platform }
    const more = { version: '9.9.9', keySet: 2, ...at }
    const body = updateBody(Date.now() - 1_000, { file: evil, ...more })
    const name = `stable/${process.platform}-${process.arch}-appimage.json`
    feed.files.set(name, serve(signed(body, strangers.slice(0, 2))))
    const file = `stable/paydesk-9.9.9-${process.platform}-${process.arch}.AppImage`
    feed.files.set(file, serve(evil))
  }

  async function writeStrangers(): Promise<void> {
    await open.close()
    const db = new BetterSqlite3(join(folder, 'ledger.sqlite'))
    const text = db.prepare('SELECT value FROM update_memory').pluck().get() as string
    const set = signed(keysBody(strangers, 2, Date.now() + 365 * day), strangers)
    const value = JSON.stringify({ ...(JSON.parse(text) as object), keySets: [set] })
    db.prepare('UPDATE update_memory SET value = ?').run(value)
    db.close()
    offerEvil()
  }

  /** A person decides about each stop there is. */
  async function resume(): Promise<string> {
    const { moneyStops } = must(await open.desk['app:state']({}))
    const stopIds = moneyStops.map(({ id }) => id)
    if (stopIds.length > 0)
      must(await open.desk['money:resume']({ stopIds, reason: 'all is well here' }))
    return moneyStops.map(({ message }) => message).join()
  }

  async function pressEverything(): Promise<void> {
    const { phase, message } = must(await open.desk['update:check']({}))
    expect({ phase, message }).toEqual({
      phase: 'refused',
      message: expect.stringContaining('a key that this Paydesk does not know') as unknown,
    })
    await open.desk['update:download']({})
    await open.desk['update:install']({})
    expect(asked.filter((question) => question.startsWith('Install'))).toEqual([])
    expect(readFileSync(target(), 'utf8')).toContain('1.2.0')
    expect((await entries('update:refused'))[0]?.details).toEqual({
      code: 'update-key-not-known',
    })
  }

  it('install nothing after a person resumed the stop that names the row', async () => {
    must(await setFeed())
    await writeStrangers()
    open = await start()
    await expect.poll(resume).toContain('format-1 was changed (value)')
    await pressEverything()
  })

  it('install nothing after a start without the keychain', async () => {
    must(await setFeed())
    await writeStrangers()
    vault = createMemoryVault({ hadKeychain: true })
    open = await start()
    await expect.poll(resume).toContain('format-1 was changed (value)')
    await pressEverything()
  })

  it('install nothing on a computer without a keychain', async () => {
    await open.close()
    vault = createMemoryVault()
    rmSync(folder, { recursive: true })
    mkdirSync(folder)
    writeFileSync(target(), 'the program of 1.2.0', { mode: 0o755 })
    open = await start()
    must(await setFeed())
    await writeStrangers()
    open = await start()
    await expect.poll(resume).toContain('format-1 was changed (value)')
    await pressEverything()
  })

  it('are forgotten once a person enters the address of the feed again', async () => {
    must(await setFeed())
    await writeStrangers()
    vault = createMemoryVault({ hadKeychain: true })
    open = await start()
    await resume()
    must(await setFeed())
    offer()
    expect(must(await open.desk['update:check']({}))).toMatchObject({
      ...{ phase: 'available', keySet: 1 },
      offered: { version: '1.3.0' },
    })
  })
})

describe('while a request has no outcome', () => {
  it('that waits to be sent, nothing is installed; once it is undone, it is', async () => {
    await open.close()
    open = await start(30_000)
    await downloaded()
    const { attemptId, token } = await refund()
    const confirmed = open.desk['attempt:confirm']({ attemptId, token })
    await expect.poll(async () => (await show()).heldUp?.at).toBe('attempts')
    expect(faultOf(await open.desk['update:install']({}))).toMatchObject({
      ...{ kind: 'denied', reason: 'not-possible' },
      message: expect.stringContaining('Requests that wait') as unknown,
    })
    expect(readFileSync(target(), 'utf8')).toContain('1.2.0')
    must(await open.desk['attempt:undo']({ attemptId }))
    await confirmed
    expect(must(await open.desk['update:install']({})).phase).toBe('in-place')
  })

  it('that the gateway still works on, nothing is installed', async () => {
    await downloaded()
    const { attemptId, token } = await refund()
    expect(must(await open.desk['attempt:confirm']({ attemptId, token })).state).toBe('ACCEPTED')
    expect(faultOf(await open.desk['update:install']({})).message).toContain('being processed')
    expect(readFileSync(target(), 'utf8')).toContain('1.2.0')
  })

  it('that becomes open while the dialog stands there, nothing is installed', async () => {
    await downloaded()
    const { attemptId, token } = await refund()
    whileAsked = () => open.desk['attempt:confirm']({ attemptId, token })
    expect(faultOf(await open.desk['update:install']({})).message).toContain('being processed')
    expect(asked.at(-1)).toBe('Install Paydesk 1.3.0?')
    expect(readFileSync(target(), 'utf8')).toContain('1.2.0')
  })
})
