// A team's table of 5,000,000 records on a real PostgreSQL: what a claim, its last look and its
// outcome take, reading an order's records, hearing what colleagues wrote, and the list of orders
// with the marks of colleagues at a whole desk. Small form: 20,000 records; --rows N takes another
// number. It says what a bare commit and a bare question of the same server take beside them. The
// records of others are laid by the database's owner, and are of the size of real ones; whatever
// is read and checked here was written by desks of the team.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gatewayOf } from '#shared/order-place.ts'
import { createTeam } from '../../src/main/team/claims/create-team.ts'
import type { Claim, TeamPort } from '../../src/main/team/claims/team-port.ts'
import type { Session } from '../../src/main/team/database/session.ts'
import { keyText } from '../../src/main/team/records/record.ts'
import { heardEveryMs } from '#shared/team/team-methods.ts'
import { orderTopic } from '../../src/main/team/records/topics.ts'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import { startSandbox } from '../../src/sandbox/start.ts'
import { patient, startPostgres } from '../fakes/postgres/server.ts'
import { facts, makeTeam, newKey, say } from '../fakes/postgres/team.ts'
import { openTeamDesk } from '../campaigns/runner/team-desk.ts'
import { createReport, rounded, spreadOf, timesOf } from '../../bench/measure.ts'

const { values } = parseArgs({
  options: { full: { type: 'boolean', default: false }, rows: { type: 'string' } },
})
const fullRows = 5_000_000
const rows = Number(values.rows ?? (values.full ? fullRows : 20_000))
const isLarge = rows >= 1_000_000
const times = isLarge ? 500 : 30
/** Desks whose records are heard, and how many each of them writes. */
const colleagues = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7', 'c8']
const turnsOfOrder = 10

const home = mkdtempSync(join(tmpdir(), 'paydesk-team-bench-'))
const server = await startPostgres()
const sandbox = await startSandbox({ processingMs: 10 })
const report = createReport('team', rows >= fullRows)
const team = await makeTeam(server, {
  ...{ name: 'bench', desks: ['a', ...colleagues], limits: patient },
})
const owner = await server.session(team.database)
const must = async (session: Session, text: string, asked: (string | Buffer)[] = []) => {
  const answer = await session.ask(text, asked)
  if (answer.kind !== 'rows') throw new Error(`${text}: ${JSON.stringify(answer)}`)
  return answer.rows
}
const [own, ...others] = team.desks.map((desk) => desk.team)
const gateway = gatewayOf({
  ...{ isEmbedded: false, baseUrl: 'https://gateway.test/paynet', login: 'shop' },
})
const topicOf = (nth: number | string): string =>
  orderTopic({ service: gateway, orderid: `7${String(nth).padStart(9, '0')}` })

async function claimed(at: TeamPort, topic: string, seen = 0): Promise<Claim> {
  const done = await at.claim(topic, facts(), seen)
  if (done.kind !== 'mine') throw new Error(`not claimed: ${JSON.stringify(done)}`)
  return done.claim
}
async function ended(at: TeamPort, claim: Claim): Promise<void> {
  const done = await at.release(claim, 'SUCCEEDED')
  if (done !== 'in') throw new Error(`no outcome: ${done}`)
}

/** Two records an order, a hundred thousand to a desk that is off by now. */
async function lay(): Promise<void> {
  const [sample] = await must(
    owner,
    `SELECT body, signature FROM team.record WHERE topic = $1 ORDER BY version LIMIT 1`,
    [topicOf('sample')],
  )
  const bytes = [sample?.['body'], sample?.['signature']] as Buffer[]
  // What refers to nothing is not what a bench asks about; each record refers to the one before.
  await must(owner, `SET session_replication_role = replica`)
  await must(owner, `SET statement_timeout = 0`)
  const part = 20_000
  for (let from = 0; from < rows; from += part)
    await must(
      owner,
      `INSERT INTO team.record (desk, n, n_before, topic, version, version_before, body, signature)
       SELECT 'off-' || (i / 100000), i % 100000 + 1, nullif(i % 100000, 0),
         'order/["${gateway}","' || (8000000000 + i / 2) || '"]', i % 2 + 1, nullif(i % 2, 0), $1, $2
       FROM generate_series(${from}::bigint, ${Math.min(from + part, rows) - 1}) AS i`,
      bytes,
    )
  await must(owner, `SET session_replication_role = origin`)
  await must(owner, `ANALYZE team.record`)
}

async function tellSpread(
  name: string,
  measured: readonly number[],
  part: 'p50' | 'p95' | 'p99',
  below?: number,
): Promise<void> {
  const ms = spreadOf(measured)
  report.tell(name, ms[part], 'ms', below === undefined ? undefined : { below }, { ms })
}

await ended(own!, await claimed(own!, topicOf('sample')))
const laidAt = performance.now()
await lay()
report.tell('records laid', rounded((performance.now() - laidAt) / 1000), 's')

await must(owner, `CREATE TABLE public.bare (n serial PRIMARY KEY, bytes bytea)`)
const bare = await timesOf(times, () =>
  must(owner, `INSERT INTO public.bare (bytes) VALUES ($1)`, [Buffer.alloc(600)]),
)
await tellSpread('a bare commit, p99', bare, 'p99')
await tellSpread('a bare question, p50', await timesOf(times, () => must(owner, 'SELECT 1')), 'p50')

const made: Claim[] = []
const claims = await timesOf(times, async () => {
  made.push(await claimed(own!, topicOf(`1${made.length}`)))
})
await tellSpread('a claim, p99', claims, 'p99', 10)
const looks = await timesOf(times, async (n) => {
  let isWritten = false
  const reason = await own!.lookAndWrite(made[n % made.length]!, () => (isWritten = true))
  if (reason !== null || !isWritten) throw new Error(`not looked: ${reason}`)
})
await tellSpread('a last look, p99', looks, 'p99')
let nth = 0
const outcomes = await timesOf(times, async () => ended(own!, made[nth++]!))
await tellSpread('an outcome, p99', outcomes, 'p99')

const long = topicOf('long')
for (let turn = 0; turn < turnsOfOrder; turn += 1) {
  const desk = others[turn % others.length]!
  await ended(desk, await claimed(desk, long, 2 * turn))
}
const chains = await timesOf(times, async () => {
  const records = await own!.chainOf(long)
  if ('kind' in records || records.length !== 2 * turnsOfOrder) throw new Error('not whole')
})
await tellSpread(`the ${2 * turnsOfOrder} records of an order, p95`, chains, 'p95')

// A whole desk, which knows the orders of the practice gateway through a connection of its own.
const whole = await openTeamDesk({
  ...{ folder: join(home, 'desk'), sandbox, baseUrl: sandbox.baseUrl, name: 'desk-w' },
  // Nobody listens there.
  ...{ practice: 'http://127.0.0.1:9/paynet', own: { server, team } },
  vault: { ...createMemoryVault(), kind: 'keychain' },
})
const { desk } = whole.opened
const marked = sandbox.trainingOrders().slice(0, colleagues.length)
const { baseUrl, identity } = sandbox
const shop = gatewayOf({ isEmbedded: false, baseUrl, login: identity.login })
for (const [at, { orderid }] of marked.entries()) {
  await desk['order:look-up']({ connectionId: whole.connectionId, by: 'orderid', value: orderid })
  await claimed(others[at]!, orderTopic({ service: shop, orderid }))
}
const marks = await timesOf(Math.min(times, 100), async () => {
  const [list, colleaguesHave] = await Promise.all([
    desk['order:list']({ limit: 50 }),
    desk['team:orders']({}),
  ])
  if (!list.ok || !colleaguesHave.ok) throw new Error('no list')
  const count = colleaguesHave.value?.length ?? 0
  if (list.value.rows.length < marked.length || count !== marked.length)
    throw new Error(`${list.value.rows.length} orders, ${count} marks`)
})
await tellSpread('the list of orders with colleagues’ marks, p95', marks, 'p95', 50)

await own!.follow()
const follows: number[] = []
for (let at = 0; at < Math.min(times, 100); at += 1) {
  const claim = await claimed(others[at % others.length]!, topicOf(`2${at}`))
  const startedAt = performance.now()
  const held = await own!.follow()
  follows.push(performance.now() - startedAt)
  if ('kind' in held || !held.some(({ digest }) => digest === claim.digest))
    throw new Error('a claim was not heard')
}
await tellSpread(`hearing ${colleagues.length + 2} desks, p50`, follows, 'p50', 5)

// As a list of orders hears it: at times of its own, whenever a colleague claims.
const late: number[] = []
const waiting = new Map<string, number>()
let isEnded = false
const listening = (async () => {
  while (!isEnded || waiting.size > 0) {
    const held = await own!.follow()
    if ('kind' in held) throw new Error('not heard')
    for (const { digest } of held) {
      const saidAt = waiting.get(digest)
      if (saidAt !== undefined) late.push(performance.now() - saidAt)
      waiting.delete(digest)
    }
    await new Promise((resolve) => setTimeout(resolve, heardEveryMs))
  }
})()
for (let at = 0; at < Math.min(times, 200); at += 1) {
  const claim = await claimed(others[at % others.length]!, topicOf(`3${at}`))
  waiting.set(claim.digest, performance.now())
  // No multiple of the list's own pause.
  await new Promise((resolve) => setTimeout(resolve, 37))
}
isEnded = true
await listening
await tellSpread('a colleague’s claim is told so late, p99', late, 'p99', 1_000)

/** A large team: most of its desks say nothing at a time. */
const allDesks = 200
for (let at = colleagues.length + 2; at < allDesks; at += 1)
  await say(team.founder, { kind: 'joined', desk: `quiet-${at}`, key: keyText(newKey()) })
const large = createTeam(team.desks[0]!.parts)
await large.follow()
const quiet = await timesOf(Math.min(times, 100), async () => {
  if ('kind' in (await large.follow())) throw new Error('not heard')
})
await tellSpread(`hearing ${allDesks} desks that say nothing, p50`, quiet, 'p50', 5)
await large.close()

const [size] = await must(
  owner,
  `SELECT pg_total_relation_size('team.record') AS whole, count(*) AS rows,
     avg(length(body) + length(signature)) AS bytes FROM team.record`,
)
report.tell('a record, body and signature', Math.round(Number(size?.['bytes'])), 'bytes')
report.tell(
  'a record, with the table’s indexes',
  Math.round(Number(size?.['whole']) / Number(size?.['rows'])),
  'bytes',
)
report.end({ rows, desks: colleagues.length + 2 })

await whole.opened.close()
for (const one of [team.founder, ...team.desks]) await one.team.close()
await owner.close()
await server.remove()
await sandbox.close()
rmSync(home, { recursive: true, force: true })
