// The desk's methods that only explain: how a request is signed, and what in the answers was new. They send and change nothing.
import type { Connection } from '#shared/connection.ts'
import { fail, ok, type Result } from '#shared/fault.ts'
import { flowOf, orderidFieldOf } from '#shared/gateway/flow.ts'
import { isOperationId, type OperationId } from '#shared/gateway/operations/index.ts'
import { parseRequest } from '#shared/gateway/request.ts'
import type { explain } from '../gateway/explain.ts'
import type { DriftBook } from '../ledger/drift.ts'
import { refusal } from './connection-parts.ts'
import type { Desk } from './desk.ts'
import type { DeskPorts } from './ports.ts'

type Methods = Pick<Desk, 'signature:explain' | 'drift:list'>

const mostRows = 500

/** The id of something new is minted at its review; a draft shows where it will stand. */
function withSampleId(
  operation: OperationId,
  request: Record<string, string>,
): Record<string, string> {
  const own = orderidFieldOf(operation)
  const isMinted = flowOf(operation) === 'new' && own !== null && request[own] === undefined
  return isMinted ? { ...request, [own]: 'pd-MINTED-AT-THE-REVIEW' } : request
}

export function signatureMethods(parts: {
  ports: DeskPorts
  drift: DriftBook
  explain: typeof explain
}): Methods {
  const { ports } = parts

  const explained = (
    connection: Connection | undefined,
    id: OperationId,
    fields: (connection: Connection) => Result<Readonly<Record<string, string>>>,
  ) => {
    if (connection === undefined)
      return fail(refusal('not-found', 'This desk has no such connection.'))
    const known = fields(connection)
    if (!known.ok) return known
    const text = parts.explain(id, connection, known.value)
    return text.ok ? ok({ ...text.value, operation: id, connectionName: connection.name }) : text
  }

  return {
    'signature:explain': async (input) => {
      if ('attemptId' in input) {
        const row = ports.journal.get(input.attemptId)
        if (row === null || !isOperationId(row.operation))
          return fail(refusal('not-found', 'There is no such attempt here.'))
        return explained(ports.connections.find(row.connectionId), row.operation, () =>
          ok(row.request),
        )
      }
      const { connectionId, operation, request } = input
      return explained(ports.connections.find(connectionId), operation, ({ settings }) => {
        const parsed = parseRequest(
          operation,
          withSampleId(operation, request),
          settings.digitsRule,
        )
        return parsed.ok ? ok(parsed.value.fields) : parsed
      })
    },

    'drift:list': async ({ connectionId }) =>
      ok(
        parts.drift.list(connectionId, mostRows).map((note) => ({
          ...note,
          connectionName: ports.connections.find(note.connectionId)?.name ?? note.connectionId,
        })),
      ),
  }
}
