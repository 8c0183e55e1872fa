// The team as the way of money asks it: claims an order, looks at the claim once more before the
// bytes leave, and says what became of it. Never sends anything to a gateway. MONEY: whatever is
// not known is not a claim: the caller sends nothing then.
import { turns } from '#shared/time/turns.ts'
import { durabilityOf } from '../database/init.ts'
import type { Put } from '../database/put.ts'
import { recordsOf } from '../database/rows.ts'
import { isOrderChain, orderChain } from '../records/order-chain.ts'
import { digestOf, type Draft, type Kind, type TeamRecord } from '../records/record.ts'
import { createDeskSession, type DeskSession, type SessionParts } from './desk-session.ts'
import { approvalsThere, sayApproval } from './approvals.ts'
import { beat } from './beat.ts'
import { type Entered, isEntered, nextRecord, noAnswer, readRoster } from './enter.ts'
import { createFollower } from './follow.ts'
import { look, lookAndWrite } from './look.ts'
import { releaseWaitMs, turnOf } from './rules.ts'
import { sayOff, sayOn, signFrom } from './signs.ts'
import { signaturesOn, type ReleaseSignature } from '../records/release.ts'
import { desksOf } from '../records/roster.ts'
import { releaseTopic } from '../records/topics.ts'
import type {
  Claim,
  Claimed,
  DeskSign,
  FinalState,
  NotReady,
  ReleaseBy,
  ReleaseDone,
  TeamPort,
} from './team-port.ts'

export interface TeamParts extends SessionParts {
  look?: typeof look
}

export function createTeam(parts: TeamParts): TeamPort {
  const desk = createDeskSession(parts)
  const lookOnce = parts.look ?? look
  const releases = seenReleases(parts)
  const beats = heartbeats(parts, desk)
  const follower = createFollower(parts.desk, (at) => readRoster(parts.id, at.session))
  // MONEY: one step at a time: two claims at once would take one number.
  const inTurn = turns()
  return {
    claim: async (topic, facts, seenVersion) => {
      const claimed = await inTurn(
        async () =>
          (await beats.contradicted()) ?? claimOrder(parts, desk, { topic, facts, seenVersion }),
      )
      // The caller asks the gateway next: by then the desk that had the order sends no more.
      if (claimed.kind === 'mine') await releases.waitFor(claimed.before)
      return claimed
    },
    lookAndWrite: (own, write, beside = []) =>
      lookAndWrite(() => lookAtAll(desk, lookOnce, [own, ...beside]), parts.now, write),
    release: async (own, state, isDoneBy = () => state === 'SUCCEEDED') => {
      const done = await inTurn(() => release(parts, desk, { own, state, isDoneBy }))
      // Nobody waits for it; what is damaged or closed by then is told elsewhere.
      if (done === 'in') inTurn(beats.now).catch(() => undefined)
      return done
    },
    free: (of, facts) => inTurn(() => endFor(parts, desk, of, { kind: 'released', facts })),
    show: (of, facts) => inTurn(() => endFor(parts, desk, of, { kind: 'shown', facts })),
    signedOn: (claim) =>
      inTurn(async () => {
        const at = await desk.ready()
        return isEntered(at) ? signedOn(parts, at, claim) : at
      }),
    signRelease: (of, by) => inTurn(() => signRelease(parts, desk, of, by)),
    sayApproval: (topic, sealed) => inTurn(() => sayApproval(parts, desk, topic, sealed)),
    approvalsThere: (range) => inTurn(() => approvalsThere(parts, desk, range)),
    chainOf: (topic) =>
      inTurn(async () => {
        const at = await desk.ready()
        if (!isEntered(at)) return at
        const found = await desk.chain(at, topic)
        return 'kind' in found ? found : found.records
      }),
    follow: () =>
      inTurn(async () => {
        const at = await desk.ready()
        return isEntered(at) ? follower.follow(at) : at
      }),
    standing: () =>
      inTurn(async () => {
        const at = await desk.readyToClaim()
        return isEntered(at) ? { kind: 'ready', epoch: at.epoch } : at
      }),
    beat: () => inTurn(beats.beat),
    sayOn: () => inTurn(() => sayOn(parts, desk)),
    sayOff: (withinMs) => {
      const beganMs = parts.now().steadyMs
      const leftMs = (): number => withinMs - (parts.now().steadyMs - beganMs)
      // A claim that is waited for may stand before it: then nothing is said.
      const late = new Promise<void>((resolve) => setTimeout(resolve, withinMs).unref())
      return Promise.race([late, inTurn(() => sayOff(parts, desk, leftMs()))])
    },
    desks: () => desksNow(parts, desk, inTurn),
    close: () => desk.close(),
  }
}

/** MONEY: each claim of a request has to stand. */
async function lookAtAll(
  desk: DeskSession,
  lookOnce: typeof look,
  claims: readonly Claim[],
): ReturnType<typeof look> {
  for (const claim of claims) {
    const reason = await lookOnce(desk.standing(), claim)
    if (reason !== null) return reason
  }
  return null
}

/** Each desk in a turn of its own: a claim never waits for the whole list. */
async function desksNow(
  parts: TeamParts,
  desk: DeskSession,
  inTurn: <T>(act: () => Promise<T>) => Promise<T>,
): ReturnType<TeamPort['desks']> {
  const names = await inTurn(async () => {
    const at = await desk.ready()
    if (!isEntered(at)) return at
    // Somebody may have been let in since this session began.
    const roster = await readRoster(parts.id, at.session)
    if ('kind' in roster) return roster
    at.roster = roster
    return desksOf(roster)
  })
  if ('kind' in names) return names
  const signs: DeskSign[] = []
  for (const name of names) {
    const sign = await inTurn(async () => {
      const at = await desk.ready()
      return isEntered(at) ? signFrom(at, name) : at
    })
    if ('kind' in sign) return sign
    signs.push(sign)
  }
  const durability = await inTurn(async () => {
    const at = await desk.ready()
    return isEntered(at) ? ((await durabilityOf(at.session)) ?? noAnswer) : at
  })
  return typeof durability === 'string' ? { signs, durability } : durability
}

/** Between two heartbeats that nobody asked for. */
const beatEveryMs = 60_000

/** MONEY: while what others signed contradicts what is shown here, nothing is claimed. */
function heartbeats(parts: TeamParts, desk: DeskSession) {
  let lastMs = -Infinity
  let found: NotReady | null = null
  const beatNow = async (): ReturnType<TeamPort['beat']> => {
    lastMs = parts.now().steadyMs
    const done = await beat(parts, desk)
    if (typeof done === 'string') found = null
    else if (done.kind === 'flaw') found = done
    return done
  }
  return {
    beat: beatNow,
    now: async (): Promise<void> => {
      if (parts.now().steadyMs - lastMs >= beatEveryMs) await beatNow()
    },
    contradicted: async (): Promise<NotReady | null> => {
      if (found !== null) await beatNow()
      return found
    },
  }
}

/**
 * When this computer first saw each word of somebody else about a claim, by the clock that is never
 * set back.
 */
function seenReleases({ now }: TeamParts) {
  const seenAt = new Map<string, number>()
  const waitFor = async (records: readonly TeamRecord[]): Promise<void> => {
    const nowMs = now().steadyMs
    const waits = records
      .filter(({ kind }) => kind === 'released' || kind === 'shown')
      .map(({ digest }) => {
        if (!seenAt.has(digest)) seenAt.set(digest, nowMs)
        return releaseWaitMs - (nowMs - seenAt.get(digest)!)
      })
    const waitMs = Math.max(0, ...waits)
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
  return { waitFor }
}

async function claimOrder(
  parts: TeamParts,
  desk: DeskSession,
  asked: { topic: string; facts: Claim['facts']; seenVersion: number },
): Promise<Claimed> {
  const { topic, facts } = asked
  const at = await desk.readyToClaim()
  if (!isEntered(at)) return at
  const found = await desk.chain(at, topic)
  if ('kind' in found) return found
  const other = turnOf(found, asked.seenVersion)
  if (other !== null) return other
  const before = found.records.at(-1)?.digest ?? ''
  const version = found.records.length + 1
  const own = nextRecord<'claim'>(parts, {
    ...{ epoch: at.epoch, topic, version, before },
    ...{ kind: 'claim', facts },
  })
  const done = await desk.putUntilKnown(at, own)
  if (done !== 'in' && done !== 'weak') return lostTo(desk, done, own)
  // MONEY: what was resolved after a fail-over was made before the roll call; and a server that
  // could not keep a claim may lose it before anybody else heard of it.
  if (done === 'weak' || desk.standing()?.epoch !== own.epoch) {
    await release(parts, desk, { own, state: 'NOT_SENT', isDoneBy: () => false })
    return { kind: 'unreached', code: 'not-kept' }
  }
  return { kind: 'mine', claim: own, before: found.records }
}

/** Who has the order instead. */
async function lostTo(desk: DeskSession, done: Put, own: Claim): Promise<Claimed> {
  if (done === 'altered') return { kind: 'altered', n: own.n }
  if (done === 'refused') return { kind: 'not-let-in' }
  if (done === 'unknown') return noAnswer
  const at = await desk.ready()
  if (!isEntered(at)) return at
  const found = await desk.chain(at, own.topic)
  if ('kind' in found) return found
  return found.held === null
    ? { kind: 'moved', records: found.records }
    : { kind: 'held', by: found.held }
}

async function release(
  parts: TeamParts,
  desk: DeskSession,
  {
    own,
    state,
    isDoneBy,
  }: { own: Claim; state: FinalState; isDoneBy: (transactionId: string) => boolean },
): ReturnType<TeamPort['release']> {
  const at = await desk.ready()
  if (!isEntered(at)) return 'later'
  // MONEY: after a fail-over a colleague may still have to put back what it said of this claim.
  if (at.epoch !== own.epoch && !isEntered(await desk.readyToClaim())) return 'later'
  const found = await desk.chain(at, own.topic)
  if ('kind' in found) return 'later'
  const next = found.records[own.version]
  if (next !== undefined) {
    if (next.before !== own.digest) return 'contradicted'
    // MONEY: another word than this one says that something else is so.
    const isSame =
      next.kind === 'outcome'
        ? next.desk === parts.desk && next.facts.state === state
        : next.kind === 'shown' && isDoneBy(next.facts.id)
    return isSame ? 'in' : 'contradicted'
  }
  if (found.held?.digest !== own.digest) return 'contradicted'
  const draft = { kind: 'outcome', facts: { state } } as const
  // Where somebody else said something meanwhile, the next try reads what.
  return endOf(await desk.putUntilKnown(at, afterClaim(parts, at, own, draft)), 'later')
}

/** Somebody else than the desk of the claim says what became of it. */
async function endFor(
  parts: TeamParts,
  desk: DeskSession,
  of: Claim,
  said: Said<'released'> | Said<'shown'>,
): ReturnType<TeamPort['free']> {
  const at = await desk.readyToClaim()
  if (!isEntered(at)) return 'later'
  const found = await desk.chain(at, of.topic)
  if ('kind' in found) return 'later'
  if (found.held?.digest !== of.digest) return 'refused'
  const record = afterClaim(parts, at, of, said)
  const stored = [...found.records, record].map((one) => one.stored)
  // Nobody would believe it, and it would stop the order for all.
  if (!isOrderChain(orderChain(at.roster, stored))) return 'refused'
  return endOf(await desk.putUntilKnown(at, record), 'refused')
}

async function signedOn(
  { id }: TeamParts,
  at: Entered,
  claim: Claim,
): Promise<readonly ReleaseSignature[] | NotReady> {
  const stored = await recordsOf(at.session, 'ofTopic', [releaseTopic(claim.digest)])
  if (stored === null) return noAnswer
  if (stored.length === 0) return []
  // Whoever signed may have been let in since this session began.
  const roster = await readRoster(id, at.session)
  if ('kind' in roster) return roster
  at.roster = roster
  return signaturesOn(claim, stored, roster)
}

async function signRelease(
  parts: TeamParts,
  desk: DeskSession,
  of: Claim,
  { reason, key, signature }: ReleaseBy,
): Promise<ReleaseDone> {
  const at = await desk.readyToClaim()
  if (!isEntered(at)) return 'later'
  // Somebody may have been let in since this session began.
  const roster = await readRoster(parts.id, at.session)
  if ('kind' in roster) return 'later'
  at.roster = roster
  const found = await desk.chain(at, of.topic)
  if ('kind' in found) return 'later'
  if (found.held?.digest !== of.digest) return 'refused'
  const me = [...roster.people].find(([, { key: own, upTo }]) => own === key && upTo === null)
  if (me === undefined) return 'no-person'
  const topic = releaseTopic(of.digest)
  const stored = await recordsOf(at.session, 'ofTopic', [topic])
  if (stored === null) return 'later'
  const signed = signaturesOn(of, stored, roster)
  const [id] = me
  const others = signed.filter((one) => one.id !== id)
  const [other] = others.filter((one) => one.reason === reason)
  if (other !== undefined) {
    const people = [other, { id, signature }].map((one) => ({
      ...{ id: one.id, signature: one.signature },
    }))
    const freed = await endFor(parts, desk, of, { kind: 'released', facts: { reason, people } })
    return freed === 'in' ? 'freed' : freed
  }
  if (others.length > 0) return 'other-reason'
  if (signed.length > 0) return 'signed'
  const last = stored.at(-1)
  const before = last === undefined ? '' : digestOf(last)
  const record = nextRecord<'signed'>(parts, {
    ...{ epoch: at.epoch, topic, version: stored.length + 1, before },
    ...{ kind: 'signed', facts: { reason, id, signature } },
  })
  const done = endOf(await desk.putUntilKnown(at, record), 'later')
  return done === 'in' ? 'signed' : done
}

type Said<K extends Kind> = Pick<Draft<K>, 'kind' | 'facts'>

function afterClaim(
  parts: TeamParts,
  at: Entered,
  claim: Claim,
  said: Said<'outcome'> | Said<'released'> | Said<'shown'>,
): TeamRecord {
  const place = { epoch: at.epoch, topic: claim.topic }
  const next = { version: claim.version + 1, before: claim.digest }
  return nextRecord(parts, { ...place, ...next, ...said } as Parameters<typeof nextRecord>[1])
}

function endOf<E>(done: Put, otherwise: E): 'in' | 'later' | E {
  if (done === 'in' || done === 'weak') return 'in'
  return done === 'taken' || done === 'gap' ? otherwise : 'later'
}
