import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatMessages, formatMessage } from '#wording/format-messages.ts'
import { maskCardNumbers } from '#shared/cards/card-number.ts'
import { type MessageValue, messagesIn, say, sayAll } from '#shared/message.ts'

const unknownId = (id: string): string => say('connections.no-such-operation', { id })
const why = (value: MessageValue): string => formatMessage(say('requests.unknown', { why: value }))

describe('a message', () => {
  it('is its code and its values as JSON', () => {
    expect(JSON.parse(say('program.no-such-request'))).toEqual({
      code: 'program.no-such-request',
    })
    expect(JSON.parse(unknownId('sale 2'))).toEqual({
      code: 'connections.no-such-operation',
      values: { id: 'sale 2' },
    })
  })

  it('becomes its sentence', () => {
    expect(formatMessage(say('program.no-such-request'))).toBe('This computer has no such request.')
    expect(formatMessage(unknownId('sale 2'))).toBe('There is no operation called “sale 2”.')
  })

  it('stands inside another one as a message, not as a text', () => {
    const inner = say('gateway.why-not-json')
    expect(JSON.parse(say('requests.unknown', { why: inner }))).toEqual({
      code: 'requests.unknown',
      values: { why: { code: 'gateway.why-not-json' } },
    })
    expect(why(inner)).toBe('No clear answer: it is not valid JSON')
  })

  it.each<[MessageValue, object, string]>([
    [
      { minor: 123_450n, currency: 'EUR', digits: 2 },
      { minor: '123450', currency: 'EUR', digits: 2 },
      '1\u202f234.50\u00a0EUR',
    ],
    [
      { amount: '0.05', currency: 'EUR' },
      { minor: '005', currency: 'EUR', digits: 2 },
      '0.05\u00a0EUR',
    ],
    [
      { minor: 7n, currency: 'JPY', digits: 0 },
      { minor: '7', currency: 'JPY', digits: 0 },
      '7\u00a0JPY',
    ],
    [{ at: Date.UTC(2026, 4, 3, 12) }, { at: Date.UTC(2026, 4, 3, 12) }, '3 May 2026, 12:00 UTC'],
    [{ ago: 3 * 60_000 }, { ago: 3 * 60_000 }, '3 minutes ago'],
    [{ ago: -5 }, { ago: -5 }, '0 seconds ago'],
    [{ noun: 'return' }, { noun: 'return' }, 'refund'],
    [{ title: 'return' }, { title: 'return' }, 'Refund'],
    [{ noun: 'of-another-version' }, { noun: 'of-another-version' }, 'of-another-version'],
    [['a', 'b', 'c'], { and: ['a', 'b', 'c'] }, 'a, b and c'],
    [{ or: ['a', 'b', 'c'] }, { or: ['a', 'b', 'c'] }, 'a, b or c'],
    [{ parts: ['a', 'b', 'c'] }, { parts: ['a', 'b', 'c'] }, 'a, b, c'],
  ])('stores the value %o as it is, and shows it', (value, stored, shown) => {
    const said = say('requests.unknown', { why: value as string })
    expect((JSON.parse(said) as { values: object }).values).toEqual({ why: stored })
    expect(why(value)).toBe(`No clear answer: ${shown}`)
  })

  it('carries any text whole, brackets, braces and quotes included', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (id) => {
        // What a detector of card numbers masks is masked here too; no digits, no mask.
        fc.pre(!/\p{N}/u.test(id))
        expect(formatMessage(unknownId(id))).toBe(`There is no operation called “${id}”.`)
      }),
      { numRuns: 2_000 },
    )
  })

  it('masks a card number in a value', () => {
    const said = unknownId('4111 1111 1111 1111')
    expect(said).not.toMatch(/1111.{0,9}1111.{0,9}1111/)
    expect(formatMessage(said)).toBe('There is no operation called “4111 11•• •••• 1111”.')
  })

  it('is never broken by a mask, whatever its digits are', () => {
    const part = fc.stringMatching(/^[0-9]{1,19}[ :/%~"\\-]{0,3}[0-9]{0,19}$/)
    fc.assert(
      fc.property(part, fc.bigInt({ min: 0n, max: 10n ** 17n }), (id, minor) => {
        const outer = say('requests.unknown', {
          why: [unknownId(id), { minor, currency: 'EUR', digits: 2 }],
        })
        expect(formatMessage(maskCardNumbers(outer))).toMatch(/^No clear answer: There/)
      }),
      { numRuns: 2_000 },
    )
  })

  it('is not masked for the time that it tells', () => {
    const day = 86_400_000
    const times = fc.integer({ min: 0, max: 60 * 365 * day }).map((ms) => Date.UTC(2020, 0) + ms)
    fc.assert(
      fc.property(times, (at) => {
        const said = say('requests.unknown', { why: [{ at }] })
        expect(maskCardNumbers(said)).toBe(said)
      }),
      { numRuns: 2_000 },
    )
  })

  it('holds half a surrogate pair without a throw', () => {
    expect(formatMessage(unknownId('\ud800'))).toContain('\ufffd')
  })

  it.each([
    '{"code":"no-such-code"}',
    '{"code":"constructor"}',
    '{"code":"requests.unknown"}',
    '{"code":"requests.unknown","values":{"why":null}}',
    '{"code":"',
    '[{"code":"',
    '[{"code":"no-such-code"}]',
    '{}',
    'a gateway’s own words {sic}',
  ])('is left alone when it is none: %s', (text) => {
    expect(formatMessage(text)).toBe(text)
  })
})

it('is put in words behind other words on its line, as in an error and its stack', () => {
  const message = say('ledger.the-file-name-was-moved', { name: 'ledger.sqlite' })
  const shown = formatMessage(message)
  expect(formatMessage(`Error: ${message}\n    at start`)).toBe(`Error: ${shown}\n    at start`)
  expect(formatMessage('Error: {"code":"audit.no')).toBe('Error: {"code":"audit.no')
})

describe('several messages', () => {
  const [one, other] = [say('program.no-such-request'), unknownId('x')]

  it('are a list, each once, and stand one behind the other', () => {
    const all = sayAll([one, other, one])
    expect(JSON.parse(all)).toEqual([JSON.parse(one), JSON.parse(other)])
    expect(formatMessage(all)).toBe(
      'This computer has no such request. There is no operation called “x”.',
    )
    expect(messagesIn(all)).toEqual([one, other])
    expect(sayAll([all, one])).toBe(all)
  })

  it('are one where there is one, and nothing where there is none', () => {
    expect(sayAll([one, ''])).toBe(one)
    expect(sayAll([])).toBe('')
    expect(messagesIn('')).toEqual([])
  })

  it('with less than a sentence in them are told apart by semicolons', () => {
    const parts = sayAll([say('gateway.why-not-json'), say('gateway.why-not-an-object')])
    expect(formatMessage(parts)).toBe('it is not valid JSON; it is not a JSON object')
    expect(why(parts)).toContain('it is not valid JSON; it is not a JSON object')
  })
})

describe('all that crosses the bridge', () => {
  const fault = { kind: 'input', message: say('operations.enter-a-name') }

  it('is put in words wherever a message stands', () => {
    expect(formatMessages({ ok: false, fault, list: [1, null, fault.message, { fault }] })).toEqual(
      {
        ok: false,
        fault: { kind: 'input', message: 'Enter a name.' },
        list: [1, null, 'Enter a name.', { fault: { kind: 'input', message: 'Enter a name.' } }],
      },
    )
  })

  it('stays the very same where there is none', () => {
    const value = {
      rows: [{ id: '6760150', amount: '12.50' }],
      at: new Date(0),
      bytes: new Uint8Array(3),
    }
    expect(formatMessages(value)).toBe(value)
  })
})
