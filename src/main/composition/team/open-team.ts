// The team of this computer as the room of teams knows it, opened once the keychain gave the key.
// MONEY: nothing is asked of the database before, and nothing where work went on elsewhere.
import { createPrivateKey, type KeyObject } from 'node:crypto'
import type { Change } from '#shared/contract/bridge.ts'
import { fail, ok, type Result } from '#shared/fault.ts'
import type { OrderPlace } from '#shared/order-place.ts'
import type { AttemptRow } from '../../ledger/journal/attempt-row.ts'
import { createTimeSlice, isEnded } from '../../ledger/db/time-slice.ts'
import type { Membership, TeamBook } from '../../ledger/team/team-book.ts'
import { createTeam } from '../../team/claims/create-team.ts'
import type { TeamPort } from '../../team/claims/team-port.ts'
import { openSession, type SessionLimits } from '../../team/database/session.ts'
import { type ApprovalBox, approvalBox } from '../../team/records/approval-box.ts'
import { payTopic } from '../../team/records/topics.ts'
import { type KeptOwnRecords, ownRecordsOf, readOwnRecords } from './own-records.ts'
import type { KnownOfOrder } from './shown.ts'
import { notReadyFault, ownDamaged, retired } from './team-sentences.ts'

export interface TeamSecrets {
  /** As PEM. */
  key: string
  /** Of the login. */
  password: string
  /** By it a payment is named in the database, which does not know it. */
  paymentKey: string
}

export interface ClaimedParts {
  book: TeamBook
  membership: Membership
  /** Faults: vault. */
  secrets: () => Promise<Result<TeamSecrets>>
  request: (id: string) => AttemptRow | null
  known: (place: OrderPlace) => KnownOfOrder
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
  /** What the screens show of the team changed. */
  onChange: (change: Change) => void
  limits?: SessionLimits | undefined
}

export interface Opened {
  team: TeamPort
  own: KeptOwnRecords
  /** MONEY: one payment is one topic on every computer of the team. */
  paymentTopic: (payment: string) => string
  /** What is asked of colleagues is read by the team alone. */
  box: ApprovalBox
}

/** MONEY: the very text by which this ledger locks: one order is one topic on every computer. */
export const topicOf = (lockKey: string): string => `order/${lockKey}`

const closed = notReadyFault({ kind: 'unreached', code: 'closed' })

export type OpenTeam = ReturnType<typeof opener>

export function opener(parts: ClaimedParts) {
  const { book, membership, monotonic } = parts
  const { team, founder, desk, address, ca } = membership
  let known: Opened | null = null
  /** All that ask meanwhile wait for the one reading. */
  let opening: Promise<Result<Opened>> | null = null
  let isClosed = false
  const closing = new AbortController()
  const make = async (key: KeyObject, paymentKey: string): Promise<Opened> => {
    const read = await readOwnRecords(
      book,
      desk,
      createTimeSlice({ monotonic, signal: closing.signal }),
    )
    const own = ownRecordsOf(book, read)
    const limits = parts.limits === undefined ? {} : { limits: parts.limits }
    const open = async () => {
      const secrets = await parts.secrets()
      if (isClosed || !secrets.ok) return { unreached: isClosed ? 'closed' : 'no-password' }
      const { password } = secrets.value
      return openSession({ ...address, user: desk, ca, password, ...limits })
    }
    const now = () => ({ steadyMs: monotonic(), wallMs: Date.now() })
    return {
      ...{ own, team: createTeam({ id: { team, founder }, desk, key, own, open, now }) },
      paymentTopic: (payment) => payTopic(paymentKey, payment),
      box: approvalBox(paymentKey, team),
    }
  }
  const open = async (): Promise<Result<Opened>> => {
    const secrets = await parts.secrets()
    if (!secrets.ok) return secrets
    if (isClosed) return fail(closed)
    const { key, paymentKey } = secrets.value
    try {
      return ok((known = await make(createPrivateKey(key), paymentKey)))
    } catch (error) {
      if (isEnded(error)) return fail(closed)
      parts.report('team', error)
      return fail(ownDamaged)
    }
  }
  const opened = async (): Promise<Result<Opened>> => {
    const moved = parts.moved()
    if (moved !== null) return fail(retired(moved))
    if (known !== null) return ok(known)
    opening ??= open().finally(() => (opening = null))
    return opening
  }
  return Object.assign(opened, {
    /** Without asking for anything. */
    known: () => known,
    close: async () => {
      isClosed = true
      closing.abort()
      await known?.team.close()
    },
  })
}

/**
 * Whether nobody knows yet if the newest record of this computer is in the database. A session that
 * begins puts the same one again: a claim that is there then has to be told of like any other.
 */
export async function outStill({ own, team }: Opened, busy: ReadonlySet<string>): Promise<boolean> {
  const isOut = (): boolean => {
    const last = own.all().at(-1)
    return last?.state === 'out' && !busy.has(last.record.topic)
  }
  if (isOut()) await team.standing()
  return isOut()
}
