// The team as the way of money asks it: claims an order, looks at the claim once more before the
// bytes leave, and says what became of it. Never sends anything to a gateway. MONEY: whatever is
// not known is not a claim: the caller sends nothing then.
import type { Put } from '../database/put.ts'
import { isOrderChain, orderChain } from '../records/order-chain.ts'
import type { Draft, TeamRecord } from '../records/record.ts'
import { createDeskSession, type DeskSession, type SessionParts } from './desk-session.ts'
import { type Entered, isEntered, nextRecord, noAnswer } from './enter.ts'
import { look, lookAndWrite } from './look.ts'
import { releaseWaitMs, turnOf } from './rules.ts'
import type { Claim, Claimed, TeamPort } from './team-port.ts'

export interface TeamParts extends SessionParts {
  look?: typeof look
}

export function createTeam(parts: TeamParts): TeamPort {
  const desk = createDeskSession(parts)
  const lookOnce = parts.look ?? look
  const releases = seenReleases(parts)
  // MONEY: one step at a time: two claims at once would take one number.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const done = last.then(act)
    last = done.catch(() => undefined)
    return done
  }
  return {
    claim: async (topic, facts, seenVersion) => {
      const claimed = await inTurn(() => claimOrder(parts, desk, { topic, facts, seenVersion }))
      // The caller asks the gateway next: by then the desk that had the order sends no more.
      if (claimed.kind === 'mine') await releases.waitFor(claimed.before)
      return claimed
    },
    lookAndWrite: (own, write) =>
      lookAndWrite(() => lookOnce(desk.standing(), own), parts.now, write),
    release: (own, state) => inTurn(() => release(parts, desk, { own, state })),
    free: (of, facts) => inTurn(() => free(parts, desk, of, facts)),
    chainOf: (topic) =>
      inTurn(async () => {
        const at = await desk.ready()
        if (!isEntered(at)) return at
        const found = await desk.chain(at, topic)
        return 'kind' in found ? found : found.records
      }),
    standing: () =>
      inTurn(async () => {
        const at = await desk.readyToClaim()
        return isEntered(at) ? { kind: 'ready', epoch: at.epoch } : at
      }),
    close: () => desk.close(),
  }
}

/** When this computer first saw each release, by the clock that is never set back. */
function seenReleases({ now }: TeamParts) {
  const seenAt = new Map<string, number>()
  const waitFor = async (records: readonly TeamRecord[]): Promise<void> => {
    const nowMs = now().steadyMs
    const waits = records
      .filter(({ kind }) => kind === 'released')
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
    await release(parts, desk, { own, state: 'NOT_SENT' })
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
  { own, state }: { own: Claim; state: Parameters<TeamPort['release']>[1] },
): ReturnType<TeamPort['release']> {
  const at = await desk.ready()
  if (!isEntered(at)) return 'later'
  const found = await desk.chain(at, own.topic)
  if ('kind' in found) return 'later'
  const next = found.records[own.version]
  if (next !== undefined) {
    // MONEY: only this very outcome of this very claim: another one says that something else is so.
    const isSame = next.desk === parts.desk && next.before === own.digest && next.kind === 'outcome'
    return isSame && next.facts.state === state ? 'in' : 'contradicted'
  }
  if (found.held?.digest !== own.digest) return 'contradicted'
  const draft = { kind: 'outcome', facts: { state } } as const
  return endOf(await desk.putUntilKnown(at, afterClaim(parts, at, own, draft)), 'contradicted')
}

async function free(
  parts: TeamParts,
  desk: DeskSession,
  of: Claim,
  facts: TeamRecord<'released'>['facts'],
): ReturnType<TeamPort['free']> {
  const at = await desk.readyToClaim()
  if (!isEntered(at)) return 'later'
  const found = await desk.chain(at, of.topic)
  if ('kind' in found) return 'later'
  if (found.held?.digest !== of.digest) return 'refused'
  const record = afterClaim(parts, at, of, { kind: 'released', facts })
  const stored = [...found.records, record].map((one) => one.stored)
  // Nobody would believe it, and it would stop the order for all.
  if (!isOrderChain(orderChain(at.roster, stored))) return 'refused'
  return endOf(await desk.putUntilKnown(at, record), 'refused')
}

function afterClaim(
  parts: TeamParts,
  at: Entered,
  claim: Claim,
  said: Pick<Draft<'outcome'>, 'kind' | 'facts'> | Pick<Draft<'released'>, 'kind' | 'facts'>,
): TeamRecord {
  const place = { epoch: at.epoch, topic: claim.topic }
  const next = { version: claim.version + 1, before: claim.digest }
  return nextRecord(parts, { ...place, ...next, ...said } as Parameters<typeof nextRecord>[1])
}

function endOf<E>(done: Put, otherwise: E): 'in' | 'later' | E {
  if (done === 'in' || done === 'weak') return 'in'
  return done === 'taken' || done === 'gap' ? otherwise : 'later'
}
