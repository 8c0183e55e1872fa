// Two people of a team pay one account the same amount: whole desks, one gateway, one database.
// MONEY: a second payment leaves only once a person was shown the colleague's, and wants another.
import { describe, expect, it } from 'vitest'
import type { Review } from '#shared/bridge/views.ts'
import type { Result } from '#shared/fault.ts'
import {
  confirm as confirmRun,
  outcomesOf,
  review as reviewRun,
  rowsOf,
  until,
} from '../runs/run-story.ts'
import { faultOf, must } from '../story.ts'
import { cutOff } from './cut-off.ts'
import { passphrase, signedIn } from './people.ts'
import { eachTeam } from './team-world.ts'
import { joinAs, type TeamDesk } from './two-desks.ts'

const all = eachTeam()
const account = 'DE89370400440532013000'
const payout = {
  ...{ amount: '25.00', currency: 'EUR', order_desc: 'invoice 7', ipaddress: '203.0.113.7' },
  ...{ account_number: account, account_name: 'Zoë Müller' },
}
const review = (
  { desk: { desk }, shop }: TeamDesk,
  more: Partial<typeof payout> = {},
  connectionId = shop,
): Promise<Result<Review>> =>
  desk['attempt:review']({ connectionId, operation: 'payout', request: { ...payout, ...more } })
const confirm = (
  { desk: { desk } }: TeamDesk,
  { attemptId, token }: Review,
  twinsSeen: string[] = [],
) => desk['attempt:confirm']({ attemptId, token, twinsSeen })
const paid = (): number =>
  all.sandbox.effects().filter(({ operation }) => operation === 'payout').length
const bodies = async (topic: string): Promise<{ kind: string; facts: { state?: string } }[]> =>
  (
    await all.rows(`SELECT convert_from(body, 'UTF8') AS body FROM team.record
      WHERE topic LIKE '${topic}/%' ORDER BY topic, version`)
  ).map(({ body }) => JSON.parse(String(body)) as { kind: string; facts: { state?: string } })
/** What became of each claim of a payment. */
const ends = async (topic = 'pay'): Promise<(string | undefined)[]> =>
  (await bodies(topic)).flatMap(({ kind, facts }) => (kind === 'claim' ? [] : [facts.state]))
/** Once each claim of a payment has its outcome. */
const told = (count: number): Promise<unknown> =>
  expect.poll(async () => (await ends()).length, { timeout: 60_000 }).toBe(count)

describe('an equal payment of two desks', () => {
  it('is sent once where both confirm at once; a person then knowingly sends another', async () => {
    const { ana, ben } = all
    const reviews = [must(await review(ana)), must(await review(ben))]
    expect(reviews.map(({ teamTwins }) => teamTwins)).toEqual([[], []])
    const ended = await Promise.all([confirm(ana, reviews[0]!), confirm(ben, reviews[1]!)])
    expect(ended.filter(({ ok }) => ok)).toHaveLength(1)
    expect(paid()).toBe(1)
    const refused = faultOf(ended.find(({ ok }) => !ok)!)
    expect(refused).toMatchObject({ kind: 'denied', sent: 'no' })
    expect(refused.message).toMatch(/anna at desk-[ab]\d+ asked for the same payment|A colleague/)
    expect(refused.message).toMatch(/25\.00/)
    await told(1)
    expect(await ends()).toEqual(['SUCCEEDED'])

    const [winner, loser] = ended[0]!.ok ? [ana, ben] : [ben, ana]
    const again = must(await review(loser))
    expect(again.twins).toEqual([])
    const [twin] = again.teamTwins
    expect(twin).toMatchObject({ by: 'anna', operation: 'payout', isReleased: false })
    expect(twin?.amount).toEqual({ amount: '25.00', currency: 'EUR' })
    expect(twin?.says).toMatch(/^desk-[ab]\d+: payout of .*25\.00.* by anna since .*: done$/)
    const unasked = faultOf(await confirm(loser, again))
    expect(unasked).toMatchObject({ reason: 'twin', sent: 'no' })
    expect(unasked.message).toMatch(/A colleague asked for the same payment\. desk-[ab]\d+: payout/)
    expect(paid()).toBe(1)
    must(await confirm(loser, again, [twin!.claim]))
    expect(paid()).toBe(2)
    await told(2)
    // Its own payment a desk knows by itself, and the colleague's by the team.
    const both = must(await review(winner))
    expect([both.twins, both.teamTwins].map(({ length }) => length)).toEqual([1, 1])
  }, 180_000)

  it('is not sent by a review that does not know what a colleague sent since', async () => {
    const { ana, ben } = all
    const stale = must(await review(ben))
    must(await confirm(ana, must(await review(ana))))
    await told(1)
    const refused = faultOf(await confirm(ben, stale))
    expect(refused).toMatchObject({ reason: 'twin', sent: 'no' })
    expect(refused.message).toMatch(/desk-a\d+: payout of .*25\.00.* by anna/)
    expect(paid()).toBe(1)
    // What was claimed before that is told as not sent.
    const locks = async () => (await ends('order')).sort()
    await expect.poll(locks, { timeout: 60_000 }).toEqual(['NOT_SENT', 'SUCCEEDED'])
  }, 180_000)

  it('is told at the check of a list, which pays the other rows', async () => {
    const { ana, ben } = all
    const open = ben.desk
    must(await confirm(ana, must(await review(ana))))
    await told(1)
    const lines = ['Supplier,IBAN,Amount,Currency', `Zoë,${account},25.00,EUR`]
    const text = [...lines, 'Ann,GB29NWBK60161331926819,26.00,EUR'].join('\n')
    const listed = { connectionId: ben.shop, operation: 'payout', text } as const
    const { id, stamp, meaning, wrongLines } = must(await open.desk['file:paste'](listed))!
    const run = must(
      await open.desk['run:from-file']({
        ...{
          readingId: id,
          stamp,
          meaning,
          leftOut: wrongLines,
          leftOutReason: '',
          reason: 'invoices',
        },
        ...{ againReason: '', depth: 'gateway', ipaddress: '203.0.113.7' },
      }),
    )
    await until(open, run.id, 'CHECKED')
    const [first, second] = await rowsOf(open, run.id)
    expect(first).toMatchObject({ group: 'impossible', isIn: false })
    expect(first?.finding).toMatch(/A colleague asked for the same payment\. desk-a\d+: payout/)
    expect(second).toMatchObject({ group: 'ready', isIn: true })
    must(await confirmRun(open, await reviewRun(open, run.id)))
    await until(open, run.id, 'DONE')
    expect(paid()).toBe(2)
  }, 180_000)

  it('of a list that is checked while the team is away is told at its turn', async () => {
    const { ana, ben } = all
    const open = ben.desk
    must(await confirm(ana, must(await review(ana))))
    await told(1)
    all.away()
    const text = `Supplier,IBAN,Amount,Currency\nZoë,${account},25.00,EUR`
    const listed = { connectionId: ben.shop, operation: 'payout', text } as const
    const { id, stamp, meaning, wrongLines } = must(await open.desk['file:paste'](listed))!
    const run = must(
      await open.desk['run:from-file']({
        ...{
          readingId: id,
          stamp,
          meaning,
          leftOut: wrongLines,
          leftOutReason: '',
          reason: 'invoices',
        },
        ...{ againReason: '', depth: 'gateway', ipaddress: '203.0.113.7' },
      }),
    )
    await until(open, run.id, 'CHECKED')
    expect(await rowsOf(open, run.id)).toMatchObject([{ group: 'ready', isIn: true }])
    all.back()
    must(await confirmRun(open, await reviewRun(open, run.id)))
    await until(open, run.id, 'DONE')
    expect(await outcomesOf(open, run.id)).toEqual(['skipped'])
    expect(paid()).toBe(1)
  }, 180_000)

  it('waits while a colleague’s is under way, also typed in another way', async () => {
    const { ana, ben } = all
    const held = all.relay.hold(/\/payout\//, 'request')
    const confirmed = confirm(ana, must(await review(ana)))
    await held.reached
    const refused = faultOf(await review(ben, { account_number: 'de89 3704 0044 0532 0130 00' }))
    expect(refused).toMatchObject({ reason: 'team-holds', sent: 'no' })
    expect(refused.message).toMatch(/^anna at desk-a\d+ asked for the same payment of .*25\.00/)
    // Another amount is another payment.
    must(await confirm(ben, must(await review(ben, { amount: '26.00' }))))
    held.letGo()
    must(await confirmed)
    expect(paid()).toBe(2)
  }, 180_000)

  it('waits until two people release the one whose computer is gone, and the review names it', async () => {
    const { ana, ben } = all
    const held = all.relay.hold(/\/payout\//, 'request')
    void confirm(ana, must(await review(ana)))
    await held.reached
    const back = await cutOff(all, { letGo: held.lose })
    const refused = faultOf(await review(ben))
    expect(refused).toMatchObject({ reason: 'team-holds', sent: 'no' })
    expect(refused.message).toMatch(/two people can release the payment in People/)
    const shown = async (one: TeamDesk) =>
      must(await one.desk.desk['team:desks']({}))!
        .desks.flatMap(({ requests }) => requests)
        .map(({ operation, orderid, payment }) => ({ operation, orderid, payment }))
    // Once, though it claimed its own order as well.
    const [seen, ...more] = await shown(ben)
    expect(more).toEqual([])
    expect(seen).toMatchObject({ operation: 'payout', orderid: '' })
    expect(seen?.payment).toMatchObject({ signed: [], whyNotReleased: null })
    expect((await shown(back))[0]?.payment?.whyNotReleased).toMatch(/of this computer/)
    await back.desk.close()
    const reason = 'its computer was stolen yesterday'
    const release = (one: TeamDesk) =>
      one.desk.desk['team:release-payment']({
        ...{ payment: seen!.payment!.topic, claim: seen!.payment!.claim },
        ...{ own: passphrase, reason },
      })
    const cleo = await all.opened()
    await joinAs(cleo, { server: all.server, team: all.team, name: 'desk-cleo' })
    await signedIn(all, ben, 'Bo')
    await signedIn(all, cleo, 'Cleo')
    must(await release(ben))
    expect((await shown(cleo))[0]?.payment?.signed).toEqual([{ name: 'Bo', reason }])
    expect(faultOf(await review(ben))).toMatchObject({ reason: 'team-holds' })
    must(await release(cleo))
    // Nobody knows what became of it, and it keeps nobody from paying.
    expect(await shown(cleo)).toEqual([{ operation: 'payout', orderid: '', payment: null }])
    expect(faultOf(await release(cleo))).toMatchObject({ reason: 'order-moved' })
    const again = must(await review(ben))
    expect(again.teamTwins).toMatchObject([{ isReleased: true }])
    expect(faultOf(await confirm(ben, again))).toMatchObject({ reason: 'twin', sent: 'no' })
    expect(paid()).toBe(0)
    must(await confirm(ben, again, [again.teamTwins[0]!.claim]))
    expect(paid()).toBe(1)
  }, 240_000)

  it('waits while one of this very desk has no outcome', async () => {
    const { ana } = all
    const held = all.relay.hold(/\/payout\//, 'request')
    const confirmed = confirm(ana, must(await review(ana)))
    await held.reached
    expect(faultOf(await review(ana))).toMatchObject({ reason: 'order-busy', sent: 'no' })
    held.letGo()
    must(await confirmed)
    await told(1)
    const again = must(await review(ana))
    must(
      await confirm(
        ana,
        again,
        again.twins.map(({ id }) => id),
      ),
    )
    expect(paid()).toBe(2)
  }, 180_000)

  it('in the practice is held by nobody', async () => {
    const { ana, ben } = all
    const twins: unknown[] = []
    for (const one of [ana, ben]) {
      const practised = must(await review(one, {}, 'sandbox'))
      twins.push(...practised.teamTwins)
      must(
        await confirm(
          one,
          practised,
          practised.twins.map(({ id }) => id),
        ),
      )
    }
    expect([twins, await bodies('pay')]).toEqual([[], []])
  }, 180_000)
})

describe('a payment in the database', () => {
  it('names no account that whoever reads it could try', async () => {
    const { ana } = all
    must(await confirm(ana, must(await review(ana))))
    await told(1)
    const stored = await all.rows(
      `SELECT topic, convert_from(body, 'UTF8') AS body FROM team.record`,
    )
    expect(stored.some(({ topic }) => /^pay\/[0-9a-f]{64}$/.test(String(topic)))).toBe(true)
    expect(JSON.stringify(stored)).not.toContain(account)
  }, 180_000)
})

describe('a desk that stops between its claim and the bytes', () => {
  it('says at its next start that nothing left, and the colleague pays', async () => {
    const { ana, ben } = all
    const reviewed = must(await review(ana))
    // Signing asks the keychain, behind the claim.
    const { read } = ana.vault
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
    const { promise: gone, resolve: letGo } = Promise.withResolvers<void>()
    ana.vault.read = async (slot) => {
      if (slot.includes('control')) {
        reach()
        await gone
      }
      return read(slot)
    }
    void confirm(ana, reviewed)
    await reached
    expect((await bodies('pay')).map(({ kind }) => kind)).toEqual(['claim'])
    expect(faultOf(await review(ben))).toMatchObject({ reason: 'team-holds' })
    ana.vault.read = read
    const next = await cutOff(all, { letGo })
    await told(1)
    expect(await ends()).toEqual(['NOT_SENT'])
    expect(paid()).toBe(0)
    const reviewedNow = must(await review(ben))
    expect(reviewedNow.teamTwins).toEqual([])
    must(await confirm(ben, reviewedNow))
    expect(paid()).toBe(1)
    await next.desk.close()
  }, 180_000)
})
