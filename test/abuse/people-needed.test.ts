// A connection that needs sign-in: while it is off no call of the bridge moves money over it,
// whoever makes the call and whatever was reviewed before. The sandbox's books say what moved.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { OrderView, Review } from '#shared/bridge/views.ts'
import { connectionSettings } from '#shared/connections/connection.ts'
import type { Result } from '#shared/fault.ts'
import { formatMessage } from '#wording/format-messages.ts'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { paidOrders, until } from '../journeys/runs/run-story.ts'
import { handleOf, must, openDesk, type OpenDesk, type ShownQuestion } from '../journeys/story.ts'

const passphrase = 'correct horse battery'
let [folder, sandbox, opened] = ['', null as unknown as Sandbox, null as unknown as OpenDesk]
let [boxes, answer] = [[] as ShownQuestion[], true]
let order: OrderView

beforeAll(async () => {
  sandbox = await startSandbox({ processingMs: 20 })
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'people-needed-'))
  ;[boxes, answer] = [[], true]
  const ask = (question: ShownQuestion): Promise<boolean> => {
    boxes.push(question)
    return Promise.resolve(answer)
  }
  const vault = { ...createMemoryVault(), kind: 'keychain' as const }
  opened = await openDesk({ folder, vault, sandbox: handleOf(sandbox), ask })
  const [value = ''] = paidOrders(sandbox, 1)
  const by = { connectionId: 'sandbox', by: 'orderid', value } as const
  order = must(await opened.desk['order:look-up'](by))
})
afterEach(async () => {
  await opened.close()
  rmSync(folder, { recursive: true, force: true })
})

const said = (result: Result<unknown>): string =>
  result.ok ? 'done' : formatMessage(result.fault.message)
const needed = /This connection needs sign-in to be on\. Turn on sign-in in People/
const set = (needsPeople: boolean) =>
  opened.desk['connection:set-money']({ connectionId: 'sandbox', money: { needsPeople } })
const reviewed = (): Promise<Result<Review>> =>
  opened.desk['attempt:review']({
    ...{ connectionId: 'sandbox', operation: 'return' },
    request: {
      ...{ orderid: order.orderid, client_orderid: order.clientOrderid },
      ...{ amount: '5.00', currency: 'EUR', comment: 'Damaged' },
    },
  })
const confirm = ({ attemptId, token }: Review) =>
  opened.desk['attempt:confirm']({ attemptId, token })
const refunds = (): number =>
  sandbox.effects().filter(({ orderid }) => orderid === order.orderid).length

it('reviews nothing while sign-in is off, says the way there, and sends once it is on', async () => {
  must(await set(true))
  const refused = await reviewed()
  expect(refused).toMatchObject({ ok: false, fault: { reason: 'people-off', sent: 'no' } })
  expect(said(refused)).toMatch(needed)
  const { desk } = opened
  must(await desk['people:switch-on']({ name: 'Ada', passphrase }))
  const person = { name: 'Bo', roles: ['payments' as const], passphrase, own: passphrase }
  const list = must(await desk['people:add'](person))
  const personId = list.find(({ name }) => name === 'Bo')?.id ?? ''
  must(await desk['people:sign-in']({ personId, passphrase }))
  must(await confirm(must(await reviewed())))
  expect(refunds()).toBe(1)
})

it('confirms nothing that was reviewed before the connection needed them', async () => {
  const review = must(await reviewed())
  must(await set(true))
  expect(said(await confirm(review))).toMatch(needed)
  expect(refunds()).toBe(0)
})

it('holds back what was confirmed and waits for its time to undo', async () => {
  must(
    await opened.desk['connection:set-money']({
      ...{ connectionId: 'sandbox', money: { undoMs: 30_000 } },
    }),
  )
  const review = must(await reviewed())
  const confirmed = confirm(review)
  await new Promise((resolve) => setImmediate(resolve))
  must(await set(true))
  must(await opened.desk['attempt:send-now']({ attemptId: review.attemptId }))
  expect(said(await confirmed)).toMatch(needed)
  expect(refunds()).toBe(0)
})

it('sends no run: neither its review nor its start', async () => {
  const of = { connectionId: 'sandbox', operation: 'return', depth: 'gateway' } as const
  const rows = [{ orderid: order.orderid }]
  const { desk } = opened
  const run = must(await desk['run:create']({ ...of, rows, reason: 'sent in error' }))
  await until(opened, run.id, 'CHECKED')
  const { token } = must(await desk['run:review']({ runId: run.id, reason: '' }))
  must(await set(true))
  expect(said(await desk['run:review']({ runId: run.id, reason: '' }))).toMatch(needed)
  const sent = await desk['run:confirm']({ runId: run.id, token, typedRows: null })
  expect(sent.ok).toBe(false)
  expect(refunds()).toBe(0)
})

it('is lowered by no script of the page: the system names the setting, and no means no', async () => {
  must(await set(true))
  answer = false
  expect((await set(false)).ok).toBe(false)
  expect(boxes.at(-1)?.detail).toMatch(/Require sign-in to be on: off \(until now: on\)/)
  expect(said(await reviewed())).toMatch(needed)
})

it('is set for each new connection of production where sign-in is on, whatever the page says', async () => {
  const { desk } = opened
  const settings = connectionSettings.parse({ money: { needsPeople: false } })
  const at = (name: string, environment: 'test' | 'production') =>
    desk['connection:save']({
      ...{ name, environment, baseUrl: `https://${environment}.example/paynet`, settings },
      ...{ endpointId: '1', login: name },
    })
  const before = must(await at('early', 'production'))
  must(await desk['people:switch-on']({ name: 'Ada', passphrase }))
  const [live, trial] = [must(await at('live', 'production')), must(await at('trial', 'test'))]
  expect([before, live, trial].map((connection) => connection.settings.money.needsPeople)).toEqual([
    false,
    true,
    false,
  ])
})
