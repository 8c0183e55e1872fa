// What stands between the desks and their gateway: it can hold one request, or its answer, until a
// test lets it go.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface GatewayRelay {
  port: number
  /** The next request whose path matches: nothing of it, or of its answer, goes on until then. */
  hold(path: RegExp, what: 'request' | 'answer'): Held
  close(): Promise<void>
}

interface Held {
  /** Resolves once it stands there. */
  reached: Promise<void>
  letGo(): void
  /** Ends its connection: what is held never comes. */
  lose(): void
}

interface Holding {
  path: RegExp
  what: 'request' | 'answer'
  /** `cut` ends the connection that it stands in. */
  reach: (cut: () => void) => void
  gone: Promise<void>
}

export async function openGatewayRelay(target: number): Promise<GatewayRelay> {
  const open = new Set<Socket>()
  let holdings: Holding[] = []
  const server = createServer((desk) => {
    const gateway = connect(target, '127.0.0.1')
    for (const socket of [desk, gateway]) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        for (const one of [desk, gateway]) one.destroy()
        open.delete(socket)
      })
    }
    const cut = (): void => void desk.destroy()
    let requests = Promise.resolve()
    let answers = Promise.resolve()
    desk.on('data', (chunk: Buffer) => {
      const [line = ''] = chunk.toString('latin1').split('\r\n')
      const found = holdings.find(({ path }) => path.test(line))
      if (found !== undefined) {
        holdings = holdings.filter((one) => one !== found)
        if (found.what === 'request') {
          requests = requests.then(() => found.gone)
          found.reach(cut)
        } else answers = answers.then(() => found.gone)
        if (found.what === 'answer') gateway.once('data', () => found.reach(cut))
      }
      requests = requests.then(() => void gateway.write(chunk))
    })
    gateway.on('data', (chunk: Buffer) => {
      answers = answers.then(() => void desk.write(chunk))
    })
    gateway.on('end', () => {
      answers = answers.then(() => void desk.end())
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as { port: number }).port,
    hold: (path, what) => {
      let letGo = (): void => undefined
      let lose = (): void => undefined
      let stands = (): void => undefined
      const gone = new Promise<void>((resolve) => (letGo = resolve))
      const reached = new Promise<void>((resolve) => (stands = resolve))
      const reach: Holding['reach'] = (cut) => {
        lose = cut
        stands()
      }
      holdings.push({ path, what, reach, gone })
      return { reached, letGo, lose: () => lose() }
    },
    close: async () => {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
