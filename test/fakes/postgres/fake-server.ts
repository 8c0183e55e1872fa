// What answers as PostgreSQL does up to TLS, and no further: with a certificate for other names,
// without TLS, or not at all. It notes what a client says once the connection is encrypted.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecureContext, TLSSocket } from 'node:tls'
import { makeCertificates } from './certificates.ts'

/** `names`: of its certificate; null: no TLS. */
export async function openFakeServer(names: string | 'silent' | null) {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-fake-'))
  const made = makeCertificates(folder, names === null || names === 'silent' ? 'IP:1.1.1.1' : names)
  rmSync(folder, { recursive: true })
  const open = new Set<Socket>()
  let heard = ''
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => {
      if (names === 'silent') return
      socket.write(names === null ? 'N' : 'S')
      if (names === null) return
      const secureContext = createSecureContext({ key: made.key, cert: made.certificate })
      const encrypted = new TLSSocket(socket, { isServer: true, secureContext })
      encrypted.on('error', () => undefined)
      encrypted.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as { port: number }).port,
    ca: made.ca,
    heard: () => heard,
    close: async () => {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
