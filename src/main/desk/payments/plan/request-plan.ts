// What exactly an action on an order would send: pure. It names the amount, checks it against what
// Paydesk knows, and says why when it is not possible. Callers: review (to show it) and confirm
// (again, inside the transaction).
import { say } from '#shared/message.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import {
  type ActionId,
  actionsFor,
  type Possibility,
  type RestOfHold,
} from '#shared/gateway/actions.ts'
import type { OrderFacts } from '#shared/gateway/orders/order-facts.ts'
import { type Money, wireAmount } from '#shared/money.ts'
import { notPossible, overRemainder } from '../../base/faults.ts'

export interface RequestPlan {
  /** Fields as sent, amount and currency included only when they are. */
  fields: Record<string, string>
  /** The amount in the formula; null when no amount is sent, as by a void. */
  money: Money | null
  /** The amount that the action moves, sent or implied. */
  moves: Money | null
  isFull: boolean
  effect: string
  /** Of what the action takes from: the hold, or what was refundable. */
  remainingAfter: Money | null
  /** What can be refunded once it is captured; null for what captures nothing. */
  refundableAfter: Money | null
  warnings: string[]
}

/** `fields` come from parseRequest; `money` is their parsed amount, null for the full remainder. */
export function planAction(
  action: ActionId,
  facts: OrderFacts,
  fields: Readonly<Record<string, string>>,
  money: Money | null,
  restOfHold: RestOfHold,
): Result<RequestPlan> {
  const possibility = actionsFor(facts, restOfHold)[action]
  if (!possibility.isPossible) return fail(notPossible(possibility.why))
  const { most, effect } = possibility
  const warnings = possibility.note === undefined ? [] : [possibility.note]

  if (money === null) return planWhole(action, facts, fields, possibility, warnings)
  const limit = most ?? possibility.never
  if (!possibility.mayBePartial && money.minor !== limit?.minor)
    return fail(
      inputFault(
        'amount',
        action === 'return' ? say('requests.release-whole-only') : say('requests.whole-only'),
      ),
    )
  if (facts.currency !== null && money.currency !== facts.currency)
    return fail(
      inputFault(
        'currency',
        say('requests.currency-differs', {
          currency: facts.currency,
          typedCurrency: money.currency,
        }),
      ),
    )
  if (limit !== undefined && money.minor > limit.minor)
    return fail(
      overRemainder(
        say('requests.more-than-left', {
          most: limit,
          use: action === 'return' ? say('requests.use-refunded') : say('requests.use-captured'),
          amount: money,
        }),
      ),
    )
  return ok({
    fields: withAmount(fields, money),
    money,
    moves: money,
    isFull: most !== null && money.minor === most.minor,
    effect,
    remainingAfter: most === null ? null : { ...most, minor: most.minor - money.minor },
    refundableAfter: refundableAfter(action, facts, money),
    warnings,
  })
}

/** All that remains. */
function planWhole(
  action: ActionId,
  facts: OrderFacts,
  fields: Readonly<Record<string, string>>,
  possibility: Extract<Possibility, { isPossible: true }>,
  warnings: string[],
): Result<RequestPlan> {
  const { most, effect } = possibility
  // MONEY: all of what nobody can count is no amount that a person has seen.
  if (facts.uncertainty !== null && possibility.mayBePartial)
    return fail(
      inputFault(
        'amount',
        say('requests.amount-needed-in-doubt', {
          uncertainty: facts.uncertainty,
          verb: { noun: action },
        }),
      ),
    )
  // MONEY: "all" is the amount that the person saw. Without it the gateway would move what is left
  // as the request arrives, and somebody else may have moved a part by then. A void takes none.
  const explicit = action === 'void' ? null : most
  if (explicit === null && action !== 'void')
    return fail(inputFault('amount', say('requests.amount-needed', { verb: { noun: action } })))
  return ok({
    fields: withAmount(fields, explicit),
    money: explicit,
    moves: most,
    isFull: true,
    effect,
    remainingAfter: most === null ? null : { ...most, minor: 0n },
    refundableAfter: refundableAfter(action, facts, most),
    warnings,
  })
}

/**
 * What a capture adds to what is refundable. MONEY: null where today's figure is not certain, or
 * where less is left than nothing: a part of the capture would only fill that gap.
 */
function refundableAfter(action: ActionId, facts: OrderFacts, moves: Money | null): Money | null {
  const { captured, returned, returnable, inProgress, chargedBack } = facts
  if (
    action !== 'capture' ||
    moves === null ||
    facts.uncertainty !== null ||
    facts.isReturnableLess
  )
    return null
  if (captured === null || returned === null || returnable === null) return null
  if (inProgress === null || chargedBack === null) return null
  const spent = returned.minor + inProgress.minor + chargedBack.minor
  if (captured.minor < spent) return null
  return { ...moves, minor: returnable.minor + moves.minor }
}

function withAmount(
  fields: Readonly<Record<string, string>>,
  money: Money | null,
): Record<string, string> {
  const { amount: _amount, currency: _currency, ...rest } = fields
  return money === null ? rest : { ...rest, amount: wireAmount(money), currency: money.currency }
}
