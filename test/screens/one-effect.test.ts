// A click too many, a script that asks fifty times, a reload in the middle: the gateway carries
// each intent out once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {} from '../../src/renderer/api/bridge.ts'
import { type Clerk, openClerk, plain } from './clerk.ts'
import { flow } from './flow.ts'

let clerk: Clerk
beforeAll(async () => {
  clerk = await openClerk()
})
afterAll(() => clerk.close())

describe('one confirmation', () => {
  flow('one-confirmation-used-often', async () => {
    const { orderid } = await clerk.practice(/5000\.00 EUR for test/)
    await clerk.lookUp(orderid)
    // The review's token as the page gets it: heard on the way through, then used from beside the
    // screen.
    await clerk.page.evaluate(() => {
      const log: string[] = []
      const write = JSON.stringify
      Object.assign(window, { heard: log })
      JSON.stringify = ((value: unknown, ...rest: []) => {
        const text = write(value, ...rest)
        if (typeof text === 'string' && text.includes('"token"')) log.push(text)
        return text
      }) as typeof JSON.stringify
    })
    await clerk.fill('return', '10.00')
    await clerk.review()
    await clerk.at('send').dblclick()
    await expect
      .poll(() =>
        clerk.page.evaluate(() => (window as unknown as { heard: string[] }).heard.length),
      )
      .toBeGreaterThan(0)
    const answers = await clerk.page.evaluate(async () => {
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
    await clerk.at('timeline').waitFor()
    await clerk.settle()
    expect(await clerk.effects(orderid)).toEqual([
      { operation: 'return', amountMinor: 1000, currency: 'EUR' },
    ])
    await clerk.page.reload()
    await clerk.at('timeline').waitFor()
  })

  flow('one-confirmation-fifty-times-at-once', async () => {
    const { orderid, clientOrderid } = await clerk.practice(/12000 JPY/)
    await clerk.lookUp(orderid)
    const review = await clerk.call('attempt:prepare', {
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
    const kinds = await clerk.page.evaluate(
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
    await clerk.settle()
    expect(await clerk.effects(orderid)).toEqual([
      { operation: 'return', amountMinor: 500, currency: 'JPY' },
    ])
  })

  flow('reload-while-sending', async () => {
    const { orderid } = await clerk.practice(/paid sale of 120\.00 EUR/)
    await clerk.lookUp(orderid)
    await clerk.console('faults', { operation: 'return', kind: 'slow', times: '1' })
    await clerk.fill('return', '7.00')
    await clerk.review()
    await clerk.at('send').click()
    await clerk.at('sending').waitFor()
    await expect.poll(() => clerk.effects(orderid)).toHaveLength(1)
    await clerk.page.reload()
    // The form's own address was reloaded: it must not offer the same again while the first is
    // open.
    await clerk.sees('why-not', /.{20}/)
    await clerk.at('rail-open-requests').click()
    await clerk.sees('open-requests', /Sending|Accepted/)
    await clerk.lookUp(orderid)
    await clerk.sees('open-attempt', 'Processing')
    await clerk.settle()
    await clerk.sees('phase', 'Partly refunded')
    expect(await clerk.effects(orderid)).toEqual([
      { operation: 'return', amountMinor: 700, currency: 'EUR' },
    ])
  })
})

describe('a double click', () => {
  const selected = (): Promise<string> =>
    clerk.page.evaluate(() => window.getSelection()?.toString() ?? '')

  flow('double-click-on-send', async () => {
    const { orderid } = await clerk.practice(/45\.500 KWD/)
    await clerk.lookUp(orderid)
    await clerk.console('faults', { operation: 'return', kind: 'slow', times: '1' })
    await clerk.fill('return', '1.250')
    await clerk.review()
    await clerk.at('send').dblclick()
    await clerk.at('sending').waitFor()
    expect(await selected()).toBe('')
    expect(
      await clerk.page.evaluate(() => document.activeElement?.getAttribute('data-testid')),
    ).toBe('sending')
    await clerk.at('timeline').waitFor()
    await clerk.settle()
    expect(await clerk.effects(orderid)).toHaveLength(1)
  })

  flow('double-click-on-review', async () => {
    const { orderid } = await clerk.practice(/5000\.00 EUR for test/)
    await clerk.lookUp(orderid)
    const before = (await clerk.effects(orderid)).length
    await clerk.fill('return', '2.00')
    const { x, y, width, height } = (await clerk.at('review-open').boundingBox())!
    const { mouse } = clerk.page
    await mouse.click(x + width / 2, y + height / 2)
    await clerk.at('send').waitFor()
    // What came up is moved under the pointer, so that the second click has only the guard against
    // it.
    const send = (await clerk.at('send').boundingBox())!
    await clerk.page.addStyleTag({
      content: `[data-testid=send] { z-index: 9; transform: translate(${x - send.x}px, ${y - send.y}px); }`,
    })
    await mouse.down({ clickCount: 2 })
    await mouse.up({ clickCount: 2 })
    await clerk.page.waitForTimeout(400)
    expect(await clerk.at('review').isVisible()).toBe(true)
    expect(await clerk.effects(orderid)).toHaveLength(before)
    await mouse.click(x + width / 2, y + height / 2)
    await clerk.at('outcome').or(clerk.at('timeline')).first().waitFor()
    await expect.poll(() => clerk.effects(orderid)).toHaveLength(before + 1)
    await clerk.page.reload()
  })

  it('on an id still selects it', async () => {
    const { orderid } = await clerk.practice(/A hold of 300\.00 EUR/)
    await clerk.lookUp(orderid)
    await clerk.page.locator('.order-facts bdi', { hasText: orderid }).first().dblclick()
    expect(plain(await selected()).trim()).toBe(orderid)
  })
})
