// The desk's methods that only explain: how a request is signed, and what in the answers was new.
// They send and change nothing.
import { say } from '#shared/message.ts'
import type { Connection } from '#shared/connections/connection.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { cardFields } from '#shared/gateway/operations/parts/fields.ts'
import { needsCardEntry } from '#shared/gateway/form-fields.ts'
import { flowOf, orderidFieldOf } from '#shared/gateway/flow.ts'
import { isOperationId, type OperationId } from '#shared/gateway/operations/index.ts'
import { parseRequest, sentFieldsOf } from '#shared/gateway/request.ts'
import type { explain } from '../../gateway/explain.ts'
import type { UnknownTermBook } from '../../ledger/orders/unknown-terms.ts'
import type { Desk } from '../base/desk.ts'
import type { DeskPorts } from '../base/ports.ts'
import { noAttempt, noConnection } from '../base/faults.ts'

type Methods = Pick<Desk, 'signature:explain' | 'unknown-terms:list'>

const mostRows = 500

/** A public test card, which belongs to nobody. */
const sampleCard: Readonly<Record<string, string>> = {
  credit_card_number: '4111111111111111',
  card_printed_name: 'A CUSTOMER',
  expire_month: '12',
  expire_year: '2030',
  cvv2: '123',
}

/**
 * A card is typed in one place alone, and the id of something new is minted at its review: a draft
 * shows where both will stand.
 */
function withSamples(
  operation: OperationId,
  request: Record<string, string>,
): Record<string, string> {
  const own = orderidFieldOf(operation)
  const isMinted = flowOf(operation) === 'new' && own !== null && request[own] === undefined
  return {
    ...request,
    ...(isMinted ? { [own]: 'pd-MINTED-AT-THE-REVIEW' } : {}),
    ...(needsCardEntry(operation) ? sampleCard : {}),
  }
}

export function createSignatureMethods(parts: {
  ports: Pick<DeskPorts, 'journal' | 'connections'>
  unknownTerms: UnknownTermBook
  explain: typeof explain
}): Methods {
  const { ports } = parts

  const explained = (
    connection: Connection | undefined,
    id: OperationId,
    fields: (connection: Connection) => Result<Readonly<Record<string, string>>>,
  ) => {
    if (connection === undefined) return fail(noConnection)
    const known = fields(connection)
    if (!known.ok) return known
    const text = parts.explain(id, connection, known.value)
    return text.ok ? ok({ ...text.value, operation: id, connectionName: connection.name }) : text
  }

  return {
    'signature:explain': async (input) => {
      if ('attemptId' in input) {
        const row = ports.journal.get(input.attemptId)
        if (row === null || !isOperationId(row.operation)) return fail(noAttempt)
        return explained(ports.connections.find(row.connectionId), row.operation, () =>
          ok(row.request),
        )
      }
      const { connectionId, operation, request } = input
      return explained(ports.connections.find(connectionId), operation, ({ settings }) => {
        const card = Object.keys(request).find((name) => cardFields.has(name))
        if (card !== undefined) return fail(inputFault(card, say('program.leave-card-data-out')))
        const { digitsRule, fields: own } = settings
        const parsed = parseRequest(operation, withSamples(operation, request), digitsRule, own)
        return parsed.ok ? ok(sentFieldsOf(parsed.value, settings.amountUnit)) : parsed
      })
    },

    'unknown-terms:list': async ({ connectionId }) =>
      ok(
        parts.unknownTerms.list(connectionId, mostRows).map((note) => ({
          ...note,
          connectionName: ports.connections.find(note.connectionId)?.name ?? note.connectionId,
        })),
      ),
  }
}
