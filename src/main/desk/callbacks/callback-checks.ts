// A callback against what Paydesk knows of the order: what fits, what is news, older or
// contradicting. Pure. It decides nothing: what happened is learnt by status.
import { say } from '#shared/message.ts'
import type { CallbackCheck } from '#shared/bridge/callbacks.ts'
import {
  isFinalAnswer,
  isFinalStatus,
  isSameTransaction,
  type StoredSnapshot,
  typeWord,
} from '#shared/gateway/status/status.ts'
import { foldWord } from '#shared/gateway/status/fold-word.ts'
import { currencyWord } from '#shared/currency.ts'
import { type AmountForm, readReportedAmount } from '#shared/money.ts'

export interface KnownOrder {
  clientOrderid: string
  /** Oldest first. */
  snapshots: readonly StoredSnapshot[]
}

type Fields = Readonly<Record<string, string>>

/**
 * `known` is null for an order Paydesk has not looked up; `checkedAt` when the same one was
 * checked before, or null.
 */
export function checksOf(
  fields: Fields,
  known: KnownOrder | null,
  checkedAt: number | null,
  form: AmountForm,
): CallbackCheck[] {
  const checks = [...merchantIdChecks(fields, known)]
  if (known === null)
    checks.unshift({
      topic: 'order',
      state: 'unknown',
      message: say('gateway.order-not-looked-up'),
      at: null,
    })
  else {
    checks.unshift({
      topic: 'order',
      state: 'good',
      message: say('gateway.paydesk-knows-the-order'),
      at: known.snapshots[0]?.at ?? null,
    })
    checks.push(statusCheck(fields, known.snapshots), amountCheck(fields, known, form))
  }
  if (checkedAt !== null)
    checks.push({
      topic: 'doubled',
      state: 'warning',
      message: say('gateway.checked-before'),
      at: checkedAt,
    })
  return checks
}

function* merchantIdChecks(fields: Fields, known: KnownOrder | null): Generator<CallbackCheck> {
  const own = fields['client_orderid'] ?? ''
  const repeated = fields['merchant_order']
  if (repeated !== undefined && own !== '' && repeated !== own)
    yield bad('merchant-id', say('gateway.two-merchant-ids', { own, repeated }))
  if (known === null || known.clientOrderid === '' || own === '') return
  yield own === known.clientOrderid
    ? {
        topic: 'merchant-id',
        state: 'good',
        message: say('gateway.merchant-id-agrees'),
        at: null,
      }
    : bad(
        'merchant-id',
        say('gateway.merchant-id-differs', {
          clientOrderid: known.clientOrderid,
          own,
        }),
      )
}

function statusCheck(fields: Fields, seen: readonly StoredSnapshot[]): CallbackCheck {
  const status = fields['status'] ?? ''
  const type = typeWord(fields['type'] ?? '')
  const told = `${type} ${status}`.trim()
  const isAlike = (one: StoredSnapshot): boolean => foldWord(one.status) === foldWord(status)
  const latest = seen.at(-1)
  const ofType = seen.filter((one) => type === '' || one.transactionType === type)
  const nearest = ofType.findLast(isAlike) ?? ofType.at(-1)
  const at = nearest?.at ?? null
  if (nearest === undefined)
    return warning('status', say('gateway.type-not-known-yet', { type }), at)
  if (isAlike(nearest))
    return nearest === latest
      ? {
          topic: 'status',
          state: 'good',
          message: say('gateway.status-agrees', { status: told }),
          at,
        }
      : warning(
          'status',
          say('gateway.older-than-known', {
            toldStatus: told,
            transactionType: latest?.transactionType ?? '',
            status: latest?.status ?? '',
          }),
          at,
        )
  if (!isFinalAnswer(nearest))
    return warning(
      'status',
      say('gateway.newer-of-type', {
        transactionType: nearest.transactionType,
        status: nearest.status,
      }),
      at,
    )
  if (!isFinalStatus(status))
    return warning(
      'status',
      say('gateway.older-of-type', {
        transactionType: nearest.transactionType,
        status: nearest.status,
      }),
      at,
    )
  if (isOther(fields, nearest)) return warning('status', say('gateway.transaction-not-known'), at)
  return bad(
    'status',
    say('gateway.status-contradicts', {
      transactionType: nearest.transactionType,
      status: nearest.status,
    }),
    at,
  )
}

/** The callback and the order name two different transactions of the processor. */
const isOther = (fields: Fields, seen: StoredSnapshot): boolean => {
  const mark = fields['processor-tx-id'] ?? ''
  return (
    mark !== '' &&
    seen.transactionMark !== '' &&
    !isSameTransaction({ transactionMark: mark, transactionType: seen.transactionType }, seen)
  )
}

function amountCheck(fields: Fields, { snapshots }: KnownOrder, form: AmountForm): CallbackCheck {
  const { amount, status } = fields
  const currency = currencyWord(fields.currency ?? '')
  const type = typeWord(fields.type ?? '')
  if (amount === undefined) return unknown('amount', say('gateway.no-amount'))
  const same = snapshots.findLast(
    (one) => one.amount !== null && one.transactionType === type && !isOther(fields, one),
  )
  const any = same ?? snapshots.findLast((one) => one.amount !== null)
  const known = any?.amount ?? null
  if (known !== null && currency !== '' && currency !== known.currency)
    return bad(
      'amount',
      say('gateway.currency-differs', { currency, orderCurrency: known.currency }),
      any?.at,
    )
  const told = readReportedAmount(amount, currency || (known?.currency ?? ''), form)
  if (told === undefined)
    return bad('amount', say('gateway.amount-not-exact', { amount, currency }))
  if (same === undefined || known === null)
    return unknown('amount', say('gateway.amount-not-known', { type }))
  if (told.minor === known.minor)
    return {
      topic: 'amount',
      state: 'good',
      message: say('gateway.amount-agrees', { amount: told }),
      at: same.at,
    }
  return bad(
    'amount',
    say('gateway.amount-differs', {
      amount: told,
      knownAmount: known,
      type,
      status: status ?? '',
    }),
    same.at,
  )
}

const bad = (topic: CallbackCheck['topic'], message: string, at: number | null = null) =>
  ({ topic, state: 'bad', message, at }) as const
const warning = (topic: CallbackCheck['topic'], message: string, at: number | null) =>
  ({ topic, state: 'warning', message, at }) as const
const unknown = (topic: CallbackCheck['topic'], message: string) =>
  ({ topic, state: 'unknown', message, at: null }) as const
