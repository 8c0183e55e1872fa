// What a payout's review says about where the money goes: that a saved recipient changed since
// money last went there, and that an account number can't be checked. It changes nothing.
import { say } from '#shared/message.ts'
import type { Connection } from '#shared/connections/connection.ts'
import { operationsIn } from '#shared/gateway/flow.ts'
import { checkAccount } from '#shared/cards/iban.ts'
import type { ChangedRecipient } from '#shared/bridge/recipients.ts'
import { goesTo } from '#shared/recipients/recipient.ts'
import type { Plan } from '../plan/open-review.ts'
import type { DeskPorts } from '../../base/ports.ts'

export type RecipientPorts = Pick<DeskPorts, 'recipients' | 'connections'>

const payouts = operationsIn('/payouts')

export function recipientWarnings(
  ports: RecipientPorts,
  connection: Connection,
  { operation, goesTo: checked, request }: Pick<Plan, 'operation' | 'goesTo' | 'request'>,
): { warnings: string[]; changedRecipients: ChangedRecipient[] } {
  if (!payouts.includes(operation)) return { warnings: [], changedRecipients: [] }
  // As it was typed; at the pay step, as it was checked.
  const fields = { ...checked, ...request.fields }
  return {
    warnings: accountWarnings(fields),
    changedRecipients: changedRecipients(ports, connection, fields),
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
    .filter((one) => one.changes.length > 0 && goesTo(one.way, one.fields, fields))
    .map(({ name, changedAt, changedBy, changes }) => ({ name, changedAt, changedBy, changes }))
  return [...new Map(changed.map((one) => [JSON.stringify(one), one])).values()]
}
