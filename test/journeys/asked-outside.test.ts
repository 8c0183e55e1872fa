// A script got into the page and calls the bridge as the screens do. What weakens a guard of money
// is asked by the system, where the script can't press; here the person there says no.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectionRecord } from '../../src/shared/connections/connection.ts'
import { formatMessages } from '#messages/format-messages.ts'
import type { Question } from '../../src/main/desk/desk.ts'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { faultOf, handleOf, must, type OpenDesk, openDesk } from './story.ts'

let folder: string
let sandbox: Sandbox
let open: OpenDesk
let asked: Question[]
let answer: boolean
let whileAsked: () => Promise<unknown>

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paydesk-outside-'))
  sandbox = await startSandbox({ processingMs: 20 })
  asked = []
  answer = true
  whileAsked = () => Promise.resolve()
  open = await openDesk({
    folder,
    sandbox: handleOf(sandbox),
    vault: { ...createMemoryVault(), kind: 'keychain' },
    undoMs: 10_000,
    ask: async (question) => {
      asked.push(question)
      await whileAsked()
      return answer
    },
  })
})
afterEach(async () => {
  await open.close()
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

const declined = { kind: 'denied', sent: 'no', reason: 'not-permitted' }
const sandboxSettings = async () =>
  must(await open.desk['connection:show']({ connectionId: 'sandbox' })).settings
const setMoney = (money: Record<string, unknown>) =>
  open.desk['connection:set-money']({ connectionId: 'sandbox', money })
const entries = async (kind: string) =>
  must(await open.desk['audit:list']({ filter: { kind }, limit: 50 })).rows.map(
    (row) => row.details,
  )

async function ownConnection(baseUrl = sandbox.baseUrl, connectionId?: string) {
  const {
    id: _id,
    isEmbedded: _isEmbedded,
    ...record
  } = connectionRecord.parse({
    id: 'x',
    isEmbedded: false,
    name: 'Shop',
    environment: 'test',
    baseUrl,
    endpointId: sandbox.identity.endpointId,
    login: sandbox.identity.login,
    settings: {},
  })
  return open.desk['connection:save'](
    connectionId === undefined ? record : { ...record, connectionId },
  )
}

describe('a script in the page that weakens the guards of money', () => {
  it('switches neither the undo window off nor card entry on, and leaves a trace in the log', async () => {
    answer = false
    expect(faultOf(await setMoney({ undoMs: 0 }))).toMatchObject(declined)
    const cards = await open.desk['connection:set-card-entry']({
      connectionId: 'sandbox',
      isOn: true,
    })
    expect(faultOf(cards)).toMatchObject(declined)
    expect(await sandboxSettings()).toMatchObject({ cardEntry: false, money: { undoMs: 10_000 } })
    expect(asked).toHaveLength(2)
    expect(await entries('confirmation:declined')).toHaveLength(2)
  })

  it('does not turn a connection that holds a key to another host', async () => {
    const { id } = must(await ownConnection())
    const key = sandbox.identity.merchantControlKey
    must(await open.desk['key:set-control']({ connectionId: id, key }))
    answer = false
    const moved = await ownConnection('http://127.0.0.1:1/paynet', id)
    expect(faultOf(moved)).toMatchObject(declined)
    expect(asked.at(-1)?.detail).toContain('127.0.0.1:1')
    const shown = must(await open.desk['connection:show']({ connectionId: id }))
    expect(shown.baseUrl).toBe(sandbox.baseUrl)
  })

  it('saves nothing when the connection was changed while the question was open', async () => {
    whileAsked = async () => {
      whileAsked = () => Promise.resolve()
      must(await setMoney({ voidNeedsReason: true }))
    }
    expect(faultOf(await setMoney({ undoMs: 0 }))).toMatchObject({ reason: 'not-possible' })
    expect((await sandboxSettings()).money).toMatchObject({ undoMs: 10_000, voidNeedsReason: true })
  })

  it('does not let stopped money move again', async () => {
    answer = false
    const resumed = await open.desk['money:resume']({ stopIds: [], reason: 'all is well here' })
    expect(faultOf(resumed)).toMatchObject(declined)
  })

  it('sends nothing where the connection asks outside the window, however often it confirms', async () => {
    must(await setMoney({ undoMs: 0 }))
    must(await setMoney({ confirmOutside: true }))
    const order = sandbox
      .trainingOrders()
      .find(({ about }) => /paid sale of 120\.00 EUR/.test(about))!
    await open.desk['order:look-up']({
      connectionId: 'sandbox',
      by: 'orderid',
      value: order.orderid,
    })
    const review = must(
      await open.desk['attempt:review']({
        connectionId: 'sandbox',
        operation: 'return',
        request: {
          client_orderid: order.clientOrderid,
          orderid: order.orderid,
          amount: '20.00',
          currency: 'EUR',
          comment: 'asked outside',
        },
      }),
    )
    answer = false
    asked = []
    let release = (): void => undefined
    whileAsked = () => new Promise<void>((resolve) => (release = resolve))
    const all = Array.from({ length: 20 }, () => open.desk['attempt:confirm'](review))
    await Promise.race(all.slice(1))
    release()
    for (const one of await Promise.all(all)) expect(one.ok).toBe(false)
    expect(asked).toHaveLength(1)
    expect(asked[0]?.message).toContain('refund')
    const [question] = formatMessages(asked)
    expect(question?.detail).toMatch(
      new RegExp(`^20\\.00\\sEUR\nOrder ${order.orderid}\nConnection [A-Z].+$`),
    )
    expect(question?.action).toBe('Send')
    expect(sandbox.effects()).toEqual([])

    // The same review is confirmed once the person says so.
    answer = true
    whileAsked = () => Promise.resolve()
    must(await open.desk['attempt:confirm'](review))
    expect(sandbox.requests().filter((row) => row.operation === 'return')).toHaveLength(1)
  })
})
