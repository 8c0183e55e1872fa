// In whose turn a gateway is asked, for code that asks through its ports and knows of no turns.
import type { Turn } from '../../gateway/budget/turn.ts'
import type { DeskPorts } from './ports.ts'

/** The same ports; each question through them is asked in this turn, where there is one. */
export const askingIn = <Ports extends Pick<DeskPorts, 'gateway'>>(
  ports: Ports,
  turn: Turn | null,
): Ports => {
  if (turn === null) return ports
  const gateway: DeskPorts['gateway'] = (connectionId) => {
    const client = ports.gateway(connectionId)
    return {
      ...client,
      read: (operation, connection, request, as) =>
        client.read(operation, connection, request, { ...as, turn }),
    }
  }
  return { ...ports, gateway }
}
