// The desk itself in the tour: the time zone, a connection with its key and test, and the signature inspector.
import { handsOn } from './hands.ts'
import type { Stage } from './stage.ts'

export async function aZone(stage: Stage): Promise<void> {
  const hands = handsOn(stage)
  await hands.at('rail-orders').click()
  await hands.at('orders').waitFor()
  await hands.at('zone').click()
  await hands.at('zone-search').fill('tallinn')
  await stage.page.getByRole('radio', { name: /Europe\/Tallinn/ }).check()
  await stage.expectText('zone-now', /UTC\+0[23]:00/)
  await stage.shot('time-zone')
  await hands.at('zone-done').click()
  stage.say('Times stand in the chosen zone, which is always beside them')
}

export async function aConnection(stage: Stage): Promise<void> {
  const hands = handsOn(stage)
  await hands.at('rail-connections').click()
  await stage.page.getByRole('heading', { level: 1 }).waitFor()
  await stage.shot('connections')
  await stage.go('/connections/sandbox')
  await hands.at('connection-test').click()
  await hands.at('test-report').waitFor({ timeout: 20_000 })
  await stage.shot('connection-tested')
  stage.say('The connection is tested in words: address, path, answer, credentials, clock')
  await stage.go('/inspector')
  await stage.page.getByRole('heading', { level: 1 }).waitFor()
  await stage.shot('inspector')
}
