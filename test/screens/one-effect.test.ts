// A click too many, a script that asks fifty times, a reload in the middle: the gateway carries
// each request out once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {} from '../../src/renderer/api/bridge.ts'
import { type PageDriver, openPageDriver, plain } from './page-driver.ts'
import { flow } from './flow.ts'

let driver: PageDriver
beforeAll(async () => {
  driver = await openPageDriver()
})
afterAll(() => driver.close())

describe('one confirmation', () => {
  flow('one-confirmation-used-often', async () => {
    const { orderid } = await driver.practice(/5000\.00 EUR for test/)
    await driver.lookUp(orderid)
    // The review's token as the page gets it: heard on the way through, then used from beside the
    // screen.
    await driver.page.evaluate(() => {
      const log: string[] = []
      const write = JSON.stringify
      Object.assign(window, { heard: log })
      JSON.stringify = ((value: unknown, ...rest: []) => {
        const text = write(value, ...rest)
        if (typeof text === 'string' && text.includes('"token"')) log.push(text)
        return text
      }) as typeof JSON.stringify
    })
    await driver.fill('return', '10.00')
    await driver.review()
    await driver.at('send').dblclick()
    await expect
      .poll(() =>
        driver.page.evaluate(() => (window as unknown as { heard: string[] }).heard.length),
      )
      .toBeGreaterThan(0)
    const answers = await driver.page.evaluate(async () => {
      const { heard } = window as unknown as { heard: string[] }
      const input = JSON.parse(heard[0] ?? '') as { attemptId: string; token: string }
      const bridge = window.paydesk
      if (bridge === undefined) throw new Error('no bridge')
      return Promise.all(Array.from({ length: 50 }, () => bridge.call('attempt:confirm', input)))
    })
    expect(answers.filter((answer) => answer.ok)).toEqual([])
    expect(
      new Set(
        answers.map((answer) =>
          answer.ok || answer.fault.kind !== 'denied' ? '?' : answer.fault.reason,
        ),
      ),
    ).toEqual(new Set(['already-confirmed']))
    await driver.at('timeline').waitFor()
    await driver.settle()
    expect(await driver.effects(orderid)).toEqual([
      { operation: 'return', amountMinor: 1000, currency: 'EUR' },
    ])
    await driver.page.reload()
    await driver.at('timeline').waitFor()
  })

  flow('one-confirmation-fifty-times-at-once', async () => {
    const { orderid, clientOrderid } = await driver.practice(/12000 JPY/)
    await driver.lookUp(orderid)
    const review = await driver.call('attempt:review', {
      connectionId: 'sandbox',
      operation: 'return',
      request: {
        client_orderid: clientOrderid,
        orderid,
        amount: '500',
        currency: 'JPY',
        comment: 'once',
      },
    })
    if (!review.ok) throw new Error(review.fault.message)
    const { attemptId, token } = review.value
    const kinds = await driver.page.evaluate(
      async (input) => {
        const bridge = window.paydesk
        if (bridge === undefined) throw new Error('no bridge')
        const all = await Promise.all(
          Array.from({ length: 50 }, () => bridge.call('attempt:confirm', input)),
        )
        return all.map((answer) => (answer.ok ? 'sent' : answer.fault.kind))
      },
      { attemptId, token },
    )
    expect(kinds.filter((kind) => kind === 'sent')).toHaveLength(1)
    expect(kinds.filter((kind) => kind === 'denied')).toHaveLength(49)
    await driver.settle()
    expect(await driver.effects(orderid)).toEqual([
      { operation: 'return', amountMinor: 500, currency: 'JPY' },
    ])
  })

  flow('reload-while-sending', async () => {
    const { orderid } = await driver.practice(/paid sale of 120\.00 EUR/)
    await driver.lookUp(orderid)
    await driver.console('faults', { operation: 'return', kind: 'slow', times: '1' })
    await driver.fill('return', '7.00')
    await driver.review()
    await driver.at('send').click()
    await driver.at('sending').waitFor()
    await expect.poll(() => driver.effects(orderid)).toHaveLength(1)
    await driver.reload()
    await driver.lookUp(orderid)
    await driver.settle()
    await driver.sees('phase', 'Partly refunded')
    // What ends in 04 stays in processing until the clock is moved, however slow the reload is.
    await driver.fill('return', '3.04')
    await driver.review()
    await driver.at('send').click()
    await expect.poll(() => driver.effects(orderid)).toHaveLength(2)
    await driver.page.reload()
    // The form's own address was reloaded: it must not offer the same again while the first is
    // open.
    await driver.sees('why-not', /.{20}/)
    await driver.at('rail-open-requests').click()
    await driver.sees('open-requests', /Sending|Processing/)
    await driver.lookUp(orderid)
    await driver.sees('open-attempt', 'Processing')
    await driver.console('advance', { ms: '900000' })
    await driver.settle()
    const refund = { operation: 'return', currency: 'EUR' }
    expect(await driver.effects(orderid)).toEqual([
      { ...refund, amountMinor: 700 },
      { ...refund, amountMinor: 304 },
    ])
  })
})

describe('a double click', () => {
  const selected = (): Promise<string> =>
    driver.page.evaluate(() => window.getSelection()?.toString() ?? '')

  flow('double-click-on-send', async () => {
    const { orderid } = await driver.practice(/45\.500 KWD/)
    await driver.lookUp(orderid)
    await driver.console('faults', { operation: 'return', kind: 'slow', times: '1' })
    await driver.fill('return', '1.250')
    await driver.review()
    await driver.at('send').dblclick()
    await driver.at('sending').waitFor()
    expect(await selected()).toBe('')
    expect(
      await driver.page.evaluate(() => document.activeElement?.getAttribute('data-testid')),
    ).toBe('sending')
    await driver.at('timeline').waitFor()
    await driver.settle()
    expect(await driver.effects(orderid)).toHaveLength(1)
  })

  flow('double-click-on-review', async () => {
    const { orderid } = await driver.practice(/5000\.00 EUR for test/)
    await driver.lookUp(orderid)
    const before = (await driver.effects(orderid)).length
    await driver.fill('return', '2.00')
    const { x, y, width, height } = (await driver.at('review-open').boundingBox())!
    const { mouse } = driver.page
    await mouse.click(x + width / 2, y + height / 2)
    await driver.at('send').waitFor()
    // What came up is moved under the pointer, so that the second click has only the guard against
    // it.
    const send = (await driver.at('send').boundingBox())!
    await driver.page.addStyleTag({
      content: `[data-testid=send] { z-index: 9; transform: translate(${x - send.x}px, ${y - send.y}px); }`,
    })
    await mouse.down({ clickCount: 2 })
    await mouse.up({ clickCount: 2 })
    await driver.page.waitForTimeout(400)
    expect(await driver.at('review').isVisible()).toBe(true)
    expect(await driver.effects(orderid)).toHaveLength(before)
    await mouse.click(x + width / 2, y + height / 2)
    await driver.at('outcome').or(driver.at('timeline')).first().waitFor()
    await expect.poll(() => driver.effects(orderid)).toHaveLength(before + 1)
    await driver.page.reload()
  })

  it('on an id still selects it', async () => {
    const { orderid } = await driver.practice(/A hold of 300\.00 EUR/)
    await driver.lookUp(orderid)
    await driver.page.locator('main h1 bdi', { hasText: orderid }).first().dblclick()
    expect(plain(await selected()).trim()).toBe(orderid)
  })
})
