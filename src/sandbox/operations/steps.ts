// Orders that wait for a person: a hosted page to fill in, a 3-D Secure check to pass. One step per
// order; when it ends, the order's transaction gets its outcome and, if approved, its effect.
import { createHmac, randomBytes } from 'node:crypto'
import type { Order } from '../book/book.ts'
import type { Check3ds } from '../book/card.ts'
import { type Outcome, plainOutcome } from '../book/test-amounts.ts'
import type { SandboxContext } from '../context/context.ts'
import type { Store } from '../book/store.ts'

export type Stage = 'form' | 'payout-form' | 'method' | 'challenge' | 'pares' | 'done'

export interface Step {
  orderid: number
  /** In the page's address; unguessable. */
  token: string
  stage: Stage
  facts: StepFacts
}

export interface StepFacts {
  operation: string
  /** The request that began it: its effect is booked under this name. */
  serial: string
  transactionId: number
  /**
   * What happens when the person is done. Null means approved, or the outcome that the card causes.
   */
  outcome: Outcome | null
  /** The gateway's own pages lead through it; else the merchant uploads the results. */
  isHosted: boolean
  check: Check3ds
  /** When the customer's browser opened the method page. */
  methodAt?: number
}

/** interface.md, Limits: a method step not done by then is reported as threeDSCompInd N. */
export const METHOD_LIMIT_MS = 10_000

/** How long a person has. */
export const PATIENCE_MS = 3_600_000

export const abandoned: Outcome = {
  ...plainOutcome,
  final: 'declined',
  errorCode: '151',
  errorMessage: 'Abandoned by the customer',
}
export const cancelled: Outcome = {
  ...abandoned,
  errorCode: '152',
  errorMessage: 'Cancelled by the customer',
}
export const failed3ds: Outcome = {
  ...abandoned,
  errorCode: '153',
  errorMessage: '3-D Secure authentication failed',
}

type StepRecord = Omit<Step, 'facts'> & { facts: string }
const columns = 'orderid, token, stage, facts'
const toStep = (record: StepRecord | undefined): Step | undefined =>
  record && { ...record, facts: JSON.parse(record.facts) as StepFacts }

export function beginStep(store: Store, orderid: number, stage: Stage, facts: StepFacts): Step {
  const step: Step = { orderid, token: randomBytes(16).toString('hex'), stage, facts }
  store.run(
    `INSERT INTO steps (${columns}) VALUES (?, ?, ?, ?)`,
    orderid,
    step.token,
    stage,
    JSON.stringify(facts),
  )
  return step
}

export const stepOfOrder = (store: Store, orderid: number): Step | undefined =>
  toStep(store.first<StepRecord>(`SELECT ${columns} FROM steps WHERE orderid = ?`, orderid))

export const stepOfToken = (store: Store, token: string): Step | undefined =>
  toStep(store.first<StepRecord>(`SELECT ${columns} FROM steps WHERE token = ?`, token))

export function moveStep(store: Store, step: Step, stage: Stage): Step {
  const { orderid, facts } = step
  store.run(
    'UPDATE steps SET stage = ?, facts = ? WHERE orderid = ?',
    stage,
    JSON.stringify(facts),
    orderid,
  )
  return { ...step, stage }
}

/**
 * Ends a step. Answers false when its time had run out. The caller is inside store.atomically.
 * MONEY: the effect is booked only if the transaction was still open, so a second submission books
 * nothing.
 */
export function endStep(
  context: Pick<SandboxContext, 'book' | 'store' | 'clock' | 'processingMs'>,
  order: Order,
  step: Step,
  outcome: Outcome,
): boolean {
  const { book, store, clock, processingMs } = context
  const now = clock.book()
  const { transactionId, operation, serial } = step.facts
  if (stepOfOrder(store, order.orderid)?.stage === 'done') return false
  moveStep(store, step, 'done')
  if (!book.decide(transactionId, outcome, now + processingMs + outcome.extraMs)) return false
  const { amountMinor, currency, clientOrderid, orderid } = order
  if (outcome.final === 'approved' && amountMinor > 0)
    book.addEffect({
      at: now,
      operation,
      orderid,
      clientOrderid,
      amountMinor,
      currency,
      requestSerial: serial,
      transactionId,
    })
  return true
}

/** Which page a stage is at, below the origin. */
export const pathOfStep = ({ stage, token }: Step): string | null => {
  switch (stage) {
    case 'form':
    case 'payout-form':
      return `/forms/${token}`
    case 'method':
      return `/3ds/method/${token}`
    case 'challenge':
      return `/3ds/challenge/${token}`
    case 'pares':
      return `/3ds/pareq/${token}`
    case 'done':
      return null
  }
}

const proof = (step: Step, word: string): string =>
  createHmac('sha256', step.token).update(word).digest('hex').slice(0, 32)

/**
 * The challenge's result as the issuer gives it to the customer's browser: CRes (3-D Secure 2) or
 * PaRes (1.0.2).
 */
export function resultText(step: Step, word: 'Y' | 'N'): string {
  const isPares = step.facts.check === 'pares'
  const record = {
    messageType: isPares ? 'PARes' : 'CRes',
    messageVersion: isPares ? '1.0.2' : '2.2.0',
    threeDSServerTransID: step.token.slice(0, 8),
    acsTransID: proof(step, word),
    transStatus: word,
  }
  return Buffer.from(JSON.stringify(record), 'utf8').toString(isPares ? 'base64' : 'base64url')
}

/** Reads a result that was handed back; undefined when it is not one this step was given. */
export function readResult(step: Step, text: string): 'Y' | 'N' | undefined {
  return (['Y', 'N'] as const).find(
    (word) => text.replace(/=+$/, '') === resultText(step, word).replace(/=+$/, ''),
  )
}
