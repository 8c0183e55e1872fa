// What people say of payments that somebody questions: by when an answer is due, and that it is
// over. It asks the gateway nothing.
import type { Change } from '#shared/contract/bridge.ts'
import { type Fault, fail, ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import type { Disputes } from '../../ledger/disputes/disputes.ts'
import type { Desk } from '../base/desk.ts'
import { noConnection, notPossible, orderNotRead } from '../base/faults.ts'
import type { DeskPorts } from '../base/ports.ts'

const noQuestion = notPossible(say('today.no-such-question'))

export function createDisputeMethods(
  ports: Pick<DeskPorts, 'connections' | 'orders' | 'actor'> & {
    onChange: (change: Change) => void
  },
  disputes: Disputes,
): Pick<Desk, 'dispute:set-due' | 'dispute:end'> {
  type Act = (place: Parameters<Disputes['setDue']>[0]) => Fault | null
  const about = (connectionId: string, orderid: string, act: Act): Promise<Result<null>> => {
    const connection = ports.connections.find(connectionId)
    if (connection === undefined) return Promise.resolve(fail(noConnection))
    if (ports.orders.get(connectionId, orderid) === null) return Promise.resolve(fail(orderNotRead))
    const place = { service: ports.connections.gatewayOf(connection), connectionId, orderid }
    const fault = act(place)
    if (fault !== null) return Promise.resolve(fail(fault))
    ports.onChange({ topic: 'order', connectionId, orderid })
    return Promise.resolve(ok(null))
  }
  return {
    'dispute:set-due': ({ connectionId, orderid, day }) =>
      about(connectionId, orderid, (place) => {
        disputes.setDue(place, day, ports.actor())
        return null
      }),
    'dispute:end': ({ connectionId, orderid, reportedSeq }) =>
      about(connectionId, orderid, (place) => {
        // A number of anything else would also end what nobody has seen yet.
        if (!disputes.isQuestion(place, reportedSeq)) return noQuestion
        disputes.end(place, reportedSeq, ports.actor())
        return null
      }),
  }
}
