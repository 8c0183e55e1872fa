// How many signed status requests a second the sandbox answers on one core, beside a bare node:http
// server that answers the same bytes: absolute figures drift with the machine, the ratio does not.
// The load comes from a process of its own. Small by default; --full looks among 100,000 orders.
// Says each figure, and all in one line of JSON at the end; exit 1 when a request was refused.
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { openContext } from '../src/sandbox/open-context.ts'
import { createReport } from './measure.ts'

const { values } = parseArgs({
  options: { full: { type: 'boolean', default: false }, rounds: { type: 'string' } },
})
const orders = values.full ? 100_000 : 2_000
const perRound = values.full ? 20_000 : 2_000
const rounds = Number(values.rounds ?? (values.full ? '3' : '1'))
const LIMIT_MS = 20_000
const CONNECTIONS = 16
const DISTINCT = 5_000

interface Place {
  baseUrl: string
  endpointId: string
  login: string
  merchantControlKey: string
}
interface Measured {
  count: number
  tookMs: number
  refused: number
}

const folder = mkdtempSync(join(tmpdir(), 'sandbox-bench-'))
const children: ChildProcess[] = []

const start = (file: string, ...args: string[]) => {
  const child = spawn(process.execPath, [file, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  children.push(child)
  return child
}
async function firstLine(child: ReturnType<typeof start>): Promise<string> {
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return line
}

/** Orders as a busy merchant has them, written straight into the books. */
async function fill(db: string): Promise<number[]> {
  const { context, scheduler } = await openContext({ db, seedDays: 0 })
  const { book, store } = context
  const at = context.clock.book()
  const ids: number[] = []
  store.atomically(() => {
    for (let one = 0; one < orders; one++) {
      const facts = {
        endpointId: context.identity.endpointId,
        name: 'Zoë Müller',
        email: 'zoe@example.org',
      }
      const money = { amountMinor: 10_000 + one, currency: 'EUR' }
      const order = book.addOrder({
        clientOrderid: `bench-${one}`,
        kind: 'sale',
        createdAt: at,
        facts,
        ...money,
      })
      const { orderid } = order
      book.addTransaction({
        orderid,
        type: 'sale',
        status: 'approved',
        outcome: 'approved',
        finalAt: null,
        at,
        ...money,
      })
      ids.push(orderid)
    }
  })
  scheduler.stop()
  store.close()
  return ids
}

function requestText(place: Place, orderid: number, one: number): string {
  const { pathname, host } = new URL(place.baseUrl)
  const control = createHash('sha1')
    .update(`${place.login}bench-${one}${orderid}${place.merchantControlKey}`)
    .digest('hex')
  const fields = {
    login: place.login,
    client_orderid: `bench-${one}`,
    orderid: String(orderid),
    control,
  }
  const body = new URLSearchParams(fields).toString()
  return [
    `POST ${pathname}/api/v2/status/${place.endpointId} HTTP/1.1`,
    `Host: ${host}`,
    'Content-Type: application/x-www-form-urlencoded',
    'Accept: application/vnd.pay+json',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n')
}

async function load(port: number, requests: string[], count: number): Promise<Measured> {
  const child = start(join(import.meta.dirname, 'sandbox-load.ts'))
  const reported = firstLine(child)
  const job = { port, requests, connections: CONNECTIONS, count, limitMs: LIMIT_MS }
  child.stdin.end(`${JSON.stringify(job)}\n`)
  return JSON.parse(await reported) as Measured
}

const perSecond = ({ count, tookMs }: Measured): number => Math.round((count / tookMs) * 1000)
const middle = (list: number[]): number => list.toSorted((a, b) => a - b)[list.length >> 1] ?? 0

try {
  const db = join(folder, 'books.db')
  const ids = await fill(db)
  const sandbox = start('src/sandbox/cli.ts', '--port', '0', '--json', '--db', db)
  const place = JSON.parse(await firstLine(sandbox)) as Place
  const step = Math.max(1, Math.floor(ids.length / DISTINCT))
  const requests = ids.flatMap((id, one) => (one % step === 0 ? [requestText(place, id, one)] : []))
  const sample = await fetch(`${place.baseUrl}/api/v2/status/${place.endpointId}`, {
    method: 'POST',
    headers: {
      accept: 'application/vnd.pay+json',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: (requests[0] ?? '').split('\r\n').at(-1) ?? '',
  })
  const bare = start(join(import.meta.dirname, 'sandbox-bare.ts'), await sample.text())
  const ports = {
    sandbox: Number(new URL(place.baseUrl).port),
    bare: Number(await firstLine(bare)),
  }
  for (const port of Object.values(ports)) await load(port, requests, Math.ceil(perRound / 4))
  const measured: { sandbox: Measured; bare: Measured }[] = []
  for (let round = 0; round < rounds; round++)
    measured.push({
      bare: await load(ports.bare, requests, perRound),
      sandbox: await load(ports.sandbox, requests, perRound),
    })
  const refused = measured.reduce((sum, one) => sum + one.sandbox.refused, 0)
  const [own, other] = (['sandbox', 'bare'] as const).map((name) =>
    middle(measured.map((one) => perSecond(one[name]))),
  )
  const ratio = middle(measured.map((one) => perSecond(one.sandbox) / perSecond(one.bare)))
  const report = createReport('sandbox')
  const answered = measured.reduce((sum, one) => sum + one.sandbox.count, 0)
  report.tell('signed status requests', own ?? 0, 'a second')
  report.tell('bare server, the same bytes', other ?? 0, 'a second')
  report.tell('rate beside the bare server', Number(ratio.toFixed(3)), 'x')
  report.tell('requests refused', refused, '', { below: 1 })
  report.end({ orders, rounds, requests: answered })
} finally {
  for (const child of children) {
    child.stdin?.end()
    if (child.exitCode === null) child.kill('SIGTERM')
  }
  rmSync(folder, { recursive: true })
}
