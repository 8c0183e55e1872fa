// What the review of a payout or a transfer says about where the money goes: what is known of the
// account, that a saved recipient changed since money last went there or lately, and that an
// account number can't be checked. It changes nothing.
import { say } from '#shared/message.ts'
import type { Connection } from '#shared/connections/connection.ts'
import { operationsIn } from '#shared/gateway/flow.ts'
import { rowOf } from '#shared/gateway/operations/index.ts'
import { checkAccount } from '#shared/cards/iban.ts'
import type { ChangedRecipient } from '#shared/bridge/recipients.ts'
import { goesTo } from '#shared/recipients/recipient.ts'
import type { OpenReview, Plan } from '../plan/open-review.ts'
import type { DeskPorts } from '../../base/ports.ts'
import type { Review } from '#shared/bridge/views.ts'
import { paidBefore } from './paid-before.ts'

export type RecipientPorts = Pick<DeskPorts, 'recipients' | 'connections' | 'journal'>

const payouts = operationsIn('/payouts')
const transfers = operationsIn('/transfers')

type Said = Pick<Review, 'warnings' | 'changedRecipients' | 'paidBefore' | 'asksCall'>
const nothing: Said = { warnings: [], changedRecipients: [], paidBefore: null, asksCall: false }

/** A row of a run was looked at when its list was checked. */
export function recipientWarnings(
  ports: RecipientPorts,
  connection: Connection,
  plan: Plan & Pick<OpenReview, 'row'>,
): Said {
  const { operation, goesTo: checked, request, row } = plan
  const isPayout = payouts.includes(operation)
  if (!isPayout && !transfers.includes(operation)) return nothing
  // By a link the recipient names the account later.
  const namesAccount = row === null && operation !== 'payout-form'
  const known = namesAccount ? paidBefore(ports, plan) : null
  if (!isPayout) return { ...nothing, paidBefore: known }
  // As it was typed; at the pay step, as it was checked.
  const fields = { ...checked, ...request.fields }
  const changed = changedRecipients(ports, connection, fields)
  const isStrange = changed.length > 0 || (known?.otherName ?? null) !== null
  return {
    warnings: accountWarnings(fields),
    ...{ changedRecipients: changed, paidBefore: known },
    asksCall: row === null && rowOf(operation).moves === 'out' && isStrange,
  }
}

/** Nobody else may notice that one character of an account number was mistyped. */
function accountWarnings({ account_number: account }: Readonly<Record<string, string>>): string[] {
  const check = checkAccount(account ?? '')
  if (account === undefined || check.kind === 'sound') return []
  if (check.kind === 'wrong-length') {
    const { country, has, needs } = check
    return [say('requests.iban-length', { country, has, needs })]
  }
  return [
    check.kind === 'unchecked'
      ? say('requests.account-unchecked')
      : say('requests.iban-check-digits'),
  ]
}

/** Over every connection record of the gateway account: whoever pays may use another one. */
function changedRecipients(
  { recipients, connections }: RecipientPorts,
  connection: Connection,
  fields: Readonly<Record<string, string>>,
): ChangedRecipient[] {
  const gateway = connections.gatewayOf(connection)
  const changed = connections
    .all()
    .filter((one) => connections.gatewayOf(one) === gateway)
    .flatMap(({ id }) => recipients.list(id))
    .filter((one) => goesTo(one.way, one.fields, fields))
    .flatMap(({ changed: one }) => (one === null ? [] : [one]))
  return [...new Map(changed.map((one) => [JSON.stringify(one), one])).values()]
}
