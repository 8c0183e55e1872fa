// The daily copies of the ledger in the whole desk: they come by themselves, are audited, seven are
// kept, one can be put back, and a disk that can't take one is told of.
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { say } from '#shared/message.ts'
import { formatMessage } from '#wording/format-messages.ts'
import { backupsIn, mostBackups } from '../../src/main/ledger/copies/backup.ts'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import type { Vault } from '../../src/main/vault/vault.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { faultOf, handleOf, must, type OpenDesk, openDesk, trainingOrder } from './story.ts'

const dayMs = 86_400_000
let sandbox: Sandbox
let home: string
let desk: OpenDesk
let daysLater: number
let vault: Vault
const backups = () => join(home, 'backups')

beforeEach(async () => {
  sandbox = await startSandbox({ processingMs: 50 })
  home = mkdtempSync(join(tmpdir(), 'paydesk-backups-'))
  daysLater = 0
  vault = { ...createMemoryVault(), kind: 'keychain' }
})
afterEach(async () => {
  await desk.close()
  await sandbox.close()
  rmSync(home, { recursive: true, force: true })
})

/** Time passes as the test says; looks for a copy that is due come quickly. */
async function open(): Promise<void> {
  desk = await openDesk({
    threads: true,
    folder: home,
    sandbox: handleOf(sandbox),
    vault,
    clock: () => Date.now() + daysLater * dayMs,
    backupTiming: { firstAfterMs: 1, lookEveryMs: 5 },
  })
}
const recorded = async (outcome: string) =>
  must(
    await desk.desk['audit:list']({ filter: { kind: 'ledger:backup', outcome }, limit: 100 }),
  ).rows.map((row) => row.details)
const until = (look: () => Promise<boolean>) =>
  expect.poll(look, { timeout: 20_000, interval: 20 }).toBe(true)
const stops = async () => must(await desk.desk['app:state']({})).moneyStops
const copied = (times: number) => until(async () => (await recorded('ok')).length >= times)

it('is made every day, verified, audited, and seven are kept', async () => {
  await open()
  for (let day = 1; day <= mostBackups + 2; day += 1) {
    await copied(day)
    daysLater = day
  }
  await copied(mostBackups + 3)
  await desk.close()
  expect(backupsIn(backups())).toHaveLength(mostBackups)
  expect(readdirSync(backups()).filter((name) => name.includes('part'))).toEqual([])
  await open()
  const made = await recorded('ok')
  expect(made).toHaveLength(mostBackups + 3)
  expect(made[0]).toMatchObject({
    file: backupsIn(backups()).at(-1),
    removed: [expect.any(String)],
  })
  // Each holds the log as far as it had come, one copy of it after the other.
  const entries = made.map((details) => Number(details.entries))
  expect(entries.every((count, at) => at === 0 || count < entries[at - 1]!)).toBe(true)
  expect(must(await desk.desk['app:state']({})).backupFault).toBeNull()
})

it('can be put back: the desk works with it, and money stops until a person says why to go on', async () => {
  await open()
  const orderid = trainingOrder(sandbox, /120\.00 EUR/)
  const lookUp = async (value: string) =>
    must(await desk.desk['order:look-up']({ connectionId: 'sandbox', by: 'orderid', value }))
  const order = await lookUp(orderid)
  daysLater = 1
  await copied(2)
  const later = trainingOrder(sandbox, /hold/i)
  await lookUp(later)
  await desk.close()
  // What a person does whose disk failed: the newest copy takes the ledger's place.
  for (const ending of ['', '-wal', '-shm'])
    rmSync(join(home, `ledger.sqlite${ending}`), { force: true })
  copyFileSync(join(backups(), backupsIn(backups()).at(-1)!), join(home, 'ledger.sqlite'))
  await open()

  expect(await stops()).toMatchObject([{ message: expect.stringContaining('old copy') as string }])
  const find = async (text: string) =>
    must(await desk.desk['order:list']({ text, limit: 10 })).rows.map((row) => row.orderid)
  expect(await find(orderid)).toEqual([orderid])
  expect(await find(later)).toEqual([])
  await lookUp(later)
  expect(await find(later)).toEqual([later])
  const review = () =>
    desk.desk['attempt:review']({
      connectionId: 'sandbox',
      operation: 'return',
      request: { client_orderid: order.clientOrderid, orderid, comment: 'damaged' },
    })
  expect(faultOf(await review())).toMatchObject({ reason: 'money-stopped' })
  const reason = 'the disk failed; nothing was sent after the copy'
  const stopIds = (await stops()).map(({ id }) => id)
  must(await desk.desk['money:resume']({ stopIds, reason }))
  expect(await stops()).toEqual([])
  expect((await review()).ok).toBe(true)
  const resumed = must(
    await desk.desk['audit:list']({ filter: { kind: 'money:resumed' }, limit: 10 }),
  ).rows
  expect(resumed).toMatchObject([{ actor: 'anna', details: { reason } }])
  expect(must(await desk.desk['audit:verify']({}))?.outcome).toBe('intact')
})

it('that can’t be written is told of and audited, and comes as soon as the disk takes it', async () => {
  writeFileSync(backups(), 'in the way')
  await open()
  await until(async () => (await recorded('failed')).length > 0)
  const failure = formatMessage(say('program.the-folder-is-not-there'))
  expect((await recorded('failed'))[0]).toMatchObject({ failure })
  expect(must(await desk.desk['app:state']({})).backupFault).toBe(failure)
  expect(desk.changes).toContainEqual({ topic: 'app' })
  expect(desk.reports).toContainEqual(['backup', expect.anything()])
  expect(await recorded('ok')).toEqual([])
  rmSync(backups())
  await copied(1)
  expect(must(await desk.desk['app:state']({})).backupFault).toBeNull()
  expect(existsSync(join(backups(), backupsIn(backups())[0]!))).toBe(true)
})
