// Copies of the ledger that are put back in the whole desk: what was sent after the copy was made
// is not forgotten unnoticed. Power cuts are played by going on in a copy of the whole folder, as
// it was at that moment.
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { controlKeySlot } from '#shared/connections/connection.ts'
import { backupsIn } from '../../src/main/ledger/copies/backup.ts'
import { HIGH_WATER_SLOT } from '../../src/main/ledger/audit/high-water.ts'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import type { Vault } from '../../src/main/vault/vault.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import {
  addShop,
  effectsOf,
  faultOf,
  handleOf,
  must,
  type OpenDesk,
  openDesk,
  trainingOrder,
} from './story.ts'

let sandbox: Sandbox
let vault: Vault
let desk: OpenDesk
const opened: OpenDesk[] = []
const folders: string[] = []

beforeEach(async () => {
  sandbox = await startSandbox({ processingMs: 50 })
  vault = { ...createMemoryVault(), kind: 'keychain' }
})
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
  await sandbox.close()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-restored-'))
  folders.push(folder)
  return folder
}

async function start(folder: string, backupAfterMs?: number): Promise<void> {
  desk = await openDesk({
    folder,
    sandbox: handleOf(sandbox),
    vault,
    ...(backupAfterMs === undefined
      ? {}
      : { backupTiming: { firstAfterMs: backupAfterMs, lookEveryMs: 60_000 } }),
  })
  opened.push(desk)
}
/**
 * The power is cut: what is on the disk now is all there is. Where a file goes away meanwhile, that
 * was no moment: the copy is made again.
 */
function cutPower(): string {
  for (let left = 20; ; left -= 1) {
    const folder = newFolder()
    try {
      cpSync(desk.folder, folder, { recursive: true })
      return folder
    } catch (error) {
      if (left === 0 || !String(error).includes('ENOENT')) throw error
    }
  }
}
const endings = ['', '-wal', '-shm']
function takeAway(folder: string, ...which: string[]): void {
  for (const ending of which) rmSync(join(folder, `ledger.sqlite${ending}`), { force: true })
}
/** A file copy: the ledger with or without what SQLite keeps beside it. */
function copyOf(folder: string, which = endings): (target: string) => void {
  const place = newFolder()
  for (const ending of which)
    cpSync(join(folder, `ledger.sqlite${ending}`), join(place, `ledger.sqlite${ending}`))
  return (target) => {
    takeAway(target, ...endings)
    for (const ending of which)
      cpSync(join(place, `ledger.sqlite${ending}`), join(target, `ledger.sqlite${ending}`))
  }
}

const stops = async () =>
  must(await desk.desk['app:state']({})).moneyStops.map(({ message }) => message)
const lookUp = async (orderid: string) =>
  must(await desk.desk['order:look-up']({ connectionId: 'sandbox', by: 'orderid', value: orderid }))
const review = async (orderid: string) => {
  const { clientOrderid } = await lookUp(orderid)
  return desk.desk['attempt:review']({
    connectionId: 'sandbox',
    operation: 'return',
    request: {
      client_orderid: clientOrderid,
      orderid,
      comment: 'damaged',
      amount: '1.00',
      currency: 'EUR',
    },
  })
}
async function sendOne(orderid: string): Promise<void> {
  must(await desk.desk['attempt:confirm'](must(await review(orderid))))
}
async function isStopped(orderid: string): Promise<void> {
  expect(await stops()).toEqual([expect.stringContaining('old copy')])
  expect(faultOf(await review(orderid))).toMatchObject({ reason: 'money-stopped' })
}

describe('what left after a copy was made is not forgotten when the copy is put back', () => {
  it('that Paydesk made itself, after a power cut while the outcome was open', async () => {
    const orderid = trainingOrder(sandbox, /120\.00 EUR/)
    await start(newFolder(), 1)
    const backups = join(desk.folder, 'backups')
    await expect.poll(() => backupsIn(backups).length, { timeout: 10_000 }).toBe(1)
    await sendOne(orderid)
    const home = cutPower()
    takeAway(home, ...endings)
    cpSync(join(home, 'backups', backupsIn(backups)[0]!), join(home, 'ledger.sqlite'))
    await start(home)
    await isStopped(orderid)
    expect(effectsOf(sandbox, orderid, 'return')).toBe(1)
  })
  it('whatever the keychain says, also when it is away', async () => {
    const orderid = trainingOrder(sandbox, /120\.00 EUR/)
    vault = createMemoryVault()
    await start(newFolder())
    const putBack = copyOf(desk.folder)
    await sendOne(orderid)
    const home = cutPower()
    putBack(home)
    await start(home)
    await isStopped(orderid)
  })
  it('by losing the write-ahead log in a power cut: the ledger without it is whole, and too old', async () => {
    const orderid = trainingOrder(sandbox, /120\.00 EUR/)
    const first = newFolder()
    await start(first)
    await desk.close()
    const putBack = copyOf(first, [''])
    await start(first)
    await sendOne(orderid)
    const home = cutPower()
    putBack(home)
    await start(home)
    await isStopped(orderid)
  })
  it('by losing the lock file: what was sent before is then nobody’s word, until a person decides', async () => {
    const orderid = trainingOrder(sandbox, /120\.00 EUR/)
    const home = newFolder()
    await start(home)
    await addShop(desk, sandbox)
    await sendOne(orderid)
    await desk.close()
    rmSync(join(home, 'ledger.sqlite-lock'))
    await start(home)
    // The keychain’s mark speaks for the ledger.
    expect(await stops()).toEqual([])
    await desk.close()
    rmSync(join(home, 'ledger.sqlite-lock'))
    must(await vault.remove(HIGH_WATER_SLOT))
    const unsaid = [expect.stringMatching(/neither the lock file beside it nor the keychain/)]
    await start(home)
    expect(await stops()).toEqual(unsaid)
    // Practice goes on, and speaks for nothing that was before it.
    await sendOne(trainingOrder(sandbox, /hold/i)).catch(() => undefined)
    await desk.close()
    await start(home)
    expect(await stops()).toEqual(unsaid)
    const { moneyStops } = must(await desk.desk['app:state']({}))
    const stopIds = moneyStops.map(({ id }) => id)
    must(await desk.desk['money:resume']({ stopIds, reason: 'compared with the gateway by hand' }))
    expect(await stops()).toEqual([])
    await desk.close()
    await start(home)
    expect(await stops()).toEqual([])
  })
  it('and a copy from after it is not taken for an old one', async () => {
    const orderid = trainingOrder(sandbox, /120\.00 EUR/)
    await start(newFolder())
    await sendOne(orderid)
    const home = cutPower()
    await start(home)
    expect(await stops()).toEqual([])
  })
})

describe('the whole folder, with its lock file, is put back', () => {
  /**
   * A shop over whose connection requests leave, and a keychain that can refuse or delay its marks.
   */
  async function shopWith(write: (slots: Vault, secret: string) => ReturnType<Vault['write']>) {
    const slots = vault
    const temper = { isOdd: false }
    vault = {
      ...slots,
      write: (slot, secret) =>
        temper.isOdd && slot === HIGH_WATER_SLOT ? write(slots, secret) : slots.write(slot, secret),
    }
    await start(newFolder())
    const connectionId = await addShop(desk, sandbox)
    const orderid = trainingOrder(sandbox, /5000\.00 EUR for test/)
    const send = async () => {
      const asked = { connectionId, by: 'orderid', value: orderid } as const
      const { clientOrderid } = must(await desk.desk['order:look-up'](asked))
      const request = {
        ...{ client_orderid: clientOrderid, orderid },
        ...{ amount: '1.00', currency: 'EUR', comment: 'damaged' },
      }
      const ready = await desk.desk['attempt:review']({
        ...{ connectionId, operation: 'return', request },
      })
      if (!ready.ok) return ready
      const confirmed = await desk.desk['attempt:confirm'](ready.value)
      sandbox.advance(60_000)
      await desk.desk['order:check']({ connectionId, orderid })
      return confirmed
    }
    const effects = (): number => effectsOf(sandbox, orderid, 'return')
    return { temper, send, effects, slots }
  }
  const unwritten = expect.stringMatching(/mark of the audit log could not be written/)

  it.each<[string, (slots: Vault, secret: string) => ReturnType<Vault['write']>]>([
    [
      'refused',
      () =>
        Promise.resolve({
          ok: false,
          fault: { kind: 'vault', sent: 'no', reason: 'locked', message: 'It is locked.' },
        }),
    ],
    ['late', () => new Promise(() => undefined)],
  ])('while the keychain’s mark was %s: nothing had left that it forgets', async (_how, write) => {
    const { temper, send, effects } = await shopWith(write)
    must(await send())
    const before = cutPower()
    temper.isOdd = true
    expect(faultOf(await send())).toMatchObject({ reason: 'money-stopped', message: unwritten })
    expect(must(await desk.desk['app:state']({})).moneyStops).toMatchObject([
      { reach: 'production', message: unwritten },
    ])
    expect(effects()).toBe(1)
    temper.isOdd = false
    await start(before)
    expect(await stops()).toEqual([])
  })
  it('after a mark was kept: the keychain knows what is missing', async () => {
    const { send, effects } = await shopWith((slots, secret) =>
      slots.write(HIGH_WATER_SLOT, secret),
    )
    const before = cutPower()
    must(await send())
    expect(effects()).toBe(1)
    await start(before)
    expect(await stops()).toEqual([expect.stringMatching(/This is an old copy/)])
  })
  it('and the keychain has lost its mark: that is no first start, production waits for a person', async () => {
    const { send, slots } = await shopWith((kept, secret) => kept.write(HIGH_WATER_SLOT, secret))
    must(await send())
    const before = cutPower()
    must(await send())
    // First: it would write its mark again with what it hears of the second refund.
    await desk.close()
    must(await slots.remove(HIGH_WATER_SLOT))
    await start(before)
    const { moneyStops } = must(await desk.desk['app:state']({}))
    expect(moneyStops).toMatchObject([
      { reach: 'production', message: expect.stringMatching(/the keychain holds no mark of it/) },
    ])
  })
})

describe('a copy that is put over the ledger while the log of a crash lies beside it', () => {
  it('is the ledger from then on: the log is kept and not replayed, and money is stopped', async () => {
    const orderid = trainingOrder(sandbox, /120\.00 EUR/)
    await start(newFolder(), 1)
    const backups = join(desk.folder, 'backups')
    await expect.poll(() => backupsIn(backups).length, { timeout: 10_000 }).toBe(1)
    await sendOne(orderid)
    const home = cutPower()
    expect(statSync(join(home, 'ledger.sqlite-wal')).size).toBeGreaterThan(0)
    cpSync(join(home, 'backups', backupsIn(backups)[0]!), join(home, 'ledger.sqlite'))
    await start(home)
    expect(await stops()).toEqual([
      expect.stringMatching(/belongs to another ledger file/),
      expect.stringMatching(/old copy/),
    ])
    expect(faultOf(await review(orderid))).toMatchObject({ reason: 'money-stopped' })
    const kept = readdirSync(home).filter((name) => name.includes('.damaged-'))
    expect(kept.filter((name) => name.endsWith('-wal'))).toHaveLength(1)
    expect(effectsOf(sandbox, orderid, 'return')).toBe(1)
  })
})

describe('a ledger that is taken away while the desk is open', () => {
  it.each(endings)(
    '(ledger.sqlite%s) holds every request back, also after a person wanted to go on',
    async (ending) => {
      const orderid = trainingOrder(sandbox, /120\.00 EUR/)
      await start(newFolder())
      const ready = must(await review(orderid))
      takeAway(desk.folder, ending)
      expect(faultOf(await desk.desk['attempt:confirm'](ready))).toMatchObject({
        reason: 'money-stopped',
        message: expect.stringContaining('was moved, replaced or deleted'),
      })
      const { moneyStops } = must(await desk.desk['app:state']({}))
      expect(moneyStops).toMatchObject([{ reach: 'all' }])
      const stopIds = moneyStops.map(({ id }) => id)
      must(await desk.desk['money:resume']({ stopIds, reason: 'it will be there again soon' }))
      expect(faultOf(await review(orderid))).toMatchObject({ reason: 'money-stopped' })
      expect(effectsOf(sandbox, orderid, 'return')).toBe(0)
    },
  )
  it('while the keychain is asked for the key, just before it leaves, holds the request back as well', async () => {
    const orderid = trainingOrder(sandbox, /120\.00 EUR/)
    const slots = vault
    let reads = 0
    let isArmed = false
    vault = {
      ...slots,
      read: (slot) => {
        // The first of two signs the status question before sending, the second what is about to
        // leave.
        if (isArmed && slot === controlKeySlot('sandbox') && (reads += 1) === 2)
          takeAway(desk.folder, '')
        return slots.read(slot)
      },
    }
    await start(newFolder())
    const ready = must(await review(orderid))
    isArmed = true
    expect(faultOf(await desk.desk['attempt:confirm'](ready))).toMatchObject({
      reason: 'money-stopped',
    })
    expect(reads).toBe(2)
    expect(effectsOf(sandbox, orderid, 'return')).toBe(0)
  })
})
