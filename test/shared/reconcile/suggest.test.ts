import { describe, expect, it } from 'vitest'
import { usualWindow, type ReportEvent, type ReportLine } from '#shared/reconcile/report-line.ts'
import { suggest } from '#shared/reconcile/suggest.ts'
import { days, event, line } from './sides.ts'

const bare = line(1, { orderId: '', merchantOrderId: '' })
const suggested = (events: ReportEvent[], lines: ReportLine[]): string | undefined =>
  suggest([bare], { events, lines: [bare, ...lines], window: usualWindow }).get(bare)?.id

describe('a line without a number of an order', () => {
  it('is suggested to be the one event that is like it', () => {
    expect(suggested([event('a'), event('b', { minor: 1n })], [])).toBe('a')
  })

  it.each<[string, ReportEvent[], ReportLine[]]>([
    ['two such events', [event('a'), event('b', { orderId: '2' })], []],
    ['such an event of a card that is not known', [event('a'), event('b', { lastFour: '' })], []],
    ['a second such line, whatever became of it', [event('a')], [line(2)]],
    ['such a line of a card that is not known', [event('a')], [line(2, { lastFour: '' })]],
    ['another approval code', [event('a', { approvalCode: '1' })], []],
    ['another card', [event('a', { lastFour: '2222' })], []],
    ['a day that is too far', [event('a', { at: days(-20) })], []],
    ['an unknown outcome', [event('a', { isCertain: false })], []],
  ])('is nobody’s where there is %s', (name, events, lines) => {
    const asked = name.includes('approval') ? { ...bare, approvalCode: '2' } : bare
    const all = [asked, ...lines]
    expect(suggest([asked], { events, lines: all, window: usualWindow }).size).toBe(0)
  })
})
