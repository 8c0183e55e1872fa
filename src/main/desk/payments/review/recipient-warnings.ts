// What a payout's review says about where the money goes: that a saved recipient changed since
// money last went there, and that an account number can't be checked. It changes nothing.
import { say, sayAll } from '#shared/message.ts'
import type { Connection } from '#shared/connections/connection.ts'
import { operationsIn } from '#shared/gateway/flow.ts'
import { checkAccount, ibanGroups } from '#shared/cards/iban.ts'
import { destinationLabel, goesTo } from '#shared/recipients/recipient.ts'
import type { Plan } from '../plan/open-review.ts'
import type { DeskPorts } from '../../base/ports.ts'

export type RecipientPorts = Pick<DeskPorts, 'recipients' | 'connections'>

const payouts = operationsIn('/payouts')

export function recipientWarnings(
  ports: RecipientPorts,
  connection: Connection,
  { operation, goesTo: checked, request }: Pick<Plan, 'operation' | 'goesTo' | 'request'>,
): string[] {
  if (!payouts.includes(operation)) return []
  // As it was typed; at the pay step, as it was checked.
  const fields = { ...checked, ...request.fields }
  return [...changedWarnings(ports, connection, fields), ...accountWarnings(fields)]
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
function changedWarnings(
  { recipients, connections }: RecipientPorts,
  connection: Connection,
  fields: Readonly<Record<string, string>>,
): string[] {
  const gateway = connections.gatewayOf(connection)
  const warnings = connections
    .all()
    .filter((one) => connections.gatewayOf(one) === gateway)
    .flatMap(({ id }) => recipients.list(id))
    .filter((one) => one.changes.length > 0 && goesTo(one.way, one.fields, fields))
    .map(({ name, changedBy, changes }) =>
      say('requests.recipient-changed', {
        name,
        changedBy,
        changes: sayAll(
          changes.map((one) =>
            say('requests.destination-change', {
              field: destinationLabel(one.name),
              was: ibanGroups(one.was).join(' ') || say('connections.setting-empty'),
              is: ibanGroups(one.is).join(' ') || say('connections.setting-empty'),
            }),
          ),
        ),
      }),
    )
  return [...new Set(warnings)]
}
