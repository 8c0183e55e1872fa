// A script got into the page and changes every field of a connection by the bridge's methods, one
// after the other. The person answers no in every dialog of the system. Nothing may be stored that
// changes where, what or how much is sent, or what an answer means.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Method, methods, type Output } from '#shared/contract/bridge.ts'
import type { ConnectionDetails } from '#shared/bridge/connections.ts'
import type { Connection } from '#shared/connections/connection.ts'
import { moneySwitches } from '#shared/connections/connection.ts'
import { type SettingName, settings } from '#shared/connections/setting-rows.ts'
import type { Result } from '#shared/fault.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { handleOf, must, type OpenDesk, openDesk, type ShownQuestion } from '../journeys/story.ts'

let folder: string
let sandbox: Sandbox
let open: OpenDesk
let id: string
const asked: ShownQuestion[] = []
let answer = true

/** As the bridge hands it on: what does not parse reaches no method. */
async function call<M extends Method>(method: M, input: unknown): Promise<Result<Output[M]>> {
  const parsed = methods[method].safeParse(input)
  if (!parsed.success) throw new Error(`${method}: ${parsed.error.message}`)
  const act = open.desk[method] as unknown as (given: unknown) => Promise<Result<Output[M]>>
  return act(parsed.data)
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paydesk-settings-'))
  sandbox = await startSandbox({ processingMs: 20 })
  open = await openDesk({
    folder,
    sandbox: handleOf(sandbox),
    vault: { ...createMemoryVault(), kind: 'keychain' },
    ask: (question) => {
      asked.push(question)
      return Promise.resolve(answer)
    },
  })
  const record = { environment: 'test' as const, baseUrl: sandbox.baseUrl, ...guarded }
  const { endpointId, login, merchantControlKey: key } = sandbox.identity
  const saved = await call('connection:save', { ...record, endpointId, login })
  id = must(saved).id
  must(await call('key:set-control', { connectionId: id, key }))
})
beforeEach(() => {
  asked.length = 0
  answer = false
})
afterAll(async () => {
  await open.close()
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Every guard is up, so that the other value of each field lowers it. */
const guarded = {
  name: 'Shop',
  settings: {
    ...{ statusAmount: 'latest', currencies: ['EUR'], caFile: '/etc/ours.pem' },
    money: {
      ...Object.fromEntries(moneySwitches.map((name) => [name, true])),
      ...{ undoMs: 10_000, freeReasonFrom: '500' },
      refundReasons: ['Customer request', 'Damaged goods'],
      releaseReasons: ['Customer request', 'Ordered twice'],
    },
  },
} as const

type SwitchName = `settings.money.${(typeof moneySwitches)[number]}`
/** Per field another value than the guarded one. A field that has none here does not compile. */
const others: Readonly<Record<Exclude<SettingName, SwitchName>, unknown>> = {
  name: 'Shop two',
  environment: 'production',
  baseUrl: 'http://127.0.0.1:1/paynet',
  endpointId: '9',
  login: 'somebody-else',
  'settings.proxyUrl': 'http://127.0.0.1:9',
  'settings.paths': { status: '/api/v3/status' },
  'settings.schemes': { 'payout-pay': 'hmac-sha1' },
  'settings.controlEncoding': 'base64',
  'settings.fields': [{ operation: 'sale', field: 'site_id', isAdded: true, value: '77' }],
  'settings.amountUnit': 'minor',
  'settings.digitsRule': 'always-2',
  'settings.statusAmount': 'initial',
  'settings.terms': [{ of: 'status', term: 'cleared', means: 'approved' }],
  'settings.orderidOf': 'request',
  'settings.statusIds': 'orderid',
  'settings.statusBy': 'request',
  'settings.connectTimeoutMs': 100,
  'settings.answerTimeoutMs': 100,
  'settings.requestsPerSecond': 1_000,
  'settings.requestsAtOnce': 64,
  'settings.maxBodyBytes': 1_024,
  'settings.maxHeaderBytes': 4_096,
  'settings.extensions': ['update-recurring-payment'],
  'settings.cardEntry': true,
  'settings.currencies': [],
  'settings.caFile': '/tmp/theirs.pem',
  'settings.money.holdReleasedBy': 'return',
  'settings.money.restOfHold': 'released',
  'settings.money.undoMs': 0,
  'settings.money.freeReasonFrom': '',
  'settings.money.receiptText': 'Call us about [order].',
  'settings.money.receiptFrom': 'Another shop',
  'settings.money.refundReasons': ['Customer request'],
  'settings.money.releaseReasons': ['Customer request'],
}

/** Every switch is on, so that its other value is off. */
const otherOf = (name: SettingName): unknown =>
  (others as Readonly<Record<string, unknown>>)[name] ?? false

const recordOf = ({ settings: kept, name, environment, baseUrl, endpointId, login }: Connection) =>
  structuredClone({ name, environment, baseUrl, endpointId, login, settings: kept })
const shown = async (): Promise<ConnectionDetails> =>
  must(await call('connection:show', { connectionId: id }))

/** The record as the form would send it, with one field another. */
async function changed(name: SettingName): Promise<Record<string, unknown>> {
  const record: Record<string, unknown> = recordOf(await shown())
  const path = name.split('.')
  const last = path.pop()!
  const holder = path.reduce((at, key) => at[key] as Record<string, unknown>, record)
  holder[last] = otherOf(name)
  return record
}
const save = (record: Record<string, unknown>) =>
  call('connection:save', { ...record, connectionId: id })

describe('a script in the page, with every dialog of the system declined,', () => {
  it.each(settings)('stores no change of $name, which $effect, unasked', async (row) => {
    const name = row.name as SettingName
    const before = await shown()
    const saved = await save(await changed(name))
    const money = /^settings\.money\.(\w+)$/.exec(name)?.[1]
    if (money !== undefined)
      await call('connection:set-money', { connectionId: id, money: { [money]: otherOf(name) } })
    if (name === 'settings.cardEntry')
      await call('connection:set-card-entry', { connectionId: id, isOn: true })
    if (row.effect !== 'shows') expect(await shown()).toEqual(before)
    // A connection keeps its environment, whoever asks.
    if (name === 'environment') expect(saved).toMatchObject({ fault: { kind: 'input' } })
    else expect(asked).not.toEqual([])
  })

  it('is asked about with the field, the old and the new value', async () => {
    for (const row of settings.filter(({ name }) => name !== 'environment')) {
      asked.length = 0
      expect((await save(await changed(row.name as SettingName))).ok).toBe(false)
      expect(asked[0]?.detail).toMatch(/^.+: .+ \(until now: .+\)/)
    }
  })

  it('changes nothing of the practice connection either, which holds keys from the start', async () => {
    const practice = async () =>
      must(await call('connection:show', { connectionId: 'sandbox' })).settings
    answer = true
    must(
      await call('connection:set-money', {
        ...{
          connectionId: 'sandbox',
          money: guarded.settings.money,
        },
      }),
    )
    answer = false
    const before = await practice()
    for (const { name } of settings.filter((row) => row.name.startsWith('settings.money.')))
      await call('connection:set-money', {
        connectionId: 'sandbox',
        money: { [name.replace('settings.money.', '')]: otherOf(name as SettingName) },
      })
    await call('connection:set-card-entry', { connectionId: 'sandbox', isOn: true })
    await call('connection:save', {
      ...recordOf(must(await call('connection:show', { connectionId: 'sandbox' }))),
      ...{ connectionId: 'sandbox', login: 'somebody-else' },
    })
    expect(await practice()).toEqual(before)
  })
})

/** Paths by which a request that nobody is asked about would do what money requests do. */
const detours: readonly (readonly [OperationId, string])[] = [
  ['create-card-ref', '/api/v2/void'],
  ['create-card-ref', '/api/v2/return'],
  ['payout-check', '/api/v4/payout-pay'],
  ['payout-check', '/api/v4/transfer'],
  ['status', '/api/v2/%76oid'],
  ['status', '/api//v2/void'],
  ['status', '/api/v2/void;x'],
  ['upload-cres-result', '/api/v2/void'],
  ['capture', '/api/v2/return'],
]

describe('the dialog before each money request can’t be walked round by a path:', () => {
  it.each(detours)('%s as %s is not stored, and the books stay as they are', async (from, path) => {
    const hold = sandbox.trainingOrders().find(({ about }) => /hold/i.test(about))!
    for (const says of [false, true]) {
      answer = says
      const { settings: kept, ...record } = recordOf(await shown())
      await save({ ...record, settings: { ...kept, paths: { [from]: path } } })
    }
    expect((await shown()).settings.paths).toEqual({})
    answer = false
    const reviewed = await call('attempt:review', {
      ...{ connectionId: id, operation: 'create-card-ref' },
      request: { client_orderid: hold.clientOrderid, orderid: hold.orderid },
    })
    if (reviewed.ok) await call('attempt:confirm', reviewed.value)
    await call('order:look-up', { connectionId: id, by: 'orderid', value: hold.orderid })
    expect(sandbox.effects()).toEqual([])
  })
})
