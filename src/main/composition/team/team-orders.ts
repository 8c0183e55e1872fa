// What the team knows of an order, and the release of a claim whose computer is gone: never by
// time, always by two people's keys. MONEY: what is signed names the very claim that was shown.
import { fail, ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { placeIn } from '#shared/order-place.ts'
import type {
  ReleaseStanding,
  TeamEnd,
  TeamOrderView,
  TeamRequestOnOrder,
} from '#shared/team/team-methods.ts'
import type { ReleaseOf, TeamDeskHolds, TeamOrders } from '../../desk/team/team-order-methods.ts'
import { shownAs } from '../../team/claims/rules.ts'
import type { Claim, NotReady, TeamPort } from '../../team/claims/team-port.ts'
import { releaseText } from '../../team/records/order-chain.ts'
import type { TeamRecord } from '../../team/records/record.ts'
import { isOrderTopic } from '../../team/records/topics.ts'
import { type ClaimedParts, type Opened, type OpenTeam, topicOf } from './open-team.ts'
import { requestOf } from './paid-by-colleagues.ts'
import { claimMoved, notReadyFault, releaseFaults } from './team-sentences.ts'
import { whatIsShown } from './shown.ts'

export function teamOrders(parts: ClaimedParts, opened: OpenTeam): TeamOrders {
  const chain = async (topic: string): Promise<Result<[Opened, readonly TeamRecord[]]>> => {
    const at = await opened()
    if (!at.ok) return at
    const records = await at.value.team.chainOf(topic)
    return 'kind' in records ? fail(notReadyFault(records)) : ok([at.value, records])
  }
  const show: TeamOrders['show'] = async (lockKey) => {
    const found = await chain(topicOf(lockKey))
    return found.ok ? viewOf(parts, lockKey, ...found.value) : found
  }
  const held: (of: ReleaseOf, digest: string) => Promise<Result<[Opened, Claim]>> = async (
    of,
    digest,
  ) => {
    const found = await chain('payment' in of ? of.payment : topicOf(of.lockKey))
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
      return ok(claims.filter(({ topic }) => isOrderTopic(topic)).map(heldOf))
    },
    desks: async () => {
      const at = await opened()
      if (!at.ok) return at
      const { team, own } = at.value
      const beganMs = parts.monotonic()
      const [found, claims] = [await team.desks(), await team.follow()]
      if ('kind' in found) return fail(notReadyFault(found))
      if ('kind' in claims) return fail(notReadyFault(claims))
      const answeredAt = parts.clock()
      const held = Map.groupBy([...own.openClaims(), ...claims], ({ desk }) => desk)
      const desks: TeamDeskHolds[] = []
      for (const { desk, said } of found.signs) {
        const isOwn = desk === parts.membership.desk
        // What this computer said last may be of its run before this one.
        const shown = isOwn ? ({ state: 'on', since: null } as const) : shownAs(said, answeredAt)
        const requests = await requestsOf(parts, team, held.get(desk) ?? [])
        if ('kind' in requests) return fail(notReadyFault(requests))
        desks.push({ desk, isOwn, ...shown, requests })
      }
      const tookMs = parts.monotonic() - beganMs
      return ok({ desks, durability: found.durability, answeredAt, tookMs })
    },
    toSign: async (of, { claim, reason }) => {
      const found = await held(of, claim)
      if (!found.ok) return found
      const [, own] = found.value
      return ok({ text: releaseText(own, reason), request: requestOf(own) })
    },
    release: async (of, { claim, ...by }) => {
      const found = await held(of, claim)
      if (!found.ok) return found
      const [at, own] = found.value
      const done = await at.team.signRelease(own, by)
      return done === 'signed' || done === 'freed' ? ok(null) : fail(releaseFaults[done])
    },
  }
}

const lockKeyOf = (topic: string): string => topic.slice(topicOf('').length)

const heldOf = (claim: Claim) => ({ ...requestOf(claim), lockKey: lockKeyOf(claim.topic) })

/**
 * Of one computer. A request that claimed a payment stands here once: right after its own order's
 * claim that computer signed the one of the payment.
 */
async function requestsOf(
  parts: ClaimedParts,
  team: TeamPort,
  claims: readonly Claim[],
): Promise<TeamDeskHolds['requests'] | NotReady> {
  const payments = claims.filter(({ topic }) => !isOrderTopic(topic))
  const requests: TeamDeskHolds['requests'] = claims
    .filter(({ topic, n }) => isOrderTopic(topic) && !payments.some((one) => one.n === n + 1))
    .map((claim) => ({ ...heldOf(claim), payment: null }))
  for (const claim of payments) {
    const signed = await team.signedOn(claim)
    if ('kind' in signed) return signed
    const standing = releaseStanding(parts, claim, signed)
    const payment = { topic: claim.topic, claim: claim.digest, ...standing }
    requests.push({ ...requestOf(claim), lockKey: null, payment })
  }
  return requests
}

const releaseStanding = (
  parts: ClaimedParts,
  claim: Claim,
  signed: readonly { name: string; reason: string }[],
): ReleaseStanding => ({
  signed: signed.map(({ name, reason }) => ({ name, reason })),
  whyNotReleased: whyNotReleased(parts, claim),
})

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
      ...releaseStanding(parts, claim, signed),
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
  const place = placeIn(lockKey)
  if (place === null) return null
  const found = whatIsShown(records, parts.known(place), parts.clock())
  return 'why' in found ? found.why : null
}

/** What this computer knows itself, it says itself. */
function whyNotReleased({ book, membership }: ClaimedParts, { desk, n }: Claim): string | null {
  if (desk !== membership.desk || book.record(n)?.isUnsaid === true) return null
  return say('team.release-own')
}
