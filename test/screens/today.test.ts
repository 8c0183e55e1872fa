// The first screen in the built window: first steps, the queue, figures whose rows add up, and a
// table that says what the bars say.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { type PageDriver, openPageDriver, plain } from './page-driver.ts'
import { keysOf } from './keys.ts'

let driver: PageDriver
beforeAll(async () => {
  driver = await openPageDriver()
})
afterAll(() => driver.close())

const keys = keysOf(() => driver)

async function refund(pattern: RegExp, amount: string): Promise<string> {
  const { orderid } = await driver.practice(pattern)
  await driver.lookUp(orderid)
  await driver.fill('return', amount)
  await driver.review()
  await driver.send()
  return orderid
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Square pixels that two boxes share. */
const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y))

describe('the first screen', () => {
  it('is the home of the window and begins with three steps and the practice orders', async () => {
    await driver.at('first-steps').waitFor()
    expect(driver.page.url()).toMatch(/#\/today$/)
    await expect.poll(() => driver.at('first-steps').getByRole('listitem').count()).toBe(3)
    await driver.at('practice-orders').waitFor()
    // The next one is pointed at, by more than its colour.
    const next = driver.at('first-steps').locator('[aria-current=step]')
    expect(await next.count()).toBe(1)
    // The loudest step needs no keys of a contract.
    await expect
      .poll(() => next.locator('.n-button--primary-type').innerText())
      .toMatch(/^Refund order \d+…$/)
    expect(await driver.page.locator('main .n-button--primary-type').count()).toBe(1)
    // There is no connection to test before one is made.
    const inSteps = driver.at('first-steps').getByRole('button')
    expect(await inSteps.filter({ hasText: 'Add a connection' }).count()).toBe(1)
    expect(await inSteps.filter({ hasText: 'Open connections' }).count()).toBe(0)
    expect(await driver.page.title()).toMatch(/^Today – .*Sandbox.* – Paydesk$/)
  })

  it('shows a few practice orders, all on demand, and opens the first by its step', async () => {
    const orders = driver.at('practice-orders').locator('tbody tr')
    await expect.poll(() => orders.count()).toBe(4)
    await driver.at('practice-all').click()
    await expect.poll(() => orders.count()).toBeGreaterThan(4)
    const first = await orders.first().getByRole('button').innerText()
    await driver.at('step-practise').click()
    await driver.at('order-amount').waitFor()
    expect(driver.page.url()).toContain(first)
    await driver.at('rail-today').click()
    await driver.at('first-steps').waitFor()
  })

  it('hides the first steps until the menu shows them again', async () => {
    await driver.at('steps-hide').click()
    await expect.poll(() => driver.at('first-steps').count()).toBe(0)
    await driver.page.reload()
    await driver.at('needs').waitFor()
    expect(await driver.at('first-steps').count()).toBe(0)
    // Who has hidden them can practise all the same.
    await driver.at('rail-orders').click()
    await driver.page.locator('summary', { hasText: /^\s*Practice orders\s*$/ }).waitFor()
    await driver.at('rail-today').click()
    await driver.at('operator-menu').click()
    await driver.at('steps-show').click()
    await driver.at('first-steps').waitFor()
  })

  it('counts a refund under its currency once it is final, and opens the rows that add up to it', async () => {
    const euro = await refund(/paid sale of 120\.00 EUR/, '20.00')
    await driver.settle()
    await refund(/45\.500 KWD/, '1.250')
    await driver.settle()
    await driver.at('rail-today').click()
    await driver.at('currency-EUR').click()
    await driver.sees('figure-refunded', /20\.00 EUR/)
    await driver.sees('figure-refunded', /1 refund · none yesterday/)
    const next = driver.at('first-steps').locator('[aria-current=step]')
    await expect
      .poll(() => next.locator('.n-button--primary-type').innerText())
      .toBe('Add a connection')
    await driver.at('figure-refunded').click()
    await driver.at('figure-row').waitFor()
    await expect.poll(() => driver.at('figure-row').count()).toBe(1)
    expect(plain(await driver.at('figure-row').innerText())).toContain(euro)
    expect(plain(await driver.at('figure-total').innerText())).toBe('20.00 EUR')
    expect(await axeFindings(driver)).toEqual([])
    await driver.page.keyboard.press('Escape')
    await driver.at('currency-KWD').click()
    await driver.sees('figure-refunded', /1\.250 KWD/)
    expect(await driver.effects(euro)).toEqual([
      { operation: 'return', amountMinor: 2000, currency: 'EUR' },
    ])
  })

  it('says in its table what its bars say, and both are reached by keys', async () => {
    await driver.at('currency-EUR').click()
    await driver.page.getByText('As a table').click()
    const today = driver.at('figures-table').locator('tbody tr').first()
    expect(plain(await today.innerText())).toMatch(/20\.00/)
    await keys.tabTo('.bar')
    const label = () => driver.page.evaluate(() => document.activeElement?.ariaLabel ?? '')
    expect(plain(await label())).toMatch(
      /^Refunded, .*: 20\.00 EUR, 1 refund · \d+ \w+: 0\.00 EUR$/,
    )
    await keys.press('ArrowLeft')
    expect(plain(await label())).toMatch(/: 0\.00 EUR, 0 refunds · /)
    await keys.press('End')
    await driver.sees('bar-tip', /^20\.00 EUR\n\d+ \w+ · 1 refund\n\d+ \w+: 0\.00 EUR$/)
    // The line stands where the bar ends, and the tip within the chart.
    const [guide, bar, tip, chart] = await Promise.all(
      ['.guide', '.is-last .is', '.tip', '.plot'].map((part) =>
        driver.at('bars-refunded').locator(part).boundingBox(),
      ),
    )
    expect(Math.abs(guide!.y - bar!.y)).toBeLessThan(2)
    expect(tip!.x + tip!.width).toBeLessThan(chart!.x + chart!.width + 9)
    await keys.press('End')
    await keys.press('Enter')
    await driver.at('figure-row').waitFor()
    await keys.press('Escape')
    await expect.poll(() => keys.focusIs('.bar')).toBe(true)
  })

  it('adds up another period, and the days before it', async () => {
    const bars = driver.at('bars-refunded').locator('button')
    await expect.poll(() => bars.count()).toBe(14)
    // A figure of nothing has no chart.
    await driver.sees('none-paid-out', 'None in these 14 days')
    expect(await driver.at('bars-paid-out').count()).toBe(0)
    await driver.sees('sum-refunded', /^Nothing on the other 13 days$/)
    await driver.at('figures-period').selectOption('90')
    await driver.sees('sum-refunded', /^Nothing on the other 89 days$/)
    await expect.poll(() => bars.count()).toBe(90)
    expect(await axeFindings(driver)).toEqual([])
    await driver.at('figures-period').selectOption('14')
  })

  it('shows any days, and says why two days are no period', async () => {
    const day = (before: number): string =>
      new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10)
    await driver.at('figures-period').selectOption('custom')
    await driver.at('figures-from').fill(day(2))
    await driver.at('figures-until').fill(day(0))
    await driver.sees('sum-refunded', /^Nothing on the other 2 days$/)
    await driver.sees('figure-refunded', /^Refunded\s*20\.00 EUR\s*1 refund$/)
    await expect.poll(() => driver.at('bars-refunded').locator('button').count()).toBe(3)
    // What was refunded today lies in the days after these, and so in none that are shown.
    await driver.at('figures-until').fill(day(1))
    await expect.poll(() => driver.at('figures').innerText()).toMatch(/Nothing in these 2 days/)
    await driver.at('figures-until').fill(day(9))
    await expect
      .poll(() => driver.page.locator('#figures-fault').innerText())
      .toBe('The last day lies before the first.')
    expect(await axeFindings(driver)).toEqual([])
    await driver.at('figures-period').selectOption('14')
    await driver.sees('figure-refunded', /20\.00 EUR/)
  })

  it('puts an unknown outcome first in its queue, in violet, with the way to check it', async () => {
    await refund(/5000\.00 EUR for test/, '3.14')
    await driver.at('rail-today').click()
    await driver.sees('need', /Outcome unknown\s*Refund of 3\.14 EUR, order \d+\./)
    await expect.poll(() => driver.at('need').first().locator('.chip.tone-unknown').count()).toBe(1)
    // The customer leads to the order.
    await driver.sees('need-order', /\p{L}{2}/u)
    // However little room is beside the sentence, the name is whole and begins at its edge.
    const parts = await driver
      .at('need-order')
      .first()
      .evaluate((link) => {
        const text = link.parentElement!
        const seen = [300, 330, 360, 390, 420, 450].map((width) => {
          text.style.width = `${width}px`
          const { left, top } = link.getBoundingClientRect()
          const before = link.previousElementSibling!.getClientRects()
          const isBelow = top > [...before].at(-1)!.top + 8
          const off = isBelow ? left - text.getBoundingClientRect().left : 0
          return { boxes: link.getClientRects().length, off }
        })
        text.style.width = ''
        return seen
      })
    expect(new Set(parts.map((one) => JSON.stringify(one)))).toEqual(
      new Set(['{"boxes":1,"off":0}']),
    )
    await expect.poll(() => driver.at('need-act').first().innerText()).toBe('Check now')
    const recent = driver.at('recent-orders').locator('li').first()
    await expect.poll(() => recent.locator('.chip').allInnerTexts()).toEqual(['Outcome unknown'])
    expect(await axeFindings(driver)).toEqual([])
    await driver.at('omnibox-open').click()
    const option = driver.page.locator('[role=option]').first()
    await expect
      .poll(() => option.locator('.chip.tone-unknown').innerText())
      .toBe('Outcome unknown')
    expect(await option.innerText()).not.toMatch(/Captured/)
    await driver.page.keyboard.press('Escape')
  })

  it('loses nothing in a small window', async () => {
    for (const [width, height] of [
      [1024, 640],
      [640, 400],
    ] as const) {
      await driver.page.setViewportSize({ width, height })
      const beyond = await driver.page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(beyond).toBeLessThanOrEqual(0)
      for (const id of ['omnibox-open', 'operator-menu', 'zone', 'need-act', 'figure-refunded'])
        expect(await driver.at(id).first().isVisible(), `${id} at ${width}`).toBe(true)
      // The only connection is called like its environment, which is said once.
      expect(await driver.at('connection').count()).toBe(0)
      await expect
        .poll(() => driver.page.locator('.top-connection').innerText())
        .toMatch(/^\s*Sandbox\s*(root\s*without a sandbox)?\s*$/i)
      // Nothing of the bar lies over anything else of it.
      const boxes = await Promise.all(
        ['environment', 'omnibox-open', 'zone', 'operator-menu'].map((id) =>
          driver.at(id).first().boundingBox(),
        ),
      )
      boxes.forEach((box, at) => {
        expect(box?.width ?? 0, `part ${at} of the bar at ${width}`).toBeGreaterThan(20)
        for (const other of boxes.slice(at + 1))
          if (box !== null && other !== null)
            expect(overlap(box, other), `part ${at} of the bar at ${width}`).toBeLessThanOrEqual(1)
      })
    }
    await driver.page.setViewportSize({ width: 1280, height: 800 })
  })

  it('names the connection of a draft, and asks before it switches to production', async () => {
    const saved = await driver.call('connection:save', {
      ...{ name: 'Corner shop', environment: 'production', settings: {} },
      ...{ baseUrl: 'https://gate.example.test/paynet', endpointId: '1144', login: 'corner' },
    })
    if (!saved.ok) throw new Error(saved.fault.message)
    const { id } = saved.value
    const kept = await driver.call('preference:set', {
      name: 'drafts',
      value: [
        {
          form: `return/${id}/7788990`,
          at: Date.now(),
          fields: { part: 'yes', amount: '33.00', comment: 'Torn box' },
        },
      ],
    })
    expect(kept.ok).toBe(true)
    await driver.page.reload()
    const draft = driver.at('need').filter({ hasText: '7788990' })
    await draft.waitFor()
    expect(plain(await draft.innerText())).toMatch(
      /Draft\s*Refund of 33\.00, order 7788990, not sent\.\s*Corner shop\s*PRODUCTION\s*Now/,
    )
    await expect.poll(() => driver.at('connection').inputValue()).toBe('sandbox')
    await draft.getByTestId('need-act').click()
    await driver.sees('switch-dialog', /Corner shop\s*PRODUCTION[^]*Real money moves there/)
    expect(await axeFindings(driver)).toEqual([])
    await driver.at('switch-no').click()
    await driver.at('switch-dialog').waitFor({ state: 'detached' })
    expect(driver.page.url()).toMatch(/#\/today$/)
    await expect.poll(() => driver.at('connection').inputValue()).toBe('sandbox')
    await draft.getByTestId('need-act').click()
    await driver.at('switch-yes').click()
    await driver.sees('switched', /Switched to Corner shop \(PRODUCTION\)/)
    await expect.poll(() => driver.at('connection').inputValue()).toBe(id)
    await driver.page.keyboard.press('Escape')
    await driver.at('rail-today').click()
    await driver.at('figures').waitFor()
    // Figures are production's alone now; practice stands apart.
    await driver.sees('figures-choice', /Corner shop/)
    expect(await driver.at('figure-refunded').count()).toBe(0)
    await driver.at('figures-choice').selectOption('sandbox/')
    await driver.sees('figure-refunded', /20\.00 EUR/)
    await driver.at('activity').getByRole('link').nth(1).click()
    await driver.sees('switched', /Switched to Sandbox/)
    const gone = await driver.call('connection:remove', { connectionId: id, name: 'Corner shop' })
    expect(gone.ok).toBe(true)
    await driver.at('rail-today').click()
    await driver.at('figures').waitFor()
  })
})
