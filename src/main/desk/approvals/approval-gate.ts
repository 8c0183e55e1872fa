// What approvals are decided by: whether a request takes one, whose signature counts now, and that
// it is used up. Out of the signed statements and the log alone.
import { unspentStates } from '#shared/attempt.ts'
import { flowOf } from '#shared/gateway/flow.ts'
import { isOperationId } from '#shared/gateway/operations/index.ts'
import { movedSince, type StatusSnapshot } from '#shared/gateway/status/status.ts'
import { say } from '#shared/message.ts'
import { type Money, minorIn } from '#shared/money.ts'
import { type ApprovalStatement, statementIn } from '#shared/approvals/statement.ts'
import { groupOf, isHold, needsOf, type Needs } from '#shared/people/limits.ts'
import { rightsHeld } from '#shared/people/own-roles.ts'
import { rightsOf, type Role, roleIds } from '#shared/people/roles.ts'
import type { ApprovalRow } from '../../ledger/approvals/approvals.ts'
import type { AttemptRow } from '../../ledger/journal/attempt-row.ts'
import type { DeskPorts } from '../base/ports.ts'
import type { Plan } from '../payments/plan/open-review.ts'
import { draftOf } from '../people/session.ts'
import { hasDayLimits, noneOf, usedInDay } from './in-a-day.ts'
import type { Person, Roll } from '#shared/people/roll.ts'
import { isSigned } from '../people/statements.ts'
import { approvalText, digestOfRequest, isAsAsked, type Requested } from './approval-text.ts'

export type GatePorts = Pick<
  DeskPorts,
  'roll' | 'approvals' | 'journal' | 'orders' | 'audit' | 'runs'
>

export type Asked = Pick<AttemptRow, 'actor' | 'operation' | 'service' | 'orderid' | 'amount'> &
  Partial<Pick<AttemptRow, 'id' | 'row' | 'confirmedNumber'>>
export type Sent = Requested & Asked & Pick<AttemptRow, 'row' | 'id' | 'confirmedNumber'>
/** Of the review: whether an id was typed, and where the money goes. */
export type Reviewed = Partial<Pick<Plan, 'isTypedId' | 'goesTo'>>

/**
 * What it takes beside whoever asks; null where it takes nobody. MONEY: a name that nobody here has
 * is under every limit, and so is whoever may not do it any more: what they began may still go on.
 */
export function approvalNeeded(ports: GatePorts, asked: Asked): Needed | null {
  if (!ports.roll.isOn()) return null
  const { people, limits } = ports.roll.read()
  if (limits.length === 0) return null
  const roles = rolesFor(personNamed(people, asked.actor), asked.operation)
  const isOfDay = hasDayLimits(limits, roles, asked.operation)
  const before = isOfDay ? usedInDay(ports, asked) : noneOf(asked.amount)
  const inDay =
    asked.amount === null || before === null
      ? null
      : { ...asked.amount, minor: asked.amount.minor + before.minor }
  const needs = needsOf(limits, roles, asked.operation, withEarlier(ports, asked), inDay)
  return needs === null ? null : { ...needs, used: needs.limit?.per === 'day' ? before : null }
}

export interface Needed extends Needs {
  /** What this person confirmed on this day before; null where no limit of a day is above it. */
  used: Money | null
}

function rolesFor(person: Person | undefined, operation: string): readonly Role[] {
  if (person === undefined || person.isRemoved) return roleIds
  // MONEY: a role of this computer has no limits of its own: those of all who may do the same hold.
  const own: ReadonlySet<string> = rightsHeld({ ...person, roles: [] })
  if (own.has(operation)) return roleIds
  const held: ReadonlySet<string> = rightsOf(person.roles)
  return held.has(operation) ? person.roles : roleIds
}

export const personNamed = (people: Roll['people'], name: string): Person | undefined =>
  [...people.values()].find((one) => one.name === name)

/**
 * MONEY: of one order all that may have moved counts together, whoever asked for it, and of refunds
 * also what the gateway told of others: else a large refund would be many small ones. Null where
 * nobody can say how much that is.
 */
function withEarlier(
  ports: Pick<GatePorts, 'approvals' | 'journal' | 'orders'>,
  asked: Asked,
): Money | null {
  const { amount, orderid, operation } = asked
  if (amount === null || orderid === '' || !isOperationId(operation)) return amount
  const group = groupOf(operation)
  const earlier = ports.journal
    .ofOrder(asked)
    .filter((row) => row.id !== asked.id)
    .filter((row) => mayHaveMoved(row) || ports.approvals.isOwnWord(row.id))
    .filter((row) => isOperationId(row.operation) && groupOf(row.operation) === group)
    .filter((row) => !isHold(row.operation))
  let minor = 0n
  for (const row of earlier) {
    const own = row.amount?.currency === amount.currency ? minorIn(row.amount, amount.digits) : null
    if (own === null) return null
    minor += own
  }
  const told = group === 'refunds' ? toldReturned(ports, asked, amount) : 0n
  if (told === null) return null
  return { ...amount, minor: amount.minor + (told > minor ? told : minor) }
}

/** Zero where Paydesk saw none; null where it is not to be counted in this currency. */
function toldReturned(
  { orders }: Pick<GatePorts, 'orders'>,
  place: Asked,
  { currency, digits }: Money,
): bigint | null {
  const { returned } = orders.facts(place)
  if (returned === null) return 0n
  return returned.currency === currency ? minorIn(returned, digits) : null
}
const unspent: readonly string[] = unspentStates

/** MONEY: what was refused and is contradicted since is not known to have failed. */
const mayHaveMoved = ({ state, conflict, handOutcome }: AttemptRow): boolean =>
  conflict !== null || !(unspent.includes(state) || handOutcome === 'did-not-happen')

/**
 * MONEY: where the money goes belongs to what is approved, also where the request names its order
 * alone, as the pay step of a checked payout does.
 */
export const requestOf = (
  { operation, request }: Pick<Requested, 'operation' | 'request'>,
  review: Reviewed | undefined,
): Record<string, string> =>
  isOperationId(operation) && flowOf(operation) === 'new'
    ? request
    : { ...review?.goesTo, ...request }

export const digestOf = (row: Requested, review: Reviewed | undefined): string =>
  digestOfRequest({ ...row, request: requestOf(row, review) }, hasOwnId(row, review))

export const hasOwnId = (
  { replaces }: Pick<Requested, 'replaces'>,
  review: Reviewed | undefined,
): boolean => review?.isTypedId === true || replaces !== null

/** What waits for this very request of this very person, or null. */
export function approvalOf(
  ports: GatePorts,
  row: Requested & Pick<AttemptRow, 'actor'>,
  review: Reviewed | undefined,
): ApprovalRow | null {
  const author = personNamed(ports.roll.read().people, row.actor)
  const now = ports.approvals.now()
  return (
    ports.approvals
      .waitingFor(digestOf(row, review))
      .find((one) => one.author === author?.id && now < one.expiresAt) ?? null
  )
}

/** The status of its order as it was just read; null where it has none; not asked for before. */
export type Told = StatusSnapshot | null | 'not-read'

export const isAsSeen = (seen: string, told: Told): boolean =>
  told === 'not-read' ||
  (told === null ? seen === '' : seen !== '' && movedSince(seen, told).length === 0)

/** Who signed it with the order as it was told last; a run has none. */
export function approversNow(ports: GatePorts, approval: ApprovalRow): Person[] {
  const { service, orderid, runId } = approval
  if (runId !== null) return approversOf(ports, approval)
  const last = approval.seen === '' ? null : ports.orders.snapshots({ service, orderid }).at(-1)
  return last === undefined ? [] : approversOf(ports, approval, (seen) => isAsSeen(seen, last))
}

/**
 * MONEY: in the transaction of SENDING: whatever becomes of the request, it is used up. Whether
 * there was one.
 */
export function spendApproval(ports: GatePorts, row: Sent, review: Reviewed | undefined): boolean {
  if (!ports.roll.isOn() || row.row !== null) return false
  const approval = approvalOf(ports, row, review)
  if (approval === null) return false
  const author = { id: approval.author, name: row.actor }
  const draft = { ...draftOf('approval:spent', author, 'ok'), subject: `approval/${approval.id}` }
  ports.approvals.end(
    { ...draft, details: { ...draft.details, approval: approval.id, attemptId: row.id } },
    approval.id,
    { state: 'SPENT', by: row.actor, at: ports.approvals.now(), attemptId: row.id },
  )
  return true
}

/**
 * Whose signature counts now, one of each: somebody else than the author, who still works here, may
 * approve, may do it themselves, and signed exactly this with the key they have now. MONEY:
 * somebody may have signed several states of the order, and in any order: each is asked about by
 * itself.
 */
export function approversOf(
  ports: GatePorts,
  approval: ApprovalRow,
  isSeen: (seen: string) => boolean = () => true,
): Person[] {
  const found = new Map<string, Person>()
  for (const signed of approval.signatures) {
    const worth = worthOf(ports, approval, signed)
    if ('person' in worth && isSeen(worth.seen)) found.set(worth.person.id, worth.person)
  }
  return [...found.values()]
}

interface Worth {
  person: Person
  /** Fingerprint of the order as they saw it. */
  seen: string
}

/** MONEY: whose word a signature is now, or why it does not count. */
export function worthOf(
  ports: GatePorts,
  approval: ApprovalRow,
  { body, signature }: ApprovalRow['signatures'][number],
): Worth | { why: string } {
  const { people, size } = ports.roll.read()
  // What was used up was enough by then: a run that it started goes on with it.
  const now = approval.state === 'SPENT' ? (approval.endedAt ?? 0) : ports.approvals.now()
  const said = statementIn(body)
  if (said === null) return { why: say('approval-files.says-nothing') }
  const person = people.get(said.by)
  if (person === undefined) return { why: say('approval-files.of-nobody-here') }
  if (said.log !== ports.audit.logId) return { why: say('approval-files.for-another-log') }
  if (said.approval !== approval.id) return { why: say('approval-files.for-another-approval') }
  if (said.digest !== approval.digest || !isKept(ports, approval))
    return { why: say('approval-files.for-another-request') }
  if (said.author !== approval.author) return { why: say('approval-files.for-another-author') }
  if (said.expiresAt !== approval.expiresAt) return { why: say('approval-files.other-expiry') }
  if (now >= said.expiresAt) return { why: say('approval-files.is-over') }
  if (said.at > now) return { why: say('approval-files.ahead', { time: { at: said.at } }) }
  if (said.statements > size) return { why: say('approval-files.other-people') }
  if (approverFault(approval, person) !== null)
    return { why: person.isRemoved ? say('approval-files.left') : say('approval-files.may-not') }
  return isSigned(person.key, approvalText(body), signature)
    ? { person, seen: said.seen }
    : { why: say('approval-files.not-signed') }
}

/** MONEY: what is kept is what was asked for: of a run, what its own row says would be sent. */
export const isKept = ({ runs }: Pick<GatePorts, 'runs'>, approval: ApprovalRow): boolean =>
  approval.runId === null
    ? isAsAsked(approval)
    : runs.get(approval.runId)?.digest === approval.digest

/** All whose word would count for it. The rows of a run are here: who signs elsewhere can't. */
export const mayApprove = ({ roll }: Pick<GatePorts, 'roll'>, approval: ToApprove): Person[] =>
  [...roll.read().people.values()]
    .filter(({ isElsewhere }) => approval.runId === null || isElsewhere !== true)
    .filter((one) => approverFault(approval, one) === null)

type ToApprove = Pick<ApprovalRow, 'author' | 'operation' | 'runId'>

/** Why this person's word does not count for it, or null. */
export function approverFault(
  approval: Pick<ToApprove, 'author' | 'operation'>,
  person: Person,
): string | null {
  if (person.id === approval.author) return say('approvals.not-by-yourself')
  const held: ReadonlySet<string> = rightsHeld(person)
  return !person.isRemoved && held.has('approve') && held.has(approval.operation)
    ? null
    : say('approvals.takes-both-rights')
}

export const statementOf = (
  ports: GatePorts,
  approval: ApprovalRow,
  by: string,
  seen: string,
): ApprovalStatement => ({
  ...{ v: 1, log: ports.audit.logId, approval: approval.id, digest: approval.digest },
  ...{ author: approval.author, seen, expiresAt: approval.expiresAt },
  ...{ statements: ports.roll.read().size, by, at: ports.approvals.now() },
})
