// Certificates made for one test run by the openssl command: an authority and, signed by it, a
// good, an expired and a wrongly named one; and one that signed itself.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Pair {
  key: string
  cert: string
}

export interface Certificates {
  authority: string
  authorityFile: string
  good: Pair
  expired: Pair
  wrongHost: Pair
  /** Its common name is the host; it has no subject alternative name. */
  noNames: Pair
  selfSigned: Pair
  /** Each for one name or address alone. */
  only: Record<'proxy' | 'localhost' | 'name' | 'address' | 'address6', Pair>
  remove(): void
}

export function makeCertificates(): Certificates {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-certificates-'))
  const at = (name: string): string => join(folder, name)
  const openssl = (...args: string[]): void => {
    execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  }
  const read = (name: string): string => readFileSync(at(name), 'utf8')
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'] as const

  openssl('req', '-x509', ...newKey, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2',
    '-subj', '/O=Paydesk Tests/CN=Test Authority') // prettier-ignore
  const signed = (name: string, names: string, days: string, commonName = name): Pair => {
    writeFileSync(at(`${name}.ext`), names === '' ? '' : `subjectAltName=${names}\n`)
    openssl(
      'req',
      ...newKey,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.csr`,
      '-subj',
      `/CN=${commonName}`,
    )
    openssl('x509', '-req', '-in', `${name}.csr`, '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial',
      '-days', days, '-extfile', `${name}.ext`, '-out', `${name}.pem`) // prettier-ignore
    return { key: read(`${name}.key`), cert: read(`${name}.pem`) }
  }
  const here = 'DNS:localhost,IP:127.0.0.1'
  openssl('req', '-x509', ...newKey, '-keyout', 'own.key', '-out', 'own.pem', '-days', '2',
    '-subj', '/CN=self-signed', '-addext', `subjectAltName=${here}`) // prettier-ignore
  return {
    authority: read('ca.pem'),
    authorityFile: at('ca.pem'),
    good: signed('good', here, '2'),
    expired: signed('expired', here, '-1'),
    wrongHost: signed('wrong-host', 'DNS:other.example', '2'),
    noNames: signed('no-names', '', '2', 'localhost'),
    only: {
      proxy: signed('proxy', 'DNS:proxy.example', '2'),
      localhost: signed('localhost', 'DNS:localhost', '2'),
      name: signed('name', 'DNS:gate.example', '2'),
      address: signed('address', 'IP:192.0.2.10', '2'),
      address6: signed('address6', 'IP:2001:db8::10', '2'),
    },
    selfSigned: { key: read('own.key'), cert: read('own.pem') },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
