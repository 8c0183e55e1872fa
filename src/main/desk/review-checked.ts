// Review of the pay step of a checked payout. MONEY: it pays what this desk checked and nothing else: the check must be here, have
// succeeded, not have been paid, and the service must still tell it as it was. It sends nothing but status requests.
import type { Connection } from '#shared/connection.ts'
import { type Fault, fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { rowOf } from '#shared/gateway/operations/index.ts'
import { isCheckType, mayBeSameCheck } from '#shared/gateway/payout-checks.ts'
import { parseRequest } from '#shared/gateway/request.ts'
import { fingerprintOf, type Observation, transactionIdOf } from '#shared/gateway/status.ts'
import { formatAmount, isSameMoney, type Money, toText } from '#shared/money.ts'
import type { AttemptRow } from '../ledger/attempt-row.ts'
import { applyEvidence } from './evidence.ts'
import { orderLock, type Planned, sentFor } from './planned.ts'
import type { DeskPorts } from './ports.ts'
import { readStatus } from './read-status.ts'

const operation = 'payout-pay'

export async function reviewChecked(
  ports: DeskPorts,
  connection: Connection,
  request: Record<string, string>,
): Promise<Result<Planned>> {
  const parsed = parseRequest(operation, request, connection.settings.digitsRule)
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
        `The check of this payout carries the merchant order id “${check.clientOrderid}”. Nothing was sent.`,
      ),
    )
  const place = { service: ports.connections.gatewayOf(connection), orderid }
  // Counted before the status is read: what leaves meanwhile must count as a change.
  const sentBefore = sentFor(ports, place)
  const status = await readStatus(
    ports,
    connection,
    { orderid },
    { actor: ports.actor, isLookUp: false },
  )
  if (!status.ok) return status
  applyEvidence(ports, status.value)
  const seen = status.value.observation
  const told = ports.orders.observations(place).find(({ seq }) => seq === check.settledBy)
  const moved = differenceOf(check, status.value.clientOrderid, seen, told ?? null)
  if (moved !== null) return fail(stopped('order-moved', `${moved} Nothing was sent.`))
  return ok({
    operation,
    ...place,
    clientOrderid: check.clientOrderid,
    lockKey: orderLock(place),
    plan: {
      fields,
      money: null,
      moves: check.amount,
      isFull: true,
      effect: `${rowOf(operation).about}.`,
      remainingAfter: null,
      warnings: isTold(seen, told ?? null) ? [] : [untoldWarning],
    },
    replaces: null,
    goesTo: check.request,
    seen: fingerprintOf(seen),
    statusSeen: `${seen.transactionType} ${seen.status}`,
    sentBefore,
  })
}

/** The check that is paid, if it may be. */
function checkOf(ports: DeskPorts, connection: Connection, orderid: string): Result<AttemptRow> {
  const rows = ports.journal.ofOrder({ service: ports.connections.gatewayOf(connection), orderid })
  const check = rows.find((row) => row.operation === 'payout-check')
  if (check === undefined)
    return fail(
      stopped(
        'not-possible',
        'This desk has no check of that payout, so it can’t tell what would be paid. Check it here first. Nothing was sent.',
      ),
    )
  if (check.conflict !== null)
    return fail(
      stopped(
        'not-possible',
        `The service’s answers about this check contradict each other (${check.conflict}). Ask its support first. Nothing was sent.`,
      ),
    )
  const isDone = check.state === 'SUCCEEDED' || check.handOutcome === 'happened'
  if (!isDone)
    return fail(
      stopped('not-possible', 'The check of this payout did not succeed. Nothing was sent.'),
    )
  // MONEY: whatever became of it: a check is paid once.
  const paid = rows.some(
    (row) =>
      row.operation === operation &&
      row.sentAt !== null &&
      row.state !== 'NOT_SENT' &&
      row.state !== 'REJECTED',
  )
  return paid
    ? fail(
        stopped(
          'not-possible',
          'This check was paid, or may have been: a check is paid once. Nothing was sent.',
        ),
      )
    : ok(check)
}

/** What the service tells differently from what was checked, in a sentence; null when it is the same. */
function differenceOf(
  check: AttemptRow,
  clientOrderid: string,
  seen: Observation,
  told: Observation | null,
): string | null {
  if (clientOrderid !== check.clientOrderid)
    return `The service knows this order as “${clientOrderid}”, but “${check.clientOrderid}” was checked.`
  // Hosts name the check as they like: what settled it here is what must still be told.
  const isStill =
    seen.transactionType === 'payout check' ||
    (told === null ? isCheckType(seen.transactionType) : mayBeSameCheck(told, seen))
  if (!isStill)
    return `The service shows a ${seen.transactionType || 'nameless transaction'} “${seen.status}” on this order: it is no longer just checked.`
  if (seen.status !== 'approved') return `The service now reports the check as “${seen.status}”.`
  if (seen.unreadableAmount !== undefined)
    return `The gateway tells the amount “${seen.unreadableAmount}”, which can’t be read exactly.`
  if (seen.amount === null || check.amount === null || isSameMoney(seen.amount, check.amount))
    return null
  return `${shown(check.amount)} was checked, but the service shows ${shown(seen.amount)}.`
}

/** Whether the gateway would tell the payout apart from its check. */
const isTold = (seen: Observation, told: Observation | null): boolean =>
  seen.transactionType === 'payout check' || (told !== null && transactionIdOf(seen) !== '')

const untoldWarning =
  'This gateway does not tell a payout from its check. Paydesk can’t see whether somebody else paid it: ask, if others may have.'

const shown = (money: Money): string => formatAmount(toText(money))

const stopped = (reason: 'not-possible' | 'order-moved', message: string): Fault => ({
  kind: 'denied',
  sent: 'no',
  reason,
  message,
})
