// The program is asked to end while a refund is on its way: by the window’s button, by a signal. It
// waits for the answer and says so; who does not wait is told what will be unknown.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Clerk, newFolder, openClerk } from './clerk.ts'
import { hostTray } from './host-tray.ts'

const tray = hostTray(newFolder())
let clerk: Clerk
let orderid: string
beforeAll(async () => {
  clerk = await openClerk({ env: tray.env, keychainDir: newFolder() })
  await clerk.program.close()
  await clerk.start({ env: { ...tray.env, PAYDESK_HOST_ANSWER: 'Wait' } })
  ;({ orderid } = await clerk.practice(/paid sale of 120\.00 EUR/))
})
afterAll(() => clerk.close())

const isAlive = (): boolean => {
  try {
    return process.kill(clerk.program.mainPid, 0)
  } catch {
    return false
  }
}
const states = async (): Promise<string[]> => {
  const view = await clerk.call('order:show', { connectionId: 'sandbox', orderid })
  return view.ok ? view.value.attempts.map(({ state }) => state) : []
}
const questions = (): string[] =>
  tray.asked<{ message: string }>('questioned').map(({ message }) => message)

/** Its answer takes two seconds. */
async function sendSlowly(amount: string): Promise<void> {
  await clerk.lookUp(orderid)
  await clerk.fill('return', amount)
  await clerk.review()
  await clerk.console('switches', { name: 'answers-slowly', on: 'on' })
  await clerk.at('send').click()
  await expect.poll(() => clerk.requests('return'), { timeout: 8_000 }).toBeGreaterThan(0)
  await expect.poll(states).toContain('SENDING')
}

it('waits for the answer after the window was closed, says so, and ends by itself', async () => {
  await sendSlowly('1.00')
  tray.press('close', 'window')
  await clerk.sees('banner-closing', /ends when the answer to 1 request is here/)
  expect(questions().slice(-1)).toEqual(['Paydesk waits for an answer before it ends.'])
  expect(isAlive()).toBe(true)
  await expect.poll(isAlive, { timeout: 8_000 }).toBe(false)
  await clerk.start({ env: tray.env })
  expect(await states()).not.toContain('UNKNOWN')
  expect(await clerk.effects(orderid)).toHaveLength(1)
})

it('tells who does not wait what will be unknown, and the next start says it', async () => {
  await clerk.console('switches', { name: 'answers-slowly', on: 'off' })
  await sendSlowly('2.00')
  process.kill(clerk.program.mainPid, 'SIGTERM')
  await expect.poll(isAlive, { timeout: 8_000 }).toBe(false)
  expect(questions().slice(-2)).toEqual([
    'Paydesk waits for an answer before it ends.',
    'Quit without the answer?',
  ])
  await clerk.start({ env: tray.env })
  const unknown = await clerk.call('audit:list', { filter: { kind: 'attempt:unknown' } })
  expect(unknown.ok && unknown.value.total).toBe(1)
  expect(await clerk.effects(orderid)).toHaveLength(2)
})
