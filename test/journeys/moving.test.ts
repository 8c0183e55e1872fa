// A whole desk moves to another computer in one sealed file: the old one stops for good, the new
// one goes on with the same log and keys, and follows up what was open. A file that is cut, changed
// or of something else brings nothing, and a kill anywhere leaves one computer that sends, or none
// and a way on.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  type Computer,
  eachComputer,
  entriesOf,
  Keychain,
  paidIn,
  passphrase,
  refundOn,
  stateOf,
  stopsOf,
} from './computers.ts'
import { addShop, faultOf, must, type OpenDesk, trainingOrder } from './story.ts'
import { eachPerson, eachWorld, oneEuro } from './world.ts'

const world = eachWorld(20)
const person = eachPerson()
const all = eachComputer(world, person)
const { computer, start, saved, openFile, movedTo } = all
const own = 'correct horse battery'
const refund = (desk: OpenDesk, connectionId: string, orderid: string) =>
  refundOn(world, desk, connectionId, orderid)
const paid = () => paidIn(world)
const fileOf = ({ folder }: { folder: string }) => join(folder, 'paydesk-move.pdmove')
const names = async (desk: OpenDesk) =>
  must(await desk.desk['connection:list']({})).map(({ name }) => name)

describe('a desk that moves', () => {
  it('goes on with its log, keys and open requests, and the old computer sends nothing', async () => {
    const first = world.open
    const connectionId = await addShop(first, world.sandbox)
    const orderid = paid()
    must(await refund(first, connectionId, orderid))
    await expect
      .poll(async () => must(await first.desk['order:check']({ connectionId, orderid })).phase)
      .toBe('partly-returned')
    const other = trainingOrder(world.sandbox, /sale of 5000\.00 EUR/)
    world.sandbox.setFault({ operation: 'return', kind: 'reset-without-effect', times: 1 })
    await refund(first, connectionId, other)
    expect(await stateOf(first)).toMatchObject({ unknownCount: 1, moved: null })
    const log = (await stateOf(first)).log

    await saved(first)
    const stopped = 'The records of this computer moved to “the new one” on '
    expect((await stateOf(first)).moved).toContain(stopped)
    const { clientOrderid: client_orderid } = must(
      await first.desk['order:show']({ connectionId, orderid }),
    )
    const request = { client_orderid, orderid, comment: 'damaged', ...oneEuro }
    for (const [method, input] of [
      ['attempt:review', { connectionId, operation: 'return', request }],
      ['connection:remove', { connectionId }],
      ['order:look-up', { connectionId, by: 'orderid', value: orderid }],
      ['order:note', { connectionId, orderid, text: 'x' }],
    ] as const)
      expect(faultOf(await first.desk[method](input as never))).toMatchObject({
        reason: 'not-possible',
        message: expect.stringContaining(stopped),
      })
    // Each money action of the order says the same.
    const { actions } = must(await first.desk['order:show']({ connectionId, orderid }))
    expect(JSON.stringify(actions)).toContain(stopped)
    expect(must(await first.desk['audit:verify']({}))).toMatchObject({ outcome: 'intact' })
    await first.close()
    const again = await start(all.old)
    expect((await stateOf(again)).moved).toContain(stopped)
    expect(await names(again)).toEqual(['Sandbox', 'Shop'])
    await again.close()

    const to = computer()
    const fresh = await start(to)
    const view = await openFile(fresh)
    expect(view).toMatchObject({
      ...{ isBack: false, by: 'anna', openRequests: 1, pausedRuns: 0, people: [] },
      connections: [{ name: 'Shop', environment: 'test', keys: 1 }],
    })
    person.asked = []
    must(await fresh.desk['move:take']({ openId: view.openId }))
    expect(person.asked[0]?.detail).toContain('“Shop”: test, host 127.0.0.1')
    expect(all.restarts).toBe(1)
    expect(faultOf(await fresh.desk['move:take']({ openId: view.openId }))).toMatchObject({
      reason: 'not-possible',
    })
    await fresh.close()
    const moved = await start(to)
    expect((await stateOf(moved)).log).toMatchObject({
      ...{ id: log.id, keyFingerprint: log.keyFingerprint, cutAt: null },
    })
    expect(await stopsOf(moved)).toEqual([])
    expect((await stateOf(moved)).moved).toBeNull()
    expect(await entriesOf(moved, 'desk:moved-here')).toMatchObject([
      { details: { key: log.keyFingerprint } },
    ])
    // The start waits for neither.
    await expect.poll(() => existsSync(join(to.folder, 'moving'))).toBe(false)
    await expect.poll(() => [...to.keychain.kept.keys()]).not.toContain('move/opener')
    // The lost refund is found out about here, and the next one is sent from here.
    const unknown = must(await moved.desk['attempt:list']({ isOpen: true }))
    expect(unknown.map(({ state }) => state)).toContain('UNKNOWN')
    must(await refund(moved, connectionId, orderid))
    expect(world.refunds(orderid)).toBe(2)
    expect(must(await moved.desk['audit:verify']({}))).toMatchObject({ outcome: 'intact' })

    // Once more on the same computer, and where work goes on already.
    expect(faultOf(await moved.desk['move:open']({ passphrase })).message).toContain(
      'Sign in to the system with another account',
    )
    await moved.close()
    expect(await stopsOf(await start(to))).toEqual([])
  })

  it('brings its people, who sign in with their own passphrases', async () => {
    const first = world.open
    await addShop(first, world.sandbox)
    must(await first.desk['people:switch-on']({ name: 'Ada', passphrase: own }))
    const roles = ['payments' as const]
    must(await first.desk['people:add']({ name: 'Bo', roles, passphrase: own, own }))
    const ask = { to: 'the new one', passphrase }
    expect(faultOf(await first.desk['move:save'](ask))).toMatchObject({ field: 'own' })
    const wrong = await first.desk['move:save']({ ...ask, own: 'not the one' })
    expect(faultOf(wrong)).toMatchObject({ field: 'own' })
    expect((await stateOf(first)).moved).toBeNull()
    await saved(first, { own })
    await first.close()
    const moved = await movedTo(computer())
    const standing = must(await moved.desk['people:standing']({}))
    expect(standing.isOn).toBe(true)
    const bo = standing.people.find(({ name }) => name === 'Bo')!
    must(await moved.desk['people:sign-in']({ personId: bo.id, passphrase: own }))
    expect(await names(moved)).toEqual(['Sandbox', 'Shop'])
  })

  it('is not saved while a request counts down', async () => {
    const desk = world.open
    const connectionId = await addShop(desk, world.sandbox, {
      settings: { money: { undoMs: 30_000 } },
    })
    const review = must(await world.review(paid(), oneEuro, connectionId))
    const confirmed = desk.desk['attempt:confirm'](review)
    await expect.poll(async () => (await stateOf(desk)).waiting.length).toBe(1)
    const refused = faultOf(await desk.desk['move:save']({ to: 'x', passphrase }))
    expect(refused).toMatchObject({ message: expect.stringContaining('counting down') })
    must(await desk.desk['attempt:undo']({ attemptId: review.attemptId }))
    await confirmed
    expect((await stateOf(desk)).moved).toBeNull()
    expect(existsSync(fileOf(desk))).toBe(false)
    await saved(desk)
  })

  it('is not retired when a request began to count down while the system asked', async () => {
    const desk = world.open
    const connectionId = await addShop(desk, world.sandbox, {
      settings: { money: { undoMs: 30_000 } },
    })
    const review = must(await world.review(paid(), oneEuro, connectionId))
    const { attemptId, token } = review
    let confirmed: Promise<unknown> = Promise.resolve()
    person.whileAsked = async () => {
      person.whileAsked = () => Promise.resolve()
      confirmed = desk.desk['attempt:confirm']({ attemptId, token })
      await expect.poll(async () => (await stateOf(desk)).waiting.length).toBe(1)
    }
    const refused = faultOf(await desk.desk['move:save']({ to: 'x', passphrase }))
    expect(refused).toMatchObject({ message: expect.stringContaining('counting down') })
    expect((await stateOf(desk)).moved).toBeNull()
    expect(await entriesOf(desk, 'desk:moved')).toEqual([])
    must(await desk.desk['attempt:undo']({ attemptId }))
    await confirmed
  })

  it('sends nothing that was confirmed before and waits in a question of the system', async () => {
    const desk = world.open
    const connectionId = await addShop(desk, world.sandbox, {
      settings: { money: { undoMs: 0, confirmOutside: true } },
    })
    const { attemptId, token } = must(await world.review(paid(), oneEuro, connectionId))
    let confirmed: ReturnType<(typeof desk.desk)['attempt:confirm']> | null = null
    person.whileAsked = async () => {
      person.whileAsked = () =>
        expect.poll(async () => (await stateOf(desk)).moved !== null).toBe(true)
      await Promise.resolve()
    }
    // Behind the question about the move, and before its entry.
    const isAsked = () => person.asked.some(({ message }) => message.startsWith('Move this'))
    person.asked = []
    all.old.keychain.reading = () => {
      if (isAsked()) confirmed ??= desk.desk['attempt:confirm']({ attemptId, token })
    }
    await saved(desk)
    const refused = faultOf(await confirmed!)
    expect(refused.message).toContain('moved to “the new one”')
    expect(world.refunds(paid())).toBe(0)
  })

  it('comes back to the first computer from a later file, and no file is opened twice', async () => {
    const connectionId = await addShop(world.open, world.sandbox)
    const { log } = await stateOf(world.open)
    const firstFile = await saved()
    await world.open.close()
    const to = computer()
    const there = await movedTo(to)
    must(await refund(there, connectionId, paid()))
    const laterFile = await saved(there)
    all.chosen = firstFile
    expect(faultOf(await there.desk['move:open']({ passphrase })).message).toContain(
      'was opened on this computer before',
    )
    await there.close()
    all.chosen = laterFile
    const back = await movedTo(all.old)
    expect(await stateOf(back)).toMatchObject({ moved: null, moneyStops: [], log: { id: log.id } })
    must(await refund(back, connectionId, paid()))
    expect(world.refunds(paid())).toBe(2)
    expect(must(await back.desk['audit:verify']({}))).toMatchObject({ outcome: 'intact' })
    // Records of somebody else don't come in here.
    must(await back.desk['move:save']({ to: 'elsewhere', passphrase }))
    const stranger = await start(computer())
    await addShop(stranger, world.sandbox, { name: 'Own' })
    await saved(stranger)
    expect(faultOf(await back.desk['move:open']({ passphrase })).message).toContain(
      'A file with other records',
    )
  })

  it('stays where it is when the file can’t be written, or the person says no', async () => {
    const desk = world.open
    const connectionId = await addShop(desk, world.sandbox)
    person.answer = false
    expect((await desk.desk['move:save']({ to: 'x', passphrase })).ok).toBe(false)
    person.answer = true
    mkdirSync(fileOf(desk))
    expect(faultOf(await desk.desk['move:save']({ to: 'x', passphrase }))).toMatchObject({
      message: expect.stringContaining('Nothing moved, and work goes on here.'),
    })
    expect((await stateOf(desk)).moved).toBeNull()
    expect(readdirSync(desk.folder).filter((name) => name.includes('partial'))).toEqual([])
    expect(await entriesOf(desk, 'desk:stayed')).toHaveLength(1)
    must(await refund(desk, connectionId, paid()))
  })

  it('is taken in only where nothing but practice was done', async () => {
    await addShop(world.open, world.sandbox)
    await saved()
    const used = await start(computer())
    await addShop(used, world.sandbox, { name: 'Own' })
    expect(faultOf(await used.desk['move:open']({ passphrase }))).toMatchObject({
      reason: 'not-possible',
    })
  })
})

describe('a kill', () => {
  it('between the entry and the file leaves a stopped desk, which saves the file again or goes on', async () => {
    const connectionId = await addShop(world.open, world.sandbox)
    // As it is while the file is being written, which takes until the copy of the ledger is there.
    const writing = saved()
    await expect
      .poll(() => existsSync(join(all.old.folder, 'moving', 'out')), {
        interval: 1,
        timeout: 5_000,
      })
      .toBe(true)
    const between = computer(world.copyOf(all.old.folder), new Keychain(all.old.keychain.kept))
    await writing
    expect(existsSync(fileOf(between))).toBe(false)
    await world.open.close()

    const after = await start(between)
    expect((await stateOf(after)).moved).not.toBeNull()
    expect(existsSync(join(between.folder, 'moving'))).toBe(false)
    const asked = { connectionId, by: 'orderid', value: paid() } as const
    expect(faultOf(await after.desk['order:look-up'](asked)).message).toContain('moved to')
    await saved(after)
    // Nobody opened the file anywhere else: it is opened here.
    const view = await openFile(after)
    expect(view.isBack).toBe(true)
    must(await after.desk['move:take']({ openId: view.openId }))
    await after.close()
    const back = await start(between)
    expect((await stateOf(back)).moved).toBeNull()
    expect(await stopsOf(back)).toEqual([])
    must(await refund(back, connectionId, paid()))
    expect(world.refunds(paid())).toBe(1)
    expect(must(await back.desk['audit:verify']({}))).toMatchObject({ outcome: 'intact' })
  })

  it('anywhere on the new computer leaves it as it was, or with all that came', async () => {
    const connectionId = await addShop(world.open, world.sandbox)
    const { log } = await stateOf(world.open)
    await saved()
    await world.open.close()
    const to = computer()
    const seen: Computer[] = []
    to.keychain.seen = () => {
      seen.push(computer(world.copyOf(to.folder), new Keychain(to.keychain.kept)))
    }
    const moved = await movedTo(to)
    to.keychain.seen = () => undefined
    await moved.close()
    expect(seen.length).toBeGreaterThan(20)
    const ends = { fresh: 0, moved: 0 }
    // Those that differ only in marks of the first start say nothing new.
    for (const one of seen.slice(-40)) {
      // Where it was: what is put aside is named by its place.
      rmSync(to.folder, { recursive: true, force: true })
      cpSync(one.folder, to.folder, { recursive: true })
      const desk = await start(computer(to.folder, one.keychain))
      const state = await stateOf(desk)
      expect(state.moved).toBeNull()
      expect(state.moneyStops).toEqual([])
      if (state.log.id === log.id) {
        ends.moved += 1
        expect(must(await desk.desk['connection:show']({ connectionId })).control.isSet).toBe(true)
      } else {
        ends.fresh += 1
        expect(await names(desk)).toEqual(['Sandbox'])
        expect((await openFile(desk)).connections).toHaveLength(1)
      }
      await desk.close()
    }
    expect(ends.fresh).toBeGreaterThan(0)
    expect(ends.moved).toBeGreaterThan(5)
  }, 180_000)
})

describe('a file that is not as it was saved', () => {
  const opened = async (bytes: Buffer, phrase = passphrase) => {
    const desk = await start(computer())
    all.chosen = join(world.newFolder(), 'file')
    writeFileSync(all.chosen, bytes)
    const fault = faultOf(await desk.desk['move:open']({ passphrase: phrase }))
    expect(existsSync(join(desk.folder, 'moving', 'in'))).toBe(false)
    expect(await names(desk)).toEqual(['Sandbox'])
    await desk.close()
    return fault.message
  }

  it('is refused in a sentence of its own, and nothing of it is taken in', async () => {
    await addShop(world.open, world.sandbox)
    const bytes = readFileSync(await saved())
    expect(bytes.includes('Shop')).toBe(false)
    expect(bytes.includes(world.sandbox.identity.merchantControlKey)).toBe(false)
    const changed = (at: number): Buffer => {
      const copy = Buffer.from(bytes)
      copy[at]! ^= 1
      return copy
    }
    expect(await opened(bytes, 'not the passphrase of it')).toContain('does not open the file')
    expect(await opened(bytes.subarray(0, -1))).toContain('The end of this file is missing')
    expect(await opened(bytes.subarray(0, 40))).toContain('The end of this file is missing')
    for (const at of [60, bytes.length >> 1, bytes.length - 40, bytes.length - 1])
      expect(await opened(changed(at))).toContain('changed or damaged')
    expect(await opened(Buffer.concat([bytes, Buffer.from('x')]))).toContain('changed or damaged')
    expect(await opened(Buffer.from('something else'))).toContain('not a file that Paydesk saved')
    expect(await opened(Buffer.alloc(0))).toContain('not a file that Paydesk saved')
    const other = Buffer.concat([Buffer.from('paydesk-moved-desk 2\n'), bytes.subarray(21)])
    expect(await opened(other)).toContain('Another version of Paydesk')
    const long = bytes
      .toString('latin1')
      .replace(/"bytes":\[(\d+),\d+\]/, '"bytes":[$1,99999999999999]')
    expect(await opened(Buffer.from(long, 'latin1'))).toContain('too long')
  })

  it('is no folder, and no file that is gone', async () => {
    const desk = await start(computer())
    all.chosen = world.newFolder()
    expect((await desk.desk['move:open']({ passphrase })).ok).toBe(false)
    all.chosen = join(all.chosen, 'gone')
    expect(faultOf(await desk.desk['move:open']({ passphrase })).message).toContain(
      'can’t be opened',
    )
  })
})
