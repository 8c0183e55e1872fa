// What the system's dialog says of a request, out of what main keeps. MONEY: what the page could
// have made up stands last, quoted, on one line.
import type { Connection } from '#shared/connections/connection.ts'
import { isOperationId, rowOf } from '#shared/gateway/operations/index.ts'
import { say } from '#shared/message.ts'
import { quoted } from '#shared/names/unseen.ts'
import type { AttemptRow } from '../../../ledger/journal/attempt-row.ts'
import type { DeskPorts } from '../../base/ports.ts'
import { payToOf } from './plan.ts'

/** What a question is about, out of what main keeps. */
type AskedAbout = Pick<
  AttemptRow,
  'connectionId' | 'operation' | 'amount' | 'orderid' | 'clientOrderid'
> & {
  goesTo: Record<string, string>
  /** As they would be sent, card data masked. */
  fields: Record<string, string>
}

/** `alike` stands beneath the amount. */
export function factsOf(
  ports: Pick<DeskPorts, 'connections'>,
  asked: AskedAbout,
  alike: readonly string[],
): string[] {
  const { operation } = asked
  const connection = ports.connections.find(asked.connectionId)
  const parties = isOperationId(operation) ? payToOf({ operation, goesTo: asked.goesTo }) : []
  const payee = parties.map(({ value }) => quoted(value))
  const amount =
    asked.amount === null
      ? say('program.no-amount-is-sent')
      : say('program.so-much', { amount: asked.amount })
  const order = quoted(asked.orderid || asked.clientOrderid)
  return [
    amount,
    ...alike,
    ...(payee.length === 0 ? [] : [payeeOf(operation, payee)]),
    ...decidingOf(connection, asked).map(([name, value]) =>
      say('program.a-field-that-decides', {
        name: name.replaceAll(/[_-]/g, ' '),
        value: quoted(value),
      }),
    ),
    ...reachedBy(connection),
    say('program.of-this-order', { order }),
    say('program.over-this-connection', {
      connection: quoted(connection?.name ?? asked.connectionId),
    }),
  ]
}

/** The gateway and the login that it would be sent with. */
export const reachedBy = (connection: Connection | undefined): string[] =>
  connection === undefined
    ? []
    : [
        connection.environment === 'production'
          ? say('program.in-production')
          : say('program.in-a-test-environment'),
        say('program.at-this-host', { host: new URL(connection.baseUrl).host }),
        say('program.by-this-login', { login: quoted(connection.login) }),
      ]

/** A hold and a subscription move nothing yet. */
function payeeOf(operation: string, payee: readonly string[]): string {
  const moves = isOperationId(operation) ? rowOf(operation).moves : undefined
  if (moves === undefined) return say('program.on-this-card', { payee: { parts: payee } })
  return moves === 'in'
    ? say('program.charged-is', { payee: { parts: payee } })
    : say('program.money-goes-to', { payee: { parts: payee } })
}

/**
 * MONEY: what else decides about the money, by the operation's row, and each field that only this
 * host has: nobody here knows what it does. What a rule sends by itself was asked about before.
 */
function decidingOf(
  connection: Connection | undefined,
  { operation, fields, goesTo }: AskedAbout,
): [name: string, value: string][] {
  if (!isOperationId(operation)) return []
  const sent = { ...fields, ...goesTo }
  const added = (connection?.settings.fields ?? [])
    .filter(({ isAdded, field, value }) => isAdded && sent[field] !== value)
    .map(({ field }) => field)
  const names = new Set([...(rowOf(operation).decides ?? []), ...added])
  return [...names].flatMap((name) => {
    const value = sent[name] ?? ''
    return value === '' ? [] : [[name, value]]
  })
}
