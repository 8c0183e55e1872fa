// Turns a status answer into an observation. Pure; unknown keys stay in the answer itself and are shown as they came.
import type { ConnectionSettings } from '#shared/connection.ts'
import { isSideType, type Observation } from '#shared/gateway/status.ts'
import { readWireAmount } from '#shared/money.ts'

export type Seeing = Omit<Observation, 'seq' | 'at'>
/** `seq` tells what had been seen of the order when the request was sent. */
export type Snapshot = Omit<Observation, 'at'>

/** `answer` is a status-response record. An amount that can't be read exactly is null, never rounded. */
export function observationOf(
  answer: Readonly<Record<string, string>>,
  settings: Pick<ConnectionSettings, 'digitsRule' | 'statusAmount'>,
): Seeing {
  const currency = answer.currency ?? ''
  const type = answer['transaction-type'] ?? ''
  // Where a host repeats the first amount at every stage, it says nothing about a capture or a return.
  const isFirst = type === 'sale' || type === 'preauth' || isSideType(type)
  const tellsAmount = settings.statusAmount === 'latest' || isFirst
  return {
    status: answer.status ?? '',
    transactionType: type,
    stage: answer['order-stage'] ?? '',
    amount:
      answer.amount === undefined || !tellsAmount
        ? null
        : (readWireAmount(answer.amount, currency, settings.digitsRule) ?? null),
    transactionMark: [answer['processor-tx-id'], answer['paynet-processing-date']]
      .filter((part) => part !== undefined && part !== '')
      .join(' '),
    partialReturn: enabled(answer['gate-partial-reversal']),
    partialCapture: enabled(answer['gate-partial-capture']),
    reason: [answer['error-code'], answer['error-message']].filter(Boolean).join(' '),
  }
}

const enabled = (value: string | undefined): boolean | null =>
  value === undefined || value === '' ? null : value === 'enabled'

/** The JSON kept with an attempt as its snapshot, and back. */
export const freeze = (seen: Snapshot): string =>
  JSON.stringify(seen, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )

export function thaw(snapshot: string | null): Snapshot | null {
  if (snapshot === null) return null
  const seen = JSON.parse(snapshot) as Omit<Snapshot, 'amount'> & {
    amount: { minor: string; currency: string; digits: number } | null
  }
  return {
    ...seen,
    amount: seen.amount === null ? null : { ...seen.amount, minor: BigInt(seen.amount.minor) },
  }
}
