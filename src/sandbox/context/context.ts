// What every operation works with, and what a route is. Types, and the counter that names requests.
import type { AnswerRecord } from '../http/answers.ts'
import type { Book, Transaction } from '../book/book.ts'
import type { Clock } from './clock.ts'
import type { FaultBoard } from './faults.ts'
import type { Bonds, FieldRule, Fields } from '../http/fields.ts'
import type { Identity } from '../signing/identity.ts'
import type { KeyRing } from '../signing/keys.ts'
import type { Outcome } from '../book/test-amounts.ts'
import type { Checked } from '../http/refusal.ts'
import type { RequestLog } from './request-log.ts'
import type { Store } from '../book/store.ts'
import type { Switches } from './switches.ts'
import type { FormulaName } from '../signing/verify-control.ts'

export interface SandboxContext {
  store: Store
  book: Book
  log: RequestLog
  clock: Clock
  faults: FaultBoard
  switches: Switches
  identity: Identity
  keys: KeyRing
  processingMs: number
  /** How long an answer takes where every answer is slow. */
  slowMs: number
  /** "http://127.0.0.1:PORT" once listening. */
  origin: string
  /** The console's own page sends it with each form; new at each start. */
  consoleToken: string
  nextSerial: () => string
  /** Looks again at what is due, and when. */
  wake: () => void
  /** Hears which transaction an answer of status is about, however that answer is worded. */
  onTold: (serial: string, stage: Readonly<Transaction>) => void
}

export interface Call {
  context: SandboxContext
  operation: string
  fields: Fields
  serial: string
  /** As addressed: the endpoint's id, or the group's. */
  endpointId: string
  /** Book time. */
  now: number
}

/** A request found good and not yet carried out. */
interface Plan {
  kind: 'plan'
  /** For the test amounts; null where no money is asked for. */
  amountMinor: number | null
  /** Carries it out; an outcome given here comes from a fault and goes before all others. */
  apply(outcome: Outcome | null): AnswerRecord
}
export type RouteResult = Plan | { kind: 'answer'; record: AnswerRecord }

export type RouteAuth =
  { scheme: 'control'; formula: FormulaName } | { scheme: 'hmac-sha1' } | { scheme: 'rsa-sha256' }

export interface Route extends Bonds {
  /** Named as in interface.md's path: the last segment, with the version where two exist. */
  id: string
  path: `/api/${string}`
  /** Any one of them; interface.md leaves it open for some operations. */
  auth: readonly [RouteAuth, ...RouteAuth[]]
  fields: readonly FieldRule[]
  run(call: Call): Checked<RouteResult>
}

const BLOCK = 1000

/**
 * Serial numbers never repeat: blocks are reserved in the database, so that naming a request costs
 * no write.
 */
export function serialCounter(store: Store): () => string {
  let next = 0
  let end = 0
  return () => {
    if (next === end) {
      next = Number(store.read('next-serial') ?? '47821000')
      end = next + BLOCK
      store.write('next-serial', String(end))
    }
    const hex = (next++).toString(16).padStart(12, '0')
    return `00000000-0000-0000-0000-${hex}`
  }
}
