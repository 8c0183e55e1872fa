// Verifies the whole audit log from the database, in slices that give the event loop back. It reads and never repairs.
// What it checks, and in which order, is docs/audit-format.md; the offline verifiers in resources/ are written apart from it.
import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { Verification } from '#shared/bridge.ts'
import { chainOf, GENESIS_CHAIN, sha256, sha256Hex } from './audit-hash.ts'
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
import type { HighWaterMark } from './high-water.ts'
import type { Database } from './open.ts'
import { createWork, isEnded, type Work } from './work.ts'

export interface VerifyOptions {
  monotonic: () => number
  /** The key every checkpoint must be signed with: its fingerprint from the vault's key. Without it any key is taken, and said. */
  expectedFingerprint?: string
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
  let problem: Problem | null = null
  let failure: string | null = null
  try {
    while (problem === null && walk.hasMore()) {
      problem = walk.step()
      if (walk.awaited() >= MOST_AWAITED) problem = (await walk.firstForged()) ?? problem
      await work.turn(walk.seen().entries, walk.end)
    }
    problem = (await walk.firstForged()) ?? problem ?? walk.finish()
  } catch (error) {
    if (isEnded(error)) throw error
    problem = await walk.firstForged()
    failure = problem === null ? (error instanceof Error ? error.message : String(error)) : null
  }
  const { entries, checkpoints, head, fingerprint, signedSize } = walk.seen()
  const proof = { entries, checkpoints, head, keyFingerprint: fingerprint }
  const tookMs = Math.round(options.monotonic() - startedAt)
  if (failure !== null)
    return {
      ...proof,
      outcome: 'uncheckable',
      firstBadSeq: entries + 1,
      words: `The log can’t be read after entry ${entries}: ${failure}.`,
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
  return {
    ...proof,
    outcome: 'intact',
    firstBadSeq: null,
    words: intactWords(entries, checkpoints, signedSize),
    tookMs,
  }
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
  let entries = 0
  let chain: Buffer = GENESIS_CHAIN
  let checkpoints = 0
  let signedSize = 0
  let digest = NO_CHECKPOINT
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
    if ((JSON.parse(row.body.toString('utf8')) as CheckpointBody).chain !== chain.toString('hex'))
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

  return {
    end,
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
      const reached = Math.max(lastSigned, mark?.logId === logId ? mark.size : 0)
      if (mark !== null && mark.logId !== logId)
        return {
          outcome: 'tampered',
          seq: 1,
          words: 'The mark in the keychain belongs to another log.',
        }
      return reached > entries
        ? {
            outcome: 'truncated',
            seq: entries + 1,
            words: `The log ends at entry ${entries}, but it had reached ${reached}.`,
          }
        : null
    },
    seen: () => ({ entries, checkpoints, head: chain.toString('hex'), fingerprint, signedSize }),
  }
}

type ReadEntry = Omit<StoredEntry, 'seq' | 'at_wall' | 'at_mono'> &
  Record<'seq' | 'at_wall' | 'at_mono', number>

/** What is wrong with a checkpoint by itself, but for its signature, or null. */
function checkpointFault(
  row: StoredCheckpoint,
  expect: {
    logId: string
    digest: string
    expected: string | undefined
  },
): string | null {
  if (expect.expected !== undefined && fingerprintOf(row) !== expect.expected)
    return 'is signed with another key'
  const body = JSON.parse(row.body.toString('utf8')) as CheckpointBody
  if (body.type !== 'checkpoint' || body.logId !== expect.logId || BigInt(body.size) !== row.size)
    return 'belongs elsewhere'
  return body.previous === expect.digest ? null : 'doesn’t follow from the one before it'
}

/** Checked by another thread: it takes longer than the entries in between. */
function isSigned(row: StoredCheckpoint, keys: Map<string, KeyObject>): Promise<boolean> {
  const raw = Buffer.from(row.public_key, 'base64')
  if (raw.length !== 32 || row.signature.length !== 64) return Promise.resolve(false)
  let key = keys.get(row.public_key)
  if (key === undefined) {
    key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') },
      format: 'jwk',
    })
    keys.set(row.public_key, key)
  }
  return new Promise((resolve) => {
    verify(null, row.body, key, row.signature, (error, isValid) => {
      resolve(error === null && isValid)
    })
  })
}

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

function intactWords(entries: number, checkpoints: number, signedSize: number): string {
  if (entries === 0) return 'The log is empty.'
  if (checkpoints === 0) return `All ${entries} entries follow from each other; none is signed yet.`
  const rest = entries - signedSize
  const signed = `All ${entries} entries follow from each other; ${checkpoints} signed checkpoints agree.`
  return rest === 0 ? signed : `${signed} The last ${rest} are not signed yet.`
}

const fingerprintOf = (row: StoredCheckpoint): string =>
  sha256Hex(Buffer.from(row.public_key, 'base64'))
