// Which team a computer belongs to, as the ledger, the keychain and a review know it. MONEY: where
// they differ nothing leaves, and what began without a team ends before one is joined.
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { effectsOf, faultOf, must, trainingOrder } from '../story.ts'
import { eachTeam, some } from './team-world.ts'
import { joinAs, letIn, openShopDesk, type TeamDesk } from './two-desks.ts'

const all = eachTeam()
const named = (end: string): string => `${all.team.database}-${end}`.replaceAll('_', '-')
const joinTeam = (one: TeamDesk, end: string) =>
  joinAs(one, { server: all.server, team: all.team, name: named(end) })

/** The answer of a join by a file that lets this computer in. */
async function triedToJoin(one: TeamDesk, end: string) {
  const { text } = must(await one.desk.desk['team:key']({}))
  const file = await letIn(all.server, all.team, { desk: named(end), publicKey: text })
  writeFileSync(join(one.folder, 'join.txt'), file)
  return one.desk.desk['team:join']({})
}

/** The person says that a request did not happen. */
async function notDone({ desk: { desk } }: TeamDesk, attemptId: string): Promise<void> {
  const { reportedSeq } = must(await desk['attempt:show']({ attemptId }))
  const said = { attemptId, outcome: 'did-not-happen', reportedSeq } as const
  const reason = 'the gateway knows nothing of it'
  must(await desk['attempt:resolve']({ ...said, reason, override: 'the customer waits' }))
}

describe('a ledger of before this computer joined', () => {
  it('sends nothing beside the colleagues, until the person lets the computer work alone', async () => {
    const { world, gateway, order, sandbox } = all
    const lone = await all.opened()
    sandbox.setFault({ operation: 'return', kind: 'reset-without-effect', times: 1 })
    const lost = must(await lone.review(trainingOrder(sandbox, /5000\.00 EUR/), some))
    await lone.confirm(lost)
    await lone.desk.close()
    const older = world.copyOf(lone.folder)
    const { folder, vault } = lone
    const joined = await openShopDesk(world, gateway, { folder, vault })
    await notDone(joined, lost.attemptId)
    await joinTeam(joined, 'old')
    await joined.desk.close()
    cpSync(older, folder, { recursive: true })
    const back = await openShopDesk(world, gateway, { folder, vault })
    const { desk } = back.desk
    const { moneyStops } = must(await desk['app:state']({}))
    const reason = 'compared with the gateway by hand'
    must(await desk['money:resume']({ stopIds: moneyStops.map(({ id }) => id), reason }))
    expect(must(await desk['team:show']({}))).toMatchObject({ isLost: true })
    const refused = faultOf(await back.review(order, some))
    expect(refused).toMatchObject({ reason: 'team-away', sent: 'no' })
    expect(refused.message).toMatch(/this ledger does not know it/)
    expect(all.refunds()).toBe(0)
    // What has no outcome here would be closed by a colleague's refund.
    expect(faultOf(await desk['team:leave']({})).message).toMatch(/is under way, or nobody knows/)
    await notDone(back, lost.attemptId)
    must(await desk['team:leave']({}))
    expect(must(await desk['team:show']({}))).toBeNull()
    const { rows } = must(await desk['audit:list']({ filter: { kind: 'team:left' }, limit: 9 }))
    expect(rows).toHaveLength(1)
    must(await back.confirm(must(await back.review(order, some))))
    expect(all.refunds()).toBe(1)
    await back.desk.close()
  }, 180_000)
})

describe('a computer', () => {
  it('joins no team while a request is in progress, or nobody knows what became of one', async () => {
    const { order, sandbox } = all
    const lone = await all.opened()
    const review = must(await lone.review(order, some))
    const held = all.relay.hold(/\/return\//, 'request')
    const confirmed = lone.confirm(review)
    await held.reached
    expect(faultOf(await triedToJoin(lone, 'c')).message).toMatch(/is under way, or nobody knows/)
    held.letGo()
    must(await confirmed)
    await all.standsAs(lone, 'SUCCEEDED')
    sandbox.setFault({ operation: 'return', kind: 'reset-without-effect', times: 1 })
    const lost = trainingOrder(sandbox, /5000\.00 EUR/)
    await lone.confirm(must(await lone.review(lost, some)))
    expect(effectsOf(sandbox, lost, 'return')).toBe(0)
    expect(faultOf(await triedToJoin(lone, 'd')).message).toMatch(/is under way, or nobody knows/)
    expect(must(await lone.desk.desk['team:show']({}))).toBeNull()
  }, 180_000)

  it('asks again once the person said yes, and keeps no password of a team it did not join', async () => {
    const { order } = all
    let begin = (): Promise<void> => Promise.resolve()
    const lone = await all.opened({
      ask: async ({ message }) => {
        if (message === 'Join this team?') await begin()
        return true
      },
    })
    const review = must(await lone.review(order, some))
    const held = all.relay.hold(/\/return\//, 'request')
    let confirmed: ReturnType<TeamDesk['confirm']> | undefined
    begin = async () => {
      confirmed = lone.confirm(review)
      await held.reached
    }
    expect(faultOf(await triedToJoin(lone, 'e')).message).toMatch(/is under way, or nobody knows/)
    held.letGo()
    must(await confirmed!)
    expect(await lone.vault.read('team/password')).toMatchObject({ ok: false })
  }, 180_000)

  it('leaves no team while a confirmed request waits for its undo time', async () => {
    const { ana, order } = all
    const { desk } = ana.desk
    must(await desk['connection:set-money']({ connectionId: ana.shop, money: { undoMs: 10_000 } }))
    const { attemptId, token } = must(await ana.review(order, some))
    const confirmed = desk['attempt:confirm']({ attemptId, token })
    await expect
      .poll(async () => must(await desk['attempt:show']({ attemptId })).state)
      .toBe('APPROVED')
    expect(faultOf(await desk['team:leave']({})).message).toMatch(
      /^A confirmed request of this computer has not left yet/,
    )
    must(await desk['attempt:undo']({ attemptId }))
    faultOf(await confirmed)
    must(await desk['team:leave']({}))
  }, 180_000)

  it('sends nothing on a review of the time before it left', async () => {
    const { ana, order } = all
    const review = must(await ana.review(order, some))
    must(await ana.desk.desk['team:leave']({}))
    const refused = faultOf(await ana.confirm(review))
    expect(refused).toMatchObject({ reason: 'order-moved', sent: 'no' })
    expect(refused.message).toMatch(/joined or left a team since/)
    expect(all.refunds()).toBe(0)
  }, 180_000)

  it('is not moved by a file while it belongs to a team', async () => {
    const { desk } = all.ana.desk
    const save = () => desk['move:save']({ to: 'the new one', passphrase: 'a passphrase for one' })
    expect(faultOf(await save()).message).toMatch(/Leave the team first/)
    must(await desk['team:leave']({}))
    must(await save())
  }, 180_000)

  it('makes no other key while it belongs to a team', async () => {
    const { ana } = all
    await ana.vault.remove('team/signing-key')
    expect(faultOf(await ana.desk.desk['team:key']({}))).toMatchObject({ kind: 'vault' })
    expect(await ana.vault.read('team/signing-key')).toMatchObject({ ok: false })
  }, 180_000)
})

describe('a team that can’t be asked', () => {
  it('is left with a reason, and then nothing is sent before a person decides', async () => {
    const { ana, order, server, team } = all
    const { desk } = ana.desk
    const reason = 'the office burnt down with its server'
    expect(faultOf(await desk['team:give-up']({ reason })).message).toMatch(/The team answers/)
    const review = must(await ana.review(order, some))
    all.away()
    must(await desk['team:give-up']({ reason }))
    const shown = must(await desk['team:show']({}))
    expect(shown).toMatchObject({ isLost: true })
    expect(shown?.why).toMatch(new RegExp(`left the team ${team.id.team} and the keychain still`))
    expect(faultOf(await ana.confirm(review))).toMatchObject({ sent: 'no' })
    expect(faultOf(await ana.review(order, some))).toMatchObject({ reason: 'team-away' })
    const next = await all.again(ana)
    expect(faultOf(await next.review(order, some))).toMatchObject({ reason: 'team-away' })
    const { rows } = must(
      await next.desk.desk['audit:list']({ filter: { kind: 'team:left' }, limit: 9 }),
    )
    expect(JSON.stringify(rows)).toContain(reason)
    all.back()
    await joinAs(next, { server, team, name: named('again') })
    must(await all.send(next))
    expect(all.refunds()).toBe(1)
  }, 180_000)

  it('lets a computer in again by a new password, and by no file of another computer', async () => {
    const { ana, server, team, order } = all
    const { desk } = ana.desk
    const shown = must(await desk['team:show']({}))!
    const { text } = must(await desk['team:key']({}))
    const port = team.port.at
    team.port.at = all.cutter.port
    const own = { desk: shown.desk, publicKey: text, isKnown: true }
    const file = await letIn(server, team, own)
    const other = await letIn(server, team, { desk: named('other'), publicKey: text })
    team.port.at = port
    const owner = await server.session()
    await owner.ask(`ALTER ROLE "${shown.desk}" PASSWORD 'another-one-by-now'`)
    await owner.close()
    all.away()
    all.back()
    await expect
      .poll(async () => must(await desk['team:show']({}))?.why, { timeout: 10_000 })
      .toMatch(/refuses the password/)
    const taken = (content: string) => {
      writeFileSync(join(ana.folder, 'join.txt'), content)
      return desk['team:renew']({})
    }
    expect(faultOf(await taken(other)).message).toMatch(/another computer, team or database/)
    // The password of the file is an old one by now.
    expect(faultOf(await taken(file))).toMatchObject({ reason: 'team-away' })
    const renewed = file.replace('only-in-tests-of-a-team', 'another-one-by-now')
    // MONEY: by another key it would claim its payments beside its colleagues.
    const otherKey = renewed.replace(/ [\w-]{43} (?=[0-9a-f]{64}\n)/, ` ${'A'.repeat(43)} `)
    expect(otherKey).not.toBe(renewed)
    expect(faultOf(await taken(otherKey)).message).toMatch(/another computer, team or database/)
    expect(must(await taken(renewed))).toEqual({ desk: shown.desk })
    expect(must(await desk['team:show']({}))?.why).toBeNull()
    must(await all.send(ana))
    expect(all.refunds()).toBe(1)
    expect(order).not.toBe('')
  }, 180_000)
})
