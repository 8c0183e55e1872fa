import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Expected, readAnswer, type Reading } from '../../../src/main/gateway/answer.ts'
import type { Answered } from '../../../src/main/gateway/transport.ts'
import { type OperationId, rowOf } from '#shared/gateway/operations/index.ts'

/** PAYDESK_FUZZ_RUNS=2000000 for a long run. */
const numRuns = Number(process.env.PAYDESK_FUZZ_RUNS ?? 20_000)
const timeout = 20_000 + numRuns * 5

const records = [
  {
    type: 'async-response',
    'serial-number': 'sn',
    'merchant-order-id': 'pd-1',
    'paynet-order-id': '77',
  },
  { type: 'status-response', status: 'approved', amount: '10.50', 'paynet-order-id': '77' },
  { type: 'status-response', status: 'approved', 'paynet-order-id': '78' },
  {
    type: 'validation-error',
    'error-code': '5',
    'error-message': 'No',
    'merchant-order-id': 'pd-1',
  },
  { type: 'error', 'error-message': 'Für €', 'paynet-order-id': '77' },
] as Record<string, string>[]
const asJson = (record: Record<string, string>): string => JSON.stringify(record)
const asForm = (record: Record<string, string>): string =>
  Object.entries(record)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}\n`)
    .join('&')

const hostile = [
  '"', '\\', '{', '}', '[', ']', ',', ':', '&', '=', '%', '+', '\n', '\0', '\uFEFF', '\u202E', '<script>', '<!--', '%00', '%zz',
  '"__proto__":{"x":1},', '"constructor":"c",', '"type":"async-response",', '"paynet-order-id":"78",', '"status":1e400,',
  '"\\ud800":"",', '&__proto__=1', '&type=async-response', '&paynet-order-id=78', '['.repeat(40), '{"a":'.repeat(50), 'null', 'true', '-0',
] // prettier-ignore

const mutation = fc.oneof(
  fc.record({ cut: fc.nat(), length: fc.nat({ max: 20 }) }),
  fc.record({
    at: fc.nat(),
    insert: fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary' })),
  }),
  fc.record({ at: fc.nat(), copy: fc.nat({ max: 40 }) }),
  fc.record({ keep: fc.nat() }),
)
type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never

function mutate(text: string, change: Mutation): string {
  const place = (at: number): number => at % (text.length + 1)
  if ('keep' in change) return text.slice(0, place(change.keep))
  if ('cut' in change)
    return text.slice(0, place(change.cut)) + text.slice(place(change.cut) + change.length)
  const at = place(change.at)
  if ('insert' in change) return text.slice(0, at) + change.insert + text.slice(at)
  return text.slice(0, at) + text.slice(at, at + change.copy) + text.slice(at)
}

const types = [
  'application/vnd.pay+json',
  'application/json',
  'text/html',
  'text/plain',
  'text/xml',
  '',
]
const exchange = fc.record({
  record: fc.constantFrom(...records),
  isJson: fc.boolean(),
  changes: fc.array(mutation, { maxLength: 4 }),
  flip: fc.option(fc.record({ at: fc.nat(), byte: fc.nat({ max: 255 }) }), { freq: 5 }),
  status: fc.constantFrom(200, 200, 200, 400, 400, 403, 302, 500, 204),
  contentType: fc.option(fc.constantFrom(...types), { freq: 3 }),
  coding: fc.constantFrom('', '', '', '', 'gzip'),
  complete: fc.constantFrom(true, true, true, false),
  id: fc.constantFrom<OperationId>('return', 'status', 'void'),
})

function answeredOf(made: typeof exchange extends fc.Arbitrary<infer T> ? T : never): Answered {
  const text = made.changes.reduce(mutate, (made.isJson ? asJson : asForm)(made.record))
  const body = Buffer.from(text)
  if (made.flip !== null && body.length > 0) body[made.flip.at % body.length] = made.flip.byte
  const contentType = made.contentType ?? (made.isJson ? types[0]! : types[2]!)
  return {
    kind: 'answered',
    status: made.status,
    headers: {
      ...(contentType === '' ? {} : { 'content-type': contentType }),
      ...(made.coding === '' ? {} : { 'content-encoding': made.coding }),
    },
    body,
    complete: made.complete,
    at: 0,
    date: null,
  }
}

const expectedOf = (id: OperationId): Expected => ({
  row: rowOf(id),
  clientOrderid: 'pd-1',
  orderid: '77',
})

const bareKeys = Object.getOwnPropertyNames(Object.prototype).sort().join()

function isOneObject(text: string): boolean {
  try {
    const parsed: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
  } catch {
    return false
  }
}

/** What must hold for an acceptance, told from the bytes by other means than the code under test. */
function isRightlyAccepted(answered: Answered, reading: Reading & { kind: 'accepted' }): boolean {
  const { answer } = reading
  // What no length marks is whole only if the engine's own parser takes every byte of it for one object.
  const isWhole = answered.complete || isOneObject(answered.body.toString('utf8'))
  const isPlain = answered.status === 200 && isWhole
  const ids = [answer['paynet-order-id'] ?? '', answer['merchant-order-id'] ?? '']
  const isOurs = ['', '77'].includes(ids[0]!) && ['', 'pd-1'].includes(ids[1]!)
  const isSuccess = ['async-response', 'async-form-response', 'status-response'].includes(
    answer.type!,
  )
  return isPlain && isOurs && isSuccess && !('content-encoding' in answered.headers)
}

describe('mutated answers', () => {
  it(
    'never break the reader, and are accepted only when whole, ours and a success',
    { timeout },
    () => {
      const seen = new Map<string, number>()
      fc.assert(
        fc.property(exchange, (made) => {
          const answered = answeredOf(made)
          const reading = readAnswer(answered, expectedOf(made.id))
          seen.set(reading.kind, (seen.get(reading.kind) ?? 0) + 1)
          if (reading.kind === 'accepted') expect(isRightlyAccepted(answered, reading)).toBe(true)
          if (reading.kind === 'rejected')
            expect([200, 400, 401, 403].includes(made.status) || made.id === 'status').toBe(true)
          if ('answer' in reading && reading.answer !== undefined)
            for (const value of Object.values(reading.answer)) expect(typeof value).toBe('string')
          expect(Object.getOwnPropertyNames(Object.prototype).sort().join()).toBe(bareKeys)
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
        id: 'return',
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
          const reading = readAnswer(answered, { row: rowOf('return') })
          expect(reading.kind).toBe('accepted')
          if (reading.kind === 'accepted')
            for (const [name, value] of Object.entries(record))
              expect(reading.answer[name]).toBe(value.trim())
        }),
        { numRuns: Math.min(numRuns, 2_000) },
      )
    },
  )
})
