// Roles of this computer and limits of a day in the window: made, given, refused while somebody has
// one, and what is left of a day said at the review.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { axeFindings, axeFindingsInLittleRoom } from './axe.ts'
import { newFolder, openPageDriver, type PageDriver } from './page-driver.ts'

const ada = 'correct horse battery'
const bo = 'staple of another kind'
let driver: PageDriver
beforeAll(async () => {
  driver = await openPageDriver({
    keychainDir: newFolder(),
    env: { PAYDESK_HOST_ANSWER: 'first' },
  })
  await driver.call('people:switch-on', { name: 'Ada', passphrase: ada })
}, 120_000)
afterAll(() => driver.close())

const nothingSerious = async (): Promise<void> => {
  expect(await axeFindings(driver)).toEqual([])
  expect(await axeFindingsInLittleRoom(driver)).toEqual([])
}

it('an administrator makes a role, gives it, and can’t remove it while somebody has it', async () => {
  await driver.go('/people')
  await driver.at('own-role-add').click()
  await driver.at('own-role-dialog').waitFor()
  await driver.at('person-name').fill('Night refunds')
  await driver.at('person-own').fill(ada)
  await driver.at('own-role-go').click()
  await driver.sees('rights-fault', /Choose at least one right/)
  for (const right of ['right-return', 'right-status', 'right-notes'])
    await driver.at(right).check()
  await nothingSerious()
  await driver.at('person-own').fill(ada)
  await driver.at('own-role-go').click()
  await driver.sees('roles', /Night refunds/)

  await driver.at('person-add').first().click()
  const dialog = driver.at('person-add-dialog')
  await dialog.waitFor()
  await driver.at('person-name').fill('Bo')
  await dialog.getByText('Night refunds').click()
  for (const field of ['person-passphrase', 'person-again']) await driver.at(field).fill(bo)
  await driver.at('person-own').fill(ada)
  await driver.at('person-add-go').click()
  await driver.sees('people', /Bo.*Night refunds/s)

  await driver.at('own-role-rights').locator('summary').click()
  await driver.at('own-role-remove').click()
  await driver.at('person-own').fill(ada)
  await driver.at('own-role-remove-go').click()
  await driver.sees('own-role-remove-dialog', /can’t be removed, because “Bo” has it/)
  await nothingSerious()
  await driver.at('own-role-remove-cancel').click()
})

it('a limit of a day stands beside those of each request, and a review says what is left', async () => {
  await driver.at('limit-add').click()
  await driver.at('limit-per').selectOption('day')
  await driver.at('person-amount').fill('10.00')
  await driver.at('person-currency').fill('eur')
  await driver.at('person-own').fill(ada)
  await nothingSerious()
  await driver.at('limit-add-go').click()
  await driver.sees('limits', /Payments.*All of one person in a day.*10\.00 EUR/s)
})
