// A window of a computer of a team, for the tests of what it says: the built program with its
// keychain, a gateway whose requests can be held, and a real PostgreSQL that can be taken away. A
// picture of each state goes to out/team-pictures (npm run team-pictures).
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { orderTopic } from '../../src/main/team/records/topics.ts'
import type { Claim } from '../../src/main/team/claims/team-port.ts'
import { gatewayOf } from '#shared/order-place.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { type Cutter, openCutter } from '../campaigns/storms/cutter.ts'
import { type Postgres, startPostgres } from '../fakes/postgres/server.ts'
import { facts, makeTeam, type TestDesk, type TestTeam } from '../fakes/postgres/team.ts'
import { type GatewayRelay, openGatewayRelay } from '../journeys/team/gateway-relay.ts'
import { letIn } from '../journeys/team/two-desks.ts'
import { effectsOf, must, trainingOrder } from '../journeys/story.ts'
import { newFolder, openPageDriver, type PageDriver } from './page-driver.ts'

export const hourMs = 3_600_000
const pictures = resolve(import.meta.dirname, '../../out/team-pictures')

export interface TeamWindow {
  driver: PageDriver
  server: Postgres
  cutter: Cutter
  team: TestTeam
  /** Bo's computer, without a window. */
  colleague: TestDesk
  gateway: Sandbox
  relay: GatewayRelay
  shop: string
  /** Another paid order of the same amount at each call, looked up. */
  order(): Promise<string>
  show(orderid: string): Promise<void>
  /** From the order's page to the review of a refund of forty euros. */
  review(orderid: string): Promise<void>
  /** Main's answer to a refund that no button of the page asks for. */
  reviewed(orderid: string): Promise<unknown>
  refunds(orderid: string): number
  /** Bo claims it. `at`: when he asked. */
  claimed(orderid: string, at?: number): Promise<Claim>
  /** The claim that has the order now. */
  held(orderid: string): Promise<Claim | null>
  /** What the team was told of the order, in order. */
  outcomes(orderid: string): Promise<string[]>
  /** The database is there for this computer no more, until `back()`. */
  away(): void
  back(): void
  picture(name: string): Promise<void>
  close(): Promise<void>
}

export async function openTeamWindow(
  options: { processingMs?: number; desk?: string } = {},
): Promise<TeamWindow> {
  const server = await startPostgres()
  const cutter = await openCutter(server.port)
  const team = await makeTeam(server, { name: 'shop', desks: ['desk-1'] })
  const [colleague] = team.desks as [TestDesk]
  const gateway = await startSandbox({ processingMs: options.processingMs ?? 50 })
  const relay = await openGatewayRelay(Number(new URL(gateway.baseUrl).port))
  const file = join(newFolder(), 'join.txt')
  const driver = await openPageDriver({
    keychainDir: newFolder(),
    env: { PAYDESK_HOST_ANSWER: 'first', PAYDESK_HOST_OPEN_FILE: file },
  })
  const shop = await shopIn(driver, gateway, relay.port)
  const { text: publicKey } = must(await driver.call('team:key', {}))
  team.port.at = cutter.port
  writeFileSync(file, await letIn(server, team, { desk: options.desk ?? 'desk-2', publicKey }))
  team.port.at = server.port
  must(await driver.call('team:join', {}))
  const { login } = gateway.identity
  const service = gatewayOf({ isEmbedded: false, baseUrl: behind(gateway, relay.port), login })
  const topicOf = (orderid: string): string => orderTopic({ service, orderid })
  const records = async (orderid: string) => {
    const chain = await colleague.team.chainOf(topicOf(orderid))
    if ('kind' in chain) throw new Error(JSON.stringify(chain))
    return chain
  }
  const show = async (orderid: string): Promise<void> => {
    await driver.go(`#/orders/${shop}/${orderid}`)
    await driver.at('money-facts').waitFor()
  }
  return {
    ...{ driver, server, cutter, team, colleague, gateway, relay, shop, show },
    order: async () => {
      gateway.renewTraining()
      const orderid = trainingOrder(gateway, /paid sale of 120\.00 EUR/)
      const place = { connectionId: shop, by: 'orderid', value: orderid } as const
      must(await driver.call('order:look-up', place))
      return orderid
    },
    review: async (orderid) => {
      await show(orderid)
      // A keychain that answers late stops money for a moment.
      await driver.at('banner-money-stop').waitFor({ state: 'detached' })
      await driver.fill('return', '40.00', 'Box arrived damaged')
      await driver.review()
    },
    reviewed: async (orderid) => {
      const place = { connectionId: shop, orderid } as const
      const { clientOrderid } = must(await driver.call('order:show', place))
      const request = { client_orderid: clientOrderid, orderid, comment: 'damaged' }
      return driver.call('attempt:review', {
        ...{ connectionId: shop, operation: 'return', request },
      })
    },
    refunds: (orderid) => effectsOf(gateway, orderid, 'return'),
    claimed: async (orderid, at = Date.now()) => {
      const before = await records(orderid)
      const asked = { ...facts('Bo'), at }
      const done = await colleague.team.claim(topicOf(orderid), asked, before.length)
      if (done.kind !== 'mine') throw new Error(done.kind)
      return done.claim
    },
    held: async (orderid) => {
      const last = (await records(orderid)).at(-1)
      return last?.kind === 'claim' ? last : null
    },
    outcomes: async (orderid) =>
      (await records(orderid)).flatMap((one) =>
        one.kind === 'outcome' ? [one.facts.state] : one.kind === 'released' ? ['released'] : [],
      ),
    away: () => cutter.leadTo(1),
    back: () => cutter.leadTo(server.port),
    picture: (name) => pictureOf(driver, name),
    close: async () => {
      await driver.close()
      for (const one of [team.founder, ...team.desks]) await one.team.close()
      await relay.close()
      await gateway.close()
      await cutter.close()
      await server.remove()
    },
  }
}

const behind = ({ baseUrl }: Sandbox, port: number): string => baseUrl.replace(/:\d+/, `:${port}`)

/** A connection of the window's own, by what stands before the gateway. */
export async function shopIn(
  { call }: PageDriver,
  gateway: Sandbox,
  port: number,
): Promise<string> {
  const { endpointId, login, merchantControlKey } = gateway.identity
  const { id } = must(
    await call('connection:save', {
      ...{ name: 'Shop', baseUrl: behind(gateway, port), endpointId, login, environment: 'test' },
      settings: { statusAmount: 'latest', money: { undoMs: 0 } },
    } as never),
  )
  must(await call('key:set-control', { connectionId: id, key: merchantControlKey }))
  return id
}

/** The rail is the same in all, and what is below says nothing of a team. */
const besideRail = { x: 212, y: 0, width: 1068, height: 700 }

/** As everybody else sees it: what only root is told is closed first. */
async function pictureOf({ page, at }: PageDriver, name: string): Promise<void> {
  const seen = at('root-seen')
  if (await seen.isVisible()) await seen.click()
  // What a start says of the connection goes by itself.
  await at('switched').waitFor({ state: 'detached' })
  // Two frames: what was just rendered has been painted.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  )
  mkdirSync(pictures, { recursive: true })
  const path = join(pictures, `${name}.png`)
  await page.screenshot({ path, animations: 'disabled', clip: besideRail })
}

export interface HeldInserts {
  /** Resolves once somebody's INSERT waits. */
  reached(): Promise<void>
  /** Ends whoever waits: their INSERT never happens. */
  endWaiting(): Promise<void>
  letGo(): Promise<void>
}

/** From now on the team's database answers questions, and no INSERT. */
export async function holdInserts({
  server,
  team,
}: Pick<TeamWindow, 'server' | 'team'>): Promise<HeldInserts> {
  const session = await server.session(team.database)
  const rows = async (text: string) => {
    const answer = await session.ask(text)
    if (answer.kind !== 'rows') throw new Error(`${text}: ${JSON.stringify(answer)}`)
    return answer.rows
  }
  await rows('BEGIN')
  await rows('LOCK TABLE team.record IN SHARE MODE')
  const waiting = `FROM pg_locks WHERE NOT granted AND relation = 'team.record'::regclass`
  return {
    reached: async () => {
      while ((await rows(`SELECT pid ${waiting}`)).length === 0)
        await new Promise((resolve) => setTimeout(resolve, 20))
    },
    endWaiting: async () => {
      await rows(`SELECT pg_terminate_backend(pid) ${waiting}`)
    },
    letGo: async () => {
      await rows('ROLLBACK')
      await session.close()
    },
  }
}
