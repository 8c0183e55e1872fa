// The desk itself in the tour: the time zone, a connection with its key and test, and the signature
// inspector.
import { driverOf } from './form-driver.ts'
import type { Fixture } from './fixture.ts'

export async function aZone(fixture: Fixture): Promise<void> {
  const driver = driverOf(fixture)
  await driver.at('rail-orders').click()
  await driver.at('orders').waitFor()
  await driver.at('zone').click()
  await driver.at('zone-search').fill('tallinn')
  await fixture.page.getByRole('radio', { name: /Europe\/Tallinn/ }).check()
  await fixture.sees('zone-now', /UTC\+0[23]:00/)
  await fixture.shot('time-zone')
  await driver.at('zone-done').click()
  fixture.say('Times stand in the chosen zone, which is always beside them')
}

export async function aConnection(fixture: Fixture): Promise<void> {
  const driver = driverOf(fixture)
  await driver.at('rail-connections').click()
  await driver.at('connections-count').waitFor()
  await fixture.shot('connections')
  await fixture.go('/connections/sandbox')
  await driver.at('connection-test').click()
  await driver.at('test-report').waitFor({ timeout: 20_000 })
  await fixture.shot('connection-tested')
  fixture.say('The connection is tested in words: address, path, answer, credentials, clock')
  await fixture.go('/inspector')
  await fixture.shot('inspector')
}

export async function aReport(fixture: Fixture): Promise<void> {
  const driver = driverOf(fixture)
  await driver.at('rail-reports').click()
  // On the first of a month this month is one day, which has no bars by day.
  await driver.at('report-span-last-month').click()
  await driver.at('report-figure').first().waitFor()
  await fixture.shot('reports')
  await driver.at('report-cut-day').click()
  await driver.at('report-series').waitFor()
  await fixture.shot('reports-by-day')
  await driver.at('report-cut-whole').click()
  await driver.at('report-bars').waitFor()
  await driver.at('report-open').first().click()
  await driver.at('report-row').first().waitFor()
  await fixture.shot('report-rows')
  await driver.at('report-rows-close').click()
  fixture.say('Each figure of a report opens the rows that add up to it')
}
