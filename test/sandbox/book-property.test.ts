// 20,000 random lives of an order, with the model beside the books: the same verdicts, the same
// stages, the same effects, and never more taken or given back than there was. In process, without
// a socket, with every signature checked.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toMajor } from '../../src/sandbox/http/currency.ts'
import { openContext } from '../../src/sandbox/open-context.ts'
import { BASE_PATH } from '../../src/sandbox/http/answers.ts'
import { dispatch, type Dispatched } from '../../src/sandbox/dispatch.ts'
import type { SandboxContext } from '../../src/sandbox/context/context.ts'
import {
  type Account,
  type Asked,
  type Expected,
  expectOf,
  isSound,
  openAccount,
  settleAccount,
} from './book-model.ts'
import { control, type Fields, payment, wayOf } from './merchant.ts'

const SEQUENCES = 20_000
const processingMs = 1500
let now = 1_795_000_000_000
let context: SandboxContext
let steps = 0
let accepted = 0
let refused = 0
const total = { effects: 0, minor: 0 }

beforeAll(async () => {
  const opened = await openContext({ seedDays: 0, processingMs, clock: () => now })
  // No timers: every request settles what is due before it is looked at.
  opened.scheduler.stop()
  context = opened.context
  for (const row of context.book.effects()) {
    total.effects += 1
    total.minor += row.amountMinor
  }
})
afterAll(() => context.store.close())

const accept = 'application/vnd.pay+json'
const type = 'application/x-www-form-urlencoded'

function ask(operation: string, fields: Fields, minor: number | null): Dispatched {
  const place = { baseUrl: '', identity: context.identity }
  const full =
    wayOf(operation).hasLogin === true ? { login: place.identity.login, ...fields } : fields
  const signed = {
    ...full,
    control: control(place, operation, full, minor === null ? '' : String(minor)),
  }
  const target = `${BASE_PATH}/api/${wayOf(operation).path}/${place.identity.endpointId}`
  const body = new URLSearchParams(signed).toString()
  const headers = { accept, 'content-type': type }
  return dispatch(context, {
    ok: true,
    value: { method: 'POST', target, url: target, headers, body },
  })
}

/** Endings: mostly none, sometimes one of a test amount. */
const ends = fc.oneof(
  // A chargeback is no request's; dispute.test.ts has them.
  { weight: 6, arbitrary: fc.integer({ min: 43, max: 99 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 20 }) },
)
const start = fc.record({
  kind: fc.constantFrom('sale', 'preauth', 'preauth'),
  hundreds: fc.integer({ min: 0, max: 400 }),
  ends,
  currency: fc.constantFrom('EUR', 'JPY', 'KWD'),
})
const step = fc.record({
  operation: fc.constantFrom('capture', 'capture', 'return', 'return', 'void', 'status'),
  how: fc.constantFrom('none', 'all', 'part', 'part', 'part', 'above'),
  share: fc.integer({ min: 1, max: 100 }),
  ends,
  isForeign: fc.integer({ min: 0, max: 19 }).map((one) => one === 0),
  waitMs: fc.constantFrom(0, 1499, 1500, 1500, 1500, 1500, 1500, 31_500, 601_500),
  mayRepeat: fc.integer({ min: 0, max: 3 }).map((one) => one > 0),
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

const foreign: Record<string, string> = { EUR: 'USD', JPY: 'KRW', KWD: 'BHD' }

function askedBy(account: Account, one: Step): Asked {
  if (one.how === 'none') return { minor: null, currency: null }
  const { free, captured } = account.purses
  const left = one.operation === 'capture' ? free : captured
  const part = Math.floor((account.minor * one.share) / 10_000) * 100 + one.ends
  const minor = one.how === 'all' ? left : one.how === 'above' ? left + one.share : part
  const currency = one.isForeign ? (foreign[account.currency] ?? '') : account.currency
  return { minor: Math.max(minor, 1), currency }
}

/** Stages as the books have them against the model's. */
function compare(account: Account, orderid: number): void {
  const booked = context.book.transactions(orderid)
  expect(booked.map((row) => `${row.type} ${row.amountMinor} ${row.status}`).join('\n')).toBe(
    account.entries.map(({ type, minor, word }) => `${type} ${minor} ${word}`).join('\n'),
  )
  if (!isSound(account)) expect.fail(`unsound: ${JSON.stringify(account)}`)
  // The promise itself, by sums over the books alone.
  const sum = (types: string[]): number =>
    booked.reduce((all, row) => {
      const isLost = ['declined', 'filtered', 'error'].includes(row.status)
      return types.includes(row.type) && !isLost ? all + row.amountMinor : all
    }, 0)
  const capturedMinor = sum(account.kind === 'sale' ? ['sale'] : ['capture'])
  expect(sum(['capture', 'cancel', 'void'])).toBeLessThanOrEqual(account.minor)
  expect(sum(['reversal'])).toBeLessThanOrEqual(capturedMinor)
}

function expectEffect(serial: string, minor: number | null): void {
  const row = context.store.first<{ amount: number }>(
    'SELECT amount_minor AS amount FROM effects WHERE request_serial = ?',
    serial,
  )
  expect(row?.amount ?? null).toBe(minor)
  if (minor === null) return
  total.effects += 1
  total.minor += minor
}

function checkAnswer({ record }: Dispatched, expected: Expected): void {
  const name = (record['error-message'] ?? '').split(':')[0]
  if ('refusal' in expected) {
    refused += 1
    expect(name).toBe(expected.refusal)
    return expectEffect(record['serial-number'] ?? '', null)
  }
  accepted += 1
  expect(record['error-message']).toBeUndefined()
  expect(record['type']).toBe(expected.entry === null ? 'error' : 'async-response')
  expectEffect(record['serial-number'] ?? '', expected.hasEffect ? expected.minor : null)
}

function live(
  begin: typeof start extends fc.Arbitrary<infer One> ? One : never,
  life: Step[],
): void {
  const minor = begin.hundreds * 100 + begin.ends || 21
  const { currency } = begin
  const kind = begin.kind === 'sale' ? 'sale' : 'preauth'
  const fields = payment({ amount: toMajor(minor, currency), currency })
  const account = openAccount(kind, minor, currency, now, processingMs)
  const made = ask(kind, fields, minor)
  steps += 1
  const serial = made.record['serial-number'] ?? ''
  if (account === null) {
    expect(made.record['paynet-order-id']).toBeUndefined()
    return expectEffect(serial, null)
  }
  expectEffect(serial, account.entries[0]?.final === 'approved' ? minor : null)
  const orderid = made.record['paynet-order-id'] ?? ''
  const ids = { client_orderid: fields['client_orderid'] ?? '', orderid }
  for (const one of life) {
    steps += 1
    now += one.waitMs
    settleAccount(account, now)
    if (one.operation === 'status') {
      const { record } = ask('status', ids, null)
      const last = account.entries.at(-1)
      expect([record['status'], record['amount']]).toEqual([
        last?.word,
        toMajor(last?.minor ?? 0, currency),
      ])
      compare(account, Number(orderid))
      continue
    }
    const operation =
      one.operation === 'void' ? 'void' : one.operation === 'capture' ? 'capture' : 'return'
    const asked = operation === 'void' ? { minor: null, currency: null } : askedBy(account, one)
    context.switches.set('accepts-identical-return', one.mayRepeat)
    const money: Fields =
      asked.minor === null || asked.currency === null
        ? {}
        : { amount: toMajor(asked.minor, asked.currency), currency: asked.currency }
    const reason: Fields = operation === 'return' ? { comment: 'asked for' } : {}
    const answer = ask(operation, { ...ids, ...money, ...reason }, asked.minor)
    checkAnswer(
      answer,
      expectOf(account, operation, asked, { at: now, processingMs, mayRepeat: one.mayRepeat }),
    )
    compare(account, Number(orderid))
  }
}

describe('the books beside their model', () => {
  it(`agree through ${SEQUENCES} random lives of an order`, { timeout: 600_000 }, () => {
    fc.assert(
      fc.property(start, fc.array(step, { minLength: 1, maxLength: 9, size: 'max' }), live),
      {
        numRuns: SEQUENCES,
        seed: 20_270_131,
        interruptAfterTimeLimit: 100_000,
        markInterruptAsFailure: true,
      },
    )
    const rows = context.book.effects()
    expect(rows).toHaveLength(total.effects)
    expect(rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(total.minor)
    console.log(JSON.stringify({ sequences: SEQUENCES, steps, accepted, refused, ...total }))
    expect(accepted).toBeGreaterThan(SEQUENCES / 2)
    expect(refused).toBeGreaterThan(SEQUENCES / 2)
  })

  it('are seen to disagree when one of them is wrong', () => {
    const account = openAccount('preauth', 1000, 'EUR', now, processingMs)
    if (account === null) throw new Error('an ordinary amount is booked')
    settleAccount(account, now + processingMs)
    account.purses.captured += 1
    expect(isSound(account)).toBe(false)
  })
})
