// Two copies of one data folder, open at the same time with one keychain: at most one of them ever
// sends, and the other one says why it does not.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import type { Vault } from '../../src/main/vault/vault.ts'
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
let vault: Vault
let orderid: string
let connectionId: string
const opened: OpenDesk[] = []
const folders: string[] = []

/** Said at once when the mark is written, and then by the comparison of the log with its mark. */
const ofAnother =
  /Another Paydesk uses a copy of this ledger|old copy of the ledger|not the one that was marked/

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-copies-'))
  folders.push(folder)
  return folder
}
const open = async (folder: string): Promise<OpenDesk> => {
  const desk = await openDesk({ folder, sandbox: handleOf(sandbox), vault })
  opened.push(desk)
  return desk
}
/** A file may go away while it is copied; then the copy is made again. */
function copyOf(folder: string): string {
  for (let left = 20; ; left -= 1) {
    const copy = newFolder()
    try {
      cpSync(folder, copy, { recursive: true })
      return copy
    } catch (error) {
      if (left === 0 || !String(error).includes('ENOENT')) throw error
    }
  }
}
const review = async ({ desk }: OpenDesk) => {
  const found = must(await desk['order:look-up']({ connectionId, by: 'orderid', value: orderid }))
  return desk['attempt:review']({
    connectionId,
    operation: 'return',
    request: {
      client_orderid: found.clientOrderid,
      orderid,
      comment: 'damaged',
      amount: '1.00',
      currency: 'EUR',
    },
  })
}
const send = async (desk: OpenDesk) => {
  const reviewed = await review(desk)
  return reviewed.ok ? desk.desk['attempt:confirm'](reviewed.value) : reviewed
}
/** What was sent gets its end at once: the book's clock moves on. */
const isFinal = (): void => sandbox.advance(60_000)
const stops = async ({ desk }: OpenDesk) =>
  must(await desk['app:state']({})).moneyStops.map(({ message }) => message)

beforeEach(async () => {
  sandbox = await startSandbox({ processingMs: 50 })
  vault = { ...createMemoryVault(), kind: 'keychain' }
  orderid = trainingOrder(sandbox, /120\.00 EUR/)
})
afterEach(async () => {
  for (const desk of opened.splice(0)) await desk.close()
  await sandbox.close()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

describe('two copies of one data folder, open at once', () => {
  it('send one request between them, whichever comes first, and the other one says why', async () => {
    const first = await open(newFolder())
    connectionId = await addShop(first, sandbox)
    const second = await open(copyOf(first.folder))
    const asked = [must(await review(first)), must(await review(second))] as const
    const answers = [
      await first.desk['attempt:confirm'](asked[0]),
      await second.desk['attempt:confirm'](asked[1]),
    ]
    await expect.poll(() => effectsOf(sandbox, orderid, 'return')).toBe(1)
    const refused = answers.filter((answer) => !answer.ok).map(faultOf)
    expect(refused).toHaveLength(1)
    expect(refused[0]).toMatchObject({ sent: 'no' })
    expect(refused[0]!.message).toMatch(ofAnother)
    const stopped = answers[0]!.ok ? second : first
    await expect.poll(() => stops(stopped)).toContainEqual(expect.stringMatching(ofAnother))
  })

  it('send one request between them when both confirm in the same moment', async () => {
    const first = await open(newFolder())
    connectionId = await addShop(first, sandbox)
    const second = await open(copyOf(first.folder))
    const asked = [must(await review(first)), must(await review(second))] as const
    const answers = await Promise.all([
      first.desk['attempt:confirm'](asked[0]),
      second.desk['attempt:confirm'](asked[1]),
    ])
    expect(answers.filter(({ ok }) => ok).length).toBeLessThanOrEqual(1)
    expect(effectsOf(sandbox, orderid, 'return')).toBeLessThanOrEqual(1)
  })

  it('stop one another: when a person goes on in one, the other one sends nothing more', async () => {
    const first = await open(newFolder())
    connectionId = await addShop(first, sandbox)
    const second = await open(copyOf(first.folder))
    must(await second.desk['audit:verify']({}))
    const [sender, other] = (await send(first)).ok ? [first, second] : [second, first]
    if (sender === second) must(await send(second))
    await expect.poll(() => effectsOf(sandbox, orderid, 'return')).toBe(1)
    isFinal()
    faultOf(await send(other))
    await expect.poll(async () => (await stops(other)).length).toBeGreaterThan(0)
    const stopIds = must(await other.desk['app:state']({})).moneyStops.map(({ id }) => id)
    must(await other.desk['money:resume']({ stopIds, reason: 'The other copy is retired' }))
    await expect.poll(() => stops(other)).toEqual([])
    must(await send(other))
    isFinal()
    expect(faultOf(await send(sender)).message).toMatch(ofAnother)
    await expect.poll(() => effectsOf(sandbox, orderid, 'return')).toBe(2)
  })
})
