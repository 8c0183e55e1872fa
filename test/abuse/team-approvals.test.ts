// Attacks on approvals that lie in a team's database: a computer of the team that lies, and whoever
// is its superuser. Nothing of it counts or stops anything; the gateway's books say what moved.
import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { canonicalText, type Json } from '#shared/canonical.ts'
import { type AskedPlace, askedIn } from '#shared/approvals/asked-place.ts'
import { sealedByHand } from '../fakes/team/sealed-by-hand.ts'
import { approvalTopic, paymentKeyOf } from '../../src/main/team/records/topics.ts'
import { addPerson, passphraseOf, said } from '../journeys/approvals/two-desks.ts'
import { faultOf, must } from '../journeys/story.ts'
import {
  approvedBy,
  asComputer,
  asked,
  askedFor,
  boxOf,
  listed,
  openedAt,
  signedAt,
  waitingInTeam,
} from '../journeys/team/approvals.ts'
import { eachTeam } from '../journeys/team/team-world.ts'

const all = eachTeam()
type Contents = Record<string, Json>

/** Bo's request is in the team; where it lies, and its text. */
async function begun(): Promise<{ approvalId: string; place: AskedPlace; text: string }> {
  const approvalId = await waitingInTeam(all)
  must(await all.ana.desk.desk['approval-team:ask']({ approvalId }))
  return { approvalId, ...(await thereNow()) }
}
async function thereNow(): Promise<{ place: AskedPlace; text: string }> {
  const { ofColleagues } = await listed(all.ben)
  const place = askedIn(ofColleagues[0]?.asked ?? '')!
  return { place, text: await textAt(place, place.desk) }
}
async function textAt(place: AskedPlace, desk: string): Promise<string> {
  const topic = approvalTopic(place, desk)
  const [row] = await all.rows(
    `SELECT body FROM team.record WHERE topic = '${topic}' ORDER BY version DESC LIMIT 1`,
  )
  const { facts } = JSON.parse(String(row?.['body'])) as { facts: { sealed: string } }
  return boxOf(all).open(topic, facts.sealed)!
}
/** Of the founder's computer, which knows the key of the team. */
async function says(place: AskedPlace, text: string | null): Promise<void> {
  const { desk, team } = all.team.founder
  const topic = approvalTopic(place, desk)
  const { founder: of, id } = all.team
  const keys = { paymentKey: paymentKeyOf(of.key, id.team), team: id.team }
  const sealed = text === null ? null : sealedByHand(keys, topic, text)
  expect(await team.sayApproval(topic, sealed)).toBe('in')
}
const contents = (text: string): Contents => JSON.parse(text) as Contents
const changed = (text: string, change: Contents): string =>
  `${canonicalText({ ...contents(text), ...change })}\n`

async function nothingCounts(): Promise<void> {
  await listed(all.ana)
  expect(await approvedBy(all)).toEqual([])
  const review = must(await all.ana.review(all.order, asked))
  expect(said(await all.ana.confirm(review))).not.toBe('done')
  expect(all.refunds()).toBe(0)
}
const sign = async (fileId: string) =>
  all.ben.desk.desk['approval-file:sign']({ fileId, own: passphraseOf('Cy') })

describe('a computer of the team that lies', () => {
  it('asks in another one’s name, with another amount: what is signed counts nowhere', async () => {
    const { place, text } = await begun()
    const request = String(contents(text)['request']).replace('"2500"', '"2400"')
    const digest = createHash('sha256').update(request).digest('hex')
    const forged = { ...place, desk: all.team.founder.desk }
    await says(forged, changed(text, { request, digest }))
    const { ofColleagues } = await listed(all.ben)
    // It says whose computer asks, whatever the file says.
    expect(ofColleagues.map(({ desk }) => desk).toSorted()).toEqual(
      [place.desk, all.team.founder.desk].toSorted(),
    )
    const one = ofColleagues.find(({ desk }) => desk === all.team.founder.desk)!
    const file = must(await all.ben.desk.desk['approval-team:open']({ asked: one.asked }))
    must(await sign(file.fileId))
    await nothingCounts()
    // Laid beside the request that waits, it is a file that this computer never wrote.
    await says(place, await textAt(forged, await benDesk()))
    const [own] = (await listed(all.ana)).own
    expect(own).toMatchObject({ signedBy: [], refused: [expect.stringMatching(/did not save/)] })
    await nothingCounts()
  }, 180_000)

  it('lays beside a request what was signed for an earlier one', async () => {
    const { approvalId, place } = await begun()
    await signedAt(all.ben, 'Cy')
    const signed = await textAt(place, await benDesk())
    must(await all.ana.desk.desk['approval:withdraw']({ approvalId }))
    await listed(all.ana)
    const next = await askedFor(all)
    must(await all.ana.desk.desk['approval-team:ask']({ approvalId: next }))
    const later = await thereNow()
    await says(later.place, changed(later.text, { signatures: contents(signed)['signatures']! }))
    await says({ ...later.place, desk: all.team.founder.desk }, signed)
    expect((await listed(all.ana)).own).toEqual([{ approvalId: next, refused: [], signedBy: [] }])
    await nothingCounts()
  }, 180_000)

  it('names an approver of its own, or signs without being one', async () => {
    const { place, text } = await begun()
    await signedAt(all.ben, 'Cy')
    const [signature] = contents(await textAt(place, await benDesk()))['signatures'] as Json[]
    const { body } = signature as { body: string }
    const other = body.replace(/"by":"p-[0-9a-f]{16}"/, `"by":"p-${'e'.repeat(16)}"`)
    const signatures = [{ body: other, signature: (signature as { signature: string }).signature }]
    await says(place, changed(text, { signatures }))
    const eve = { id: `p-${'e'.repeat(16)}`, key: randomBytes(32).toString('base64'), name: 'Eve' }
    const approvers = [eve, ...(contents(text)['approvers'] as Json[])].toSorted((one, two) =>
      (one as { id: string }).id < (two as { id: string }).id ? -1 : 1,
    )
    await says(place, changed(text, { approvers, signatures }))
    const [own] = (await listed(all.ana)).own
    // Only what Cy signed is there.
    expect(own?.signedBy).toEqual(['Cy'])
    expect(await approvedBy(all)).toEqual(['Cy'])
  }, 180_000)

  it('calls a request of another one over: it waits still', async () => {
    const { place } = await begun()
    await says(place, null)
    await says({ ...place, desk: all.team.founder.desk }, null)
    expect((await listed(all.ben)).ofColleagues).toHaveLength(1)
    await signedAt(all.ben, 'Cy')
    expect((await listed(all.ana)).own).toMatchObject([{ signedBy: ['Cy'] }])
    expect(await approvedBy(all)).toEqual(['Cy'])
  }, 180_000)

  it.each([
    ['no file', () => 'nothing'],
    ['a file as long as a record holds', () => '0'.repeat(11_222)],
    ['a file of another end', (text: string) => changed(text, { expiresAt: 4_000_000_000_000 })],
    ['letters that nobody sees', (text: string) => changed(text, { connection: 'Sh\u202eop' })],
  ])(
    'lays %s there: it is not shown, and the others are',
    async (_what, make) => {
      const { place, text } = await begun()
      await says({ ...place, desk: all.team.founder.desk }, make(text))
      const { desk, team } = all.team.founder
      const topic = approvalTopic({ ...place, until: place.until - 1 }, desk)
      expect(await team.sayApproval(topic, randomBytes(600).toString('base64'))).toBe('in')
      expect((await listed(all.ben)).ofColleagues.map((one) => one.desk)).toEqual([place.desk])
      expect((await listed(all.ana)).own).toHaveLength(1)
      await nothingCounts()
    },
    180_000,
  )
})

describe('a signature that came by the team', () => {
  it('is of the order as it was: it sends nothing once the order moved', async () => {
    const { approvalId } = await begun()
    await signedAt(all.ben, 'Cy')
    // A smaller refund of the same order takes nobody, and changes it.
    const small = must(await all.ana.review(all.order, { ...asked, amount: '5.00' }))
    must(await all.ana.confirm(small))
    await all.standsAs(all.ana, 'SUCCEEDED')
    await listed(all.ana)
    const review = must(await all.ana.review(all.order, asked))
    expect(said(await all.ana.confirm(review))).toMatch(/changed after this was approved/)
    expect(all.refunds()).toBe(1)
    // Asked once more, it is the order of now that is signed.
    must(await all.ana.desk.desk['approval-team:ask']({ approvalId }))
    await signedAt(all.ben, 'Cy')
    await listed(all.ana)
    must(await all.ana.confirm(must(await all.ana.review(all.order, asked))))
    await all.standsAs(all.ana, 'SUCCEEDED')
    await expect.poll(() => all.refunds()).toBe(2)
  }, 180_000)

  it('is by somebody who was removed before it was taken in: said, and it does not count', async () => {
    await begun()
    await signedAt(all.ben, 'Cy')
    const a = asComputer(all.ana)
    const { people } = must(await a.open.desk['people:standing']({}))
    const idOf = (name: string): string => people.find((one) => one.name === name)!.id
    const signIn = async (name: string) =>
      must(
        await a.open.desk['people:sign-in']({
          ...{ personId: idOf(name), passphrase: passphraseOf(name) },
        }),
      )
    await signIn('Ada')
    await addPerson(a, { name: 'Di', roles: ['payments', 'approver'], own: 'Ada' })
    must(await a.open.desk['people:remove']({ personId: idOf('Cy'), own: passphraseOf('Ada') }))
    await signIn('Bo')
    const [own] = (await listed(all.ana)).own
    expect(own?.refused).toEqual([expect.stringMatching(/Cy.*does not work here any more/)])
    await nothingCounts()
  }, 180_000)
})

describe('the superuser of the database', () => {
  it.each([
    [
      'changes a byte',
      `UPDATE team.record SET body = set_byte(body, 200, 65) WHERE topic LIKE 'approval/%'`,
    ],
    [
      'exchanges two signatures',
      `UPDATE team.record SET signature = (SELECT signature FROM team.record r
        WHERE r.desk = team.record.desk AND r.n = 1) WHERE topic LIKE 'approval/%'`,
    ],
    [
      'says that it ends earlier',
      `UPDATE team.record SET topic = regexp_replace(topic, '/[0-9]{13}/', '/1999999999999/')
        WHERE topic LIKE 'approval/%'`,
    ],
  ])(
    '%s: it is not shown, and a refund without a limit goes on',
    async (_what, sql) => {
      await begun()
      await all.rows(sql)
      expect((await listed(all.ben)).ofColleagues).toEqual([])
      expect((await listed(all.ana)).own).toEqual([])
      await nothingCounts()
      const small = must(await all.ana.review(all.order, { ...asked, amount: '5.00' }))
      expect(said(await all.ana.confirm(small))).toBe('done')
    },
    180_000,
  )

  it('removes it: nothing of it counts, and its computer misses it before anything leaves', async () => {
    await begun()
    await all.rows(`DELETE FROM team.record WHERE topic LIKE 'approval/%'`)
    expect((await listed(all.ben)).ofColleagues).toEqual([])
    expect((await listed(all.ana)).own).toEqual([])
    const small = must(await all.ana.review(all.order, { ...asked, amount: '5.00' }))
    expect(faultOf(await all.ana.confirm(small))).toMatchObject({ reason: 'team-away' })
    expect(all.refunds()).toBe(0)
  }, 180_000)

  it('puts the words of one computer under the name of another: they open nowhere', async () => {
    const { place } = await begun()
    await signedAt(all.ben, 'Cy')
    const [from, to] = [approvalTopic(place, await benDesk()), approvalTopic(place, place.desk)]
    await all.rows(`DELETE FROM team.record WHERE topic = '${to}'`)
    await all.rows(`UPDATE team.record SET topic = '${to}' WHERE topic = '${from}'`)
    expect((await listed(all.ben)).ofColleagues).toEqual([])
    expect((await listed(all.ana)).own).toEqual([])
    await nothingCounts()
  }, 180_000)
})

describe('a script in the page', () => {
  it('asks many times, hands on what is not signed, and opens what is none: nothing is written', async () => {
    const { approvalId, place } = await begun()
    const { desk } = all.ben.desk
    const count = async () => (await all.rows('SELECT n FROM team.record')).length
    const before = await count()
    const { fileId } = await openedAt(all.ben)
    must(await desk['approval-team:hand-on']({ fileId }))
    expect(said(await desk['approval-team:hand-on']({ fileId: `af-${'0'.repeat(16)}` }))).toMatch(
      /not open any more/,
    )
    const own = `${place.until}/${place.log}/${place.approval}/${place.desk}`
    expect(said(await all.ana.desk.desk['approval-team:open']({ asked: own }))).toMatch(
      /does not wait in the team/,
    )
    await Promise.all([1, 2, 3].map(() => all.ana.desk.desk['approval-team:ask']({ approvalId })))
    await Promise.all([1, 2, 3].map(() => listed(all.ana)))
    expect(await count()).toBe(before)
  }, 180_000)
})

async function benDesk(): Promise<string> {
  return must(await all.ben.desk.desk['team:show']({}))!.desk
}
