// What a test of a connection makes of one real order: for each thing that an answer tells, whether
// it is understood, and the setting that would teach it. Pure. Nothing is stored and nothing moves.
import { say } from '#shared/message.ts'
import type { ConnectionTest, TestCheck } from '#shared/bridge/connections.ts'
import type { Connection } from '#shared/connections/connection.ts'
import { foldWord } from '#shared/gateway/status/fold-word.ts'
import { snapshotOf } from '#shared/gateway/orders/status-snapshot.ts'
import { knownStatuses, knownTransactionTypes, outcomeOf } from '#shared/gateway/status/status.ts'
import { isFactorOf, type Money } from '#shared/money.ts'
import type { ParsedAnswer } from '../../gateway/client.ts'

type Record = Readonly<{ [key: string]: string }>

/** What this computer knows of the order that was named. */
export interface NamedOrder {
  orderid: string
  clientOrderid: string
  /** What was sent from here to make it; null for an order of somebody else. */
  sent: Money | null
}

const check =
  (state: TestCheck['state']) =>
  (topic: TestCheck['topic'], message: string, detail = ''): TestCheck => ({
    ...{ topic, state, message, detail },
  })
const good = check('good')
const bad = check('bad')
const unknown = check('unknown')

/** No order was named: what the test did not try, so that nobody takes it for tried. */
export const untried = unknown('record', say('connections.no-real-order-was-read'))

export function orderChecks(
  { settings }: Pick<Connection, 'settings'>,
  parsed: ParsedAnswer | null,
  named: NamedOrder,
): TestCheck[] {
  if (parsed === null) return [bad('record', say('connections.order-not-read'))]
  if (parsed.kind === 'rejected')
    return [bad('record', say('connections.order-refused'), parsed.message)]
  if (parsed.kind !== 'accepted')
    return [bad('record', say('connections.order-answer-unreadable'), parsed.detail)]
  const { answer } = parsed
  return [
    good('record', say('connections.order-answer-read'), answer['type'] ?? ''),
    statusCheck(answer, settings),
    typeCheck(answer, settings),
    amountCheck(answer, settings, named),
    idsCheck(answer, named),
    reported('dates', answer, ['paynet-processing-date'], say('connections.no-date-is-told')),
    reported(
      'card',
      answer,
      ['last-four-digits', 'card-type', 'bin'],
      say('connections.no-card-is-told'),
    ),
  ]
}

const meanings: { readonly [Reported in ReturnType<typeof outcomeOf>]: string } = {
  approved: say('connections.meaning-approved'),
  declined: say('connections.meaning-declined'),
  failed: say('connections.meaning-failed'),
  processing: say('connections.meaning-processing'),
  unclear: say('connections.meaning-unclear'),
}

function statusCheck(answer: Record, settings: Connection['settings']): TestCheck {
  const status = answer['status'] ?? ''
  const seen = snapshotOf(answer, settings)
  if (status === '') return bad('status', say('connections.no-status-is-told'))
  const meaning = outcomeOf(seen.status)
  if (meaning === 'unclear' && !knownStatuses.includes(foldWord(status)))
    return bad('status', say('connections.the-status-is-not-known', { status }))
  return good(
    'status',
    say('connections.the-status-is-understood', { status, meaning: meanings[meaning] }),
  )
}

function typeCheck(answer: Record, settings: Connection['settings']): TestCheck {
  const { transactionType } = snapshotOf(answer, settings)
  const type = answer['transaction-type'] ?? ''
  if (transactionType === '')
    return bad('transaction-type', say('connections.no-transaction-type-is-told'))
  return knownTransactionTypes.includes(transactionType)
    ? good(
        'transaction-type',
        say('connections.the-type-is-understood', {
          type: type || (answer['order-stage'] ?? ''),
          transactionType,
        }),
      )
    : bad('transaction-type', say('connections.the-type-is-not-known', { type }))
}

/** By the plain reading: whose amount it is, one answer can't tell. */
function amountCheck(
  answer: Record,
  settings: Connection['settings'],
  { sent }: NamedOrder,
): TestCheck {
  const reported = answer['amount'] ?? ''
  if (reported === '') return bad('amount', say('connections.no-amount-is-told'))
  if ((answer['currency'] ?? '') === '')
    return bad('amount', say('connections.no-currency-is-told', { reported }))
  const { amount } = snapshotOf(answer, { ...settings, statusAmount: 'latest' })
  const detail = `${reported} ${answer['currency'] ?? ''}`
  if (amount === null)
    return bad('amount', say('connections.the-amount-cant-be-read', { reported }))
  if (sent !== null && isFactorOf(amount, sent))
    return bad('amount', say('connections.amount-off-by-factor', { read: amount, sent }), detail)
  return good('amount', say('connections.the-amount-is-understood', { read: amount }), detail)
}

function idsCheck(answer: Record, { orderid, clientOrderid }: NamedOrder): TestCheck {
  const pairs = [
    ['paynet-order-id', orderid],
    ['merchant-order-id', clientOrderid],
  ] as const
  const ids = pairs.map(([key]) => `${key}: ${answer[key] || '–'}`).join(', ')
  const isOther = pairs.some(([key, id]) => id !== '' && (answer[key] || id) !== id)
  if (isOther) return bad('ids', say('connections.the-answer-names-another-order'), ids)
  return pairs.every(([key]) => (answer[key] ?? '') === '')
    ? unknown('ids', say('connections.the-answer-names-no-order'))
    : good('ids', say('connections.the-ids-are-understood'), ids)
}

function reported(
  topic: TestCheck['topic'],
  answer: Record,
  keys: readonly string[],
  missing: string,
): TestCheck {
  const found = keys.filter((key) => (answer[key] ?? '') !== '')
  return found.length === 0
    ? unknown(topic, missing)
    : good(topic, say('connections.it-is-told-as', { keys: found }))
}

/** MONEY: never an overall green where no real order was read. */
export function withOrder<Test extends Pick<ConnectionTest, 'verdict' | 'summary' | 'checks'>>(
  test: Test,
  read: readonly TestCheck[],
): Test {
  const worst =
    read.find(({ state }) => state === 'bad') ??
    read.find(({ state }) => state === 'unknown' && read.length === 1)
  const checks = [...test.checks, ...read]
  if (worst === undefined || test.verdict === 'bad') return { ...test, checks }
  if (worst.state === 'bad') return { ...test, checks, verdict: 'bad', summary: worst.message }
  return test.verdict === 'warning'
    ? { ...test, checks }
    : { ...test, checks, verdict: 'unread', summary: worst.message }
}
