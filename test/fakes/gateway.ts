// A gateway client whose status answers and send outcomes a test scripts; it counts what would have
// reached the gateway.
import type { GatewayClient, Outcome, SignedRequest } from '../../src/main/gateway/client.ts'
import { ok, type Fault } from '#shared/fault.ts'

export interface FakeGateway {
  client: GatewayClient
  /** Every send, in order. */
  sent: { id: string; fields: Record<string, string> }[]
  statusReads: number
  /** Every status request, in order. */
  asked: Record<string, string>[]
  /** The answer to the next status reads. */
  status: Record<string, string>
  statusFault: Fault | null
  /** What the next send does; it may change `status`, as a gateway would. */
  onSend: (id: string) => Promise<Outcome> | Outcome
}

export const clocked = { date: null, skewMs: null }

export const accepted = (
  serialNumber = 'sn-1',
  more: Readonly<Record<string, string>> = {},
): Outcome => ({
  kind: 'accepted',
  answer: { type: 'async-response', 'serial-number': serialNumber, ...more },
  typed: {},
  serialNumber,
  ...clocked,
})

export const timedOut = {
  kind: 'unknown',
  fault: {
    kind: 'outcome-unknown',
    sent: 'maybe',
    message: 'The request may have reached the gateway, but no clear answer came back.',
    detail: 'no answer within 60 s',
  },
  ...clocked,
} as const satisfies Outcome

export const saleStatus = (amount: string, more: Record<string, string> = {}) => ({
  type: 'status-response',
  status: 'approved',
  'transaction-type': 'sale',
  'order-stage': `${(more['transaction-type'] ?? 'sale').replaceAll(' ', '_')}_${more['status'] ?? 'approved'}`,
  'paynet-order-id': '7000001',
  'merchant-order-id': 'inv-1',
  amount,
  currency: 'EUR',
  'processor-tx-id': 'tx-1',
  'serial-number': 'sn-0',
  ...more,
})

export function createFakeGateway(): FakeGateway {
  const fake: FakeGateway = {
    sent: [],
    statusReads: 0,
    asked: [],
    status: saleStatus('100.00'),
    statusFault: null,
    onSend: () => accepted(),
    client: {
      build: (id, connection, request) => {
        const fields = Object.entries(request).filter(
          (pair): pair is [string, string] => pair[1] !== undefined,
        )
        return Promise.resolve(
          ok({
            id,
            connectionId: connection.id,
            url: `${connection.baseUrl}/api/v2/${id}/${connection.endpointId}`,
            headers: {},
            body: Buffer.from(JSON.stringify(Object.fromEntries(fields))),
            explanation: { scheme: 'control', formula: 'sha1(…)', plainMasked: '…' },
            fieldsRedacted: fields.map(([name, value]) => ({ name, value })),
            digest: JSON.stringify([id, fields.toSorted(([a], [b]) => (a < b ? -1 : 1))]),
          }),
        )
      },
      send: async (signed: SignedRequest, _connection, id) => {
        fake.sent.push({
          id,
          fields: JSON.parse(signed.body.toString()) as Record<string, string>,
        })
        return fake.onSend(id)
      },
      read: async (_id, _connection, which) => {
        fake.statusReads += 1
        fake.asked.push(which as Record<string, string>)
        if (fake.statusFault !== null) return { ok: false, fault: fake.statusFault }
        return {
          ok: true,
          value: {
            answer: fake.status,
            typed: fake.status as never,
            serialNumber: fake.status['serial-number'] ?? null,
            ...clocked,
          },
        }
      },
      // Connections are tested against a real gateway only.
      ask: () => Promise.reject(new Error('the fake gateway is never asked')),
    },
  }
  return fake
}
