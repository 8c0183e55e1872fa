// Nothing stays open for ever: a request is lost on its way to the gateway, and a person resolves
// it on the screen of open requests, whether or not the gateway ever named its order. One operation
// of each kind; test/journeys/resolved-by-hand.test.ts plays all of them without a window.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { flowOf } from '#shared/gateway/flow.ts'
import type { Locator } from 'playwright-core'
import { losable, openRequests, type Requests } from '../journeys/lost-requests.ts'
import { type PageDriver, openPageDriver } from './page-driver.ts'

let driver: PageDriver
let requests: Requests
beforeAll(async () => {
  driver = await openPageDriver()
  await driver.call('connection:set-card-entry', { connectionId: 'sandbox', isOn: true })
  requests = openRequests({
    call: driver.call,
    practice: async (pattern) => (await driver.practice(pattern)).orderid,
    pass: () => driver.console('advance', { ms: '60000' }),
  })
})
afterAll(() => driver.close())
// A dialog that one request left open would cover the next one's row.
afterEach(async () => {
  if (await driver.at('resolve-dialog').isVisible()) await driver.at('resolve-cancel').click()
})

/** Whether the request was resolved; not when the gateway told something new meanwhile. */
async function isResolvedIn(row: Locator): Promise<boolean> {
  await row.getByTestId('open-request-resolve').click()
  const dialog = driver.at('resolve-dialog')
  await dialog.getByRole('radio').last().check()
  await dialog.getByTestId('reason').fill('Their support finds no trace of it')
  await dialog.getByTestId('override').fill('It can’t wait for the look-ups')
  await driver.at('resolve-confirm').click()
  const fault = dialog.getByTestId('fault')
  await expect.poll(async () => (await fault.isVisible()) || !(await dialog.isVisible())).toBe(true)
  if (!(await dialog.isVisible())) return true
  const message = await fault.innerText()
  await driver.at('resolve-cancel').click()
  expect(message).toMatch(/reported something new/)
  return false
}

const kinds = losable.map((id) => flowOf(id))
const oneOfEach = losable.filter((_id, at) => kinds.indexOf(kinds[at]!) === at)

describe('a request that was lost on its way', () => {
  it.each(oneOfEach)('of %s is resolved by hand on the screen', async (id) => {
    const request = await requests.requestOf(id)
    await driver.console('faults', { operation: id, kind: 'reset-without-effect', times: '1' })
    const effects = (await driver.books()).effects.length
    const attemptId = await requests.send(id, request)

    await driver.go('/open-requests')
    const row = driver.page.locator(`[data-attempt="${attemptId}"]`)
    await expect.poll(() => row.innerText()).toMatch(/Outcome unknown/)
    if (flowOf(id) === 'new') expect(await row.innerText()).toMatch(/None yet/)
    await expect.poll(() => isResolvedIn(row)).toBe(true)
    await expect.poll(() => row.count()).toBe(0)
    expect((await driver.books()).effects).toHaveLength(effects)
  })
})
