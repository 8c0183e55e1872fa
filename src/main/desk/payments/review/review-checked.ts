// Review of the pay step of a checked payout. MONEY: it pays what Paydesk checked and nothing
// else: the check must be here, have succeeded, not have been paid, and the gateway must still tell
// it as it was. It sends nothing but status requests.
import { say } from '#shared/message.ts'
import type { Connection } from '#shared/connections/connection.ts'
import { type Fault, fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { rowOf } from '#shared/gateway/operations/index.ts'
import { isCheckType, mayBeSameCheck } from '#shared/gateway/orders/payout-checks.ts'
import { type Reason, reason } from '#shared/gateway/orders/ways-out.ts'
import { parseRequest } from '#shared/gateway/request.ts'
import { orderLock } from '#shared/order-place.ts'
import {
  fingerprintOf,
  outcomeOf,
  type StoredSnapshot,
  transactionIdOf,
} from '#shared/gateway/status/status.ts'
import { isSameMoney } from '#shared/money.ts'
import type { AttemptRow } from '../../../ledger/journal/attempt-row.ts'
import { applyStatus, type StatusPorts } from '../status/apply-status.ts'
import type { Plan } from '../plan/open-review.ts'
import { sentFor } from '../plan/plan.ts'
import type { DeskPorts } from '../../base/ports.ts'
import { readStatus } from '../status/read-status.ts'
import { checkMoved, notPossible } from '../../base/faults.ts'

const operation = 'payout-pay'

export async function reviewChecked(
  ports: StatusPorts,
  connection: Connection,
  request: Record<string, string>,
): Promise<Result<Plan>> {
  const { digitsRule, fields: own } = connection.settings
  const parsed = parseRequest(operation, request, digitsRule, own)
  if (!parsed.ok) return parsed
  const { fields } = parsed.value
  const orderid = fields['orderid'] ?? ''
  const checked = checkOf(ports, connection, orderid)
  if (!checked.ok) return checked
  const check = checked.value
  if (fields['client_orderid'] !== check.clientOrderid)
    return fail(
      inputFault(
        'client_orderid',
        say('requests.check-of-other-id', {
          clientOrderid: check.clientOrderid,
        }),
      ),
    )
  const place = { service: ports.connections.gatewayOf(connection), orderid }
  // Counted before the status is read: what leaves meanwhile must count as a change.
  const sentBefore = sentFor(ports, place)
  const status = await readStatus(
    ports,
    connection,
    { orderid },
    { actor: ports.actor(), isLookUp: false },
  )
  if (!status.ok) return status
  applyStatus(ports, status.value)
  const seen = status.value.snapshot
  const reported = ports.orders.snapshots(place).find(({ seq }) => seq === check.resolvedBy)
  const moved = differenceOf(check, status.value.clientOrderid, seen, reported ?? null)
  if (moved !== null) return fail(checkMoved(moved))
  return ok({
    operation,
    ...place,
    clientOrderid: check.clientOrderid,
    lockKey: orderLock(place),
    request: {
      fields,
      money: null,
      moves: check.amount,
      isFull: true,
      effect: rowOf(operation).about,
      remainingAfter: null,
      refundableAfter: null,
      warnings: isReported(seen, reported ?? null) ? [] : [untoldWarning],
    },
    replaces: null,
    goesTo: check.request,
    seen: fingerprintOf(seen),
    statusSeen: `${seen.transactionType} ${seen.status}`,
    sentBefore,
  })
}

/** The check that is paid, if it may be. */
export function checkOf(
  ports: Pick<DeskPorts, 'journal' | 'connections'>,
  connection: Connection,
  orderid: string,
): Result<AttemptRow> {
  const rows = ports.journal.ofOrder({ service: ports.connections.gatewayOf(connection), orderid })
  const check = rows.find((row) => row.operation === 'payout-check')
  if (check === undefined) return fail(stopped(reason('requests.check-absent')))
  if (check.conflict !== null)
    return fail(
      stopped(
        reason('requests.check-contradicted', {
          conflict: check.conflict,
        }),
      ),
    )
  const isDone = check.state === 'SUCCEEDED' || check.handOutcome === 'happened'
  if (!isDone) return fail(stopped(reason('requests.check-not-succeeded')))
  // MONEY: whatever became of it: a check is paid once.
  const paid = rows.some(
    (row) =>
      row.operation === operation &&
      row.sentAt !== null &&
      row.state !== 'NOT_SENT' &&
      row.state !== 'REJECTED',
  )
  return paid ? fail(stopped(reason('requests.check-paid'))) : ok(check)
}

/**
 * What the gateway tells differently from what was checked, in a sentence; null when it is the
 * same.
 */
function differenceOf(
  check: AttemptRow,
  clientOrderid: string,
  seen: StoredSnapshot,
  reported: StoredSnapshot | null,
): string | null {
  if (clientOrderid !== check.clientOrderid)
    return say('requests.check-of-other-order', {
      clientOrderid,
      checkedClientOrderid: check.clientOrderid,
    })
  // Hosts name the check as they like: what resolved it here is what must still be told.
  const isStill =
    seen.transactionType === 'payout check' ||
    (reported === null ? isCheckType(seen.transactionType) : mayBeSameCheck(reported, seen))
  if (!isStill)
    return say('requests.check-no-longer', {
      transactionType: seen.transactionType || say('requests.a-nameless-transaction'),
      status: seen.status,
    })
  if (outcomeOf(seen.status, seen.stage) !== 'approved')
    return say('requests.check-reported-as', { status: seen.status })
  if (seen.unreadableAmount !== undefined)
    return say('requests.check-amount-not-exact', {
      unreadableAmount: seen.unreadableAmount,
    })
  if (seen.amount === null || check.amount === null || isSameMoney(seen.amount, check.amount))
    return null
  return say('requests.check-of-other-amount', {
    checked: check.amount,
    amount: seen.amount,
  })
}

/** Whether the gateway would tell the payout apart from its check. */
const isReported = (seen: StoredSnapshot, reported: StoredSnapshot | null): boolean =>
  seen.transactionType === 'payout check' || (reported !== null && transactionIdOf(seen) !== '')

const untoldWarning = say('requests.check-not-told-apart')

const stopped = (message: Reason): Fault => notPossible(message)
