// A ledger on a file system whose locks hold nobody back, in the whole desk: what the trial of the
// lock says becomes a stop.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { probeCodes } from '../../src/main/ledger/db/lock-file.ts'
import type { ProbeLock } from '../../src/main/composition/try-lock.ts'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import {
  addShop,
  effectsOf,
  faultOf,
  handleOf,
  must,
  type OpenDesk,
  openDesk,
  trainingOrder,
} from './story.ts'

let sandbox: Sandbox
let folder: string
let desk: OpenDesk
beforeEach(async () => {
  sandbox = await startSandbox({ processingMs: 50 })
  folder = mkdtempSync(join(tmpdir(), 'paydesk-no-locks-'))
})
afterEach(async () => {
  await desk.close()
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})
const start = async (probeLock: ProbeLock): Promise<void> => {
  const vault = { ...createMemoryVault(), kind: 'keychain' as const }
  desk = await openDesk({ folder, sandbox: handleOf(sandbox), vault, probeLock })
}
const orderid = (): string => trainingOrder(sandbox, /120\.00 EUR/)
const stops = async () => must(await desk.desk['app:state']({})).moneyStops
const review = async (connectionId = 'sandbox') => {
  const asked = { connectionId, by: 'orderid', value: orderid() } as const
  const { clientOrderid } = must(await desk.desk['order:look-up'](asked))
  const request = {
    ...{ client_orderid: clientOrderid, orderid: orderid() },
    ...{ amount: '1.00', currency: 'EUR', comment: 'damaged' },
  }
  return desk.desk['attempt:review']({ connectionId, operation: 'return', request })
}
const resume = async (): Promise<void> => {
  const stopIds = (await stops()).map(({ id }) => id)
  must(await desk.desk['money:resume']({ stopIds, reason: 'it is the only computer here' }))
}
const sent = (): number => effectsOf(sandbox, orderid(), 'return')

describe('a folder whose file system does not lock files', () => {
  it('is named with what to do, and no request leaves it, whatever a person says', async () => {
    await start(() => Promise.resolve(probeCodes.letIn))
    await expect.poll(stops).toMatchObject([{ reach: 'all' }])
    const [stop] = await stops()
    expect(stop?.message).toContain(`the folder ${folder} does not lock files`)
    expect(stop?.message).toContain('move the folder to a disk of this computer')
    await resume()
    expect(faultOf(await review())).toMatchObject({ reason: 'money-stopped' })
    expect(await stops()).toMatchObject([{ reach: 'all' }])
    expect(sent()).toBe(0)
  })
  it('sends nothing before the lock was tried: the first request waits for the answer', async () => {
    let answer: (code: number) => void = () => undefined
    await start(() => new Promise((resolve) => (answer = resolve)))
    const confirming = desk.desk['attempt:confirm'](must(await review()))
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(sandbox.requests().filter((row) => row.operation === 'return')).toEqual([])
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
    const shop = await addShop(desk, sandbox)
    await expect
      .poll(stops)
      .toMatchObject([{ reach: 'production', message: expect.stringContaining('could not check') }])
    expect(faultOf(await review(shop))).toMatchObject({ reason: 'money-stopped' })
    await resume()
    expect(await stops()).toEqual([])
    must(await desk.desk['attempt:confirm'](must(await review(shop))))
  })
})
