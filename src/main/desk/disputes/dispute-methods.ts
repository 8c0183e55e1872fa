// What people say of payments that somebody questions: by when an answer is due, and that it is
// over. It asks the gateway nothing.
import type { Change } from '#shared/contract/bridge.ts'
import { fail, ok, type Result } from '#shared/fault.ts'
import type { Disputes } from '../../ledger/disputes/disputes.ts'
import type { Desk } from '../base/desk.ts'
import { noConnection, orderNotRead } from '../base/faults.ts'
import type { DeskPorts } from '../base/ports.ts'

export function createDisputeMethods(
  ports: Pick<DeskPorts, 'connections' | 'orders' | 'actor'> & {
    onChange: (change: Change) => void
  },
  disputes: Disputes,
): Pick<Desk, 'dispute:set-due' | 'dispute:end'> {
  type Act = (place: Parameters<Disputes['setDue']>[0]) => void
  const about = (connectionId: string, orderid: string, act: Act): Promise<Result<null>> => {
    const connection = ports.connections.find(connectionId)
    if (connection === undefined) return Promise.resolve(fail(noConnection))
    if (ports.orders.get(connectionId, orderid) === null) return Promise.resolve(fail(orderNotRead))
    act({ service: ports.connections.gatewayOf(connection), connectionId, orderid })
    ports.onChange({ topic: 'order', connectionId, orderid })
    return Promise.resolve(ok(null))
  }
  return {
    'dispute:set-due': ({ connectionId, orderid, day }) =>
      about(connectionId, orderid, (place) => disputes.setDue(place, day, ports.actor())),
    'dispute:end': ({ connectionId, orderid, reportedSeq }) =>
      about(connectionId, orderid, (place) => disputes.end(place, reportedSeq, ports.actor())),
  }
}
