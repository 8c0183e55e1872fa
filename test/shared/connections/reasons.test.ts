// The reasons a connection offers: what was typed for each, within what a gateway takes.
import { formatMessage } from '#wording/format-messages.ts'
import { describe, expect, it } from 'vitest'
import { methods } from '#shared/contract/bridge.ts'
import { moneySettings } from '#shared/connections/connection.ts'
import {
  hasLostReason,
  isLooserLimit,
  listedAs,
  type ListedReason,
  needsFreeText,
  readFreeReasonFrom,
  readReasons,
  sourceOfReason,
  usualReasons,
} from '#shared/connections/reasons.ts'
import { comment } from '#shared/gateway/operations/parts/fields.ts'

/** “code | label | text” a line, as fields. */
const typed = (text: string): ListedReason[] =>
  text.split('\n').map((line) => {
    const [first = '', label, sent = ''] = line.split('|')
    return label === undefined
      ? { code: '', label: first, text: '' }
      : { code: first, label, text: sent }
  })
const read = (text: string) => readReasons(typed(text))
/** “row field: why”, of the first that is wrong. */
const message = (text: string): string => {
  const [fault] = read(text).faults
  return fault === undefined
    ? 'read'
    : `${(fault.at ?? -1) + 1} ${fault.field}: ${formatMessage(fault.why)}`
}

describe('the reasons of a connection', () => {
  it('are the usual ones until somebody changes them', () => {
    const { refundReasons, releaseReasons } = moneySettings.parse({})
    expect(refundReasons).toEqual(usualReasons.afterSale)
    expect(releaseReasons).toEqual(usualReasons.beforeSale)
    for (const list of Object.values(usualReasons))
      expect(readReasons(list)).toEqual({ reasons: list, faults: [] })
  })

  it('are read a row each, without rows in which nothing stands', () => {
    expect(read('  Too small \n\nToo large\n')).toEqual({
      faults: [],
      reasons: [
        { code: 'too-small', label: 'Too small', text: 'Too small' },
        { code: 'too-large', label: 'Too large', text: 'Too large' },
      ],
    })
  })

  it('have a code, a label and a text for the gateway', () => {
    expect(read('damaged | Beschädigt | RET-04\nlate | Too late\nZu spät!')).toEqual({
      faults: [],
      reasons: [
        { code: 'damaged', label: 'Beschädigt', text: 'RET-04' },
        { code: 'late', label: 'Too late', text: 'Too late' },
        { code: 'zu-spat', label: 'Zu spät!', text: 'Zu spät!' },
      ],
    })
  })

  it.each([
    ['Fine\n\nToo Big | Label', /^3 code: The code has small letters/],
    ['late | Late\nlate | Delayed', /^2 code: The code late is in row 1 already/],
    ['a | One | RET\nb | Two | ret', /^2 text: Row 1 sends the gateway the same text/],
    ['a | One | RET\nb | ret | Two', /^2 label: Row 1 has the same word/],
    ['a | One | RET\nb | one | Two', /^2 label: Row 1 has the same word/],
    ['late | One | RET\nb | Two | Late', /^2 label: Row 1 has the same word/],
    [`a | ${'x'.repeat(51)}`, /^1 label: A reason can have at most 50/],
    ['a | ', /^1 label: A reason needs at least one word/],
    ['Twice\ntwice', /^2 label: Row 1 has the same word/],
  ])('are refused at their field: “%s”', (text, why) => {
    expect(message(text)).toMatch(why)
  })

  it('are all read, however many of them are wrong', () => {
    expect(read('a | \nb | Fine\nB | Too').faults.map(({ at, field }) => [at, field])).toEqual([
      [0, 'label'],
      [2, 'code'],
    ])
  })

  it('that were texts alone keep their meaning, each under a code of its own', () => {
    const { refundReasons } = moneySettings.parse({
      refundReasons: ['Paid twice', ' paid  TWICE ', 'paid-twice', '？'],
    })
    expect(refundReasons).toEqual([
      { code: 'r-6ba0a9cd', label: 'Paid twice', text: 'Paid twice' },
      { code: 'paid-twice', label: 'paid-twice', text: 'paid-twice' },
      { code: 'r-d2aba303', label: '？', text: '？' },
    ])
    expect(moneySettings.parse({ refundReasons }).refundReasons).toEqual(refundReasons)
  })

  it.each([
    ['text', { code: 'b', label: 'Two', text: 'ret' }],
    ['text as a label', { code: 'b', label: 'RET', text: 'other' }],
    ['label', { code: 'b', label: ' one ', text: 'other' }],
    ['label as a text', { code: 'b', label: 'Two', text: 'One' }],
    ['code', { code: 'a', label: 'Two', text: 'other' }],
    ['code as a label', { code: 'b', label: 'A', text: 'other' }],
  ])('share no %s, wherever they come from', (_what, other) => {
    const refundReasons = [{ code: 'a', label: 'One', text: 'RET' }, other]
    expect(moneySettings.safeParse({ refundReasons }).success).toBe(false)
  })

  it('have codes that follow from their own text, not from their place', () => {
    const codes = (refundReasons: string[]) =>
      moneySettings.parse({ refundReasons }).refundReasons.map(({ code }) => code)
    const texts = ['Возврат товара', 'Двойная оплата', '返品', `${'long '.repeat(8)}one`]
    const whole = codes([...texts, `${'long '.repeat(8)}two`])
    expect(new Set(whole).size).toBe(5)
    for (const code of whole) expect(code).toMatch(/^r-[0-9a-f]{8}$/)
    expect(codes(texts.toReversed())).toEqual(whole.slice(0, 4).toReversed())
    expect(texts.flatMap((one) => codes([one]))).toEqual(whole.slice(0, 4))
    expect(read('返品\nВозврат товара')).toMatchObject({
      reasons: [{ code: whole[2] }, { code: whole[0] }],
    })
  })

  it('are known by what was sent first, then by label and code', () => {
    const listed = [
      { code: 'one', label: 'Two', text: 'three' },
      { code: 'two', label: 'Three', text: 'one' },
    ]
    expect(['ONE', 'two', ' three ', 'four'].map((text) => listedAs(text, listed)?.code)).toEqual([
      'two',
      'one',
      'one',
      undefined,
    ])
  })

  it('weaken the guard where one is no longer listed, and not by a new code', () => {
    const was = [{ code: 'a', label: 'Late', text: 'LATE-1' }]
    expect(hasLostReason(was, [{ code: 'b', label: 'late', text: 'LATE-1' }])).toBe(false)
    expect(hasLostReason(was, [{ code: 'a', label: 'Late', text: 'LATE-2' }])).toBe(true)
  })

  it('weaken the guard where a label or a code sends another text', () => {
    const one = { code: 'a', label: 'Late', text: 'Late' }
    const two = { code: 'b', label: 'Lost', text: 'Lost' }
    const isLower = (...is: (typeof one)[]) => hasLostReason([one, two], is)
    expect(isLower(one, two, { code: 'c', label: 'New', text: 'New' })).toBe(false)
    expect(isLower(two, { ...one, label: 'Too late' })).toBe(false)
    expect(isLower({ ...one, label: 'Lost' }, { ...two, label: 'Late' })).toBe(true)
    expect(isLower({ ...one, text: 'Lost' }, { ...two, text: 'Late' })).toBe(true)
    expect(isLower({ ...one, text: 'LATE' }, two)).toBe(true)
    const sent = { ...one, text: 'RET-1' }
    const kept = [
      { code: 'a', label: 'RET-1', text: 'RET-2' },
      { ...one, code: 'd', text: 'RET-1' },
    ]
    expect(hasLostReason([sent], kept)).toBe(true)
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
