// What exactly an action on an order would send: pure. It picks whether an amount is sent, checks it against what this desk
// knows, and says why when it is not possible. Callers: prepare (to show it) and confirm (again, inside the transaction).
import { type Fault, fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { type ActionId, actionsFor } from '#shared/gateway/actions.ts'
import type { OrderFacts } from '#shared/gateway/order-facts.ts'
import { formatAmount, type Money, toText, wireAmount } from '#shared/money.ts'

export interface Plan {
  /** Fields as sent, amount and currency included only when they are. */
  fields: Record<string, string>
  /** What goes into the formula; null when no amount is sent. */
  money: Money | null
  /** What it moves, sent or implied; null when this desk can't know. */
  moves: Money | null
  isFull: boolean
  effect: string
  remainingAfter: Money | null
  warnings: string[]
}

const denied = (reason: 'not-possible' | 'over-remainder', message: string): Fault => ({
  kind: 'denied',
  sent: 'no',
  reason,
  message,
})

/** `fields` come from parseRequest; `money` is their parsed amount, null for the full remainder. */
export function planAction(
  action: ActionId,
  facts: OrderFacts,
  fields: Readonly<Record<string, string>>,
  money: Money | null,
): Result<Plan> {
  const possibility = actionsFor(facts)[action]
  if (!possibility.isPossible) return fail(denied('not-possible', possibility.why))
  const { most, effect } = possibility
  const warnings = possibility.note === undefined ? [] : [possibility.note]

  if (money === null) {
    // MONEY: all of what nobody can count is no amount that a person has seen.
    if (facts.doubt !== null && possibility.mayBePartial)
      return fail(inputFault('amount', `${facts.doubt} Enter the amount to ${action}.`))
    // MONEY: "full" means what the person saw. Once something was captured or returned, the service's own idea of "full" may
    // differ from the remainder, so the remainder is sent as an explicit amount.
    const isUntouched = isWhole(action, facts)
    const explicit = isUntouched ? null : most
    if (!isUntouched && most === null && action !== 'void')
      return fail(
        inputFault(
          'amount',
          `This desk has not seen the whole amount of this order, so it can’t tell what remains. Enter the amount to ${action}.`,
        ),
      )
    return ok({
      fields: withAmount(fields, explicit),
      money: explicit,
      moves: most,
      isFull: true,
      effect,
      remainingAfter: most === null ? null : { ...most, minor: 0n },
      warnings,
    })
  }

  if (!possibility.mayBePartial && (most === null || money.minor !== most.minor))
    return fail(
      inputFault(
        'amount',
        action === 'return'
          ? 'A hold can only be released as a whole, or this order allows no partial amounts. Choose the full amount.'
          : 'This order allows no partial amounts. Choose the full amount.',
      ),
    )
  if (!possibility.mayBePartial) return planAction(action, facts, withAmount(fields, null), null)
  if (facts.currency !== null && money.currency !== facts.currency)
    return fail(
      inputFault(
        'currency',
        `This order is in ${facts.currency}; ${money.currency} can’t be used.`,
      ),
    )
  if (most !== null && money.minor > most.minor)
    return fail(
      denied(
        'over-remainder',
        `At most ${formatAmount(toText(most))} ${action === 'return' ? 'can still be returned' : 'can still be captured'}; ${formatAmount(toText(money))} is more.`,
      ),
    )
  return ok({
    fields: withAmount(fields, money),
    money,
    moves: money,
    isFull: most !== null && money.minor === most.minor,
    effect,
    remainingAfter: most === null ? null : { ...most, minor: most.minor - money.minor },
    warnings,
  })
}

/** Whether nothing was captured, returned or is pending yet, so that leaving the amount out means the whole order. */
function isWhole(action: ActionId, facts: OrderFacts): boolean {
  if (action === 'void') return true
  const returned = facts.returned?.minor ?? 0n
  // Unknown is not nothing: a hold that began elsewhere may be captured in part already.
  if (action === 'capture') return facts.captured?.minor === 0n
  if (facts.capturable !== null) return (facts.captured?.minor ?? 0n) === 0n
  return facts.captured !== null && returned === 0n
}

function withAmount(
  fields: Readonly<Record<string, string>>,
  money: Money | null,
): Record<string, string> {
  const { amount: _amount, currency: _currency, ...rest } = fields
  return money === null ? rest : { ...rest, amount: wireAmount(money), currency: money.currency }
}
