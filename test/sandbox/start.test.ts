// What outlives the process: identity, orders, effects, serial numbers, also after SIGKILL; the
// seed; the worker and the program.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Worker } from 'node:worker_threads'
import { afterAll, describe, expect, it } from 'vitest'
import { faultOfAmount } from '../../src/sandbox/book/test-amounts.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import type { WorkerMessage } from '../../src/sandbox/worker.ts'
import { call, make, type Place, status } from './merchant.ts'

const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0
const newFile = (): string => join(folder, `book-${++files}.db`)
const comment = { comment: 'asked for by the customer' }

describe('a restart with the same file', () => {
  it('keeps identity, orders, effects, the log and the numbering', async () => {
    const db = newFile()
    const first = await startSandbox({ db, processingMs: 0 })
    const order = await make(first, 'sale')
    const returned = await call(first, 'return', {
      ...order,
      amount: '10.00',
      currency: 'EUR',
      ...comment,
    })
    first.setSwitch('accepts-identical-return', false)
    const before = {
      identity: first.identity,
      effects: first.effects(),
      training: first.trainingOrders(),
    }
    const log = first.requests()
    await first.close()
    const second = await startSandbox({ db, processingMs: 0 })
    expect({
      identity: second.identity,
      effects: second.effects(),
      training: second.trainingOrders(),
    }).toEqual(before)
    expect(second.requests()).toEqual(log)
    expect(await status(second, order)).toMatchObject({ status: 'approved', amount: '10.00' })
    const again = await call(second, 'return', {
      ...order,
      amount: '10.00',
      currency: 'EUR',
      ...comment,
    })
    expect(again.record['error-message']).toMatch(/^IDENTICAL_RETURN/)
    expect((again.record['serial-number'] ?? '') > (returned.record['serial-number'] ?? '')).toBe(
      true,
    )
    await second.close()
  })

  it('does not take back time that was moved ahead', async () => {
    const db = newFile()
    const clock = (): number => 1_795_000_000_000
    const first = await startSandbox({ db, clock })
    const order = await make(first, 'sale', { amount: '10.04' })
    first.advance(700_000)
    expect((await status(first, order))['status']).toBe('approved')
    await first.close()
    const second = await startSandbox({ db, clock })
    const reported = await status(second, await make(second, 'sale'))
    expect(reported['paynet-processing-date']).toBe('2026-11-18 11:18:20 UTC')
    await second.close()
  })

  it('refuses a file that is not its own and leaves it untouched', async () => {
    const text = newFile()
    writeFileSync(
      text,
      'a letter, not a database, and long enough to be looked at by SQLite'.repeat(20),
    )
    await expect(startSandbox({ db: text })).rejects.toThrow()
    const { DatabaseSync } = await import('node:sqlite')
    const foreign = newFile()
    const made = new DatabaseSync(foreign)
    made.exec('CREATE TABLE ledger (a)')
    made.close()
    await expect(startSandbox({ db: foreign })).rejects.toThrow(/not a sandbox database/)
  })
})

describe('a file in use', () => {
  it('is not opened a second time', async () => {
    const db = newFile()
    const first = await startSandbox({ db })
    await expect(startSandbox({ db })).rejects.toThrow(/locked/)
    await first.close()
    await (await startSandbox({ db })).close()
  })
})

describe('a client that goes away', () => {
  it('in the middle of its request books nothing and harms nobody', async () => {
    const sandbox = await startSandbox({ processingMs: 0, seedDays: 0 })
    const { hostname, port } = new URL(sandbox.baseUrl)
    for (const path of ['/paynet/api/v2/sale/1144', '/console/faults', '/forms/x']) {
      const socket = connect(Number(port), hostname)
      const head = `POST ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Length: 500\r\n\r\namount=1`
      await new Promise<void>((resolve) => socket.write(head, () => resolve()))
      await new Promise((resolve) => setTimeout(resolve, 20))
      socket.destroy()
    }
    await make(sandbox, 'sale')
    expect(sandbox.effects()).toHaveLength(1)
    await sandbox.close()
  })
})

describe('the seed', () => {
  const clock = (): number => 1_795_000_000_000
  const facts = async (seed: number): Promise<unknown> => {
    const sandbox = await startSandbox({ seed, clock })
    const stages = sandbox.trainingOrders().flatMap(({ orderid }) => sandbox.transactions(orderid))
    const page = await (await fetch(sandbox.console)).text()
    await sandbox.close()
    return [
      stages,
      page.slice(page.indexOf('<section id="orders"'), page.indexOf('<section id="requests"')),
    ]
  }

  it('makes the same orders for the same seed, others for another', async () => {
    const [one, same, other] = [await facts(7), await facts(7), await facts(8)]
    expect(one).toEqual(same)
    expect(one).not.toEqual(other)
  })

  it('has training orders in every state an operator meets, and none ends in a test amount', async () => {
    const sandbox = await startSandbox({ clock })
    const training = sandbox.trainingOrders()
    expect(training.length).toBeGreaterThanOrEqual(8)
    const latest = training.map(({ orderid }) => sandbox.transactions(orderid).at(-1))
    const message = latest.map((stage) => `${stage?.type} ${stage?.status}`)
    for (const word of [
      'sale approved',
      'preauth approved',
      'reversal approved',
      'capture approved',
      'sale declined',
      'sale processing',
    ])
      expect(message).toContain(word)
    for (const { orderid, clientOrderid } of training) {
      expect(orderid).toMatch(/^\d{7,8}$/)
      expect(clientOrderid).toMatch(/^inv-\d{8}-\d{4}$/)
    }
    for (const stage of latest) expect(faultOfAmount(stage?.amountMinor ?? 0)).toBeNull()
    expect(sandbox.effects()).toEqual([])
    await sandbox.close()
  })

  it('every training order can do what its sentence says', async () => {
    const sandbox = await startSandbox({ processingMs: 0 })
    const find = (pattern: RegExp): { client_orderid: string; orderid: string } => {
      const found = sandbox.trainingOrders().find(({ about }) => pattern.test(about))
      return { client_orderid: found?.clientOrderid ?? '', orderid: found?.orderid ?? '' }
    }
    const eur = (amount: string) => ({ amount, currency: 'EUR' })
    const answers = [
      await call(sandbox, 'return', { ...find(/120\.00/), ...eur('20.00'), ...comment }),
      await call(sandbox, 'capture', { ...find(/300\.00/), ...eur('100.00') }),
      await call(sandbox, 'void', find(/void or release it/)),
      await call(sandbox, 'return', {
        ...find(/50\.00 of it refunded/),
        amount: '150.00',
        currency: 'USD',
        ...comment,
      }),
      await call(sandbox, 'capture', { ...find(/200\.00 captured/), ...eur('300.00') }),
      await call(sandbox, 'return', { ...find(/5000\.00/), ...eur('1.01'), ...comment }),
    ]
    expect(answers.map(({ http }) => http)).toEqual([200, 200, 200, 200, 200, 200])
    expect((await call(sandbox, 'return', { ...find(/declined sale/), ...comment })).http).toBe(400)
    sandbox.advance(30 * 86_400_000)
    expect((await status(sandbox, find(/stays in processing/)))['status']).toBe('processing')
    await sandbox.close()
  })
})

describe('the program', () => {
  const start = async (
    ...more: string[]
  ): Promise<{ child: ChildProcess; place: Place & { console: string } }> => {
    const child = spawn(
      process.execPath,
      ['src/sandbox/cli.ts', '--port', '0', '--json', ...more],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    const { stdout } = child
    if (stdout === null) throw new Error('no output')
    const [line] = (await once(createInterface(stdout), 'line')) as [string]
    const { baseUrl, console, ...identity } = JSON.parse(line) as Sandbox['identity'] & {
      baseUrl: string
      console: string
    }
    return { child, place: { baseUrl, identity, console } }
  }

  it('prints one JSON line with everything a client needs, and ends on SIGTERM', async () => {
    const { child, place } = await start()
    expect(place.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/paynet$/)
    expect(Object.keys(place.identity).sort()).toEqual([
      'endpointId',
      'groupId',
      'login',
      'merchantControlKey',
      'privateKeyPem',
      'publicKeyPem',
    ])
    expect((await fetch(place.console)).status).toBe(200)
    await make(place, 'sale')
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it('keeps every acknowledged effect when it is killed', async () => {
    const db = newFile()
    const { child, place } = await start('--db', db, '--processing-ms', '0', '--seed-days', '0')
    const order = await make(place, 'sale')
    const acknowledged: string[] = []
    let isOver = false
    const ended = once(child, 'exit')
    const work = (async () => {
      while (!isOver) {
        const answer = await call(place, 'return', {
          ...order,
          amount: '0.25',
          currency: 'EUR',
          ...comment,
        }).catch(() => null)
        if (answer?.http === 200) acknowledged.push(answer.record['serial-number'] ?? '')
        if (acknowledged.length === 40) child.kill('SIGKILL')
      }
    })()
    await ended
    isOver = true
    await work
    const again = await startSandbox({ db })
    const kept = again.effects().map(({ requestSerial }) => requestSerial)
    expect(acknowledged.length).toBeGreaterThanOrEqual(40)
    for (const serial of acknowledged) expect(kept).toContain(serial)
    // One more may have been booked whose answer never left.
    expect(kept.length - 1 - acknowledged.length).toBeLessThanOrEqual(1)
    await again.close()
  })

  it('says what is wrong with its arguments', async () => {
    const child = spawn(process.execPath, ['src/sandbox/cli.ts', '--port', 'x'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let message = ''
    child.stderr.on('data', (chunk: Buffer) => (message += chunk.toString()))
    expect(await once(child, 'exit')).toEqual([1, null])
    expect(message).toMatch(/--port must be a whole number/)
  })
})

describe('the worker', () => {
  it('says ready with the address, answers requests and closes when told', async () => {
    const worker = new Worker(new URL('../../src/sandbox/worker.ts', import.meta.url), {
      workerData: { db: ':memory:', processingMs: 0 },
    })
    const [ready] = (await once(worker, 'message')) as [WorkerMessage]
    if (ready.type !== 'ready') throw new Error(JSON.stringify(ready))
    expect(ready.trainingOrders.length).toBeGreaterThanOrEqual(8)
    const order = await make(ready, 'sale')
    expect((await status(ready, order))['status']).toBe('approved')
    worker.postMessage({ type: 'close' })
    expect(await once(worker, 'exit')).toEqual([0])
  })

  it('says why it could not start', async () => {
    const worker = new Worker(new URL('../../src/sandbox/worker.ts', import.meta.url), {
      workerData: { db: join(folder, 'absent', 'x.db') },
    })
    // A thread that ends right away says both at once, and nobody is asked in between.
    const ended = once(worker, 'exit')
    const [message] = (await once(worker, 'message')) as [WorkerMessage]
    expect(message.type).toBe('failed')
    await ended
  })
})
