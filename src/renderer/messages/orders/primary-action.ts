// The one action an order asks for, by its exact name, and the others. Pure; main decides again.
import type { OrderView } from '#shared/bridge/views.ts'
import type { ActionId } from '#shared/gateway/actions.ts'
import { actionOrder, actionLabels } from '../attempts.ts'

export interface NamedAction {
  action: ActionId
  /** "Refund", "Release hold", "Void" or "Capture". */
  title: string
  /** Null where it can be done. */
  why: string | null
  /** Opened by the way that fits, which can be changed in the sheet. */
  isGuided: boolean
}

type Asked = Pick<OrderView, 'phase' | 'actions' | 'giveBack'>

/** The one that fits first; each action stands there once. */
export function actionsOf({ phase, actions, giveBack }: Asked): [NamedAction, ...NamedAction[]] {
  const chosen = giveBack.ways.find(({ id }) => id === giveBack.chosen)?.action
  // A hold is there to be captured; ending it is the exception.
  const possible = actionOrder.find((action) => actions[action].isPossible)
  // Where nothing can be done for now, its button stays what the button was.
  const isHold = phase === 'authorised' && (actions.capture.isPossible || possible === undefined)
  const first = isHold ? 'capture' : (chosen ?? possible ?? 'return')
  const named = (action: ActionId): NamedAction => {
    const can = actions[action]
    return {
      action,
      title: actionLabels(action, phase).title,
      why: can.isPossible ? null : can.why,
      isGuided: action === chosen,
    }
  }
  const others = actionOrder.filter((action) => action !== first).map(named)
  // Possible actions come before impossible ones, and the way that fits before another one.
  const rank = ({ why, isGuided }: NamedAction): number => (why === null ? (isGuided ? 0 : 1) : 2)
  return [named(first), ...others.toSorted((a, b) => rank(a) - rank(b))]
}

/** The form of the way that fits offers the other ways, too. */
export function formOf(
  { giveBack: { chosen, ways } }: Pick<OrderView, 'giveBack'>,
  action: ActionId | 'give-back',
): ActionId | 'give-back' {
  const isFit = ways.some(({ id, action: way }) => id === chosen && way === action)
  return isFit ? 'give-back' : action
}

/** Why an action can't be asked for on an order, as its page says; null where it can. */
export function whyNotOn(
  { actions, giveBack }: Pick<OrderView, 'actions' | 'giveBack'>,
  action: ActionId | 'give-back',
): string | null {
  if (action === 'give-back') return giveBack.chosen === null ? giveBack.why : null
  const can = actions[action]
  return can.isPossible ? null : can.why
}
