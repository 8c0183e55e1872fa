// The real program on a real file, killed with SIGKILL again and again in the middle of random
// operations: what was acknowledged is there afterwards, what was not is there at most once, and
// the books go on from where they were.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, describe, expect, it } from 'vitest'
import { makeRandom } from '../../src/sandbox/events/random.ts'
import { type EffectRow, type Identity, startSandbox } from '../../src/sandbox/start.ts'
import { call, type Fields, make, type Made, newId, type Place } from './merchant.ts'
import { payout } from './requests.ts'

const KILLS = 12
const OPERATIONS = 200
const IN_FLIGHT = 3

const folder = mkdtempSync(join(tmpdir(), 'sandbox-kill-'))
let started: ChildProcess[] = []
afterAll(() => {
  for (const child of started) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})
const db = join(folder, 'books.db')

interface Running {
  child: ChildProcess
  place: Place
  effects(): Promise<EffectRow[]>
}

async function start(): Promise<Running> {
  const options = ['--port', '0', '--json', '--processing-ms', '0', '--seed-days', '0', '--db', db]
  const child = spawn(process.execPath, ['src/sandbox/cli.ts', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started = [...started.filter(({ exitCode }) => exitCode === null), child]
  if (child.stdout === null) throw new Error('no output')
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const { baseUrl, console, ...identity } = JSON.parse(line) as Identity & {
    baseUrl: string
    console: string
  }
  const effects = async (): Promise<EffectRow[]> => {
    const state = await (await fetch(new URL('state.json', console))).json()
    return (state as { effects: EffectRow[] }).effects
  }
  return { child, place: { baseUrl, identity }, effects }
}

interface Acknowledged {
  serial: string
  orderid: string
  operation: string
}

describe('killed again and again', () => {
  it(
    `keeps every acknowledged one of ${OPERATIONS} operations over ${KILLS} kills`,
    { timeout: 600_000 },
    async () => {
      const random = makeRandom(41)
      const acknowledged: Acknowledged[] = []
      const sales: Made[] = []
      const holds: Made[] = []
      const clientIds: string[] = []
      let running = await start()
      const { merchantControlKey } = running.place.identity
      let sent = 0
      let unanswered = 0
      let kills = 0
      /**
       * When the next kill comes, in operations; the rest of the randomness is in when it strikes.
       */
      const killEvery = Math.floor(OPERATIONS / (KILLS + 1))

      const pick = (): [operation: string, fields: Fields] => {
        const eur: Fields = {
          amount: `${random.between(1, 3)}.${random.between(21, 99)}`,
          currency: 'EUR',
        }
        const [sale, hold] = [random.pick(sales), random.pick(holds)]
        return random.pick<[string, Fields]>([
          ['return', { ...sale, ...eur, comment: 'some of it' }],
          ['return', { ...sale, ...eur, comment: 'some more' }],
          ['capture', { ...hold, ...eur }],
          ['payout', payout({ amount: eur['amount'] ?? '' })],
        ])
      }
      const one = async (): Promise<void> => {
        const [operation, fields] = pick()
        if (fields['orderid'] === undefined) clientIds.push(fields['client_orderid'] ?? '')
        sent += 1
        const answer = await call(running.place, operation, fields).catch(() => null)
        if (answer === null) {
          unanswered += 1
          return
        }
        expect(answer.http, answer.body).toBe(200)
        acknowledged.push({
          serial: answer.record['serial-number'] ?? '',
          orderid: answer.record['paynet-order-id'] ?? '',
          operation,
        })
      }

      for (let made = 0; made < 4; made++) {
        sales.push(await make(running.place, 'sale', { amount: '9000.00' }))
        holds.push(await make(running.place, 'preauth', { amount: '9000.00' }))
      }
      const begun = (await running.effects()).length
      while (sent < OPERATIONS) {
        const isLast = sent >= killEvery * (kills + 1) && kills < KILLS
        const flight = Array.from({ length: IN_FLIGHT }, one)
        if (isLast) {
          await new Promise((settle) => setTimeout(settle, random.between(0, 12)))
          const ended = once(running.child, 'exit')
          running.child.kill('SIGKILL')
          expect((await ended)[1]).toBe('SIGKILL')
          kills += 1
        }
        await Promise.all(flight)
        if (!isLast) continue
        running = await start()
        expect(running.place.identity.merchantControlKey).toBe(merchantControlKey)
        const kept = new Map((await running.effects()).map((row) => [row.requestSerial, row]))
        for (const { serial, operation, orderid } of acknowledged)
          expect(kept.get(serial), `${operation} ${serial}`).toMatchObject({ operation, orderid })
        expect(kept.size - begun - acknowledged.length).toBeLessThanOrEqual(unanswered)
      }
      const ended = once(running.child, 'exit')
      running.child.kill('SIGTERM')
      expect(await ended).toEqual([0, null])

      const books = await startSandbox({ db })
      const effects = books.effects()
      expect(kills).toBe(KILLS)
      expect(unanswered).toBeGreaterThan(0)
      expect(new Set(acknowledged.map(({ serial }) => serial)).size).toBe(acknowledged.length)
      // An operation whose answer was lost may be there or not, and never twice.
      const perClient = Map.groupBy(effects, ({ clientOrderid }) => clientOrderid)
      for (const name of clientIds) expect(perClient.get(name)?.length ?? 0).toBeLessThanOrEqual(1)
      for (const order of [...sales, ...holds]) {
        const [first, ...rest] = books.transactions(order.orderid)
        const spent = rest.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
        expect(spent).toBeLessThanOrEqual(first?.amountMinor ?? 0)
        const booked = effects.filter(({ orderid }) => orderid === order.orderid)
        expect(booked).toHaveLength(rest.length + 1)
      }
      // The next request gets numbers nobody had before.
      const fresh = await make(books, 'sale', { client_orderid: newId() })
      expect(effects.map(({ orderid }) => orderid)).not.toContain(fresh.orderid)
      await books.close()
    },
  )
})
