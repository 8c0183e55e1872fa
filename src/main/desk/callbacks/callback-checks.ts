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
      message: say('paydesk-has-not-looked-up-that-order'),
      at: null,
    })
  else {
    checks.unshift({
      topic: 'order',
      state: 'good',
      message: say('paydesk-knows-the-order'),
      at: known.snapshots[0]?.at ?? null,
    })
    checks.push(statusCheck(fields, known.snapshots), amountCheck(fields, known, form))
  }
  if (checkedAt !== null)
    checks.push({
      topic: 'doubled',
      state: 'warning',
      message: say('the-same-callback-was-checked-here-before'),
      at: checkedAt,
    })
  return checks
}

function* merchantIdChecks(fields: Fields, known: KnownOrder | null): Generator<CallbackCheck> {
  const own = fields['client_orderid'] ?? ''
  const repeated = fields['merchant_order']
  if (repeated !== undefined && own !== '' && repeated !== own)
    yield bad('merchant-id', say('it-names-two-merchant-order-ids', { own, repeated }))
  if (known === null || known.clientOrderid === '' || own === '') return
  yield own === known.clientOrderid
    ? {
        topic: 'merchant-id',
        state: 'good',
        message: say('the-merchant-order-id-is-the-orders'),
        at: null,
      }
    : bad(
        'merchant-id',
        say('paydesk-knows-the-order-as-client-orderid', {
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
    return warning('status', say('nothing-of-a-type-is-known-here-yet', { type }), at)
  if (isAlike(nearest))
    return nearest === latest
      ? {
          topic: 'status',
          state: 'good',
          message: say('the-status-is-known-here-too', { status: told }),
          at,
        }
      : warning(
          'status',
          say('the-callback-is-older', {
            toldStatus: told,
            transactionType: latest?.transactionType ?? '',
            status: latest?.status ?? '',
          }),
          at,
        )
  if (!isFinalAnswer(nearest))
    return warning(
      'status',
      say('it-is-newer-than-what-is-known-here-transaction-type', {
        transactionType: nearest.transactionType,
        status: nearest.status,
      }),
      at,
    )
  if (!isFinalStatus(status))
    return warning(
      'status',
      say('it-is-older-than-what-is-known-here-transaction-type', {
        transactionType: nearest.transactionType,
        status: nearest.status,
      }),
      at,
    )
  if (isOther(fields, nearest))
    return warning('status', say('it-speaks-of-a-transaction-that-is-not-known'), at)
  return bad(
    'status',
    say('it-contradicts-what-the-gateway-said-here', {
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
  if (amount === undefined) return unknown('amount', say('it-names-no-amount'))
  const same = snapshots.findLast(
    (one) => one.amount !== null && one.transactionType === type && !isOther(fields, one),
  )
  const any = same ?? snapshots.findLast((one) => one.amount !== null)
  const known = any?.amount ?? null
  if (known !== null && currency !== '' && currency !== known.currency)
    return bad(
      'amount',
      say('the-callback-is-in-another-currency', { currency, orderCurrency: known.currency }),
      any?.at,
    )
  const told = readReportedAmount(amount, currency || (known?.currency ?? ''), form)
  if (told === undefined)
    return bad(
      'amount',
      say('amount-currency-is-no-exact-amount-of-that-currency', { amount, currency }),
    )
  if (same === undefined || known === null)
    return unknown('amount', say('no-amount-of-a-type-is-known-here-to', { type }))
  if (told.minor === known.minor)
    return {
      topic: 'amount',
      state: 'good',
      message: say('the-amount-is-known-here-too', { amount: told }),
      at: same.at,
    }
  return bad(
    'amount',
    say('the-callback-says-another-amount', {
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
