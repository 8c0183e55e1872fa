// A last look between a connection that stands and the bytes. MONEY: while it looks, nothing is
// written; what it does not let go never reaches the gateway.
import { afterEach, describe, expect, it } from 'vitest'
import { formatMessage } from '#wording/format-messages.ts'
import type { LookAndWrite, SendInput } from '../../../../src/main/gateway/transport/exchange.ts'
import { sendOnce } from '../../../../src/main/gateway/transport/transport.ts'
import { accepted, answer, type RawService, startRaw } from './raw-service.ts'

const services: RawService[] = []
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()))
})

async function send(
  lookAndWrite: LookAndWrite,
  more: Partial<SendInput> & { early?: string } = {},
) {
  const service = await startRaw((socket) => socket.end(answer('200 OK', accepted)), {
    onConnection: (socket) => {
      if (more.early !== undefined) socket.write(more.early)
    },
  })
  services.push(service)
  const exchange = await sendOnce({
    ...{ url: service.url(), headers: {}, body: Buffer.from('a=1') },
    limits: {
      ...{ connectTimeoutMs: 300, answerTimeoutMs: 1_500 },
      ...{ maxBodyBytes: 10_000, maxHeaderBytes: 10_000 },
    },
    ...more,
    lookAndWrite,
  })
  return { exchange, requests: service.requests() }
}
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

describe('a last look', () => {
  it('lets the request go in the turn in which it says so, also after the time to connect', async () => {
    const done = await send(async (write) => {
      await pause(400)
      write()
      return null
    })
    expect(done).toMatchObject({ exchange: { kind: 'answered' }, requests: 1 })
  })

  it('writes nothing where it gives a reason, throws, or calls too late', async () => {
    const refused = await send(() => Promise.resolve('released'))
    expect(refused).toEqual({
      exchange: { kind: 'unreached', code: 'held-back', detail: 'released' },
      requests: 0,
    })
    const broken = await send(() => Promise.reject(new Error('a bug')))
    expect(broken).toMatchObject({
      exchange: { kind: 'unreached', code: 'held-back' },
      requests: 0,
    })
    let late = (): void => undefined
    const after = await send((write) => {
      late = write
      return Promise.resolve('no-answer')
    })
    late()
    await pause(50)
    expect(after.requests + services.at(-1)!.requests()).toBe(0)
  })

  it('asks what else holds the request back once it is through', async () => {
    const steps: string[] = []
    const { exchange, requests } = await send(
      (write) => {
        steps.push('looked')
        write()
        return Promise.resolve(null)
      },
      {
        whyNotNow: () => {
          steps.push('asked')
          return 'too late'
        },
      },
    )
    expect(steps).toEqual(['looked', 'asked'])
    expect(exchange).toMatchObject({ kind: 'unreached', detail: 'too late' })
    expect(requests).toBe(0)
  })

  it('takes what the gateway sent meanwhile for no answer to this request', async () => {
    const { exchange, requests } = await send(
      async (write) => {
        await pause(100)
        write()
        return null
      },
      { early: answer('408 Request Timeout', 'idle') },
    )
    expect(exchange).toMatchObject({ kind: 'unreached', code: 'early' })
    expect(formatMessage((exchange as { detail: string }).detail)).toMatch(/before the request/)
    expect(requests).toBe(0)
  })

  it('ends with a connection that the gateway closed meanwhile', async () => {
    const done = await send(async (write) => {
      await services.at(-1)!.close()
      await pause(100)
      write()
      return null
    })
    expect(done).toMatchObject({ exchange: { kind: 'unreached' }, requests: 0 })
  })
})
