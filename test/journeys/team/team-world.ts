// What the journeys of a team happen in, anew for each test of a file: two desks that joined, the
// gateway that both reach, and their database behind what can cut it off.
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { Claim } from '../../../src/main/team/claims/team-port.ts'
import { type Sandbox, startSandbox } from '../../../src/sandbox/start.ts'
import { type Cutter, openCutter } from '../../campaigns/storms/cutter.ts'
import { type Postgres, startPostgres } from '../../fakes/postgres/server.ts'
import { makeTeam, type TestTeam } from '../../fakes/postgres/team.ts'
import { effectsOf, must, trainingOrder } from '../story.ts'
import { eachWorld, type World } from '../world.ts'
import { type GatewayRelay, openGatewayRelay } from './gateway-relay.ts'
import { type DeskPlace, joinAs, newKeychain, openShopDesk, type TeamDesk } from './two-desks.ts'

export const some = { amount: '10.00', currency: 'EUR' }

export interface TeamWorld {
  world: World
  server: Postgres
  sandbox: Sandbox
  /** As the desks reach it. */
  gateway: Sandbox
  relay: GatewayRelay
  cutter: Cutter
  team: TestTeam
  ana: TeamDesk
  ben: TeamDesk
  /** Of one hundred and twenty euros, paid. */
  order: string
  refunds(): number
  /** A desk that works alone. */
  opened(how?: Pick<DeskPlace, 'ask'>): Promise<TeamDesk>
  /** Ends a desk in order and opens it again. */
  again(one: TeamDesk): Promise<TeamDesk>
  /** The database is there for nobody, until `back()`. */
  away(): void
  back(): void
  send(one: TeamDesk): ReturnType<TeamDesk['confirm']>
  standsAs(one: TeamDesk, state: string): Promise<void>
  rows(sql: string): Promise<readonly Record<string, unknown>[]>
  /** The claim that has no outcome. */
  held(): Promise<Claim>
  /** Once each claim has its outcome. */
  allTold(): Promise<void>
  /** What the team was told of the order, in order. */
  outcomes(): Promise<string[]>
}

export function eachTeam(): TeamWorld {
  const world = eachWorld()
  const open: TeamDesk[] = []
  const it = { world } as TeamWorld
  let nth = 0
  beforeAll(async () => {
    it.server = await startPostgres()
  }, 60_000)
  afterAll(() => it.server.remove())
  beforeEach(async () => {
    nth += 1
    it.sandbox = await startSandbox({ processingMs: 50 })
    it.relay = await openGatewayRelay(Number(new URL(it.sandbox.baseUrl).port))
    const baseUrl = it.sandbox.baseUrl.replace(/:\d+/, `:${it.relay.port}`)
    it.gateway = { ...it.sandbox, baseUrl }
    it.order = trainingOrder(it.sandbox, /paid sale of 120\.00 EUR/)
    it.cutter = await openCutter(it.server.port)
    it.team = await makeTeam(it.server, { name: `j${nth}`, desks: [] })
    it.ana = await it.opened()
    it.ben = await it.opened()
    const { server, team } = it
    // The founder's own connection is never cut off.
    team.port.at = it.cutter.port
    await joinAs(it.ana, { server, team, name: `desk-a${nth}` })
    await joinAs(it.ben, { server, team, name: `desk-b${nth}` })
    team.port.at = server.port
  }, 60_000)
  afterEach(async () => {
    for (const one of open.splice(0)) await one.desk.close()
    await it.team.founder.team.close()
    await it.cutter.close()
    await it.relay.close()
    await it.sandbox.close()
  }, 30_000)
  Object.assign(it, desksIn(it, open), databaseIn(it))
  return it
}

function desksIn(it: TeamWorld, open: TeamDesk[]): Partial<TeamWorld> {
  return {
    refunds: () => effectsOf(it.sandbox, it.order, 'return'),
    opened: async (how = {}) => {
      const place = { folder: it.world.newFolder(), vault: newKeychain(), ...how }
      const one = await openShopDesk(it.world, it.gateway, place)
      open.push(one)
      return one
    },
    again: async (one) => {
      open.splice(open.indexOf(one), 1)
      const next = await one.again()
      open.push(next)
      return next
    },
    send: async (one) => {
      const review = await one.review(it.order, some)
      return review.ok ? one.confirm(review.value) : review
    },
    standsAs: ({ desk: { desk }, shop }, state) =>
      until(async () => {
        const place = { connectionId: shop, orderid: it.order }
        await desk['order:check'](place)
        const { attempts } = must(await desk['order:show'](place))
        return attempts.some((attempt) => attempt.state === state)
      }),
  }
}

function databaseIn(it: TeamWorld): Partial<TeamWorld> {
  const rows: TeamWorld['rows'] = async (sql) => {
    const session = await it.server.session(it.team.database)
    const answer = await session.ask(sql)
    await session.close()
    if (answer.kind !== 'rows') throw new Error(JSON.stringify(answer))
    return answer.rows
  }
  const ofOrders = () =>
    rows("SELECT topic FROM team.record WHERE topic LIKE 'order/%' ORDER BY version")
  return {
    rows,
    // Nobody listens there.
    away: () => it.cutter.leadTo(1),
    back: () => it.cutter.leadTo(it.server.port),
    held: async () => {
      const [first] = await ofOrders()
      const chain = await it.team.founder.team.chainOf(String(first?.['topic']))
      if ('kind' in chain || chain.at(-1)?.kind !== 'claim')
        throw new Error(`nobody has the order: ${JSON.stringify(chain)}`)
      return chain.at(-1) as Claim
    },
    outcomes: async () =>
      (
        await rows(`SELECT convert_from(body, 'UTF8') AS body FROM team.record
          WHERE topic LIKE 'order/%' AND version % 2 = 0 ORDER BY version`)
      ).map(({ body }) => (JSON.parse(String(body)) as { facts: { state: string } }).facts.state),
    allTold: () => until(async () => (await ofOrders()).length % 2 === 0),
  }
}

async function until(what: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await what()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('it never came')
}
