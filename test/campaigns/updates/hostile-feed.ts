// A feed on this computer that serves whatever it is told to: honest files, cut ones, endless ones,
// other addresses, silence.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Behaviour = (request: IncomingMessage, response: ServerResponse) => void

export interface HostileFeed {
  address: string
  /** By path, from the folder on. What is not here is not found. */
  files: Map<string, Behaviour>
  /** What was asked for, in order. */
  asked: string[]
  close(): Promise<void>
}

export const serve =
  (bytes: Uint8Array | string): Behaviour =>
  (_request, response) =>
    void response.writeHead(200).end(bytes)

export const answers =
  (status: number, headers: Record<string, string> = {}, body = ''): Behaviour =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body)

/** Sends so much of it and then cuts the connection, having promised the whole. */
export const cutOff =
  (bytes: Uint8Array, after: number): Behaviour =>
  (_request, response) => {
    response.writeHead(200, { 'content-length': bytes.length })
    response.write(bytes.subarray(0, after), () => response.destroy())
  }

/** Goes on until the other side closes; breaks off after 64 MiB, which is another refusal. */
export const endless =
  (count: { bytes: number }): Behaviour =>
  (_request, response) => {
    response.writeHead(200)
    const part = Buffer.alloc(65_536, 0x20)
    const more = (): void => {
      while (!response.destroyed && count.bytes < 67_108_864) {
        count.bytes += part.length
        if (!response.write(part)) return void response.once('drain', more)
      }
      response.destroy()
    }
    more()
  }

export async function openHostileFeed(): Promise<HostileFeed> {
  const files = new Map<string, Behaviour>()
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/^\/feed\//, '')
    asked.push(path)
    const behave = files.get(path) ?? answers(404)
    behave(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}/feed/`,
    files,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
