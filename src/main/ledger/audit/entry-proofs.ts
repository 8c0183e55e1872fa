// Proves that this program wrote an entry: an HMAC of the entry's place and chain value, under a
// key of the keychain. Entries of another program, entries appended while Paydesk was closed and
// entries of a run without the key all lack it. They stop money until a person has read them.
import { say } from '#shared/message.ts'
import { createHmac, type KeyObject } from 'node:crypto'
import type { SecretSlots } from './audit-key.ts'
import { latestCheckpoint } from './checkpoint.ts'
import { loadOrCreateEntryKey, noteEntryKeyUsed } from './entry-key.ts'
import type { SealStop } from './log-standing.ts'
import { type Database, inTransaction } from '../db/database.ts'
import { statement } from '../db/statements.ts'

/** Entries without a proof: their numbers, both included. */
export interface Unproven {
  from: number
  until: number
  /** One of them carries a proof that this key did not make. */
  isForged: boolean
}

export interface EntryProofs {
  /** For a new entry, in its transaction; null while the key is away. */
  prove(seq: number, chain: Buffer): Buffer | null
  /** Asks the vault for the key, where it is away, and proves what this run wrote meanwhile. */
  reopen(): Promise<void>
  /** 32 bytes; null while the key is away. */
  key(): Buffer | null
  /** What a look at all entries found. */
  found(unproven: Unproven | null): void
  stops(): readonly SealStop[]
  /** Why nothing is signed: entries that nobody can prove, or a key that did not answer yet. */
  logFault(): string | null
  /** A person decided to go on. False for a stop of somebody else. */
  accept(stop: SealStop): boolean
}

interface Run {
  db: Database
  vault: SecretSlots
  report: (incident: string, error: unknown) => void
  /** The newest entry when Paydesk was closed in order; null after a run that ended otherwise. */
  closedAt?: number | null
  sizeAtOpen: number
  key: KeyObject | null
  /** Of this run, written before the key was heard. */
  away: { seq: number; chain: Buffer }[]
  unproven: Unproven | null
  keyFault: string | null
  isKeyGivenUp: boolean
}

/** It says nothing of the log before `reopen()` was called once. */
export function openEntryProofs(
  parts: Pick<Run, 'db' | 'vault' | 'report' | 'closedAt'>,
): EntryProofs {
  const sizeAtOpen = Number(
    statement<[]>(parts.db, 'SELECT max(seq) FROM audit_entry', { as: 'value' }).get() ?? 0,
  )
  const run: Run = {
    ...{ ...parts, sizeAtOpen, key: null, away: [], unproven: null },
    ...{ keyFault: null, isKeyGivenUp: false },
  }
  // One after the other: two first questions at once would each make a key, and one of them be
  // lost.
  let turn: Promise<void> = Promise.resolve()
  return {
    prove: (seq, chain) => {
      if (run.key !== null) return proofOf(run.key, seq, chain)
      if (run.vault.kind === 'keychain') run.away.push({ seq, chain })
      return null
    },
    reopen: () => (turn = turn.then(() => begin(run))),
    key: () => run.key?.export() ?? null,
    found: (unproven) => {
      run.unproven = unproven
    },
    stops: () => [
      ...(run.keyFault === null ? [] : [{ message: run.keyFault, reach: 'all' as const }]),
      ...(run.unproven === null ? [] : [stopOf(run, run.unproven)]),
    ],
    logFault: () => {
      if (run.unproven !== null) return stopOf(run, run.unproven).message
      const isAway = run.key === null && run.vault.kind === 'keychain' && !run.isKeyGivenUp
      return isAway && hasProofs(run.db) ? (run.keyFault ?? keyAway) : null
    },
    accept: ({ message }) => {
      if (message === run.keyFault) {
        run.keyFault = null
        run.isKeyGivenUp = true
        return true
      }
      if (run.unproven === null || message !== stopOf(run, run.unproven).message) return false
      run.unproven = null
      return true
    },
  }
}

const proofOf = (key: KeyObject, seq: number, chain: Uint8Array): Buffer =>
  createHmac('sha256', key).update(`${seq}:`).update(chain).digest()

async function begin(run: Run): Promise<void> {
  const { db, vault, sizeAtOpen } = run
  if (run.key !== null || vault.kind === 'memory') return
  const loaded = await loadOrCreateEntryKey(vault, hasProofs(db))
  if (!loaded.ok) {
    const { fault } = loaded
    const isGone = fault.kind === 'vault' && ['lost', 'refused'].includes(fault.reason)
    if (isGone && !run.isKeyGivenUp) run.keyFault = fault.message
    return
  }
  const { key, isFirst } = loaded.value
  run.keyFault = null
  inTransaction(db, () => {
    // The key is heard in the transaction that proves: no entry comes in between.
    const signed = latestCheckpoint(db)?.size ?? 0
    const after = Math.min(signed, sizeAtOpen)
    // What is signed already needs no other proof than the first one; nobody signed the rest.
    if (isFirst) proveUntil(db, key, signed === 0 ? sizeAtOpen : after)
    for (const entry of run.away) proveOwn(db, key, entry)
    run.key = key
    run.away = []
    run.unproven = unprovenIn(db, key, after)
  })
  const noted = isFirst ? await noteEntryKeyUsed(vault, loaded.value) : null
  if (noted?.ok === false) run.report('entry-key', new Error(noted.fault.message))
}

/** MONEY: only the very entry that this run wrote, which a roll-back may have taken out. */
const proveOwn = (db: Database, key: KeyObject, { seq, chain }: Run['away'][number]): void =>
  void statement<[Buffer, number, Buffer]>(
    db,
    'UPDATE audit_entry SET proof = ? WHERE seq = ? AND chain = ? AND proof IS NULL',
  ).run(proofOf(key, seq, chain), seq, chain)

function proveUntil(db: Database, key: KeyObject, size: number): void {
  const entries = statement<[number], { seq: number; chain: Buffer }>(
    db,
    'SELECT seq, chain FROM audit_entry WHERE seq <= ? AND proof IS NULL',
    { integers: 'number' },
  ).all(size)
  for (const entry of entries) proveOwn(db, key, entry)
}

const hasProofs = (db: Database): boolean =>
  statement<[]>(db, 'SELECT 1 FROM audit_entry WHERE proof IS NOT NULL LIMIT 1').get() !== undefined

interface Decision {
  seq: number
  chain: Buffer
  proof: Buffer | null
  entries: string | null
}

/** Entries that a person has read: those that a proven entry names. */
function decidedIn(db: Database, key: KeyObject): [from: number, until: number][] {
  return statement<[], Decision>(
    db,
    `SELECT seq, chain, proof, CAST(body AS TEXT) ->> '$.details.entries' AS entries
     FROM audit_entry WHERE kind = 'money:resumed' AND json_valid(CAST(body AS TEXT)) AND entries IS NOT NULL`,
    { integers: 'number' },
  )
    .all()
    .filter(({ seq, chain, proof }) => proof?.equals(proofOf(key, seq, chain)) === true)
    .map(({ entries }) => JSON.parse(entries ?? '[]') as [number, number])
}

/** The first and the last entry behind `after` that the key did not prove and nobody read. */
export function unprovenIn(db: Database, key: KeyObject, after: number): Unproven | null {
  const decided = decidedIn(db, key)
  const entries = statement<[number], [seq: number, chain: Buffer, proof: Buffer | null]>(
    db,
    'SELECT seq, chain, proof FROM audit_entry WHERE seq > ? ORDER BY seq',
    { as: 'list', integers: 'number' },
  )
  let found: Unproven | null = null
  for (const [seq, chain, proof] of entries.iterate(after)) {
    if (proof?.equals(proofOf(key, seq, chain)) === true) continue
    if (decided.some(([from, until]) => seq >= from && seq <= until)) continue
    found ??= { from: seq, until: seq, isForged: false }
    found.until = seq
    found.isForged ||= proof !== null
  }
  return found
}

function stopOf({ closedAt = null }: Pick<Run, 'closedAt'>, unproven: Unproven): SealStop {
  const { from, until, isForged } = unproven
  return {
    message: isForged ? forgedMessage(from, until) : unprovenMessage(from, until),
    // Behind an orderly close nothing can come but from something else.
    reach: isForged || (closedAt !== null && until > closedAt) ? 'all' : 'production',
    decision: { entries: [from, until] },
  }
}

const unprovenMessage = (from: number, until: number): string =>
  from === until
    ? say('ledger.entry-unproved', { from })
    : say('ledger.entries-unproved', { from, until })

const forgedMessage = (from: number, until: number): string =>
  from === until
    ? say('ledger.entry-of-other-key', { from })
    : say('ledger.entries-of-other-key', { from, until })

const keyAway = say('ledger.entry-key-out-of-reach')
