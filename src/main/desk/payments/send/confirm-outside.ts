// Where a connection says so, the system asks before a money request is confirmed. MONEY: the page
// may show another payee than it sends, so the dialog says all that decides about the money, out of
// what main keeps. What the page could have made up stands last, quoted, on one line.
import { say } from '#shared/message.ts'
import { attemptSubject } from '#shared/attempt.ts'
import { ok, type Result } from '#shared/fault.ts'
import type { Connection } from '#shared/connections/connection.ts'
import { redact } from '#shared/gateway/operations/parts/fields.ts'
import { nounOf } from '#shared/gateway/request-name.ts'
import { isOperationId, rowOf } from '#shared/gateway/operations/index.ts'
import { formatAmount, toText } from '#shared/money.ts'
import { quoted } from '#shared/names/unseen.ts'
import type { AttemptRow } from '../../../ledger/journal/attempt-row.ts'
import { askOutside, type OutsideParts } from '../../ask-outside.ts'
import { moneySettingsIn } from '../../connections/by-id.ts'
import type { DeskPorts } from '../../ports.ts'
import { type OpenReview, payToOf } from '../plan/plan.ts'

/** Faults: denied. */
export function outsideConfirmation(
  ports: DeskPorts,
  outside: OutsideParts,
): (attemptId: string) => Promise<Result<null>> {
  return async (attemptId) => {
    const row = ports.journal.get(attemptId)
    if (row === null || row.state !== 'DRAFT' || row.risk !== 'money') return ok(null)
    if (!moneySettingsIn(ports, row.connectionId).confirmOutside) return ok(null)
    return askOutside(outside, attemptSubject(row), {
      message: say('send-this-operation', { operation: nounOf(row.operation) }),
      detail: factsOf(ports, row).join('\n'),
      action: say('send-button'),
    })
  }
}

function factsOf(ports: DeskPorts, row: AttemptRow): string[] {
  const connection = ports.connections.find(row.connectionId)
  const plan = ports.reviews.get(row.id)
  const parties = plan === undefined ? [] : payToOf(plan)
  const payee = parties.map(({ value }) => quoted(value)).join(', ')
  const amount = row.amount === null ? say('no-amount-is-sent') : formatAmount(toText(row.amount))
  const order = quoted(row.orderid || row.clientOrderid)
  return [
    amount,
    ...(payee === '' ? [] : [payeeOf(row.operation, payee)]),
    ...decidingOf(connection, plan).map(([name, value]) =>
      say('a-field-that-decides', { name: name.replaceAll(/[_-]/g, ' '), value: quoted(value) }),
    ),
    ...(connection === undefined
      ? []
      : [
          connection.environment === 'production'
            ? say('in-production')
            : say('in-a-test-environment'),
          say('at-this-host', { host: new URL(connection.baseUrl).host }),
          say('by-this-login', { login: quoted(connection.login) }),
        ]),
    say('of-this-order', { order }),
    say('over-this-connection', { connection: quoted(connection?.name ?? row.connectionId) }),
  ]
}

/** A hold and a subscription move nothing yet. */
function payeeOf(operation: string, payee: string): string {
  const moves = isOperationId(operation) ? rowOf(operation).moves : undefined
  if (moves === undefined) return say('on-this-card', { payee })
  return moves === 'in' ? say('charged-is', { payee }) : say('money-goes-to', { payee })
}

/**
 * MONEY: what else decides about the money, by the operation's row, and each field that only this
 * host has: nobody here knows what it does. What a rule sends by itself was asked about before.
 */
function decidingOf(
  connection: Connection | undefined,
  plan: OpenReview | undefined,
): [name: string, value: string][] {
  if (plan === undefined) return []
  const sent = { ...redact(plan.request.fields), ...plan.goesTo }
  const added = (connection?.settings.fields ?? [])
    .filter(({ isAdded, field, value }) => isAdded && sent[field] !== value)
    .map(({ field }) => field)
  const names = new Set([...(rowOf(plan.operation).decides ?? []), ...added])
  return [...names].flatMap((name) => {
    const value = sent[name] ?? ''
    return value === '' ? [] : [[name, value]]
  })
}
