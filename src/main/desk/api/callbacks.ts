// The desk's look at a pasted callback: read, its control recomputed, compared with the ledger,
// audited. It sends nothing and changes nothing but the log: a callback is believed in nothing,
// whatever its control.
import { say, sayAll } from '#shared/message.ts'
import type { CallbackReport } from '#shared/bridge/callbacks.ts'
import { orderSubject } from '#shared/attempt.ts'
import type { Connection } from '#shared/connections/connection.ts'
import { maskCardNumbers } from '#shared/cards/card-number.ts'
import { fail, ok } from '#shared/fault.ts'
import { withMerchantId } from '#shared/gateway/callback.ts'
import { redact } from '#shared/gateway/operations/parts/fields.ts'
import type {
  CallbackControl,
  checkCallbackControl,
  readCallback,
} from '../../gateway/answers/callback.ts'
import { checksOf } from '../callbacks/callback-checks.ts'
import { type ConnectionParts, entry } from '../connections/connection-parts.ts'
import type { Desk } from '../base/desk.ts'
import { noConnection } from '../base/faults.ts'
import type { DeskPorts } from '../base/ports.ts'

const kind = 'callback:checked'
/** Two callbacks are the same one when these fields agree. */
const sameBy = ['status', 'type', 'orderid', 'clientOrderid'] as const

export function createCallbackMethods(
  parts: ConnectionParts & {
    ports: Pick<DeskPorts, 'orders' | 'connections' | 'audit' | 'clock'>
    read: typeof readCallback
    verify: (
      connection: Connection,
      fields: Readonly<Record<string, string>>,
    ) => ReturnType<typeof checkCallbackControl>
  },
): Pick<Desk, 'callback:check'> {
  const { ports, store } = parts
  return {
    'callback:check': async ({ connectionId, text }) => {
      const connection = store.find(connectionId)
      if (connection === undefined) return fail(noConnection)
      const read = parts.read(text)
      if (!read.ok) return read
      const { form, spoilt } = read.value
      const { fields, isByMerchantOrder } = withMerchantId(read.value.fields)
      const control = await parts.verify(connection, fields)
      if (!control.ok) return control
      const found = ports.orders.get(connectionId, fields['orderid'] ?? '')
      const record = found?.service === ports.connections.gatewayOf(connection) ? found : null
      const told = {
        status: masked(fields['status']),
        type: masked(fields['type']),
        orderid: record?.orderid ?? masked(fields['orderid']),
        clientOrderid: masked(fields['client_orderid']),
      }
      const known =
        record === null
          ? null
          : {
              clientOrderid: record.clientOrderid,
              snapshots: ports.orders.snapshots(record),
            }
      const subject =
        record === null ? `connection/${connectionId}` : orderSubject(connectionId, record.orderid)
      const before = ports.audit
        .timeline(subject)
        .findLast(
          (row) =>
            row.kind === kind &&
            row.details['verdict'] === 'valid' &&
            sameBy.every((name) => row.details[name] === told[name]),
        )
      const { missing, formula, plain } = control.value
      const verdict = verdictOf(control.value, spoilt)
      const checks = checksOf(fields, known, before?.at ?? null, connection.settings)
      const findings = Object.fromEntries(checks.map(({ topic, state }) => [topic, state]))
      const details = {
        ...{ ...told, verdict, form, missing, found: findings },
        amount: masked(fields['amount']),
      }
      const isOtherwise = verdict !== 'unclean' && checks.some(({ state }) => state === 'bad')
      // Told to a person by this outcome (ledger/settings/notified-events.ts).
      const outcome = isOtherwise ? 'contradicts' : verdict
      parts.commit({ ...entry(parts, kind, connectionId, details, outcome), subject })
      const message = messageOf(verdict, missing, spoilt)
      return ok({
        at: ports.clock(),
        form,
        verdict,
        message: isByMerchantOrder ? sayAll([message, byMerchantOrder]) : message,
        formula,
        plain: maskCardNumbers(plain),
        checks,
        fields: shown(read.value.fields),
        orderid: told.orderid,
        clientOrderid: told.clientOrderid,
        isKnown: record !== null,
      } satisfies CallbackReport)
    },
  }
}

const byMerchantOrder = say('gateway.it-has-no-client-orderid')

const masked = (text = ''): string => maskCardNumbers(text).slice(0, 200)

function shown(fields: Readonly<Record<string, string>>): CallbackReport['fields'] {
  const { control = '', ...rest } = fields
  const kept = { ...redact(rest), ...(fields['control'] === undefined ? {} : { control }) }
  return Object.keys(fields).map((name) => {
    const value = kept[name as keyof typeof kept] ?? ''
    return { name: maskCardNumbers(name), value: maskCardNumbers(value) }
  })
}

/** A paste that may have changed something itself shows nothing about who else did. */
const verdictOf = (
  { verdict }: CallbackControl,
  spoilt: readonly string[],
): CallbackReport['verdict'] =>
  verdict === 'wrong-control' && spoilt.length > 0 ? 'unclean' : verdict

function messageOf(
  verdict: CallbackReport['verdict'],
  missing: readonly string[],
  spoilt: readonly string[],
): string {
  const rest = missing.filter((name) => name !== 'control')
  switch (verdict) {
    case 'valid':
      return say('gateway.control-valid')
    case 'wrong-control':
      return say('gateway.control-wrong')
    case 'unclean':
      return say('gateway.paste-not-clean', { fields: spoilt })
    case 'missing-field':
      return rest.length === 0
        ? say('gateway.no-control')
        : say('gateway.control-fields-missing', { rest })
  }
}
