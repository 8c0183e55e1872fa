// The program is asked to end while a refund is on its way or can still be undone: by the window’s
// button, by a signal, by the end of the session. It sends, waits for the answer and says so. Who
// does not wait is told what is not sent, or will be unknown. The last word typed is kept.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isAlive } from '../scripts/is-alive.ts'
import { type PageDriver, newFolder, openPageDriver, savedDrafts } from './page-driver.ts'
import { hostTray } from './host-tray.ts'

const tray = hostTray(newFolder())
let driver: PageDriver
let orderid: string
beforeAll(async () => {
  driver = await openPageDriver({
    env: { ...tray.env, PAYDESK_HOST_ANSWER: 'Wait' },
    keychainDir: newFolder(),
  })
  ;({ orderid } = await driver.practice(/paid sale of 120\.00 EUR/))
})
afterAll(() => driver.close())

/** Starts it again for somebody who answers its questions so. */
const startFor = (answer: string): Promise<void> =>
  driver.start({ env: { PAYDESK_HOST_ANSWER: answer } })

const isOpen = (): boolean => isAlive(driver.program.mainPid)
const states = async (): Promise<string[]> => {
  const view = await driver.call('order:show', { connectionId: 'sandbox', orderid })
  return view.ok ? view.value.attempts.map(({ state }) => state) : []
}
const questions = (): string[] =>
  tray.asked<{ message: string }>('questioned').map(({ message }) => message)

/** Its answer takes some seconds, or never comes. */
async function send(amount: string, kind: 'slow' | 'hang-after-effect'): Promise<void> {
  await driver.lookUp(orderid)
  await driver.fill('return', amount)
  await driver.review()
  const before = await driver.requests('return')
  if (kind === 'slow') await driver.console('switches', { name: 'answers-slowly', on: 'on' })
  else await driver.console('faults', { operation: 'return', kind, times: '1' })
  await driver.at('send').click()
  await expect.poll(() => driver.requests('return')).toBe(before + 1)
  await expect.poll(states).toContain('SENDING')
}

it('waits for the answer after the window was closed, says so, and ends by itself', async () => {
  await send('1.00', 'slow')
  tray.press('close', 'window')
  await driver.sees('banner-closing', /closes when the answer to 1 request arrives/)
  expect(questions().slice(-1)).toEqual(['Paydesk is waiting for an answer before it closes.'])
  expect(isOpen()).toBe(true)
  const hidden = tray.asked('hidden').length
  await expect.poll(isOpen).toBe(false)
  // No screen is left to say what a desk that is closing refuses.
  expect(tray.asked('hidden')).toHaveLength(hidden + 1)
  await startFor('first')
  await driver.console('switches', { name: 'answers-slowly', on: 'off' })
  expect(await states()).not.toContain('UNKNOWN')
  expect(await driver.effects(orderid)).toHaveLength(1)
})

it('tells who does not wait what will be unknown, and the next start says it', async () => {
  await send('2.00', 'hang-after-effect')
  process.kill(driver.program.mainPid, 'SIGTERM')
  await expect.poll(isOpen).toBe(false)
  expect(questions().slice(-2)).toEqual([
    'Paydesk is waiting for an answer before it closes.',
    'Quit without the answer?',
  ])
  await startFor('Wait')
  const unknown = await driver.call('audit:list', { filter: { kind: 'attempt:unknown' } })
  expect(unknown.ok && unknown.value.total).toBe(1)
  expect(await driver.effects(orderid)).toHaveLength(2)
})

const unknowns = async (): Promise<number> => {
  const found = await driver.call('audit:list', { filter: { kind: 'attempt:unknown' } })
  return found.ok ? (found.value.total ?? -1) : -1
}
/** Confirmed, and still to be undone for so long. */
async function confirm(amount: string, undoMs: number): Promise<void> {
  await driver.call('connection:set-money', { connectionId: 'sandbox', money: { undoMs } })
  await driver.lookUp(orderid)
  await driver.fill('return', amount)
  await driver.review()
  await driver.at('send').click()
  await driver.at('banner-waiting').waitFor()
}
const unsentShown = async (): Promise<number> => {
  const state = await driver.call('app:state', {})
  return state.ok ? state.value.unseenEnds.length : -1
}
const ended = (timeout = 12_000): Promise<void> => expect.poll(isOpen, { timeout }).toBe(false)
/** What it waits for takes longer on a busy machine, and how long is not the matter. */
const waitsMs = 60_000

it('ends at once when the session ends, whatever it waits for, and the next start says it', async () => {
  const [before, unknown] = [(await driver.effects(orderid)).length, await unknowns()]
  await send('3.00', 'hang-after-effect')
  tray.press('close', 'window')
  await driver.sees('banner-closing', /closes when the answer to 1 request arrives/)
  tray.press('close', 'session')
  await ended()
  await startFor('Wait')
  expect(await unknowns()).toBe(unknown + 1)
  expect(await driver.effects(orderid)).toHaveLength(before + 1)
})

it('sends what was confirmed before it ends, unless a person leaves it unsent', async () => {
  const { orderid: other } = await driver.practice(/5000\.00 EUR for test/)
  orderid = other
  const before = await driver.requests('return')
  await confirm('4.00', 3_000)
  process.kill(driver.program.mainPid, 'SIGINT')
  await expect.poll(() => questions().at(-1)).toBe('A confirmed request is not sent yet.')
  await driver.sees('banner-closing', /answer to 1 request arrives\. No other request is sent/)
  await ended(waitsMs)
  await startFor('Quit without sending')
  expect([await unsentShown(), await driver.requests('return')]).toEqual([0, before + 1])
  expect(await states()).not.toContain('UNKNOWN')

  await confirm('5.00', 30_000)
  tray.press('close', 'window')
  await ended(waitsMs)
  await startFor('first')
  expect([await unsentShown(), await driver.requests('return')]).toEqual([1, before + 1])
})

it('keeps the last word that was typed, also when it ends in the same moment', async () => {
  const ways = [
    () => process.kill(driver.program.mainPid, 'SIGTERM'),
    () => tray.press('close', 'window'),
  ]
  for (const [at, end] of ways.entries()) {
    await driver.go('/payouts/new')
    await driver.at('field-amount').fill(`3${at}.3`)
    await expect.poll(() => savedDrafts(driver)).toContain(`3${at}.3`)
    await driver.at('field-amount').fill(`3${at}.37`)
    end()
    await ended(waitsMs)
    await startFor('first')
    expect(await savedDrafts(driver)).toContain(`3${at}.37`)
  }
})
