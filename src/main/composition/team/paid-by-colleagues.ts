// What colleagues paid that a person may be about to pay again: read of the records of one payment,
// for the second look. Pure. MONEY: whatever is not known not to have paid is shown.
import type { Fault } from '#shared/fault.ts'
import { toText } from '#shared/money.ts'
import type { TeamRequest, TeamTwin } from '#shared/team/team-methods.ts'
import { sentByColleague } from '../../desk/base/faults.ts'
import type { Claim, FinalState } from '../../team/claims/team-port.ts'
import type { TeamRecord } from '../../team/records/record.ts'
import { moneyOf, reviewedBefore, teamSays } from './team-sentences.ts'

/** A refusal may still be contradicted at that computer. */
const notPaid: readonly FinalState[] = ['NOT_SENT', 'DECLINED', 'FAILED']

const hasNotPaid = (end: TeamRecord | undefined): boolean =>
  end?.kind === 'outcome' && notPaid.includes(end.facts.state)

/** `next`: what stands behind the claim. */
export function requestOf({ desk, facts }: Claim, next?: TeamRecord): TeamRequest {
  const { by, operation, at } = facts
  const amount = moneyOf(facts.amount)
  const shown = amount === null ? null : toText(amount)
  return { desk, by, operation, at, amount: shown, says: teamSays(desk, facts, next) }
}

/** Newest first. What this computer paid, its own journal knows. */
export const twinsIn = (records: readonly TeamRecord[], own: string): TeamTwin[] =>
  records
    .flatMap((claim, nth): TeamTwin[] => {
      const next = records[nth + 1]
      if (claim.kind !== 'claim' || claim.desk === own || hasNotPaid(next)) return []
      const isReleased = next?.kind === 'released'
      return [{ ...requestOf(claim, next), claim: claim.digest, isReleased }]
    })
    .reverse()

/** `since`: the records that the review did not know. */
export function paidSince(since: readonly TeamRecord[]): Fault {
  const nth = since.findLastIndex(({ kind }) => kind === 'claim')
  const claim = since[nth]
  return claim?.kind === 'claim'
    ? sentByColleague(teamSays(claim.desk, claim.facts, since[nth + 1]))
    : reviewedBefore
}
