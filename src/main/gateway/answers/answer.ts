// Reads one answer of the gateway and says what it proves: accepted, rejected, unclear, or about
// another order. Pure; called by client.ts. MONEY: whatever is not plainly an acceptance or a
// refusal is unclear; it never guesses in either direction.
import { say } from '#shared/message.ts'
import { errorResponse } from '#shared/gateway/answers.ts'
import type { Operation } from '#shared/gateway/operation.ts'
import {
  type AnswerRecord,
  decodeText,
  endsByItself,
  isJsonType,
  readRecord,
  type ParsedRecord,
} from './answer-record.ts'
import type { Answered } from '../transport/exchange.ts'
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
  | {
      kind: 'rejected'
      /** Empty when the refusal could not be read. */
      answer: AnswerRecord
      code?: string
      /** The gateway's words, or that there were none. */
      message: string
      serialNumber?: string
      httpStatus: number
    }
  | { kind: 'unclear'; detail: string; httpStatus: number; excerpt?: string; answer?: AnswerRecord }
  | { kind: 'foreign'; detail: string; answer: AnswerRecord }

/**
 * interface.md "Errors"; statuses it does not show are decided as money-safety.md section 2 says.
 */
export function readAnswer(answered: Answered, expected: Expected): ParsedAnswer {
  const { status } = answered
  const parsed = recordOf(answered, expected.cardNumbers ?? [])
  if ('why' in parsed) {
    // MONEY: a firewall, a captive portal or an expired proxy session writes such pages too, also
    // after the gateway has acted. A question moves nothing: there it is the gateway's refusal in
    // all likelihood, and people are told what to check.
    const isShut = status === 401 || status === 403
    return isShut && expected.row.risk === 'read'
      ? refused({ answer: Object.create(null) as AnswerRecord, status })
      : unclear(answered, parsed.why, expected)
  }
  const answer = parsed.record
  const foreign = foreignOf(answer, expected)
  if (foreign !== null) return { kind: 'foreign', detail: foreign, answer }

  if (isUntypedError(answered, answer)) return refused({ answer, status })
  if (errorResponse.safeParse(answer).success) {
    // MONEY: with any other status somebody between us and the gateway may speak after the gateway
    // has acted.
    const isProven = [200, 400, 401, 403].includes(status)
    if (isProven || (status >= 400 && expected.row.risk === 'read'))
      return refused({ answer, status })
    const gatewayMessage = cleanText(answer['error-message'] ?? '')
    return {
      ...unclear(
        answered,
        say('it-is-an-error-under-http', { status, message: gatewayMessage }),
        expected,
      ),
      answer,
    }
  }
  if (status !== 200)
    return {
      ...unclear(
        answered,
        say('the-http-status-does-not-go-with-the-type', { status, type: shown(answer.type) }),
        expected,
      ),
      answer,
    }
  if (answer.type === undefined || answer.type === '')
    return { ...unclear(answered, say('it-does-not-say-what-it-is'), expected), answer }
  const typed = expected.row.response.safeParse(answer)
  return typed.success
    ? { kind: 'accepted', answer, typed: typed.data }
    : {
        ...unclear(
          answered,
          say('the-type-is-not-the-answer-to-this', { type: shown(answer.type) }),
          expected,
        ),
        answer,
      }
}

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
function recordOf(
  { status, headers, body, complete }: Answered,
  cardNumbers: readonly string[],
): ParsedRecord {
  const coding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (status >= 300 && status < 400) return { why: say('it-points-to-another-address') }
  if (coding !== 'identity') return { why: say('it-is-compressed') }
  const text = decodeText(body)
  if (text === null) return { why: say('it-is-not-valid-utf-8') }
  const type = headers['content-type'] ?? ''
  if (!complete && !endsByItself(text, type)) return { why: say('nothing-marks-its-end') }
  return readRecord(hideEchoes(text, cardNumbers), type)
}

function unclear(
  answered: Answered,
  why: string,
  expected: Expected,
): ParsedAnswer & { kind: 'unclear' } {
  const httpStatus = answered.status
  const detail = say('an-answer-can-not-be-read', { httpStatus, why })
  const isText = (answered.headers['content-encoding'] ?? 'identity').trim() === 'identity'
  const excerpt = isText ? hideEchoes(excerptOf(answered.body), expected.cardNumbers ?? []) : ''
  return excerpt === ''
    ? { kind: 'unclear', detail, httpStatus }
    : { kind: 'unclear', detail, httpStatus, excerpt }
}

function refused({ answer, status }: { answer: AnswerRecord; status: number }): ParsedAnswer {
  const code = cleanText(answer['error-code'] ?? '')
  const serialNumber = cleanText(answer['serial-number'] ?? '')
  const gatewayMessage = cleanText(answer['error-message'] ?? '')
  return {
    kind: 'rejected',
    answer,
    message: gatewayMessage === '' ? messageOfStatus(status, code) : gatewayMessage,
    httpStatus: status,
    ...(code === '' ? {} : { code }),
    ...(serialNumber === '' ? {} : { serialNumber }),
  }
}

function messageOfStatus(status: number, code: string): string {
  const named = code === '' ? '' : `, code ${code}`
  const hint = status === 401 || status === 403 ? ` ${say('check-the-signing-key')}` : ''
  return say('the-gateway-refused-the-request-without-words-http-status', { status, named, hint })
}

const orderidKeys = ['paynet-order-id', 'orderid'] as const
const clientOrderidKeys = [
  'merchant-order-id',
  'client_orderid',
  'client-order-id',
  'client-orderid',
  'merchant_order',
] as const
const recurringIdKeys = ['recurring-payment-id'] as const

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
    for (const key of keys) {
      const named = answer[key] ?? ''
      if (named !== '' && named !== asked.trim())
        return say('the-request-was-about-asked', { asked: shown(asked), key, named: shown(named) })
    }
  }
  return null
}

const shown = (text: string | undefined): string => cleanText(text ?? '', 128)
