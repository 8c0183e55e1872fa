// What somebody may do around a desk that moves: say no, ask while a box is open, use the same file
// or a forged one, and act while the system asks. One computer sends, and the keychain keeps what
// is not of the records.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { eachComputer, entriesOf, paidIn, passphrase, refundOn, stateOf, stopsOf } from './computers.ts'
import { addShop, faultOf, must, type OpenDesk } from './story.ts'
import { eachPerson, eachWorld } from './world.ts'

const world = eachWorld(20)
const person = eachPerson()
const all = eachComputer(world, person)
const { computer, start, saved, openFile, movedTo } = all
const refund = (desk: OpenDesk, connectionId: string) =>
  refundOn(world, desk, connectionId, paidIn(world))
const movedTold = 'moved to “the new one”'

describe('a retired computer', () => {
  it('stays retired when a question about moving is declined, or is not asked', async () => {
    const first = world.open
    const connectionId = await addShop(first, world.sandbox)
    await saved(first)
    const { openId } = await openFile(first)
    person.answer = false
    expect((await first.desk['move:save']({ to: 'x', passphrase })).ok).toBe(false)
    expect((await first.desk['move:take']({ openId })).ok).toBe(false)
    person.answer = true
    expect(await entriesOf(first, 'confirmation:declined')).toHaveLength(2)
    expect((await stateOf(first)).moved).toContain(movedTold)
    // A script asks while a box of the system is open: the question is refused, and the log says so.
    const isRefused = async () => (await entriesOf(first, 'confirmation:not-asked')).length > 0
    for (let turns = 0; turns < 60 && !(await isRefused()); turns += 1) {
      const forged = first.desk['move:save']({ to: 'x', passphrase })
      for (let turn = 0; turn < turns; turn += 1) await null
      await Promise.all([forged, first.desk['audit:export']({ filter: {} } as never)])
    }
    expect(await isRefused()).toBe(true)
    await first.close()
    const again = await start(all.old)
    expect((await stateOf(again)).moved).toContain(movedTold)
    const asked = { connectionId, by: 'orderid', value: paidIn(world) } as const
    expect(faultOf(await again.desk['order:look-up'](asked)).message).toContain(movedTold)
    expect(world.refunds(paidIn(world))).toBe(0)
  })
})
