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

describe('a file', () => {
  it('that does not go on from here is refused: its log knows not what left this computer', async () => {
    const connectionId = await addShop(world.open, world.sandbox)
    const firstFile = await saved()
    await world.open.close()
    const there = await movedTo(computer())
    const forked = await saved(there)
    await there.close()
    // Opened on both computers, against all advice.
    all.chosen = firstFile
    const back = await movedTo(all.old)
    must(await refund(back, connectionId))
    await saved(back)
    all.chosen = forked
    const refused = faultOf(await back.desk['move:open']({ passphrase }))
    expect(refused.message).toContain('do not go on from where this computer stopped')
    await back.close()
    const again = await start(all.old)
    expect((await stateOf(again)).moved).toContain(movedTold)
    expect(must(await again.desk['attempt:list']({}))).toHaveLength(1)
  })

  it('that was opened here is refused when an archive took the entry of that', async () => {
    const ago = () => Date.now() - 400 * 86_400_000
    await world.open.close()
    const old = computer()
    const first = await start(old, { clock: ago })
    const connectionId = await addShop(first, world.sandbox)
    const firstFile = await saved(first)
    await first.close()
    const to = computer()
    await (await movedTo(to, { clock: ago })).close()
    const there = await start(to)
    must(await refund(there, connectionId))
    must(await there.desk['archive:make']({ months: 12 }))
    expect(await entriesOf(there, 'desk:moved-here')).toEqual([])
    await saved(there)
    all.chosen = firstFile
    const refused = faultOf(await there.desk['move:open']({ passphrase }))
    expect(refused.message).toContain('do not go on from where this computer stopped')
  })

  it('takes no place where work began while the system asked', async () => {
    await addShop(world.open, world.sandbox)
    await saved()
    await world.open.close()
    const to = computer()
    const fresh = await start(to)
    const { openId } = await openFile(fresh)
    person.whileAsked = async () => {
      person.whileAsked = () => Promise.resolve()
      must(await refund(fresh, await addShop(fresh, world.sandbox, { name: 'Own' })))
    }
    const refused = faultOf(await fresh.desk['move:take']({ openId }))
    expect(refused.message).toContain('connections, people or requests of its own')
    await fresh.close()
    const after = await start(to)
    expect(must(await after.desk['attempt:list']({}))).toHaveLength(1)
    expect(await stopsOf(after)).toEqual([])
  })

  it('takes no place where work began while its secrets were put aside', async () => {
    await addShop(world.open, world.sandbox)
    await saved()
    await world.open.close()
    const to = computer()
    const keychain = to.keychain.vault()
    const write: typeof keychain.write = async (slot, secret) => {
      if (slot === 'move/opener') await addShop(fresh, world.sandbox, { name: 'Own' })
      return keychain.write(slot, secret)
    }
    const fresh = await start(to, { vault: { ...keychain, write } })
    const { openId } = await openFile(fresh)
    const refused = faultOf(await fresh.desk['move:take']({ openId }))
    expect(refused.message).toContain('connections, people or requests of its own')
    expect(await stateOf(fresh)).toMatchObject({ restoreAsked: null })
  })

  it('waits for the next start once one was taken in', async () => {
    await addShop(world.open, world.sandbox)
    await saved()
    await world.open.close()
    const there = await movedTo(computer())
    await saved(there)
    await there.close()
    const back = await start(all.old)
    must(await back.desk['move:take']({ openId: (await openFile(back)).openId }))
    expect(faultOf(await back.desk['move:open']({ passphrase }))).toMatchObject({
      reason: 'not-possible',
    })
    await back.close()
    const gone = await start(all.old)
    expect(await stateOf(gone)).toMatchObject({ moved: null, moneyStops: [] })
  })
})
