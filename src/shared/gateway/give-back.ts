// Which way money of an order goes back: a void, the release of a hold, or a return; why this one,
// and why not the others. Pure: main works it out for every order, the chooser draws it. Source:
// interface.md, "States and transitions", rules 2-5.
import { say } from '../message.ts'
import type { MoneySettings } from '../connections/connection.ts'
import type { ActionId } from './actions.ts'
import type { Phase } from './orders/order-facts.ts'
import { reason } from './orders/ways-out.ts'

export type WayId = 'void' | 'release' | 'return'

export interface Way {
  id: WayId
  /** The operation that is sent; a hold is released by the operation Return. */
  action: 'void' | 'return'
  /** Null when it can be chosen. */
  whyNot: string | null
  /** What it does, and for a way that is not the chosen one when to take it all the same. */
  about: string
  /** What the person whose card it is sees of it. */
  cardholder: string
  needsReason: boolean
}

export interface GiveBack {
  /** Null when nothing can be given back. */
  chosen: WayId | null
  /** Why the chosen one, or why nothing can be given back. */
  why: string
  /** All three, the chosen one first. */
  ways: Way[]
}

type Can = { isPossible: true } | { isPossible: false; why: string }

export interface GiveBackOrder {
  phase: Phase
  actions: Readonly<Record<ActionId, Can>>
  /** The last one, by the gateway's word for it or by the operation's name. */
  failedAction: { transactionType: string } | null
}

const actionOf: Readonly<Record<WayId, Way['action']>> = {
  void: 'void',
  release: 'return',
  return: 'return',
}

const cardholderSees: Readonly<Record<WayId, string>> = {
  void: say('order.sees-release'),
  release: say('order.sees-release-unless-captured'),
  return: say('order.sees-refund'),
}

const chosenBecause: Readonly<Record<WayId, string>> = {
  void: say('order.why-void'),
  release: say('order.why-release'),
  return: say('order.why-refund'),
}

const aboutWay: Readonly<Record<WayId, string>> = {
  void: say('order.way-void'),
  release: say('order.way-release'),
  return: say('order.way-refund'),
}

/**
 * Every way with its reason. `actions` are those of actionsFor, which main decides by again at the
 * review.
 */
export function giveBackOf(order: GiveBackOrder, settings: MoneySettings): GiveBack {
  const { void: voiding, return: returning } = order.actions
  const whyNot: Record<WayId, string | null> = {
    void: whyOf(voiding),
    release: isHold(order) ? whyOf(returning) : noRelease(order, settings),
    return: isHold(order) ? notTaken(returning) : whyOf(returning),
  }
  const { first, because } = preferred(order, settings)
  const chosen = first.find((id) => whyNot[id] === null) ?? null
  const chosenFirst = [...first].sort((a, b) => Number(b === chosen) - Number(a === chosen))
  return {
    chosen,
    why:
      chosen === null
        ? (whyOf(returning) ?? whyOf(voiding) ?? '')
        : (because[chosen] ?? chosenBecause[chosen]),
    ways: chosenFirst.map((id) => ({
      id,
      action: actionOf[id],
      whyNot: whyNot[id],
      about:
        id === chosen || chosen === null
          ? aboutWay[id]
          : say('order.way-if-refused', { aboutWay: aboutWay[id] }),
      cardholder: cardholderSees[id],
      needsReason: actionOf[id] === 'return' || settings.voidNeedsReason,
    })),
  }
}

const whyOf = (can: Can): string | null => (can.isPossible ? null : can.why)

const isHold = ({ phase }: GiveBackOrder): boolean => phase === 'authorised'

/**
 * Which way is tried first. After a refusal the other one comes first: the gateway has just said no
 * to this one.
 */
function preferred(
  order: GiveBackOrder,
  { holdReleasedBy }: MoneySettings,
): { first: WayId[]; because: Partial<Record<WayId, string>> } {
  if (!isHold(order)) return { first: ['return', 'void', 'release'], because: {} }
  const refused = order.failedAction?.transactionType
  if (refused === 'void')
    return {
      first: ['release', 'void', 'return'],
      because: {
        release: say('order.why-release-after-void'),
      },
    }
  if (refused === 'return' || refused === 'reversal')
    return {
      first: ['void', 'release', 'return'],
      because: {
        void: say('order.why-void-after-release'),
      },
    }
  return {
    first:
      holdReleasedBy === 'void' ? ['void', 'release', 'return'] : ['release', 'void', 'return'],
    because: {},
  }
}

/** Why nothing is there to be released, by what became of the hold. */
function noRelease({ phase, actions }: GiveBackOrder, settings: MoneySettings): string {
  if (!actions.return.isPossible && !actions.void.isPossible) return actions.return.why
  return phase === 'partly-captured'
    ? reason('order.refund-captured-part-only', {
        rest: restMessages[settings.restOfHold],
      })
    : reason('order.release-nothing-held')
}

/** A hold: nothing was taken yet, unless something else stops every action. */
const notTaken = (returning: Can): string =>
  whyOf(returning) ?? reason('order.refund-nothing-captured')

/** What becomes of what is not captured, as a sentence. */
export const restMessages: Readonly<Record<MoneySettings['restOfHold'], string>> = {
  unknown: say('order.rest-unknown'),
  stays: say('order.rest-stays'),
  released: say('order.rest-released'),
}
