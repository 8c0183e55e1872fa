// Two people at two computers refund one order: whole desks, one gateway, one database of a team.
// MONEY: whatever happens to the database, the gateway carries an order's refund out at most once.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startPostgres, type Postgres } from '../../fakes/postgres/server.ts'
import { makeTeam, type TestTeam } from '../../fakes/postgres/team.ts'
import { openCutter } from '../../campaigns/storms/cutter.ts'
import { type Sandbox, startSandbox } from '../../../src/sandbox/start.ts'
import { effectsOf, faultOf, must, trainingOrder } from '../story.ts'
import { eachWorld } from '../world.ts'
import { joinAs, openShopDesk, type TeamDesk } from './two-desks.ts'

let server: Postgres
beforeAll(async () => {
  server = await startPostgres()
}, 60_000)
afterAll(() => server.remove())

const world = eachWorld()
let gateway: Sandbox
let team: TestTeam
let [ana, ben] = [] as unknown as [TeamDesk, TeamDesk]
let open: TeamDesk[] = []
let nth = 0
let order = ''
const refunds = (): number => effectsOf(gateway, order, 'return')

beforeEach(async () => {
  gateway = await startSandbox({ processingMs: 50 })
  order = trainingOrder(gateway, /paid|refund/i)
  nth += 1
  team = await makeTeam(server, { name: `j${nth}`, desks: [] })
  open = [await openShopDesk(world, gateway), await openShopDesk(world, gateway)]
  ;[ana, ben] = open as [TeamDesk, TeamDesk]
  await joinAs(ana, { server, team, name: `desk-a${nth}` })
  await joinAs(ben, { server, team, name: `desk-b${nth}` })
}, 60_000)
afterEach(async () => {
  for (const one of open) await one.desk.close()
  await gateway.close()
})

describe('two desks of a team', () => {
  it('refund one order at once: one is sent, the other is told who has it', async () => {
    const reviews = [must(await ana.review(order)), must(await ben.review(order))]
    const ended = await Promise.all([ana.confirm(reviews[0]!), ben.confirm(reviews[1]!)])
    expect(ended.filter(({ ok }) => ok)).toHaveLength(1)
    expect(refunds()).toBe(1)
    const refused = faultOf(ended.find(({ ok }) => !ok)!)
    expect(refused).toMatchObject({ kind: 'denied', sent: 'no' })
    expect(refused.message).toMatch(/anna at desk-[ab]\d+ has this order|A colleague worked on/)
  })
})
