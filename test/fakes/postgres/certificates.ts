// Certificates for a server of a test: a CA of its own, and a server's certificate for the names
// it is asked for.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Certificates {
  /** PEM. */
  ca: string
  certificate: string
  key: string
}

/** `names` as openssl writes them: `DNS:localhost`, `IP:127.0.0.1`. */
export function makeCertificates(folder: string, names: string): Certificates {
  const at = (name: string): string => join(folder, name)
  const openssl = (...args: string[]): void =>
    void execFileSync('openssl', args, { stdio: 'ignore', timeout: 20_000 })
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  openssl(
    ...['req', '-x509', ...ec, '-keyout', at('ca.key'), '-out', at('ca.pem'), '-days', '2'],
    ...['-subj', '/CN=A CA of a test'],
  )
  openssl(
    ...['req', ...ec, '-keyout', at('server.key'), '-out', at('server.csr')],
    ...['-subj', '/CN=A server of a test'],
  )
  writeFileSync(at('names'), `subjectAltName=${names}\n`)
  openssl(
    ...['x509', '-req', '-in', at('server.csr'), '-CA', at('ca.pem'), '-CAkey', at('ca.key')],
    ...['-CAcreateserial', '-days', '2', '-extfile', at('names'), '-out', at('server.pem')],
  )
  const read = (name: string): string => readFileSync(at(name), 'utf8')
  return { ca: read('ca.pem'), certificate: read('server.pem'), key: read('server.key') }
}
