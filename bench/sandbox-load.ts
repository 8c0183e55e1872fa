// The load: keep-alive connections that send prepared requests one after another and count the
// answers. Reads one JSON line
// {port, requests, connections, count, limitMs} and prints one {count, tookMs, refused}. Only
// 127.0.0.1.
import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'

interface Job {
  port: number
  /** Whole HTTP requests, taken in turn. */
  requests: string[]
  connections: number
  count: number
  limitMs: number
}

const [line] = (await once(createInterface(process.stdin), 'line')) as [string]
const job = JSON.parse(line) as Job
const prepared = job.requests.map((text) => Buffer.from(text, 'utf8'))
let sent = 0
let answered = 0
let refused = 0
const startedAt = performance.now()
const isOver = (): boolean =>
  sent >= job.count || (sent % 64 === 0 && performance.now() - startedAt > job.limitMs)

function work(): Promise<void> {
  const socket = connect(job.port, '127.0.0.1')
  socket.setNoDelay(true)
  let waiting: Buffer = Buffer.alloc(0)
  const next = (): void => {
    if (isOver()) return void socket.end()
    const request = prepared[sent % prepared.length]
    if (request === undefined) throw new Error('no requests were given')
    sent += 1
    socket.write(request)
  }
  socket.on('connect', next)
  socket.on('data', (chunk: Buffer) => {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk])
    const end = waiting.indexOf('\r\n\r\n')
    if (end === -1) return
    const head = waiting.toString('latin1', 0, end)
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? '0')
    if (waiting.length < end + 4 + length) return
    const body = waiting.toString('utf8', end + 4, end + 4 + length)
    waiting = Buffer.alloc(0)
    answered += 1
    if (!head.startsWith('HTTP/1.1 200') || !body.startsWith('{"type":"status-response"'))
      refused += 1
    next()
  })
  return new Promise((resolve, reject) => {
    socket.on('close', () => resolve())
    socket.on('error', reject)
  })
}

await Promise.all(Array.from({ length: job.connections }, work))
process.stdout.write(
  `${JSON.stringify({ count: answered, tookMs: performance.now() - startedAt, refused })}\n`,
)
