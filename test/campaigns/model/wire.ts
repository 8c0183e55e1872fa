// The gateway client of the model: what the product asks of it waits here until the walk lets it go
// on, is answered, or is lost with the program. It counts questions and sendings in one order, and
// tells the oracle what the product was told.
import { fail, type Fault, ok, type Result } from '#shared/fault.ts'
import type { Connection } from '#shared/connections/connection.ts'
import type {
  GatewayClient,
  Outcome,
  SignedRequest,
  ReadReply,
} from '../../../src/main/gateway/client.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import type { Telling } from './books.ts'

export interface Question {
  kind: 'question'
  asked: number
  fields: Readonly<Record<string, string>>
  /**
   * What the gateway answered, once it did. Null: no such order; 'strange': it does not understand.
   */
  reply: Telling | null | 'strange' | undefined
  end(reply: Result<ReadReply<OperationId>>): void
}
export interface Sending {
  kind: 'sending'
  attemptId: string
  operation: OperationId
  fields: Readonly<Record<string, string>>
  /** Undefined until the gateway has it. */
  outcome: Outcome | undefined
  end(outcome: Outcome): void
}
interface Waiting {
  kind: 'signing' | 'witness' | 'passphrase'
  end(isRefused: boolean): void
}
export type Call = Question | Sending | Waiting

const clocked = { date: null, skewMs: null }

export const unknown: Outcome = {
  kind: 'unknown',
  fault: {
    kind: 'outcome-unknown',
    sent: 'maybe',
    message: 'No clear answer came back.',
    detail: 'no answer',
  },
  ...clocked,
}
export const unread: Fault = {
  kind: 'outcome-unknown',
  sent: 'maybe',
  message: 'No clear answer came back.',
  detail: 'no answer',
}
const refusal = (message: string): Fault & { kind: 'rejected' } => ({
  kind: 'rejected',
  sent: 'yes',
  message,
  code: '11',
  httpStatus: 400,
})
export const noOrder = refusal('Order not found')
export const strange = refusal('Field not understood')
export const refused: Outcome = {
  kind: 'rejected',
  fault: refusal('Not possible'),
  answer: {},
  ...clocked,
}
export const unreached: Outcome = {
  kind: 'not-sent',
  fault: { kind: 'unreached', sent: 'no', message: 'Not reached.', detail: 'no connection' },
}
export const foreign: Outcome = {
  kind: 'unknown',
  fault: {
    kind: 'conflict',
    sent: 'yes',
    message: 'The answer speaks of another order.',
    detail: 'another order',
  },
  ...clocked,
}
export const accepted = (serialNumber: string, order: string): Outcome => {
  const answer = {
    type: 'async-response',
    'serial-number': serialNumber,
    ...(order === '' ? {} : { 'paynet-order-id': order }),
  }
  return { kind: 'accepted', answer, typed: answer, serialNumber, ...clocked }
}

export interface WirePorts {
  calls: Set<Call>
  isSigningSlow: boolean
  /** Throws when the program is gone. */
  alive(): void
  nextNumber(): number
  /** Returns the attempt whose request it is. */
  onLeaving(
    connection: Connection,
    signed: SignedRequest,
    fields: Readonly<Record<string, string>>,
  ): string
}

const fieldsOf = (request: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(request).filter((pair): pair is [string, string] => pair[1] !== undefined),
  )

export function createWire(ports: WirePorts): GatewayClient {
  const { calls } = ports
  const used = new WeakSet<SignedRequest>()
  const wait = <T>(make: (end: (value: T) => void) => Call): Promise<T> =>
    new Promise((resolve) => {
      const call = make((value) => {
        calls.delete(call)
        resolve(value)
      })
      calls.add(call)
    })
  const preparedOf = (id: OperationId, connection: Connection, fields: Record<string, string>) => {
    const sorted = Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))
    return Object.freeze<SignedRequest>({
      id,
      connectionId: connection.id,
      url: connection.baseUrl,
      headers: {},
      body: Buffer.from(JSON.stringify(fields)),
      explanation: { scheme: 'control', formula: '', plainMasked: '' },
      fieldsRedacted: [],
      digest: JSON.stringify([id, connection.login, sorted]),
    })
  }
  return {
    build: async (id, connection, request) => {
      ports.alive()
      const signed = preparedOf(id, connection, fieldsOf(request))
      if (!ports.isSigningSlow) return ok(signed)
      const isRefused = await wait<boolean>((end) => ({ kind: 'signing', end }))
      return isRefused
        ? fail({ kind: 'vault', sent: 'no', reason: 'no-answer', message: 'No key.' })
        : ok(signed)
    },
    send: async (signed, connection, operation) => {
      ports.alive()
      if (used.has(signed)) throw new Error('sent already')
      used.add(signed)
      const fields = JSON.parse(signed.body.toString()) as Record<string, string>
      const attemptId = ports.onLeaving(connection, signed, fields)
      return wait<Outcome>((end) => ({
        kind: 'sending',
        attemptId,
        operation,
        fields,
        outcome: undefined,
        end,
      }))
    },
    read: async (_id, _connection, request) => {
      ports.alive()
      const asked = ports.nextNumber()
      const reply = await wait<Result<ReadReply<OperationId>>>((end) => ({
        kind: 'question',
        asked,
        fields: fieldsOf(request as Record<string, unknown>),
        reply: undefined,
        end,
      }))
      return reply as never
    },
    ask: () => Promise.reject(new Error('no connection is tested in the model')),
  }
}
