// A list ends with its foot below its last row; beside what is read of a row it reaches the end of
// its window, with its foot there. What is said of an empty list stands in the middle of that.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PageDriver, openPageDriver } from './page-driver.ts'

let driver: PageDriver
let orderid: string
beforeAll(async () => {
  driver = await openPageDriver()
  orderid = (await driver.practice(/paid sale of 120\.00 EUR/)).orderid
  await driver.lookUp(orderid)
})
afterAll(() => driver.close())

/** Pixels between the end of the screen and that of its list, its foot, and what the list says. */
function gaps() {
  const screen = document.querySelector('main .screen')!
  const list = screen.querySelector('.table-panel.fills') ?? screen.querySelector('.empty.fills')!
  const from = (element: Element): number => Math.round(element.getBoundingClientRect().bottom)
  const foot = list.querySelector('.table-foot')
  const empty = list.querySelector(':scope > .empty')?.getBoundingClientRect()
  const { top, bottom } = list.getBoundingClientRect()
  return {
    window: window.innerHeight - from(list),
    foot: foot === null ? null : from(list) - from(foot),
    offMiddle: empty === undefined ? null : Math.abs(empty.top - top - (bottom - empty.bottom)),
  }
}
async function seen(address: string, height: number, width = 1280) {
  await driver.page.setViewportSize({ width, height })
  await driver.go(address)
  await driver.page.waitForFunction(() => document.querySelector('main .fills') !== null)
  return driver.page.evaluate(gaps)
}

describe('a short list', () => {
  it.each(['/orders', '/audit', '/connections'])(
    'ends with its foot below its last row: %s',
    async (at) => {
      await expect.poll(() => seen(at, 1080)).toMatchObject({ foot: 1, offMiddle: null })
      const belowRows = (): Promise<number> =>
        driver.page.evaluate(() => {
          const list = document.querySelector('main .table-panel.fills')!
          const last = [...list.querySelectorAll('.table-row, tbody tr, [role=row]')].at(-1)!
          const foot = list.querySelector('.table-foot')!
          return Math.round(foot.getBoundingClientRect().top - last.getBoundingClientRect().bottom)
        })
      await expect.poll(belowRows).toBeLessThan(3)
      expect((await seen(at, 1080)).window).toBeGreaterThan(100)
    },
  )

  it.each(['/orders', '/audit'])(
    'reaches the end of its window beside what is read of a row: %s',
    async (at) => {
      for (const height of [800, 1080])
        await expect.poll(() => seen(at, height, 1920)).toMatchObject({ foot: 1, offMiddle: null })
      if (at === '/audit') expect((await seen(at, 1080, 1920)).window).toBe(24)
    },
  )

  it.each([
    '/payouts',
    '/open-requests',
    '/payouts/recipients',
    '/shop-orders',
    '/runs',
    '/reconcile',
  ])('that is empty says so in its middle: %s', async (at) => {
    await expect
      .poll(async () => {
        const { window, offMiddle } = await seen(at, 800)
        return window === 24 && offMiddle !== null && offMiddle <= 1
      })
      .toBe(true)
  })
})

it('gives who paid the recent orders a line where there is no room beside the status', async () => {
  const name = driver.at('recent-customer').first()
  const line = driver.at('recent-orders').locator('li').first()
  for (const [width, isBelow] of [
    [1280, true],
    [1920, false],
  ] as const) {
    await driver.page.setViewportSize({ width, height: 800 })
    await driver.go('/today')
    await expect
      .poll(async () => (await name.boundingBox())?.width ?? 0)
      .toBeGreaterThanOrEqual(150)
    const [chip, of] = [await line.locator('.chip').boundingBox(), await name.boundingBox()]
    expect(of!.y > chip!.y + chip!.height - 2).toBe(isBelow)
  }
  // As in the list of orders, each name begins at the edge, however it is read.
  const left = (): Promise<number> =>
    name.evaluate((one) => {
      const range = document.createRange()
      range.selectNodeContents(one.querySelector('bdi') ?? one)
      return Math.round(range.getBoundingClientRect().left)
    })
  await driver.page.setViewportSize({ width: 1280, height: 800 })
  const edge = await left()
  await name.locator('bdi').evaluate((one) => (one.textContent = 'ليلى الحسن'))
  expect(await left()).toBe(edge)
})

it('shows as many recent orders as are whole beside the figures, and no page grows by them', async () => {
  for (const { orderid: one } of (await driver.freshPractice()).slice(0, 8))
    await driver.call('order:look-up', { connectionId: 'sandbox', by: 'orderid', value: one })
  await driver.page.evaluate(() => document.querySelector('main')?.scrollTo(0, 0))
  const shown = async (height: number): Promise<{ lines: number; isCut: boolean }> => {
    await driver.page.setViewportSize({ width: 1280, height })
    await driver.go('/today')
    await driver.at('recent-orders').locator('li').nth(4).waitFor({ state: 'attached' })
    return driver.at('recent-orders').evaluate((panel) => ({
      lines: [...panel.querySelectorAll('li')].filter((one) => one.offsetHeight > 0).length,
      isCut: panel.scrollHeight > panel.clientHeight,
    }))
  }
  const whole = { isCut: false }
  await driver.at('needs').or(driver.at('first-steps')).first().waitFor()
  await driver.page.getByRole('button', { name: 'Hide' }).last().click()
  for (const height of [700, 800]) await expect.poll(() => shown(height)).toMatchObject(whole)
  await expect.poll(() => shown(900)).toMatchObject({ ...whole, lines: 5 })
  await expect.poll(async () => (await shown(1080)).lines).toBeGreaterThan(5)
})

describe('the figures of today', () => {
  it('end where the lists beside them do, at the end of the window', async () => {
    await driver.lookUp(orderid)
    await driver.fill('return', '20.00')
    await driver.review()
    await driver.send()
    await driver.settle()
    await driver.page.setViewportSize({ width: 1920, height: 1080 })
    await driver.go('/today')
    await driver.at('bars-refunded').waitFor()
    const left = (): Promise<number[]> =>
      driver.page
        .locator('.today-columns, [data-testid=figures], .twin, .side-column > :last-child')
        .evaluateAll((parts) =>
          parts.map((part) => Math.round(window.innerHeight - part.getBoundingClientRect().bottom)),
        )
    await expect.poll(left).toEqual([24, 24, 25, 24])
  })

  it('stand beside their charts, which are wider than tall', async () => {
    for (const [width, height] of [
      [1920, 1080],
      [1280, 800],
      [1024, 640],
    ] as const) {
      await driver.page.setViewportSize({ width, height })
      const chart = (await driver.at('bars-refunded').boundingBox())!
      const figure = (await driver.at('figure-refunded').boundingBox())!
      expect(chart.x).toBeGreaterThanOrEqual(figure.x + figure.width)
      expect(chart.width / chart.height).toBeGreaterThan(2)
    }
  })
})

describe('a long list', () => {
  it('scrolls within its panel, which ends where that of a short one does', async () => {
    for (const { orderid } of [
      ...(await driver.freshPractice()),
      ...(await driver.freshPractice()),
    ])
      await driver.call('order:look-up', { connectionId: 'sandbox', by: 'orderid', value: orderid })
    await expect.poll(() => seen('/audit', 800)).toEqual({ window: 24, foot: 1, offMiddle: null })
    await expect
      .poll(() =>
        driver.page
          .locator('main .row-grid')
          .evaluate((grid) => grid.scrollHeight - grid.clientHeight),
      )
      .toBeGreaterThan(0)
  })
})
