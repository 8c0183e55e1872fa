// The guide's page about rotating a key, followed step by step at a gateway whose books say what it
// refused. Each button that a step of the page names is pressed as the page names it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { axeFindings, axeFindingsInLittleRoom } from './axe.ts'
import { flow } from './flow.ts'
import { booksOf, newFolder, openPageDriver, type PageDriver } from './page-driver.ts'

const page = readFileSync(
  join(import.meta.dirname, '../../docs/guide/key-rotation.md'),
  'utf8',
).split(/^## /m)
/** The buttons that each step of a section tells to press, in order. */
const stepsOf = (title: string): string[][] =>
  (page.find((section) => section.startsWith(title)) ?? '')
    .split(/^\d\. /m)
    .slice(1)
    .map((step) => [...step.matchAll(/_([^_]+)_/g)].map(([, name = '']) => name))

const nextKey = 'THE-NEXT-CONTROL-KEY'
let driver: PageDriver
let service: Sandbox
let connectionId: string
beforeAll(async () => {
  service = await startSandbox({ processingMs: 0 })
  driver = await openPageDriver({
    keychainDir: newFolder(),
    env: { PAYDESK_HOST_ANSWER: 'first' },
  })
  const { endpointId, login, merchantControlKey, privateKeyPem } = service.identity
  const saved = await driver.call('connection:save', {
    ...{ name: 'Corner shop', environment: 'test', baseUrl: service.baseUrl, endpointId, login },
    settings: { statusAmount: 'latest', money: { undoMs: 0 } },
  } as never)
  if (!saved.ok) throw new Error(JSON.stringify(saved.fault))
  connectionId = saved.value.id
  const set = [
    await driver.call('key:set-control', { connectionId, key: merchantControlKey }),
    await driver.call('key:import-rsa', { connectionId, pem: privateKeyPem }),
  ]
  expect(set.map(({ ok }) => ok)).toEqual([true, true])
  await driver.go(`#/connections/${connectionId}`)
  await driver.at('next-private-create').waitFor()
}, 120_000)
afterAll(async () => {
  await driver.close()
  await service.close()
})

const press = async (panel: string, name: string) => {
  await driver.at(panel).getByRole('button', { name, exact: true }).click()
}
const nothingSerious = async (): Promise<void> => {
  expect(await axeFindings(driver)).toEqual([])
  expect(await axeFindingsInLittleRoom(driver)).toEqual([])
}
/** One euro of a paid order over this connection: the gateway must not refuse it. */
let refunds = 0
async function refund(): Promise<void> {
  const orderid = paidSale()
  const found = await driver.call('order:look-up', { connectionId, by: 'orderid', value: orderid })
  if (!found.ok) throw new Error(JSON.stringify(found.fault))
  const reviewed = await driver.call('attempt:review', {
    ...{ connectionId, operation: 'return' },
    request: {
      ...{ client_orderid: found.value.clientOrderid, orderid, comment: 'Damaged' },
      ...{ amount: '1.00', currency: 'EUR' },
    },
  })
  if (!reviewed.ok) throw new Error(JSON.stringify(reviewed.fault))
  const { attemptId, token } = reviewed.value
  expect(await driver.call('attempt:confirm', { attemptId, token })).toMatchObject({ ok: true })
  refunds += 1
  const state = async () => {
    const order = await driver.call('order:check', { connectionId, orderid })
    return order.ok ? order.value.attempts.find(({ id }) => id === attemptId)?.state : null
  }
  await expect.poll(state).toBe('SUCCEEDED')
  expect(service.effects().filter(({ operation }) => operation === 'return')).toHaveLength(refunds)
}
const paidSale = (): string =>
  service.trainingOrders().find(({ about }) => /120\.00 EUR/.test(about))?.orderid ?? ''
const refusedReturns = () =>
  booksOf(service).filter(
    ({ operation, signature }) => operation === 'return' && signature?.isGood !== true,
  )

describe('by the guide’s page', () => {
  flow('keys-rotated', async () => {
    await refund()
    const [make, hand, test, change] = stepsOf('An RSA key')
    expect(make?.[0]).toBe('Private key (RSA)')
    await nothingSerious()
    await press('rsa-key', make?.[1] ?? '')
    await driver.at('public-key').waitFor({ timeout: 60_000 })
    await press('rsa-key', hand?.[0] ?? '')
    await driver.sees('public-key-saved', driver.saveFolder)
    const path = await driver.at('public-key-saved').locator('bdi').innerText()
    await refund()
    await press('rsa-key', test?.[0] ?? '')
    await driver.sees('next-private-answers', /next key.*RSA-SHA256.*current key/s)
    const answers = () => driver.at('next-private-answers').innerText()
    expect(await answers()).toMatch(/next key\s+Failed.*current key\s+Passed/s)
    await nothingSerious()
    const signing = async () => {
      const found = await driver.call('connection:show', { connectionId })
      return found.ok ? found.value.privateKey.fingerprint : null
    }
    const present = await signing()
    // What the gateway refuses is not switched to.
    await press('rsa-key', change?.[0] ?? '')
    await driver.sees('rsa-key', /gateway refuses the next key, so nothing was switched/)
    expect(await signing()).toBe(present)
    service.registerKey(readFileSync(path, 'utf8'))
    await press('rsa-key', test?.[0] ?? '')
    await expect.poll(answers).toMatch(/next key\s+Passed.*current key\s+Passed/s)
    await press('rsa-key', change?.[0] ?? '')
    await driver.at('next-private-create').waitFor()
    expect(await signing()).not.toBe(present)
    await refund()

    const [, enter, ask, over] = stepsOf('A control key')
    expect(enter?.[0]).toBe('Merchant control key')
    await press('control-key', enter?.[1] ?? '')
    await driver.at('next-control-typed').fill(nextKey)
    await nothingSerious()
    await press('control-key', enter?.[2] ?? '')
    await driver.at('next-control-switch').waitFor()
    await refund()
    service.takeControlKeys([service.identity.merchantControlKey, nextKey])
    await press('control-key', ask?.[0] ?? '')
    await driver.sees('next-control-answers', /next key.*current key/s)
    await nothingSerious()
    await press('control-key', over?.[0] ?? '')
    await driver.at('next-control-enter').waitFor()
    service.takeControlKeys([nextKey])
    await refund()
    expect(refusedReturns()).toEqual([])
    const kept = readFileSync(join(driver.userData, 'ledger.sqlite'))
    expect(kept.includes(nextKey)).toBe(false)
    expect(await driver.page.content()).not.toContain(nextKey)
  })
})

describe('where the gateway has another key', () => {
  flow('wrong-control-key', async () => {
    const orderid = paidSale()
    await driver.go(`#/orders/${connectionId}/${orderid}`)
    await driver.at('money-facts').waitFor()
    await driver.fill('return', '12.34', 'The key is another one')
    const effects = service.effects().length
    service.takeControlKeys(['A-KEY-OF-THE-GATEWAY-ALONE'])
    await driver.at('review-open').click()
    await driver.sees('fault', /INVALID_CONTROL_CODE/)
    const last = booksOf(service).findLast(({ operation }) => operation === 'status')
    expect(last).toBeDefined()
    await driver.sees('fault', last?.serial ?? 'no request came')
    const typed = (label: string) => driver.page.getByLabel(label, { exact: true }).inputValue()
    await expect.poll(() => typed('Amount')).toBe('12.34')
    await expect.poll(() => typed('Reason')).toBe('The key is another one')

    await driver.go('#/orders')
    await driver.at('omnibox-open').click()
    await driver.at('omnibox').fill(orderid)
    await driver.page.keyboard.press('Enter')
    await driver.sees('fault', /INVALID_CONTROL_CODE/)
    await expect.poll(() => driver.at('omnibox').inputValue()).toBe(orderid)
    expect(service.effects()).toHaveLength(effects)
  })
})
