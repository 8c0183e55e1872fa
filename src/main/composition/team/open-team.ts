// The team of this computer as the room of teams knows it, opened once the keychain gave the key.
// MONEY: nothing is asked of the database before, and nothing where work went on elsewhere.
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { fail, ok, type Result } from '#shared/fault.ts'
import type { AttemptRow } from '../../ledger/journal/attempt-row.ts'
import type { Membership, TeamBook } from '../../ledger/team/team-book.ts'
import { createTeam } from '../../team/claims/create-team.ts'
import type { TeamPort } from '../../team/claims/team-port.ts'
import { openSession, type SessionLimits } from '../../team/database/session.ts'
import { type KeptOwnRecords, ownRecordsOf } from './own-records.ts'
import { ownDamaged, retired } from './team-sentences.ts'

export interface ClaimedParts {
  book: TeamBook
  membership: Membership
  /** The key, as PEM, and the password of the login. Faults: vault. */
  secrets: () => Promise<Result<{ key: string; password: string }>>
  request: (id: string) => AttemptRow | null
  actor: () => string
  clock: () => number
  monotonic: () => number
  /**
   * MONEY: whether this ledger is the one that was left: `no` where it may be an older copy, which
   * does not know what left since.
   */
  isWhole: () => Promise<'yes' | 'no' | 'not-now'>
  /** Why nothing is written to the team any more: work goes on at another computer. */
  moved: () => string | null
  report: (incident: string, error: unknown) => void
  limits?: SessionLimits | undefined
}

export interface Opened {
  team: TeamPort
  own: KeptOwnRecords
}

/** MONEY: the very text by which this ledger locks: one order is one topic on every computer. */
export const topicOf = (lockKey: string): string => `order/${lockKey}`

export type OpenTeam = ReturnType<typeof opener>

export function opener(parts: ClaimedParts) {
  const { book, membership, monotonic } = parts
  const { team, founder, desk, address, ca } = membership
  let known: Opened | null = null
  let isClosed = false
  const make = (key: KeyObject): Opened => {
    const own = ownRecordsOf(book, desk)
    const limits = parts.limits === undefined ? {} : { limits: parts.limits }
    const open = async () => {
      const secrets = await parts.secrets()
      if (isClosed || !secrets.ok) return { unreached: isClosed ? 'closed' : 'no-password' }
      const { password } = secrets.value
      return openSession({ ...address, user: desk, ca, password, ...limits })
    }
    const now = () => ({ steadyMs: monotonic(), wallMs: Date.now() })
    return { own, team: createTeam({ id: { team, founder }, desk, key, own, open, now }) }
  }
  const opened = async (): Promise<Result<Opened>> => {
    const moved = parts.moved()
    if (moved !== null) return fail(retired(moved))
    if (known !== null) return ok(known)
    const secrets = await parts.secrets()
    if (!secrets.ok) return secrets
    if (known !== null) return ok(known)
    try {
      return ok((known = make(createPrivateKey(secrets.value.key))))
    } catch (error) {
      parts.report('team', error)
      return fail(ownDamaged)
    }
  }
  return Object.assign(opened, {
    close: async () => {
      isClosed = true
      await known?.team.close()
    },
  })
}
