import { describe, expect, it } from 'vitest'
import { isInWindow } from '#shared/reconcile/agree.ts'
import { usualWindow, type ReportEvent, type ReportLine } from '#shared/reconcile/report-line.ts'
import { suggest } from '#shared/reconcile/suggest.ts'
import { makeRandom } from '../../campaigns/faults/random.ts'
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

it('is suggested what a look at every movement and every line suggests', () => {
  const random = makeRandom(7)
  let count = 0
  for (let nth = 0; nth < 400; nth += 1) {
    const lastFour = () => random.pick(['1111', '1111', '2222', ''])
    const when = () => days(random.below(30) - 15)
    const events = Array.from({ length: random.below(5) }, (_, at) =>
      event(`e${at}`, {
        ...{ lastFour: lastFour(), at: when(), isCertain: random.chance(0.9) },
        ...(random.chance(0.2) ? { isLatest: true as const } : {}),
      }),
    )
    const lines = Array.from({ length: 1 + random.below(4) }, (_, at) => {
      const at2 = random.chance(0.1) ? null : when()
      return line(at + 1, { orderId: '', merchantOrderId: '', lastFour: lastFour(), at: at2 })
    })
    const found = suggest(lines, { events, lines, window: usualWindow })
    const plain = lines.flatMap((one) => {
      const isNear = (a: ReportLine, b: ReportEvent) => isInWindow(a, b, usualWindow)
      const mayBe = ({ lastFour: card }: { lastFour: string }) => ['', one.lastFour].includes(card)
      if (one.at === null || one.lastFour === '') return []
      const near = events.filter((other) => mayBe(other) && isNear(one, other))
      const [only] = near
      if (near.length !== 1 || !only!.isCertain || only!.lastFour !== one.lastFour) return []
      return lines.filter((other) => mayBe(other) && isNear(other, only!)).length === 1 ? [one] : []
    })
    expect([...found.keys()]).toEqual(plain)
    count += plain.length
  }
  expect(count).toBeGreaterThan(20)
})
