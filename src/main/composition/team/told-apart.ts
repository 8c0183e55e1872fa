// What colleagues sent for an order after this computer did: their refund is not taken for its own.
// MONEY: whoever does not know whether a colleague sent takes nothing for its own.
import { say } from '#shared/message.ts'
import { orderLock } from '#shared/order-place.ts'
import type { SentUnder, TeamClaims } from '../../desk/base/team-claims.ts'
import type { TeamRecord } from '../../team/records/record.ts'
import { type ClaimedParts, type OpenTeam, topicOf } from './open-team.ts'
import { moneyOf } from './team-sentences.ts'

/** A look-up waits no longer for the team. */
const mostWaitMs = 2_000

const stateOf = (end: TeamRecord | undefined): string | null =>
  end?.kind === 'outcome' ? end.facts.state : null

/** MONEY: what was declined is told as a transaction as well. */
const mayShowLater = (end: TeamRecord | undefined): boolean => stateOf(end) !== 'NOT_SENT'

/** MONEY: people said what became of these, so a transaction of them may still come. */
const maySurface = (end: TeamRecord | undefined): boolean =>
  end?.kind === 'released' || stateOf(end) === 'RESOLVED_BY_HAND'

const mayHaveSucceeded = (end: TeamRecord | undefined): boolean => {
  const state = stateOf(end)
  return state === null || state === 'SUCCEEDED' || state === 'RESOLVED_BY_HAND'
}

export function toldApart(
  { book, membership }: ClaimedParts,
  opened: OpenTeam,
): Pick<TeamClaims, 'hear' | 'doubt' | 'sentAfter' | 'shownOf'> {
  /** As each order was heard last; null where the team could not be asked. */
  const heard = new Map<string, readonly TeamRecord[] | null>()

  const claimsOf = async (topic: string): Promise<readonly TeamRecord[] | null> => {
    const at = await opened()
    if (!at.ok) return null
    // Without a claim of its own nothing is told apart.
    if (!at.value.own.hasClaimed(topic)) return []
    const records = await at.value.team.chainOf(topic)
    return 'kind' in records ? null : records
  }
  /** Null where it is not known. `isOne` is asked of a claim and of what stands behind it. */
  const colleagues: (
    request: SentUnder,
    isOne: (isLater: boolean, end: TeamRecord | undefined) => boolean,
  ) => readonly TeamRecord[] | null = (request, isOne) => {
    // What made its own order has an id that no colleague sends for.
    const own = request.lockKey === orderLock(request) ? book.ofRequest(request.id) : undefined
    if (own === undefined) return []
    const records = heard.get(topicOf(request.lockKey)) ?? null
    return (
      records?.filter(
        (one, at) =>
          one.kind === 'claim' &&
          one.desk !== membership.desk &&
          isOne(one.version > own.version, records[at + 1]),
      ) ?? null
    )
  }
  return {
    hear: async (lockKey) => {
      const topic = topicOf(lockKey)
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<null>((resolve) => {
        timer = setTimeout(() => resolve(null), mostWaitMs)
      })
      const records = await Promise.race([claimsOf(topic).catch(() => null), late])
      clearTimeout(timer)
      if (records?.length === 0) heard.delete(topic)
      else heard.set(topic, records)
    },
    doubt: (request, mayBeEarlier) => {
      const later = colleagues(request, (isLater, end) => isLater && mayShowLater(end))
      if (later === null) return say('team.own-or-colleagues-unasked')
      if (later[0] !== undefined) return say('team.own-or-colleagues', { desk: later[0].desk })
      const [earlier] = mayBeEarlier
        ? (colleagues(request, (isLater, end) => !isLater && maySurface(end)) ?? [])
        : []
      return earlier === undefined ? null : say('team.own-or-earlier', { desk: earlier.desk })
    },
    shownOf: (request) => {
      const own = request.lockKey === orderLock(request) ? book.ofRequest(request.id) : undefined
      const records = own === undefined ? null : heard.get(topicOf(request.lockKey))
      const end = records?.find(({ version }) => version === (own?.version ?? 0) + 1)
      return end?.kind === 'shown' ? { desk: end.desk, id: end.facts.id } : null
    },
    sentAfter: (request) =>
      (colleagues(request, (isLater, end) => isLater && mayHaveSucceeded(end)) ?? []).map(
        (claim) => ({
          operation: claim.kind === 'claim' ? claim.facts.operation : '',
          amount: claim.kind === 'claim' ? moneyOf(claim.facts.amount) : null,
        }),
      ),
  }
}
