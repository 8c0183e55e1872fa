// An approval between two computers of one team: Ada administers Ana's and Bo asks there; Cy sits
// at Ben's, where nobody else is known.
import type { ApprovalFileView, ApprovalsInTeam } from '#shared/approvals/file-methods.ts'
import { approvalBox } from '../../../src/main/team/records/approval-box.ts'
import { paymentKeyOf } from '../../../src/main/team/records/topics.ts'
import type { Review } from '#shared/bridge/views.ts'
import {
  addElsewhere,
  addPerson,
  type Computer,
  passphraseOf,
  signIn,
  switchOn,
} from '../approvals/two-desks.ts'
import { must } from '../story.ts'
import type { TeamWorld } from './team-world.ts'
import type { TeamDesk } from './two-desks.ts'

export const asComputer = ({ desk: open, folder }: TeamDesk): Computer => ({
  ...{ open, folder, chosen: null, boxes: [], answer: true },
})

/** What is asked for: twenty-five euros of the order. */
export const asked = { amount: '25.00', currency: 'EUR', comment: 'Damaged parcel' }

/** `also`: who else may approve it, from another computer. */
export async function waitingInTeam(
  all: TeamWorld,
  approvals: 1 | 2 = 1,
  also: { name: string; at: TeamDesk } | null = null,
): Promise<string> {
  const [a, b] = [asComputer(all.ana), asComputer(all.ben)]
  await switchOn(a, 'Ada')
  await switchOn(b, 'Cy')
  await addPerson(a, { name: 'Bo', roles: ['payments'], own: 'Ada' })
  await addElsewhere(a, b, { name: 'Cy', own: 'Ada' })
  if (also !== null) {
    const c = asComputer(also.at)
    await switchOn(c, also.name)
    await addElsewhere(a, c, { name: also.name, own: 'Ada' })
  }
  must(
    await a.open.desk['people:set-limit']({
      ...{ role: 'payments', group: 'refunds', currency: 'EUR', amount: '10.00', approvals },
      own: passphraseOf('Ada'),
    }),
  )
  await signIn(a, 'Bo')
  return askedFor(all)
}

export async function askedFor(all: TeamWorld): Promise<string> {
  const { attemptId, token }: Review = must(await all.ana.review(all.order, asked))
  return must(await all.ana.desk.desk['approval:ask']({ attemptId, token })).id
}

export const listed = async ({ desk: { desk } }: TeamDesk): Promise<ApprovalsInTeam> =>
  must(await desk['approval-team:list']({}))!

/** The one that is listed there, opened. */
export async function openedAt({ desk: { desk } }: TeamDesk): Promise<ApprovalFileView> {
  const { ofColleagues } = must(await desk['approval-team:list']({}))!
  return must(await desk['approval-team:open']({ asked: ofColleagues[0]?.asked ?? '' }))
}

export async function signedAt(at: TeamDesk, name: string): Promise<ApprovalFileView> {
  const { fileId } = await openedAt(at)
  return must(await at.desk.desk['approval-file:sign']({ fileId, own: passphraseOf(name) }))
}

/** What has come of it at Ana's: who approved, by the one function that sending asks. */
export const approvedBy = async ({ ana }: TeamWorld): Promise<readonly string[]> =>
  must(await ana.desk.desk['approval:list']({})).waiting.flatMap((one) => one.approvedBy)

export const boxOf = ({ team }: TeamWorld) =>
  approvalBox(paymentKeyOf(team.founder.key, team.id.team), team.id.team)
