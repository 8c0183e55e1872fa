import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Expected,
  readAnswer,
  type ParsedAnswer,
} from '../../../../src/main/gateway/answers/answer.ts'
import type { Answered } from '../../../../src/main/gateway/transport/exchange.ts'
import { type OperationId, rowOf } from '#shared/gateway/operations/index.ts'
import {
  answeredOf,
  asJson,
  exchangeOf,
  isPrototypeClean,
  numRuns,
  timeout,
} from './mutated-answers.ts'

const records = [
  {
    type: 'async-response',
    'serial-number': 'sn',
    'merchant-order-id': 'pd-1',
    'paynet-order-id': '77',
  },
  { type: 'status-response', status: 'approved', amount: '10.50', 'paynet-order-id': '77' },
  { type: 'status-response', status: 'approved', 'paynet-order-id': '78' },
  { type: 'async-response', 'serial-number': 'sn', 'paynet-order-id': '78' },
  { type: 'validation-error', 'error-message': 'No', 'merchant-order-id': 'pd-2' },
  {
    type: 'validation-error',
    'error-code': '5',
    'error-message': 'No',
    'merchant-order-id': 'pd-1',
  },
  { type: 'error', 'error-message': 'Für €', 'paynet-order-id': '77' },
] as Record<string, string>[]
/** A fifth with little wrong about them: else most are so broken that few kinds are met. */
const exchange = fc.oneof(
  { weight: 4, arbitrary: exchangeOf(fc.constantFrom(...records)) },
  { weight: 1, arbitrary: exchangeOf(fc.constantFrom(...records), true) },
)
const operation = fc.constantFrom<OperationId>('return', 'status', 'void')

const expectedOf = (id: OperationId): Expected => ({
  row: rowOf(id),
  clientOrderid: 'pd-1',
  orderid: '77',
})

const isWhole = (answer: Readonly<Record<string, string>>): boolean =>
  answer['type'] === 'validation-error' &&
  ['error-code', 'error-message', 'serial-number'].every((key) => (answer[key] ?? '') !== '')

function isOneObject(text: string): boolean {
  try {
    const parsed: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
  } catch {
    return false
  }
}

/**
 * What must hold for an acceptance, told from the bytes by other means than the code under test.
 */
function isRightlyAccepted(
  answered: Answered,
  parsed: ParsedAnswer & { kind: 'accepted' },
): boolean {
  const { answer } = parsed
  // What no length marks is whole only if the engine's own parser takes every byte of it for one
  // object.
  const isWhole = answered.complete || isOneObject(answered.body.toString('utf8'))
  const isPlain = answered.status === 200 && isWhole
  const ids = [answer['paynet-order-id'] ?? '', answer['merchant-order-id'] ?? '']
  const isOurs = ['', '77'].includes(ids[0]!) && ['', 'pd-1'].includes(ids[1]!)
  const isSuccess = ['async-response', 'async-form-response', 'status-response'].includes(
    answer.type!,
  )
  const label = answered.headers['content-type'] ?? ''
  const isLabelled = isOneObject(answered.body.toString('utf8')) === label.includes('json')
  return isPlain && isOurs && isSuccess && isLabelled && !('content-encoding' in answered.headers)
}

/** What must hold for the answer to a question, whose bytes may be written in more ways. */
function isRightlyRead(
  answered: Answered,
  { answer, typed }: ParsedAnswer & { kind: 'accepted' },
): boolean {
  const ids = [answer['paynet-order-id'] ?? '', answer['merchant-order-id'] ?? '']
  return (
    answered.status === 200 &&
    typed['type'] === 'status-response' &&
    ['', '77'].includes(ids[0]!) &&
    ['', 'pd-1'].includes(ids[1]!) &&
    ids.join('') !== ''
  )
}

describe('mutated answers', () => {
  it(
    'never break the reader, and are accepted only when whole, ours and a success',
    { timeout },
    () => {
      const seen = new Map<string, number>()
      fc.assert(
        fc.property(exchange, operation, (made, id) => {
          const answered = answeredOf(made)
          const parsed = readAnswer(answered, expectedOf(id))
          seen.set(parsed.kind, (seen.get(parsed.kind) ?? 0) + 1)
          if (parsed.kind === 'accepted') {
            const isRight = id === 'status' ? isRightlyRead : isRightlyAccepted
            expect(isRight(answered, parsed)).toBe(true)
          }
          if (parsed.kind === 'rejected')
            expect(
              [200, 400, 401, 403].includes(made.status) ||
                id === 'status' ||
                (made.status === 409 && isWhole(parsed.answer)),
            ).toBe(true)
          if ('answer' in parsed && parsed.answer !== undefined)
            for (const value of Object.values(parsed.answer)) expect(typeof value).toBe('string')
          expect(isPrototypeClean()).toBe(true)
        }),
        { numRuns },
      )
      // A run that meets only one kind would prove nothing.
      for (const kind of ['accepted', 'rejected', 'unclear', 'foreign'])
        expect(seen.get(kind) ?? 0).toBeGreaterThan(numRuns / 500)
    },
  )

  it('are never accepted when JSON was cut anywhere, even if its length seems right', () => {
    const whole = asJson(records[0]!)
    for (let length = 0; length < whole.length; length += 1) {
      const cut = answeredOf({
        record: records[0]!,
        isJson: true,
        changes: [{ keep: length }],
        flip: null,
        status: 200,
        contentType: null,
        coding: '',
        complete: true,
      })
      expect(readAnswer(cut, expectedOf('return')).kind).toBe('unclear')
    }
  })

  it(
    'agree with JSON.parse about every text value of a record without doubled names',
    { timeout },
    () => {
      const text = fc.string({ unit: 'grapheme', maxLength: 30 })
      fc.assert(
        fc.property(fc.dictionary(text, text, { maxKeys: 20 }), (fields) => {
          const record = { ...fields, type: 'async-response' }
          const names = Object.keys(record).map((name) => name.trim())
          fc.pre(new Set(names).size === names.length)
          const body = Buffer.from(JSON.stringify(record))
          const answered: Answered = {
            kind: 'answered',
            status: 200,
            headers: { 'content-type': 'application/json' },
            body,
            complete: true,
            at: 0,
            date: null,
          }
          const parsed = readAnswer(answered, { row: rowOf('return') })
          expect(parsed.kind).toBe('accepted')
          if (parsed.kind === 'accepted')
            for (const [name, value] of Object.entries(record))
              expect(parsed.answer[name.trim()]).toBe(value.trim())
        }),
        { numRuns: Math.min(numRuns, 2_000) },
      )
    },
  )
})
