// How this gateway words its answers where hosts of the family differ. Only the wording changes,
// never the booking.
import { type AnswerRecord, dateText } from '../http/answers.ts'
import type { Order, Transaction } from '../book/book.ts'
import type { Switches } from '../context/switches.ts'

const terseLeavesOut = [
  'transaction-type',
  'merchant-order-id',
  'end-point-id',
  'descriptor',
  'gate-partial-reversal',
  'gate-partial-capture',
  'processor-tx-id',
  'processor-rrn',
  'approval-code',
  'paynet-processing-date',
  'receipt-id',
  'bank-name',
  'card-hash-id',
  'name',
  'email',
  'phone',
]
const marks = [
  'processor-tx-id',
  'processor-rrn',
  'approval-code',
  'receipt-id',
  'paynet-processing-date',
]

const capitals = ['type', 'status', 'transaction-type']

/** The answer to a request that was taken. */
export function inVoice(switches: Switches, record: AnswerRecord, now: number): AnswerRecord {
  const isUntyped = switches.isOn('json-untyped') && !switches.isOn('answers-form-encoded')
  const drops = [
    ...(switches.isOn('answers-tersely') ? terseLeavesOut : []),
    ...(switches.isOn('tells-no-marks') ? marks : []),
    ...(isUntyped ? ['type'] : []),
  ]
  const kept = Object.entries(record).filter(([name]) => !drops.includes(name))
  const reported = Object.fromEntries(
    kept.map(([name, value]) => [name, valueInVoice(switches, name, value, now)]),
  )
  return switches.isOn('unknown-terms') ? { ...reported, ...unheardOf } : reported
}

function valueInVoice(switches: Switches, name: string, value: string, now: number): string {
  if (capitals.includes(name) && switches.isOn('values-in-capitals')) return value.toUpperCase()
  if (name === 'currency' && switches.isOn('currency-in-small-letters')) return value.toLowerCase()
  if (name === 'paynet-processing-date' && switches.isOn('moving-dates')) return dateText(now)
  return value
}

/** The processor's id of a transaction; some processors tell the one of the whole order. */
export const processorIdInVoice = (
  switches: Switches,
  { orderid, processorTxId }: Transaction,
): string => (switches.isOn('one-processor-id') ? `PTX-${orderid}` : processorTxId)

/** Keys met in recordings of answers, and one that was met nowhere. */
const unheardOf: AnswerRecord = {
  'original-gate-descriptor': 'SANDBOX GATE 7',
  'ips-src-payment-product-code': 'MCC',
  'ips-src-payment-product-name': 'Consumer card',
  'risk-band': '4',
}

/** A refusal. */
export const refusedInVoice = (switches: Switches, record: AnswerRecord): AnswerRecord =>
  switches.isOn('refusals-untyped')
    ? {
        'error-message': record['error-message'] ?? '',
        'error-code': record['error-code'] ?? '',
      }
    : record

const lateTypes: Readonly<Record<string, string>> = {
  '31': 'chargeback reversal',
  '32': 'arbitration',
  '33': 'payout cancel',
}
const lateMs = 60_000

/** What status tells otherwise on some hosts: type, stage and amounts of the latest transaction. */
export function stageInVoice(
  switches: Switches,
  stage: Transaction,
  order: Pick<Order, 'amountMinor'>,
  now: number,
): { type: string; stageWord: string | null; status: string; isChained: boolean } {
  const plain = { type: stage.type as string, stageWord: null, status: stage.status as string }
  if (stage.type === 'reversal' && switches.isOn('returns-renamed'))
    if (stage.amountMinor < order.amountMinor)
      return { ...plain, type: 'partial refund', isChained: false }
  if (stage.type === 'payout check') {
    if (switches.isOn('checks-unnamed')) return { ...plain, type: '', isChained: false }
    if (switches.isOn('checks-as-payouts')) return { ...plain, type: 'payout', isChained: false }
  }
  if (switches.isOn('declines-along-the-chain') && stage.status === 'processing')
    return { ...plain, status: 'declined', stageWord: 'chain_declined', isChained: true }
  const late = lateTypes[String(order.amountMinor % 100).padStart(2, '0')]
  const isLate = stage.status === 'approved' && now - stage.changedAt > lateMs
  return late !== undefined && isLate && switches.isOn('unknown-terms')
    ? { ...plain, type: late, isChained: false }
    : { ...plain, isChained: false }
}

const numbers = [
  'paynet-order-id',
  'end-point-id',
  'error-code',
  'card-ref-id',
  'recurring-payment-id',
  'processor-rrn',
  'approval-code',
]

/** JSON text whose ids and codes are numbers, digit for digit. */
export const jsonWithNumbers = (record: AnswerRecord): string =>
  `{${Object.entries(record)
    .map(([name, value]) => {
      const isNumber = numbers.includes(name) && /^[1-9]\d*$/.test(value)
      return `${JSON.stringify(name)}:${isNumber ? value : JSON.stringify(value)}`
    })
    .join(',')}}`
