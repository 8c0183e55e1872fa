// Every attack at every position: on the database, judged by the program itself and, after a real export, by both offline verifiers; and
// on the files of an export. The ledger is put back after each attack by rolling it back.
import { sign } from 'node:crypto'
import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StoredEntry } from '../../src/main/ledger/audit-rows.ts'
import {
  checkpointDigest,
  NO_CHECKPOINT,
  rawPublicKey,
  type StoredCheckpoint,
} from '../../src/main/ledger/checkpoint.ts'
import { verifyLog } from '../../src/main/ledger/verify.ts'
import { type Attack, edited, rehashed, signedBefore, type Target } from './attacks.ts'
import { folderAttacks, forge, lineAttacks, lineOf, writeLines } from './export-folder.ts'
import {
  compareMark,
  dropGuards,
  exportLog,
  type Log,
  newKey,
  openLog,
  rowsOf,
  signedSizes,
  writeRows,
} from './log.ts'
import { expected, type Expected, type Tally } from './tally.ts'

export interface Sweep {
  log: Log
  target: Target
  tally: Tally
  /** A new path for each case. */
  newPath(): string
  /** A tampered ledger is exported at every so many positions; the program looks at all of them. */
  exportEvery: number
}

/** A sealed log of so many entries, and another one to take entries from. */
export async function openSweep(
  entries: number,
  random: Log['random'],
  parts: Pick<Sweep, 'tally' | 'newPath' | 'exportEvery'>,
): Promise<Sweep> {
  const [log, other] = [newKey(), newKey()].map((key) => openLog({ file: ':memory:', random, key }))
  for (const one of [log!, other!]) {
    for (let n = 0; n < entries; n += 1) {
      one.append()
      // Short logs have checkpoints to be found out by as well.
      if (entries < 200 && n % 17 === 11) one.checkpointer.now('final money state')
    }
    await one.seal()
  }
  // Once: a change of the schema that is rolled back costs more than the attack.
  dropGuards(log!.db)
  const target = {
    logId: log!.audit.logId,
    rows: rowsOf(log!.db),
    signedAt: signedSizes(log!.db),
    foreign: rowsOf(other!.db),
    random,
  }
  return { log: log!, target, ...parts }
}

export const positions = ({ target }: Sweep): number[] => target.rows.map((row) => Number(row.seq))

/** Runs `change` on the ledger, looks at what came of it, and takes it back. */
async function onLedger(
  sweep: Sweep,
  { name, seq }: { name: string; seq: number },
  change: () => void,
  expect: { inApp: Expected; isOnlyByKey?: boolean; export: Expected | null },
): Promise<void> {
  const { log, tally } = sweep
  log.db.exec('BEGIN')
  change()
  const mark = (await compareMark(log)).mark
  const evidence = { mark, expectedFingerprint: log.checkpointer.fingerprint }
  for (const more of expect.isOnlyByKey === true ? [evidence] : [{}, evidence]) {
    const monotonic = (): number => performance.now()
    const found = await verifyLog(log.db, log.audit, { monotonic, ...more })
    tally.judgeInApp(name, expect.inApp, found)
  }
  const folder = sweep.newPath()
  const toExport = seq % sweep.exportEvery === 0 ? expect.export : null
  if (toExport !== null) await exportLog(log, folder)
  log.db.exec('ROLLBACK')
  if (toExport !== null)
    await tally.judge({ name: `${name}, exported`, folder, args: [], expect: toExport })
}

export async function sweepLedger(sweep: Sweep, attack: Attack): Promise<void> {
  const { log, target } = sweep
  for (const seq of positions(sweep)) {
    const rows = attack.run(target, seq)
    if (rows === null) continue
    const expect = expected(attack.expect(target, seq))
    await onLedger(
      sweep,
      { name: `${attack.name} at ${seq}`, seq },
      () => writeRows(log.db, rows, target.rows),
      {
        inApp: expect,
        export: attack.where === 'columns' ? null : expect,
      },
    )
  }
}

/** Re-hashed from an edit on, and every checkpoint behind it signed again by the forger. */
export async function sweepForgedCheckpoints(sweep: Sweep): Promise<void> {
  const { log, target, tally } = sweep
  const key = newKey()
  for (const seq of positions(sweep)) {
    const name = `edit, re-hash and forge the checkpoints from ${seq}`
    const rows = rehashed(target.logId, target.rows.with(seq - 1, edited(target.rows[seq - 1]!)))
    const change = (): void => {
      writeRows(log.db, rows, target.rows)
      forgeCheckpoints(log, rows, seq, key)
    }
    const signedAfter = target.signedAt.find((size) => size >= seq)!
    // At the mark the keychain contradicts before the signature is looked at.
    const isMarked = signedAfter === target.rows.length
    const behindSigned = signedBefore(target, seq) + 1
    await onLedger(sweep, { name, seq }, change, {
      inApp: { words: ['tampered'], bad: isMarked ? behindSigned : signedAfter },
      isOnlyByKey: true,
      export: { words: ['tampered'], bad: behindSigned },
    })
    log.db.exec('BEGIN')
    change()
    tally.note(`${name} (mark)`, (await compareMark(log)).state === 'rolled-back')
    log.db.exec('ROLLBACK')
  }
}

function forgeCheckpoints(
  { db }: Log,
  rows: readonly StoredEntry[],
  from: number,
  key: ReturnType<typeof newKey>,
): void {
  const stored = db.prepare('SELECT * FROM checkpoint ORDER BY size').all() as StoredCheckpoint[]
  const update = db.prepare(
    'UPDATE checkpoint SET body = ?, signature = ?, public_key = ? WHERE size = ?',
  )
  let previous = NO_CHECKPOINT
  for (const old of stored) {
    const size = Number(old.size)
    if (size < from) {
      previous = checkpointDigest(old)
      continue
    }
    const chain = rows[size - 1]!.chain.toString('hex')
    const fields = JSON.parse(old.body.toString('utf8')) as Record<string, unknown>
    const body = Buffer.from(JSON.stringify({ ...fields, chain, previous }))
    const signature = sign(null, body, key)
    update.run(body, signature, rawPublicKey(key).toString('base64'), size)
    previous = checkpointDigest({ body, signature })
  }
}

/** Each checkpoint by itself: a bit of its signature or text turned, or taken away. */
export async function sweepCheckpoints(sweep: Sweep): Promise<void> {
  const { log, target } = sweep
  const run =
    (sql: string, ...values: unknown[]) =>
    () => {
      log.db.prepare(sql).run(...values)
    }
  for (const [index, size] of target.signedAt.entries()) {
    const { body, signature } = log.db
      .prepare('SELECT * FROM checkpoint WHERE size = ?')
      .get(size) as StoredCheckpoint
    for (const [name, bytes] of [
      ['signature', signature],
      ['body', body],
    ] as const) {
      const changed = Buffer.from(bytes)
      const at = target.random.below(changed.length)
      changed[at] = changed[at]! ^ (1 << target.random.below(8))
      await onLedger(
        sweep,
        { name: `turn a bit of the ${name} of checkpoint ${size}`, seq: 0 },
        run(`UPDATE checkpoint SET ${name} = ? WHERE size = ?`, changed, size),
        {
          inApp: { words: ['tampered'], bad: size },
          // What the text says of its own size may have changed as well.
          export:
            name === 'body'
              ? { words: ['tampered', 'truncated'] }
              : { words: ['tampered'], bad: size },
        },
      )
    }
    const next = target.signedAt[index + 1]
    // Without the newest one nothing is untrue: its entries are not signed yet, and that is said.
    if (next === undefined) continue
    const expect: Expected = { words: ['tampered'], bad: next }
    await onLedger(
      sweep,
      { name: `take checkpoint ${size} away`, seq: 0 },
      run('DELETE FROM checkpoint WHERE size = ?', size),
      { inApp: expect, export: expect },
    )
  }
}

/** Every attack on the lines of one honest export, and exports forged as a whole from every position on. */
export async function sweepExport(
  sweep: Sweep,
  attacks: readonly Attack[],
  onPart: (name: string) => void,
): Promise<void> {
  const { target, tally } = sweep
  const honest = sweep.newPath()
  await exportLog(sweep.log, honest)
  const newFolder = (): string => {
    const folder = sweep.newPath()
    mkdirSync(folder)
    for (const name of ['manifest.json', 'manifest.sig'])
      copyFileSync(join(honest, name), join(folder, name))
    return folder
  }
  for (const attack of attacks.filter(({ where }) => where !== 'columns')) {
    onPart(attack.name)
    for (const seq of positions(sweep)) {
      const rows = attack.run(target, seq)
      if (rows === null) continue
      const folder = newFolder()
      writeLines(folder, rows)
      const expect = expected(attack.expect(target, seq))
      const name = `${attack.name} at ${seq} of the export`
      await tally.judge({ name, folder, args: [], expect })
    }
  }
  const lines = target.rows.map(lineOf)
  for (const attack of lineAttacks) {
    onPart(attack.name)
    for (const seq of positions(sweep)) {
      const { bytes, expect } = attack.run(lines, seq, target.random)
      const folder = newFolder()
      writeFileSync(join(folder, 'audit.jsonl'), bytes)
      const name = `${attack.name} at ${seq}`
      await tally.judge({ name, folder, args: [], expect: expected(expect) })
    }
  }
  onPart('forged exports')
  await sweepForgedExports(sweep, newFolder)
  await sweepFolder(sweep, honest)
}

/** Nothing in such a folder contradicts anything else in it: what the auditor knows from elsewhere does. */
async function sweepForgedExports(sweep: Sweep, newFolder: () => string): Promise<void> {
  const { log, target, tally } = sweep
  const key = newKey()
  const { size, chain } = log.audit.head()
  for (const seq of positions(sweep)) {
    const rows = rehashed(target.logId, target.rows.with(seq - 1, edited(target.rows[seq - 1]!)))
    const witness = log.heads[seq - 1 + target.random.below(size - seq + 1)]!
    const evidence: [string[], Expected][] = [
      [['--fingerprint', log.checkpointer.fingerprint], { words: ['tampered'], bad: null }],
      [['--reached', `${size}:${chain}`], { words: ['tampered'], bad: null }],
      [['--witness', witness], { words: ['truncated'], bad: size + 1 }],
    ]
    for (const [args, expect] of evidence) {
      const folder = newFolder()
      forge(folder, rows, key)
      await tally.judge({ name: `forged export from ${seq}, ${args[0]}`, folder, args, expect })
    }
  }
}

async function sweepFolder(sweep: Sweep, honest: string): Promise<void> {
  const { log, target, tally } = sweep
  const manifest = JSON.parse(readFileSync(join(honest, 'manifest.json'), 'utf8')) as {
    files: { name: string }[]
  }
  const names = [...manifest.files.map(({ name }) => name), 'manifest.json', 'manifest.sig']
  const other = sweep.newPath()
  const foreign = openLog({ file: ':memory:', random: target.random, key: newKey() })
  for (let n = 0; n < target.rows.length; n += 1) foreign.append()
  await exportLog(foreign, other)
  const bits = Math.ceil(target.rows.length / 8)
  for (const attack of folderAttacks(names, { other, bits, random: target.random })) {
    const folder = sweep.newPath()
    cpSync(honest, folder, { recursive: true })
    attack.run(folder)
    const { name, words } = attack
    const args = ['--fingerprint', log.checkpointer.fingerprint]
    await tally.judge({ name, folder, args, expect: { words } })
  }
}
