// One operation from form to outcome: prepare, review, confirm once. Kept per place, so that
// leaving the screen loses nothing. MONEY: the guard against two confirms here only spares main the
// second call; main's one-use token is the real one.
import { defineStore } from 'pinia'
import { reactive } from 'vue'
import type { CardKey, SealedCard } from '#shared/bridge/cards.ts'
import type { AttemptView, Review } from '#shared/bridge/views.ts'
import { type Fault, fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { cardNumberFields } from '#shared/gateway/fields.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import { call } from '../../api/bridge.ts'
import { type Outcome, outcomeOfAttempt, outcomeOfFault } from '../../messages/outcomes.ts'
import { keyOf, type Place, useDraftsStore } from '../../forms/drafts.ts'
import { typedFrom } from '../../forms/typed-fields.ts'
import { useWaitingStore } from './waiting.ts'

interface HeldCard {
  attemptId: string
  /** "•••• 1111" */
  shown: string
  until: number
}

export interface Flow {
  /** The request that is sent again under its merchant order id; null for a new one. */
  again: { attemptId: string; clientOrderid: string } | null
  stage: 'form' | 'preparing' | 'review' | 'sending' | 'outcome'
  review: Review | null
  /** Why the last try stopped before anything was sent. */
  fault: Fault | null
  outcome: Outcome | null
  sendingSince: number | null
  /** The card of a review that was gone back from: main holds it still, until then. */
  card: HeldCard | null
  /** Until then it can be taken back, as far as this page knows; main's clock decides. */
  waitsUntil: number | null
  /** Its screen was left while it was on its way. */
  isAway: boolean
  /** The person left while the review was being made: it is discarded when it arrives. */
  isAbandoned: boolean
}

const unsealed = inputFault(
  'credit_card_number',
  'The card could not be sealed for the review. Enter it again; nothing was sent.',
)

const begin = (): Flow => ({
  again: null,
  stage: 'form',
  review: null,
  fault: null,
  outcome: null,
  sendingSince: null,
  card: null,
  waitsUntil: null,
  isAway: false,
  isAbandoned: false,
})

type Flows = Map<string, Flow>
type Seal = (key: CardKey) => Promise<SealedCard>

function flowIn(flows: Flows, place: Place): Flow {
  const key = keyOf(place)
  if (!flows.has(key)) flows.set(key, begin())
  return flows.get(key)!
}

export const useAttemptStore = defineStore('attempt', () => {
  const flows = reactive<Flows>(new Map())
  const flowOf = (place: Place): Flow => flowIn(flows, place)
  const reviews = reviewMoves(flowOf)
  const { back, forgetCard } = reviews

  /** After an outcome that allows another try: the form again, with what was typed. */
  function again(place: Place): void {
    const flow = flowOf(place)
    if (flow.stage === 'outcome') Object.assign(flow, begin(), { again: flow.again })
  }

  /** A new request instead, with an id of its own. */
  function notAgain(place: Place): void {
    flowOf(place).again = null
  }

  /**
   * The screen is left. A request on its way goes on; a review nobody sees is discarded; an outcome
   * was read.
   */
  async function leave(place: Place): Promise<void> {
    const flow = flowOf(place)
    if (flow.stage === 'preparing') flow.isAbandoned = true
    if (flow.stage === 'review') await back(place, false)
    if (flow.stage === 'form') {
      flow.fault = null
      await forgetCard(place)
    }
    if (flow.stage === 'outcome') Object.assign(flow, begin(), { again: flow.again })
  }

  /**
   * A fault needs no words: the fields of a card are safe on the screen without it, only not from
   * screenshots.
   */
  const showCard = async (isShown: boolean): Promise<void> => {
    await call('card:shown', { isShown })
  }

  return {
    ...{ flows, flowOf, showCard, again, notAgain, leave },
    ...reviews,
    ...sendMoves(flowOf),
  }
})

/** From the form to a review, and back. */
function reviewMoves(flowOf: (place: Place) => Flow) {
  /**
   * `seal` gives the card the form holds, sealed to the key of this review; card data comes in no
   * other way. With 'held' main takes the card of the review before.
   */
  async function prepare(
    place: Place,
    request: Record<string, string>,
    seal: Seal | 'held' | null = null,
  ): Promise<void> {
    const flow = flowOf(place)
    if (flow.stage !== 'form' && flow.stage !== 'outcome') return
    const held = seal === 'held' ? flow.card : null
    const dropped = held === null ? flow.card : null
    const kept = { again: flow.again }
    Object.assign(flow, begin(), { ...kept, stage: 'preparing', card: held })
    if (dropped !== null) await call('card:forget', { attemptId: dropped.attemptId })
    const asked = { connectionId: place.connectionId, operation: place.action }
    const sealed = typeof seal === 'function' ? await sealedBy(seal, asked) : ok(null)
    if (!sealed.ok) {
      Object.assign(flow, { stage: 'form', fault: sealed.fault })
      return
    }
    const card = sealed.value
    const result = await call('attempt:prepare', {
      ...asked,
      request,
      ...(card === null ? {} : { card }),
      ...(flow.again === null ? {} : { again: flow.again.attemptId }),
      ...(seal === 'held' && held !== null ? { heldCard: held.attemptId } : {}),
    })
    if (!result.ok) {
      const isGone =
        result.fault.kind === 'input' && result.fault.field === 'credit_card_number' ? null : held
      Object.assign(flow, { stage: 'form', fault: result.fault, card: isGone })
      if (flow.isAbandoned) await forgetCard(place)
      return
    }
    Object.assign(flow, { stage: 'review', review: result.value, card: null })
    if (flow.isAbandoned) await back(place, false)
  }

  /**
   * Back to the form: what was typed stays, a card in main's memory; the reviewed attempt is
   * discarded.
   */
  async function back(place: Place, keepsCard = true): Promise<void> {
    const flow = flowOf(place)
    if (flow.stage !== 'review' || flow.review === null) return
    const { attemptId, expiresAt: until, fields } = flow.review
    const numbers = fields.filter(({ name }) => cardNumberFields.has(name))
    const shown = numbers.map(({ value }) => value).join(' → ')
    const isKept = keepsCard && shown !== ''
    const card = isKept ? { attemptId, shown, until } : null
    Object.assign(flow, begin(), { again: flow.again, card })
    // An attempt that is not discarded expires by itself, so a fault here needs no words.
    await call('attempt:undo', { attemptId, ...(isKept ? { keepsCard: true } : {}) })
  }

  /**
   * Another card is typed, or its form is left. If main can't be told, it forgets the card by
   * itself when its time is over.
   */
  async function forgetCard(place: Place): Promise<void> {
    const { card } = flowOf(place)
    flowOf(place).card = null
    if (card !== null) await call('card:forget', { attemptId: card.attemptId })
  }

  return { prepare, back, forgetCard }
}

/** The card of the form, sealed to the key of this review. */
async function sealedBy(
  seal: Seal,
  asked: { connectionId: string; operation: OperationId },
): Promise<Result<SealedCard>> {
  const key = await call('card:begin', asked)
  if (!key.ok) return key
  return seal(key.value).then(ok, () => fail(unsealed))
}

/** From a review to its outcome, and to the form that sends it again. */
function sendMoves(flowOf: (place: Place) => Flow) {
  const drafts = useDraftsStore()
  const waiting = useWaitingStore()

  /**
   * `twinsSeen`: twins the review showed, of which the person said that this payment is meant
   * beside them.
   */
  async function confirm(
    place: Place,
    now: number,
    twinsSeen: readonly string[] = [],
  ): Promise<void> {
    const flow = flowOf(place)
    const review = flow.review
    if (flow.stage !== 'review' || review === null) return
    // MONEY: changed before the first await, so that a second click finds nothing to confirm.
    Object.assign(flow, {
      stage: 'sending',
      sendingSince: now + review.undoMs,
      waitsUntil: review.undoMs === 0 ? null : now + review.undoMs,
      fault: null,
    })
    const result = await call('attempt:confirm', {
      attemptId: review.attemptId,
      token: review.token,
      ...(twinsSeen.length === 0 ? {} : { twinsSeen: [...twinsSeen] }),
    })
    // A fault says what went wrong; the attempt in the ledger says whether anything left.
    const outcome = result.ok
      ? outcomeOfAttempt(result.value)
      : outcomeOfFault(result.fault, await realState(place, review.attemptId))
    Object.assign(flow, { stage: 'outcome', outcome, sendingSince: null, waitsUntil: null })
    if (flow.isAway) waiting.tell({ ...place }, outcome)
    // MONEY: once it may have reached the gateway, a filled form would only invite sending it
    // again.
    if (['accepted', 'done', 'unknown'].includes(outcome.kind)) {
      drafts.forget(place)
      flow.again = null
    }
  }

  /**
   * Fills the form of a request with what was sent, to send it again under its merchant order id.
   * Main compares every field.
   */
  function fillAgain(attempt: AttemptView, now: number): void {
    const action = attempt.operation as OperationId
    const place: Place = { connectionId: attempt.connectionId, orderid: '', action }
    const flow = flowOf(place)
    if (flow.stage !== 'form' && flow.stage !== 'outcome') return
    drafts.forget(place)
    for (const [name, value] of Object.entries(typedFrom(action, attempt.request)))
      drafts.type(place, name, value, now)
    const { id: attemptId, clientOrderid } = attempt
    Object.assign(flow, begin(), { again: { attemptId, clientOrderid } })
  }

  return { confirm, fillAgain }
}

async function realState(place: Place, attemptId: string): Promise<AttemptView | null> {
  if (place.orderid === '') {
    const register = await call('register:list', {
      connectionId: place.connectionId,
      operations: [place.action],
    })
    return register.ok ? (register.value.rows.find((one) => one.id === attemptId) ?? null) : null
  }
  const order = await call('order:show', {
    connectionId: place.connectionId,
    orderid: place.orderid,
  })
  return order.ok ? (order.value.attempts.find((one) => one.id === attemptId) ?? null) : null
}
