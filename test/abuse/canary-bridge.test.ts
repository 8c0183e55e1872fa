// The same secrets through the bridge, as a person would enter them: keys into a connection of
// their own, a card into a payment. Every answer, the whole user data folder, the exports and the
// console are searched.
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Method, methods } from '#shared/contract/bridge.ts'
import type { Review } from '#shared/bridge/views.ts'
import type { Result } from '#shared/fault.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import type { Vault } from '../../src/main/vault/vault.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { withSealedCard } from '../fakes/sealed-card.ts'
import { everyField, fewestFields } from '../journeys/field-samples.ts'
import type { Fields } from '../journeys/gateway-rig.ts'
import { handleOf, must, openDesk } from '../journeys/story.ts'
import { unzip } from '../journeys/unzip.ts'
import {
  canaryCard,
  canaryCvv,
  foundBelow,
  foundIn,
  listenToConsole,
  needlesFor,
} from './canary.ts'

const folder = mkdtempSync(join(tmpdir(), 'paydesk-canary-'))
const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ processingMs: 0, seedDays: 0 })
  sandbox.registerKey(publicKey)
})
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

const card: Fields = { credit_card_number: canaryCard, cvv2: canaryCvv }
const withoutOwnIds = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !/^client[_-]order-?id$/.test(name)))

/** A draft without its card still says where the money goes. */
const destinationOf = (operation: OperationId): Fields =>
  operation === 'payout' ? { cardrefid: '1' } : {}

it('secrets that go in by the bridge come out nowhere', async () => {
  const { merchantControlKey, endpointId, login, privateKeyPem } = sandbox.identity
  const needles = needlesFor({ controlKey: merchantControlKey, pems: [privateKey, privateKeyPem] })
  const listening = listenToConsole()
  const vault: Vault = { ...createMemoryVault(), kind: 'keychain' }
  const opened = await openDesk({ folder, sandbox: handleOf(sandbox), vault, threads: true })
  const { desk } = opened
  const heard: unknown[] = []
  const asks: unknown[] = []
  const call = async <T>(method: Method, input: unknown): Promise<T> => {
    const run = desk[method] as (input: unknown) => Promise<Result<T>>
    // As the channel does before it calls.
    const answer = await run(methods[method].parse(input))
    heard.push([method, answer])
    return must(answer)
  }
  const { id: connectionId } = await call<{ id: string }>('connection:save', {
    name: 'Canary',
    environment: 'test',
    baseUrl: sandbox.baseUrl,
    endpointId,
    login,
    settings: { cardEntry: true, money: { undoMs: 0 } },
  })
  await call('key:set-control', { connectionId, key: merchantControlKey })
  await call('key:import-rsa', { connectionId, pem: privateKey })
  await call('connection:test', { connectionId })

  const send = async (
    operation: OperationId,
    request: Fields,
  ): Promise<{ orderid: string; id: string }> => {
    const asked = { connectionId, operation, request }
    const input = await withSealedCard(asked, (place) => call('card:begin', place))
    // Explaining a draft asks for the id that a review makes by itself, and never for a card.
    await call('signature:explain', {
      connectionId,
      operation,
      request: { ...destinationOf(operation), client_orderid: 'draft-1', ...input.request },
    })
    // All that crosses the bridge, the way in included: a card only sealed.
    asks.push(input)
    const review = await call<Review>('attempt:review', input)
    const { attemptId, token } = review
    // The same card pays the same amount twice here, on purpose.
    const twinsSeen = review.twins.map(({ id }) => id)
    const sent = await call<{ orderid: string; id: string }>('attempt:confirm', {
      attemptId,
      token,
      twinsSeen,
    })
    await call('signature:explain', { attemptId })
    return sent
  }
  const paid = await send('sale', withoutOwnIds(everyField('sale', card)))
  await send('preauth', withoutOwnIds(everyField('preauth', card)))
  const { cvv2: _cvv2, ...destination } = card
  const payout = { ...destination, expire_month: '12', expire_year: '2031' }
  await send('payout', withoutOwnIds(fewestFields('payout', payout)))
  const order = await call<{ clientOrderid: string; orderid: string }>('order:look-up', {
    connectionId,
    by: 'orderid',
    value: paid.orderid,
  })
  const ids = { client_orderid: order.clientOrderid, orderid: order.orderid }
  await send('create-card-ref-v4', ids)
  await send('return', { ...ids, comment: 'damaged' })
  expect(sandbox.effects().map(({ operation }) => operation)).toEqual(
    expect.arrayContaining(['sale', 'preauth', 'payout', 'return']),
  )

  await call('app:state', {})
  await call('connection:list', {})
  await call('connection:show', { connectionId })
  await call('key:public', { connectionId })
  await call('unknown-terms:list', {})
  await call('order:list', { connectionId, limit: 100 })
  await call('order:show', { connectionId, orderid: paid.orderid })
  await call('attempt:list', { isOpen: false })
  await call('attempt:list', { isOpen: true })
  const audit = await call<{ rows: unknown[] }>('audit:list', { filter: {}, limit: 500 })
  expect(audit.rows.length).toBeGreaterThan(15)
  await call('audit:verify', {})
  const report = await call<{ files: string[] }>('audit:export', { filter: {} })
  expect(report.files).toContain('audit.jsonl')

  // What is in the pack is packed: it is searched as its reader sees it.
  const pack = await call<{ file: string }>('order:evidence', {
    connectionId,
    orderid: paid.orderid,
  })
  expect(foundBelow(unzip(pack.file), needles)).toEqual([])

  const text = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))
  expect(foundIn(text([heard, asks, opened.changes, opened.reports]), needles)).toEqual([])
  expect(foundBelow(folder, needles)).toEqual([])
  await opened.close()
  expect(foundBelow(folder, needles)).toEqual([])
  listening.stop()
  expect(foundIn(Buffer.from(listening.text()), needles)).toEqual([])
})
