// A gateway that only counts: every refund that reaches it is an effect, whoever sends it. It
// knows nothing of teams; its count is what a storm is measured by.
import { once } from 'node:events'
import { createServer } from 'node:http'

export interface CountingGateway {
  port: number
  /** Claims whose refund had an effect, by order. */
  effects: ReadonlyMap<string, readonly string[]>
  /** What happens to the next refunds of an order, each once. */
  lose(order: string, what: 'request' | 'answer'): void
  close(): Promise<void>
}

export async function startGateway(): Promise<CountingGateway> {
  const effects = new Map<string, string[]>()
  const losses = new Map<string, ('request' | 'answer')[]>()
  const server = createServer((request, response) => {
    const [, what, order = '', claim = ''] = (request.url ?? '').split('/').map(decodeURIComponent)
    if (what === 'status') {
      response.end(String(effects.get(order)?.filter((one) => one === claim).length ?? 0))
      return
    }
    const loss = losses.get(order)?.shift()
    if (loss === 'request') return void request.socket.destroy()
    effects.set(order, [...(effects.get(order) ?? []), claim])
    if (loss === 'answer') return void request.socket.destroy()
    response.end('approved')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as { port: number }).port,
    effects,
    lose: (order, what) => void losses.set(order, [...(losses.get(order) ?? []), what]),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
