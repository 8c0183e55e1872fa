// The step of one request between its form and its outcome. Each step holds only what it needs: a
// form has no outcome, and a request being sent has no token to confirm again.
import type { Review } from '#shared/bridge/views.ts'
import type { Fault } from '#shared/fault.ts'
import type { MoneyText } from '#shared/money.ts'
import type { Outcome } from '../../messages/outcomes.ts'

export interface HeldCard {
  attemptId: string
  /** "•••• 1111" */
  shown: string
  until: number
}

interface Form {
  stage: 'form'
  /** Why the last try stopped before anything was sent. */
  fault: Fault | null
  /** The card of a review that was gone back from: main holds it still, until then. */
  card: HeldCard | null
}

interface Reviewing {
  stage: 'reviewing'
  card: HeldCard | null
  /** The person left while the review was being made: it is discarded when it arrives. */
  isAbandoned: boolean
}

/** MONEY: the only step that has a token, and it is left before the token is used. */
interface Reviewed {
  stage: 'review'
  review: Review
}

export interface Sending {
  stage: 'sending'
  attemptId: string
  amount: MoneyText | null
  undoMs: number
  sendingSince: number
  /** Until then it can be taken back, as far as this page knows; main's clock decides. */
  waitsUntil: number | null
  /** Its screen was left while it was on its way. */
  isAway: boolean
}

interface Ended {
  stage: 'outcome'
  outcome: Outcome
}

export type Flow = Form | Reviewing | Reviewed | Sending | Ended

export const formStep = (part: Partial<Omit<Form, 'stage'>> = {}): Form => ({
  stage: 'form',
  fault: null,
  card: null,
  ...part,
})

export const outcomeIn = (flow: Flow): Outcome | null =>
  flow.stage === 'outcome' ? flow.outcome : null

/** The request that is sent again under its merchant order id. */
export interface Again {
  attemptId: string
  clientOrderid: string
}
