// A status that was read of an order may show that a colleague's request was done whose computer
// said nothing: the team is told then. Nothing waits for it.
import type { OrderPlace } from '#shared/order-place.ts'
import type { DeskPorts } from '../../base/ports.ts'

export function tellTeam(
  { team, connections, onChange }: Pick<DeskPorts, 'team' | 'connections' | 'onChange'>,
  place: OrderPlace,
): void {
  void team()
    ?.showClaim(place)
    .then((isTold) => {
      if (!isTold) return
      for (const connection of connections.all())
        if (connections.gatewayOf(connection) === place.service)
          onChange({ topic: 'order', connectionId: connection.id, orderid: place.orderid })
    })
}
