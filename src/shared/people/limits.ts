// Above which amount a request takes the approval of somebody else: a row for a role, a kind of
// request and a currency, for each request or for all of one person's day. Pure; administrators
// sign the rows (desk/people/statements.ts).
import { say } from '../message.ts'
import type { Money } from '../money.ts'
import {
  isOperationId,
  type OperationId,
  operationIds,
  rowOf,
} from '../gateway/operations/index.ts'
import { type Role, rightsOf } from './roles.ts'

/** What a limit is about, each with its name for people. */
export const limitGroups = {
  refunds: say('approvals.group-refunds'),
  payments: say('approvals.group-payments'),
  payouts: say('approvals.group-payouts'),
} as const satisfies Readonly<Record<string, string>>

export type LimitGroup = keyof typeof limitGroups
export const limitGroupIds = Object.keys(limitGroups) as [LimitGroup, ...LimitGroup[]]

/** Roles that may ask for money to move. */
export const limitedRoles = ['payments', 'payouts'] as const satisfies readonly Role[]
export type LimitedRole = (typeof limitedRoles)[number]

export interface Limit {
  role: LimitedRole
  group: LimitGroup
  currency: string
  /** It is held against what one person confirms in a day; left out where it is of each request. */
  per?: 'day'
  /** Minor units, and how many of them are behind the decimal point. */
  above: string
  digits: number
  /** So many people beside the one who asks. */
  approvals: 1 | 2
}

/** What a limit is about: of that there is one. */
export const keyOfLimit = ({
  role,
  group,
  currency,
  per,
}: Pick<Limit, 'role' | 'group' | 'currency' | 'per'>): string =>
  [role, group, currency, ...(per === undefined ? [] : [per])].join(' ')

/**
 * MONEY: whether some requests would take fewer approvals with it. A currency without a row is
 * above the limits that are there, so its first row lets requests go, unless all are above it.
 */
export function loosens(
  limits: readonly Limit[],
  { role, group, per, above, approvals }: Omit<Limit, 'currency'>,
): boolean {
  const present = limits.filter((one) => isOf(one, role, group) && one.per === per)
  return present.some((one) => BigInt(above) > 0n || one.approvals > approvals)
}

/** Null of what moves no money. */
export function groupOf(operation: OperationId): LimitGroup | null {
  const { risk, place, moves } = rowOf(operation)
  if (risk !== 'money') return null
  const area = place.split('/')[1] ?? ''
  if (area === 'payouts' || area === 'transfers') return 'payouts'
  return area === 'orders' && moves !== 'in' ? 'refunds' : 'payments'
}

/** A hold moves nothing: its capture does, and counts. */
export const isHold = (operation: string): boolean =>
  operation === 'preauth' || operation === 'preauth-form'

/** What a limit of this role is about. */
export const limitedOperations = (role: LimitedRole, group: LimitGroup): OperationId[] => {
  const held: ReadonlySet<string> = rightsOf([role])
  return operationIds.filter((id) => held.has(id) && groupOf(id) === group)
}

/** What a request takes that is above a limit. */
export interface Needs {
  approvals: 1 | 2
  /**
   * The lowest limit that it is above, one of each request before one of a day; null where its
   * amount or its currency has none.
   */
  limit: Limit | null
}

const isAbove = ({ above, digits }: Limit, amount: Money): boolean =>
  amount.minor * 10n ** BigInt(digits) > BigInt(above) * 10n ** BigInt(amount.digits)

/**
 * Null where it takes no approval. Of several roles each counts: another role never makes a limit
 * wider. `inDay`: with what this person confirmed on this day before. MONEY: where a kind of
 * request has limits, an amount that nobody knows and a currency without a row are above them.
 */
export function needsOf(
  limits: readonly Limit[],
  roles: readonly Role[],
  operation: string,
  amount: Money | null,
  inDay: Money | null = amount,
): Needs | null {
  const group = isOperationId(operation) ? groupOf(operation) : null
  if (group === null) return null
  const needs = roles
    .filter((role) => rightsOf([role]).has(operation as OperationId))
    .flatMap((role) => {
      const own = limits.filter((one) => isOf(one, role, group))
      return [
        ...ofRole(own.filter(isOfRequest), amount),
        ...ofRole(
          own.filter((one) => !isOfRequest(one)),
          inDay,
        ),
      ]
    })
  if (needs.length === 0) return null
  const lowest = needs
    .flatMap(({ limit }) => limit ?? [])
    .toSorted(
      (a, b) =>
        Number(isOfRequest(b)) - Number(isOfRequest(a)) ||
        (BigInt(a.above) < BigInt(b.above) ? -1 : 1),
    )[0]
  return {
    approvals: needs.some(({ approvals }) => approvals === 2) ? 2 : 1,
    limit: lowest ?? null,
  }
}

const isOfRequest = ({ per }: Limit): boolean => per === undefined

const isOf = (limit: Limit, role: Role, group: LimitGroup): boolean =>
  limit.role === role && limit.group === group

function ofRole(limits: readonly Limit[], amount: Money | null): Needs[] {
  if (limits.length === 0) return []
  const own = limits.filter(({ currency }) => currency === amount?.currency)
  if (amount === null || own.length === 0) {
    const approvals = limits.some((one) => one.approvals === 2) ? 2 : 1
    return [{ approvals, limit: null }]
  }
  return own
    .filter((limit) => isAbove(limit, amount))
    .map((limit) => ({ approvals: limit.approvals, limit }))
}
