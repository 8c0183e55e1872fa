// Two ways of hosts to answer what has no status of its own: not at once, or with a decline in the
// first answer.
import type { AnswerRecord } from '../http/answers.ts'
import type { Outcome } from '../book/test-amounts.ts'
import type { Call, SandboxContext } from '../context/context.ts'
import { recordOf, records, type RecordShape } from '../context/records.ts'
import type { Switches } from '../context/switches.ts'

/** Operations whose own answer is all there is. */
const answeredAlone = [
  'create-card-ref',
  'create-card-ref-v4',
  'create-recurring-payment',
  'update-recurring-payment',
  'pan-eligibility-send',
  'upload-cres-result',
  'upload-method-url-result',
  'upload-pares-result',
]
const answeredLater = [
  'create-card-ref',
  'create-card-ref-v4',
  'create-recurring-payment',
  'pan-eligibility-send',
]

const merchantIdNames = ['client_orderid', 'client-orderid', 'client-order-id']
const slotOf = (merchantId: string): string => `later ${merchantId}`

/** Keeps what was found out for a later question, and answers that the request was taken. */
export function answerLater(
  context: SandboxContext,
  call: Call,
  record: AnswerRecord,
): AnswerRecord {
  if (!context.switches.isOn('answers-later') || !answeredLater.includes(call.operation))
    return record
  const merchantId = record['merchant-order-id'] ?? ''
  if (record['paynet-order-id'] === undefined)
    context.store.write(slotOf(merchantId), JSON.stringify(record))
  const kept = ['serial-number', 'merchant-order-id', 'paynet-order-id', 'end-point-id']
  return {
    type: 'async-response',
    ...Object.fromEntries(Object.entries(record).filter(([name]) => kept.includes(name))),
  }
}

/** What status tells of a request that made no order; null when no such request is known. */
export function laterStatus(
  { store, switches }: SandboxContext,
  merchantId: string,
  serial: string,
): AnswerRecord | null {
  if (!switches.isOn('answers-later')) return null
  const kept = store.read(slotOf(merchantId))
  return kept === undefined
    ? null
    : {
        ...(JSON.parse(kept) as AnswerRecord),
        type: 'status-response',
        'serial-number': serial,
      }
}

/**
 * The answer of an operation with a declined outcome, on hosts that decline at once; null on other
 * hosts.
 */
export function declinedAtOnce(
  switches: Switches,
  call: Call,
  outcome: Outcome | undefined,
): AnswerRecord | null {
  if (outcome === undefined || outcome.final === 'approved') return null
  if (!switches.isOn('final-at-once') || !answeredAlone.includes(call.operation)) return null
  const sent = (names: readonly string[]): string | undefined =>
    names.map((name) => call.fields.get(name)).find((value) => value !== undefined)
  const shape: RecordShape = records[recordOf({ id: call.operation })]
  const record = {
    type: shape.forms['type']?.values?.[0],
    'serial-number': call.serial,
    'merchant-order-id': sent(merchantIdNames),
    'paynet-order-id': sent(['orderid']),
    'end-point-id': call.endpointId,
    status: outcome.final,
    'error-code': outcome.errorCode,
    'error-message': outcome.errorMessage,
  }
  return Object.fromEntries(
    Object.entries(record).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
