// Wires the team that this computer belongs to. A computer alone loads nothing of it: the library
// of the database is read only where a team was joined.
import { type Fault, fail, ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { isPractice, orderLock } from '#shared/order-place.ts'
import type { DeskPorts } from '../../desk/base/ports.ts'
import { openTeamBook } from '../../ledger/team/team-book.ts'
import type { Vault } from '../../vault/vault.ts'
import type { WiredLedger } from '../wire-ledger.ts'
import type { TeamSecrets } from './open-team.ts'
import type { ClaimedParts } from './open-team.ts'
import { gaveUp, keychainUnread, ledgerOfBefore, notLoaded } from './team-sentences.ts'
import { movedMessage } from '../../desk/moving/moved-message.ts'
import type { TeamApprovals } from '../../desk/approvals/in-team/team-approvals.ts'
import type { TeamOrders } from '../../desk/team/team-order-methods.ts'
import type { TeamParts } from '../../desk/team/team-methods.ts'
import { watchedClaims, type WatchedClaims } from './watch-standing.ts'
import { teamKeySlot, teamPasswordSlot, teamPaymentKeySlot } from '../../desk/team/team-secrets.ts'
import { readJoiningFile } from '../people/read-approval-file.ts'

export interface WiredTeam {
  /** Null on a computer that works alone. */
  claims(): WatchedClaims | null
  /** What the bridge's methods about a team ask for. */
  asked: Pick<
    TeamParts,
    'book' | 'readBytes' | 'lookAt' | 'standing' | 'mayLeave' | 'sayOff' | 'changed' | 'lost'
  >
  /** The journal is there: what the last run left is said now. */
  start(ports: Pick<DeskPorts, 'journal' | 'orders'>): void
  close(): Promise<void>
}

/** What this computer knows, once its journal is there. */
type KnownToTeam = Pick<ClaimedParts, 'request' | 'known'>

export async function wireTeam(
  ledger: WiredLedger,
  parts: Pick<DeskPorts, 'actor' | 'clock' | 'monotonic' | 'report'>,
  load = () => import('./claimed-requests.ts'),
): Promise<WiredTeam> {
  const book = openTeamBook(ledger.db, ledger.audit, parts.clock)
  let known: KnownToTeam = { request: () => null, known: () => ({ told: [], requests: [] }) }
  let claims: WatchedClaims | null = null
  let hasJournal = false
  let lost: Fault | null = null
  const changed = async (): Promise<void> => {
    const membership = book.membership()
    const before = claims
    // MONEY: until the team can be asked, and where it never can, nothing leaves.
    claims = nothingLeaves(notLoaded)
    await before?.close()
    lost = membership === null ? await whyLost(ledger.vault, book.left()) : null
    if (membership === null) {
      const askAgain = lost === keychainUnread ? changed : undefined
      claims = lost === null ? null : nothingLeaves(lost, askAgain)
      return
    }
    const { claimedRequests } = await load()
    const { onChange } = ledger
    const claimed = claimedRequests({
      ...{ book, membership, ...parts, onChange },
      request: (id) => known.request(id),
      known: (place) => known.known(place),
      secrets: () => secretsIn(ledger.vault),
      isWhole: () => isWhole(ledger),
      moved: () => movedMessage(ledger.moved()),
    })
    claims = watchedClaims(claimed, { ...parts, onChange })
    if (hasJournal) claims.begin()
  }
  // Who can't ask the team starts all the same, and sends nothing.
  await changed().catch((error: unknown) => parts.report('team', error))
  return {
    claims: () => claims,
    asked: {
      ...{ book, changed, readBytes: readJoiningFile, lost: () => lost },
      lookAt: async (file, own) => (await import('./look-at-team.ts')).lookAtTeam(file, own),
      standing: async () => (await claims?.standing()) ?? null,
      mayLeave: async () => (await claims?.mayLeave()) ?? null,
      sayOff: async () => claims?.sayOff(),
    },
    start: ({ journal, orders }) => {
      known = {
        request: (id) => journal.get(id),
        known: (place) => ({ told: orders.snapshots(place), requests: journal.ofOrder(place) }),
      }
      hasJournal = true
      claims?.begin()
    },
    close: async () => {
      await claims?.sayOff()
      await claims?.close()
    },
  }
}

const noOrders = (why: Fault): TeamOrders => {
  const refuse = () => Promise.resolve(fail(why))
  return { show: refuse, holds: refuse, desks: refuse, toSign: refuse, release: refuse }
}

const noApprovals = (why: Fault): TeamApprovals => {
  const refuse = () => Promise.resolve(fail(why))
  return { desk: '', say: refuse, all: refuse, of: refuse }
}

const nothingLeaves = (why: Fault, askAgain?: () => Promise<void>): WatchedClaims => ({
  seen: async () => {
    await askAgain?.()
    return fail(why)
  },
  claim: () => Promise.resolve(fail(why)),
  hear: () => Promise.resolve(),
  // MONEY: a colleague of the team that can't be asked may have sent it.
  doubt: (request) =>
    isPractice(request.service) || request.lockKey !== orderLock(request)
      ? null
      : say('team.own-or-colleagues-unasked'),
  sentAfter: () => [],
  shownOf: () => null,
  showClaim: () => Promise.resolve(false),
  orders: noOrders(why),
  approvals: noApprovals(why),
  untold: () => 0,
  whyNothingGoes: () => why.message,
  standing: () => Promise.resolve(why),
  mayLeave: () => Promise.resolve(why),
  wake: () => undefined,
  begin: () => undefined,
  sayOff: () => Promise.resolve(),
  close: () => Promise.resolve(),
})

/**
 * MONEY: the keychain knows of a team that this ledger does not know: a copy of before this
 * computer joined was put back, or the team was left while it could not be asked. It would send
 * beside its colleagues.
 */
async function whyLost(vault: Vault, left: string | null): Promise<Fault | null> {
  if (vault.kind !== 'keychain') return null
  const password = await vault.read(teamPasswordSlot)
  if (password.ok) return left === null ? ledgerOfBefore : gaveUp(left)
  return password.fault.kind === 'vault' && password.fault.reason === 'lost' ? null : keychainUnread
}

async function secretsIn(vault: Vault): Promise<Result<TeamSecrets>> {
  const key = await vault.read(teamKeySlot)
  if (!key.ok) return fail(key.fault)
  const password = await vault.read(teamPasswordSlot)
  if (!password.ok) return fail(password.fault)
  const paymentKey = await vault.read(teamPaymentKeySlot)
  if (!paymentKey.ok) return fail(paymentKey.fault)
  return ok({ key: key.value, password: password.value, paymentKey: paymentKey.value })
}

/** MONEY: as before each request that leaves: an older copy would not know what left since. */
async function isWhole({ check, stops, seal }: WiredLedger): Promise<'yes' | 'no' | 'not-now'> {
  const unchecked = (await check.now()) ?? stops.for({ isEmbedded: false })[0]?.message
  if (seal.contradiction() !== null) return 'no'
  // Signed first: else the keychain has no mark of the newest entries, and money stops.
  seal.maybe('sending')
  return (unchecked ?? (await seal.witness(true))) === null ? 'yes' : 'not-now'
}
