// Reads one answer of the gateway and says what it proves: accepted, rejected, unclear, or about
// another order. Pure; called by client.ts. MONEY: whatever is not plainly an acceptance or a
// refusal is unclear; it never guesses in either direction.
import { say, sayAll } from '#shared/message.ts'
import { errorResponse } from '#shared/gateway/operations/parts/answers.ts'
import type { Operation } from '#shared/gateway/operations/parts/operation.ts'
import {
  type AnswerRecord,
  decodeText,
  endsByItself,
  isJsonType,
  readRecord,
  type ParsedRecord,
} from './answer-record.ts'
import {
  clientOrderidKeys,
  hyphened,
  orderidKeys,
  recurringIdKeys,
  usualType,
} from './answer-keys.ts'
import type { Answered } from '../transport/exchange.ts'
import { looseRecord } from './loose-record.ts'
import { cleanText, excerptOf, hideEchoes } from './clean-text.ts'

export type { AnswerRecord } from './answer-record.ts'

export interface Expected {
  row: Operation
  /** The ids the request named. */
  clientOrderid?: string
  orderid?: string
  recurringId?: string
  /** Card numbers the request held: hidden wherever the answer repeats them. */
  cardNumbers?: readonly string[]
}

export type ParsedAnswer =
  | { kind: 'accepted'; answer: AnswerRecord; typed: Record<string, unknown> }
  | Rejected
  | { kind: 'unclear'; detail: string; httpStatus: number; excerpt?: string; answer?: AnswerRecord }
  | { kind: 'foreign'; detail: string; answer: AnswerRecord }

interface Rejected {
  kind: 'rejected'
  /** Empty when the refusal could not be read. */
  answer: AnswerRecord
  code?: string
  /** The gateway's words, or that there were none. */
  message: string
  serialNumber?: string
  httpStatus: number
}

/** The status of a gateway that is asked too often. */
export const tooMany = 429

/**
 * interface.md "Errors"; statuses it does not show are decided as money-safety.md section 2 says.
 */
export function readAnswer(answered: Answered, expected: Expected): ParsedAnswer {
  const { status } = answered
  const isQuestion = expected.row.risk === 'read'
  const parsed = recordOf(answered, expected)
  if ('why' in parsed) {
    // MONEY: a firewall, a captive portal or an expired proxy session writes such pages too, also
    // after the gateway has acted. A question moves nothing: there it is the gateway's refusal in
    // all likelihood, and people are told what to check.
    const isShut = [401, 403, tooMany].includes(status)
    return isShut && isQuestion
      ? refusedByPage(answered, expected)
      : unclear(answered, parsed.why, expected)
  }
  const answer = isQuestion ? withAskedIds(parsed.record, expected) : parsed.record
  const foreign = foreignOf(answer, expected)
  if (foreign !== null) return { kind: 'foreign', detail: foreign, answer }

  if (isUntypedError(answered, answer)) return refused({ answer, status })
  const named = isQuestion ? { ...answer, type: typeOfAnswer(answer, expected) } : answer
  if (errorResponse.safeParse(named).success) {
    // MONEY: with any other status somebody between us and the gateway may speak after the gateway
    // has acted, unless the record itself shows that the gateway checked the request and refused.
    const isProven = [200, 400, 401, 403].includes(status) || isWholeRefusal(status, answer)
    if (isProven || (status >= 400 && isQuestion)) return refused({ answer, status })
    const gatewayMessage = cleanText(answer['error-message'] ?? '')
    return {
      ...unclear(
        answered,
        say('gateway.why-error-under-http', { status, message: gatewayMessage }),
        expected,
      ),
      answer,
    }
  }
  const why = whyNoAnswer(status, named, expected)
  const typed = expected.row.response.safeParse(named)
  if (why === null && typed.success) return { kind: 'accepted', answer, typed: typed.data }
  const type = shown(named.type)
  return {
    ...unclear(answered, why ?? say('gateway.why-type-differs', { type }), expected),
    answer,
  }
}

/** Why a record that is no refusal answers nothing, whatever its fields say; null when it may. */
function whyNoAnswer(
  status: number,
  answer: Readonly<Record<string, string>>,
  expected: Expected,
): string | null {
  const type = answer['type'] ?? ''
  if (type === '') return say('gateway.why-no-type')
  // MONEY: what creates something without moving money may say so by its status as well.
  const isGood = status === 200 || ([201, 202].includes(status) && expected.row.risk !== 'money')
  if (!isGood) return say('gateway.why-status-and-type', { status, type: shown(type) })
  const isOfOrder = [...orderidKeys, ...clientOrderidKeys].some((key) => (answer[key] ?? '') !== '')
  return isStatus(expected) && !isOfOrder ? say('gateway.why-no-order') : null
}

const isStatus = ({ row }: Expected): boolean => row.wire === 'STATUS'

/**
 * The type of an answer to a question, in the family's writing. Where there is none, what only such
 * an answer has stands for it: the status of the order that was asked about, or a card's facts.
 */
function typeOfAnswer(answer: AnswerRecord, expected: Expected): string {
  const has = (key: string): boolean => (answer[key] ?? '') !== ''
  if (has('type')) return usualType(answer['type'] ?? '')
  if (isStatus(expected))
    return has('status') && namesAsked(answer, expected) ? 'status-response' : ''
  const isCard = has('bin') && has('last-four-digits') && !has('error-code') && !has('status')
  return isCard ? 'get-card-info-response' : ''
}

const namesAsked = (answer: AnswerRecord, { orderid, clientOrderid }: Expected): boolean =>
  (orderid !== undefined && orderidKeys.some((key) => answer[key] === orderid.trim())) ||
  (clientOrderid !== undefined &&
    clientOrderidKeys.some((key) => answer[key] === clientOrderid.trim()))

/**
 * The answer to a question with the ids as they were asked, where they can name nothing else: a
 * gateway's number with zeros before it, and a merchant's id in other letters beside a number that
 * is not another one.
 */
function withAskedIds(answer: AnswerRecord, { orderid, clientOrderid }: Expected): AnswerRecord {
  const asked = { number: orderid?.trim() ?? '', own: clientOrderid?.trim() ?? '' }
  const numbers = orderidKeys.filter((key) => (answer[key] ?? '') !== '')
  const isOther = numbers.some((key) => withoutZeros(answer[key]!) !== withoutZeros(asked.number))
  if (numbers.length === 0 || (asked.number !== '' && isOther)) return answer
  const reported = Object.assign(Object.create(null) as AnswerRecord, answer)
  for (const key of numbers) if (asked.number !== '') reported[key] = asked.number
  for (const key of clientOrderidKeys)
    if (asked.own !== '' && reported[key]?.toLowerCase() === asked.own.toLowerCase())
      reported[key] = asked.own
  return reported
}

const withoutZeros = (text: string): string =>
  /^\d+$/.test(text) ? text.replace(/^0+(?=\d)/, '') : text

/** The gateway checked the request and refused, under a status that says the same. */
const isWholeRefusal = (status: number, answer: AnswerRecord): boolean =>
  [409, 422].includes(status) &&
  answer['type'] === 'validation-error' &&
  ['error-code', 'error-message', 'serial-number'].every((key) => (answer[key] ?? '') !== '')

/** The keys of a record that speaks of what became of a request. */
const outcomeKeys = ['type', 'status', 'paynet-order-id', 'orderid', 'redirect-url'] as const

/**
 * MONEY: some gateways of the family refuse with their two error words in JSON and no `type`
 * (decision 19). Nobody else writes these names, and a record that names an order or an outcome is
 * more than a refusal.
 */
function isUntypedError({ status, headers }: Answered, answer: AnswerRecord): boolean {
  const has = (key: string): boolean => (answer[key] ?? '') !== ''
  return (
    [400, 401, 403].includes(status) &&
    isJsonType(headers['content-type'] ?? '') &&
    has('error-message') &&
    has('error-code') &&
    !outcomeKeys.some(has)
  )
}

/** The record of an answer that came whole, or the reason why there is none. */
function recordOf(answered: Answered, { row, cardNumbers = [] }: Expected): ParsedRecord {
  const strict = strictRecord(answered, cardNumbers)
  const isRedirect = answered.status >= 300 && answered.status < 400
  // MONEY: what moves something is read strictly, or not at all.
  const mayBeWrapped = 'record' in strict && Object.keys(strict.record).length === 1
  const isOpen = ('why' in strict || mayBeWrapped) && !isRedirect
  const loose = isOpen && row.risk === 'read' ? looseRecord(answered, cardNumbers) : null
  const parsed = loose !== null && 'record' in loose ? loose : strict
  return 'record' in parsed ? { record: inHyphens(parsed.record) } : parsed
}

/** With known keys as the family writes them, unless both writings are there. */
function inHyphens(record: AnswerRecord): AnswerRecord {
  const reported = Object.create(null) as AnswerRecord
  for (const [name, value] of Object.entries(record)) {
    const usual = hyphened(name)
    reported[usual in record ? name : usual] = value
  }
  return reported
}

function strictRecord(
  { status, headers, body, complete }: Answered,
  cardNumbers: readonly string[],
): ParsedRecord {
  const coding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (status >= 300 && status < 400) return { why: say('gateway.it-points-to-another-address') }
  if (coding !== 'identity') return { why: say('gateway.it-is-compressed') }
  const text = decodeText(body)
  if (text === null) return { why: say('gateway.why-not-utf-8') }
  const type = headers['content-type'] ?? ''
  if (!complete && !endsByItself(text, type)) return { why: say('gateway.nothing-marks-its-end') }
  return readRecord(hideEchoes(text, cardNumbers), type)
}

function unclear(
  answered: Answered,
  why: string,
  expected: Expected,
): ParsedAnswer & { kind: 'unclear' } {
  const httpStatus = answered.status
  const detail = say('gateway.answer-unreadable', { httpStatus, why })
  const isText = (answered.headers['content-encoding'] ?? 'identity').trim() === 'identity'
  const excerpt = isText ? hideEchoes(excerptOf(answered.body), expected.cardNumbers ?? []) : ''
  return excerpt === ''
    ? { kind: 'unclear', detail, httpStatus }
    : { kind: 'unclear', detail, httpStatus, excerpt }
}

/** A page of a firewall or a server in front of the gateway, or no page at all. */
function refusedByPage(answered: Answered, expected: Expected): ParsedAnswer {
  const { status, headers } = answered
  const { excerpt = '' } = unclear(answered, '', expected)
  const answer = Object.create(null) as AnswerRecord
  const isPage = (headers['content-type'] ?? '').toLowerCase().startsWith('text/html')
  const quote = excerpt === '' ? '' : say('gateway.it-reads', { excerpt })
  if (status === tooMany)
    return {
      ...refused({ answer, status }),
      message: sayAll([say('gateway.too-many-requests'), quote]),
    }
  return isPage && excerpt !== ''
    ? {
        ...refused({ answer, status }),
        message: sayAll([
          say('gateway.a-web-page-came-back', { status }),
          ...[quote, say('gateway.check-the-firewall')],
        ]),
      }
    : refused({ answer, status })
}

function refused({ answer, status }: { answer: AnswerRecord; status: number }): Rejected {
  const code = cleanText(answer['error-code'] ?? '')
  const serialNumber = cleanText(answer['serial-number'] ?? '')
  const gatewayMessage = cleanText(answer['error-message'] ?? '')
  return {
    kind: 'rejected',
    answer,
    message: wordsOf(status, gatewayMessage, code),
    httpStatus: status,
    ...(code === '' ? {} : { code }),
    ...(serialNumber === '' ? {} : { serialNumber }),
  }
}

function wordsOf(status: number, gatewayMessage: string, code: string): string {
  if (status === tooMany)
    return gatewayMessage === ''
      ? say('gateway.too-many-requests')
      : sayAll([
          say('gateway.too-many-requests'),
          say('gateway.it-reads', { excerpt: gatewayMessage }),
        ])
  return gatewayMessage === '' ? messageOfStatus(status, code) : gatewayMessage
}

function messageOfStatus(status: number, code: string): string {
  return sayAll([
    code === ''
      ? say('gateway.refused-without-reason', { status })
      : say('gateway.refused-without-reason-by-code', { status, code }),
    ...(status === 401 || status === 403 ? [say('gateway.check-the-signing-key')] : []),
  ])
}

/** MONEY: an answer about another order proves nothing about this one. Empty ids name no order. */
function foreignOf(answer: AnswerRecord, expected: Expected): string | null {
  const { orderid, clientOrderid, recurringId } = expected
  const pairs = [
    [orderidKeys, orderid],
    [clientOrderidKeys, clientOrderid],
    [recurringIdKeys, recurringId],
  ] as const
  for (const [keys, asked] of pairs) {
    if (asked === undefined) continue
    for (const [key, named] of Object.entries(answer)) {
      const isId = (keys as readonly string[]).includes(hyphened(key))
      if (isId && named !== '' && named !== asked.trim())
        return say('gateway.asked-and-named', { asked: shown(asked), key, named: shown(named) })
    }
  }
  return null
}

const shown = (text: string | undefined): string => cleanText(text ?? '', 128)
