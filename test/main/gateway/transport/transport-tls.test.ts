import { Buffer } from 'node:buffer'
import net from 'node:net'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { sendOnce } from '../../../../src/main/gateway/transport/transport.ts'
import type { SendInput } from '../../../../src/main/gateway/transport/exchange.ts'
import { type Certificates, makeCertificates } from './certificates.ts'
import { accepted, answer, arrivals, type RawService, startRaw } from './raw-service.ts'

const limits = {
  connectTimeoutMs: 10_000,
  answerTimeoutMs: 10_000,
  maxBodyBytes: 262_144,
  maxHeaderBytes: 65_536,
}
const body = Buffer.from('orderid=77&amount=1.00')

let certificates: Certificates
beforeAll(() => {
  certificates = makeCertificates()
})
afterAll(() => certificates.remove())

const services: RawService[] = []
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()))
})

async function secure(
  ...[options, script = (socket) => socket.end(answer('200 OK', accepted))]: [
    NonNullable<Parameters<typeof startRaw>[1]>['secure'],
    Parameters<typeof startRaw>[0]?,
  ]
): Promise<RawService> {
  const service = await startRaw(script, options === undefined ? {} : { secure: options })
  services.push(service)
  return service
}

const send = (service: RawService, more: Partial<SendInput> = {}) =>
  sendOnce({ url: service.url(), headers: {}, body, limits, ca: certificates.authority, ...more })

/** The certificate is refused: nothing of the request may have been written. */
async function refusal(service: RawService, more: Partial<SendInput> = {}) {
  const exchange = await send(service, more)
  expect((await arrivals(service)).requests).toBe(0)
  if (exchange.kind !== 'unreached') throw new Error(`not refused: ${exchange.kind}`)
  return formatMessages(exchange)
}

describe('certificates', () => {
  it('sends over TLS 1.2 and 1.3 to a host whose certificate an added authority signed', async () => {
    for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
      const service = await secure({
        ...certificates.good,
        minVersion: version,
        maxVersion: version,
      })
      expect(await send(service)).toMatchObject({ kind: 'answered', status: 200, complete: true })
      expect(await arrivals(service)).toEqual({ connections: 1, requests: 1 })
      expect(service.pieces).toBe(1)
    }
  })

  it('also sends to the host by its name', async () => {
    const service = await secure({ ...certificates.good })
    const url = `https://localhost:${service.port}/x`
    expect(await send(service, { url })).toMatchObject({ kind: 'answered' })
  })

  it('refuses a certificate that expired and says whose it is, who issued it and how long it was valid', async () => {
    const { code, detail } = await refusal(await secure({ ...certificates.expired }))
    expect(code).toBe('CERT_HAS_EXPIRED')
    expect(detail).toMatch(
      /The certificate is for CN=expired .*, issued by O=Paydesk Tests, CN=Test Authority, valid from .* UTC to .* UTC\./,
    )
  })

  it('refuses a certificate for another host', async () => {
    const { code, detail } = await refusal(await secure({ ...certificates.wrongHost }))
    expect(code).toBe('ERR_TLS_CERT_ALTNAME_INVALID')
    expect(detail).toContain('DNS:other.example')
  })

  it('refuses a certificate that names the host by its common name alone', async () => {
    const service = await secure({ ...certificates.noNames })
    const url = `https://localhost:${service.port}/x`
    const { code, detail } = await refusal(service, { url })
    expect(code).toBe('PAYDESK_TLS_CERT_NO_NAMES')
    expect(detail).toContain('The certificate has no subject alternative name')
    expect(detail).toContain('CN=localhost')
  })

  it('refuses a certificate that signed itself, unless it was added', async () => {
    const service = await secure({ ...certificates.selfSigned })
    const { code, detail } = await refusal(service)
    expect(code).toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
    expect(detail).not.toContain('Node.js')
    expect((await send(service, { ca: certificates.selfSigned.cert })).kind).toBe('answered')
  })

  it('refuses a certificate of an authority nobody added, also right after it was trusted for another connection', async () => {
    const service = await secure({ ...certificates.good })
    expect((await send(service)).kind).toBe('answered')
    const { ca: _added, ...bare } = { ca: '', url: service.url(), headers: {}, body, limits }
    expect((await sendOnce(bare)).kind).toBe('unreached')
    expect(await arrivals(service)).toMatchObject({ requests: 1 })
  })
})

describe('handshakes', () => {
  it('refuses TLS 1.1', async () => {
    const service = await secure({
      ...certificates.good,
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT:@SECLEVEL=0',
    })
    await refusal(service)
  })

  it('refuses a cipher without authenticated encryption', async () => {
    const old = {
      ...certificates.good,
      maxVersion: 'TLSv1.2',
      ciphers: 'ECDHE-ECDSA-AES128-SHA256:ECDHE-ECDSA-AES128-SHA',
    } as const
    await refusal(await secure(old))
    const good = await secure({ ...old, ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256' })
    expect((await send(good)).kind).toBe('answered')
  })

  it('reports a host that never answers the handshake as unreached', async () => {
    const plain = await secure(undefined, () => undefined)
    const { code } = await refusal(plain, {
      url: `https://127.0.0.1:${plain.port}/`,
      limits: { ...limits, connectTimeoutMs: 300 },
    })
    expect(code).toBe('connect-timeout')
    expect(plain.connections).toBe(1)
  })

  it('writes nothing when a handshake took so long that the request may not leave any more', async () => {
    const service = await secure(certificates.good)
    for (const [hours, isSent] of [
      [8, false],
      [0, true],
    ] as const) {
      let now = Date.UTC(2026, 10, 24)
      const confirmedAt = now
      let goOn = (): void => undefined
      const held = new Promise<void>((resolve) => (goOn = resolve))
      const relay = net.createServer((client) => {
        const onward = net.connect(service.port, '127.0.0.1')
        for (const socket of [client, onward]) socket.on('error', () => socket.destroy())
        void held.then(() => client.pipe(onward).pipe(client))
      })
      await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
      const { port } = relay.address() as net.AddressInfo
      let asked = 0
      const exchange = send(service, {
        url: `https://127.0.0.1:${port}/paynet/api/v2/return/1`,
        whyNotNow: () => {
          asked += 1
          return now - confirmedAt > 30_000 ? 'too late' : null
        },
      })
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(asked).toBe(0)
      now += hours * 3_600_000
      goOn()
      expect(await exchange).toMatchObject(
        isSent
          ? { kind: 'answered' }
          : { kind: 'unreached', code: 'held-back', detail: 'too late' },
      )
      expect(asked).toBe(1)
      expect(service.requests()).toBe(isSent ? 1 : 0)
      await new Promise((resolve) => relay.close(resolve))
    }
  })

  it('reports a host that answers the handshake with plain http, a reset or an end as unreached', async () => {
    for (const end of ['plain', 'reset', 'end'] as const) {
      const plain = await startRaw(() => undefined, {
        onConnection: (socket) =>
          socket.once('data', () => {
            if (end === 'plain') socket.end(answer('200 OK', accepted))
            else if (end === 'reset') socket.resetAndDestroy()
            else socket.end()
          }),
      })
      services.push(plain)
      await refusal(plain, { url: `https://127.0.0.1:${plain.port}/` })
    }
  })

  it('reports a host that wants a certificate of ours as no answer, as the request may have been written by then', async () => {
    const service = await secure({
      ...certificates.good,
      ca: certificates.authority,
      requestCert: true,
      rejectUnauthorized: true,
      minVersion: 'TLSv1.3',
    })
    expect((await send(service)).kind).toBe('no-answer')
    expect((await arrivals(service)).requests).toBe(0)
  })

  it('reports a reset after the handshake as no answer', async () => {
    const service = await secure({ ...certificates.good }, (socket) => socket.destroy())
    expect((await send(service)).kind).toBe('no-answer')
    expect(await arrivals(service)).toEqual({ connections: 1, requests: 1 })
  })
})

describe('the environment', () => {
  /** One sending from a process of its own, without the added authority. */
  async function sendFromChild(service: RawService, env: Record<string, string>): Promise<string> {
    const transport = new URL(
      '../../../../src/main/gateway/transport/transport.ts',
      import.meta.url,
    ).href
    const program = `
      import { sendOnce } from ${JSON.stringify(transport)}
      const limits = ${JSON.stringify({ ...limits, connectTimeoutMs: 8_000 })}
      const sent = await sendOnce({ url: ${JSON.stringify(service.url())}, headers: {}, body: Buffer.from('a=1'), limits })
      console.log(sent.kind)
    `
    const args = ['--no-warnings', '--input-type=module', '-e', program]
    const { PATH = '' } = process.env
    const { stdout } = await promisify(execFile)(process.execPath, args, { env: { PATH, ...env } })
    return stdout.trim()
  }

  it('honours the authorities of the system', async () => {
    const service = await secure({ ...certificates.good })
    expect(await sendFromChild(service, { SSL_CERT_FILE: certificates.authorityFile })).toBe(
      'answered',
    )
  })

  it('can’t be used to switch verification off', async () => {
    const service = await secure({ ...certificates.selfSigned })
    expect(await sendFromChild(service, { NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toBe('unreached')
    expect((await arrivals(service)).requests).toBe(0)
  })

  it('can’t be used to lead a request through a proxy', async () => {
    const proxy = await startRaw((socket) => socket.end(answer('200 OK', accepted)))
    const service = await startRaw((socket) => socket.end(answer('200 OK', accepted)))
    services.push(proxy, service)
    const env = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy.url(''), HTTPS_PROXY: proxy.url('') }
    expect(await sendFromChild(service, env)).toBe('answered')
    expect([proxy.connections, service.connections]).toEqual([0, 1])
  })
})
