// Reads and registers of the desk: a read operation runs and is audited, a register lists what was
// asked for here. It never sends a write or money operation.
import { fail, ok } from '#shared/fault.ts'
import { flowOf } from '#shared/gateway/flow.ts'
import { redact } from '#shared/gateway/operations/parts/fields.ts'
import type { Request } from '#shared/gateway/operations/index.ts'
import { parseRequest } from '#shared/gateway/request.ts'
import type { AuditDraft } from '../../ledger/audit/audit.ts'
import type { Desk } from '../base/desk.ts'
import type { DeskPorts } from '../base/ports.ts'
import { cardNumberAsId } from '../orders/typed-ids.ts'
import { attemptViews } from '../orders/views.ts'
import { changesSomething, noConnection } from '../base/faults.ts'

export function createOperationMethods(
  ports: Pick<DeskPorts, 'connections' | 'gateway' | 'actor' | 'journal' | 'orders'>,
  note: (draft: AuditDraft) => void,
): Pick<Desk, 'operation:read' | 'register:list'> {
  return {
    'operation:read': async ({ connectionId, operation, request }) => {
      const connection = ports.connections.find(connectionId)
      if (connection === undefined) return fail(noConnection)
      if (flowOf(operation) !== 'read') return fail(changesSomething(operation))
      const { digitsRule, fields: own } = connection.settings
      const parsed = parseRequest(operation, request, digitsRule, own)
      if (!parsed.ok) return parsed
      const { fields } = parsed.value
      const strange = cardNumberAsId(ports, connection, fields)
      if (strange !== null) return fail(strange)
      const reply = await ports
        .gateway(connectionId)
        .read(operation, connection, fields as Request<typeof operation>)
      // PCI DSS 10.2: a look at a person's card facts is recorded, also when it was refused.
      note({
        actor: ports.actor(),
        kind: `read:${operation}`,
        outcome: reply.ok ? 'ok' : reply.fault.kind,
        origin: 'operator',
        subject: `connection/${connectionId}`,
        details: {
          operation,
          request: redact(fields),
          serialNumber: reply.ok ? reply.value.serialNumber : null,
        },
      })
      if (!reply.ok) return reply
      return ok({ answer: redact(reply.value.answer), serialNumber: reply.value.serialNumber })
    },

    'register:list': async ({ connectionId, operations, ...asked }) => {
      const page = ports.journal.ofOperations(connectionId, operations, asked)
      return ok({
        rows: page.rows.map(attemptViews(ports)),
        next: page.next,
      })
    },
  }
}
