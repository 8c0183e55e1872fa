// The budget of an account on a clock that the test drives: never above the rate in any second,
// polls first, nobody waits for ever, slower after a sign that it is too much, and soon as quick
// again.
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type AccountBudget,
  type Limits,
  openAccountBudget,
} from '../../../../src/main/gateway/budget/account-budget.ts'
import type { Heard, Rank } from '../../../../src/main/gateway/budget/turn.ts'

const usual: Limits = { perSecond: 20, atOnce: 4 }
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const now = () => performance.now()

interface Asked {
  rank: Rank
  party: string
  wantedAt: number
  startedAt: number | null
}

/** Who asks: `answerMs` after its start an answer comes; Infinity where none does. */
function askers(budget: AccountBudget, limits = usual) {
  const asked: Asked[] = []
  let underWay = 0
  const most = { underWay: 0 }
  const ask = async (
    rank: Rank,
    { party = 'a', answerMs = 30, how = 'answered' as Heard } = {},
  ): Promise<void> => {
    const one: Asked = { rank, party, wantedAt: now(), startedAt: null }
    asked.push(one)
    const turn = await budget.take({ rank, party, limits })
    turn.begin()
    one.startedAt = now()
    underWay += 1
    most.underWay = Math.max(most.underWay, underWay)
    if (answerMs === Infinity) return
    await new Promise((resolve) => setTimeout(resolve, answerMs))
    underWay -= 1
    turn.heard(how)
    turn.end()
  }
  const starts = (rank?: Rank) =>
    asked
      .filter((one) => rank === undefined || one.rank === rank)
      .flatMap(({ startedAt }) => startedAt ?? [])
      .toSorted((a, b) => a - b)
  const waited = (rank: Rank) =>
    asked
      .filter((one) => one.rank === rank)
      .map(({ wantedAt, startedAt }) => (startedAt ?? Infinity) - wantedAt)
  return { ask, asked, starts, waited, most }
}
const open = (limits = usual) => askers(openAccountBudget(now, limits), limits)

/** The most starts within any second. */
const densest = (starts: readonly number[]): number =>
  Math.max(
    0,
    ...starts.map((from) => starts.filter((at) => at >= from && at < from + 1_000).length),
  )

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the budget of an account', () => {
  it('is never passed, whoever asks when, and everybody has their turn', async () => {
    const asker = fc.record({
      rank: fc.constantFrom<Rank>('poll', 'person', 'list'),
      party: fc.constantFrom('a', 'b'),
      atMs: fc.integer({ min: 0, max: 5_000 }),
      answerMs: fc.integer({ min: 0, max: 900 }),
      how: fc.constantFrom<Heard>(
        'answered',
        'answered',
        'silence',
        { waitMs: null },
        { waitMs: 700 },
      ),
    })
    const limits = fc.record({
      perSecond: fc.integer({ min: 1, max: 40 }),
      atOnce: fc.integer({ min: 1, max: 6 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(asker, { maxLength: 120 }), limits, async (all, given) => {
        const { ask, asked, starts, most } = open(given)
        for (const { atMs, rank, ...how } of all) setTimeout(() => void ask(rank, how), atMs)
        await pass(5_000 + 120 * 2_500)
        expect(asked).toHaveLength(all.length)
        expect(starts()).toHaveLength(all.length)
        expect(densest(starts())).toBeLessThanOrEqual(given.perSecond)
        expect(most.underWay).toBeLessThanOrEqual(given.atOnce)
      }),
      { numRuns: 60 },
    )
  }, 180_000)

  it('uses nine tenths of the rate for a list, and lets polls go first', async () => {
    const { ask, starts } = open()
    for (let n = 0; n < 400; n += 1) void ask('list')
    await pass(10_000)
    expect(starts('list').length).toBeGreaterThanOrEqual(180)
    const before = starts('list').length
    for (let n = 0; n < 80; n += 1) void ask('poll')
    await pass(5_000)
    expect(starts('poll')).toHaveLength(80)
    // The list has its share all the same.
    expect(starts('list').length - before).toBeGreaterThanOrEqual(8)
  })

  it('a person waits for a moment behind a list of 2,000 and behind 2,000 polls', async () => {
    const { ask, waited } = open()
    for (let n = 0; n < 2_000; n += 1) void ask('list', { answerMs: 120 })
    for (let n = 0; n < 2_000; n += 1) void ask('poll', { answerMs: 120 })
    await pass(3_000)
    for (let n = 0; n < 20; n += 1) {
      void ask('person')
      await pass(1_300)
    }
    for (const ms of waited('person')) expect(ms).toBeLessThanOrEqual(250)
  })

  it('a person and a poll find a place though all that a list asks hangs', async () => {
    const { ask, waited, starts } = open()
    for (let n = 0; n < 500; n += 1) void ask('list', { answerMs: Infinity })
    await pass(60_000)
    // Twenty without an answer, and the list asks no more.
    expect(starts('list')).toHaveLength(20)
    void ask('poll')
    void ask('person')
    await pass(100)
    expect([...waited('poll'), ...waited('person')].every((ms) => ms <= 100)).toBe(true)
  })

  it('a person is never shut out by what hangs of their own', async () => {
    const { ask, waited } = open()
    for (let n = 0; n < 30; n += 1) void ask('person', { answerMs: Infinity })
    await pass(30_000)
    expect(Math.max(...waited('person'))).toBeLessThanOrEqual(24_000)
  })

  it('parties of one rank take turns', async () => {
    const { ask, waited, asked } = open()
    for (let n = 0; n < 300; n += 1) void ask('poll', { party: 'many' })
    await pass(1_000)
    void ask('poll', { party: 'few' })
    await pass(400)
    expect(waited('poll').at(-1)).toBeLessThanOrEqual(150)
    expect(asked.at(-1)!.party).toBe('few')
  })

  it('halves its pace at a time-out or a refusal, once for what was under way, and recovers', async () => {
    const { ask, starts } = open()
    const rate = async (): Promise<number> => {
      const before = starts().length
      await pass(2_000)
      return (starts().length - before) / 2
    }
    for (let n = 0; n < 2_000; n += 1) void ask('list')
    await pass(2_000)
    for (const how of ['silence', { waitMs: null }] as const)
      void ask('person', { how, answerMs: 120 })
    // What started before still counts for a second.
    await pass(1_300)
    const slow = await rate()
    expect(slow).toBeGreaterThanOrEqual(9)
    expect(slow).toBeLessThanOrEqual(13)
    await pass(16_000)
    expect(await rate()).toBeGreaterThanOrEqual(18)
  })

  it('leaves the gateway alone for as long as it asked; a person waits five seconds at most', async () => {
    const { ask, starts, waited } = open()
    void ask('person', { how: { waitMs: 20_000 }, answerMs: 10 })
    await pass(20)
    const since = now()
    void ask('list')
    void ask('poll')
    void ask('person')
    await pass(60_000)
    expect(starts('list')[0]! - since).toBeGreaterThanOrEqual(19_900)
    expect(starts('poll')[0]! - since).toBeGreaterThanOrEqual(19_900)
    expect(waited('person').at(-1)).toBeLessThanOrEqual(5_000)
  })

  it('keeps the place of a turn for its next request, which counts as one more start', async () => {
    const budget = openAccountBudget(now, { perSecond: 2, atOnce: 1 })
    const take = () =>
      budget.take({ rank: 'person', party: 'a', limits: { perSecond: 2, atOnce: 1 } })
    const turn = await take()
    turn.begin()
    let other: number | null = null
    void take().then(() => (other = now()))
    await turn.ready()
    turn.begin()
    const second = turn.ready().then(now)
    await pass(999)
    expect(other).toBeNull()
    await pass(2)
    expect(await second).toBeGreaterThanOrEqual(1_000)
    turn.end()
    await pass(1_000)
    expect(other).not.toBeNull()
  })

  it('keeps nobody waiting once the program ends', async () => {
    const budget = openAccountBudget(now, { perSecond: 1, atOnce: 1 })
    const { ask, starts } = askers(budget, { perSecond: 1, atOnce: 1 })
    for (let n = 0; n < 50; n += 1) void ask('list')
    await pass(10)
    budget.close()
    await pass(10)
    expect(starts()).toHaveLength(50)
  })
})
