// The program is asked to end while a refund is on its way: by the window’s button, by a signal. It
// waits for the answer and says so; who does not wait is told what will be unknown.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PageDriver, newFolder, openPageDriver } from './page-driver.ts'
import { hostTray } from './host-tray.ts'

const tray = hostTray(newFolder())
let driver: PageDriver
let orderid: string
beforeAll(async () => {
  driver = await openPageDriver({ env: tray.env, keychainDir: newFolder() })
  await driver.program.close()
  await driver.start({ env: { ...tray.env, PAYDESK_HOST_ANSWER: 'Wait' } })
  ;({ orderid } = await driver.practice(/paid sale of 120\.00 EUR/))
})
afterAll(() => driver.close())

const isAlive = (): boolean => {
  try {
    return process.kill(driver.program.mainPid, 0)
  } catch {
    return false
  }
}
const states = async (): Promise<string[]> => {
  const view = await driver.call('order:show', { connectionId: 'sandbox', orderid })
  return view.ok ? view.value.attempts.map(({ state }) => state) : []
}
const questions = (): string[] =>
  tray.asked<{ message: string }>('questioned').map(({ message }) => message)

/** Its answer takes two seconds. */
async function sendSlowly(amount: string): Promise<void> {
  await driver.lookUp(orderid)
  await driver.fill('return', amount)
  await driver.review()
  await driver.console('switches', { name: 'answers-slowly', on: 'on' })
  await driver.at('send').click()
  await expect.poll(() => driver.requests('return'), { timeout: 8_000 }).toBeGreaterThan(0)
  await expect.poll(states).toContain('SENDING')
}

it('waits for the answer after the window was closed, says so, and ends by itself', async () => {
  await sendSlowly('1.00')
  tray.press('close', 'window')
  await driver.sees('banner-closing', /closes when the answer to 1 request arrives/)
  expect(questions().slice(-1)).toEqual(['Paydesk is waiting for an answer before it closes.'])
  expect(isAlive()).toBe(true)
  const hidden = tray.asked('hidden').length
  await expect.poll(isAlive, { timeout: 8_000 }).toBe(false)
  // No screen is left to say what a desk that is closing refuses.
  expect(tray.asked('hidden')).toHaveLength(hidden + 1)
  await driver.start({ env: tray.env })
  expect(await states()).not.toContain('UNKNOWN')
  expect(await driver.effects(orderid)).toHaveLength(1)
})

it('tells who does not wait what will be unknown, and the next start says it', async () => {
  await driver.console('switches', { name: 'answers-slowly', on: 'off' })
  await sendSlowly('2.00')
  process.kill(driver.program.mainPid, 'SIGTERM')
  await expect.poll(isAlive, { timeout: 8_000 }).toBe(false)
  expect(questions().slice(-2)).toEqual([
    'Paydesk is waiting for an answer before it closes.',
    'Quit without the answer?',
  ])
  await driver.start({ env: tray.env })
  const unknown = await driver.call('audit:list', { filter: { kind: 'attempt:unknown' } })
  expect(unknown.ok && unknown.value.total).toBe(1)
  expect(await driver.effects(orderid)).toHaveLength(2)
})
