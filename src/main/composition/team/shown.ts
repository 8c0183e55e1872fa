// What the gateway's status shows of a colleague's request whose computer said nothing: never by
// time, and never by what is not shown. Pure. MONEY: an order that is freed by a transaction of
// somebody else could be refunded while the request is still under way.
import { maskCardNumbers } from '#shared/cards/card-number.ts'
import {
  contradictsStage,
  isStillTried,
  mayBeSameTransaction,
  outcomeOf,
  type StoredSnapshot,
  transactionIdOf,
} from '#shared/gateway/status/status.ts'
import { say } from '#shared/message.ts'
import { digitsOf, isSameMoney, type Money } from '#shared/money.ts'
import type { AttemptRow } from '../../ledger/journal/attempt-row.ts'
import { owedAfter } from '../../team/claims/rules.ts'
import type { Claim } from '../../team/claims/team-port.ts'
import {
  type NotShown,
  notShownOf,
  shownOperations,
  shownTypesOf,
} from '../../team/records/order-chain.ts'
import {
  type FactsOf,
  mostKnown,
  type TeamRecord,
  transactionId,
} from '../../team/records/record.ts'

/** What this computer knows of an order. */
export interface KnownOfOrder {
  /** All that the gateway told of it, oldest first. */
  told: readonly StoredSnapshot[]
  /** The requests of this computer. */
  requests: readonly Pick<AttemptRow, 'operation' | 'amount' | 'state' | 'resolvedBy'>[]
}

type Shown = { facts: FactsOf<'shown'> } | { why: string }

/** As records name it; null where they can't. What is masked alike counts as the same. */
export const namedIn = (one: Pick<StoredSnapshot, 'transactionMark'>): string | null => {
  const id = maskCardNumbers(transactionIdOf(one))
  return transactionId.safeParse(id).success ? id : null
}

/**
 * MONEY: computers may count the digits of a currency otherwise, and a record names minor units:
 * where that can be, the same number may be another amount.
 */
const amountIn = (money: Money | null): [string, string] | null =>
  money === null ||
  money.minor <= 0n ||
  money.digits !== 2 ||
  digitsOf(money.currency, 'iso-4217') !== 2
    ? null
    : [money.minor.toString(), money.currency]

/**
 * The transactions that a claim names as told before; null where the gateway does not tell one from
 * another. MONEY: what has no name may be told with one later.
 */
export function knownBefore(operation: string, told: readonly StoredSnapshot[]): string[] | null {
  const types = shownTypesOf(operation)
  if (types.length === 0 || told.length === 0) return null
  const named = told.filter((one) => transactionIdOf(one) !== '')
  const isUnnamed = (one: StoredSnapshot): boolean =>
    ['', ...types].includes(one.transactionType) &&
    transactionIdOf(one) === '' &&
    !named.some((other) => mayBeSameTransaction(operation, one, other))
  if (told.some(isUnnamed)) return null
  const ids = named.map(namedIn)
  if (ids.includes(null)) return null
  const known = [...new Set(ids as string[])].toSorted()
  return known.length > mostKnown ? null : known
}

const shownTypes = shownOperations.flatMap(shownTypesOf)

/** Whether the last status tells anything that could say what became of a colleague's claim. */
export function mayShow(told: readonly StoredSnapshot[]): boolean {
  const last = told.at(-1)
  return (
    last !== undefined &&
    shownTypes.includes(last.transactionType) &&
    transactionIdOf(last) !== '' &&
    outcomeOf(last.status, last.stage) === 'approved'
  )
}

/**
 * Whether a transaction is surely that of the last claim, and done; else why nothing says so.
 * MONEY: clocks only ever keep an order taken: what was told here before the claim is not new.
 */
export function whatIsShown(
  records: readonly TeamRecord[],
  { told, requests }: KnownOfOrder,
  at: number,
): Shown {
  const claim = records.at(-1) as Claim
  const { operation, known } = claim.facts
  const types = shownTypesOf(operation)
  const noun = { operation: { noun: operation } }
  if (types.length === 0 || claim.facts.amount === null) return { why: say('team.unshown-kind') }
  if (known === undefined) return { why: say('team.unshown-unnamed', noun) }
  const ofKind = told.filter(
    (one) =>
      ['', ...types].includes(one.transactionType) &&
      !isStillTried(one.stage) &&
      !isKnown(one, known, records, { told, requests }),
  )
  const named = ofKind.filter((one) => transactionIdOf(one) !== '')
  const isUnnamed = (one: StoredSnapshot): boolean =>
    transactionIdOf(one) === '' && !told.some((other) => isNamedSame(operation, one, other))
  const ids = [...new Set(named.map(transactionIdOf))]
  const [id, second] = ids
  if (ofKind.some(isUnnamed)) return { why: say('team.unshown-unnamed', noun) }
  if (id === undefined) return { why: say('team.unshown-nothing', noun) }
  if (second !== undefined) {
    const [one, other] = [id, second].map(maskCardNumbers)
    return { why: say('team.unshown-two', { one: one!, other: other!, desk: claim.desk }) }
  }
  const last = named.at(-1)!
  // MONEY: told before, and the status does not tell it now: no clock says that it is new.
  if (told.at(-1) !== last) return { why: say('team.unshown-nothing', noun) }
  const shown = maskCardNumbers(id)
  if (named.some((one) => one.at <= claim.facts.at))
    return { why: say('team.unshown-before', { id: shown }) }
  if (outcomeOf(last.status, last.stage) !== 'approved' || contradictsStage(last))
    return { why: say('team.unshown-not-done', { id: shown }) }
  const name = namedIn(last)
  // MONEY: the difference of two answers is of all that happened between them.
  const amount = last.isDifference === true ? null : amountIn(last.amount)
  if (name === null) return { why: sentenceOf('not-named', shown, claim) }
  if (amount === null) return { why: sentenceOf('other-request', shown, claim) }
  const facts = { at, type: last.transactionType, id: name, amount }
  const flaw =
    notShownOf(facts, records) ??
    (requests.some((request) => mayBeOwn(request, last, told)) ? 'other-claim' : null)
  return flaw === null ? { facts } : { why: sentenceOf(flaw, shown, claim) }
}

/**
 * The word of a colleague that the gateway showed a request as done, where the gateway told this
 * computer nothing of it and nobody else sent by it since. MONEY: a computer that lies frees no
 * order alone.
 */
export function unseenIn(
  records: readonly TeamRecord[],
  own: string,
  told: readonly StoredSnapshot[],
): TeamRecord<'shown'> | null {
  const isTold = (id: string): boolean =>
    told.some((one) => namedIn(one) === id && outcomeOf(one.status, one.stage) === 'approved')
  const hasSentSince = (after: number, desk: string): boolean =>
    records.some((record, at) => {
      if (at <= after || record.kind !== 'claim' || record.desk === desk) return false
      const end = records[at + 1]
      return !(end?.kind === 'outcome' && end.facts.state === 'NOT_SENT')
    })
  for (const [at, record] of records.entries())
    if (record.kind === 'shown' && record.desk !== own)
      if (!isTold(record.facts.id) && !hasSentSince(at, record.desk)) return record
  return null
}

const isNamedSame = (operation: string, one: StoredSnapshot, other: StoredSnapshot): boolean =>
  transactionIdOf(other) !== '' && mayBeSameTransaction(operation, one, other)

/** Told before the claim, or that of another request. */
function isKnown(
  one: StoredSnapshot,
  known: readonly string[],
  records: readonly TeamRecord[],
  { told, requests }: KnownOfOrder,
): boolean {
  const id = namedIn(one)
  if (id === null) return false
  return (
    known.includes(id) ||
    records.some((record) => record.kind === 'shown' && record.facts.id === id) ||
    requests.some(({ resolvedBy }) => idOf(resolvedBy, told) === transactionIdOf(one))
  )
}

/** Of the transaction that resolved a request; empty where none did. */
const idOf = (resolvedBy: number | null, told: readonly StoredSnapshot[]): string => {
  const by = resolvedBy === null ? undefined : told.find(({ seq }) => seq === resolvedBy)
  return by === undefined ? '' : transactionIdOf(by)
}

/** MONEY: a request of this computer that may have left, and has no transaction of its own. */
const mayBeOwn = (
  { operation, amount, state, resolvedBy }: KnownOfOrder['requests'][number],
  shown: StoredSnapshot,
  told: readonly StoredSnapshot[],
): boolean =>
  owedAfter(state) !== 'NOT_SENT' &&
  shownTypesOf(operation).includes(shown.transactionType) &&
  (amount === null || shown.amount === null || isSameMoney(amount, shown.amount)) &&
  idOf(resolvedBy, told) === ''

function sentenceOf(flaw: NotShown, id: string, claim: Claim): string {
  switch (flaw) {
    case 'not-named':
      return say('team.unshown-unnamed', { operation: { noun: claim.facts.operation } })
    case 'other-request':
      return say('team.unshown-other-request', { id })
    case 'not-new':
      return say('team.unshown-before', { id })
    case 'other-claim':
      return say('team.unshown-other-claim', { id })
  }
}
