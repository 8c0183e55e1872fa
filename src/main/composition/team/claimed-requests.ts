// The requests of this computer under the claims of its team: claims what is about to leave, looks
// once more before the bytes, and says what became of it, until the team knows. Loaded only where
// a team was joined. MONEY: whatever is not known is not a claim, and of what may have left nothing
// is said before it is known.
import { type Fault, fail, ok, type Result } from '#shared/fault.ts'
import { isPractice, orderLock, type OrderPlace, placeIn } from '#shared/order-place.ts'
import type { Claimable, TeamClaim, TeamClaims } from '../../desk/base/team-claims.ts'
import type { TeamApprovals } from '../../desk/approvals/in-team/team-approvals.ts'
import type { TeamOrders } from '../../desk/team/team-order-methods.ts'
import type { AttemptRow } from '../../ledger/journal/attempt-row.ts'
import type { KeptRecord } from '../../ledger/team/team-book.ts'
import { owedAfter } from '../../team/claims/rules.ts'
import type { Claim, FinalState, TeamPort } from '../../team/claims/team-port.ts'
import type { TeamRecord } from '../../team/records/record.ts'
import {
  type ClaimedParts,
  type Opened,
  opener,
  type OpenTeam,
  outStill,
  topicOf,
} from './open-team.ts'
import { saysOn } from './says-on.ts'
import { knownBefore, mayShow, namedIn, unseenIn, whatIsShown } from './shown.ts'
import { teamApprovals } from './team-approvals.ts'
import { teamOrders } from './team-orders.ts'
import { paidSince, twinsIn } from './paid-by-colleagues.ts'
import {
  lookFault,
  notReadyFault,
  reviewedBefore,
  sentencesOf,
  stillOwes,
  unseenFault,
} from './team-sentences.ts'
import { toldApart } from './told-apart.ts'

export interface ClaimedRequests extends TeamClaims {
  /** Something may have come to rest: what the team is owed is said now. */
  wake(): void
  /** The journal is there: from now on the team hears of this computer. */
  begin(): void
  /** This computer closes in order, or leaves. */
  sayOff(): Promise<void>
  /** Why nothing can be sent now, or null. Faults: vault, denied/team-away. */
  standing(): Promise<Fault | null>
  /** MONEY: nobody else may say what became of a request of this computer. */
  mayLeave(): Promise<Fault | null>
  /** What the team knows of orders, and releases. */
  orders: TeamOrders
  /** What waits for approval at any computer of the team. */
  approvals: TeamApprovals
  /** Requests of which this computer could not tell the team yet what became of them. */
  untold(): number
  close(): Promise<void>
}

/** Between two tries to say what became of a claim. */
const retryAfterMs = 5_000

export function claimedRequests(parts: ClaimedParts): ClaimedRequests {
  const opened = opener(parts)
  /** Topics of which a request is on its way: nothing is said of them meanwhile. */
  const busy = new Set<string>()
  const teller = outcomeTeller(parts, opened, busy)
  const chainOf = chainReader(parts, teller, busy)
  const signs = saysOn(parts, opened)
  return {
    seen: async (asked) => {
      const at = await opened()
      if (!at.ok) return at
      const chains: (readonly TeamRecord[])[] = []
      for (const one of claimables(at.value, asked)) {
        const records = await chainOf(at.value, one)
        if (!records.ok) return records
        chains.push(records.value)
      }
      const [ofLock = [], ofPayment = []] = chains
      const place = placeIn(asked.lockKey)
      const told = place === null ? [] : parts.known(place).told
      const unseen = unseenIn(ofLock, parts.membership.desk, told)
      if (unseen !== null) return fail(unseenFault(unseen))
      const twins = twinsIn(ofPayment, parts.membership.desk)
      return ok({ records: chains.map(({ length }) => length), twins })
    },
    claim: async (request, payment, seen) => {
      const at = await opened()
      if (!at.ok) return at
      const { lockKey } = request
      const asked = claimables(at.value, { lockKey, payment })
      const open = asked.find(({ topic }) => busy.has(topic))
      if (open !== undefined) return fail(sentencesOf(open).ownOpen)
      for (const { topic } of asked) busy.add(topic)
      const end = () => {
        for (const { topic } of asked) busy.delete(topic)
        teller.wake()
      }
      const all = { asked, request, seen }
      const claimed = await claimAll(parts, at.value.team, all, teller.madeHere).catch(
        (error: unknown) => {
          end()
          throw error
        },
      )
      // MONEY: what was claimed before is told as not sent: no request goes out under it.
      if (!claimed.ok) end()
      return claimed.ok ? ok(claimOf(parts, at.value.team, claimed.value, end)) : claimed
    },
    ...toldApart(parts, opened),
    showClaim: (place) =>
      showClaim(parts, opened, place).catch((error: unknown) => {
        parts.report('team', error)
        return false
      }),
    orders: teamOrders(parts, opened),
    approvals: teamApprovals(parts, opened),
    untold: teller.untold,
    wake: teller.wake,
    begin: () => {
      teller.wake()
      signs.begin()
    },
    sayOff: signs.sayOff,
    standing: () => standingNow(opened),
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
      signs.close()
      await opened.close()
    },
  }
}

async function standingNow(opened: OpenTeam): Promise<Fault | null> {
  const at = await opened()
  if (!at.ok) return at.fault
  // A session that stands by itself may lead nowhere by now.
  const asked = await at.value.team.chainOf(topicOf(''))
  if ('kind' in asked) return notReadyFault(asked)
  const standing = await at.value.team.standing()
  return standing.kind === 'ready' ? null : notReadyFault(standing)
}

/** All records of what nobody has; a fault says who has it. */
const chainReader =
  (parts: ClaimedParts, teller: { tellNow(): Promise<unknown> }, busy: ReadonlySet<string>) =>
  async ({ team }: Opened, one: Claimed): Promise<Result<readonly TeamRecord[]>> => {
    const { topic } = one
    let records = await team.chainOf(topic)
    const last = 'kind' in records ? undefined : records.at(-1)
    if (last?.kind === 'claim' && last.desk === parts.membership.desk && !busy.has(topic)) {
      // Its outcome may be on its way.
      await teller.tellNow()
      records = await team.chainOf(topic)
    }
    if ('kind' in records) return fail(notReadyFault(records))
    const held = records.at(-1)
    return held?.kind === 'claim' ? fail(heldBy(parts, one, held)) : ok(records)
  }

/** One of what a request claims. */
interface Claimed {
  topic: string
  isPayment: boolean
}

/** In the order in which they are claimed: what is locked, then what is paid. */
const claimables = (
  { paymentTopic }: Pick<Opened, 'paymentTopic'>,
  { lockKey, payment }: Claimable,
): Claimed[] => [
  { topic: topicOf(lockKey), isPayment: false },
  ...(payment === null ? [] : [{ topic: paymentTopic(payment), isPayment: true }]),
]

const heldBy = ({ membership, book }: ClaimedParts, one: Claimed, claim: Claim): Fault => {
  const says = sentencesOf(one)
  if (claim.desk !== membership.desk) return says.held(claim)
  return book.record(claim.n)?.isUnsaid === true ? says.ownUnknown : says.ownOpen
}

/** One after the other, until one of them can't be claimed. `made` is told of each. */
async function claimAll(
  parts: ClaimedParts,
  team: TeamPort,
  all: { asked: readonly Claimed[]; request: AttemptRow; seen: readonly number[] },
  made: (claim: Claim) => void,
): Promise<Result<Claim[]>> {
  const { asked, request } = all
  const claims: Claim[] = []
  for (const [nth, one] of asked.entries()) {
    const seen = all.seen[nth] ?? 0
    const claimed = await claimNow(parts, team, { one, request, seen })
    if (!claimed.ok) return claimed
    made(claimed.value)
    claims.push(claimed.value)
  }
  return ok(claims)
}

async function claimNow(
  parts: ClaimedParts,
  team: TeamPort,
  asked: { one: Claimed; request: AttemptRow; seen: number },
): Promise<Result<Claim>> {
  const { one, request, seen } = asked
  const { operation, amount } = request
  const known = one.isPayment ? null : knownTo(parts, request)
  const claimed = await team.claim(
    one.topic,
    {
      ...{ at: parts.clock(), by: parts.actor().slice(0, 60), operation },
      amount: amount === null ? null : [amount.minor.toString(), amount.currency],
      ...(known === null ? {} : { known }),
    },
    seen,
  )
  switch (claimed.kind) {
    case 'mine':
      return ok(claimed.claim)
    case 'held':
      return fail(heldBy(parts, one, claimed.by))
    case 'moved':
      return fail(one.isPayment ? paidSince(claimed.records.slice(seen)) : reviewedBefore)
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
  claims: readonly Claim[],
  end: () => void,
): TeamClaim => ({
  use: (attemptId) => {
    for (const { n } of claims) book.use(n, attemptId)
  },
  lookAndWrite: async (write) => {
    const [first, ...beside] = claims
    const reason = first === undefined ? 'gone' : await team.lookAndWrite(first, write, beside)
    return reason === null ? null : lookFault(reason)
  },
  end,
})

/** The screens hear of each change. */
function countShown({ onChange }: ClaimedParts) {
  let count = 0
  return {
    now: () => count,
    is: (next: number): void => {
      if (next === count) return
      count = next
      onChange({ topic: 'app' })
    },
  }
}

/** Says what became of each claim, until the team knows. */
function outcomeTeller(parts: ClaimedParts, opened: OpenTeam, busy: ReadonlySet<string>) {
  const made = new Set<number>()
  /** Of this run: where a colleague said it, no record of this computer does. */
  const told = new Set<number>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let last: Promise<unknown> = Promise.resolve()
  const untold = countShown(parts)
  const tell = async (): Promise<boolean> => {
    // Whoever goes on elsewhere says it there.
    if (parts.moved() !== null) return true
    const at = await opened()
    if (!at.ok) return false
    const { own, team } = at.value
    const isOut = await outStill(at.value, busy)
    let isAllTold = !isOut
    let later = isOut ? 1 : 0
    for (const claim of own.openClaims()) {
      const record = parts.book.record(claim.n)
      if (isClosed || busy.has(claim.topic) || told.has(claim.n)) continue
      if (record === undefined || record.isUnsaid) continue
      const state = await owedFor(parts, record, made.has(claim.n))
      // A request of it may have begun meanwhile.
      if (state === 'open' || busy.has(claim.topic)) continue
      if (state === 'not-now') isAllTold = false
      else if (state === 'not-known') parts.book.leaveUnsaid(claim.n, 'not-known')
      else {
        const done = await team.release(claim, state, (id) =>
          record.attemptId === null ? false : isDoneBy(parts, record.attemptId, id),
        )
        if (done === 'in') told.add(claim.n)
        if (done === 'later') {
          isAllTold = false
          later += 1
        }
        if (done === 'contradicted') parts.book.leaveUnsaid(claim.n, 'contradicted')
      }
    }
    if (!isClosed) untold.is(later)
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
    untold: untold.now,
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
  { book, isWhole, request }: ClaimedParts,
  { n, attemptId }: Pick<KeptRecord, 'n' | 'attemptId'>,
  isOfThisRun: boolean,
): Promise<FinalState | 'open' | 'not-now' | 'not-known'> {
  if (attemptId === null) {
    if (!isOfThisRun && !book.isSameSince(n)) return 'not-known'
    const whole = isOfThisRun ? 'yes' : await isWhole()
    return whole === 'yes' ? 'NOT_SENT' : whole === 'no' ? 'not-known' : 'not-now'
  }
  const row = request(attemptId)
  if (row === null) return 'not-known'
  // What the gateway contradicts, nobody knows before a person looked into it.
  if (row.conflict !== null) return 'open'
  return owedAfter(row.state)
}
