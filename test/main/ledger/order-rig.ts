// Orders as a desk saw them, in a real ledger in memory, with attempts where a test wants them.
import { snapshotOf } from '#shared/gateway/orders/status-snapshot.ts'
import type { createTestDesk } from '../../fakes/desk.ts'
import { connection } from '../../fakes/desk.ts'
import { saleStatus } from '../../fakes/gateway.ts'

export type TestDesk = ReturnType<typeof createTestDesk>

export interface SeenOrder {
  connectionId?: string
  clientOrderid?: string
  amount?: string
  actor?: string
  answer?: Record<string, string>
}

/** The desk looks an order up and is told this. */
export function see(desk: TestDesk, orderid: string, seen: SeenOrder = {}): void {
  const answer = saleStatus(seen.amount ?? '10', seen.answer)
  desk.ports.orders.storeSnapshot({
    asked: desk.ports.orders.drawNumber(),
    service: `gateway of ${seen.connectionId ?? 'test-1'}`,
    connectionId: seen.connectionId ?? 'test-1',
    orderid,
    clientOrderid: seen.clientOrderid ?? `inv-${orderid}`,
    snapshot: snapshotOf(answer, connection.settings),
    answer,
    serialNumber: answer['serial-number'] ?? '',
    actor: seen.actor ?? 'anna',
    isLookUp: true,
  })
}

/** A refund that was reviewed here, with this comment. */
export function review(desk: TestDesk, orderid: string, id: string, comment: string): void {
  desk.ports.journal.draft({
    id,
    service: 'gateway of test-1',
    connectionId: 'test-1',
    endpointId: '1144',
    operation: 'return',
    risk: 'money',
    orderid,
    clientOrderid: `inv-${orderid}`,
    lockKey: `test-1/${orderid}`,
    amount: { minor: 321n, currency: 'EUR', digits: 2 },
    isFull: false,
    request: {},
    digest: 'd',
    expiresAt: desk.time.now + 1000,
    actor: 'anna',
    comment,
    seen: '[]',
    tokenHash: 'h',
  })
}
