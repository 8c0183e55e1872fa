// Verifies the whole audit log from the database, in slices that give the event loop back. It reads and never repairs.
// What it checks, and in which order, is docs/audit-format.md; the offline verifiers in resources/ are written apart from it.
import type { KeyObject } from 'node:crypto'
import type { Verification } from '#shared/bridge.ts'
import { baseOf, isNamed, startOf } from './audit-base.ts'
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
  NO_CHECKPOINT,
  type StoredCheckpoint,
} from './checkpoint.ts'
import { checkpointFault, fingerprintOf, isSigned } from './checkpoint-check.ts'
import type { HighWaterMark } from './high-water.ts'
import type { Database } from './open.ts'
import { createWork, isEnded, type Work } from './work.ts'

export interface VerifyOptions {
  monotonic: () => number
  /** The key every checkpoint must be signed with: its fingerprint from the vault's key. Without it any key is taken, and said. */
  expectedFingerprint?: string
  /** The log was signed with a key that is out of reach now: what is whole by itself can’t be told from what was written anew. */
  isKeyAway?: boolean
  /** The mark outside the database, as evidence of how far the log had come. */
  mark?: HighWaterMark | null
  /** Hears how far it is, and may end it. */
  work?: Work
}

type Problem = { outcome: 'tampered' | 'truncated'; seq: number; words: string }

const PAGE = 200
/** Signatures are checked beside the walk, so many at a time; the first that is wrong still decides. */
const MOST_AWAITED = 64

/** Rejects, as its work does, only when it was ended. */
export async function verifyLog(
  db: Database,
  audit: ReadableLog,
  options: VerifyOptions,
): Promise<Verification> {
  const startedAt = options.monotonic()
  const walk = createWalk(db, audit, options)
  const work = options.work ?? createWork({ monotonic: options.monotonic })
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
      words: `The log can’t be read after entry ${at}: ${failure}.`,
      tookMs,
    }
  if (problem !== null)
    return {
      ...proof,
      outcome: problem.outcome,
      firstBadSeq: problem.seq,
      words: problem.words,
      tookMs,
    }
  const words = intactWords({ base, start, at, checkpoints, signedSize })
  if (options.isKeyAway === true)
    return {
      ...proof,
      outcome: 'uncheckable',
      firstBadSeq: null,
      words: `The key that signs this log is out of reach, so nobody can say that it is whole: ${at - signedSize} of its entries are not signed. ${words}`,
      tookMs,
    }
  return { ...proof, outcome: 'intact', firstBadSeq: null, words, tookMs }
}

function createWalk(db: Database, audit: ReadableLog, options: VerifyOptions) {
  const { logId } = audit
  // Entries and checkpoints that come while this runs belong to the next verification. What is signed is asked first: the other way
  // round an entry signed in between would look as if the log had ended before it.
  const lastSigned = Number(db.prepare('SELECT max(size) FROM checkpoint').pluck().get() ?? 0)
  const end = audit.head().size
  const entriesAfter = packedReader(db, PAGE)
  const selectColumns = db.prepare('SELECT * FROM audit_entry WHERE seq = ?').safeIntegers(false)
  const selectCheckpoints = db.prepare(
    `SELECT * FROM checkpoint WHERE size > ? AND size <= ? ORDER BY size LIMIT ${PAGE}`,
  )
  const mark = options.mark ?? null
  // Below every INTEGER, so that an entry smuggled in before the first is read too.
  let position: number | bigint = -(2n ** 63n)
  const base = baseOf(db)
  const start = startOf(db, base)
  let entries = start.size
  let chain = start.chain
  let checkpoints = 0
  let signedSize = start.size
  let digest = start.size === 0 ? NO_CHECKPOINT : null
  let fingerprint: string | null = null
  let isDone = false
  let awaited: { size: number; isValid: Promise<boolean> }[] = []
  // Reading a key takes as long as checking a signature, and nearly all are signed with one.
  const keys = new Map<string, KeyObject>()
  let ahead: StoredCheckpoint[] = []
  const nextCheckpoint = (after: number | bigint): StoredCheckpoint | undefined => {
    if (ahead.length === 0) ahead = selectCheckpoints.all(after, lastSigned) as StoredCheckpoint[]
    return ahead.shift()
  }
  let pending = nextCheckpoint(position)

  const checkEntry = ([at, isShown, packed]: PackedEntry): Problem | null => {
    const seq = entries + 1
    const bad = (words: string): Problem => ({ outcome: 'tampered', seq, words })
    if (at !== seq) return bad(`Entry ${seq} is missing; entry ${at} follows.`)
    const leaf = packed.subarray(LEAF_AT, HASHED_AT)
    if (!sha256(packed.subarray(HASHED_AT)).equals(leaf))
      return bad(`The text of entry ${seq} was changed.`)
    const next = chainOf(logId, seq, chain, leaf)
    if (next.compare(packed, 0, LEAF_AT) !== 0)
      return bad(`Entry ${seq} doesn’t follow from the one before it.`)
    // What a signature with the known key covers was written by this program: there only what the columns say has to be compared.
    const isCovered = options.expectedFingerprint !== undefined && seq <= lastSigned
    const name =
      isCovered && isShown === 1 ? null : columnThatDiffers(selectColumns.get(seq) as ReadEntry)
    if (name !== null) return bad(`Entry ${seq} shows another ${name} than it was signed with.`)
    entries = seq
    chain = next
    if (mark?.size === seq && mark.logId === logId && mark.chain !== chain.toString('hex'))
      return {
        outcome: 'tampered',
        seq: signedSize + 1,
        words: `The log up to entry ${seq} is not the one that was marked in the keychain.`,
      }
    if (seq === base.size) return checkBase()
    return pending?.size === BigInt(seq) ? checkCheckpoint(pending) : null
  }

  const checkCheckpoint = (row: StoredCheckpoint): Problem | null => {
    const size = Number(row.size)
    if (
      options.expectedFingerprint === undefined ||
      fingerprintOf(row) === options.expectedFingerprint
    )
      awaited.push({ size, isValid: isSigned(row, keys) })
    const words = checkpointFault(row, {
      logId,
      digest,
      expected: options.expectedFingerprint,
    })
    if (words !== null)
      return { outcome: 'tampered', seq: size, words: `The checkpoint at entry ${size} ${words}.` }
    if (bodyIn(row).chain !== chain.toString('hex'))
      return {
        outcome: 'tampered',
        seq: signedSize + 1,
        words: `The log contradicts its signed checkpoint at entry ${size}: something from entry ${signedSize + 1} on was changed.`,
      }
    checkpoints += 1
    signedSize = size
    digest = checkpointDigest(row)
    fingerprint = fingerprintOf(row)
    pending = nextCheckpoint(row.size)
    return null
  }

  /** Only a checkpoint of this log's own key is evidence that there was more: anybody can write another one behind the end. */
  const askOfBeyond = (row: StoredCheckpoint): void => {
    const { expectedFingerprint } = options
    const isOwn = expectedFingerprint === undefined || fingerprintOf(row) === expectedFingerprint
    const isValid = isOwn ? isSigned(row, keys) : Promise.resolve(false)
    awaited.push({ size: Number(row.size), isValid })
  }

  /** Of a log that goes on behind an archive: the checkpoint both have in common. */
  const checkBase = (): Problem | null => {
    const bad = (words: string): Problem => ({ outcome: 'tampered', seq: base.size, words })
    const row = pending
    if (row?.size !== BigInt(base.size))
      return bad(
        `The checkpoint at entry ${base.size}, up to which entries were archived, is gone.`,
      )
    if (mark?.size === base.size && mark.logId === logId && mark.chain !== chain.toString('hex'))
      return bad(`Entry ${base.size} is not the one that was marked in the keychain.`)
    const problem = checkCheckpoint(row)
    return problem === null ? null : { ...problem, seq: Math.min(problem.seq, base.size) }
  }

  return {
    end,
    begin: (): Problem | null => (base.size === start.size && base.size > 0 ? checkBase() : null),
    hasMore: () => !isDone,
    awaited: () => awaited.length,
    /** The first checkpoint among those awaited whose signature is wrong. */
    firstForged: async (): Promise<Problem | null> => {
      const checked = awaited
      awaited = []
      for (const { size, isValid } of checked)
        if (!(await isValid))
          return {
            outcome: 'tampered',
            seq: size,
            words: `The checkpoint at entry ${size} has a wrong signature.`,
          }
      return null
    },
    step: (): Problem | null => {
      const rows = entriesAfter(position, end)
      isDone = rows.length === 0
      if (isDone && pending !== undefined && pending.size > BigInt(entries)) askOfBeyond(pending)
      for (const row of rows) {
        const problem = checkEntry(row)
        if (problem !== null) return problem
        position = row[0]
      }
      return null
    },
    finish: (): Problem | null => {
      if (pending !== undefined && pending.size <= BigInt(entries))
        return {
          outcome: 'tampered',
          seq: Number(pending.size),
          words: `A checkpoint stands at ${pending.size}, where no entry can be.`,
        }
      if (mark !== null && mark.logId !== logId)
        return {
          outcome: 'tampered',
          seq: 1,
          words: 'The mark in the keychain belongs to another log.',
        }
      const reached = Math.max(lastSigned, mark?.size ?? 0)
      if (reached > entries)
        return {
          outcome: 'truncated',
          seq: entries + 1,
          words: `The log ends at entry ${entries}, but it had reached ${reached}.`,
        }
      return base.size > 0 && !isNamed(db, lastSigned)
        ? {
            outcome: 'tampered',
            seq: base.size,
            words: `Entries up to ${base.size} are gone, and no signed entry says that they were archived.`,
          }
        : null
    },
    seen: () => ({
      base: base.size,
      start: start.size,
      at: entries,
      checkpoints,
      head: chain.toString('hex'),
      fingerprint,
      signedSize,
    }),
  }
}

type ReadEntry = Omit<StoredEntry, 'seq' | 'at_wall' | 'at_mono'> &
  Record<'seq' | 'at_wall' | 'at_mono', number>

/** The columns are there to search by; what they say must be what the hashed body says. */
function columnThatDiffers(row: ReadEntry): string | null {
  const body = bodyOf(row)
  if (body === null) return 'text'
  if (row.seq !== body.seq) return 'number'
  if (row.at_wall !== Date.parse(body.at)) return 'time'
  if (row.at_mono !== body.mono) return 'running time'
  if (row.actor !== body.actor) return 'actor'
  if (row.kind !== body.kind) return 'kind'
  if (row.outcome !== body.outcome) return 'outcome'
  if (row.origin !== body.origin) return 'origin'
  return row.subject === body.subject ? null : 'subject'
}

function intactWords(
  seen: Record<'base' | 'start' | 'at' | 'checkpoints' | 'signedSize', number>,
): string {
  const { base, start, at, checkpoints, signedSize } = seen
  if (at === 0) return 'The log is empty.'
  const all = start === 0 ? `All ${at} entries` : `All entries from ${start + 1} to ${at}`
  if (checkpoints === 0) return `${all} follow from each other; none is signed yet.`
  const rest = at - signedSize
  const leaving = start === base ? '' : ' Some of these are still here and will be taken out.'
  const archived =
    base === 0 ? '' : ` Entries up to ${base} were archived, as a signed entry says.${leaving}`
  const signed = `${all} follow from each other; ${checkpoints} signed checkpoints agree.${archived}`
  return rest === 0 ? signed : `${signed} The last ${rest} are not signed yet.`
}

const bodyIn = (row: StoredCheckpoint): CheckpointBody =>
  JSON.parse(row.body.toString('utf8')) as CheckpointBody
