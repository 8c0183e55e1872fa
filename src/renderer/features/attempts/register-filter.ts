// What a register is narrowed by, besides its days: a text that its rows show, and the label of
// their chip. Pure. Both are made on this page, and a row is read with those around it, so main is
// not asked for them.
import { attemptStates } from '#shared/attempt.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import { amountSought } from '#shared/typed-amount.ts'
import { badgeOf } from '../../messages/badges.ts'
import type { Fact } from '../../messages/lists/list-columns.ts'
import { t } from '../../messages/message.ts'

/** An empty text asks for nothing. */
export interface RegisterFilter {
  text: string
  /** As the chips say it. */
  status: string
  from: string
  until: string
}

export const noFilter = (): RegisterFilter => ({ text: '', status: '', from: '', until: '' })

/** Those of a request that was sent. */
const sentStates = attemptStates.filter(
  (state) => !['DRAFT', 'APPROVED', 'EXPIRED', 'UNDONE'].includes(state),
)

/** What the chips of these operations can say, each once. */
export const statusLabels = (operations: readonly OperationId[]): string[] => [
  ...new Set([
    ...sentStates.flatMap((state) =>
      operations.map((operation) => badgeOf({ operation, state }).label),
    ),
    t('everywhere.contradiction'),
  ]),
]

/** However accents, capitals and the groups of a number are written. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\s]/gu, '')
    .toLowerCase()

const textOf = (fact: Fact): string =>
  fact !== null && typeof fact === 'object' ? `${fact.amount} ${fact.currency}` : String(fact ?? '')

/** Whether one of the facts has the text, or the amount that it is. */
export function hasText(facts: readonly Fact[], text: string): boolean {
  const sought = [text, amountSought(text) ?? text].map(plain)
  return facts
    .map((fact) => plain(textOf(fact)))
    .some((one) => sought.some((it) => one.includes(it)))
}
