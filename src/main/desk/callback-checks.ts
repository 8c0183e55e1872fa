// A callback against what this desk knows of the order: what fits, what is news, older or contradicting. Pure. It decides nothing: what
// happened is learnt by status.
import type { CallbackCheck } from '#shared/bridge/callbacks.ts'
import {
  isFinalAnswer,
  isFinalStatus,
  isSameTransaction,
  type Observation,
} from '#shared/gateway/status.ts'
import { type DigitsRule, formatAmount, readWireAmount, toText } from '#shared/money.ts'

export interface KnownOrder {
  clientOrderid: string
  /** Oldest first. */
  observations: readonly Observation[]
}

type Fields = Readonly<Record<string, string>>

/** `known` is null for an order this desk has not looked up; `checkedAt` when the same one was checked before, or null. */
export function checksOf(
  fields: Fields,
  known: KnownOrder | null,
  checkedAt: number | null,
  rule: DigitsRule,
): CallbackCheck[] {
  const checks = [...merchantIdChecks(fields, known)]
  if (known === null)
    checks.unshift({
      topic: 'order',
      state: 'unknown',
      words: 'This desk has not looked up that order, so there is nothing to compare with.',
      at: null,
    })
  else {
    checks.unshift({
      topic: 'order',
      state: 'good',
      words: 'This desk knows the order.',
      at: known.observations[0]?.at ?? null,
    })
    checks.push(statusCheck(fields, known.observations), amountCheck(fields, known, rule))
  }
  if (checkedAt !== null)
    checks.push({
      topic: 'doubled',
      state: 'warning',
      words:
        'The same callback was checked here before. A service sends one again until it is answered: count it once.',
      at: checkedAt,
    })
  return checks
}

function* merchantIdChecks(fields: Fields, known: KnownOrder | null): Generator<CallbackCheck> {
  const own = fields['client_orderid'] ?? ''
  const repeated = fields['merchant_order']
  if (repeated !== undefined && own !== '' && repeated !== own)
    yield bad('merchant-id', `It names two merchant order ids: “${own}” and “${repeated}”.`)
  if (known === null || known.clientOrderid === '' || own === '') return
  yield own === known.clientOrderid
    ? {
        topic: 'merchant-id',
        state: 'good',
        words: 'The merchant order id is the order’s.',
        at: null,
      }
    : bad('merchant-id', `This desk knows the order as “${known.clientOrderid}”, not “${own}”.`)
}

function statusCheck(fields: Fields, seen: readonly Observation[]): CallbackCheck {
  const status = fields['status'] ?? ''
  const type = fields['type'] ?? ''
  const told = [type, status].filter((part) => part !== '').join(' ')
  const latest = seen.at(-1)
  const ofType = seen.filter((one) => type === '' || one.transactionType === type)
  const nearest = ofType.findLast((one) => one.status === status) ?? ofType.at(-1)
  const at = nearest?.at ?? null
  if (nearest === undefined)
    return warning('status', `Nothing of a ${type} is known here yet. Check the status.`, at)
  if (nearest.status === status)
    return nearest === latest
      ? { topic: 'status', state: 'good', words: `“${told}” is what is known here too.`, at }
      : warning(
          'status',
          `It is older than what is known here: after “${told}” the service said “${latest?.transactionType} ${latest?.status}”.`,
          at,
        )
  if (!isFinalAnswer(nearest))
    return warning(
      'status',
      `It is newer than what is known here (“${nearest.transactionType} ${nearest.status}”). Check the status.`,
      at,
    )
  if (!isFinalStatus(status))
    return warning(
      'status',
      `It is older than what is known here: “${nearest.transactionType} ${nearest.status}” is final.`,
      at,
    )
  if (isOther(fields, nearest))
    return warning(
      'status',
      'It speaks of a transaction that is not known here yet. Check the status.',
      at,
    )
  return bad(
    'status',
    `It contradicts what the service said here: “${nearest.transactionType} ${nearest.status}”, which is final.`,
    at,
  )
}

/** Both name a processor's transaction, and not the same one. */
const isOther = (fields: Fields, seen: Observation): boolean => {
  const mark = fields['processor-tx-id'] ?? ''
  return (
    mark !== '' &&
    seen.transactionMark !== '' &&
    !isSameTransaction({ transactionMark: mark, transactionType: seen.transactionType }, seen)
  )
}

function amountCheck(
  fields: Fields,
  { observations }: KnownOrder,
  rule: DigitsRule,
): CallbackCheck {
  const { amount, currency = '', status, type } = fields
  if (amount === undefined) return unknown('amount', 'It names no amount.')
  const same = observations.findLast(
    (one) => one.amount !== null && one.transactionType === type && !isOther(fields, one),
  )
  const any = same ?? observations.findLast((one) => one.amount !== null)
  const known = any?.amount ?? null
  if (known !== null && currency !== '' && currency !== known.currency)
    return bad('amount', `It is in ${currency}; the order is in ${known.currency}.`, any?.at)
  const told = readWireAmount(amount, currency || (known?.currency ?? ''), rule)
  if (told === undefined)
    return bad('amount', `“${amount} ${currency}” is no exact amount of that currency.`)
  if (same === undefined || known === null)
    return unknown('amount', `No amount of a ${type} is known here to compare it with.`)
  if (told.minor === known.minor)
    return {
      topic: 'amount',
      state: 'good',
      words: `${formatAmount(toText(told))} is what is known here too.`,
      at: same.at,
    }
  return bad(
    'amount',
    `It says ${formatAmount(toText(told))}; this desk knows ${formatAmount(toText(known))} of this ${type} (${status}).`,
    same.at,
  )
}

const bad = (topic: CallbackCheck['topic'], words: string, at: number | null = null) =>
  ({ topic, state: 'bad', words, at }) as const
const warning = (topic: CallbackCheck['topic'], words: string, at: number | null) =>
  ({ topic, state: 'warning', words, at }) as const
const unknown = (topic: CallbackCheck['topic'], words: string) =>
  ({ topic, state: 'unknown', words, at: null }) as const
