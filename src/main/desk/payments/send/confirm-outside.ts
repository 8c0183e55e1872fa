// Where a connection says so, the system asks before a money request is confirmed. MONEY: the page
// may show another payee than it sends, so the dialog says all that decides about the money, out of
// what main keeps. What the page could have made up stands last, quoted, on one line.
import { say } from '#shared/message.ts'
import { attemptSubject } from '#shared/attempt.ts'
import { stateMessages } from '#shared/audit/audit-labels.ts'
import { fail, ok, type Result } from '#shared/fault.ts'
import type { Connection } from '#shared/connections/connection.ts'
import { isAction } from '#shared/gateway/flow.ts'
import { redact } from '#shared/gateway/operations/parts/fields.ts'
import { isOperationId, rowOf } from '#shared/gateway/operations/index.ts'

import { quoted } from '#shared/names/unseen.ts'
import type { AttemptRow } from '../../../ledger/journal/attempt-row.ts'
import { askOutside, type OutsideParts } from '../../base/ask-outside.ts'
import { moneySettingsIn } from '../../connections/by-id.ts'
import type { DeskPorts } from '../../base/ports.ts'
import type { OpenReview, OpenReviews } from '../plan/open-review.ts'
import { payToOf } from '../plan/plan.ts'
import { repeatsOf } from '../plan/repeats.ts'
import { twinFault, twinsOf, type TwinPorts } from '../plan/twins.ts'

export interface ConfirmOutsidePorts extends TwinPorts, Pick<DeskPorts, 'connections'> {
  reviews: OpenReviews
}

/** Faults: denied. */
export function outsideConfirmation(
  ports: ConfirmOutsidePorts,
  outside: OutsideParts,
): (attemptId: string) => Promise<Result<null>> {
  return async (attemptId) => {
    const row = ports.journal.get(attemptId)
    if (row === null || row.state !== 'DRAFT' || row.risk !== 'money') return ok(null)
    if (!moneySettingsIn(ports, row.connectionId).confirmOutside) return ok(null)
    const plan = ports.reviews.get(attemptId)
    const reported = plan === undefined ? [] : twinsOf(ports, plan).map(({ id }) => id)
    const asked = await askOutside(outside, attemptSubject(row), {
      message: say('program.send-this-operation', { operation: { noun: row.operation } }),
      detail: factsOf(
        ports,
        { ...row, goesTo: plan?.goesTo ?? {}, fields: plan === undefined ? {} : sentBy(plan) },
        plan === undefined ? [] : alikeLine(ports, plan, row.id),
      ),
      action: say('program.send-button'),
    })
    if (!asked.ok || plan === undefined) return asked
    // MONEY: a twin that left while the dialog stood open was in no sentence of it.
    const since = twinFault(ports, { ...plan, attemptId }, reported, false)
    return since === null ? asked : fail(since)
  }
}

const sentBy = ({ request }: OpenReview): Record<string, string> => redact(request.fields)

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
    ...(connection === undefined
      ? []
      : [
          connection.environment === 'production'
            ? say('program.in-production')
            : say('program.in-a-test-environment'),
          say('program.at-this-host', { host: new URL(connection.baseUrl).host }),
          say('program.by-this-login', { login: quoted(connection.login) }),
        ]),
    say('program.of-this-order', { order }),
    say('program.over-this-connection', {
      connection: quoted(connection?.name ?? asked.connectionId),
    }),
  ]
}

/**
 * MONEY: that one like this was asked for before, as the review warns: out of the journal, since
 * the page may leave the warning out.
 */
function alikeLine(ports: TwinPorts, plan: OpenReview, attemptId: string): string[] {
  const { operation, orderid, request } = plan
  const repeats =
    isAction(operation) && orderid !== ''
      ? repeatsOf(ports, plan, { operation, moves: request.moves })
      : []
  const alike = new Map([...twinsOf(ports, plan), ...repeats].map((row) => [row.id, row]))
  alike.delete(attemptId)
  const newest = [...alike.values()].sort((a, b) => (b.sentAt ?? Infinity) - (a.sentAt ?? Infinity))
  const [one] = newest
  if (one === undefined) return []
  const values = {
    amount: one.amount ?? say('program.no-amount-is-sent'),
    state: stateMessages[one.state],
    others: newest.length - 1,
  }
  if (one.sentAt === null)
    return [say('program.a-request-like-this-waits', { amount: values.amount })]
  const ago = { ago: ports.clock() - one.sentAt }
  return [
    values.others === 0
      ? say('program.a-request-like-this-left', { ...values, ago })
      : say('program.requests-like-this-left', { ...values, ago }),
  ]
}

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
