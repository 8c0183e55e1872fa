// One budget for each gateway account, made when it is first asked: connections of one account
// share it, under the most careful of their settings.
import type { Connection } from '#shared/connections/connection.ts'
import { type AccountBudget, type Limits, openAccountBudget } from './account-budget.ts'
import type { Rank, Turn } from './turn.ts'

export type TakeTurn = (connection: Connection, rank: Rank, party?: string) => Promise<Turn>

export interface BudgetParts {
  /** Which gateway a connection reaches, and in whose name (src/shared/order-place.ts). */
  gatewayOf: (connection: Connection) => string
  /** Milliseconds that only go forward. */
  monotonic: () => number
  /** Aborted when the program ends: nobody is kept waiting then. */
  closing: AbortSignal
}

/** Of the connections of an account that asked so far, by their ids. */
const mostCareful = (limits: ReadonlyMap<string, Limits>): Limits => ({
  perSecond: Math.min(...[...limits.values()].map(({ perSecond }) => perSecond)),
  atOnce: Math.min(...[...limits.values()].map(({ atOnce }) => atOnce)),
})

export function openBudgets({ gatewayOf, monotonic, closing }: BudgetParts): TakeTurn {
  const accounts = new Map<string, { budget: AccountBudget; limits: Map<string, Limits> }>()
  closing.addEventListener('abort', () => {
    for (const { budget } of accounts.values()) budget.close()
  })
  return (connection, rank, party = connection.id) => {
    const { requestsPerSecond: perSecond, requestsAtOnce: atOnce } = connection.settings
    const service = gatewayOf(connection)
    const own = { perSecond, atOnce }
    const account = accounts.get(service) ?? {
      budget: openAccountBudget(monotonic, own),
      limits: new Map<string, Limits>(),
    }
    accounts.set(service, account)
    account.limits.set(connection.id, own)
    if (closing.aborted) account.budget.close()
    return account.budget.take({ rank, party, limits: mostCareful(account.limits) })
  }
}
