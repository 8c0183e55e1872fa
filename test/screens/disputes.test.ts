// A payment that the gateway tells as questioned: it stands on Today, gets a day, and its evidence
// pack is one click away.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { openPageDriver, type PageDriver, plain } from './page-driver.ts'

let driver: PageDriver
beforeAll(async () => {
  driver = await openPageDriver()
})
afterAll(() => driver.close())

it('stands on Today with the day that a person set, until it is over', async () => {
  const { orderid } = await driver.practice(/paid sale of 120\.00 EUR/)
  await driver.lookUp(orderid)
  await driver.console('disputes', { orderid, type: 'chargeback' })
  await driver.lookUp(orderid)
  await driver.go('/today')
  const need = driver.at('need').filter({ hasText: orderid })
  await need.waitFor()
  expect(plain(await need.innerText())).toMatch(/Chargeback.*No day is set for the answer\./s)
  await need.getByTestId('need-act').click()
  await driver.at('dispute').waitFor()
  expect(await axeFindings(driver)).toEqual([])
  await driver.at('evidence-make').click()
  await driver.at('evidence-report').waitFor()
  await driver.at('dispute-day').fill('2030-12-01')
  await driver.at('dispute-set').click()
  await driver.at('dispute').waitFor({ state: 'detached' })
  await expect.poll(async () => plain(await need.innerText())).toContain('due on 1 Dec 2030.')
  await need.getByTestId('need-act').click()
  await driver.at('dispute-end').click()
  await expect.poll(() => need.count()).toBe(0)
})
