// The requests of this computer under the claims of its team: claims what is about to leave, looks
// once more before the bytes, and says what became of it, until the team knows. Loaded only where
// a team was joined. MONEY: whatever is not known is not a claim, and of what may have left nothing
// is said before it is known.
import { type Fault, fail, ok, type Result } from '#shared/fault.ts'
import type { TeamClaim, TeamClaims } from '../../desk/base/team-claims.ts'
import type { TeamOrders } from '../../desk/team/team-order-methods.ts'
import type { AttemptRow } from '../../ledger/journal/attempt-row.ts'
import { owedAfter } from '../../team/claims/rules.ts'
import type { Claim, FinalState, TeamPort } from '../../team/claims/team-port.ts'
import { type ClaimedParts, type Opened, opener, type OpenTeam, topicOf } from './open-team.ts'
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
  /** What the team holds up at this moment. */
  held(): HeldRequests
  close(): Promise<void>
}

export interface HeldRequests {
  /** Requests whose claim the team has not answered yet: none of them left. */
  claiming: readonly AttemptRow[]
  /** Requests of which this computer could not tell the team yet what became of them. */
  untold: number
}

/** Between two tries to say what became of a claim. */
const retryAfterMs = 5_000

/** A claim that is answered sooner is nothing that a person waits for. */
const tellClaimAfterMs = 500

export function claimedRequests(parts: ClaimedParts): ClaimedRequests {
  const opened = opener(parts)
  /** Topics of which a request is on its way: nothing is said of them meanwhile. */
  const busy = new Set<string>()
  const teller = outcomeTeller(parts, opened, busy)
  const waits = claimWaits(parts)
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
      const answered = waits.begin(request)
      const claimed = await claimNow(parts, at.value.team, { topic, request, seen })
        .catch((error: unknown) => {
          busy.delete(topic)
          throw error
        })
        .finally(answered)
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
    orders: teamOrders(parts, opened),
    held: () => ({ claiming: waits.all(), untold: teller.untold() }),
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
      const open = at.value.own.openClaims().filter(({ n }) => !isUnsaid(n))
      return open.length + busy.size === 0 ? null : stillOwes
    },
    close: async () => {
      waits.close()
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
  const claimed = await team.claim(
    asked.topic,
    {
      ...{ at: parts.clock(), by: parts.actor().slice(0, 60), operation },
      amount: amount === null ? null : [amount.minor.toString(), amount.currency],
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

/** The requests that wait for the answer to their claim, long enough to be told. */
function claimWaits({ onChange }: ClaimedParts) {
  const waiting = new Map<string, AttemptRow>()
  const timers = new Set<NodeJS.Timeout>()
  return {
    all: () => [...waiting.values()],
    /** Returns what to call once it is answered. */
    begin: (request: AttemptRow) => {
      const { id, connectionId, orderid } = request
      const timer = setTimeout(() => {
        timers.delete(timer)
        waiting.set(id, request)
        onChange({ topic: 'attempt', connectionId, orderid })
      }, tellClaimAfterMs)
      timers.add(timer)
      return () => {
        clearTimeout(timer)
        timers.delete(timer)
        if (waiting.delete(id)) onChange({ topic: 'attempt', connectionId, orderid })
      }
    },
    close: () => {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

/** Says what became of each claim, until the team knows. */
function outcomeTeller(parts: ClaimedParts, opened: OpenTeam, busy: ReadonlySet<string>) {
  const made = new Set<number>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let last: Promise<unknown> = Promise.resolve()
  let untold = 0
  const untoldIs = (count: number): void => {
    if (count === untold) return
    untold = count
    if (!isClosed) parts.onChange({ topic: 'app' })
  }
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
      if (isClosed || busy.has(claim.topic) || record === undefined || record.isUnsaid) continue
      const state = await owedFor(parts, record.attemptId, made.has(claim.n))
      // A request of it may have begun meanwhile.
      if (state === 'open' || busy.has(claim.topic)) continue
      if (state === 'not-now') isAllTold = false
      else if (state === 'not-known') parts.book.leaveUnsaid(claim.n, 'not-known')
      else {
        const done = await team.release(claim, state)
        if (done === 'later') {
          isAllTold = false
          later += 1
        }
        if (done === 'contradicted') parts.book.leaveUnsaid(claim.n, 'contradicted')
      }
    }
    untoldIs(later)
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
    untold: () => untold,
    /** MONEY: a claim of this run that no request was sent under: nothing left. */
    madeHere: ({ n }: Claim) => void made.add(n),
    close: () => {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

/**
 * Whether nobody knows yet if the newest record of this computer is in the database. A session that
 * begins puts the same one again: a claim that is there then has to be told of like any other.
 */
async function outStill({ own, team }: Opened, busy: ReadonlySet<string>): Promise<boolean> {
  const isOut = (): boolean => {
    const last = own.all().at(-1)
    return last?.state === 'out' && !busy.has(last.record.topic)
  }
  if (isOut()) await team.standing()
  return isOut()
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
