// The reasons a connection offers: text with one a line, within what a gateway takes.
import { formatMessage } from '#wording/format-messages.ts'
import { describe, expect, it } from 'vitest'
import { methods } from '#shared/contract/bridge.ts'
import { moneySettings } from '#shared/connections/connection.ts'
import {
  isLooserLimit,
  needsFreeText,
  readFreeReasonFrom,
  readReasons,
  sourceOfReason,
  usualReasons,
} from '#shared/connections/reasons.ts'
import { comment } from '#shared/gateway/operations/parts/fields.ts'

const message = (text: string): string => {
  const read = readReasons(text)
  return read.ok ? 'read' : read.fault.kind === 'input' ? formatMessage(read.fault.message) : ''
}

describe('the reasons of a connection', () => {
  it('are the usual ones until somebody changes them', () => {
    const { refundReasons, releaseReasons } = moneySettings.parse({})
    expect(refundReasons).toEqual(usualReasons.afterSale)
    expect(releaseReasons).toEqual(usualReasons.beforeSale)
    for (const list of Object.values(usualReasons))
      expect(readReasons(list.join('\n'))).toEqual({ ok: true, value: list })
  })

  it('are read one a line, without empty lines and without what stands there twice', () => {
    expect(readReasons('  Too small \n\nToo small\nToo large\n')).toEqual({
      ok: true,
      value: ['Too small', 'Too large'],
    })
  })

  it('are 1 to 12', () => {
    const lines = (count: number) => Array.from({ length: count }, (_, at) => `Reason ${at}`)
    expect(message('')).toMatch(/1 to 12/)
    expect(message(lines(12).join('\n'))).toBe('read')
    expect(message(lines(13).join('\n'))).toMatch(/1 to 12/)
  })

  it('fit into the comment that the gateway takes', () => {
    expect(message('x'.repeat(50))).toBe('read')
    expect(comment.safeParse('x'.repeat(50)).success).toBe(true)
    expect(message('x'.repeat(51))).toMatch(/at most 50/)
    expect(comment.safeParse('x'.repeat(51)).success).toBe(false)
  })

  it('hold no card number, in the form and at the bridge', () => {
    expect(message('Card 4111 1111 1111 1111')).toMatch(/card number/)
    const asked = (refundReasons: string[]) =>
      methods['connection:set-money'].safeParse({
        connectionId: 'sandbox',
        money: { refundReasons },
      }).success
    expect(asked(['Too small'])).toBe(true)
    expect(asked(['Card 4111111111111111'])).toBe(false)
    expect(asked([])).toBe(false)
  })
})

describe('the amount from which a listed reason is not enough', () => {
  const eur = (amount: string) => ({ amount, currency: 'EUR' })

  it('is none until somebody sets it', () => {
    expect(moneySettings.parse({}).freeReasonFrom).toBe('')
    expect(needsFreeText(eur('99999999.99'), '')).toBe(false)
    expect(needsFreeText(null, '')).toBe(false)
  })

  it('counts in units of the order’s currency, to the last digit', () => {
    expect(needsFreeText(eur('499.99'), '500')).toBe(false)
    expect(needsFreeText(eur('500.00'), '500')).toBe(true)
    expect(needsFreeText({ amount: '500', currency: 'JPY' }, '500.5')).toBe(false)
    expect(needsFreeText({ amount: '45.500', currency: 'KWD' }, '45.5')).toBe(true)
    expect(needsFreeText(eur('9007199254740993.01'), '9007199254740993.02')).toBe(false)
  })

  it('is reached by an amount that nobody knows', () => {
    expect(needsFreeText(null, '500')).toBe(true)
  })

  it.each([
    ['', ''],
    ['500', '500'],
    [' 500,50 ', '500.50'],
    ['1,250.00', '1250.00'],
  ])('typed as “%s” is “%s”', (text, limit) => {
    expect(readFreeReasonFrom(text)).toEqual({ ok: true, value: limit })
  })

  it.each(['1,000', '-5', 'five', '500 EUR', '0500'])('is not read from “%s”', (text) => {
    expect(readFreeReasonFrom(text)).toMatchObject({
      ok: false,
      fault: { field: 'freeReasonFrom' },
    })
  })

  it('is looser where it is higher or gone', () => {
    expect(isLooserLimit('500', '500.00')).toBe(false)
    expect(isLooserLimit('500', '499')).toBe(false)
    expect(isLooserLimit('', '500')).toBe(false)
    expect(isLooserLimit('500', '500.01')).toBe(true)
    expect(isLooserLimit('500', '')).toBe(true)
  })

  it('is not passed by typing a listed reason again', () => {
    expect(sourceOfReason(' damaged  GOODS ', usualReasons.afterSale)).toBe('list')
    expect(sourceOfReason('Damaged goods: lamp cracked', usualReasons.afterSale)).toBe('free-text')
  })
})
