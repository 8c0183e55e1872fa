// An approval between two computers of a team, through its database: asked for here, signed there,
// taken in here by itself, and sent once. The gateway's books say what moved.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { passphraseOf, said, signIn } from '../approvals/two-desks.ts'
import { faultOf, must } from '../story.ts'
import {
  approvedBy,
  asComputer,
  asked,
  listed,
  openedAt,
  signedAt,
  waitingInTeam,
} from './approvals.ts'
import { eachTeam } from './team-world.ts'
import { joinAs } from './two-desks.ts'

const all = eachTeam()
const ask = (approvalId: string) => all.ana.desk.desk['approval-team:ask']({ approvalId })
const send = async (): Promise<string> => {
  const review = await all.ana.review(all.order, asked)
  return said(review.ok ? await all.ana.confirm(review.value) : review)
}
const kindsAt = async ({ desk: { desk } }: typeof all.ana): Promise<string[]> =>
  must(await desk['audit:list']({ filter: {}, limit: 100 })).rows.map(({ kind }) => kind)
const deskOf = async ({ desk: { desk } }: typeof all.ana): Promise<string> =>
  must(await desk['team:show']({}))!.desk
const records = () =>
  all.rows("SELECT desk, version FROM team.record WHERE topic LIKE 'approval/%' ORDER BY at")

/** How many wait there for whoever is signed in, as the sidebar counts them. */
const waitsFor = async ({ desk: { desk } }: typeof all.ana): Promise<number | null> =>
  must(await desk['people:standing']({})).approvals
async function signInAgain(at: typeof all.ana, name: string): Promise<void> {
  must(await at.desk.desk['people:sign-out']({}))
  await signIn(asComputer(at), name)
}

/** Nobody reaches the database, in no session that is open either. */
async function cutOff(): Promise<void> {
  all.away()
  await all.rows(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename LIKE 'desk-%'",
  )
}

describe('an approval in a team', () => {
  it('is asked for, signed at another computer, taken in, sent once, and over', async () => {
    const approvalId = await waitingInTeam(all)
    expect(await listed(all.ben)).toEqual({ own: [], ofColleagues: [], isCut: false })
    must(await ask(approvalId))
    expect(await listed(all.ana)).toEqual({
      own: [{ approvalId, refused: [], signedBy: [] }],
      ...{ ofColleagues: [], isCut: false },
    })
    const [one] = (await listed(all.ben)).ofColleagues
    expect(one).toMatchObject({
      ...{ operation: 'return', orderid: all.order, author: 'Bo', needs: 1, signedBy: [] },
      ...{ amount: { amount: '25.00', currency: 'EUR' }, isForMe: true, isSignedByMe: false },
      desk: expect.stringMatching(/^desk-a/) as string,
    })
    // Nobody who reads the database reads what is asked for.
    const bodies = await all.rows('SELECT body FROM team.record')
    const everything = bodies.map(({ body }) => (body as Buffer).toString('latin1')).join('')
    expect(everything).toContain('"kind":"approval"')
    // The amount as a value, since signatures and names drawn by lot hold any four digits.
    expect(everything).not.toMatch(/Damaged|[":]2500\b|\b25\.00\b|paydesk-approval"/)
    const file = await openedAt(all.ben)
    expect(file).toMatchObject({
      ...{ author: 'Bo', approvers: ['Cy'], mayNot: null, isUnsaved: false },
      ...{ order: { isReadHere: true, moved: [] }, inTeam: { notHandedOn: null } },
    })
    expect(await approvedBy(all)).toEqual([])
    expect(await send()).toMatch(/still missing/)
    const { fileId } = file
    const own = passphraseOf('Cy')
    const signed = must(await all.ben.desk.desk['approval-file:sign']({ fileId, own }))
    expect(signed).toMatchObject({ isUnsaved: false, isSignedByMe: true, signedBy: ['Cy'] })
    expect(await kindsAt(all.ben)).toEqual(
      expect.arrayContaining(['approval:signed-elsewhere', 'approval:handed-on']),
    )
    expect((await listed(all.ben)).ofColleagues).toMatchObject([
      { isSignedByMe: true, signedBy: ['Cy'] },
    ])
    const own2 = [{ approvalId, refused: [], signedBy: ['Cy'] }]
    expect((await listed(all.ana)).own).toEqual(own2)
    expect(await approvedBy(all)).toEqual(['Cy'])
    const log = must(await all.ana.desk.desk['audit:list']({ filter: {}, limit: 100 })).rows
    expect(log.find(({ kind }) => kind === 'approval:signed')).toMatchObject({
      actor: 'Cy',
      details: expect.objectContaining({ from: 'team', takenInBy: 'Bo' }) as object,
    })
    // Taken in once, however often the list is read.
    const before = (await kindsAt(all.ana)).length
    expect((await listed(all.ana)).own).toEqual(own2)
    expect((await kindsAt(all.ana)).length).toBe(before)
    expect(all.refunds()).toBe(0)
    expect(await send()).toBe('done')
    await all.standsAs(all.ana, 'SUCCEEDED')
    expect(await send()).not.toBe('done')
    expect(all.refunds()).toBe(1)
    // Once the computer that asked reads its list, it is over for all.
    expect((await listed(all.ana)).own).toEqual([])
    expect((await listed(all.ben)).ofColleagues).toEqual([])
    const written = await records()
    await listed(all.ana)
    expect(await records()).toEqual(written)
    expect(written).toHaveLength(3)
  }, 180_000)

  it('is told to an approver, and taken in, without a look at any list', async () => {
    const approvalId = await waitingInTeam(all)
    expect(await waitsFor(all.ben)).toBeNull()
    must(await ask(approvalId))
    await signInAgain(all.ben, 'Cy')
    await expect.poll(() => waitsFor(all.ben), { timeout: 10_000 }).toBe(1)
    await signedAt(all.ben, 'Cy')
    expect((await listed(all.ben)).ofColleagues).toHaveLength(1)
    expect(await waitsFor(all.ben)).toBe(0)
    await signInAgain(all.ana, 'Bo')
    await expect.poll(() => approvedBy(all), { timeout: 10_000 }).toEqual(['Cy'])
    // Nobody is there whom it waits for.
    must(await all.ben.desk.desk['people:sign-out']({}))
    expect(await waitsFor(all.ben)).toBeNull()
  }, 180_000)

  it('takes two people at two computers, each beside the other, and counts each once', async () => {
    const cleo = await all.opened()
    const { server, team } = all
    await joinAs(cleo, { server, team, name: (await deskOf(all.ben)).replace('-b', '-c') })
    const approvalId = await waitingInTeam(all, 2, { name: 'Di', at: cleo })
    must(await ask(approvalId))
    // Both opened it before either signed.
    const [first, second] = [await openedAt(all.ben), await openedAt(cleo)]
    const sign = (desk: typeof cleo, fileId: string, name: string) =>
      desk.desk.desk['approval-file:sign']({ fileId, own: passphraseOf(name) })
    must(await sign(all.ben, first.fileId, 'Cy'))
    expect((await listed(all.ana)).own).toMatchObject([{ signedBy: ['Cy'] }])
    expect(await send()).toMatch(/still missing/)
    expect(await openedAt(cleo)).toMatchObject({ signedBy: ['Cy'], needs: 2, mayNot: null })
    const again = await openedAt(cleo)
    must(await sign(cleo, again.fileId, 'Di'))
    expect(said(await sign(cleo, second.fileId, 'Di'))).toMatch(/not open any more/)
    const [own] = (await listed(all.ana)).own
    expect(own).toMatchObject({ refused: [] })
    expect(own?.signedBy.toSorted()).toEqual(['Cy', 'Di'])
    expect((await approvedBy(all)).toSorted()).toEqual(['Cy', 'Di'])
    expect(await send()).toBe('done')
    expect(all.refunds()).toBe(1)
  }, 180_000)

  it('is asked by its author alone, and once as long as it says the same', async () => {
    const approvalId = await waitingInTeam(all)
    must(await ask(approvalId))
    must(await ask(approvalId))
    expect(await records()).toHaveLength(1)
    const personId = must(await all.ana.desk.desk['people:standing']({})).people.find(
      ({ name }) => name === 'Ada',
    )!.id
    must(await all.ana.desk.desk['people:sign-in']({ personId, passphrase: passphraseOf('Ada') }))
    expect(said(await ask(approvalId))).toMatch(/Only the person who asked for it can ask/)
    expect(said(await ask(`ap-${'0'.repeat(16)}`))).toMatch(/does not wait/)
    const lone = await all.opened()
    expect(must(await lone.desk.desk['approval-team:list']({}))).toBeNull()
    expect(said(await lone.desk.desk['approval-team:ask']({ approvalId }))).not.toBe('done')
  }, 180_000)

  it('stays signed where the team is away, and is handed on by hand or as a file', async () => {
    const approvalId = await waitingInTeam(all)
    must(await ask(approvalId))
    const { fileId } = await openedAt(all.ben)
    await cutOff()
    const { desk } = all.ben.desk
    const signed = must(await desk['approval-file:sign']({ fileId, own: passphraseOf('Cy') }))
    expect(signed).toMatchObject({ isUnsaved: true, isSignedByMe: true })
    expect(signed.inTeam?.notHandedOn).not.toBeNull()
    expect(await kindsAt(all.ben)).not.toContain('approval:handed-on')
    expect(faultOf(await desk['approval-team:hand-on']({ fileId }))).toMatchObject({
      reason: 'team-away',
    })
    expect(faultOf(await desk['approval-team:list']({}))).toMatchObject({ reason: 'team-away' })
    // As a file it goes on all the same.
    const done = must(await desk['approval-file:save-signed']({ fileId }))
    all.back()
    const text = readFileSync(done?.file ?? '', 'utf8')
    expect(text).toContain('paydesk-approval')
    must(await desk['approval-team:hand-on']({ fileId }))
    expect((await listed(all.ana)).own).toMatchObject([{ signedBy: ['Cy'] }])
    expect(await approvedBy(all)).toEqual(['Cy'])
  }, 180_000)

  it('loses no signature when the program ends before it was handed on', async () => {
    const approvalId = await waitingInTeam(all)
    must(await ask(approvalId))
    const { fileId } = await openedAt(all.ben)
    await cutOff()
    const own = passphraseOf('Cy')
    must(await all.ben.desk.desk['approval-file:sign']({ fileId, own }))
    all.back()
    // Opened anew: the log has what was signed, and the team has not.
    const again = await openedAt(all.ben)
    expect(again).toMatchObject({ isUnsaved: true, isSignedByMe: true })
    const handed = must(await all.ben.desk.desk['approval-team:hand-on']({ fileId: again.fileId }))
    expect(handed).toMatchObject({ isUnsaved: false })
    expect((await listed(all.ana)).own).toMatchObject([{ signedBy: ['Cy'] }])
    expect(await approvedBy(all)).toEqual(['Cy'])
  }, 180_000)

  it('is withdrawn: it is listed nowhere, and what was open of it counts no more', async () => {
    const approvalId = await waitingInTeam(all)
    must(await ask(approvalId))
    const { fileId } = await openedAt(all.ben)
    const { asked: place } = (await listed(all.ben)).ofColleagues[0]!
    must(await all.ana.desk.desk['approval:withdraw']({ approvalId }))
    await listed(all.ana)
    expect((await listed(all.ben)).ofColleagues).toEqual([])
    expect(said(await all.ben.desk.desk['approval-team:open']({ asked: place }))).toMatch(
      /does not wait in the team any more/,
    )
    must(await all.ben.desk.desk['approval-file:sign']({ fileId, own: passphraseOf('Cy') }))
    expect((await listed(all.ana)).own).toEqual([])
    expect(await approvedBy(all)).toEqual([])
  }, 180_000)
})
