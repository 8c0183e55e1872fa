// A wire between desk and sandbox that can be cut, held up or made to repeat itself at a chosen request. It keeps what passed, which
// is the proof of what left the desk. It never makes up a request and never lets one through twice.
import net, { type AddressInfo, type Socket } from 'node:net'

export const wireFaults = [
  'refused',
  'reset-on-connect',
  'cut-request',
  'swallowed',
  'answer-lost',
  'answer-held',
  'half-head',
  'half-body',
  'answer-twice',
  'in-pieces',
  'late',
  'stale',
  'contradicted',
] as const
export type WireFault = (typeof wireFaults)[number]

export interface WireRequest {
  operation: string
  fields: Record<string, string>
  /** Whether it was handed on to the service. */
  isForwarded: boolean
}

export interface Wire {
  baseUrl: string
  requests: WireRequest[]
  /** The next request of the operation meets the fault; `times` requests with more. */
  spoil(operation: string, fault: WireFault, times?: number): void
  /** Whether a fault that was set has been met. */
  wasMet(): boolean
  clear(): void
  /** Resolves when nothing is under way to the service any more. */
  idle(): Promise<void>
  close(): Promise<void>
}

/** Longer than the desk waits for an answer. */
export const lateMs = 700

export async function openWire(target: string): Promise<Wire> {
  const { hostname, port, pathname } = new URL(target)
  const requests: WireRequest[] = []
  const sockets = new Set<Socket>()
  const statuses = new Map<string, string[]>()
  let set: { operation: string; fault: WireFault; left: number } | null = null
  let isMet = false
  let underWay = 0
  let repeats = 0
  let listening = 0

  const server = net.createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => sockets.delete(socket))
    if (set?.fault === 'reset-on-connect' && isNextMeant()) {
      meet()
      return void socket.resetAndDestroy()
    }
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

  // A connection names no operation yet: a money request always follows its status, so the last one tells.
  const isNextMeant = (): boolean =>
    set !== null && (set.operation === 'status' || requests.at(-1)?.operation === 'status')
  const meet = (): void => {
    isMet = true
    if (set === null) return
    set.left -= 1
    if (set.left === 0) set = null
  }

  function take(socket: Socket, text: string, body: string): void {
    const operation = /^POST \S*\/([a-z-]+)\/(?:group\/)?\d+ /.exec(text)?.[1] ?? ''
    const fields = Object.fromEntries(new URLSearchParams(body))
    const request: WireRequest = { operation, fields, isForwarded: false }
    requests.push(request)
    const fault = set?.operation === operation ? set.fault : null
    if (fault !== null && fault !== 'refused') meet()
    const key = fields['orderid'] ?? ''
    switch (fault) {
      case 'cut-request':
      case 'reset-on-connect':
        return void socket.resetAndDestroy()
      case 'swallowed':
        return
      case 'late':
        request.isForwarded = true
        underWay += 1
        setTimeout(() => {
          underWay -= 1
          forward(text, () => undefined)
        }, lateMs)
        return
      case 'stale': {
        const known = statuses.get(key) ?? []
        const earlier = known[repeats % Math.max(known.length, 1)]
        repeats += 1
        if (earlier !== undefined) return void socket.end(earlier, 'latin1')
      }
    }
    request.isForwarded = true
    forward(text, (answer) => {
      if (operation === 'status') remember(key, answer)
      // The desk connects again right after this answer: by then nobody listens.
      if (operation === 'status' && set?.fault === 'refused' && set.operation !== 'status') refuse()
      pass(socket, answer, fault)
    })
  }

  const remember = (key: string, answer: string): void => {
    const known = statuses.get(key) ?? []
    if (known.at(-1) !== answer) statuses.set(key, [...known, answer])
  }

  function forward(text: string, onAnswer: (answer: string) => void): void {
    underWay += 1
    let answer = ''
    const upstream = net.connect(Number(port), hostname, () => upstream.write(text, 'latin1'))
    upstream.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')))
    upstream.on('error', () => upstream.destroy())
    // The sandbox closes after each answer; one that never comes is ended here.
    const limit = setTimeout(() => upstream.destroy(), 2 * lateMs)
    upstream.once('close', () => {
      clearTimeout(limit)
      underWay -= 1
      onAnswer(answer)
    })
  }

  function pass(socket: Socket, answer: string, fault: WireFault | null): void {
    if (socket.destroyed) return
    const whole = Buffer.from(answer, 'latin1')
    switch (fault) {
      case 'answer-lost':
        return void socket.resetAndDestroy()
      case 'answer-held':
        return
      case 'half-head':
        return void socket.write(whole.subarray(0, 20), () => socket.destroy())
      case 'half-body':
        return void socket.write(whole.subarray(0, -10), () => socket.destroy())
      case 'answer-twice':
        socket.write(whole)
        return void socket.end(whole)
      case 'in-pieces':
        for (let at = 0; at < whole.length; at += 37) socket.write(whole.subarray(at, at + 37))
        return void socket.end()
      case 'contradicted':
        return void socket.end(swap(answer), 'latin1')
      default:
        return void (answer === '' ? socket.resetAndDestroy() : socket.end(whole))
    }
  }

  function refuse(): void {
    if (!server.listening) return
    meet()
    server.close()
    setTimeout(listenAgain, 60)
  }
  const listenAgain = (): void => {
    if (!server.listening) server.listen(listening, '127.0.0.1')
  }
  server.on('error', () => setTimeout(listenAgain, 20))

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  listening = (server.address() as AddressInfo).port
  return {
    baseUrl: `http://127.0.0.1:${listening}${pathname}`,
    requests,
    spoil: (operation, fault, times = 1) => {
      set = { operation, fault, left: times }
      isMet = false
      if (fault === 'refused' && operation === 'status') refuse()
    },
    wasMet: () => isMet,
    clear: () => {
      set = null
    },
    idle: async () => {
      while (underWay > 0 || !server.listening)
        await new Promise((resolve) => setTimeout(resolve, 10))
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      if (server.listening) await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** "approved" told as "declined" in words of the same length, so that the frame of the answer holds. */
const swap = (answer: string): string =>
  answer.replaceAll('"status":"approved"', '"status":"declined"')
