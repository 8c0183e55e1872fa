// Which way money of an order goes back: a void, the release of a hold, or a return; why this one, and why not the others. Pure:
// main works it out for every order, the chooser draws it. Source: interface.md, "States and transitions", rules 2-5.
import type { MoneySettings } from '../connection.ts'
import type { ActionId } from './actions.ts'
import type { Phase } from './order-facts.ts'

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
  /** The last one, by the service's word for it or by the operation's name. */
  failedAction: { transactionType: string } | null
}

const actionOf: Readonly<Record<WayId, Way['action']>> = {
  void: 'void',
  release: 'return',
  return: 'return',
}

const cardholderSees: Readonly<Record<WayId, string>> = {
  void: 'The held amount is let go and nothing is ever charged. How soon it can be spent again is up to the customer’s bank.',
  release:
    'The held amount is let go and nothing is ever charged. How soon it can be spent again is up to the customer’s bank.',
  return:
    'The charge stays on the statement and the money comes back as an entry of its own, often only after some days.',
}

const chosenBecause: Readonly<Record<WayId, string>> = {
  void: 'The money is only held, not taken. A void cancels the hold as a whole before anything is settled, so nothing has to be sent back.',
  release:
    'The money is only held, not taken. On this connection a hold is let go by the operation Return, as a whole.',
  return:
    'The money was taken, so it is sent back by a return. A void would come too late: it is possible only before settlement.',
}

const aboutWay: Readonly<Record<WayId, string>> = {
  void: 'Cancels the hold as a whole, by the operation Void.',
  release: 'Lets the hold go as a whole, by the operation Return.',
  return: 'Sends back what was taken, in full or in part.',
}

/** Every way with its reason. `actions` are those of actionsFor, which main decides by again at the review. */
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
          : `${aboutWay[id]} For the customer it is the same; take it if the service refuses the other one.`,
      cardholder: cardholderSees[id],
      needsReason: actionOf[id] === 'return' || settings.voidNeedsReason,
    })),
  }
}

const whyOf = (can: Can): string | null => (can.isPossible ? null : can.why)

const isHold = ({ phase }: GiveBackOrder): boolean => phase === 'authorised'

/** Which way is tried first. After a refusal the other one comes first: the service has just said no to this one. */
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
        release:
          'The money is only held, not taken, and the last void did not succeed. The operation Return lets a hold go as well, as a whole.',
      },
    }
  if (refused === 'return' || refused === 'reversal')
    return {
      first: ['void', 'release', 'return'],
      because: {
        void: 'The money is only held, not taken, and the last release by a return did not succeed. A void cancels the hold as well, as a whole.',
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
    ? `A part of the hold was captured, and only that part can be given back. ${restWords[settings.restOfHold]}`
    : 'Nothing is held on this order: what was taken goes back by a return.'
}

/** A hold: nothing was taken yet, unless something else stops every action. */
const notTaken = (returning: Can): string =>
  whyOf(returning) ?? 'Nothing was taken yet, so there is nothing to send back: the hold is let go.'

/** What becomes of what is not captured, as a sentence. */
export const restWords: Readonly<Record<MoneySettings['restOfHold'], string>> = {
  unknown:
    'What becomes of the rest of the hold, the service’s description does not say: it may stay held until the bank lets it go.',
  stays: 'The rest stays held and can still be captured, until the bank lets it go.',
  released: 'The service releases the rest at once: it can’t be captured later.',
}
