// The requests of this computer under the claims of its team: claims what is about to leave, looks
// once more before the bytes, and says what became of it, until the team knows. Loaded only where
// a team was joined. MONEY: whatever is not known is not a claim, and of what may have left nothing
// is said before it is known.
import { type Fault, fail, ok, type Result } from '#shared/fault.ts'
import { isPractice, orderLock, type OrderPlace } from '#shared/order-place.ts'
import type { TeamClaim, TeamClaims } from '../../desk/base/team-claims.ts'
import type { TeamOrders } from '../../desk/team/team-order-methods.ts'
import type { AttemptRow } from '../../ledger/journal/attempt-row.ts'
import { owedAfter } from '../../team/claims/rules.ts'
import type { Claim, FinalState, TeamPort } from '../../team/claims/team-port.ts'
import { type ClaimedParts, opener, type OpenTeam, topicOf } from './open-team.ts'
import { knownBefore, mayShow, namedIn, whatIsShown } from './shown.ts'
import { teamOrders } from './team-orders.ts'
import {
  heldFault,
  lookFault,
  notReadyFault,
  ownOpen,
  ownUnknown,
  reviewedBefore,
  stillOwes,
} from './team-sentences.ts'
import { toldApart } from './told-apart.ts'

export interface ClaimedRequests extends TeamClaims {
  /** Something may have come to rest: what the team is owed is said now. */
  wake(): void
  /** Why nothing can be sent now, or null. Faults: vault, denied/team-away. */
  standing(): Promise<Fault | null>
  /** MONEY: nobody else may say what became of a request of this computer. */
  mayLeave(): Promise<Fault | null>
  /** What the team knows of orders, and releases. */
  orders: TeamOrders
  close(): Promise<void>
}

/** Between two tries to say what became of a claim. */
const retryAfterMs = 5_000

export function claimedRequests(parts: ClaimedParts): ClaimedRequests {
  const opened = opener(parts)
  /** Topics of which a request is on its way: nothing is said of them meanwhile. */
  const busy = new Set<string>()
  const teller = outcomeTeller(parts, opened, busy)
  return {
    seen: async (lockKey) => {
      const at = await opened()
      if (!at.ok) return at
      const topic = topicOf(lockKey)
      let records = await at.value.team.chainOf(topic)
      const last = 'kind' in records ? undefined : records.at(-1)
      if (last?.kind === 'claim' && last.desk === parts.membership.desk && !busy.has(topic)) {
        // Its outcome may be on its way.
        await teller.tellNow()
        records = await at.value.team.chainOf(topic)
      }
      if ('kind' in records) return fail(notReadyFault(records))
      const held = records.at(-1)
      return held?.kind === 'claim' ? fail(heldBy(parts, held)) : ok(records.length)
    },
    claim: async (request, seen) => {
      const at = await opened()
      if (!at.ok) return at
      const topic = topicOf(request.lockKey)
      if (busy.has(topic)) return fail(ownOpen)
      busy.add(topic)
      const claimed = await claimNow(parts, at.value.team, { topic, request, seen }).catch(
        (error: unknown) => {
          busy.delete(topic)
          throw error
        },
      )
      if (!claimed.ok) {
        busy.delete(topic)
        teller.wake()
        return claimed
      }
      teller.madeHere(claimed.value)
      return ok(
        claimOf(parts, at.value.team, claimed.value, () => {
          busy.delete(topic)
          teller.wake()
        }),
      )
    },
    ...toldApart(parts, opened),
    showClaim: (place) =>
      showClaim(parts, opened, place).catch((error: unknown) => {
        parts.report('team', error)
        return false
      }),
    orders: teamOrders(parts, opened),
    wake: teller.wake,
    standing: async () => {
      const at = await opened()
      if (!at.ok) return at.fault
      // A session that stands by itself may lead nowhere by now.
      const asked = await at.value.team.chainOf(topicOf(''))
      if ('kind' in asked) return notReadyFault(asked)
      const standing = await at.value.team.standing()
      return standing.kind === 'ready' ? null : notReadyFault(standing)
    },
    mayLeave: async () => {
      const at = await opened()
      if (!at.ok) return at.fault
      await teller.tellNow()
      const isUnsaid = (n: number): boolean => parts.book.record(n)?.isUnsaid === true
      const open = at.value.own.openClaims().filter(({ n }) => !isUnsaid(n) && !teller.isTold(n))
      return open.length + busy.size === 0 ? null : stillOwes
    },
    close: async () => {
      teller.close()
      await opened.close()
    },
  }
}

const heldBy = ({ membership, book }: ClaimedParts, claim: Claim): Fault => {
  if (claim.desk !== membership.desk) return heldFault(claim)
  return book.record(claim.n)?.isUnsaid === true ? ownUnknown : ownOpen
}

async function claimNow(
  parts: ClaimedParts,
  team: TeamPort,
  asked: { topic: string; request: AttemptRow; seen: number },
): Promise<Result<Claim>> {
  const { operation, amount } = asked.request
  const known = knownTo(parts, asked.request)
  const claimed = await team.claim(
    asked.topic,
    {
      ...{ at: parts.clock(), by: parts.actor().slice(0, 60), operation },
      amount: amount === null ? null : [amount.minor.toString(), amount.currency],
      ...(known === null ? {} : { known }),
    },
    asked.seen,
  )
  switch (claimed.kind) {
    case 'mine':
      return ok(claimed.claim)
    case 'held':
      return fail(heldBy(parts, claimed.by))
    case 'moved':
      return fail(reviewedBefore)
    default:
      return fail(notReadyFault(claimed))
  }
}

/**
 * MONEY: named by the review's status. Where anything new is told after it and before the request
 * leaves, the request does not leave.
 */
const knownTo = (parts: ClaimedParts, request: AttemptRow): string[] | null =>
  request.seen === '' || request.lockKey !== orderLock(request)
    ? null
    : knownBefore(request.operation, parts.known(request).told)

/** A colleague's claim that the gateway shows as done gets its outcome. */
async function showClaim(
  parts: ClaimedParts,
  opened: OpenTeam,
  place: OrderPlace,
): Promise<boolean> {
  // Of nearly all orders the team is not asked.
  if (isPractice(place.service) || !mayShow(parts.known(place).told)) return false
  const at = await opened()
  if (!at.ok) return false
  const records = await at.value.team.chainOf(topicOf(orderLock(place)))
  const claim = 'kind' in records ? undefined : records.at(-1)
  if ('kind' in records || claim?.kind !== 'claim' || claim.desk === parts.membership.desk)
    return false
  const found = whatIsShown(records, parts.known(place), parts.clock())
  return 'facts' in found && (await at.value.team.show(claim, found.facts)) === 'in'
}

const claimOf = (
  { book }: ClaimedParts,
  team: TeamPort,
  claim: Claim,
  end: () => void,
): TeamClaim => ({
  use: (attemptId) => book.use(claim.n, attemptId),
  lookAndWrite: async (write) => {
    const reason = await team.lookAndWrite(claim, write)
    return reason === null ? null : lookFault(reason)
  },
  end,
})

/** Says what became of each claim, until the team knows. */
function outcomeTeller(parts: ClaimedParts, opened: OpenTeam, busy: ReadonlySet<string>) {
  const made = new Set<number>()
  /** Of this run: where a colleague said it, no record of this computer does. */
  const told = new Set<number>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let last: Promise<unknown> = Promise.resolve()
  const tell = async (): Promise<boolean> => {
    // Whoever goes on elsewhere says it there.
    if (parts.moved() !== null) return true
    const at = await opened()
    if (!at.ok) return false
    const { own, team } = at.value
    let isAllTold = true
    for (const claim of own.openClaims()) {
      const record = parts.book.record(claim.n)
      if (isClosed || busy.has(claim.topic) || told.has(claim.n)) continue
      if (record === undefined || record.isUnsaid) continue
      const state = await owedFor(parts, record.attemptId, made.has(claim.n))
      // A request of it may have begun meanwhile.
      if (state === 'open' || busy.has(claim.topic)) continue
      if (state === 'not-now') isAllTold = false
      else if (state === 'not-known') parts.book.leaveUnsaid(claim.n, 'not-known')
      else {
        const done = await team.release(claim, state, (id) =>
          record.attemptId === null ? false : isDoneBy(parts, record.attemptId, id),
        )
        if (done === 'in') told.add(claim.n)
        if (done === 'later') isAllTold = false
        if (done === 'contradicted') parts.book.leaveUnsaid(claim.n, 'contradicted')
      }
    }
    return isAllTold
  }
  /** Behind the one that runs: whoever asks before it begins gets its answer. */
  let pending: Promise<unknown> | null = null
  const tellNow = (): Promise<unknown> => {
    if (pending !== null) return pending
    last = pending = last
      .then(() => {
        pending = null
      })
      .then(() => (isClosed ? true : tell()))
      .catch((error: unknown) => {
        if (!isClosed) parts.report('team', error)
        return false
      })
      .then((isAllTold) => {
        if (isAllTold || isClosed) return
        timer ??= setTimeout(() => {
          timer = undefined
          void tellNow()
        }, retryAfterMs).unref()
      })
    return last
  }
  return {
    tellNow,
    wake: () => void tellNow(),
    isTold: (n: number): boolean => told.has(n),
    /** MONEY: a claim of this run that no request was sent under: nothing left. */
    madeHere: ({ n }: Claim) => void made.add(n),
    close: () => {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

/** MONEY: done as another transaction, the one that a colleague was shown is of somebody else. */
function isDoneBy({ request, known }: ClaimedParts, attemptId: string, id: string): boolean {
  const row = request(attemptId)
  if (row === null || (row.state !== 'SUCCEEDED' && row.handOutcome !== 'happened')) return false
  const own = known(row).told.find(({ seq }) => seq === row.resolvedBy)
  return own === undefined || [null, id].includes(namedIn(own))
}

/**
 * MONEY: a claim that no request was sent under was not used, if this ledger knows all that left.
 * `open`: the gateway has not said yet what became of it.
 */
async function owedFor(
  { isWhole, request }: ClaimedParts,
  attemptId: string | null,
  isOfThisRun: boolean,
): Promise<FinalState | 'open' | 'not-now' | 'not-known'> {
  if (attemptId === null) {
    const whole = isOfThisRun ? 'yes' : await isWhole()
    return whole === 'yes' ? 'NOT_SENT' : whole === 'no' ? 'not-known' : 'not-now'
  }
  const row = request(attemptId)
  if (row === null) return 'not-known'
  // What the gateway contradicts, nobody knows before a person looked into it.
  if (row.conflict !== null) return 'open'
  return owedAfter(row.state)
}
