import { describe, expect, it } from 'vitest'
import { matchOrder, suggestedVerdict } from '#shared/reconcile/match-order.ts'
import { type ReportEvent, type ReportLine, usualWindow } from '#shared/reconcile/report-line.ts'
import { days, event, line } from './sides.ts'

/** "line: pile by rule = events" for each line, and the events that no line is. */
function matched(
  lines: ReportLine[],
  events: ReportEvent[],
): { lines: string[]; missing: string[] } {
  const verdict = matchOrder(lines, events, usualWindow)
  return {
    lines: verdict.lines
      .toSorted((a, b) => a.line - b.line)
      .map((one) => `${one.line}: ${one.pile} by ${one.rule} = ${one.events.join(' ')}`.trim()),
    missing: verdict.missing.map(({ id }) => id),
  }
}

describe('a number of the movement’s own', () => {
  it('finds the event among equal ones', () => {
    const events = [event('a', { rrn: '111' }), event('b', { rrn: '222' })]
    expect(matched([line(1, { rrn: '222' })], events)).toEqual({
      lines: ['1: matched by own-number = b'],
      missing: ['a'],
    })
  })

  it('takes several lines that add up to the event', () => {
    const parts = [line(1, { rrn: '111', minor: 500n }), line(2, { rrn: '111', minor: 1_500n })]
    expect(matched(parts, [event('a', { rrn: '111' })]).lines).toEqual([
      '1: matched by split = a',
      '2: matched by split = a',
    ])
  })

  it.each([
    ['amount', { minor: 2_001n }],
    ['currency', { currency: 'USD' }],
    ['size of its minor unit', { digits: 3 }],
    ['card', { lastFour: '2222' }],
    ['day', { at: days(11) }],
    ['day before', { at: days(-2) }],
  ])('is not enough where the %s is another', (_, other) => {
    const found = matched([line(1, { rrn: '111', ...other })], [event('a', { rrn: '111' })])
    expect(found.lines[0]).not.toMatch(/^1: (matched|one-id)/)
  })

  it('that two events share decides nothing by itself', () => {
    const events = [event('a', { rrn: '111' }), event('b', { rrn: '111' })]
    const lines = [1, 2, 3].map((nth) => line(nth, { rrn: '111' }))
    expect(matched(lines, events).lines).toEqual(
      [1, 2, 3].map((nth) => `${nth}: unexplained by equal = a b`),
    )
  })
})

describe('equal movements', () => {
  it('are matched by number', () => {
    expect(matched([line(1)], [event('a'), event('b')])).toEqual({
      lines: ['1: matched by equal = a'],
      missing: ['b'],
    })
  })

  it('of which the report has one more are not matched: money out comes first', () => {
    expect(matched([line(1), line(2)], [event('a')]).lines).toEqual([
      '1: unexplained by equal = a',
      '2: unexplained by equal = a',
    ])
    const sale = { kind: 'captured' as const }
    expect(matched([line(1, sale), line(2, sale)], [event('a', sale)]).lines).toEqual([
      '1: more-in-report by equal = a',
      '2: more-in-report by equal = a',
    ])
  })

  it('are paired so that no number of a pair disagrees', () => {
    const events = [event('a', { rrn: '111' }), event('b')]
    const lines = [line(1), line(2, { rrn: '222' })]
    expect(matched(lines, events).lines).toEqual([
      '1: matched by equal = a',
      '2: matched by equal = b',
    ])
  })

  it('under a bank’s number that no event has are money out that nothing explains', () => {
    expect(matched([line(1, { rrn: '999' })], [event('a', { rrn: '111' })])).toEqual({
      lines: ['1: unexplained by equal = a'],
      missing: ['a'],
    })
  })

  it('read by another rule for decimals are not equal', () => {
    expect(matched([line(1, { digits: 3 })], [event('a')]).lines[0]).toMatch(/^1: differs/)
  })

  it('with another card disagree', () => {
    expect(matched([line(1, { lastFour: '2222' })], [event('a')]).lines).toEqual([
      '1: ids-disagree by equal = a',
    ])
  })
})

describe('several lines for one event', () => {
  it('are a split where they add up to it', () => {
    const parts = [line(1, { minor: 700n }), line(2, { minor: 1_300n })]
    expect(matched(parts, [event('a')]).lines).toEqual([
      '1: matched by split = a',
      '2: matched by split = a',
    ])
  })

  it('differ where they do not, or where they may be of two events', () => {
    const sale = { kind: 'captured' as const }
    const parts = [line(1, { ...sale, minor: 700n }), line(2, { ...sale, minor: 1_299n })]
    expect(matched(parts, [event('a', sale)]).lines).toEqual([
      '1: differs by equal = a',
      '2: differs by equal = a',
    ])
    const exact = [line(1, { minor: 700n }), line(2, { minor: 1_300n })]
    expect(matched(exact, [event('a'), event('b', { minor: 1_500n })]).lines[0]).toMatch(/differs/)
  })
})

describe('one movement explains one line of money out', () => {
  it('and of more lines than can be the movements none is a mere difference', () => {
    const events = [event('a', { rrn: '111' }), event('b', { lastFour: '2222' })]
    const lines = [line(1), line(2, { lastFour: '1111' })]
    expect(matched(lines, events)).toEqual({
      lines: ['1: unexplained by equal = a b', '2: unexplained by equal = a b'],
      missing: [],
    })
  })

  it('also of another amount', () => {
    const [small, large] = [line(1, { minor: 700n }), line(2, { minor: 900n })]
    expect(matched([small], [event('a')]).lines).toEqual(['1: differs by equal = a'])
    expect(matched([small, large], [event('a')])).toEqual({
      lines: ['1: unexplained by equal = a', '2: unexplained by equal = a'],
      missing: ['a'],
    })
  })

  it('and one that a line of its amount differs from explains no other line', () => {
    const late = line(1, { at: days(20) })
    expect(matched([late, line(2, { minor: 700n })], [event('a')]).lines).toEqual([
      '1: differs by equal = a',
      '2: unexplained by equal = a',
    ])
  })

  it('in its own currency', () => {
    expect(matched([line(1, { currency: 'USD' })], [event('a')])).toEqual({
      lines: ['1: unexplained by equal ='],
      missing: ['a'],
    })
  })
})

describe('witnesses', () => {
  it('that agree number two at least, or a person accepts the line', () => {
    const bare = { merchantOrderId: '', lastFour: '' }
    expect(matched([line(1, bare)], [event('a')]).lines).toEqual(['1: one-id by witnesses = a'])
    expect(matched([line(1, { merchantOrderId: '' })], [event('a')]).lines).toEqual([
      '1: matched by equal = a',
    ])
  })
})

describe('an unknown outcome', () => {
  const unknown = event('u', { isCertain: false })
  it('is never matched: its line is evidence for a person', () => {
    expect(matched([line(1)], [unknown])).toEqual({
      lines: ['1: may-be-unknown by unknown = u'],
      missing: [],
    })
    expect(matched([line(1, { rrn: '1' })], [{ ...unknown, rrn: '1' }]).lines).toEqual([
      '1: may-be-unknown by unknown = u',
    ])
  })

  it('leaves nothing matched that may be it', () => {
    expect(matched([line(1)], [event('a'), unknown])).toEqual({
      lines: ['1: may-be-unknown by unknown = a u'],
      missing: [],
    })
  })

  it('does not stand in the way of a line that is certainly another', () => {
    const found = matched([line(1, { rrn: '7' })], [event('a', { rrn: '7' }), unknown])
    expect(found.lines).toEqual(['1: matched by own-number = a'])
  })
})

describe('a line of a kind that the order does not have', () => {
  it('is money out that nothing explains', () => {
    expect(matched([line(1)], [event('a', { kind: 'captured' })])).toEqual({
      lines: ['1: unexplained by equal ='],
      missing: ['a'],
    })
  })
})

describe('money out that nobody here asked for', () => {
  const told = { isToldOnly: true } as const

  it('is no match for the report’s telling it as the gateway’s status does', () => {
    expect(matched([line(1)], [event('a', told)])).toEqual({
      lines: ['1: not-asked-here by not-asked = a'],
      missing: [],
    })
    // Nor where one number alone agrees, which a person accepts for the whole list.
    const bare = { merchantOrderId: '', lastFour: '' }
    expect(matched([line(1, bare)], [event('a', told)]).lines).toEqual([
      '1: not-asked-here by not-asked = a',
    ])
  })

  it('is not explained beside an equal one that was asked for here', () => {
    expect(matched([line(1), line(2)], [event('a', told), event('b')]).lines).toEqual([
      '1: matched by equal = b',
      '2: unexplained by not-asked = a',
    ])
    const numbers = [event('a', { ...told, rrn: '111' }), event('b', { rrn: '222' })]
    const lines = [line(1, { rrn: '111' }), line(2, { rrn: '222' })]
    expect(matched(lines, numbers).lines).toEqual([
      '1: unexplained by not-asked = a',
      '2: matched by own-number = b',
    ])
  })

  it('leaves one line to the refund that was asked for here', () => {
    expect(matched([line(1)], [event('a', told), event('b')])).toEqual({
      lines: ['1: matched by equal = b'],
      missing: ['a'],
    })
  })

  it.each(['captured', 'charged-back'] as const)('is nothing that is %s', (kind) => {
    expect(matched([line(1, { kind })], [event('a', { ...told, kind })]).lines).toEqual([
      '1: matched by equal = a',
    ])
  })
})

describe('many equal lines of one order', () => {
  it('are paired within one turn of the thread', () => {
    const many = Array.from({ length: 1_000 }, (_, at) => at)
    const before = performance.now()
    const { lines } = matched(
      many.map((at) => line(at + 1)),
      many.map((at) => event(`e${at}`)),
    )
    expect(lines.every((one) => one.includes(': matched by equal'))).toBe(true)
    // It took five minutes where each line asked each holder of a place to move on.
    expect(performance.now() - before).toBeLessThan(5_000)
  })
})

describe('a line without a number that may be one movement', () => {
  const told = event('a', { isToldOnly: true })
  it.each<[string, ReportEvent, ReportEvent[], string]>([
    ['is suggested to be what was asked for here', event('a'), [], 'suggested by no-id'],
    ['is not asked for here', told, [event('b', { minor: 1n })], 'not-asked-here by not-asked'],
    ['is unexplained beside an equal one', told, [event('b')], 'unexplained by not-asked'],
    ['is suggested where nobody asks', { ...told, kind: 'captured' }, [], 'suggested by no-id'],
  ])('%s', (_name, one, others, said) => {
    const bare = line(1, { kind: one.kind, orderId: '', merchantOrderId: '' })
    const { pile, rule, events } = suggestedVerdict(bare, one, [one, ...others])
    expect([`${pile} by ${rule}`, events]).toEqual([said, ['a']])
  })
})
