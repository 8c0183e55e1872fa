// When the reason of a shut button is true, by the page beside it and by the books.
import type { OrderView } from '#shared/bridge/views.ts'
import { capturedIn, heardCapturedIn, isGoneIn, isGoodIn, returnedIn, type Truth } from './truth.ts'

type Holds = (view: OrderView, truth: Truth) => boolean

const hasState =
  (state: string): Holds =>
  ({ attempts }) =>
    attempts.some((one) => one.state === state)
const isGone: Holds = (view, truth) => isGoneIn(truth) || wasFoundDone(view)
/** A refund of the whole hold may be told in place of the release: either way nothing is left. */
const hasEnded: Holds = (view, truth) =>
  isGone(view, truth) || returnedIn(truth) >= BigInt(truth.order.amountMinor)
/** A person found a void or a release to have happened, before the gateway's own end of it. */
const wasFoundDone = ({ attempts }: OrderView): boolean =>
  attempts.some(({ handOutcome }) => handOutcome === 'happened')
const isCaptured: Holds = (_view, truth) => capturedIn(truth, true) > 0n

/** What stops every action until there is an end: what else is to be said is said then. */
const forNow: readonly [RegExp, Holds][] = [
  [
    /answers (about a request on this order )?contradict each other(?!.*cleared this with)/,
    ({ conflict }) => conflict !== null,
  ],
  [/^The outcome of the .* is unknown/, hasState('UNKNOWN')],
  [/^The .* is still being processed/, (view, truth) => hasState('ACCEPTED')(view, truth)],
  [/^The gateway is still processing this order/, ({ status }) => /^processing$/i.test(status)],
  [
    /which is not final|reports the status .* which Paydesk does not know/,
    ({ status }) => !/^(approved|declined|error)$/i.test(status),
  ],
  [/still trying another/, ({ answer }) => /_chain_declined$/.test(answer['order-stage'] ?? '')],
]

const reasons: readonly [RegExp, Holds][] = [
  ...forNow,
  [/hold has ended/, hasEnded],
  [
    /voided and the customer is not charged/,
    (view, truth) => isGone(view, truth) && capturedIn(truth, true) === 0n,
  ],
  [/did not succeed/, (_view, truth) => !isGoodIn(truth)],
  [/This is a sale/, (_view, { order }) => order.kind === 'sale'],
  [/has not seen a hold/, ({ origin }) => origin === 'unknown'],
  [/releases the rest at once/, isCaptured],
  [
    /whole hold is captured/,
    (view, truth) => capturedIn(truth, wasFoundDone(view)) === BigInt(truth.order.amountMinor),
  ],
  [
    /may have taken the rest of the hold/,
    (view) => view.captured === null || Number(view.inProgress?.amount ?? 1) > 0,
  ],
  [/not certain whether this hold was captured/, ({ captured }) => captured === null],
  [/order is voided already/, isGone],
  [
    /This payment is captured\. Refund it/,
    (view, truth) => isCaptured(view, truth) && view.actions.return.isPossible,
  ],
  [/Money of this payment is captured\.$/, isCaptured],
  [/charged this payment back/, ({ phase }) => phase === 'charged-back'],
  [
    /Everything that was captured is refunded/,
    (view, truth) => returnedIn(truth, wasFoundDone(view)) >= heardCapturedIn(truth),
  ],
  [
    /Everything that is known to be captured is refunded already/,
    (view) => view.returned?.amount === view.captured?.amount,
  ],
  [
    /takes the rest of what was captured/,
    (view) => view.returned !== null && Number(view.inProgress?.amount ?? 0) > 0,
  ],
  [
    /No amount is certain to be refundable/,
    (view) => view.returned === null || view.captured === null,
  ],
  [
    /No amount is certain to be capturable/,
    ({ held, captured }) => held === null || captured === null,
  ],
  [/allows no partial amounts/, ({ actions }) => actions !== undefined],
]

/** False of a reason that nobody has thought about here. */
export const holdsIn = (why: string, view: OrderView, truth: Truth): boolean =>
  reasons.find(([message]) => message.test(why))?.[1](view, truth) ?? false

export const isForNow = (why: string): boolean => forNow.some(([message]) => message.test(why))
