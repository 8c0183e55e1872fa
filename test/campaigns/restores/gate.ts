// A gate between desk and gateway: it notes each request before it passes, and loses or keeps back
// what it is told to. What it noted is the proof of what left the desk.
import net, { type AddressInfo, type Socket } from 'node:net'

/**
 * `kept-back`: the request never reaches the gateway while the run lasts, as one that is carried
 * out late.
 */
export type Passage = 'answered' | 'answer-lost' | 'kept-back'

export interface Passed {
  operation: string
  fields: Record<string, string>
  /** The desk's end of the connection. */
  port: number
}

export interface Gate {
  baseUrl: string
  money: Passed[]
  next: Passage
  close(): Promise<void>
}

/**
 * `onRequest` runs before anything is passed on: at that moment the request has left the desk and
 * nobody else knows of it.
 */
export async function openGate(target: string, onRequest: (passed: Passed) => void): Promise<Gate> {
  const { hostname, port, pathname } = new URL(target)
  const sockets = new Set<Socket>()
  const hold = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => sockets.delete(socket))
  }
  const server = net.createServer((socket) => {
    hold(socket)
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      const end = text.indexOf('\r\n\r\n')
      if (end === -1) return
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? '0')
      if (text.length < end + 4 + length) return
      take(socket, text, text.slice(end + 4))
      text = ''
    })
  })

  function take(socket: Socket, text: string, body: string): void {
    const operation = /^POST \S*\/([a-z-]+)\/(?:group\/)?\d+ /.exec(text)?.[1] ?? ''
    const fields = Object.fromEntries(new URLSearchParams(body))
    const passed = { operation, fields, port: socket.remotePort ?? 0 }
    const isMoney = operation !== 'status'
    if (isMoney) gate.money.push(passed)
    onRequest(passed)
    const passage = isMoney ? gate.next : 'answered'
    if (passage === 'kept-back') return void socket.resetAndDestroy()
    const upstream = net.connect(Number(port), hostname, () => upstream.write(text, 'latin1'))
    hold(upstream)
    let answer = ''
    upstream.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')))
    upstream.once('close', () => {
      if (passage === 'answer-lost') socket.resetAndDestroy()
      else socket.end(answer, 'latin1')
    })
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const gate: Gate = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    money: [],
    next: 'answered',
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return gate
}
