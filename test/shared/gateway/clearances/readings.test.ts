// Random orders whose answers contradict each other, cleared by a person. Of answers that can't be
// true together one is the truth of the books: whichever it is, no more than these hold is offered,
// and no figure that is shown as certain is another.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ActionId, actionsFor, type Possibility } from '#shared/gateway/actions.ts'
import { clearablesOf } from '#shared/gateway/clearances/clearables.ts'
import type { Clearance } from '#shared/gateway/clearances/clearance.ts'
import type { AttemptFact } from '#shared/gateway/orders/attempt-fact.ts'
import { foldFacts, type OrderFacts } from '#shared/gateway/orders/order-facts.ts'
import type { StoredSnapshot } from '#shared/gateway/status/status.ts'

type MoveType = 'capture' | 'reversal' | 'chargeback'
type Unit = 'EUR' | 'USD' | 'EUR/0'

/** A transaction of the books, and what else it is told to be. */
interface Move {
  type: MoveType | 'sale' | 'preauth'
  id: string
  minor: number
  lies: number[]
  /** The gateway has told the truth of it; before, nothing here could know of it. */
  isReported: boolean
}

interface World {
  moves: Move[]
  reported: StoredSnapshot[]
  attempts: AttemptFact[]
  /** Transactions that never were: told so that the sums can't be true. */
  invented: { type: MoveType; minor: number }[]
  /** Told with an amount that can't be added to the others. */
  foreign: Set<Move['type']>
}

type Step =
  | { name: 'move'; type: MoveType; part: number; lies: number[]; by: By; lieFirst: boolean }
  | { name: 'tell'; which: number; lie: number | null }
  | { name: 'foreign'; which: number; unit: Unit }
  | { name: 'invent'; type: 'capture' | 'reversal'; part: number }
type By = 'colleague' | 'answer' | 'person'

const moneyOf = (minor: number, unit: Unit = 'EUR') => ({
  minor: BigInt(unit === 'EUR/0' ? minor * 3 : minor),
  currency: unit.slice(0, 3),
  digits: unit === 'EUR/0' ? 0 : 2,
})

function tell(world: World, { type, id }: Pick<Move, 'type' | 'id'>, minor: number, unit?: Unit) {
  const seq = world.reported.length + 1
  world.reported.push({
    ...{ seq, at: seq, status: 'approved', transactionType: type, stage: '', reason: '' },
    amount: moneyOf(minor, unit),
    transactionMark: id,
    ...{ partialReturn: null, partialCapture: null },
  })
}

const sumOf = (moves: readonly { type: string; minor: number }[], type: string): number =>
  moves.reduce((sum, move) => (move.type === type ? sum + move.minor : sum), 0)

function booksOf({ moves }: Pick<World, 'moves'>) {
  const [first] = moves
  const all = first?.minor ?? 0
  const isSale = first?.type === 'sale'
  const captured = isSale ? all : sumOf(moves, 'capture')
  const returned = sumOf(moves, 'reversal')
  return {
    ...{ all, captured, returned },
    capturable: isSale ? 0 : all - captured,
    returnable: captured - returned - sumOf(moves, 'chargeback'),
  }
}

function play(world: World, step: Step): void {
  const [first] = world.moves
  switch (step.name) {
    case 'move': {
      const { capturable, returnable } = booksOf(world)
      if (first?.type === 'sale' && step.type === 'capture') return
      // More that was captured would make the invented refund possible.
      if (step.type === 'capture' && world.invented.some(({ type }) => type === 'reversal')) return
      const room = step.type === 'capture' ? capturable : returnable
      const minor = Math.ceil((room * step.part) / 4 / 100) * 100
      if (minor <= 0 || minor > room) return
      // Equal to one that nobody told yet: no answers could tell the two apart.
      const isLookAlike = (one: Move): boolean =>
        !one.isReported && one.type === step.type && one.minor === minor
      if (world.moves.some(isLookAlike)) return
      const id = `${step.type}-${world.moves.length}`
      const move: Move = { type: step.type, id, minor, lies: step.lies, isReported: true }
      world.moves.push(move)
      if (step.type === 'chargeback' || step.by === 'colleague') {
        if (step.lieFirst && step.lies[0] !== undefined) tell(world, move, step.lies[0])
        tell(world, move, minor)
        return
      }
      const sentAfter = world.reported.length
      if (step.by === 'answer') tell(world, move, minor)
      world.attempts.push({
        ...{ id, state: 'SUCCEEDED', amount: moneyOf(minor), sentAfter, createdAt: 0 },
        operation: step.type === 'capture' ? 'capture' : 'return',
        resolvedBy: step.by === 'answer' ? sentAfter + 1 : null,
        conflict: null,
      })
      if (step.by === 'person') move.isReported = false
      return
    }
    case 'tell': {
      const move = world.moves[step.which % world.moves.length]
      if (move === undefined) return
      const lie = step.lie === null ? undefined : move.lies[step.lie % move.lies.length]
      // What is told of it the first time is the truth, or follows at once.
      if (lie !== undefined) tell(world, move, lie)
      if (lie === undefined || !move.isReported) tell(world, move, move.minor)
      move.isReported = true
      return
    }
    case 'foreign': {
      const move = world.moves[step.which % world.moves.length]
      if (move === undefined || !move.isReported) return
      tell(world, move, move.minor, step.unit)
      world.foreign.add(step.unit === 'USD' ? move.type : 'capture')
      return
    }
    case 'invent': {
      // Only sums that exceed what there is whatever else is true contradict the others.
      const { type } = step
      if (first?.type === 'sale' && type === 'capture') return
      const limit = type === 'capture' ? mostOf(first) : mostCaptured(world)
      const rest = world.moves
        .filter((move) => move.type === type && move.isReported)
        .reduce((sum, move) => sum + leastOf(move), 0)
      const minor = limit - rest + step.part * 100
      // One of those that contradict each other is true.
      if (rest === 0 || minor <= 0 || world.foreign.size > 0) return
      if (world.invented.length > 0) return
      world.invented.push({ type, minor })
      tell(world, { type, id: `invented-${type}` }, minor)
    }
  }
}

const mostOf = (move: Move | undefined): number =>
  move === undefined ? 0 : Math.max(move.minor, ...move.lies)
const leastOf = (move: Move): number => Math.min(move.minor, ...move.lies)
const mostCaptured = ({ moves }: World): number =>
  moves[0]?.type === 'sale'
    ? mostOf(moves[0])
    : moves.filter(({ type }) => type === 'capture').reduce((sum, move) => sum + mostOf(move), 0)

/** What a person says of everything that stands, one after the other. */
function clearAll({ reported, attempts }: World, clearances: Clearance[]): OrderFacts {
  for (let turn = 0; turn < 30; turn += 1) {
    const facts = foldFacts(reported, attempts, clearances)
    if (facts.contradiction === null) return facts
    const matter = clearablesOf(facts).find(({ kind }) => kind === 'contradiction')
    if (matter === undefined) throw new Error('a contradiction stands that nobody can clear')
    const seq = reported.at(-1)?.seq ?? 0
    clearances.push({ ...matter, seq, actor: 'anna', reason: 'the support wrote so' })
  }
  throw new Error('something stands that was cleared')
}

/** The most that can be asked for; null: any amount. */
const limitOf = (can: Possibility): number | null => {
  if (!can.isPossible) return 0
  const limit = can.most ?? can.never
  return limit === undefined ? null : Number(limit.minor)
}

function claim(world: World, facts: OrderFacts): void {
  const books = booksOf(world)
  const actions = actionsFor(facts)
  const [first] = world.moves
  // Of what came in, or with other decimals, nothing is certain then.
  const isCounted = (...types: Move['type'][]): boolean =>
    types.every((type) => !world.foreign.has(type))
  const within = (action: ActionId, most: number): void => {
    const limit = limitOf(actions[action])
    expect(limit, `${action} of any amount`).not.toBeNull()
    expect(limit, action).toBeLessThanOrEqual(Math.max(0, most))
  }
  const isAll = !isCounted('sale', 'preauth', 'capture')
  within('capture', isAll ? 0 : books.capturable)
  const isRelease = facts.captured?.minor === 0n && facts.capturable !== null
  if (isRelease) within('return', books.captured === 0 ? books.all : 0)
  else within('return', isAll ? 0 : books.returnable)
  const sure = (what: string, shown: bigint | undefined, is: number): void => {
    if (shown !== undefined) expect(Number(shown), what).toBe(is)
  }
  if (isCounted('sale', 'preauth')) sure('original', facts.original?.minor, books.all)
  else expect(facts.original).toBeNull()
  if (!facts.isCaptureUncertain) sure('captured', facts.captured?.minor, books.captured)
  if (!facts.isReturnedUncertain) sure('returned', facts.returned?.minor, books.returned)
  if (first?.type === 'preauth') sure('held', facts.held?.minor, books.capturable)
  if (facts.phase === 'returned') expect(books.returned).toBe(books.captured)
  if (facts.phase === 'authorised') expect(books.captured).toBe(0)
  if (facts.phase === 'partly-captured') expect(books.captured).toBeLessThan(books.all)
  if (facts.phase === 'partly-returned') expect(books.returned).toBeGreaterThan(0)
}

const lie = fc.integer({ min: 1, max: 130 }).map((hundreds) => hundreds * 100)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      name: fc.constant('move' as const),
      type: fc.constantFrom<MoveType[]>('capture', 'capture', 'reversal', 'reversal', 'chargeback'),
      part: fc.integer({ min: 1, max: 4 }),
      lies: fc.array(lie, { maxLength: 2 }),
      by: fc.constantFrom<By>('colleague', 'answer', 'person'),
      lieFirst: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      name: fc.constant('tell' as const),
      which: fc.nat(6),
      lie: fc.option(fc.nat(1), { freq: 3, nil: null }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      name: fc.constant('foreign' as const),
      which: fc.nat(6),
      unit: fc.constantFrom<Unit>('USD', 'EUR/0'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      name: fc.constant('invent' as const),
      type: fc.constantFrom('capture' as const, 'reversal' as const),
      part: fc.integer({ min: 1, max: 40 }),
    }),
  },
)
const order = fc.record({
  type: fc.constantFrom('sale' as const, 'preauth' as const),
  minor: fc.constant(10_000),
  lies: fc.array(lie, { maxLength: 2 }),
  steps: fc.array(step, { maxLength: 8 }),
})

function begun({ type, minor, lies }: Pick<Move, 'type' | 'minor' | 'lies'>): World {
  const first: Move = { type, id: 'first', minor, lies, isReported: true }
  const world: World = {
    ...{ moves: [first], reported: [], attempts: [], invented: [] },
    foreign: new Set(),
  }
  tell(world, first, minor)
  return world
}

describe('whatever of the answers is true', () => {
  it('a cleared order offers no more than there is, and shows no figure that is not', () => {
    fc.assert(
      fc.property(order, ({ steps, ...first }) => {
        const world = begun(first)
        const clearances: Clearance[] = []
        for (const one of steps) {
          play(world, one)
          const standing = foldFacts(world.reported, world.attempts, clearances)
          if (standing.conflict !== null)
            for (const can of Object.values(actionsFor(standing)))
              expect(can.isPossible).toBe(false)
          claim(world, clearAll(world, clearances))
        }
      }),
      { numRuns: 1_500, seed: 1 },
    )
  })

  it('the same again is no news, and a clearance of the other kind says nothing', () => {
    fc.assert(
      fc.property(order, ({ steps, ...first }) => {
        const world = begun(first)
        for (const one of steps) play(world, one)
        const clearances: Clearance[] = []
        const { reported, attempts } = world
        clearAll(world, clearances)
        const again = [...reported, ...reported].map((seen, at) => ({ ...seen, seq: at + 1 }))
        expect(foldFacts(again, attempts, clearances).contradiction).toBeNull()
        const before = foldFacts(reported, attempts)
        const mixed = clearances.map((one) => ({ ...one, kind: 'chargeback' as const, seq: 0 }))
        expect(foldFacts(reported, attempts, mixed).contradiction).toEqual(before.contradiction)
      }),
      { numRuns: 500, seed: 21 },
    )
  })
})
