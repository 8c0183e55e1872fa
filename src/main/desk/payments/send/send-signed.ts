// Hands a request that is SENDING to the socket, once, and journals what became of it. MONEY:
// called by confirm.ts alone; nothing here sends again, whatever came back.
import { say } from '#shared/message.ts'
import type { Connection } from '#shared/connections/connection.ts'
import { type Fault, fail, type Result } from '#shared/fault.ts'
import type { Turn } from '../../../gateway/budget/turn.ts'
import type { Outcome, SignedRequest } from '../../../gateway/client.ts'
import type { AttemptRow } from '../../../ledger/journal/attempt-row.ts'
import { brokeWhileSending, moneyStopped, reviewTooOld, tooLate } from '../../base/faults.ts'
import type { DeskPorts } from '../../base/ports.ts'
import { elapsedMs, type Moment } from '../plan/moment.ts'
import type { OpenReview } from '../plan/open-review.ts'
import { currencyRefused, reviewLastsMs, undoMsOf } from '../plan/plan.ts'
import type { LookAndWrite } from '../../../gateway/transport/exchange.ts'
import type { TeamClaim } from '../../base/team-claims.ts'
import { record, withAttempt, type RecordPorts } from './record.ts'
import type { Said } from '../plan/said.ts'
import { latestMs } from './too-late.ts'

export type MayLeavePorts = Pick<DeskPorts, 'moneyStop' | 'connections' | 'clock' | 'monotonic'>
export type SendPorts = MayLeavePorts & RecordPorts & Pick<DeskPorts, 'gateway' | 'report'>

export interface Confirmed extends Said {
  at: Moment
  /** What was reviewed; undefined after a restart. */
  review: OpenReview | undefined
}

export interface SignedAttempt {
  request: SignedRequest
  connection: Connection
  operation: OpenReview['operation']
  /** Its part of the account's budget: it may start at once. */
  turn: Turn
  /** Its team let it go; null where no team is asked. */
  claim: TeamClaim | null
  /** The row as it stands in the ledger: in SENDING, committed. */
  sending: AttemptRow
}

export async function sendSigned(
  ports: SendPorts,
  confirmed: Confirmed,
  { request, connection, operation, turn, claim, sending }: SignedAttempt,
): Promise<Result<AttemptRow>> {
  // MONEY: asked once more as the connection stands: making it may have taken long, or the computer
  // may have slept meanwhile. Who closes Paydesk now waits for this request.
  const held: { by: Fault | null } = { by: null }
  const whyNotNow = (): string | null => {
    held.by = mayNotLeave(ports, connection, confirmed)
    return held.by?.message ?? null
  }
  const looking: { lookAndWrite?: LookAndWrite } =
    claim === null
      ? {}
      : {
          lookAndWrite: async (write) => {
            const lost = await claim.lookAndWrite(write)
            held.by ??= lost
            return lost?.message ?? null
          },
        }
  let outcome: Outcome
  try {
    const client = ports.gateway(connection.id)
    outcome = await client.send(request, connection, operation, { turn, whyNotNow, ...looking })
  } catch (error) {
    // A bug after SENDING says nothing about what reached the gateway.
    const incident = sending.id
    ports.report(incident, error)
    outcome = {
      kind: 'unknown',
      fault: brokeWhileSending(incident),
      date: null,
      skewMs: null,
    }
  }
  if (held.by === null || outcome.kind !== 'not-sent')
    return record(ports, sending, operation, outcome)
  const message = say('requests.unsent-because', { why: held.by.message })
  record(ports, sending, operation, { ...outcome, fault: { ...outcome.fault, message } })
  return fail(withAttempt(held.by, sending.id))
}

/** MONEY: why what was confirmed may not be given to the socket, also while Paydesk closes. */
export function mayNotLeave(
  ports: MayLeavePorts,
  connection: Connection | undefined,
  { at, review }: Confirmed,
): Fault | null {
  const stop = ports.moneyStop(connection)
  if (stop !== null) return moneyStopped(stop)
  // As the settings are now: they may have been narrowed while it waited.
  const refused = currencyRefused(ports.connections.find(connection?.id ?? ''), review?.request)
  if (refused !== null) return refused
  const undoMs = connection === undefined || review === undefined ? 0 : undoMsOf(connection, review)
  if (elapsedMs(ports, at) > undoMs + latestMs) return tooLate
  const reviewAge = review === undefined ? 0 : elapsedMs(ports, review.reviewedAt)
  return reviewAge > reviewLastsMs + undoMs + latestMs ? reviewTooOld : null
}
