// Every attack at every position of the database, checked by the program itself and, after a real
// export, by both offline verifiers. The ledger is put back after each attack by rolling it back.
import { sign } from 'node:crypto'
import { cpSync } from 'node:fs'
import { baseOf, startOf } from '../../../src/main/ledger/audit/audit-base.ts'
import type { StoredEntry } from '../../../src/main/ledger/audit/audit-rows.ts'
import {
  checkpointDigest,
  NO_CHECKPOINT,
  rawPublicKey,
  type StoredCheckpoint,
} from '../../../src/main/ledger/audit/checkpoint.ts'
import { verifyLog } from '../../../src/main/ledger/audit/verify.ts'
import {
  type Attack,
  attacks,
  changedAt,
  edited,
  lastOf,
  rehashed,
  signedBefore,
  type Target,
} from './attacks.ts'
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
  /** Another log of the same shape. */
  other: Log
  target: Target
  tally: Tally
  /** A new path for each case. */
  newPath(): string
  /**
   * A tampered ledger is exported at every so many positions, other ones for each attack, and never
   * when it is 0; the program looks at all of them.
   */
  exportEvery: number
  /**
   * The archives the log goes on behind: exports are checked behind them and by themselves in turn.
   */
  archives: readonly string[]
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
  return { log: log!, other: other!, target: targetOf(log!, other!), archives: [], ...parts }
}

/** What is in the ledger, and what is in that of another log of the same shape. */
export function targetOf(log: Log, other: Log): Target {
  return {
    logId: log.audit.logId,
    base: startOf(log.db, baseOf(log.db)),
    rows: rowsOf(log.db),
    signedAt: signedSizes(log.db),
    foreign: rowsOf(other.db),
    random: log.random,
  }
}

const positions = ({ target }: Sweep): number[] => target.rows.map((row) => Number(row.seq))

/**
 * Runs `change` on the ledger, looks at what came of it, and takes it back. `nth` says whether it
 * is the turn of its export.
 */
export async function onLedger(
  sweep: Sweep,
  { name, nth }: { name: string; nth: number },
  change: () => void,
  expect: {
    inApp: Expected
    isOnlyByKey?: boolean
    export: Expected | null
    /** Behind the archives, where that is another answer. */
    joined?: Expected
  },
): Promise<void> {
  const { log, tally, archives, exportEvery } = sweep
  log.db.exec('BEGIN')
  change()
  const mark = (await compareMark(log)).mark
  const evidence = { mark, expectedFingerprint: log.checkpointer.fingerprint }
  for (const more of expect.isOnlyByKey === true ? [evidence] : [{}, evidence]) {
    const monotonic = (): number => performance.now()
    const found = await verifyLog(log.db, log.audit, { monotonic, ...more })
    tally.checkInApp(name, expect.inApp, found)
  }
  const folder = sweep.newPath()
  const toExport = exportEvery > 0 && nth % exportEvery === 0 ? expect.export : null
  if (toExport !== null) await exportLog(log, folder)
  log.db.exec('ROLLBACK')
  if (toExport === null) return
  if (expect.joined !== undefined) {
    const copy = sweep.newPath()
    cpSync(folder, copy, { recursive: true })
    const joined = `${name}, exported and joined`
    await tally.check({ name: joined, folder: copy, before: archives, expect: expect.joined })
  }
  const isJoined = expect.joined === undefined && nth % (2 * exportEvery) === 0
  const before = isJoined ? archives : []
  await tally.check({ name: `${name}, exported`, folder, before, expect: toExport })
}

/** Each attack has its ledger exported at other positions than the one before it. */
const turnOf = (attack: Attack, seq: number): number => seq + attacks.indexOf(attack)

export async function sweepLedger(sweep: Sweep, attack: Attack): Promise<void> {
  const { log, target } = sweep
  for (const seq of positions(sweep)) {
    const rows = attack.run(target, seq)
    if (rows === null) continue
    const expect = expected(attack.expect(target, seq))
    await onLedger(
      sweep,
      { name: `${attack.name} at ${seq}`, nth: turnOf(attack, seq) },
      () => writeRows(log.db, rows, target.rows),
      {
        inApp: expect,
        export:
          attack.where === 'columns'
            ? null
            : isEmptied(target, rows)
              ? { outcomes: ['uncheckable'] }
              : expect,
      },
    )
  }
}

/** Without an entry behind the base there is nothing that could say where an export ends. */
const isEmptied = ({ base }: Target, rows: readonly StoredEntry[]): boolean =>
  base.size > 0 && rows.length === 0

/** Re-hashed from an edit on, and every checkpoint behind it signed again by the forger. */
export async function sweepForgedCheckpoints(sweep: Sweep): Promise<void> {
  const { log, target, tally } = sweep
  const key = newKey()
  for (const seq of positions(sweep)) {
    const name = `edit, re-hash and forge the checkpoints from ${seq}`
    const rows = rehashed(target, changedAt(target, seq, edited))
    const change = (): void => {
      writeRows(log.db, rows, target.rows)
      forgeCheckpoints(log, rows, seq, key)
    }
    const signedAfter = target.signedAt.find((size) => size >= seq)!
    // At the mark the keychain contradicts before the signature is looked at.
    const isMarked = signedAfter === lastOf(target)
    const behindSigned = signedBefore(target, seq) + 1
    await onLedger(sweep, { name, nth: seq }, change, {
      inApp: { outcomes: ['tampered'], bad: isMarked ? behindSigned : signedAfter },
      isOnlyByKey: true,
      export: { outcomes: ['tampered'], bad: behindSigned },
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
    const chain = rows[size - Number(rows[0]!.seq)]!.chain.toString('hex')
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
        { name: `turn a bit of the ${name} of checkpoint ${size}`, nth: 0 },
        run(`UPDATE checkpoint SET ${name} = ? WHERE size = ?`, changed, size),
        {
          inApp: { outcomes: ['tampered'], bad: size },
          // What the text says of its own size may have changed as well.
          export:
            name === 'body'
              ? { outcomes: ['tampered', 'truncated'] }
              : { outcomes: ['tampered'], bad: size },
        },
      )
    }
    const next = target.signedAt[index + 1]
    // Without the newest one nothing is untrue: its entries are not signed yet, and that is said.
    if (next === undefined) continue
    const archived = baseOf(log.db).size
    // The first of those that are being taken out could be gone already: the next one proves the
    // same.
    if (index === 0 && size < archived) continue
    const expect: Expected = { outcomes: ['tampered'], bad: size === archived ? size : next }
    await onLedger(
      sweep,
      { name: `take checkpoint ${size} away`, nth: 0 },
      run('DELETE FROM checkpoint WHERE size = ?', size),
      { inApp: expect, export: expect },
    )
  }
}
