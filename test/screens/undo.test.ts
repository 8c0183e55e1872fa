// The wait after a confirmation: undone, sent at once, left alone, reloaded or killed, the
// sandbox's books say what really left.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {} from '../../src/renderer/api/bridge.ts'
import { axeFindings } from './axe.ts'
import { type PageDriver, openPageDriver } from './page-driver.ts'
import { flow, flowByKeys } from './flow.ts'
import { keysOf } from './keys.ts'

/** So long that nothing is sent by itself before a test is through. */
const long = 30_000

let driver: PageDriver
beforeAll(async () => {
  driver = await openPageDriver({ undoMs: long })
})
afterAll(() => driver.close())

const setUndo = async (undoMs: number): Promise<void> => {
  const set = await driver.call('connection:set-money', {
    connectionId: 'sandbox',
    money: { undoMs },
  })
  expect(set.ok).toBe(true)
}
const requests = async (operation: string): Promise<number> =>
  (await driver.books()).requests.filter((one) => one.operation === operation).length
const confirm = async (pattern: RegExp, amount: string): Promise<string> => {
  const { orderid } = await driver.practice(pattern)
  await driver.lookUp(orderid)
  await driver.fill('return', amount)
  await driver.review()
  await driver.sees('review', /undone for 30 s/)
  await driver.at('send').click()
  await driver.at('sheet').waitFor({ state: 'detached' })
  await driver.at('banner-waiting').waitFor()
  return orderid
}
const keys = keysOf(() => driver)
const { press, tabTo } = keys

describe('a confirmed request', () => {
  flow('undo-by-escape', async () => {
    const orderid = await confirm(/paid sale of 120\.00 EUR/, '20.00')
    await driver.sees('banner-waiting', new RegExp(`20\\.00 EUR on order ${orderid}.*(30|29|28) s`))
    await driver.sees('money-facts', /120\.00 EUR/)
    await driver.sees('timeline', /Confirmed, and not sent yet\./)
    expect(await driver.at('timeline').innerText()).not.toMatch(/not confirmed/)
    await expect.poll(() => keys.focusIs('h1')).toBe(true)
    await driver.sees('announcer', /will be sent in .*Press Z/)
    await press('Escape')
    await driver.sees('banner-ended', /undone\. Nothing was sent\./)
    await driver.at('again').click()
    await expect
      .poll(() => driver.page.getByLabel('Amount', { exact: true }).inputValue())
      .toBe('20.00')
    await press('Escape')
    await driver.sees('timeline', /Undone after it was confirmed/)
    expect([await requests('return'), await driver.effects(orderid)]).toEqual([0, []])
  })

  it('once undone leaves the bar by itself, but not while it is pointed at', async () => {
    await confirm(/200\.00 USD/, '2.00')
    await press('Escape')
    await driver.sees('banner-ended', /undone\. Nothing was sent\./)
    await driver.at('banner-ended').hover()
    await driver.sees('announcer', /ndone\. Nothing was sent\./)
    await driver.page.waitForTimeout(9_000)
    await expect.poll(() => driver.at('banner-ended').count()).toBe(1)
    await driver.at('banner-ended').getByRole('button').first().focus()
    await driver.page.mouse.move(600, 200)
    await driver.page.waitForTimeout(9_000)
    await expect.poll(() => driver.at('banner-ended').count()).toBe(1)
    await driver.page.locator('h1').focus()
    await driver.at('banner-ended').waitFor({ state: 'detached', timeout: 12_000 })
  })

  it('once undone is no news any more above another order', async () => {
    await confirm(/200\.00 USD/, '3.00')
    await press('Escape')
    await driver.sees('banner-ended', /undone\. Nothing was sent\./)
    await driver.lookUp((await driver.practice(/5000\.00 EUR for test/)).orderid)
    await driver.at('banner-ended').waitFor({ state: 'detached', timeout: 3_000 })
  })

  flow('undo-on-another-screen', async () => {
    const orderid = await confirm(/5000\.00 EUR for test/, '7.00')
    // On the page where it was confirmed, nothing else can be asked for from then on.
    await driver.sees('why-all', /about to be sent\. Undo it/)
    await driver.at('rail-audit').click()
    await driver.sees('banner-waiting', /Refund of 7\.00 EUR on order .* will be sent in \d+ s/)
    await driver.lookUp(orderid)
    await driver.sees('why-all', /about to be sent\. Undo it/)
    expect(await driver.at('action-return').count()).toBe(0)
    await driver.page.reload()
    await driver.sees('banner-waiting', /Refund of 7\.00 EUR/)
    await driver.page.locator('h1').first().waitFor()
    await press('z')
    await expect.poll(() => driver.at('banner-waiting').count()).toBe(0)
    // The page was loaded anew meanwhile: what became of it is told all the same.
    await driver.sees('banner-ended', /Refund of 7\.00 EUR on order .*undone/)
    await driver.at('banner-ended-close').click()
    await expect.poll(() => driver.at('action-return').isEnabled()).toBe(true)
    expect([await requests('return'), await driver.effects(orderid)]).toEqual([0, []])
  })

  flow('undo-of-a-payout', async () => {
    const pay = async (amount: string): Promise<void> => {
      await driver.go('/payouts/new')
      await driver.at('way-account').check()
      const typed = { account_number: 'DE89370400440532013000', amount, currency: 'EUR' }
      for (const [name, text] of Object.entries({
        ...typed,
        ...{ order_desc: 'Deposit back', ipaddress: '203.0.113.7' },
      }))
        await driver.at(`field-${name}`).fill(text)
      await driver.at('review-open').click()
      await driver.at('send').click()
      await driver.sees('banner-waiting', /Payout of .* will be sent in \d+ s/)
    }
    await pay('12.50')
    await driver.sees('not-sent-yet', /payout of 12\.50 EUR is confirmed but not sent yet/)
    await expect.poll(() => driver.page.getByRole('timer').count()).toBe(1)
    await expect.poll(() => driver.page.getByRole('button', { name: /^Undo/ }).count()).toBe(1)
    await press('Escape')
    await driver.sees('outcome', /Undone/)
    expect(await requests('payout')).toBe(0)
    await driver.at('again').click()
    await pay('13.50')
    await driver.at('rail-audit').click()
    await expect.poll(() => driver.page.url()).toContain('/audit')
    await driver.go('/payouts/new')
    await driver.sees('not-sent-yet', /13\.50 EUR/)
    await driver.at('banner-send-now').click()
    await driver.sees('outcome', /accepted the payout/)
    await driver.console('advance', { ms: '60000' })
    await driver.sees('outcome', /13\.50 EUR paid/)
    expect(await requests('payout')).toBe(1)
    const bars = driver.page.getByTestId(/^banner-(sending|open|unsent|ended)$/)
    await expect.poll(() => bars.count()).toBe(0)
  })

  flow('sent-without-waiting', async () => {
    const orderid = await confirm(/45\.500 KWD/, '1.250')
    await driver.at('rail-open-requests').click()
    await driver.at('banner-send-now').dblclick()
    await driver.sees('banner-open', /accepted the refund of .* on order/)
    await driver.at('banner-open').getByRole('button', { name: 'Show the order' }).click()
    await driver.settle()
    expect(await requests('return')).toBe(1)
    expect(await driver.effects(orderid)).toEqual([
      { operation: 'return', amountMinor: 1250, currency: 'KWD' },
    ])
  })

  flow('undo-time-over', async () => {
    const { orderid, clientOrderid } = await driver.practice(/12000 JPY/)
    await driver.lookUp(orderid)
    await setUndo(600)
    const before = await requests('return')
    const request = { client_orderid: clientOrderid, orderid, amount: '500', currency: 'JPY' }
    const review = await driver.call('attempt:review', {
      connectionId: 'sandbox',
      operation: 'return',
      request: { ...request, comment: 'once' },
    })
    if (!review.ok) throw new Error(review.fault.message)
    const { attemptId, token } = review.value
    const kinds = await driver.page.evaluate(
      async (input) => {
        const bridge = window.paydesk
        if (bridge === undefined) throw new Error('no bridge')
        const confirms = Array.from({ length: 50 }, () => bridge.call('attempt:confirm', input))
        return (await Promise.all(confirms)).map((one) => (one.ok ? 'sent' : one.fault.kind))
      },
      { attemptId, token },
    )
    expect(kinds.filter((kind) => kind === 'sent')).toHaveLength(1)
    await setUndo(long)
    await driver.settle()
    expect(await requests('return')).toBe(before + 1)
    expect(await driver.effects(orderid)).toEqual([
      { operation: 'return', amountMinor: 500, currency: 'JPY' },
    ])
  })

  flow('killed-while-it-waits', async () => {
    const before = await requests('return')
    const orderid = await confirm(/paid sale of 120\.00 EUR/, '30.00')
    // Twice: the first time nobody may have looked.
    for (const _start of [1, 2]) {
      await driver.kill()
      await driver.start()
      await driver.sees('banner-unsent', /Refund of 30\.00 EUR .* was confirmed but not sent/)
    }
    expect(await axeFindings(driver)).toEqual([])
    await driver.at('banner-unsent').getByRole('button', { name: 'Show the order' }).click()
    await driver.sees('timeline', /30\.00 EUR refund expired/)
    await driver.sees('timeline', /Paydesk was closed before this was sent\. Nothing was sent/)
    await expect.poll(() => driver.at('banner-unsent').count()).toBe(0)
    expect(await driver.at('action-return').isEnabled()).toBe(true)
    expect([await requests('return'), await driver.effects(orderid)]).toEqual([before, []])
  })

  flow('undo-switched-off', async () => {
    await driver.go('/connections/sandbox')
    await driver.at('money-undoMs').selectOption('0')
    await driver.sees('money-panel', /Saved\./)
    const { orderid } = await driver.practice(/200\.00 USD/)
    await driver.lookUp(orderid)
    await driver.fill('return', '1.00')
    await driver.review()
    expect(await driver.at('review').innerText()).not.toContain('undone for')
    await driver.send()
    await driver.settle()
    expect(await driver.effects(orderid)).toHaveLength(1)
    await setUndo(long)
  })
})

describe('by keys alone', () => {
  const open = async (pattern: RegExp): Promise<string> => {
    const { orderid } = await driver.practice(pattern)
    await keys.lookUp(orderid)
    return orderid
  }
  const pressOn = async (testId: string): Promise<void> => {
    await tabTo(`[data-testid=${testId}]`)
    await press('Enter')
  }
  const settle = async (): Promise<void> => {
    await driver.at('timeline').waitFor()
    await tabTo('[data-testid=check-now]')
    await driver.console('advance', { ms: '60000' })
    await press('Enter')
    await driver.at('open-attempt').first().waitFor({ state: 'detached' })
  }

  flowByKeys(
    'keys-give-back',
    () => driver,
    async () => {
      const orderid = await open(/80\.00 GBP/)
      await pressOn('action-void')
      await driver.at('action-form').waitFor()
      await tabTo('[data-testid=other-ways] summary')
      await press('Enter')
      await tabTo('[data-testid=way-void-pick]')
      await press('ArrowDown')
      await expect.poll(() => driver.at('way-release-pick').isChecked()).toBe(true)
      await expect.poll(() => keys.focusIs('[data-testid=way-release-pick]')).toBe(true)
      await press('ArrowUp')
      await expect.poll(() => driver.at('way-void-pick').isChecked()).toBe(true)
      // All choices are one stop.
      await press('Tab')
      expect(await keys.focusIs('[data-testid=way-release-pick]')).toBe(false)
      await press('Shift+Tab')
      await expect.poll(() => keys.focusIs('[data-testid=way-void-pick]')).toBe(true)
      await press('ArrowDown')
      await expect.poll(() => driver.at('way-release-pick').isChecked()).toBe(true)
      await keys.write('reason', 'By keys alone')
      await press('Enter')
      await keys.confirm()
      await driver.at('banner-waiting').waitFor()
      await pressOn('banner-send-now')
      await settle()
      expect(await driver.effects(orderid)).toEqual([
        { operation: 'return', amountMinor: 8000, currency: 'GBP' },
      ])
    },
  )

  flowByKeys(
    'keys-capture-undone',
    () => driver,
    async () => {
      const orderid = await open(/A hold of 300\.00 EUR/)
      await pressOn('action-capture')
      await driver.at('action-form').waitFor()
      await keys.write('amount', '120.50')
      for (const end of ['banner-undo', 'banner-send-now']) {
        await pressOn('review-open')
        await keys.confirm()
        await driver.at('banner-waiting').waitFor()
        await pressOn(end)
        if (end !== 'banner-undo') break
        await driver.sees('banner-ended', /undone/)
        await pressOn('again')
        await driver.at('action-form').waitFor()
      }
      await settle()
      expect(await requests('capture')).toBe(1)
      expect(await driver.effects(orderid)).toEqual([
        { operation: 'capture', amountMinor: 12050, currency: 'EUR' },
      ])
    },
  )
})
