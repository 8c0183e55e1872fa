import { describe, expect, it } from 'vitest'
import {
  type FieldRule,
  lineOfRule,
  rulesIn,
  textOfRules,
} from '#shared/connections/field-rules.ts'
import { fieldRulesFault } from '#shared/gateway/own-fields.ts'
import { formatMessages, formatMessage } from '#wording/format-messages.ts'

const read = (text: string): FieldRule[] => {
  const found = rulesIn(text)
  if ('fault' in found) throw new Error(formatMessage(found.fault))
  return found.rules
}
const faultOf = (text: string): string | null => formatMessages(fieldRulesFault(read(text)))

describe('a rule about a field', () => {
  it.each([
    'sale redirect_url required = https://shop.example/back?a=1&b=2',
    'create-recurring-payment credit_card_number as credit-card-number',
    'create-recurring-payment rp_card_type added required',
    'sale site_id added signed = 77',
    '* server_callback_url = https://shop.example/told',
    'sale-form client_orderid required typed',
    '* client_orderid typed',
  ])('is read and written alike: %s', (line) => {
    expect(read(line).map(lineOfRule)).toEqual([line])
    expect(faultOf(line)).toBe(null)
  })

  it('stands on a line of its own, between empty ones', () => {
    const text = 'sale phone required\n\n  preauth   phone  required  '
    expect(textOfRules(read(text))).toBe('sale phone required\npreauth phone required')
  })

  it.each([
    ['sale', /operation and a field/],
    ['sale phone mandatory', /“mandatory” is not one of/],
    ['sale phone as', /begins with a letter/],
    ['sale 1phone', /begins with a letter/],
  ])('that is none is named by its line: %s', (line, message) => {
    expect(formatMessages(rulesIn(`sale phone required\n${line}`))).toEqual({
      fault: expect.stringMatching(/^Line 2: /),
    })
    expect(formatMessage((rulesIn(line) as { fault: string }).fault)).toMatch(message)
  })

  it.each([
    ['nonsense phone required', /no operation/],
    ['sale phones required', /no such field/],
    ['sale phone added', /has this field already/],
    ['* rp_card_type added', /Name the operation/],
    ['sale phone typed', /Only the merchant order ID/],
    ['return client_orderid typed', /Only the merchant order ID/],
    ['sale-form client_orderid required', /Write “typed”/],
    ['sale control required', /fills in this parameter/],
    ['sale shop added = x\nsale site as shop added', /Two fields of sale would be sent as shop/],
    ['sale phone as login', /fills in this parameter/],
    ['sale phone as email', /Two fields of sale would be sent as email/],
    ['sale phone required\nsale phone as tel', /Another line/],
    ['* phone required\nsale phone as tel', /Another line/],
    ['payout note added signed', /control checksum/],
    ['sale phone signed', /control checksum/],
    ['payout credit-card-number added', /typed in its own fields/],
    ['status shop added required', /Write its value/],
    ['sale country = Germany', /two-letter/],
    ['sale note added = 4111111111111111', /card number/i],
  ])('that can’t be is refused: %s', (text, message) => {
    expect(faultOf(text)).toMatch(message)
  })

  // MONEY: how much, of which order and to whom is typed each time, or nothing is sent.
  it.each([
    ...['payout account_number', 'payout phone', 'payout amount', 'return amount'],
    ...['return orderid', 'make-rebill cardrefid', 'sale credit_card_number', 'sale currency'],
    ...['process-recurring-payment recurring-payment-id', 'transfer deposit2card'],
  ])('never fills in %s', (field) => {
    expect(faultOf(`${field} = 1`)).toMatch(/never filled in by itself/)
  })
})
