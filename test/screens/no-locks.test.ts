// The trial of the lock in the built program: its process is started by the shell, as Electron's
// utility process is.
import { rmSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { compileShim } from '../campaigns/runner/programs.ts'
import { type PageDriver, newFolder, openPageDriver } from './page-driver.ts'

let driver: PageDriver
afterEach(() => driver.close())

async function stops(): Promise<string[]> {
  const state = await driver.call('app:state', {})
  return state.ok ? state.value.moneyStops.map(({ message }) => message) : ['no state']
}
/** "sent", or why not. */
async function sendOne(): Promise<string> {
  const order = await driver.practice(/5000\.00 EUR/)
  const asked = { connectionId: 'sandbox', by: 'orderid', value: order.orderid } as const
  await driver.call('order:look-up', asked)
  const review = await driver.call('attempt:review', {
    connectionId: 'sandbox',
    operation: 'return',
    request: {
      ...{ client_orderid: order.clientOrderid, orderid: order.orderid },
      ...{ amount: '10.00', currency: 'EUR', comment: 'damaged' },
    },
  })
  if (!review.ok) return review.fault.message
  const { attemptId, token } = review.value
  const confirmed = await driver.call('attempt:confirm', { attemptId, token })
  return confirmed.ok ? 'sent' : confirmed.fault.message
}

describe('the built program', () => {
  it('finds that its lock holds, and sends', async () => {
    driver = await openPageDriver()
    expect(await sendOne()).toBe('sent')
    // Sending waited for the trial: what it found would stand here.
    expect((await stops()).filter((message) => /lock/i.test(message))).toEqual([])
    expect(await driver.requests('return')).toBe(1)
  })
  it('finds that locks do nothing, says so, and sends nothing', async () => {
    const home = newFolder()
    driver = await openPageDriver({ env: { LD_PRELOAD: compileShim('no-locks/no-locks.c', home) } })
    await expect
      .poll(stops)
      .toEqual(expect.arrayContaining([expect.stringContaining('does not lock files')]))
    expect(await sendOne()).toMatch(/does not lock files/)
    expect(await driver.requests('return')).toBe(0)
    rmSync(home, { recursive: true, force: true })
  })
})
