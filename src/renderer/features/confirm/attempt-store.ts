// One operation from its form to its outcome: form, review, one confirmation. The state is kept per
// place, so that leaving the screen loses nothing. MONEY: the guard against a second confirmation
// here only saves a call; main's one-use token is the real guard.
import { defineStore } from 'pinia'
import { reactive } from 'vue'
import type { CardKey, SealedCard } from '#shared/bridge/cards.ts'
import type { AttemptView } from '#shared/bridge/views.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { cardNumberFields } from '#shared/gateway/operations/parts/fields.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import { call } from '../../api/bridge.ts'
import { outcomeOfAttempt, outcomeOfFault } from '../../messages/outcomes.ts'
import { keyOf, type Place, useDraftsStore } from '../../forms/drafts.ts'
import { typedFrom } from '../../forms/typed-fields.ts'
import { type Again, type Flow, formStep } from './flow.ts'
import { findAttempt } from '../attempts/register.ts'
import { useWaitingStore } from './waiting.ts'
import { t } from '../../messages/message.ts'

const unsealed = inputFault('credit_card_number', t('requests.card-not-encrypted'))

type Seal = (key: CardKey) => Promise<SealedCard>

/** The steps of every place, and which of them sends a request again. */
interface Flows {
  get: (place: Place) => Flow
  set: (place: Place, flow: Flow) => void
  again: Map<string, Again>
}

export const useAttemptStore = defineStore('attempt', () => {
  const steps = reactive(new Map<string, Flow>())
  const repeats = reactive(new Map<string, Again>())
  const flows: Flows = {
    get: (place) => steps.get(keyOf(place)) ?? formStep(),
    set: (place, flow) => steps.set(keyOf(place), flow),
    again: repeats,
  }
  const reviews = reviewMoves(flows)

  /** From an outcome to the form, with what was typed. */
  function again(place: Place): void {
    if (flows.get(place).stage === 'outcome') flows.set(place, formStep())
  }

  /** A new request instead, with an id of its own. */
  const notAgain = (place: Place): void => void repeats.delete(keyOf(place))
  const againOf = (place: Place): Again | null => repeats.get(keyOf(place)) ?? null

  /** What main said was about what stood in the form then. */
  function forgive(place: Place): void {
    const flow = flows.get(place)
    if (flow.stage === 'form' && flow.fault?.kind === 'input')
      flows.set(place, { ...flow, fault: null })
  }

  /** Its screen is left, or shown again, while it is on its way. */
  function setAway(place: Place, isAway: boolean): void {
    const flow = flows.get(place)
    if (flow.stage === 'sending') flows.set(place, { ...flow, isAway })
  }

  /**
   * Call it when the screen is left. A request under way goes on, a review is discarded, and an
   * outcome counts as read.
   */
  async function leave(place: Place): Promise<void> {
    const flow = flows.get(place)
    again(place)
    if (flow.stage === 'reviewing') flows.set(place, { ...flow, isAbandoned: true })
    if (flow.stage === 'form') flows.set(place, { ...flow, fault: null })
    // Do nothing after this: a newer review, or its outcome, may be on the screen by then.
    if (flow.stage === 'review') await reviews.back(place, false)
    if (flow.stage === 'form') await reviews.forgetCard(place)
  }

  /**
   * A fault is not reported: the card fields are safe without this call, except from screenshots.
   */
  const showCard = async (isShown: boolean): Promise<void> => {
    await call('card:shown', { isShown })
  }

  return {
    ...{ flowOf: flows.get, againOf, showCard, again, notAgain, forgive, setAway, leave },
    ...reviews,
    ...sendMoves(flows),
  }
})

/** From the form to a review, and back. */
function reviewMoves(flows: Flows) {
  /**
   * `seal` gives the card of the form, sealed to the key of this review; card data comes in no
   * other way. With 'held' main uses the card of the review before.
   */
  async function review(
    place: Place,
    request: Record<string, string>,
    seal: Seal | 'held' | null = null,
  ): Promise<void> {
    const flow = flows.get(place)
    if (flow.stage !== 'form') return
    const held = seal === 'held' ? flow.card : null
    const dropped = held === null ? flow.card : null
    flows.set(place, { stage: 'reviewing', card: held, isAbandoned: false })
    if (dropped !== null) await call('card:forget', { attemptId: dropped.attemptId })
    const asked = { connectionId: place.connectionId, operation: place.action }
    const sealed = typeof seal === 'function' ? await sealedBy(seal, asked) : ok(null)
    if (!sealed.ok) {
      flows.set(place, formStep({ fault: sealed.fault }))
      return
    }
    const card = sealed.value
    const again = flows.again.get(keyOf(place))
    const result = await call('attempt:review', {
      ...asked,
      request,
      ...(card === null ? {} : { card }),
      ...(again === undefined ? {} : { again: again.attemptId }),
      ...(seal === 'held' && held !== null ? { heldCard: held.attemptId } : {}),
    })
    const now = flows.get(place)
    const isAbandoned = now.stage === 'reviewing' && now.isAbandoned
    if (!result.ok) {
      const isGone = result.fault.kind === 'input' && result.fault.field === 'credit_card_number'
      flows.set(place, formStep({ fault: result.fault, card: isGone ? null : held }))
      if (isAbandoned) await forgetCard(place)
      return
    }
    flows.set(place, { stage: 'review', review: result.value })
    if (isAbandoned) await back(place, false)
  }

  /**
   * Goes back to the form. Typed text stays, main keeps the card, and the reviewed attempt is
   * discarded.
   */
  async function back(place: Place, keepsCard = true): Promise<void> {
    const flow = flows.get(place)
    if (flow.stage !== 'review') return
    const { attemptId, expiresAt: until, fields } = flow.review
    const numbers = fields.filter(({ name }) => cardNumberFields.has(name))
    const shown = numbers.map(({ value }) => value).join(' → ')
    const isKept = keepsCard && shown !== ''
    flows.set(place, formStep({ card: isKept ? { attemptId, shown, until } : null }))
    // A fault is not reported: an attempt that is not discarded expires by itself.
    await call('attempt:undo', { attemptId, ...(isKept ? { keepsCard: true } : {}) })
  }

  /**
   * Call it when another card is typed or the form is left. If the call fails, main forgets the
   * card when its time is over.
   */
  async function forgetCard(place: Place): Promise<void> {
    const flow = flows.get(place)
    if (flow.stage !== 'form' || flow.card === null) return
    flows.set(place, { ...flow, card: null })
    await call('card:forget', { attemptId: flow.card.attemptId })
  }

  return { review, back, forgetCard }
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
function sendMoves(flows: Flows) {
  const drafts = useDraftsStore()
  const waiting = useWaitingStore()

  /**
   * `twinsSeen`: twins that the review showed, and beside which the person means this payment.
   * `hasCalledPayee`: the recipient confirmed the account by phone.
   */
  async function confirm(
    place: Place,
    now: number,
    said: { twinsSeen?: readonly string[]; hasCalledPayee?: boolean } = {},
  ): Promise<void> {
    const flow = flows.get(place)
    if (flow.stage !== 'review') return
    const { attemptId, token, undoMs, amount } = flow.review
    const { twinsSeen = [], hasCalledPayee = false } = said
    // MONEY: changed before the first await, so that a second click finds no token to confirm.
    flows.set(place, {
      ...{ stage: 'sending', attemptId, amount, undoMs, isAway: false },
      sendingSince: now + undoMs,
      waitsUntil: undoMs === 0 ? null : now + undoMs,
    })
    const result = await call('attempt:confirm', {
      ...{ attemptId, token },
      ...(twinsSeen.length === 0 ? {} : { twinsSeen: [...twinsSeen] }),
      ...(hasCalledPayee ? { hasCalledPayee } : {}),
    })
    // A fault says what went wrong; the attempt in the ledger says whether anything left.
    const outcome = result.ok
      ? outcomeOfAttempt(result.value)
      : outcomeOfFault(result.fault, await findAttempt(place.connectionId, place.action, attemptId))
    const last = flows.get(place)
    flows.set(place, { stage: 'outcome', outcome })
    if (last.stage === 'sending' && last.isAway)
      waiting.tell({ attemptId, place: { ...place }, outcome })
    // MONEY: once it may have reached the gateway, a filled form would only invite sending it
    // again.
    if (['accepted', 'done', 'unknown'].includes(outcome.kind)) {
      drafts.forget(keyOf(place))
      flows.again.delete(keyOf(place))
    }
  }

  /**
   * Fills the form of a request with what was sent, to send it again under its merchant order id.
   * Main compares every field.
   */
  function fillAgain(attempt: AttemptView, now: number): void {
    const action = attempt.operation as OperationId
    const place: Place = { connectionId: attempt.connectionId, orderid: '', action }
    const { stage } = flows.get(place)
    if (stage !== 'form' && stage !== 'outcome') return
    drafts.forget(keyOf(place))
    drafts.type(keyOf(place), typedFrom(action, attempt.request), now)
    const { id: attemptId, clientOrderid } = attempt
    flows.set(place, formStep())
    flows.again.set(keyOf(place), { attemptId, clientOrderid })
  }

  /** True when others are asked: the request waits with them, and its form is empty. */
  async function askOthers(place: Place): Promise<boolean> {
    const flow = flows.get(place)
    if (flow.stage !== 'review') return false
    const { attemptId, token } = flow.review
    flows.set(place, formStep())
    const asked = await call('approval:ask', { attemptId, token })
    if (asked.ok) drafts.forget(keyOf(place))
    else flows.set(place, formStep({ fault: asked.fault }))
    return asked.ok
  }

  return { confirm, fillAgain, askOthers }
}
