// A ledger on a file system whose locks hold nobody back, in the whole desk: what the trial of the
// lock says becomes a stop.
import { describe, expect, it } from 'vitest'
import { probeCodes } from '../../src/main/ledger/db/lock-file.ts'
import type { ProbeLock } from '../../src/main/composition/try-lock.ts'
import { addShop, faultOf, must, trainingOrder } from './story.ts'
import { eachWorld, oneEuro } from './world.ts'

const world = eachWorld()
const start = (probeLock: ProbeLock) => world.start({ probeLock })
const orderid = (): string => trainingOrder(world.sandbox, /120\.00 EUR/)
const stops = async () => must(await world.open.desk['app:state']({})).moneyStops
const review = (connectionId?: string) => world.review(orderid(), oneEuro, connectionId)
const resume = async (): Promise<void> => {
  const stopIds = (await stops()).map(({ id }) => id)
  must(await world.open.desk['money:resume']({ stopIds, reason: 'it is the only computer here' }))
}
const sent = (): number => world.refunds(orderid())

describe('a folder whose file system does not lock files', () => {
  it('is named with what to do, and no request leaves it, whatever a person says', async () => {
    await start(() => Promise.resolve(probeCodes.letIn))
    await expect.poll(stops).toMatchObject([{ reach: 'all' }])
    const [stop] = await stops()
    expect(stop?.message).toContain(`the folder ${world.folder} does not lock files`)
    expect(stop?.message).toContain('move the folder to a disk of this computer')
    await resume()
    expect(faultOf(await review())).toMatchObject({ reason: 'money-stopped' })
    expect(await stops()).toMatchObject([{ reach: 'all' }])
    expect(sent()).toBe(0)
  })
  it('sends nothing before the lock was tried: the first request waits for the answer', async () => {
    let answer: (code: number) => void = () => undefined
    await start(() => new Promise((resolve) => (answer = resolve)))
    const confirming = world.open.desk['attempt:confirm'](must(await review()))
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(world.sandbox.requests().filter((row) => row.operation === 'return')).toEqual([])
    answer(probeCodes.letIn)
    expect(faultOf(await confirming)).toMatchObject({ reason: 'money-stopped' })
    expect(sent()).toBe(0)
  })
  it.each<[string, ProbeLock]>([
    ['does not start', () => Promise.reject(new Error('no such program'))],
    ['does not end', () => Promise.resolve(null)],
    ['ends by a fault of its own', () => Promise.resolve(1)],
  ])('is doubted when the trial %s: production waits for a person', async (_how, probeLock) => {
    await start(probeLock)
    const shop = await addShop(world.open, world.sandbox)
    await expect
      .poll(stops)
      .toMatchObject([{ reach: 'production', message: expect.stringContaining('could not check') }])
    expect(faultOf(await review(shop))).toMatchObject({ reason: 'money-stopped' })
    await resume()
    expect(await stops()).toEqual([])
    must(await world.open.desk['attempt:confirm'](must(await review(shop))))
  })
})
