// Archives: what leaves, that nothing leaves without one, and that what stays verifies, alone and
// behind its archives.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditFilter } from '#shared/bridge/lists.ts'
import {
  archivesOf,
  type ArchiveOptions,
  makeArchive,
  monthsBefore,
  planArchive,
} from '../../../../src/main/ledger/archive/archive.ts'
import { oldestOf } from '../../../../src/main/ledger/audit/audit-base.ts'
import { makeBackup } from '../../../../src/main/ledger/copies/backup.ts'
import { compareHighWater, createHighWater } from '../../../../src/main/ledger/audit/high-water.ts'
import { exportAudit } from '../../../../src/main/ledger/export/export.ts'
import { writeContent } from '../../../../src/main/ledger/export/export-content.ts'
import { checkFolder } from '../../../../src/main/ledger/export/offline-verifier.ts'
import { openLedgerReader } from '../../../../src/main/ledger/db/open.ts'
import { hasPurgeable, purge } from '../../../../src/main/ledger/archive/purge.ts'
import { verifyLog } from '../../../../src/main/ledger/audit/verify.ts'
import { createTimeSlice } from '../../../../src/main/ledger/db/time-slice.ts'
import { createMemoryVault } from '../../../../src/main/vault/memory.ts'
import { openVerifiers, type Verifiers } from '../../../campaigns/tamper/verifiers.ts'
import {
  draft,
  dropGuards,
  faultOf,
  type LogRig,
  newFolder,
  openLog,
  resourcesDir,
  tickingClock,
  valueOf,
} from '../ledger-rig.ts'
import { formatMessage } from '#wording/format-messages.ts'
import { tampered } from '../../../fakes/ledger-check.ts'

const monotonic = (): number => performance.now()
const work = () => createTimeSlice({ monotonic })
/** The rig's entries are of 1 March 2026. */
const now = Date.UTC(2027, 5, 1)
const home = newFolder

function rigOf(entries = 60, file = ':memory:') {
  const rig = openLog({ file, entries, checkpointsAt: [20, 40, 60] })
  const folder = join(home(), 'archives')
  const plan = (mostEntries?: number) =>
    planArchive(rig.ledger.db, {
      months: 12,
      now,
      publicKey: rig.checkpointer.publicKey,
      ...(mostEntries === undefined ? {} : { mostEntries }),
    })
  const make = (more: Partial<ArchiveOptions> = {}, mostEntries?: number) => {
    const planned = valueOf(plan(mostEntries))
    if (planned === null) throw new Error('nothing to archive')
    return makeArchive({
      db: rig.ledger.db,
      audit: rig.audit,
      checkpointer: rig.checkpointer,
      reached: null,
      plan: planned,
      folder,
      actor: 'ana',
      version: '1.2.3',
      clock: tickingClock(now),
      resourcesDir,
      writeContent: (query) => writeContent(rig.ledger.db, query, work()),
      check: (made) => checkFolder({ folder: made, size: planned.size, resourcesDir }, work()),
      marked: () => Promise.resolve(null),
      ...more,
    })
  }
  return { ...rig, folder, plan, make }
}

const verify = (rig: LogRig) =>
  verifyLog(rig.ledger.db, rig.audit, {
    monotonic,
    expectedFingerprint: rig.checkpointer.fingerprint,
  })

async function exported(rig: LogRig, filter: AuditFilter = {}): Promise<string> {
  const folder = join(home(), 'export')
  valueOf(
    await exportAudit({
      audit: rig.audit,
      db: rig.ledger.db,
      checkpointer: rig.checkpointer,
      reached: null,
      filter,
      folder,
      version: '1.2.3',
      clock: tickingClock(now),
      resourcesDir,
    }),
  )
  return folder
}

let verifiers: Verifiers
beforeAll(async () => {
  verifiers = await openVerifiers()
})
afterAll(() => verifiers.close())

/** Both verifiers, which must say the same to the letter. */
async function check(
  ...args: string[]
): Promise<{ code: number; bad: string | null; text: string }> {
  const { node, python } = await verifiers.ask(args)
  expect(python).toEqual(node)
  return { ...node, bad: /^first bad entry: (.+)$/m.exec(node.text)?.[1] ?? null }
}

const seqs = (rig: LogRig): [number, number] =>
  (rig.ledger.db.prepare('SELECT min(seq), max(seq) FROM audit_entry').raw().get() as bigint[]).map(
    Number,
  ) as [number, number]

describe('what may leave', () => {
  it('is nothing younger than twelve months, whatever is asked', () => {
    const { ledger, checkpointer } = rigOf()
    const ask = (months: number, at = now) =>
      planArchive(ledger.db, { months, now: at, publicKey: checkpointer.publicKey })
    for (const months of [11, 0, -12, 12.5, Number.NaN])
      expect(faultOf(ask(months))).toMatch(/at least 12 months/)
    expect(valueOf(ask(12, Date.UTC(2027, 1, 28)))).toBeNull()
    expect(valueOf(ask(12))).toMatchObject({ first: 1, size: 60 })
    expect(valueOf(ask(16))).toBeNull()
  })

  it('ends with a checkpoint of the same key, and is so many entries at most', () => {
    const rig = rigOf()
    expect(valueOf(rig.plan(59))).toMatchObject({ first: 1, size: 40 })
    expect(valueOf(rig.plan(19))).toBeNull()
    const { db } = rig.ledger
    expect(valueOf(planArchive(db, { months: 12, now, publicKey: 'another' }))).toBeNull()
  })

  it('is nothing behind an entry that stays, where the clock was set back', () => {
    const rig = rigOf(0)
    const times = [Date.UTC(2026, 1, 1), Date.UTC(2027, 4, 1), Date.UTC(2026, 1, 2)]
    for (const [index, time] of times.entries()) {
      rig.append(draft(index))
      dropGuards(rig)
      rig.ledger.db.prepare('UPDATE audit_entry SET at_wall = ? WHERE seq = ?').run(time, index + 1)
      rig.checkpointer.now('entries')
    }
    expect(valueOf(rig.plan())).toMatchObject({ size: 1 })
  })

  it('is nothing an open request may still need', () => {
    tampered('a request is written without its entries')
    const rig = rigOf()
    rig.ledger.db
      .prepare(
        `INSERT INTO attempt (id, connection_id, endpoint_id, operation, risk, orderid, client_orderid, lock_key, state, is_full,
           request, digest, expires_at, actor, comment, seen, message, created_at)
         VALUES ('a', 'c', '1', 'return', 'money', '1', 'c1', 'l', 'UNKNOWN', 0, '{}', 'd', 0, 'ana', '', '', '', ?)`,
      )
      .run(Date.UTC(2026, 2, 1, 9, 30, 30))
    expect(valueOf(rig.plan())).toMatchObject({ first: 1, size: 20 })
  })

  it('counts months as people do', () => {
    expect(monthsBefore(Date.UTC(2028, 1, 29), 12)).toBe(Date.UTC(2027, 1, 28))
    expect(monthsBefore(Date.UTC(2027, 4, 31), 18)).toBe(Date.UTC(2025, 10, 30))
    expect(monthsBefore(Date.UTC(2027, 0, 15, 7), 12)).toBe(Date.UTC(2026, 0, 15, 7))
  })
})

describe('an archive', () => {
  it('takes its entries out, named by a signed entry; archive and log verify alone and together', async () => {
    const rig = rigOf()
    const { chain: was } = rig.audit.head()
    const made = valueOf(await rig.make({}, 40))!
    expect(made).toMatchObject({ first: 1, size: 40, folder: 'audit-1-to-40' })
    expect(seqs(rig)).toEqual([41, 61])
    expect(archivesOf(rig.ledger.db)).toEqual([made])
    expect(await verify(rig)).toMatchObject({ outcome: 'intact', entries: 21, checkpoints: 3 })
    const [named] = (await rig.jobs.run('entries', { filter: {}, limit: 1 })).rows
    expect(named).toMatchObject({ seq: 61, kind: 'audit:archived', outcome: 'ok', actor: 'ana' })
    expect(named?.details).toMatchObject({ first: 1, size: 40, digest: made.digest })

    const archive = join(rig.folder, made.folder)
    const { fingerprint } = rig.checkpointer
    const rest = await exported(rig)
    expect(await check(archive, '--fingerprint', fingerprint, '--reached', '40')).toMatchObject({
      code: 0,
    })
    const alone = await check(rest, '--fingerprint', fingerprint, '--reached', `60:${was}`)
    expect(alone.code).toBe(0)
    expect(alone.text).toContain('begins behind: entry 40, archived')
    const both = await check(archive, rest, '--fingerprint', fingerprint, '--reached', `60:${was}`)
    expect(both.text).toMatch(/^intact: all 61 entries and 5 checkpoints agree\n/)
    expect(both.text).toContain('folder 2: entries 41 to 61')
    // Filtered, the entry that names the archive is there all the same.
    const filtered = await exported(rig, { text: 'no such text' })
    expect(await check(filtered)).toMatchObject({ code: 0 })
    expect((await check(archive, filtered)).text).toContain('entries: 1 full, 20 stubs')
  })

  it('is followed by the next one, and all of them join', async () => {
    const rig = rigOf()
    const first = valueOf(await rig.make({}, 20))!
    const second = valueOf(await rig.make({}, 25))!
    expect([first.size, second.first, second.size]).toEqual([20, 21, 40])
    const folders = [first, second].map(({ folder }) => join(rig.folder, folder))
    const rest = await exported(rig)
    for (const some of [folders, [...folders, rest], [folders[1]!, rest], [rest], [folders[1]!]])
      expect(await check(...some)).toMatchObject({ code: 0 })
    expect(await check(folders[0]!, rest)).toMatchObject({ code: 4 })
    expect(await check(rest, folders[0]!)).toMatchObject({ code: 4 })
    expect(await check(...folders.toReversed())).toMatchObject({ code: 4 })
    expect(archivesOf(rig.ledger.db)).toEqual([second, first])
  })

  it('is proven by the log with every row about those before it', async () => {
    const rig = rigOf()
    await rig.make({}, 20)
    await rig.make({}, 25)
    const { db } = rig.ledger
    db.exec('DROP TRIGGER archive_no_update; DROP TRIGGER archive_no_delete')
    expect(await verify(rig)).toMatchObject({ outcome: 'intact' })
    for (const size of [20, 40])
      for (const change of [
        "UPDATE archive SET folder = 'another'",
        `UPDATE archive SET digest = '${'0'.repeat(64)}'`,
        'UPDATE archive SET chain = zeroblob(32)',
        'UPDATE archive SET first = first + 1',
        'UPDATE archive SET oldest_at = oldest_at + 1',
        'UPDATE archive SET newest_at = newest_at + 1',
        'UPDATE archive SET made_at = made_at + 1',
        'UPDATE archive SET named_by = named_by + 1',
        'DELETE FROM archive',
      ]) {
        db.exec('SAVEPOINT before')
        db.exec(`${change} WHERE size = ${size}`)
        const { outcome } = await verify(rig)
        expect([size, change, outcome]).toEqual([size, change, 'tampered'])
        db.exec('ROLLBACK TO before; RELEASE before')
      }
  })

  it('is missed where its row goes before any of its entries went', async () => {
    const rig = rigOf()
    const { db } = rig.ledger
    // It is named, and then the program ends: nothing can be taken out.
    await expect(rig.make({ atOnce: 0 }, 20)).rejects.toThrow('is not there')
    expect(await verify(rig)).toMatchObject({ outcome: 'intact' })
    db.exec('DROP TRIGGER archive_no_delete; DELETE FROM archive')
    expect(await verify(rig)).toMatchObject({ outcome: 'tampered' })
  })

  it('leaves backup, mark, search and checkpoints working', async () => {
    const file = join(home(), 'ledger.sqlite')
    const rig = rigOf(60, file)
    const vault = { ...createMemoryVault(), kind: 'keychain' as const }
    const mark = createHighWater(vault, rig.audit, rig.ledger.db, { onAnswer: () => undefined })
    await mark.compare()
    mark.note()
    await mark.written()
    await rig.make()
    expect(seqs(rig)).toEqual([61, 61])
    // The mark stands at the very entry the archive ends with.
    expect((await compareHighWater(vault, rig.audit, rig.ledger.db)).state).toBe('ok')
    const reader = valueOf(openLedgerReader(file))
    const evidence = { mark: null, expectedFingerprint: rig.checkpointer.fingerprint }
    const backup = { folder: join(home(), 'backups'), at: now, evidence }
    expect(await makeBackup(reader, backup, monotonic)).toMatchObject({ entries: 1 })
    reader.close()
    for (let n = 0; n < 70; n += 1) {
      rig.append(draft(n))
      rig.checkpointer.maybe('entries')
    }
    expect(await verify(rig)).toMatchObject({ outcome: 'intact', entries: 71 })
    const found = await rig.jobs.run('entries', { filter: { text: '69.50' }, limit: 9 })
    expect(found.rows.map((row) => row.seq)).toEqual([131])
    expect(rig.reports).toEqual([])
  })

  it('is being taken out in slices: between two of them everything goes on and verifies', async () => {
    const rig = rigOf()
    const { db } = rig.ledger
    const archive = join(rig.folder, 'audit-1-to-60')
    const seen: unknown[] = []
    const betweenSlices = (n: number): void => {
      expect(db.inTransaction).toBe(false)
      rig.append(draft(70 + n))
      if (n % 3 === 0) rig.checkpointer.now('entries')
      seen.push(seqs(rig)[0])
    }
    let slices = 0
    // The third slice is not followed by another: as when the program ends there.
    const made = rig.make({
      atOnce: 16,
      onSlice: () => {
        betweenSlices((slices += 1))
        if (slices === 3) throw new Error('the program ends')
      },
    })
    await expect(made).rejects.toThrow('the program ends')
    expect(seen).toEqual([17, 33, 49])
    const left = await verify(rig)
    expect(left).toMatchObject({ outcome: 'intact', entries: 16, firstBadSeq: null })
    expect(formatMessage(left.message)).toMatch(
      /from 49 to 64 are unchanged.*up to 60 were archived.*still here/,
    )
    expect(oldestOf(db)?.seq).toBe(61)
    const rest = await exported(rig)
    expect((await check(archive, rest)).text).toContain('folder 2: entries 61 to 64')
    expect(await check(rest)).toMatchObject({ code: 0 })
    expect(valueOf(rig.plan())).toMatchObject({ first: 61 })

    // Whoever changes what is still here, or says that less of it is, is found out.
    for (const [sql, bad] of [
      [`UPDATE audit_entry SET body = x'7b7d' WHERE seq = 50`, 50],
      ['UPDATE audit_entry SET leaf = zeroblob(32) WHERE seq = 49', 49],
      ['DELETE FROM audit_entry WHERE seq = 49', 49],
      ['DELETE FROM audit_entry WHERE seq <= 60', 49],
      ['DELETE FROM checkpoint WHERE size = 60', 60],
      [`UPDATE meta SET value = replace(value, '48:', '47:') WHERE key = 'audit.leaving'`, 48],
      [`UPDATE meta SET value = '48:' || hex(zeroblob(32)) WHERE key = 'audit.leaving'`, 49],
      [`DELETE FROM meta WHERE key = 'audit.leaving'`, 61],
    ] as const) {
      db.exec('BEGIN')
      dropGuards(rig)
      db.exec(sql)
      const found = await verify(rig)
      expect([sql, found.outcome, found.firstBadSeq]).toEqual([sql, 'tampered', bad])
      db.exec('ROLLBACK')
    }

    expect(hasPurgeable(db)).toBe(true)
    await purge(db, { atOnce: 5 })
    expect(seqs(rig)).toEqual([61, 64])
    expect(await verify(rig)).toMatchObject({ outcome: 'intact', entries: 4 })
    expect(await check(archive, await exported(rig))).toMatchObject({ code: 0 })
  })

  it('takes nothing out for a row that no signed entry bears out', async () => {
    const rig = rigOf()
    dropGuards(rig)
    rig.ledger.db.exec(`
      INSERT INTO archive SELECT 40, 1, chain, 'x', '${'0'.repeat(64)}', 0, 0, 0, 41 FROM audit_entry WHERE seq = 40;
      INSERT INTO meta VALUES ('audit.leaving', '0:${'0'.repeat(64)}')`)
    expect(hasPurgeable(rig.ledger.db)).toBe(false)
    await purge(rig.ledger.db)
    expect(seqs(rig)).toEqual([1, 60])
    expect(await verify(rig)).toMatchObject({ outcome: 'tampered', firstBadSeq: 40 })
  })

  it.each<[string, Partial<ArchiveOptions>, RegExp]>([
    [
      'did not verify',
      { check: () => Promise.resolve({ code: 2, text: 'tampered: x' }) },
      /verify/,
    ],
    ['is not marked', { marked: () => Promise.resolve('The keychain is locked.') }, /keychain/],
    ['can’t be written', { folder: join(import.meta.filename, 'x') }, /the-folder-is-not-there/],
  ])('that %s takes nothing out and leaves nothing behind', async (_name, more, message) => {
    const rig = rigOf()
    const made = await rig
      .make(more)
      .catch((error: unknown) => ({ ok: false as const, fault: error as { message: string } }))
    expect(made.ok ? '' : made.fault.message).toMatch(message)
    expect(seqs(rig)).toEqual([1, 60])
    expect(archivesOf(rig.ledger.db)).toEqual([])
    if (existsSync(rig.folder)) expect(readdirSync(rig.folder)).toEqual([])
  })

  it('is read back from the disk: one that was written wrong takes nothing out', async () => {
    const rig = rigOf()
    const made = await rig.make({
      check: (folder) => {
        const path = join(folder, 'audit.jsonl')
        writeFileSync(path, readFileSync(path, 'utf8').replace('"seq":7,', '"seq":8,'))
        return checkFolder({ folder, size: 60, resourcesDir }, work())
      },
    })
    expect(faultOf(made)).toMatch(/failed verification: tampered/)
    expect(seqs(rig)).toEqual([1, 60])
  })

  it('that was ended takes nothing out', async () => {
    const rig = rigOf()
    const control = new AbortController()
    control.abort()
    const ended = createTimeSlice({ monotonic, signal: control.signal })
    const made = await rig.make({
      writeContent: (query) => writeContent(rig.ledger.db, query, ended),
    })
    expect(valueOf(made)).toBeNull()
    expect(seqs(rig)).toEqual([1, 60])
    expect(readdirSync(rig.folder)).toEqual([])
  })

  it('never overwrites what lies there', async () => {
    const rig = rigOf()
    mkdirSync(join(rig.folder, 'audit-1-to-60'), { recursive: true })
    mkdirSync(join(rig.folder, 'audit-1-to-60.partial-x'))
    expect(valueOf(await rig.make())?.folder).toBe('audit-1-to-60-2')
    expect(readdirSync(rig.folder).sort()).toEqual(['audit-1-to-60', 'audit-1-to-60-2'])
  })

  it('that could not be named and signed leaves everything as it was', async () => {
    const rig = rigOf()
    rig.ledger.db.exec(
      `CREATE TRIGGER full BEFORE INSERT ON archive BEGIN SELECT RAISE(ABORT, 'disk full'); END`,
    )
    await expect(rig.make()).rejects.toThrow('disk full')
    expect(seqs(rig)).toEqual([1, 60])
    expect(rig.audit.head().size).toBe(60)
    expect(await verify(rig)).toMatchObject({ outcome: 'intact', entries: 60, checkpoints: 3 })
  })
})

describe('without an archive nothing leaves', () => {
  it.each([
    'DELETE FROM audit_entry WHERE seq = 45',
    'DELETE FROM audit_entry',
    'DELETE FROM checkpoint WHERE size = 40',
    'DELETE FROM checkpoint',
    'DELETE FROM archive',
    'UPDATE archive SET size = 50',
    `INSERT INTO archive SELECT 60, 41, chain, 'x', '${'0'.repeat(64)}', 0, 0, 0, 61 FROM audit_entry WHERE seq = 59`,
    `INSERT INTO archive SELECT 55, 41, chain, 'x', '${'0'.repeat(64)}', 0, 0, 0, 61 FROM audit_entry WHERE seq = 55`,
    `INSERT INTO archive SELECT 60, 41, chain, 'x', '${'0'.repeat(64)}', 0, 0, 0, 62 FROM audit_entry WHERE seq = 60`,
  ])('the ledger refuses: %s', async (sql) => {
    const rig = rigOf()
    await rig.make({}, 40)
    rig.append(draft(62))
    expect(() => rig.ledger.db.exec(sql)).toThrow(/append-only|named by a signed entry/)
    expect(await verify(rig)).toMatchObject({ outcome: 'intact' })
  })

  /**
   * What somebody with a database tool does to make entries vanish as if they had been archived.
   */
  const vanish = (rig: LogRig, size: number): void => {
    dropGuards(rig)
    rig.ledger.db.exec(`
      INSERT INTO archive SELECT ${size}, (SELECT min(seq) FROM audit_entry), chain, 'x', '${'0'.repeat(64)}', 0, 0, 0, ${size + 1}
        FROM audit_entry WHERE seq = ${size};
      DELETE FROM audit_entry WHERE seq <= ${size};
      DELETE FROM checkpoint WHERE size < ${size};`)
  }

  it('entries that vanish as if archived are found out, here and by both verifiers', async () => {
    const rig = rigOf()
    vanish(rig, 40)
    expect(await verify(rig)).toMatchObject({ outcome: 'tampered', firstBadSeq: 40 })
    expect(await check(await exported(rig))).toMatchObject({ code: 2, bad: '40' })
    expect(faultOf(rig.plan())).toMatch(/does not say/)
  })

  it('more entries that vanish than were archived are found out', async () => {
    const rig = rigOf()
    await rig.make({}, 20)
    vanish(rig, 40)
    expect(await verify(rig)).toMatchObject({ outcome: 'tampered', firstBadSeq: 40 })
    expect(await check(await exported(rig))).toMatchObject({ code: 2, bad: '40' })
  })

  // What only the table says wrong is not in an export, which goes by the signed checkpoint.
  it.each<[string, string, number, number?]>([
    ['the archive forgotten', 'DELETE FROM archive', 1],
    ['another chain value', `UPDATE archive SET chain = zeroblob(32)`, 40, 0],
    ['the base checkpoint gone', 'DELETE FROM checkpoint WHERE size = 40', 40],
    ['its signature changed', 'UPDATE checkpoint SET signature = zeroblob(64) WHERE size = 40', 40],
    ['the first entry behind it gone', 'DELETE FROM audit_entry WHERE seq = 41', 41],
    [
      'an entry smuggled in before it',
      'INSERT INTO audit_entry SELECT 40, at_wall, at_mono, actor, kind, outcome, origin, subject, body, leaf, chain, proof FROM audit_entry WHERE seq = 41',
      41,
    ],
  ])('%s is found out', async (_name, sql, bad, code = 2) => {
    const rig = rigOf()
    await rig.make({}, 40)
    dropGuards(rig)
    rig.ledger.db.exec(sql)
    expect(await verify(rig)).toMatchObject({ outcome: 'tampered', firstBadSeq: bad })
    expect(await check(await exported(rig))).toMatchObject({ code })
  })

  it('an archive swapped for another does not join', async () => {
    const rig = rigOf()
    const made = valueOf(await rig.make({}, 40))!
    const rest = await exported(rig)
    const other = rigOf()
    const foreign = valueOf(await other.make({ version: '1.2.4' }, 40))!
    // The same entries and key, so it verifies; the log names another one.
    const archive = join(other.folder, foreign.folder)
    expect(await check(archive)).toMatchObject({ code: 0 })
    expect(await check(archive, rest)).toMatchObject({ code: 2 })
    rmSync(join(rig.folder, made.folder, 'audit.jsonl'))
    expect(await check(join(rig.folder, made.folder), rest)).toMatchObject({ code: 4 })
  })

  it('a witness of the archived part is not called missing: that can’t be told', async () => {
    const rig = rigOf()
    const made = valueOf(await rig.make({}, 40))!
    const archive = join(rig.folder, made.folder)
    const rest = await exported(rig)
    const lines = readFileSync(join(archive, 'audit.jsonl'), 'utf8').split('\n')
    const { chain } = JSON.parse(lines[9]!) as { chain: string }
    const witness = ['--witness', `pd-x-${chain.slice(0, 8)}`]
    expect(await check(rest, ...witness)).toMatchObject({ code: 4 })
    expect(await check(archive, rest, ...witness)).toMatchObject({ code: 0 })
    const reached = ['--reached', `10:${chain}`]
    expect(await check(rest, ...reached)).toMatchObject({ code: 4 })
    expect(await check(archive, rest, ...reached)).toMatchObject({ code: 0 })
    expect(await check(archive, rest, '--reached', '99')).toMatchObject({ code: 3, bad: '62' })
  })
})
