// The desk's methods about saved recipients: list, save, remove, and what their account was paid
// before. It sends nothing; every change is audited by the ledger.
import { say } from '#shared/message.ts'
import type { RecipientOutput } from '#shared/bridge/recipients.ts'
import { fail, inputFault, ok } from '#shared/fault.ts'
import { recipientFault } from '#shared/recipients/recipient.ts'
import { quoted } from '#shared/names/unseen.ts'
import type { Desk } from '../base/desk.ts'
import { mintId } from '../base/ids.ts'
import { lookAlike } from '../base/look-alike.ts'
import type { DeskPorts } from '../base/ports.ts'
import { ledgerTampered, noConnection, recipientGone } from '../base/faults.ts'
import { paidBefore } from '../payments/review/paid-before.ts'

const mostRecipients = 500

export function createRecipientMethods(
  ports: Pick<
    DeskPorts,
    | 'recipients'
    | 'connections'
    | 'actor'
    | 'onChange'
    | 'tampering'
    | 'checked'
    | 'randomBytes'
    | 'journal'
  >,
): Pick<Desk, keyof RecipientOutput> {
  const { recipients, connections, actor } = ports
  const changed = (connectionId: string): void =>
    ports.onChange({ topic: 'recipient', connectionId })
  return {
    'recipient:list': async ({ connectionId }) => ok(recipients.list(connectionId)),

    'recipient:save': async ({ connectionId, recipientId, name, way, fields }) => {
      const checked = ports.checked()
      if (checked !== null) await checked
      if (connections.find(connectionId) === undefined) return fail(noConnection)
      const found = connections.find(connectionId)?.isEmbedded === true ? null : ports.tampering()
      if (found !== null) return fail(ledgerTampered(found))
      if (recipientId !== undefined && recipients.find(connectionId, recipientId) === null)
        return fail(recipientGone)
      const kept = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
      const fault = recipientFault(way, name, kept)
      if (fault !== null) return fail(fault)
      const others = recipients.list(connectionId).filter((one) => one.id !== recipientId)
      const alike = lookAlike(name, others)
      if (alike !== undefined)
        return fail(
          inputFault('name', say('program.recipient-name-taken', { name: quoted(alike.name) })),
        )
      if (others.length >= mostRecipients)
        return fail(
          inputFault('name', say('program.no-more-recipients-are-kept', { mostRecipients })),
        )
      const id = recipientId ?? mintId('r-', ports.randomBytes)
      const saved = recipients.save({ id, connectionId, name, way, fields: kept }, actor())
      changed(connectionId)
      return ok(saved)
    },

    'recipient:remove': async ({ connectionId, recipientId }) => {
      const found = recipients.find(connectionId, recipientId)
      if (found === null) return fail(recipientGone)
      recipients.remove(found, actor())
      changed(connectionId)
      return ok(null)
    },

    'recipient:paid-before': async ({ connectionId, fields }) => {
      const connection = connections.find(connectionId)
      if (connection === undefined) return fail(noConnection)
      const service = connections.gatewayOf(connection)
      return ok(paidBefore(ports, { operation: 'payout', service, goesTo: fields }))
    },
  }
}
