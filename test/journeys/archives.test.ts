// Old entries leave through the desk: what may leave is said first, the archive is made and read
// back, and everything goes on after it.
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Assembled } from '../../src/main/assemble.ts'
import { makeArchive, planArchive } from '../../src/main/ledger/archive/archive.ts'
import { loadOrCreateAuditKey } from '../../src/main/ledger/audit/audit-key.ts'
import { openAudit } from '../../src/main/ledger/audit/audit.ts'
import { createCheckpointer } from '../../src/main/ledger/audit/checkpoint.ts'
import { writeContent } from '../../src/main/ledger/export/export-content.ts'
import { openLedgerReader } from '../../src/main/ledger/db/open.ts'
import { openLedger } from '../../src/main/ledger/opening/open-ledger.ts'
import { openEntryProofs } from '../../src/main/ledger/audit/entry-proofs.ts'
import { hasPurgeable } from '../../src/main/ledger/archive/purge.ts'
import { createTimeSlice } from '../../src/main/ledger/db/time-slice.ts'
import { sandboxId } from '../../src/main/composition/sandbox-connection.ts'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import type { Vault } from '../../src/main/vault/vault.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { openDeskAt } from '../campaigns/faults/fixture.ts'
import { must } from '../campaigns/faults/must.ts'
import { resourcesDir } from '../campaigns/tamper/log.ts'
import { runPrograms } from '../campaigns/tamper/verifiers.ts'
import { asThePageReads } from './story.ts'

const yearMs = 366 * 86_400_000
const home = mkdtempSync(join(tmpdir(), 'paydesk-archives-'))
const folder = join(home, 'desk')
/** What it keeps stays, as in a keychain. */
const vault: Vault = { ...createMemoryVault(), kind: 'keychain' }
let sandbox: Sandbox
let desk: Assembled['desk']
let close: Assembled['close']
let orderids: string[]

async function open(clock: () => number, kept: Vault = vault): Promise<void> {
  const opened = must(
    await openDeskAt({ folder, baseUrl: sandbox.baseUrl, sandbox, vault: kept, clock }),
  )
  desk = asThePageReads(opened.desk)
  close = opened.close
}

beforeAll(async () => {
  sandbox = await startSandbox({ processingMs: 20, seedDays: 0 })
  orderids = sandbox
    .trainingOrders()
    .slice(0, 3)
    .map(({ orderid }) => orderid)
  await open(() => Date.now() - yearMs)
  for (const value of orderids)
    must(await desk['order:look-up']({ connectionId: sandboxId, by: 'orderid', value }))
  await close()
  await open(Date.now)
})
afterAll(async () => {
  await close()
  await sandbox.close()
  rmSync(home, { recursive: true, force: true })
})

const entries = async (text: string) =>
  must(await desk['audit:list']({ filter: { text }, limit: 100 })).rows

describe('archiving on this computer', () => {
  it('says what is kept since when and what may leave, and refuses less than twelve months', async () => {
    const report = must(await desk['archive:list']({ months: 12 }))
    expect(report).toMatchObject({ archives: [], why: null, keptSince: { seq: 1 } })
    expect(report.ready).toMatchObject({ first: 1 })
    expect(report.ready!.newestAt).toBeLessThan(Date.now() - 365 * 86_400_000)
    expect(must(await desk['archive:list']({ months: 13 })).ready).toBeNull()
    expect(await desk['archive:make']({ months: 11 })).toMatchObject({
      fault: { kind: 'input', field: 'months' },
    })
    expect(existsSync(join(folder, 'archives'))).toBe(false)
    expect(must(await desk['app:state']({})).log.archivedTo).toBe(0)
  })

  it('makes an archive that both verifiers find intact; list, search, orders and verification go on', async () => {
    const before = must(await desk['archive:list']({ months: 12 })).ready!
    const { made, isEnded } = must(await desk['archive:make']({ months: 12 }))
    expect(isEnded).toBe(false)
    expect(made).toMatchObject([{ first: 1, size: before.size }])
    const said = await runPrograms([join(folder, 'archives', made[0]!.folder)])
    expect([said.node.code, said.python.code]).toEqual([0, 0])

    const after = must(await desk['archive:list']({ months: 12 }))
    expect(after).toMatchObject({ archives: made, ready: null })
    expect(after.keptSince?.seq).toBe(before.size + 1)
    expect(must(await desk['app:state']({})).log.archivedTo).toBe(before.size)
    expect((await entries('')).at(-1)?.seq).toBe(before.size + 1)
    const verified = must(await desk['audit:verify']({}))
    expect(verified).toMatchObject({ outcome: 'intact' })
    expect(verified?.message).toContain(`Entries up to ${before.size} were archived`)
    // What was looked up is known and found, though nothing of it is left in the log.
    const orderid = orderids[0]!
    expect(await entries(orderid)).toEqual([])
    const found = must(
      await desk['order:list']({ connectionId: sandboxId, text: orderid, limit: 9 }),
    )
    expect(found.rows.map((row) => row.orderid)).toEqual([orderid])
    expect(must(await desk['order:show']({ connectionId: sandboxId, orderid })).orderid).toBe(
      orderid,
    )
    expect(must(await desk['archive:make']({ months: 12 })).made).toEqual([])
    expect(readdirSync(join(folder, 'archives'))).toHaveLength(1)
  })

  it('misses an archive that was deleted, and one that was changed, and takes them back', async () => {
    const archives = join(folder, 'archives')
    const [name = ''] = readdirSync(archives)
    const verify = async () => must(await desk['audit:verify']({}))
    renameSync(archives, `${archives}-away`)
    expect(await verify()).toMatchObject({
      outcome: 'truncated',
      firstBadSeq: 1,
      message: expect.stringContaining(
        `archived as “${name}”, and that archive is no longer in`,
      ) as unknown,
    })
    renameSync(`${archives}-away`, archives)
    for (const file of ['manifest.json', 'audit.jsonl']) {
      const place = join(archives, name, file)
      const kept = readFileSync(place)
      appendFileSync(place, ' ')
      expect(await verify()).toMatchObject({ outcome: 'tampered', firstBadSeq: 1 })
      writeFileSync(place, kept)
    }
    expect(await verify()).toMatchObject({ outcome: 'intact' })
  })

  it('starts again with money running, and still finds every order by its text', async () => {
    await close()
    await open(Date.now)
    expect(must(await desk['app:state']({})).moneyStops).toEqual([])
    expect(must(await desk['audit:verify']({}))).toMatchObject({ outcome: 'intact' })
    for (const orderid of orderids)
      expect(
        must(await desk['order:list']({ connectionId: sandboxId, text: orderid, limit: 9 })).rows,
      ).toHaveLength(1)
  })

  it('takes out at start what was left when the program ended between two slices', async () => {
    await close()
    const file = join(folder, 'ledger.sqlite')
    const opened = must(openLedger({ file, clock: Date.now }))
    const { db, witness, close: closeLedger } = opened
    const clock = (): number => Date.now() + yearMs
    const report = (error: unknown): never => {
      throw error
    }
    const proofs = openEntryProofs({ db, vault, report: (_, error) => report(error) })
    await proofs.reopen()
    const audit = openAudit(db, { clock, monotonic: () => 0, prove: proofs.prove })
    const key = must(await loadOrCreateAuditKey(vault, db, { clock }))
    const checkpointer = createCheckpointer(audit, db, { key, clock, report })
    const plan = must(
      planArchive(db, { months: 12, now: clock(), publicKey: checkpointer.publicKey }),
    )!
    // As the program does when it opens: what follows a close without it was written by somebody
    // else.
    witness.write({ logId: audit.logId, ...audit.head(), isTrusted: true, isClosed: false })
    const work = createTimeSlice({ monotonic: () => performance.now() })
    const made = makeArchive({
      ...{
        db,
        audit,
        checkpointer,
        reached: null,
        plan,
        clock,
        actor: 'ana',
        version: '0.0.0',
        resourcesDir,
      },
      folder: join(folder, 'archives'),
      writeContent: (query) => writeContent(db, query, work),
      check: () => Promise.resolve({ code: 0, text: '' }),
      marked: () => Promise.resolve(null),
      atOnce: 2,
      onSlice: () => report(new Error('the program ended')),
    })
    await expect(made).rejects.toThrow('the program ended')
    expect(hasPurgeable(db)).toBe(true)
    closeLedger()

    await open(clock)
    const watch = must(openLedgerReader(file))
    await expect.poll(() => hasPurgeable(watch)).toBe(false)
    const oldest = watch.prepare('SELECT min(seq) FROM audit_entry').pluck().get()
    watch.close()
    expect(Number(oldest)).toBe(plan.size + 1)
    expect(must(await desk['app:state']({})).moneyStops).toEqual([])
    expect(must(await desk['audit:verify']({}))).toMatchObject({ outcome: 'intact' })
    expect(must(await desk['archive:list']({ months: 12 })).archives[0]).toMatchObject({
      first: plan.first,
      size: plan.size,
    })
  })

  it('archives nothing without a keychain, and says why', async () => {
    await close()
    await open(Date.now, createMemoryVault())
    expect(must(await desk['archive:list']({ months: 12 })).why).toMatch(/need a keychain/)
    expect(await desk['archive:make']({ months: 12 })).toMatchObject({
      fault: { kind: 'denied', message: expect.stringMatching(/need a keychain/) as string },
    })
  })
})
