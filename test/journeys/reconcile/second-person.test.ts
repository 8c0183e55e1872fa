// Money out leaves the lists of a report by the word of two people: whoever leaves while it is
// matched, and whatever is withdrawn or set aside.
import { describe, expect, it } from 'vitest'
import type { OrderView } from '#shared/bridge/views.ts'
import { must, type OpenDesk } from '../story.ts'
import { eachWorld } from '../world.ts'
import { lineOfAside } from '#shared/reconcile/reconcile-methods.ts'
import {
  addTwoPeople,
  day,
  knownTo,
  line,
  matched,
  reason,
  refundedIn,
  rowsOf,
  signInAs,
} from './report-story.ts'

const world = eachWorld(20)

/** A refund that nothing explains; sign-in is on, and Ada is signed in. */
async function unexplainedRefund(): Promise<{
  open: OpenDesk
  asked: { id: string; line: number; about: string }
}> {
  const open = await world.start()
  const [first] = (await knownTo(world, 1)) as [OrderView]
  await addTwoPeople(open)
  const { id } = await matched(open, [line(first, 'Refund', '3.00')])
  const [row] = await rowsOf(open, id, 'unexplained')
  return { open, asked: { id, line: 2, about: row!.about } }
}
const saidOf = async (open: OpenDesk, id: string) =>
  (await rowsOf(open, id, 'unexplained')).map(({ decided }) => decided)

describe('somebody who signs out while a report is matched', () => {
  it('does not agree to what they said themselves', async () => {
    const { open, asked } = await unexplainedRefund()
    must(await open.desk['reconcile:decide']({ ...asked, decision: 'elsewhere', reason }))
    const agreed = open.desk['reconcile:agree'](asked)
    must(await open.desk['people:sign-out']({}))
    expect((await agreed).ok).toBe(false)
    await signInAs(open, 'Ada')
    expect(await saidOf(open, asked.id)).toMatchObject([{ actor: 'Ada', isWaiting: true }])
    expect(must(await open.desk['today:show']({})).reports).toMatchObject([{ count: 1 }])
  })

  it('says nothing of a line under another name', async () => {
    const { open, asked } = await unexplainedRefund()
    const said = open.desk['reconcile:decide']({ ...asked, decision: 'elsewhere', reason })
    must(await open.desk['people:sign-out']({}))
    expect((await said).ok).toBe(false)
    await signInAs(open, 'Ada')
    expect(await saidOf(open, asked.id)).toEqual([null])
  })

  it('keeps no result under another name', async () => {
    const { open, asked } = await unexplainedRefund()
    const { result } = must(await open.desk['reconcile:show']({ id: asked.id }))
    const kept = open.desk['reconcile:keep']({ id: asked.id, digest: result!.digest })
    must(await open.desk['people:sign-out']({}))
    expect((await kept).ok).toBe(false)
    await signInAs(open, 'Ada')
    const { rows } = must(await open.desk['audit:list']({ filter: {}, limit: 100 }))
    expect(rows.map(({ kind }) => kind)).not.toContain('reconcile:matched-again')
  })
})

describe('what one person said where two are needed', () => {
  const leave = async (open: OpenDesk, name: 'Ada' | 'Bo'): Promise<void> => {
    must(await open.desk['people:sign-out']({}))
    await signInAs(open, name)
  }
  const needs = async (open: OpenDesk) => must(await open.desk['today:show']({})).reports

  it('of a whole report leaves its money in sight until a second person agrees', async () => {
    const { open, asked } = await unexplainedRefund()
    const { id } = asked
    const aside = { id, isAside: true, reason: 'it is of the test account' }
    const waiting = must(await open.desk['reconcile:aside'](aside)).aside!
    expect(waiting).toMatchObject({ actor: 'Ada', isWaiting: true, agreedBy: null })
    expect(await needs(open)).toMatchObject([{ count: 1 }])
    const word = { id, line: lineOfAside, about: waiting.about }
    expect((await open.desk['reconcile:agree'](word)).ok).toBe(false)
    await leave(open, 'Bo')
    const other = { ...word, about: 'f'.repeat(64) }
    expect((await open.desk['reconcile:agree'](other)).ok).toBe(false)
    const agreed = must(await open.desk['reconcile:agree'](word))
    expect(agreed.aside).toMatchObject({ actor: 'Ada', isWaiting: false, agreedBy: 'Bo' })
    expect(await needs(open)).toEqual([])
    expect((await open.desk['reconcile:agree'](word)).ok).toBe(false)
    const back = { id, isAside: false, reason: 'it was right after all' }
    expect(must(await open.desk['reconcile:aside'](back)).aside).toBeNull()
    expect(await needs(open)).toMatchObject([{ count: 1 }])
  })

  it('is not agreed to by its author, whose word stands beside that of another report', async () => {
    const open = await world.start()
    const [first] = (await knownTo(world, 1)) as [OrderView]
    await addTwoPeople(open)
    const at = `${day} 09:00:07 +0000`
    const one = await matched(open, [line(first, 'Refund', '3.00', at)])
    const two = await matched(open, [
      ...[line(first, 'Refund', '3.00', at), line(first, 'Sale', '120.00', at)],
    ])
    const about = (await rowsOf(open, one.id, 'unexplained'))[0]!.about
    const said = { line: 2, about, decision: 'elsewhere', reason } as const
    must(await open.desk['reconcile:decide']({ ...said, id: one.id }))
    // Without the first report its word is none of this line's, and Bo says the same of it.
    const aside = async (isAside: boolean) => {
      const view = must(
        await open.desk['reconcile:aside']({ id: one.id, isAside, reason: 'of another account' }),
      )
      return view.aside?.about ?? ''
    }
    const word = { id: one.id, line: lineOfAside, about: await aside(true) }
    await leave(open, 'Bo')
    must(await open.desk['reconcile:agree'](word))
    must(await open.desk['reconcile:decide']({ ...said, id: two.id }))
    await aside(false)
    await leave(open, 'Ada')
    const agreed = await open.desk['reconcile:agree']({ id: one.id, line: 2, about })
    expect(agreed.ok).toBe(false)
    expect(await saidOf(open, one.id)).toMatchObject([{ isWaiting: true }])
  })

  it('of a refusal keeps the line refused until a second person agrees', async () => {
    const open = await world.start()
    const [first] = (await knownTo(world, 1)) as [OrderView]
    await addTwoPeople(open)
    await refundedIn(world, open, [first])
    const lastFour = first.card.slice(-4)
    const { id } = await matched(open, [`,,Refund,1.00,EUR,${lastFour},${day}`])
    const [row] = await rowsOf(open, id, 'suggested')
    const asked = { id, line: 2, about: row!.about, reason }
    must(await open.desk['reconcile:decide']({ ...asked, decision: 'refused' }))
    expect(await needs(open)).toMatchObject([{ count: 1 }])
    must(await open.desk['reconcile:decide']({ ...asked, decision: 'withdrawn' }))
    expect(await needs(open)).toMatchObject([{ count: 1 }])
    expect(await saidOf(open, id)).toMatchObject([{ decision: 'withdrawn', isWaiting: true }])
    expect((await open.desk['reconcile:agree'](asked)).ok).toBe(false)
    await leave(open, 'Bo')
    must(await open.desk['reconcile:agree'](asked))
    expect(await needs(open)).toEqual([])
    expect(await rowsOf(open, id, 'suggested')).toHaveLength(1)
  })

  it('of a refusal is not taken back by reading the same file again', async () => {
    const open = await world.start()
    const [first] = (await knownTo(world, 1)) as [OrderView]
    await addTwoPeople(open)
    await refundedIn(world, open, [first])
    const lines = [`,,Refund,1.00,EUR,${first.card.slice(-4)},${day}`]
    const { id } = await matched(open, lines)
    const [row] = await rowsOf(open, id, 'suggested')
    const asked = { id, line: 2, about: row!.about, reason }
    must(await open.desk['reconcile:decide']({ ...asked, decision: 'refused' }))
    const again = await matched(open, lines)
    expect(again.id).not.toBe(id)
    expect(await needs(open)).toMatchObject([{ count: 1 }])
    expect(await saidOf(open, again.id)).toMatchObject([{ decision: 'refused', actor: 'Ada' }])
    // Nor by a withdrawal of one person in the new reading.
    must(await open.desk['reconcile:decide']({ ...asked, id: again.id, decision: 'withdrawn' }))
    expect(await saidOf(open, again.id)).toMatchObject([{ isWaiting: true }])
    expect(await needs(open)).toMatchObject([{ count: 1 }])
  })

  it('in an earlier reading is agreed to in the new one, by somebody else alone', async () => {
    const open = await world.start()
    const [first] = (await knownTo(world, 1)) as [OrderView]
    await addTwoPeople(open)
    const lines = [line(first, 'Refund', '3.00')]
    const { id } = await matched(open, lines)
    const about = (await rowsOf(open, id, 'unexplained'))[0]!.about
    const said = { id, line: 2, about, decision: 'elsewhere', reason } as const
    must(await open.desk['reconcile:decide'](said))
    const again = await matched(open, lines)
    expect(await saidOf(open, again.id)).toMatchObject([{ actor: 'Ada', isWaiting: true }])
    const word = { id: again.id, line: 2, about }
    expect((await open.desk['reconcile:agree'](word)).ok).toBe(false)
    await leave(open, 'Bo')
    must(await open.desk['reconcile:agree'](word))
    expect(await needs(open)).toEqual([])
    const [row] = await rowsOf(open, again.id, 'explained')
    expect(row!.decided).toMatchObject({ actor: 'Ada', isWaiting: false, agreedBy: 'Bo' })
    expect((await open.desk['reconcile:agree'](word)).ok).toBe(false)
  })
})
