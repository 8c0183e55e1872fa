import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatMessages, formatMessage } from '#messages/format-messages.ts'
import { maskCardNumbers } from '#shared/cards/card-number.ts'
import { say } from '#shared/message.ts'

describe('a message', () => {
  it('is a reference that becomes its sentence', () => {
    expect(formatMessage(say('this-computer-has-no-such-request'))).toBe(
      'This computer has no such request.',
    )
    expect(formatMessage(say('there-is-no-operation-called-id', { id: 'sale 2' }))).toBe(
      'There is no operation called “sale 2”.',
    )
  })

  it('may stand in a text, beside others, and inside another message', () => {
    const inner = say('it-is-not-valid-json')
    expect(formatMessage(`${inner}, ${inner}`)).toBe('it is not valid JSON, it is not valid JSON')
    expect(formatMessage(say('the-outcome-is-unknown', { why: inner }))).toBe(
      'The outcome is unknown: it is not valid JSON',
    )
  })

  it('carries any value whole, brackets and braces included', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (id) => {
        // What a detector of card numbers masks is masked here too; no digits, no mask.
        fc.pre(!/\p{N}/u.test(id) && !id.includes('[['))
        const said = formatMessage(say('there-is-no-operation-called-id', { id }))
        expect(said).toBe(`There is no operation called “${id}”.`)
      }),
      { numRuns: 2_000 },
    )
  })

  it('masks a card number in a value, which no detector would find in the encoded one', () => {
    const said = say('there-is-no-operation-called-id', { id: '4111 1111 1111 1111' })
    expect(said).not.toMatch(/1111.{0,9}1111.{0,9}1111/)
    expect(formatMessage(said)).toBe('There is no operation called “4111 11•• •••• 1111”.')
  })

  it('has no digits but those of its values, so that a mask never breaks it', () => {
    const part = fc.stringMatching(/^[0-9]{1,9}[ :/%~-]{0,3}[0-9]{0,9}$/)
    fc.assert(
      fc.property(part, (id) => {
        fc.pre(maskCardNumbers(id) === id)
        const outer = say('the-outcome-is-unknown', {
          why: say('there-is-no-operation-called-id', { id }),
        })
        expect(outer.replace(/\D/g, '')).toBe(id.replace(/\D/g, ''))
        expect(formatMessage(outer)).toBe(
          `The outcome is unknown: There is no operation called “${id}”.`,
        )
        expect(formatMessage(maskCardNumbers(outer))).not.toContain('[[')
      }),
      { numRuns: 2_000 },
    )
  })

  it('holds half a surrogate pair without a throw', () => {
    expect(formatMessage(say('there-is-no-operation-called-id', { id: '\ud800' }))).toContain(
      '\ufffd',
    )
  })

  it.each([
    '[[no-such-code]]',
    '[[constructor]]',
    '[[the-outcome-is-unknown]]',
    '[[the-outcome-is-unknown?detail=%E0%A4%A]]',
    '[[[[',
    ']] [[ ]]',
    'a gateway’s own words [sic]',
  ])('is left alone when it is none: %s', (text) => {
    expect(formatMessage(text)).toBe(text)
  })
})

describe('all that crosses the bridge', () => {
  const fault = { kind: 'input', message: say('enter-a-name') }

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
