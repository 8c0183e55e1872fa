// What the team knows of an order, and the release of a claim whose computer is gone: never by
// time, always by two people's keys. MONEY: what is signed names the very claim that was shown.
import { fail, ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { toText } from '#shared/money.ts'
import { placeIn } from '#shared/order-place.ts'
import type {
  TeamEnd,
  TeamOrderView,
  TeamRequest,
  TeamRequestOnOrder,
} from '#shared/team/team-methods.ts'
import type { TeamOrders } from '../../desk/team/team-order-methods.ts'
import type { Claim, NotReady } from '../../team/claims/team-port.ts'
import { releaseText } from '../../team/records/order-chain.ts'
import type { TeamRecord } from '../../team/records/record.ts'
import { type ClaimedParts, type Opened, type OpenTeam, topicOf } from './open-team.ts'
import { whatIsShown } from './shown.ts'
import { claimMoved, moneyOf, notReadyFault, releaseFaults, teamSays } from './team-sentences.ts'

export function teamOrders(parts: ClaimedParts, opened: OpenTeam): TeamOrders {
  const chain = async (lockKey: string): Promise<Result<[Opened, readonly TeamRecord[]]>> => {
    const at = await opened()
    if (!at.ok) return at
    const records = await at.value.team.chainOf(topicOf(lockKey))
    return 'kind' in records ? fail(notReadyFault(records)) : ok([at.value, records])
  }
  const show: TeamOrders['show'] = async (lockKey) => {
    const found = await chain(lockKey)
    return found.ok ? viewOf(parts, lockKey, ...found.value) : found
  }
  const held: (lockKey: string, digest: string) => Promise<Result<[Opened, Claim]>> = async (
    lockKey,
    digest,
  ) => {
    const found = await chain(lockKey)
    if (!found.ok) return found
    const [at, records] = found.value
    const last = records.at(-1)
    // MONEY: another one than was shown may have left meanwhile.
    if (last?.kind !== 'claim' || last.digest !== digest) return fail(claimMoved)
    const why = whyNotReleased(parts, last)
    return why === null ? ok([at, last]) : fail({ ...claimMoved, message: why })
  }
  return {
    show,
    holds: async () => {
      const at = await opened()
      if (!at.ok) return at
      const claims = await at.value.team.follow()
      if ('kind' in claims) return fail(notReadyFault(claims))
      return ok(claims.map((claim) => ({ ...requestOf(claim), lockKey: lockKeyOf(claim.topic) })))
    },
    toSign: async (lockKey, { claim, reason }) => {
      const found = await held(lockKey, claim)
      if (!found.ok) return found
      const [, own] = found.value
      return ok({ text: releaseText(own, reason), request: requestOf(own) })
    },
    release: async (lockKey, { claim, ...by }) => {
      const found = await held(lockKey, claim)
      if (!found.ok) return found
      const [at, own] = found.value
      const done = await at.team.signRelease(own, by)
      if (done !== 'signed' && done !== 'freed') return fail(releaseFaults[done])
      return show(lockKey)
    },
  }
}

const lockKeyOf = (topic: string): string => topic.slice(topicOf('').length)

/** `next`: what stands behind the claim. */
function requestOf({ desk, facts }: Claim, next?: TeamRecord): TeamRequest {
  const { by, operation, at } = facts
  const amount = moneyOf(facts.amount)
  const shown = amount === null ? null : toText(amount)
  return { desk, by, operation, at, amount: shown, says: teamSays(desk, facts, next) }
}

async function viewOf(
  parts: ClaimedParts,
  lockKey: string,
  { team }: Opened,
  records: readonly TeamRecord[],
): Promise<Result<TeamOrderView>> {
  const requests: TeamRequestOnOrder[] = []
  for (const [at, claim] of records.entries()) {
    if (claim.kind !== 'claim') continue
    const signed: readonly { name: string; reason: string }[] | NotReady =
      at === records.length - 1 ? await team.signedOn(claim) : []
    if ('kind' in signed) return fail(notReadyFault(signed))
    requests.push({
      ...requestOf(claim, records[at + 1]),
      ...{ claim: claim.digest, isOwn: claim.desk === parts.membership.desk },
      end: endOf(records[at + 1]),
      signed: signed.map(({ name, reason }) => ({ name, reason })),
      whyNotReleased: whyNotReleased(parts, claim),
      whyNotShown: whyNotShown(parts, lockKey, records.slice(0, at + 1), records[at + 1]),
    })
  }
  return ok({ requests })
}

function endOf(next: TeamRecord | undefined): TeamEnd | null {
  if (next?.kind === 'outcome') return next.facts.state
  return next === undefined ? null : next.kind === 'shown' ? 'shown' : 'released'
}

function whyNotShown(
  parts: ClaimedParts,
  lockKey: string,
  records: readonly TeamRecord[],
  next: TeamRecord | undefined,
): string | null {
  if (next !== undefined || records.at(-1)?.desk === parts.membership.desk) return null
  const found = whatIsShown(records, parts.known(placeIn(lockKey)), parts.clock())
  return 'why' in found ? found.why : null
}

/** What this computer knows itself, it says itself. */
function whyNotReleased({ book, membership }: ClaimedParts, { desk, n }: Claim): string | null {
  if (desk !== membership.desk || book.record(n)?.isUnsaid === true) return null
  return say('team.release-own')
}
