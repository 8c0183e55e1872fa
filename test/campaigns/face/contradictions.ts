// What must be true of an order's page, whatever became of the order: no chip, figure, button or
// sentence against another, and none against the books where all of them were told.
import type { Review, OrderView } from '#shared/bridge/views.ts'
import type { ActionId } from '#shared/gateway/actions.ts'
import type { Result } from '#shared/fault.ts'
import { isOpen } from '#shared/attempt.ts'
import type { MoneyPart } from '../../../src/renderer/messages/orders/money-bar.ts'
import { holdsIn, isForNow } from './reasons.ts'
import { minorOf, type Screen } from './screen.ts'
import type { Story } from './story.ts'
import {
  capturedIn,
  heldBackIn,
  heldIn,
  isGoodIn,
  othersWaitIn,
  refusalOf,
  returnedIn,
  toldBackIn,
  type Truth,
} from './truth.ts'

type Claim = readonly [isTrue: boolean, message: string]

const untrue = (claims: readonly Claim[]): string[] =>
  claims.filter(([isTrue]) => !isTrue).map(([, message]) => message)

export const contradictionsOf = (
  view: OrderView,
  screen: Screen,
  truth: Truth,
  story: Story,
): string[] => [
  ...untrue(badgeClaims(view, screen, truth)),
  ...untrue(figureClaims(view, screen, heldBackIn(truth))),
  ...untrue(buttonClaims(view, screen)),
  ...untrue(rowClaims(view, screen)),
  ...(truth.isMisled || view.conflict !== null || hasLookAlikes(truth, story)
    ? []
    : untrue(bookClaims(view, screen, truth, story))),
]

/** Where neither ids nor dates are told, two equal ones can be told word for word the same. */
const hasLookAlikes = ({ moves }: Truth, { host, voice }: Story): boolean =>
  (['terse', 'by-request'].includes(host) || voice === 'one-id') &&
  new Set(moves.map(({ type, amountMinor }) => `${type} ${amountMinor}`)).size < moves.length

/** The chip of the order never says more than the figures beside it. */
function badgeClaims(
  { phase, attempts, hasUnknown }: OrderView,
  screen: Screen,
  { isContested }: Truth,
): Claim[] {
  const { figures } = screen
  const of = (label: string): bigint | null | undefined => figures.get(label)
  const [captured, refunded, held] = [of('Captured'), of('Refunded'), of('On hold')]
  const isUnknown = attempts.some(({ state }) => state === 'UNKNOWN')
  const says = `the chip says “${screen.badge.label}”`
  return [
    [hasUnknown === isUnknown, 'the violet chip and the requests disagree'],
    [figures.has('Outcome unknown') === isUnknown, 'the figure of what is unknown is missing'],
    [
      phase !== 'returned' ||
        (captured === null && isContested) ||
        (refunded !== null && refunded === captured && of('Refundable') === 0n),
      `${says}; captured ${captured}, refunded ${refunded}, refundable ${of('Refundable')}`,
    ],
    [
      phase !== 'partly-returned' ||
        refunded === null ||
        ((refunded ?? 0n) > 0n && (captured === null || (refunded ?? 0n) < (captured ?? 0n))),
      `${says}; captured ${captured}, refunded ${refunded}`,
    ],
    [
      phase !== 'captured' || (!(Number(held) > 0) && !(Number(refunded) > 0)),
      `${says}; held ${held}, refunded ${refunded}`,
    ],
    [
      phase !== 'partly-captured' || captured === null || Number(captured) > 0,
      `${says}; captured ${captured}`,
    ],
    [
      phase !== 'authorised' ||
        (held === null && isContested) ||
        (Number(held) + Number(waitingIn(figures)) > 0 && !(Number(captured) > 0)),
      `${says}; held ${held}, captured ${captured}`,
    ],
    [
      (phase !== 'released' && phase !== 'voided') ||
        (!(Number(held) > 0) && !(Number(refunded) > 0)),
      `${says}; held ${held}, refunded ${refunded}`,
    ],
    ...requestClaims(screen, phase),
  ]
}

/** In progress, whether or not its outcome is unknown; null where a part of it is not known. */
function waitingIn(figures: Screen['figures']): bigint | null {
  const [known, unknown] = [figures.get('In progress') ?? null, figures.get('Outcome unknown')]
  return known === null || unknown === null ? null : known + (unknown ?? 0n)
}

/** What a request's own chip says of it. */
function requestClaims({ requests, figures }: Screen, phase: OrderView['phase']): Claim[] {
  const done = (message: string) =>
    requests
      .filter(({ badge }) => badge.label === message)
      .reduce((sum, { minor }) => sum + (minor ?? 0n), 0n)
  const isWithin = (message: string, label: string): Claim => {
    const figure = figures.get(label)
    return [
      figure === null || figure === undefined || done(message) <= figure,
      `requests “${message}” come to ${done(message)}, and the figure ${label} is ${figure}`,
    ]
  }
  return [
    ...requests.map(({ state, badge }): Claim => [
      (state === 'UNKNOWN') === (badge.tone === 'unknown'),
      `a request in ${state} has the chip “${badge.label}”`,
    ]),
    ...requests.map(({ state, badge }): Claim => [
      state === 'SUCCEEDED' || badge.tone !== 'good',
      `a request in ${state} has the chip “${badge.label}”`,
    ]),
    isWithin('Refunded', 'Refunded'),
    isWithin('Captured', 'Captured'),
    [
      !requests.some(({ badge }) => badge.label === 'Hold released') || phase !== 'authorised',
      'a request released the hold, and the order is on hold',
    ],
  ]
}

/** The figures add up among themselves, and the bar is drawn from them. */
function figureClaims(
  { attempts, conflict }: OrderView,
  { figures, bar }: Screen,
  heldBack: bigint,
): Claim[] {
  const of = (label: string): bigint | null => figures.get(label) ?? null
  const [captured, refunded, refundable] = [of('Captured'), of('Refunded'), of('Refundable')]
  const open = attempts.filter(({ state }) => isOpen(state))
  const sum = (operation: string | null): bigint =>
    open
      .filter((one) => operation === null || one.operation === operation)
      .reduce((all, { amount }) => all + (minorOf(amount) ?? 0n), 0n)
  const isAll = captured !== null && refunded !== null && refundable !== null
  const waits = waitingIn(figures)
  const ofOthers = (waits ?? 0n) - sum(null)
  const most = isAll ? captured - refunded - sum('return') : 0n
  // What others have on its way may be captures.
  const least = most > ofOthers + heldBack ? most - ofOthers - heldBack : 0n
  const drawn = bar.reduce((all, { money }) => all + (minorOf(money) ?? 0n), 0n)
  const shares = bar.reduce((all, { share }) => all + share, 0)
  // Of what is open the bar draws a part of its own; while nobody knows how much is in progress, it
  // is in the part that is not known.
  const isOpenPart = ({ tone, fill }: MoneyPart): boolean =>
    fill === 'striped' && (waits === null || tone !== 'neutral')
  const drawnOpen = bar
    .filter(isOpenPart)
    .reduce((all, { money }) => all + (minorOf(money) ?? 0n), 0n)
  return [
    [
      !isAll || conflict !== null || (refundable >= least && refundable <= (most < 0n ? 0n : most)),
      `captured ${captured}, refunded ${refunded}, in progress ${waits}, refundable ${refundable}`,
    ],
    [
      waits === null || ofOthers >= 0n,
      `in progress ${waits}, and open requests come to ${sum(null)}`,
    ],
    ...bar
      .filter(({ label }) => figures.has(label))
      .map(({ label, money }): Claim => [
        minorOf(money) === of(label),
        `the bar has ${label} ${money.amount}, the figure ${of(label)}`,
      ]),
    [
      bar.length === 0 || drawn === of('Original'),
      `the bar comes to ${drawn}, the original amount is ${of('Original')}`,
    ],
    [bar.length === 0 || sum(null) <= drawnOpen, `the bar leaves out the ${waits} in progress`],
    [bar.length === 0 || Math.abs(shares - 100) < 0.5, `the shares of the bar are ${shares}`],
  ]
}

/** One primary action, every limit as the figures have it, and nothing while something is open. */
function buttonClaims(view: OrderView, { actions, figures, requests }: Screen): Claim[] {
  const { giveBack, conflict, phase } = view
  const [first] = actions
  const isAny = actions.some(({ why }) => why === null)
  const isOpenNow = requests.some(({ state }) => state === 'UNKNOWN' || state === 'ACCEPTED')
  const chosen = giveBack.ways.find(({ id }) => id === giveBack.chosen)
  const givesBack = view.actions.return.isPossible || view.actions.void.isPossible
  return [
    [first.why === null || !isAny, `the primary action ${first.title} is shut, another is not`],
    [
      new Set(actions.map(({ title }) => title)).size === actions.length,
      'two buttons for one thing',
    ],
    [!isAny || !isOpenNow, 'an action can be asked for while a request is open'],
    [!isAny || conflict === null, 'an action can be asked for while answers contradict'],
    [(chosen === undefined) !== givesBack, `the way back is ${chosen?.id}, possible ${givesBack}`],
    [chosen === undefined || chosen.whyNot === null, 'the chosen way is shut'],
    [
      chosen === undefined || view.actions[chosen.action].isPossible,
      'the chosen way has no action',
    ],
    [phase !== 'charged-back' || !view.actions.return.isPossible, 'a charge-back can be refunded'],
    ...actions.map(({ action, why }): Claim => [why !== '', `${action} is shut without a reason`]),
    ...actions.flatMap(({ action }) => limitClaims(view, figures, action)),
  ]
}

function limitClaims(
  { actions, phase }: OrderView,
  figures: Screen['figures'],
  action: ActionId,
): Claim[] {
  const can = actions[action]
  if (!can.isPossible || can.most === null) return []
  const label = action === 'return' && phase !== 'authorised' ? 'Refundable' : 'Held'
  const [most, figure] = [minorOf(can.most), figures.get(label) ?? null]
  // A capture of somebody else that is in progress is held and can't be captured again.
  const waiting = action === 'capture' ? (waitingIn(figures) ?? 0n) : 0n
  return [
    [
      figure === null || most === figure || most === figure - waiting,
      `${action} goes up to ${most}, ${label} is ${figure}`,
    ],
    [(most ?? 0n) > 0n, `${action} can be asked for, up to ${most}`],
  ]
}

/** The list of orders says of it what its page says. */
function rowClaims(view: OrderView, { row, figures, badge, actions }: Screen): Claim[] {
  const of = (label: string): bigint | null => figures.get(label) ?? null
  return [
    [row.label === badge.label, `the list says “${row.label}”, the page “${badge.label}”`],
    // A list names what was asked for where nothing came of it.
    [
      of('Original') === null || row.original === of('Original'),
      `the list says ${row.original}, the page ${of('Original')}`,
    ],
    [row.returned === of('Refunded'), `the list says ${row.returned}, the page ${of('Refunded')}`],
    [row.hasUnknown === view.hasUnknown, 'the list and the page disagree on what is unknown'],
    [actions.length === 3, 'an action is missing'],
  ]
}

const orNone = (minor: bigint): bigint => (minor < 0n ? 0n : minor)

/**
 * Named in what a person reads of the refund. While something stops every action for a time, that
 * is said instead (holdsIn finds out whether it is true).
 */
function isSaid(view: OrderView, { type, minor }: Truth['heldBack'][number]): boolean {
  const { actions, attempts } = view
  const can = actions.return
  const message = can.isPossible ? (can.note ?? '') : can.why
  const name = type === 'chargeback' ? /charged|chargeback/ : new RegExp(`“${type}”`, 'i')
  // A person found that a refund from here happened: by its amount this is it, and it is refunded.
  const isFound = attempts.some(
    ({ operation, handOutcome, amount }) =>
      type !== 'chargeback' &&
      operation === 'return' &&
      handOutcome === 'happened' &&
      minorOf(amount) === minor,
  )
  return isFound || (!can.isPossible && isForNow(message)) || name.test(message)
}

/** Where all was told the figures are the books'; where not, they never say more. */
function bookClaims(view: OrderView, screen: Screen, truth: Truth, { rest }: Story): Claim[] {
  const of = (label: string): bigint | null => screen.figures.get(label) ?? null
  const { isAllTold, order } = truth
  const isStill = !view.attempts.some(({ state }) => isOpen(state))
  const same = (label: string, books: bigint): Claim => {
    const figure = of(label)
    return [
      !isAllTold || !isStill || figure === null || figure === books,
      `${label} is ${figure}, in the books ${books}`,
    ]
  }
  const within = (label: string, books: bigint): Claim => {
    const figure = of(label)
    return [figure === null || figure <= books, `${label} is ${figure}, in the books ${books}`]
  }
  const waits = view.attempts
    .filter(({ state }) => isOpen(state))
    .reduce((all, { amount }) => all + (minorOf(amount) ?? 0n), 0n)
  const whole = isGoodIn(truth) ? BigInt(order.amountMinor) : null
  return [
    [of('Original') === null || of('Original') === whole, `the order began with ${whole}`],
    // MONEY: what the gateway told as gone or on its way is not there to be refunded.
    within('Refundable', orNone(capturedIn(truth, true) - toldBackIn(truth) - heldBackIn(truth))),
    ...truth.heldBack.map((held): Claim => [
      isSaid(view, held),
      `“${held.type}” was told, and no note or reason of the page names it`,
    ]),
    [
      (waitingIn(screen.figures) ?? 0n) <= waits + othersWaitIn(truth),
      `in progress ${waitingIn(screen.figures)}, in the books ${waits + othersWaitIn(truth)}`,
    ],
    same('Captured', capturedIn(truth)),
    same('Refunded', returnedIn(truth)),
    within('Captured', capturedIn(truth, true)),
    within('Refunded', returnedIn(truth, true)),
    ...(rest === 'released' ? [] : [same('Held', heldIn(truth))]),
    // Where a sum is in doubt, Refundable is the part of it that is certain.
    ...(of('Captured') !== null && of('Refunded') !== null
      ? [same('Refundable', orNone(capturedIn(truth) - returnedIn(truth) - heldBackIn(truth)))]
      : isAllTold && isStill
        ? [within('Refundable', capturedIn(truth) - returnedIn(truth))]
        : []),
    ...screen.actions.flatMap(({ why, title }): Claim[] =>
      why === null ? [] : [[holdsIn(why, view, truth), `${title} is shut because: ${why}`]],
    ),
  ]
}

/** Main's review against the button, and the books against both. */
export function verdictOf(asked: {
  view: OrderView
  action: ActionId
  asked: bigint | null
  reviewed: Result<Review>
  truth: Truth
}): string[] {
  const { view, action, reviewed, truth } = asked
  const can = view.actions[action]
  const message = reviewed.ok ? '' : 'message' in reviewed.fault ? reviewed.fault.message : ''
  if (!can.isPossible)
    return reviewed.ok || message !== can.why
      ? [`${action} is shut (${can.why}); the review says ${message || 'yes'}`]
      : []
  const most = minorOf(can.most)
  const isAbove = asked.asked !== null && most !== null && asked.asked > most
  const needsAmount = asked.asked === null && /Enter the amount/.test(message)
  // More than all that was captured there can't be, though how much is left is not known.
  const isTooMuch =
    most === null &&
    !reviewed.ok &&
    reviewed.fault.kind === 'denied' &&
    !!asked.asked &&
    reviewed.fault.reason === 'over-remainder'
  if (reviewed.ok === isAbove && !needsAmount && !isTooMuch)
    return [`${action} of ${asked.asked} up to ${most}; the review says ${message || 'yes'}`]
  if (!reviewed.ok || truth.isMisled || !truth.isAllTold) return []
  const refusal = refusalOf(truth, action, asked.asked ?? null)
  return refusal === null ? [] : [`${action} of ${asked.asked} is open; the books say ${refusal}`]
}
