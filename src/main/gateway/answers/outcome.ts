// What became of a sent request, in terms the desk acts on and with the sentence a person reads.
// Pure; called by client.ts. MONEY: 'not-sent' only for a connection that was never made;
// everything that is not plain is 'unknown'.
import { say, sayAll } from '#shared/message.ts'
import type { Fault, FaultOf } from '#shared/fault.ts'
import type { AnswerRecord, ParsedAnswer } from './answer.ts'
import type { Clocked } from '../transport/skew.ts'
import type { Exchange } from '../transport/exchange.ts'

export type Outcome =
  /** Proven: no connection was made. */
  | { kind: 'not-sent'; fault: FaultOf<'unreached'> }
  | ({
      kind: 'accepted'
      answer: AnswerRecord
      typed: Record<string, unknown>
      serialNumber: string | null
    } & Clocked)
  /** `answer` is empty when a refusal could not be read. */
  | ({ kind: 'rejected'; fault: FaultOf<'rejected'>; answer: AnswerRecord } & Clocked)
  | ({
      kind: 'unknown'
      fault: FaultOf<'outcome-unknown'> | FaultOf<'conflict'>
      answer?: AnswerRecord
    } & Clocked)

const unknownMessage = say('gateway.the-request-was-sent')
const unreadMessage = say('gateway.no-clear-answer-came-back')

export function outcomeOfExchange(
  exchange: Exclude<Exchange, { kind: 'answered' }>,
): Extract<Outcome, { kind: 'not-sent' | 'unknown' }> {
  const detail = detailWithCode(exchange)
  switch (exchange.kind) {
    case 'unreached':
      return {
        kind: 'not-sent',
        fault: {
          kind: 'unreached',
          sent: 'no',
          message: say('gateway.unreached'),
          detail,
        },
      }
    case 'no-answer':
      return unknown(detail, { date: null, skewMs: null })
  }
}

/** A code of Node's own, where the sentence does not name it; ours are said by their sentences. */
const detailWithCode = ({ detail, code }: { detail: string; code: string }): string =>
  /^[A-Z]/.test(code) && !detail.includes(code)
    ? say('gateway.detail-and-code', { detail, code })
    : detail

/** What is wrong with an answer, and how it reads. */
const detailOf = ({ detail, excerpt }: { detail: string; excerpt?: string }): string =>
  excerpt === undefined ? detail : sayAll([detail, say('gateway.it-reads', { excerpt })])

/** The fallback: any other error while sending, a bug included, counts as unknown. */
export const unknown = (
  detail: string,
  clocked: Clocked,
): Extract<Outcome, { kind: 'unknown' }> => ({
  kind: 'unknown',
  fault: { kind: 'outcome-unknown', sent: 'maybe', message: unknownMessage, detail },
  ...clocked,
})

export function outcomeOfAnswer(parsed: ParsedAnswer, clocked: Clocked): Outcome {
  switch (parsed.kind) {
    case 'accepted':
      return {
        kind: 'accepted',
        answer: parsed.answer,
        typed: parsed.typed,
        serialNumber: parsed.answer['serial-number'] || null,
        ...clocked,
      }
    case 'rejected': {
      const { answer, kind, message, code, serialNumber, httpStatus } = parsed
      const fault: FaultOf<'rejected'> = { kind, sent: 'yes', message, httpStatus }
      if (code !== undefined) fault.code = code
      if (serialNumber !== undefined) fault.serialNumber = serialNumber
      return { kind, fault, answer, ...clocked }
    }
    case 'unclear': {
      const outcome = unknown(detailOf(parsed), clocked)
      return parsed.answer === undefined ? outcome : { ...outcome, answer: parsed.answer }
    }
    case 'foreign':
      return {
        kind: 'unknown',
        fault: {
          kind: 'conflict',
          sent: 'yes',
          message: say('gateway.answer-of-other-order'),
          detail: parsed.detail,
        },
        answer: parsed.answer,
        ...clocked,
      }
  }
}

/**
 * The fault of a question that got no good answer. Asking again changes nothing, and the words say
 * so.
 */
export function readFaultOf(outcome: Exclude<Outcome, { kind: 'accepted' }>): Fault {
  const { fault } = outcome
  return fault.kind === 'outcome-unknown' ? { ...fault, message: unreadMessage } : fault
}
