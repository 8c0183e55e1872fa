// Answers of the gateway with something wrong about them: cut, doubled, flipped, with hostile
// pieces put in, under the wrong status, type or coding. For property tests; nothing here is
// checked.
import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import type { Answered } from '../../../../src/main/gateway/transport/exchange.ts'

/** PAYDESK_FUZZ_RUNS=100000 for a long run. */
export const numRuns = Number(process.env.PAYDESK_FUZZ_RUNS ?? 5_000)
export const timeout = 180_000 + numRuns * 5

export const asJson = (record: Record<string, string>): string => JSON.stringify(record)
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
const one = { minLength: 1, maxLength: 1 }

/** `often` of twenty times one of these, null otherwise. */
const rarely = <T>(arbitrary: fc.Arbitrary<T>, often: number): fc.Arbitrary<T | null> =>
  fc.oneof(
    { weight: often, arbitrary },
    { weight: 20 - often, arbitrary: fc.constant<T | null>(null) },
  )

/**
 * An answer as it came off the wire, told from what it was made of; `calm` ones have little or
 * nothing wrong with them.
 */
export const exchangeOf = (record: fc.Arbitrary<Record<string, string>>, calm = false) =>
  fc.record({
    record,
    isJson: fc.boolean(),
    changes: calm
      ? fc.oneof({ weight: 2, arbitrary: fc.constant<Mutation[]>([]) }, fc.array(mutation, one))
      : fc.array(mutation, { maxLength: 4 }),
    flip: rarely(fc.record({ at: fc.nat(), byte: fc.nat({ max: 255 }) }), calm ? 1 : 16),
    status: fc.constantFrom(
      ...Array.from({ length: calm ? 50 : 3 }, () => 200),
      400,
      400,
      403,
      409,
      302,
      500,
      204,
    ),
    contentType: rarely(fc.constantFrom(...types), calm ? 1 : 13),
    coding: fc.constantFrom(...Array.from({ length: calm ? 30 : 4 }, () => ''), 'gzip'),
    complete: fc.constantFrom(true, true, true, false),
  })
export type Made = ReturnType<typeof exchangeOf> extends fc.Arbitrary<infer T> ? T : never

export function answeredOf(made: Made): Answered {
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

const bareKeys = Object.getOwnPropertyNames(Object.prototype).sort().join()
/** Whether some answer reached the prototype all objects share. */
export const isPrototypeClean = (): boolean =>
  Object.getOwnPropertyNames(Object.prototype).sort().join() === bareKeys
