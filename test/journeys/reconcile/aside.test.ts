// Reports that were taken in by mistake, files that were read again with fewer lines, and decisions
// that take a second person.
import { describe, expect, it } from 'vitest'
import type { OrderView } from '#shared/bridge/views.ts'
import type { KindMeaning } from '#shared/files/file-row.ts'
import { faultOf, must, type OpenDesk } from '../story.ts'
import { eachWorld } from '../world.ts'
import {
  counts,
  day,
  knownTo,
  line,
  matched,
  read,
  reason,
  refundedIn,
  rowsOf,
  take,
  use,
} from './report-story.ts'

const world = eachWorld(20)
const kindsIn = async ({ desk }: OpenDesk): Promise<string[]> =>
  must(await desk['audit:list']({ filter: {}, limit: 100 })).rows.map(({ kind }) => kind)

describe('a report that was taken in by mistake', () => {
  it('counts for no other report once it is set aside, and again once it is counted again', async () => {
    const open = await world.start()
    const [first] = (await knownTo(world, 1)) as [OrderView]
    await refundedIn(world, open, [first])
    const at = (time: string): string => `${day} ${time} +0000`
    const right = await matched(open, [line(first, 'Refund', '1.00', at('09:00:07'))])
    const wrong = await matched(open, [line(first, 'Refund', '1.00', at('10:00:07'))])
    expect(counts(wrong)).toMatchObject({ unexplained: 1 })
    const asked = { id: wrong.id, isAside: true, reason: 'a report of the test account' }
    const aside = must(await open.desk['reconcile:aside'](asked))
    expect(aside.aside).toMatchObject({ reason: asked.reason })
    // The other one was matched anew, and says so on Today and in the list.
    const listed = async () => must(await open.desk['reconcile:list']({}))
    expect((await listed()).map((one) => [one.id, one.aside !== null])).toEqual([
      [wrong.id, true],
      [right.id, false],
    ])
    const kept = (await listed()).find(({ id }) => id === right.id)!
    expect(counts(kept)).toMatchObject({ matched: 1 })
    expect(counts(kept).unexplained).toBeUndefined()
    expect(must(await open.desk['today:show']({})).reports).toEqual([])
    const [row] = await rowsOf(open, wrong.id, 'unexplained')
    const say = { id: wrong.id, line: row!.line!, about: row!.about, reason }
    const refused = await open.desk['reconcile:decide']({ ...say, decision: 'elsewhere' })
    expect(faultOf(refused)).toMatchObject({ kind: 'denied' })
    expect(faultOf(await open.desk['reconcile:aside'](asked))).toMatchObject({ kind: 'denied' })
    await open.close()
    const later = await world.start()
    must(await later.desk['reconcile:aside']({ ...asked, isAside: false }))
    const back = must(await later.desk['reconcile:list']({})).find(({ id }) => id === right.id)!
    expect(counts(back)).toMatchObject({ unexplained: 1 })
    const kinds = await kindsIn(later)
    for (const kind of ['report-aside', 'report-counts'])
      expect(kinds).toContain(`reconcile:${kind}`)
  })
})

describe('a second reading of a file', () => {
  it('with fewer lines takes the place of the first with a reason alone, and says so', async () => {
    const open = await world.start()
    const [first] = (await knownTo(world, 1)) as [OrderView]
    const lines = [line(first, 'Sale', '120.00'), line(first, 'Payback', '3.00')]
    const both = { kindNames: { payback: 'refunded' as const } }
    const none = { kindNames: { payback: 'leave-out' as const } }
    const readAs = async (choices: typeof both | typeof none) => {
      const { id: readingId } = await read(open, lines)
      const asked = { connectionId: 'sandbox', operation: 'report' as const, readingId, choices }
      return must(await open.desk['file:again'](asked))!
    }
    const whole = await readAs(both)
    expect(whole.replaces).toBeNull()
    const one = must(await take(open, whole))!
    expect(counts(one)).toMatchObject({ unexplained: 1, matched: 1 })
    const less = await readAs(none)
    expect(less.replaces).toMatchObject({ id: one.id, rows: 2 })
    expect(faultOf(await take(open, less))).toMatchObject({ kind: 'input' })
    const asked = { readingId: less.id, stamp: less.stamp, meaning: less.meaning, leftOut: 0 }
    const why = { leftOutReason: '', fewerReason: 'paybacks are not of this account' }
    const second = must(await open.desk['reconcile:take']({ ...asked, ...why }))!
    expect(second.replaces).toMatchObject({ rows: 2, reason: why.fewerReason })
    expect(must(await open.desk['reconcile:show']({ id: one.id })).replacedBy).toBe(second.id)
    // Set aside, it gives its place back.
    const aside = { id: second.id, isAside: true, reason: 'it was right the first time' }
    must(await open.desk['reconcile:aside'](aside))
    expect(must(await open.desk['reconcile:show']({ id: one.id })).replacedBy).toBeUndefined()
  })
})

it('with as many lines takes its place without a reason, unless money out is none any more', async () => {
  const open = await world.start()
  const [first] = (await knownTo(world, 1)) as [OrderView]
  const lines = [
    ...[line(first, 'Sale', '120.00'), line(first, 'Payback', '3.00')],
    ...[line(first, 'Payback', '3.00'), line(first, 'Fee', '0.50')],
  ]
  const readAs = async (kindNames: Record<string, KindMeaning>) => {
    const { id: readingId } = await read(open, lines)
    const asked = { ...use, readingId, choices: { kindNames } }
    return must(await open.desk['file:again'](asked))!
  }
  const payback = { payback: 'refunded' } as const
  const one = must(await take(open, await readAs({ ...payback, fee: 'captured' })))!
  const other = await readAs({ payback: 'captured', fee: 'captured' })
  expect(other.replaces).toMatchObject({ id: one.id, rows: 4 })
  expect(faultOf(await take(open, other))).toMatchObject({ kind: 'input' })
  const paid = await readAs({ ...payback, fee: 'paid-out' })
  expect(paid.replaces).toBeNull()
  must(await take(open, paid))
  expect((await readAs({ ...payback, fee: 'captured' })).replaces).toMatchObject({ rows: 4 })
})

describe('a decision where sign-in is on', () => {
  const own = 'correct horse battery'
  const passphrases: Record<string, string> = { Ada: own, Bo: 'staple of another kind' }
  const signIn = async ({ desk }: OpenDesk, name: string): Promise<void> => {
    const { people } = must(await desk['people:standing']({}))
    const personId = people.find((one) => one.name === name)!.id
    must(await desk['people:sign-in']({ personId, passphrase: passphrases[name]! }))
  }

  it('counts by the word of a second person alone, and brings a line back by one', async () => {
    const open = await world.start()
    const { desk } = open
    const [first] = (await knownTo(world, 1)) as [OrderView]
    must(await desk['people:switch-on']({ name: 'Ada', passphrase: own }))
    const both = ['approver', 'payments'] as const
    const me = must(await desk['people:standing']({})).me!
    const roles = ['administrator', ...both] as const
    must(await desk['people:set-roles']({ personId: me.id, roles: [...roles], own }))
    const bo = { name: 'Bo', roles: [...both], passphrase: passphrases['Bo']!, own }
    const view = await matched(open, [line(first, 'Refund', '3.00')])
    const { id } = view
    const rowOf = async () => (await rowsOf(open, id, 'unexplained'))[0]!
    const asked = { id, line: 2, about: (await rowOf()).about }
    const decide = () => desk['reconcile:decide']({ ...asked, decision: 'elsewhere', reason })
    // Nobody else may: one person decides, and the log names no second one.
    expect(counts(must(await decide()))).toMatchObject({ explained: 1 })
    must(await desk['reconcile:decide']({ ...asked, decision: 'withdrawn', reason }))
    must(await desk['people:add'](bo))
    expect(counts(must(await decide()))).toMatchObject({ unexplained: 1 })
    expect((await rowOf()).decided).toMatchObject({ actor: 'Ada', isWaiting: true, agreedBy: null })
    expect(must(await desk['today:show']({})).reports).toMatchObject([{ count: 1 }])
    expect(faultOf(await desk['reconcile:agree'](asked))).toMatchObject({ kind: 'denied' })
    must(await desk['people:sign-out']({}))
    await signIn(open, 'Bo')
    const other = { ...asked, about: 'f'.repeat(64) }
    expect(faultOf(await desk['reconcile:agree'](other))).toMatchObject({ kind: 'denied' })
    expect(counts(must(await desk['reconcile:agree'](asked)))).toMatchObject({ explained: 1 })
    const [row] = await rowsOf(open, id, 'explained')
    expect(row!.decided).toMatchObject({ actor: 'Ada', isWaiting: false, agreedBy: 'Bo' })
    expect(faultOf(await desk['reconcile:agree'](asked))).toMatchObject({ kind: 'denied' })
    const back = { ...asked, decision: 'withdrawn' as const, reason }
    expect(counts(must(await desk['reconcile:decide'](back)))).toMatchObject({ unexplained: 1 })
    expect(await kindsIn(open)).toContain('reconcile:agreed')
  })
})
