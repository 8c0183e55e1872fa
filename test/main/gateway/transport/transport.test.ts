import { Buffer } from 'node:buffer'
import type net from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { sendOnce } from '../../../../src/main/gateway/transport/transport.ts'
import type { SendInput } from '../../../../src/main/gateway/transport/exchange.ts'
import { deadlineIn } from '../../../fakes/deadline.ts'
import {
  accepted,
  answer,
  arrivals,
  type RawOptions,
  type RawService,
  type Script,
  startRaw,
} from './raw-service.ts'

const limits = {
  connectTimeoutMs: 10_000,
  answerTimeoutMs: 10_000,
  maxBodyBytes: 262_144,
  maxHeaderBytes: 65_536,
}
const body = Buffer.from('client_orderid=pd-1&orderid=77&amount=1.00&currency=EUR')
const once = { connections: 1, requests: 1 }

const services: RawService[] = []
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()))
})

async function raw(script: Script, options?: RawOptions): Promise<RawService> {
  const service = await startRaw(script, options)
  services.push(service)
  return service
}

const send = (service: RawService, more: Partial<SendInput> = {}) =>
  sendOnce({
    url: service.url(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body,
    limits,
    ...more,
  })

/**
 * Sends to a gateway that does what `script` says, and asserts that the request arrived exactly
 * once.
 */
async function sendTo(script: Script, more: Partial<SendInput> = {}) {
  const service = await raw(script)
  const exchange = await send(service, more)
  expect(await arrivals(service)).toEqual(once)
  return exchange
}

describe('what is sent', () => {
  it('writes one HTTP/1.1 request with its own framing headers, in one piece', async () => {
    const service = await raw((socket) => socket.end(answer('200 OK', accepted)))
    await send(service, { headers: { Accept: 'application/vnd.pay+json' } })
    expect(service.received).toEqual([
      [
        'POST /paynet/api/v2/return/1 HTTP/1.1',
        `Host: 127.0.0.1:${service.port}`,
        'Accept: application/vnd.pay+json',
        'Accept-Encoding: identity',
        'Connection: close',
        `Content-Length: ${body.length}`,
        '',
        body.toString(),
      ].join('\r\n'),
    ])
    expect(service.pieces).toBe(1)
  })

  it('refuses headers that could break out of their line or frame the body another way', async () => {
    const service = await raw((socket) => socket.end(answer('200 OK', accepted)))
    for (const headers of [
      { Accept: 'a\r\nX: y' },
      { 'X\r\nY': 'z' },
      { Accept: 'snow\u2603' },
      { 'content-length': '3' },
      { 'Transfer-Encoding': 'chunked' },
      { Host: 'other.example' },
      { Expect: '100-continue' },
    ] as Record<string, string>[])
      await expect(send(service, { headers })).rejects.toThrow(/header|transport/)
    expect(await arrivals(service)).toEqual({ connections: 0, requests: 0 })
  })
})

describe('no connection', () => {
  it('reports a refused connection as unreached', async () => {
    const service = await raw(() => undefined)
    await service.close()
    services.pop()
    expect(await send(service)).toMatchObject({ kind: 'unreached', code: 'ECONNREFUSED' })
  })

  it('reports a name that does not resolve as unreached', async () => {
    const exchange = await sendOnce({ url: 'https://paydesk.invalid/x', headers: {}, body, limits })
    expect(exchange.kind).toBe('unreached')
  })

  it('refuses plain http to any host but this computer without opening a socket', async () => {
    for (const url of [
      'http://gate.example/x',
      'http://192.0.2.1/x',
      'http://127.0.0.1.example/x',
      'http://localhost.example/x',
      'http://[::ffff:192.0.2.1]/x',
    ])
      expect(await sendOnce({ url, headers: {}, body, limits })).toMatchObject({
        kind: 'unreached',
        code: 'policy',
      })
  })

  it('refuses addresses that hold a user name or a fragment, or are none', async () => {
    for (const url of [
      'https://me:secret@127.0.0.1/x',
      'https://me@127.0.0.1/x',
      'https://127.0.0.1/x#y',
      'ftp://127.0.0.1/',
      'x',
    ])
      expect(await sendOnce({ url, headers: {}, body, limits })).toMatchObject({
        kind: 'unreached',
        code: 'bad-address',
      })
  })

  it('sends nothing when stopped before or while connecting', async () => {
    const service = await raw((socket) => socket.end(answer('200 OK', accepted)))
    expect(await send(service, { signal: AbortSignal.abort() })).toMatchObject({
      kind: 'unreached',
      code: 'aborted',
    })
    expect(await arrivals(service)).toEqual({ connections: 0, requests: 0 })
    const stop = new AbortController()
    const sending = send(service, { signal: stop.signal })
    stop.abort()
    expect(await sending).toMatchObject({ kind: 'unreached', code: 'aborted' })
    expect((await arrivals(service)).requests).toBe(0)
  })
})

describe('a connection without a whole answer', () => {
  it('reports a reset after the request as no answer', async () => {
    const exchange = await sendTo((socket) => socket.resetAndDestroy())
    expect(exchange).toMatchObject({ kind: 'no-answer', code: 'ECONNRESET' })
  })

  it('says unreached after a reset right at the connection only if nothing was written', async () => {
    const service = await raw(() => undefined, {
      onConnection: (socket) => socket.resetAndDestroy(),
    })
    for (let i = 0; i < 20; i += 1) {
      const exchange = await send(service)
      expect(['unreached', 'no-answer']).toContain(exchange.kind)
    }
    expect((await arrivals(service)).requests).toBe(0)
    expect(service.connections).toBe(20)
  })

  it('reports a connection closed without a byte as no answer', async () => {
    const exchange = await sendTo((socket) => socket.end())
    expect(exchange).toMatchObject({ kind: 'no-answer', code: 'closed' })
  })

  it.each([
    ['after half of the headers', 'HTTP/1.1 200 OK\r\nContent-Le'],
    ['after the headers', 'HTTP/1.1 200 OK\r\nContent-Length: 40\r\n\r\n'],
    ['in the middle of the body', 'HTTP/1.1 200 OK\r\nContent-Length: 40\r\n\r\n{"type":"async-'],
  ])('reports a reset or an end %s as no answer', async (_when, begun) => {
    for (const end of [
      (socket: net.Socket) =>
        socket.write(begun, () => setTimeout(() => socket.resetAndDestroy(), 20)),
      (socket: net.Socket) => socket.end(begun),
    ])
      expect((await sendTo(end)).kind).toBe('no-answer')
  })

  it('takes a body shorter than its Content-Length as truncated', async () => {
    const whole = answer('200 OK', accepted)
    const exchange = await sendTo((socket) => socket.end(whole.slice(0, -1)))
    expect(exchange).toMatchObject({ kind: 'no-answer', code: 'truncated' })
  })

  it('takes chunks without the last one as truncated', async () => {
    const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'
    const chunk = `${accepted.length.toString(16)}\r\n${accepted}\r\n`
    for (const cut of [chunk, `${chunk}0\r\n`, chunk.slice(0, 9)])
      expect(await sendTo((socket) => socket.end(head + cut))).toMatchObject({
        kind: 'no-answer',
        code: 'truncated',
      })
    const whole = await sendTo((socket) => socket.end(`${head}${chunk}0\r\n\r\n`))
    expect(whole).toMatchObject({ kind: 'answered', complete: true, body: Buffer.from(accepted) })
  })

  it('marks a body that only the end of the connection delimits as not complete', async () => {
    const exchange = await sendTo((socket) => socket.end(`HTTP/1.1 200 OK\r\n\r\n${accepted}`))
    expect(exchange).toMatchObject({
      kind: 'answered',
      complete: false,
      body: Buffer.from(accepted),
    })
  })

  it('takes a reset at the end of such a body as no answer', async () => {
    const exchange = await sendTo((socket) =>
      socket.write(`HTTP/1.1 200 OK\r\n\r\n${accepted}`, () =>
        setTimeout(() => socket.resetAndDestroy(), 30),
      ),
    )
    expect(exchange).toMatchObject({ kind: 'no-answer', code: 'ECONNRESET' })
  })

  it('keeps a whole answer although the connection is reset right after it', async () => {
    const exchange = await sendTo((socket) =>
      socket.write(answer('200 OK', accepted), () => socket.resetAndDestroy()),
    )
    // The kernel may drop what was not read before the reset; an answer that was read is never
    // lost.
    if (exchange.kind === 'answered') expect(exchange.complete).toBe(true)
    else expect(exchange).toMatchObject({ kind: 'no-answer', code: 'ECONNRESET' })
  })

  it('gives up on a silent gateway after the answer limit', async () => {
    const exchange = await sendTo(() => undefined, { limits: { ...limits, answerTimeoutMs: 200 } })
    expect(exchange).toMatchObject({ kind: 'no-answer', code: 'answer-timeout' })
  })

  it('limits the whole answer, not the pause between bytes: one byte at a time is cut off', async () => {
    const deadline = deadlineIn(1_500)
    const exchange = await sendTo(
      (socket) => {
        const text = answer('200 OK', accepted)
        let at = 0
        const timer = setInterval(() => {
          if (socket.destroyed) clearInterval(timer)
          else socket.write(text[at++ % text.length]!)
        }, 20)
      },
      { limits: { ...limits, answerTimeoutMs: 400 } },
    )
    expect(exchange).toMatchObject({ kind: 'no-answer', code: 'answer-timeout' })
    expect(deadline.isPast()).toBe(false)
    deadline.end()
  })

  it('reports being stopped after the request left as no answer', async () => {
    const stop = new AbortController()
    const exchange = await sendTo(() => stop.abort(), { signal: stop.signal })
    expect(exchange).toMatchObject({ kind: 'no-answer', code: 'aborted' })
  })
})

describe('answers that are too much', () => {
  it('refuses headers over the limit', async () => {
    const huge = `HTTP/1.1 200 OK\r\nX-Filler: ${'x'.repeat(70_000)}\r\nContent-Length: 0\r\n\r\n`
    const many = `HTTP/1.1 200 OK\r\n${'X-Filler: x\r\n'.repeat(8_000)}Content-Length: 0\r\n\r\n`
    for (const head of [huge, many])
      expect(await sendTo((socket) => socket.end(head))).toMatchObject({
        kind: 'no-answer',
        code: 'HPE_HEADER_OVERFLOW',
      })
  })

  it('takes headers and a body just within the limits, and refuses one byte more of body', async () => {
    const small = { limits: { ...limits, maxBodyBytes: 2_048 } }
    const filler = { 'X-Filler': 'x'.repeat(60_000) }
    const most = await sendTo(
      (socket) => socket.end(answer('200 OK', 'x'.repeat(2_048), filler)),
      small,
    )
    expect(most).toMatchObject({ kind: 'answered', complete: true })
    const over = await sendTo((socket) => socket.end(answer('200 OK', 'x'.repeat(2_049))), small)
    expect(over).toMatchObject({ kind: 'no-answer', code: 'too-large' })
  })

  it.each([
    ['announced', 'Content-Length: 1073741824'],
    ['chunked', 'Transfer-Encoding: chunked'],
    ['close-delimited', 'X-Nothing: 0'],
  ])('cuts off a body of a gigabyte, %s, after the limit', async (_how, header) => {
    const megabyte = 'x'.repeat(1_048_576)
    const piece = header.startsWith('Transfer') ? `100000\r\n${megabyte}\r\n` : megabyte
    let written = 0
    const exchange = await sendTo((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\n${header}\r\n\r\n`)
      const pour = (): void => {
        while (!socket.destroyed && written < 1_024 && socket.write(piece)) written += 1
        written += 1
      }
      socket.on('drain', pour)
      pour()
    })
    expect(exchange).toMatchObject({ kind: 'no-answer', code: 'too-large' })
    expect(written).toBeLessThan(64)
  })

  // Fifty thousand of them are read before the limit: that takes a busy machine a while.
  it('cuts off an endless row of interim answers', { timeout: 180_000 }, async () => {
    const pouring: Script = (socket) => {
      const interim = 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'.repeat(1_000)
      const pour = (): void => {
        while (!socket.destroyed && socket.write(interim));
      }
      socket.on('drain', pour)
      pour()
    }
    const exchange = await sendTo(pouring, { limits: { ...limits, answerTimeoutMs: 30_000 } })
    expect(exchange).toMatchObject({ kind: 'no-answer', code: 'too-large' })
  })
})

describe('answers that are not HTTP as it should be', () => {
  it.each([
    ['no HTTP at all', 'SSH-2.0-OpenSSH\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}'],
    [
      'a length and chunks',
      'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
    ],
    [
      'an unknown coding',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
    ],
    ['a negative length', 'HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\n{}'],
    ['a NUL in a header', 'HTTP/1.1 200 OK\r\nX: \0\r\nContent-Length: 2\r\n\r\n{}'],
    [
      'a change of protocol',
      'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n{}',
    ],
  ])('reports %s as no answer', async (_what, bytes) => {
    expect((await sendTo((socket) => socket.end(bytes))).kind).toBe('no-answer')
  })

  it('reads past interim answers to the final one', async () => {
    const exchange = await sendTo((socket) =>
      socket.end(`HTTP/1.1 100 Continue\r\n\r\n${answer('200 OK', accepted)}`),
    )
    expect(exchange).toMatchObject({ kind: 'answered', status: 200, complete: true })
  })

  it('never takes what comes after the first answer for the answer', async () => {
    for (const more of [answer('200 OK', accepted), 'more', '\0']) {
      const exchange = await sendTo((socket) => socket.end(answer('400 Bad Request', '{}') + more))
      if (exchange.kind === 'answered')
        expect(exchange).toMatchObject({ status: 400, body: Buffer.from('{}') })
      else expect(exchange.kind).toBe('no-answer')
    }
  })

  it('passes a compressed body on as it came, without unpacking it', async () => {
    const exchange = await sendTo((socket) =>
      socket.end(answer('200 OK', 'packed', { 'Content-Encoding': 'gzip' })),
    )
    expect(exchange).toMatchObject({
      kind: 'answered',
      headers: { 'content-encoding': 'gzip' },
      body: Buffer.from('packed'),
    })
  })
})

describe('whole answers', () => {
  it('gives status, headers, date, body and the time it was read', async () => {
    const exchange = await sendTo(
      (socket) => socket.end(answer('200 OK', accepted, { Date: 'Sat, 21 Nov 2026 04:00:00 GMT' })),
      { clock: () => 1_700_000_000_000 },
    )
    expect(exchange).toEqual({
      kind: 'answered',
      status: 200,
      headers: {
        'content-type': 'application/vnd.pay+json',
        'content-length': String(accepted.length),
        date: 'Sat, 21 Nov 2026 04:00:00 GMT',
      },
      body: Buffer.from(accepted),
      complete: true,
      at: 1_700_000_000_000,
      date: 'Sat, 21 Nov 2026 04:00:00 GMT',
    })
  })

  it.each([301, 302, 303, 307, 308])('does not follow a %i', async (status) => {
    const target = await raw((socket) => socket.end(answer('200 OK', accepted)))
    const exchange = await sendTo((socket) =>
      socket.end(answer(`${status} Moved`, '', { Location: target.url() })),
    )
    expect(exchange).toMatchObject({ kind: 'answered', status })
    expect(await arrivals(target)).toEqual({ connections: 0, requests: 0 })
  })

  it.each([401, 408, 421, 425, 429, 500, 502, 503, 504])(
    'does not send again after a %i',
    async (status) => {
      const exchange = await sendTo((socket) =>
        socket.end(answer(`${status} Trouble`, '', { 'Retry-After': '0', Connection: 'close' })),
      )
      expect(exchange).toMatchObject({ kind: 'answered', status })
    },
  )

  it('never reuses a connection, so one that the gateway closed meanwhile makes no second sending', async () => {
    let served = 0
    const service = await raw((socket) => {
      served += 1
      if (served === 1) socket.write(answer('200 OK', accepted, { Connection: 'keep-alive' }))
      else socket.destroy()
    })
    expect((await send(service)).kind).toBe('answered')
    expect(await arrivals(service)).toEqual(once)
    expect((await send(service)).kind).toBe('no-answer')
    expect(await arrivals(service)).toEqual({ connections: 2, requests: 2 })
  })

  it('closes the connection after the answer although the gateway would keep it', async () => {
    let isClosed = false
    const service = await raw((socket) => {
      socket.once('close', () => (isClosed = true))
      socket.write(answer('200 OK', accepted, { Connection: 'keep-alive' }))
    })
    await send(service)
    await arrivals(service)
    expect(isClosed).toBe(true)
  })
})

describe('what comes behind the marked end of an answer', () => {
  const refusal = answer('400 Bad Request', '{"type":"error","error-message":"No"}')
  const chunked =
    'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n' +
    '5;note=1\r\n{"a":\r\n3\r\n"b"\r\n1\r\n}\r\n0\r\nX-End: 1\r\n\r\n'
  const interim = 'HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n'
  const behind = answer('200 OK', accepted)

  it.each([
    ['in one piece', refusal + behind, ''],
    ['a moment later', refusal, behind],
    ['behind pieces', chunked + behind, ''],
    ['a moment after pieces', chunked, behind],
    ['after hints', interim + refusal + behind, ''],
    ['a single byte', refusal, '\n'],
  ])('leaves no clear answer: %s', async (_how, first, second) => {
    const exchange = await sendTo((socket) => {
      socket.write(first)
      if (second !== '') setTimeout(() => socket.end(second), 40)
    })
    expect(exchange).toMatchObject({ kind: 'no-answer', code: 'more-than-one-answer' })
  })

  it.each([
    ['closed at once', refusal, true],
    ['left open', refusal, false],
    ['in pieces and left open', chunked, false],
    ['after hints', interim + refusal, true],
  ])('is nothing where the connection is %s', async (_how, first, closes) => {
    const exchange = await sendTo((socket) => {
      socket.write(first)
      if (closes) socket.end()
    })
    expect(exchange).toMatchObject({ kind: 'answered', complete: true })
  })
})
