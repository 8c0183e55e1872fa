import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  type OperationId,
  operationIds,
  rowOf,
} from '../../../src/shared/gateway/operations/index.ts'
import { parseRequest } from '../../../src/shared/gateway/request.ts'
import type { DigitsRule } from '../../../src/shared/money.ts'
import { formatMessages } from '#wording/format-messages.ts'

const parse = (id: OperationId, input: unknown, rule: DigitsRule = 'iso-4217') =>
  parseRequest(id, input, rule)
const faultOf = (id: OperationId, input: unknown, rule: DigitsRule = 'iso-4217') => {
  const parsed = parse(id, input, rule)
  if (parsed.ok || parsed.fault.kind !== 'input') throw new Error('was taken')
  return formatMessages(parsed.fault)
}
const refund = { client_orderid: 'inv-1', orderid: '7', comment: 'wish' }

describe('a request', () => {
  it('is trimmed, ordered as its row and its amount written with all digits', () => {
    const parsed = parse('return', {
      comment: ' wish ',
      currency: 'EUR',
      amount: ' 10.5 ',
      orderid: '7 ',
      client_orderid: 'inv-1',
    })
    expect(parsed).toEqual({
      ok: true,
      value: {
        fields: {
          client_orderid: 'inv-1',
          orderid: '7',
          amount: '10.50',
          currency: 'EUR',
          comment: 'wish',
        },
        money: { minor: 1050n, currency: 'EUR', digits: 2 },
      },
    })
    if (parsed.ok)
      expect(Object.keys(parsed.value.fields)).toEqual([
        'client_orderid',
        'orderid',
        'amount',
        'currency',
        'comment',
      ])
  })

  it('without amount has no money and no amount field', () => {
    expect(parse('return', refund)).toEqual({ ok: true, value: { fields: refund, money: null } })
  })

  it('leaves out optional fields that are undefined', () => {
    const parsed = parse('return', { ...refund, amount: undefined, currency: undefined })
    expect(parsed).toEqual({ ok: true, value: { fields: refund, money: null } })
  })

  it('never takes an empty amount for "everything"', () => {
    expect(faultOf('return', { ...refund, amount: '', currency: 'EUR' }).field).toBe('amount')
    expect(faultOf('return', { ...refund, amount: '  ', currency: 'EUR' }).field).toBe('amount')
  })

  it('needs amount and currency together', () => {
    expect(faultOf('return', { ...refund, amount: '1.00' })).toMatchObject({
      field: 'currency',
      message: 'Enter currency as well: amount and currency go together.',
    })
    expect(faultOf('capture', { client_orderid: 'a', orderid: '7', currency: 'EUR' }).field).toBe(
      'amount',
    )
  })

  it('for a status needs the gateway’s or the merchant’s order id', () => {
    expect(faultOf('status', {})).toMatchObject({
      field: 'orderid',
      message: 'Enter at least one of orderid and client_orderid.',
    })
    expect(parse('status', { orderid: '7' }).ok).toBe(true)
    expect(parse('status', { client_orderid: 'a' }).ok).toBe(true)
  })

  it('for a payout needs a destination', () => {
    const payout = {
      client_orderid: 'a',
      amount: '1',
      currency: 'EUR',
      order_desc: 'x',
      ipaddress: '203.0.113.7',
    }
    expect(faultOf('payout', payout).field).toBe('account_number')
    expect(parse('payout', { ...payout, phone: '+49 1' }).ok).toBe(true)
    expect(faultOf('payout', { ...payout, phone: '+49 1', expire_year: '2031' }).field).toBe(
      'expire_month',
    )
  })

  it('refuses an amount that can be read in two ways, with its readings', () => {
    expect(faultOf('return', { ...refund, amount: '2.610', currency: 'EUR' })).toMatchObject({
      field: 'amount',
      readings: expect.arrayContaining(['2.61', '2610.00']),
    })
  })

  it('follows the connection’s currency rule', () => {
    const yen = { ...refund, amount: '1250', currency: 'JPY' }
    expect(parse('return', yen)).toMatchObject({
      value: { fields: { amount: '1250' }, money: { minor: 1250n } },
    })
    expect(parse('return', yen, 'always-2')).toMatchObject({
      value: { fields: { amount: '1250.00' }, money: { minor: 125_000n } },
    })
  })

  it('refuses a currency that is not in the table, with and without amount', () => {
    expect(faultOf('return', { ...refund, amount: '1', currency: 'XXX' }).field).toBe('currency')
    expect(
      faultOf('account-verification-form', {
        client_orderid: 'a',
        order_desc: 'x',
        currency: 'ABC',
        email: 'a@b.test',
        ipaddress: '203.0.113.7',
      }).field,
    ).toBe('currency')
  })

  it.each([
    ['surplus', { ...refund, surplus: '1' }],
    ['control', { ...refund, control: 'f00' }],
    ['login', { ...refund, login: 'someone' }],
    ['__proto__', JSON.parse('{"client_orderid":"a","orderid":"7","comment":"c","__proto__":{}}')],
  ])('is refused with a field named %s', (name, input) => {
    expect(faultOf('return', input)).toMatchObject({
      field: name,
      message: `${name} is not a field of return.`,
    })
  })

  it.each([
    ['a line break', 'a\nb'],
    ['a NUL', 'a\0b'],
    ['a C1 control', 'a\u0085b'],
    ['a lone surrogate', 'a\ud800'],
    ['a card number', 'card 4111 1111 1111 1111'],
    ['51 characters', 'x'.repeat(51)],
    ['nothing', ' '],
    ['a number', 5],
    ['null', null],
  ])('refuses a comment with %s', (_what, comment) => {
    expect(faultOf('return', { ...refund, comment }).field).toBe('comment')
  })

  it('takes order ids and free text that only look a little like card numbers', () => {
    expect(parse('return', { ...refund, comment: 'order 4111111111111112' }).ok).toBe(true)
    expect(parse('return', { ...refund, orderid: '4111111111111111' }).ok).toBe(true)
  })

  it.each([null, undefined, 'text', 5, [], () => 1])('is refused when it is %s', (input) => {
    expect(faultOf('return', input).field).toBe('request')
  })

  it('says what is wrong in words, never in the schema library’s', () => {
    for (const id of operationIds) {
      for (const [name, schema] of Object.entries(rowOf(id).request.shape)) {
        const result = z.safeParse(schema, '\0')
        expect([id, name, result.success]).toEqual([id, name, false])
        expect(result.error!.issues[0]!.message).not.toMatch(/^Invalid|expected|received/)
      }
    }
  })
})
