// What stands on an order and a person can clear. Pure.
import { say } from '../../message.ts'
import { type Money, toText } from '../../money.ts'
import type { Clearable, Contradiction } from './clearance.ts'

/** `contradiction`: null where none stands. `chargedBack`: null where nobody knows how much. */
export const clearablesOf = ({
  contradiction,
  chargedBack,
}: {
  contradiction: Contradiction | null
  chargedBack: Money | null
}): Clearable[] => [
  ...(contradiction === null ? [] : [{ kind: 'contradiction' as const, ...contradiction }]),
  ...(chargedBack?.minor === 0n ? [] : [chargebackOf(chargedBack)]),
]

function chargebackOf(taken: Money | null): Clearable {
  const text = taken === null ? null : toText(taken)
  return {
    kind: 'chargeback',
    about: text === null ? 'unknown amount' : `${text.amount} ${text.currency}`,
    message: say('program.charged-back-amount', {
      amount: text ?? say('program.an-amount-nobody-told'),
    }),
  }
}
