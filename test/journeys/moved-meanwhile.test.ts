// A colleague moves money of an order after its status was read again and before the request
// arrives: what was confirmed is moved, or nothing.
import { createServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import type { Sandbox } from '../../src/sandbox/start.ts'
import { startSandbox } from '../../src/sandbox/start.ts'
import { rigAt } from './carry-out.ts'
import { faultOf, handleOf, must, type OpenDesk, openDesk, trainingOrder } from './story.ts'

/** What happens before a request about an order is handed on to the gateway. */
let meanwhile: () => Promise<unknown>
let folder: string
let sandbox: Sandbox
let desk: OpenDesk
let closeGate: () => Promise<void>

/** Hands every request on as it came. */
async function openGate(target: string): Promise<string> {
  const server = createServer((taken, answer) => {
    const parts: Buffer[] = []
    taken.on('data', (part: Buffer) => parts.push(part))
    taken.on('end', () => {
      const isMoney = /\/(return|void|capture)\//.test(taken.url ?? '')
      void (isMoney ? meanwhile() : Promise.resolve()).then(() => {
        const url = new URL(taken.url ?? '', target)
        const handedOn = ask(url, { method: 'POST', headers: taken.headers }, (reported) => {
          answer.writeHead(reported.statusCode ?? 500, reported.headers)
          reported.pipe(answer)
        })
        handedOn.end(Buffer.concat(parts))
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closeGate = () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}${new URL(target).pathname}`
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paydesk-meanwhile-'))
  sandbox = await startSandbox({ processingMs: 1 })
  const baseUrl = await openGate(sandbox.baseUrl)
  desk = await openDesk({ folder, sandbox: { ...handleOf(sandbox), baseUrl } })
})
afterEach(async () => {
  await desk.close()
  await closeGate()
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

async function send(
  pattern: RegExp,
  ours: { operation: 'return' | 'void'; comment?: string },
  theirs: [id: OperationId, amount: string],
) {
  const place = { connectionId: 'sandbox', orderid: trainingOrder(sandbox, pattern) }
  const order = must(
    await desk.desk['order:look-up']({
      connectionId: 'sandbox',
      by: 'orderid',
      value: place.orderid,
    }),
  )
  const { orderid, clientOrderid } = order
  const ids = { client_orderid: clientOrderid, orderid }
  const { operation, comment } = ours
  const review = must(
    await desk.desk['attempt:review']({
      connectionId: 'sandbox',
      operation,
      request: { ...ids, ...(comment === undefined ? {} : { comment }) },
    }),
  )
  meanwhile = async () => {
    const colleague = await rigAt(sandbox)
    const [id, amount] = theirs
    const reason = id === 'return' ? { comment: 'by a colleague' } : {}
    await colleague.perform(id, { ...ids, amount, currency: 'EUR', ...reason })
    // The gateway is done with it.
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const sent = await desk.desk['attempt:confirm'](review)
  const moved = sandbox
    .effects()
    .filter((effect) => effect.orderid === orderid)
    .map((effect) => [effect.operation, Number(effect.amountMinor)])
  return { review, sent, moved }
}

describe('while a request is under way, somebody else', () => {
  it('refunds a part: a refund of all that was seen moves nothing', async () => {
    const { review, sent, moved } = await send(
      /paid sale of 120\.00 EUR/,
      { operation: 'return', comment: 'all of it' },
      ['return', '40.00'],
    )
    expect(review.amount).toEqual({ amount: '120.00', currency: 'EUR' })
    expect(faultOf(sent).kind).toBe('rejected')
    expect(moved).toEqual([['return', 4000]])
  })

  it('captures a part of the hold: its release moves nothing', async () => {
    const { sent, moved } = await send(
      /hold of 300\.00 EUR/,
      { operation: 'return', comment: 'not needed' },
      ['capture', '100.00'],
    )
    expect(faultOf(sent).kind).toBe('rejected')
    expect(moved).toEqual([['capture', 10000]])
  })

  it('captures the whole hold: its release may refund that, as the review said', async () => {
    const { review } = await send(
      /hold of 300\.00 EUR/,
      { operation: 'return', comment: 'not needed' },
      ['capture', '300.00'],
    )
    expect(review.effect).not.toContain('not charged')
    expect(review.warnings.join(' ')).toContain('a release may refund that money')
  })

  it('captures the hold: a void moves nothing', async () => {
    const { sent, moved } = await send(/hold of 300\.00 EUR/, { operation: 'void' }, [
      'capture',
      '300.00',
    ])
    expect(faultOf(sent).kind).toBe('rejected')
    expect(moved).toEqual([['capture', 30000]])
  })
})
