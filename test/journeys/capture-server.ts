// A gateway that takes every request and keeps it as it came off the wire, byte by byte.
import net from 'node:net'
import type { AddressInfo } from 'node:net'

interface Arrival {
  requestLine: string
  /** Lower-case names. */
  headers: Record<string, string>
  body: string
}

export interface CaptureServer {
  baseUrl: string
  arrivals: Arrival[]
  close(): Promise<void>
}

const refusal = {
  status: 400,
  type: 'application/vnd.pay+json',
  body: '{"type":"validation-error","error-code":"1","error-message":"kept"}',
}

export async function openCaptureServer(answer = refusal): Promise<CaptureServer> {
  const arrivals: Arrival[] = []
  const server = net.createServer((socket) => {
    let text = ''
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      const end = text.indexOf('\r\n\r\n')
      if (end === -1) return
      const [requestLine = '', ...lines] = text.slice(0, end).split('\r\n')
      const headers = Object.fromEntries(
        lines.map((line) => {
          const at = line.indexOf(': ')
          return [line.slice(0, at).toLowerCase(), line.slice(at + 2)]
        }),
      )
      const body = text.slice(end + 4)
      if (body.length < Number(headers['content-length'])) return
      arrivals.push({ requestLine, headers, body })
      const length = Buffer.byteLength(answer.body)
      socket.end(
        `HTTP/1.1 ${answer.status} x\r\nContent-Type: ${answer.type}\r\nContent-Length: ${length}\r\n\r\n${answer.body}`,
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/paynet`,
    arrivals,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
