// Two copies of one data folder, open at the same time with one keychain: at most one of them ever
// sends, and the other one says why it does not.
import { beforeEach, describe, expect, it } from 'vitest'
import { addShop, faultOf, must, type OpenDesk, trainingOrder } from './story.ts'
import { eachWorld, oneEuro } from './world.ts'

const world = eachWorld()
let orderid: string
let connectionId: string
beforeEach(() => {
  orderid = trainingOrder(world.sandbox, /120\.00 EUR/)
})

/** Said at once when the mark is written, and then by the comparison of the log with its mark. */
const ofAnother =
  /Another Paydesk uses a copy of this ledger|old copy of the ledger|not the one that was marked/

/** In the one or in the other. */
const review = (desk: OpenDesk) => {
  world.open = desk
  return world.review(orderid, oneEuro, connectionId)
}
const send = (desk: OpenDesk) => {
  world.open = desk
  return world.send(orderid, oneEuro, connectionId)
}
/** What was sent gets its end at once: the book's clock moves on. */
const isFinal = (): void => world.sandbox.advance(60_000)
const stops = ({ desk }: OpenDesk) =>
  desk['app:state']({}).then((state) => must(state).moneyStops.map(({ message }) => message))

describe('two copies of one data folder, open at once', () => {
  it('send one request between them, whichever comes first, and the other one says why', async () => {
    const first = await world.start()
    connectionId = await addShop(first, world.sandbox)
    const second = await world.start({ folder: world.copyOf(first.folder) })
    const asked = [must(await review(first)), must(await review(second))] as const
    const answers = [
      await first.desk['attempt:confirm'](asked[0]),
      await second.desk['attempt:confirm'](asked[1]),
    ]
    await expect.poll(() => world.refunds(orderid)).toBe(1)
    const refused = answers.filter((answer) => !answer.ok).map(faultOf)
    expect(refused).toHaveLength(1)
    expect(refused[0]).toMatchObject({ sent: 'no' })
    expect(refused[0]!.message).toMatch(ofAnother)
    const stopped = answers[0]!.ok ? second : first
    await expect.poll(() => stops(stopped)).toContainEqual(expect.stringMatching(ofAnother))
  })

  it('send one request between them when both confirm in the same moment', async () => {
    const first = await world.start()
    connectionId = await addShop(first, world.sandbox)
    const second = await world.start({ folder: world.copyOf(first.folder) })
    const asked = [must(await review(first)), must(await review(second))] as const
    const answers = await Promise.all([
      first.desk['attempt:confirm'](asked[0]),
      second.desk['attempt:confirm'](asked[1]),
    ])
    expect(answers.filter(({ ok }) => ok).length).toBeLessThanOrEqual(1)
    expect(world.refunds(orderid)).toBeLessThanOrEqual(1)
  })

  it('stop one another: when a person goes on in one, the other one sends nothing more', async () => {
    const first = await world.start()
    connectionId = await addShop(first, world.sandbox)
    const second = await world.start({ folder: world.copyOf(first.folder) })
    must(await second.desk['audit:verify']({}))
    const [sender, other] = (await send(first)).ok ? [first, second] : [second, first]
    if (sender === second) must(await send(second))
    await expect.poll(() => world.refunds(orderid)).toBe(1)
    isFinal()
    faultOf(await send(other))
    await expect.poll(async () => (await stops(other)).length).toBeGreaterThan(0)
    const stopIds = must(await other.desk['app:state']({})).moneyStops.map(({ id }) => id)
    must(await other.desk['money:resume']({ stopIds, reason: 'The other copy is retired' }))
    await expect.poll(() => stops(other)).toEqual([])
    must(await send(other))
    isFinal()
    expect(faultOf(await send(sender)).message).toMatch(ofAnother)
    await expect.poll(() => world.refunds(orderid)).toBe(2)
  })
})
