// Verifies the whole audit log from the database, in slices that give the event loop back. It reads
// and never repairs. What it checks, and in which order, is docs/audit-format.md; the offline
// verifiers in resources/ are written apart from it.
import { say, sayAll } from '#shared/message.ts'
import type { KeyObject } from 'node:crypto'
import type { Verification } from '#shared/bridge/lists.ts'
import { type AuditBase, baseOf, isNamed, startOf } from './audit-base.ts'
import { chainOf, sha256 } from './audit-hash.ts'
import {
  bodyOf,
  HASHED_AT,
  LEAF_AT,
  type PackedEntry,
  packedReader,
  type ReadableLog,
  type StoredEntry,
} from './audit-rows.ts'
import {
  type CheckpointBody,
  checkpointDigest,
  checkpointFault,
  fingerprintOf,
  isSigned,
  NO_CHECKPOINT,
  type StoredCheckpoint,
} from './checkpoint.ts'
import type { HighWaterMark } from './high-water.ts'
import type { Database } from '../db/open.ts'
import { createTimeSlice, isEnded, type TimeSlice } from '../db/time-slice.ts'
import { statement } from '../db/statements.ts'

export interface VerifyOptions {
  monotonic: () => number
  /**
   * The key every checkpoint must be signed with: its fingerprint from the vault's key. Without it
   * any key is taken, and said.
   */
  expectedFingerprint?: string
  /**
   * The log was signed with a key that is out of reach now: what is whole by itself can’t be told
   * from what was written anew.
   */
  isKeyAway?: boolean
  /** The mark outside the database, as evidence of how far the log had come. */
  mark?: HighWaterMark | null
  /** Hears how far it is, and may end it. */
  work?: TimeSlice
}

type Problem = { outcome: 'tampered' | 'truncated'; seq: number; message: string }

const PAGE = 200
/**
 * Signatures are checked beside the walk, so many at a time; the first that is wrong still decides.
 */
const MOST_AWAITED = 64

/** Rejects, as its work does, only when it was ended. */
export async function verifyLog(
  db: Database,
  audit: ReadableLog,
  options: VerifyOptions,
): Promise<Verification> {
  const startedAt = options.monotonic()
  const walk = createWalk(db, audit, options)
  const work = options.work ?? createTimeSlice({ monotonic: options.monotonic })
  let problem: Problem | null
  let failure: string | null = null
  try {
    problem = walk.begin()
    while (problem === null && walk.hasMore()) {
      problem = walk.step()
      if (walk.awaited() >= MOST_AWAITED) problem = (await walk.firstForged()) ?? problem
      await work.turn(walk.seen().at, walk.end)
    }
    problem = (await walk.firstForged()) ?? problem ?? walk.finish()
  } catch (error) {
    if (isEnded(error)) throw error
    problem = await walk.firstForged()
    failure = problem === null ? (error instanceof Error ? error.message : String(error)) : null
  }
  const { base, start, at, checkpoints, head, fingerprint, signedSize } = walk.seen()
  const proof = { entries: at - start, checkpoints, head, keyFingerprint: fingerprint }
  const tookMs = Math.round(options.monotonic() - startedAt)
  if (failure !== null)
    return {
      ...proof,
      outcome: 'uncheckable',
      firstBadSeq: at + 1,
      message: say('audit.log-unreadable-after', { at, failure }),
      tookMs,
    }
  if (problem !== null)
    return {
      ...proof,
      outcome: problem.outcome,
      firstBadSeq: problem.seq,
      message: problem.message,
      tookMs,
    }
  const message = intactMessage({ base, start, at, checkpoints, signedSize })
  if (options.isKeyAway === true)
    return {
      ...proof,
      outcome: 'uncheckable',
      firstBadSeq: null,
      message: say('audit.log-key-out-of-reach', {
        unsigned: at - signedSize,
        why: message,
      }),
      tookMs,
    }
  return { ...proof, outcome: 'intact', firstBadSeq: null, message, tookMs }
}

/** Where a walk has come to, and what it goes by. */
interface Walk {
  logId: string
  /** The key every checkpoint must be signed with, where one is known. */
  expectedFingerprint: string | undefined
  mark: HighWaterMark | null
  base: AuditBase
  start: AuditBase
  lastSigned: number
  columnsOf: (seq: number) => ReadEntry
  nextCheckpoint: (after: number | bigint) => StoredCheckpoint | undefined
  signatures: Signatures
  position: number | bigint
  entries: number
  chain: Buffer
  checkpoints: number
  signedSize: number
  digest: string | null
  fingerprint: string | null
  pending: StoredCheckpoint | undefined
}

function createWalk(db: Database, audit: ReadableLog, options: VerifyOptions) {
  // Entries and checkpoints that come while this runs belong to the next verification. What is
  // signed is asked first: the other way round an entry signed in between would look as if the log
  // had ended before it.
  const lastSigned = Number(
    statement<[]>(db, 'SELECT max(size) FROM checkpoint', { as: 'value' }).get() ?? 0,
  )
  const end = audit.head().size
  const walk = startWalk(db, {
    ...{ logId: audit.logId, lastSigned, mark: options.mark ?? null },
    expectedFingerprint: options.expectedFingerprint,
  })
  const entriesAfter = packedReader(db, PAGE)
  const { base, start, signatures } = walk
  let isDone = false
  return {
    end,
    begin: (): Problem | null =>
      base.size === start.size && base.size > 0 ? checkBase(walk) : null,
    hasMore: () => !isDone,
    awaited: signatures.awaited,
    firstForged: signatures.firstForged,
    step: (): Problem | null => {
      const rows = entriesAfter(walk.position, end)
      isDone = rows.length === 0
      if (isDone) askOfBeyond(walk)
      for (const row of rows) {
        const problem = checkEntry(walk, row)
        if (problem !== null) return problem
        walk.position = row[0]
      }
      return null
    },
    finish: (): Problem | null => problemAtEnd(walk, () => isNamed(db, walk.lastSigned)),
    seen: () => ({
      base: base.size,
      start: start.size,
      at: walk.entries,
      checkpoints: walk.checkpoints,
      head: walk.chain.toString('hex'),
      fingerprint: walk.fingerprint,
      signedSize: walk.signedSize,
    }),
  }
}

function startWalk(
  db: Database,
  log: Pick<Walk, 'logId' | 'lastSigned' | 'mark' | 'expectedFingerprint'>,
): Walk {
  const base = baseOf(db)
  const start = startOf(db, base)
  const selectColumns = statement<[number], ReadEntry>(
    db,
    'SELECT * FROM audit_entry WHERE seq = ?',
    { integers: 'number' },
  )
  const nextCheckpoint = checkpointReader(db, log.lastSigned)
  // Below every INTEGER, so that an entry smuggled in before the first is read too.
  const position = -(2n ** 63n)
  return {
    ...{ ...log, base, start, nextCheckpoint, position },
    columnsOf: (seq) => selectColumns.only(seq),
    signatures: checkSignatures(),
    entries: start.size,
    chain: start.chain,
    checkpoints: 0,
    signedSize: start.size,
    digest: start.size === 0 ? NO_CHECKPOINT : null,
    fingerprint: null,
    pending: nextCheckpoint(position),
  }
}

function checkpointReader(db: Database, lastSigned: number): Walk['nextCheckpoint'] {
  const selectCheckpoints = statement<[number | bigint, number], StoredCheckpoint>(
    db,
    `SELECT * FROM checkpoint WHERE size > ? AND size <= ? ORDER BY size LIMIT ${PAGE}`,
  )
  let ahead: StoredCheckpoint[] = []
  return (after) => {
    if (ahead.length === 0) ahead = selectCheckpoints.all(after, lastSigned)
    return ahead.shift()
  }
}

interface Signatures {
  /** Checked by another thread from now on. */
  check(row: StoredCheckpoint, isOwn: boolean): void
  awaited(): number
  /** The first checkpoint among those awaited whose signature is wrong. */
  firstForged(): Promise<Problem | null>
}

function checkSignatures(): Signatures {
  // Reading a key takes as long as checking a signature, and nearly all are signed with one.
  const keys = new Map<string, KeyObject>()
  let awaited: { size: number; isValid: Promise<boolean> }[] = []
  return {
    check: (row, isOwn) => {
      const isValid = isOwn ? isSigned(row, keys) : Promise.resolve(false)
      awaited.push({ size: Number(row.size), isValid })
    },
    awaited: () => awaited.length,
    firstForged: async () => {
      const checked = awaited
      awaited = []
      for (const { size, isValid } of checked)
        if (!(await isValid))
          return tampered(size, say('audit.checkpoint-signature-wrong', { size }))
      return null
    },
  }
}

const tampered = (seq: number, message: string): Problem => ({ outcome: 'tampered', seq, message })

/** The entry that was marked in the keychain is another one here. */
const contradictsMark = ({ mark, logId }: Walk, seq: number, chain: Buffer): boolean =>
  mark?.size === seq && mark.logId === logId && mark.chain !== chain.toString('hex')

const isOwnCheckpoint = ({ expectedFingerprint }: Walk, row: StoredCheckpoint): boolean =>
  expectedFingerprint === undefined || fingerprintOf(row) === expectedFingerprint

function checkEntry(walk: Walk, [at, isShown, packed]: PackedEntry): Problem | null {
  const { logId, base, pending } = walk
  const seq = walk.entries + 1
  if (at !== seq) return tampered(seq, say('audit.entry-missing', { seq, at }))
  const leaf = packed.subarray(LEAF_AT, HASHED_AT)
  if (!sha256(packed.subarray(HASHED_AT)).equals(leaf))
    return tampered(seq, say('audit.entry-changed', { seq }))
  const next = chainOf(logId, seq, walk.chain, leaf)
  if (next.compare(packed, 0, LEAF_AT) !== 0)
    return tampered(seq, say('audit.entry-not-following', { seq }))
  // What a signature with the known key covers was written by this program: there only what the
  // columns say has to be compared.
  const isCovered = walk.expectedFingerprint !== undefined && seq <= walk.lastSigned
  const name = isCovered && isShown === 1 ? null : columnThatDiffers(walk.columnsOf(seq))
  if (name !== null) return tampered(seq, say('audit.entry-column-differs', { seq, name }))
  walk.entries = seq
  walk.chain = next
  if (contradictsMark(walk, seq, next))
    return tampered(walk.signedSize + 1, say('audit.log-not-as-marked', { seq }))
  if (seq === base.size) return checkBase(walk)
  return pending?.size === BigInt(seq) ? checkCheckpoint(walk, pending) : null
}

function checkCheckpoint(walk: Walk, row: StoredCheckpoint): Problem | null {
  const { logId, digest, chain, signedSize } = walk
  const size = Number(row.size)
  if (isOwnCheckpoint(walk, row)) walk.signatures.check(row, true)
  const expected = walk.expectedFingerprint
  const message = checkpointFault(row, { logId, digest, expected })
  if (message !== null) return tampered(size, say('audit.checkpoint-wrong', { size, why: message }))
  if (bodyIn(row).chain !== chain.toString('hex'))
    return tampered(
      signedSize + 1,
      say('audit.log-contradicts-signed', {
        size,
        signedSize: signedSize + 1,
      }),
    )
  walk.checkpoints += 1
  walk.signedSize = size
  walk.digest = checkpointDigest(row)
  walk.fingerprint = fingerprintOf(row)
  walk.pending = walk.nextCheckpoint(row.size)
  return null
}

/**
 * Only a checkpoint of this log's own key is evidence that there was more: anybody can write
 * another one behind the end.
 */
function askOfBeyond(walk: Walk): void {
  const row = walk.pending
  if (row !== undefined && row.size > BigInt(walk.entries))
    walk.signatures.check(row, isOwnCheckpoint(walk, row))
}

/** Checks the checkpoint that an archive and the log after it have in common. */
function checkBase(walk: Walk): Problem | null {
  const { size } = walk.base
  const row = walk.pending
  if (row?.size !== BigInt(size))
    return tampered(size, say('archives.archive-checkpoint-gone', { size }))
  if (contradictsMark(walk, size, walk.chain))
    return tampered(size, say('audit.entry-not-the-marked', { size }))
  const problem = checkCheckpoint(walk, row)
  return problem === null ? null : { ...problem, seq: Math.min(problem.seq, size) }
}

/** `isArchiveNamed`: signed entries say which entries were archived, and the rows say the same. */
function problemAtEnd(walk: Walk, isArchiveNamed: () => boolean): Problem | null {
  const { pending, entries, mark, base } = walk
  if (pending !== undefined && pending.size <= BigInt(entries))
    return tampered(
      Number(pending.size),
      say('audit.checkpoint-beyond-end', { size: Number(pending.size) }),
    )
  if (mark !== null && mark.logId !== walk.logId) return tampered(1, say('audit.mark-of-other-log'))
  const reached = Math.max(walk.lastSigned, mark?.size ?? 0)
  if (reached > entries)
    return {
      outcome: 'truncated',
      seq: entries + 1,
      message: say('audit.log-cut-off', { entries, reached }),
    }
  if (isArchiveNamed()) return null
  return base.size > 0
    ? tampered(base.size, say('audit.entries-gone', { size: base.size }))
    : tampered(1, say('archives.archive-row-gone'))
}

type ReadEntry = Omit<StoredEntry, 'seq' | 'at_wall' | 'at_mono'> &
  Record<'seq' | 'at_wall' | 'at_mono', number>

/** The columns are there to search by; what they say must be what the hashed body says. */
function columnThatDiffers(row: ReadEntry): string | null {
  const body = bodyOf(row)
  if (body === null) return say('audit.entry-column-text')
  if (row.seq !== body.seq) return say('audit.entry-column-number')
  if (row.at_wall !== Date.parse(body.at)) return say('audit.entry-column-time')
  if (row.at_mono !== body.mono) return say('audit.entry-column-running-time')
  if (row.actor !== body.actor) return say('audit.entry-column-actor')
  if (row.kind !== body.kind) return say('audit.entry-column-kind')
  if (row.outcome !== body.outcome) return say('audit.entry-column-outcome')
  if (row.origin !== body.origin) return say('audit.entry-column-origin')
  return row.subject === body.subject ? null : say('audit.entry-column-subject')
}

function intactMessage(
  seen: Record<'base' | 'start' | 'at' | 'checkpoints' | 'signedSize', number>,
): string {
  const { base, start, at, checkpoints, signedSize } = seen
  if (at === 0) return say('audit.log-empty')
  const all =
    start === 0
      ? say('audit.all-entries', { count: at })
      : say('audit.entries-from-to', { start: start + 1, at })
  if (checkpoints === 0) return say('audit.intact-unsigned', { entries: all })
  const rest = at - signedSize
  return sayAll([
    say('audit.intact', { entries: all, checkpoints }),
    ...(base === 0 ? [] : [say('audit.entries-archived', { base })]),
    ...(base === 0 || start === base ? [] : [say('archives.archived-still-here')]),
    ...(rest === 0 ? [] : [say('audit.last-not-signed', { rest })]),
  ])
}

const bodyIn = (row: StoredCheckpoint): CheckpointBody =>
  JSON.parse(row.body.toString('utf8')) as CheckpointBody
