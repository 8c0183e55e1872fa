// An operator finds an order again by whatever is at hand, narrows the list and arranges it: views,
// columns, steps back, all with the keyboard where one likes; and finds it so after a restart.
// Looking at a list asks the gateway nothing, and moves no money.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sumsOf } from '#shared/money-sums.ts'
import { formatAmount } from '#wording/amounts.ts'
import { newFolder, type PageDriver, openPageDriver } from './page-driver.ts'
import { flow } from './flow.ts'

const saved = newFolder()
let driver: PageDriver
let orders: string[]
let asked: number
beforeAll(async () => {
  driver = await openPageDriver({ saveFolder: saved })
})
afterAll(() => driver.close())

const questions = async (): Promise<number> =>
  (await driver.books()).requests.filter(({ operation }) => operation === 'status').length
const shown = (): Promise<string[]> =>
  driver
    .at('order-row')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-orderid') ?? ''))
/** Without the first column, of boxes, and the last, of what can be done with a row. */
const heads = async (): Promise<string[]> =>
  (await driver.at('orders').getByRole('columnheader').allInnerTexts()).filter(
    (head) => head !== 'Actions' && head !== 'Select',
  )
const press = (key: string) => driver.page.keyboard.press(key)
const focusIs = (selector: string): Promise<boolean> =>
  driver.page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector)
async function tabTo(selector: string): Promise<void> {
  for (let stops = 0; stops < 40; stops += 1) {
    if (await focusIs(selector)) return
    await press('Tab')
  }
  throw new Error(`the keyboard does not reach ${selector}`)
}
const activeOrder = (): Promise<string | null> =>
  driver.at('orders').evaluate((grid) => {
    const id = grid.getAttribute('aria-activedescendant')
    return id === null ? null : (document.getElementById(id)?.dataset['orderid'] ?? null)
  })

describe('an order that is searched for', () => {
  let sale: string
  let hold: string
  const shows = (ids: string[]) =>
    expect.poll(async () => (await shown()).sort()).toEqual(ids.sort())
  beforeAll(async () => {
    sale = (await driver.practice(/paid sale of 120\.00 EUR/)).orderid
    hold = (await driver.practice(/hold/i)).orderid
    await driver.lookUp(sale)
    await driver.lookUp(hold)
    await driver.at('rail-orders').click()
  })
  afterAll(async () => {
    expect(await driver.effects(sale)).toEqual([])
    expect(await driver.effects(hold)).toEqual([])
  })

  flow('order-found-in-the-list', async () => {
    await shows([sale, hold])
    const answer = await driver.call('order:show', { connectionId: 'sandbox', orderid: sale })
    if (!answer.ok) throw new Error(answer.fault.message)
    const reported = answer.value.answer
    for (const [key, message] of [
      ['last-four-digits', /Last four digits/],
      ['processor-rrn', /RRN/],
      ['name', /Name/],
    ] as const) {
      const text = reported[key]
      if (text === undefined) throw new Error(`the sandbox told no ${key}`)
      await driver.at('orders-filter').fill(text.toUpperCase())
      await expect.poll(shown).toContain(sale)
      await expect
        .poll(() => driver.at('order-matched').allInnerTexts())
        .toContainEqual(expect.stringMatching(message))
    }
    await driver.at('orders-filter').fill('nothing is called this')
    await driver.sees('empty', /Nothing here matches/)
    await driver.at('orders-clear').click()
    await shows([sale, hold])
    expect(await driver.effects(sale)).toEqual([])
  })

  it('asks for one thing first: a new refund, whose order the omnibox asks for', async () => {
    const first = driver.page.locator('main .n-button--primary-type')
    for (const size of [
      { width: 1024, height: 640 },
      { width: 1280, height: 800 },
    ]) {
      await driver.page.setViewportSize(size)
      expect(await first.allInnerTexts()).toEqual(['New refund…'])
      const { x, y, width } = (await driver.at('orders-new-refund').boundingBox())!
      expect(x + width).toBeLessThanOrEqual(size.width - 24)
      // All tools of the list are in one line.
      expect(y).toBe((await driver.at('orders-views').boundingBox())!.y)
    }
    await first.click()
    await expect.poll(() => driver.at('omnibox').inputValue()).toBe('refund ')
    await driver.page.keyboard.press('Escape')
    await driver.at('omnibox').waitFor({ state: 'detached' })
  })

  it('is cleared of its search by a cross that is as quiet as a label', async () => {
    const search = driver.at('orders-filter')
    await search.fill('MULLER')
    await search.hover()
    const { x, y, width, height } = (await search.boundingBox())!
    const clip = { x: x + width - 30, y: y + 4, width: 24, height: height - 8 }
    const picture = [...(await driver.page.screenshot({ clip }))]
    const { drawn, colour } = await driver.page.evaluate(async (bytes) => {
      const image = await createImageBitmap(new Blob([Uint8Array.from(bytes)]))
      const paper = new OffscreenCanvas(image.width, image.height).getContext('2d')!
      paper.drawImage(image, 0, 0)
      const { data } = paper.getImageData(0, 0, image.width, image.height)
      const spreads = Array.from({ length: data.length / 4 }, (_, at) => {
        const parts = [...data.subarray(at * 4, at * 4 + 3)]
        return { spread: Math.max(...parts) - Math.min(...parts), least: Math.min(...parts) }
      })
      return {
        drawn: spreads.filter(({ least }) => least < 160).length,
        colour: Math.max(...spreads.map(({ spread }) => spread)),
      }
    }, picture)
    expect(drawn).toBeGreaterThan(8)
    expect(colour).toBeLessThan(48)
    await driver.page.mouse.click(clip.x + 16, y + height / 2)
    expect(await search.inputValue()).toBe('')
  })

  it('is narrowed by status and amount, says what is no amount, and keeps it in the address', async () => {
    await driver.at('orders-phase').selectOption('authorised')
    await shows([hold])
    const hint = driver.page.locator('#orders-amount-hint')
    await driver.at('orders-amount-from').fill('1,5')
    await shows([hold])
    expect(await hint.innerText()).toBe('')
    await driver.at('orders-amount-from').fill('1,5,0')
    await expect.poll(() => hint.innerText()).toMatch(/12\.50/)
    await shows([hold])
    await driver.at('orders-amount-from').fill('900000')
    await driver.sees('empty', /No orders match these filters/)
    await expect
      .poll(() => driver.page.url())
      .toMatch(/phase=authorised.*amountFrom=900000|amountFrom=900000.*phase=authorised/)
    await driver.at('orders-amount-from').fill('')
    await shows([hold])
    await expect.poll(() => driver.page.url()).not.toContain('amountFrom')
  })

  it('is narrowed to the usual days with a chip, and to any others with fields', async () => {
    await driver.at('orders-clear').click()
    const isTaken = (span: string) => driver.at(`orders-${span}`).getAttribute('aria-pressed')
    const today = new Date().toISOString().slice(0, 10)
    await driver.at('orders-month').click()
    await expect.poll(() => driver.page.url()).toContain(`from=${today.slice(0, 8)}01`)
    await driver.at('orders-today').click()
    await expect.poll(() => driver.page.url()).toContain(`from=${today}`)
    expect([await isTaken('today'), await isTaken('month')]).toEqual(['true', 'false'])
    await shows([sale, hold])
    await driver.at('orders-today').click()
    await expect.poll(() => driver.page.url()).not.toContain('from=')
    await driver.at('orders-custom').click()
    await driver.at('orders-until').fill('2001-01-01')
    await driver.sees('empty', /No orders match these filters/)
    await driver.at('orders-custom').click()
    await shows([sale, hold])
    expect(await driver.at('orders-until').count()).toBe(0)
    await driver.at('orders-phase').selectOption('authorised')
    await shows([hold])
  })

  it('is as narrow after another screen and after a restart', async () => {
    await driver.at('rail-audit').click()
    await driver.at('rail-orders').click()
    await shows([hold])
    await driver.program.close()
    await driver.start()
    await driver.at('rail-orders').click()
    await shows([hold])
    await expect.poll(() => driver.at('orders-phase').inputValue()).toBe('authorised')
    await driver.at('orders-clear').click()
    await shows([sale, hold])
  })
})

describe('the list of all practice orders', () => {
  beforeAll(async () => {
    for (const { orderid } of (await driver.books()).trainingOrders) {
      const by = 'orderid'
      await driver.call('order:look-up', { connectionId: 'sandbox', by, value: String(orderid) })
    }
    const listed = await driver.call('order:list', {})
    orders = listed.ok ? listed.value.rows.map((row) => row.orderid) : []
    asked = await questions()
    await driver.go('#/audit')
    await driver.at('rail-orders').click()
    await driver.at('order-row').first().waitFor()
  })
  afterAll(async () => {
    expect(await questions()).toBe(asked)
  })

  it('offers a refund where one is possible, and in the menu of other rows says why not', async () => {
    const row = (text: RegExp) => driver.at('order-row').filter({ hasText: text }).first()
    const menu = driver.page.locator('.row-menu:popover-open')
    await driver.at('orders-phase').selectOption('declined')
    await row(/Declined/).waitFor()
    expect(
      await row(/Declined/)
        .getByTestId('row-refund')
        .count(),
    ).toBe(0)
    await row(/Declined/)
      .getByTestId('row-more')
      .click()
    const line = menu.getByTestId('menu-row-refund')
    expect(await line.innerText()).toMatch(/Refund….*No money was taken/s)
    expect(await line.getAttribute('aria-disabled')).toBe('true')
    await line.click({ force: true })
    // It does nothing, and stays to be read.
    expect(await menu.count()).toBe(1)
    expect(await driver.at('sheet').count()).toBe(0)
    await press('Escape')
    await driver.at('orders-clear').click()
    // Nobody here knows how much: a refund is possible all the same, and the row says so.
    const unseen = driver.page.getByTitle('Not known: the gateway has not told Paydesk', {
      exact: true,
    })
    // A declined order may lack its amount as well, and has nothing to refund.
    const paid = /Captured|Partly captured|Partly refunded/
    const rowUnseen = driver.at('order-row').filter({ has: unseen, hasText: paid }).first()
    await expect.poll(() => rowUnseen.getByTestId('row-refund').count()).toBe(1)
  })

  describe('the list as a grid', () => {
    flow('list-walked-with-arrows', async () => {
      const grid = driver.at('orders')
      await expect.poll(() => grid.getAttribute('role')).toBe('grid')
      // The last order that was looked up may be on its way.
      await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe(String(orders.length + 1))
      await driver.at('orders-filter').focus()
      await tabTo('[data-testid=orders]')
      expect(await activeOrder()).toBe(orders[0])
      await press('ArrowDown')
      await press('ArrowDown')
      expect(await activeOrder()).toBe(orders[2])
      await press('End')
      expect(await activeOrder()).toBe(orders.at(-1))
      await press('Home')
      expect(await activeOrder()).toBe(orders[0])
      await press('PageDown')
      expect(await activeOrder()).not.toBe(orders[0])
      await press('PageUp')
      await press('ArrowDown')
      await press('Enter')
      await driver.at('money-facts').waitFor()
      expect(driver.page.url()).toContain(orders[1])
      await driver.page.goBack()
      await driver.at('order-row').first().waitFor()
      expect(await questions()).toBe(asked)
    })
  })

  describe('how the list is looked at', () => {
    flow('list-steps-back', async () => {
      await driver.at('orders-phase').selectOption('authorised')
      await expect.poll(() => driver.page.url()).toContain('phase=authorised')
      await driver.at('orders-phase').selectOption('declined')
      await expect.poll(() => driver.page.url()).toContain('phase=declined')
      await driver.page.goBack()
      await expect.poll(() => driver.at('orders-phase').inputValue()).toBe('authorised')
      await driver.page.goBack()
      await expect.poll(() => driver.at('orders-phase').inputValue()).toBe('')
      await expect.poll(async () => (await shown()).length).toBe(orders.length)
      await driver.page.goForward()
      await expect.poll(() => driver.at('orders-phase').inputValue()).toBe('authorised')
      // Not a step back: the list stays as it is looked at.
      await driver.at('rail-orders').click()
      await expect.poll(() => driver.page.url()).toContain('phase=authorised')
      expect(await questions()).toBe(asked)
    })

    const rest = ['Amount', 'Refundable', 'Order date', 'Order ID', 'Checked ↓']
    flow('list-columns', async () => {
      await driver.at('orders-columns').focus()
      await press('Enter')
      await tabTo('[data-testid=column-up-customer]')
      await press('Enter')
      expect(await focusIs('[data-testid=column-up-customer]')).toBe(true)
      await press('Enter')
      await press('Enter')
      await tabTo('[data-testid=column-card]')
      await press('Space')
      await press('Escape')
      await expect.poll(heads).toEqual(['Status', 'Customer', ...rest])
      await expect.poll(() => driver.page.url()).toContain('columns=')
      expect(await questions()).toBe(asked)
    })

    flow('list-view-saved', async () => {
      // Tabs stand over the list once there is more than one to choose from.
      expect(await driver.at('view-all').count()).toBe(0)
      await driver.at('orders-filter').fill('300.00')
      await driver.at('orders-views').focus()
      await press('Enter')
      await expect.poll(() => focusIs('[data-testid=view-name]')).toBe(true)
      await driver.page.keyboard.type('Holds of 300')
      await press('Enter')
      await driver.sees('view-said', /is saved/)
      await driver.at('view-name').fill('Declined ones')
      await driver.at('view-with-text').uncheck()
      await driver.at('view-save').click()
      await expect.poll(() => driver.at('view').count()).toBe(2)
      await press('Escape')
      await driver.at('view-all').click()
      await expect.poll(async () => (await shown()).length).toBe(orders.length)
      // The usual ones again: at this width there is no room for the card.
      const [amount, refundable, paid, ...others] = rest
      const usual = ['Status', amount, refundable, paid, 'Customer', ...others]
      await expect.poll(heads).toEqual(usual)
      await driver.at('orders-phase').selectOption('captured')
      await expect.poll(() => driver.page.url()).toContain('phase=captured')
      await driver.program.close()
      await driver.start()
      await driver.at('rail-orders').click()
      await expect.poll(() => driver.at('orders-phase').inputValue()).toBe('captured')
      await driver.at('view-tab').filter({ hasText: 'Holds of 300' }).click()
      await expect.poll(() => driver.at('orders-filter').inputValue()).toBe('300.00')
      await expect.poll(heads).toContain('Matched')
      expect((await heads())[1]).toBe('Customer')
      await expect.poll(async () => (await shown()).length).toBe(1)
      expect(await questions()).toBe(asked)
    })

    flow('list-view-renamed', async () => {
      await driver.at('orders-views').click()
      await driver.at('view-rename').nth(1).click()
      await driver.page.keyboard.press('ControlOrMeta+a')
      await driver.page.keyboard.type('holds OF 300')
      await press('Enter')
      await driver.sees('views', /Another view has this name/)
      await driver.at('view-new-name').fill('Held')
      await press('Enter')
      await driver.sees('views', /Held/)
      await driver.at('view-delete').first().click()
      await expect.poll(() => driver.at('view').count()).toBe(1)
      await driver.at('view-put-back').click()
      await expect.poll(() => driver.at('view').count()).toBe(2)
      await driver.at('views-close').click()
      await driver.at('view-tab').filter({ hasText: 'Held' }).click()
      await expect.poll(() => driver.at('orders-phase').inputValue()).toBe('authorised')
      expect(await driver.at('orders-filter').inputValue()).toBe('')
      expect(await questions()).toBe(asked)
    })

    it('never keeps a card number: a view with one in its search is refused with why', async () => {
      await driver.at('orders-filter').fill('4111111111111111')
      await driver.at('orders-views').click()
      await driver.at('view-name').fill('Cards')
      await driver.at('view-save').click()
      await driver.sees('fault', /card number/i)
      await expect.poll(() => driver.at('view').count()).toBe(2)
      await press('Escape')
    })

    it('is ticked with Space and boxes, and tells the sums of each currency', async () => {
      await driver.at('view-all').click()
      await expect.poll(async () => (await shown()).length).toBe(orders.length)
      const listed = await driver.call('order:list', { connectionId: 'sandbox' })
      if (!listed.ok) throw new Error(listed.fault.message)
      const amounts = listed.value.rows.map(({ original }) => original)
      await driver.at('orders').focus()
      await press('Home')
      await press('Space')
      await driver
        .at('row-tick')
        .nth(3)
        .click({ modifiers: ['Shift'] })
      const { sums } = sumsOf(amounts.slice(0, 4))
      const reported = () => driver.at('orders-ticked').innerText()
      await expect.poll(reported).toContain('4 selected: ')
      for (const sum of sums) expect(await reported()).toContain(formatAmount(sum))
      await driver.at('row-tick').nth(1).click()
      await expect.poll(reported).toContain('3 selected: ')
      expect(await driver.at('row-tick').nth(1).isChecked()).toBe(false)
      await driver.at('orders').focus()
      await press('Escape')
      await expect.poll(reported).toBe('')
      expect(driver.page.url()).toContain('#/orders')
      expect(await questions()).toBe(asked)
    })

    it('is sorted by a head with keys, says so, and keeps it in the address', async () => {
      const amounts = () =>
        driver
          .at('order-row')
          .evaluateAll((rows) => rows.map((row) => row.children[2]?.textContent ?? ''))
      const inMajor = (text: string): number => Number(text.replace(/[^\d.]/g, ''))
      const euros = async (): Promise<number[]> =>
        (await amounts()).filter((text) => text.endsWith('EUR')).map(inMajor)
      const sorted = (name: string) =>
        driver.at('orders').getByRole('columnheader', { name }).getAttribute('aria-sort')
      await driver.at('view-all').click()
      await expect.poll(async () => (await shown()).length).toBe(orders.length)
      const rising = (await euros()).toSorted((a, b) => a - b)
      await driver.at('orders').focus()
      await tabTo('.grid-sort')
      await press('ArrowRight')
      await press('Enter')
      await expect.poll(() => sorted('Amount')).toBe('descending')
      await expect.poll(() => driver.page.url()).toContain('sort=-original')
      await expect.poll(euros).toEqual(rising.toReversed())
      await press('Space')
      await expect.poll(() => sorted('Amount')).toBe('ascending')
      await expect.poll(euros).toEqual(rising)
      await driver.at('sort-checkedAt').click()
      await expect.poll(() => driver.page.url()).not.toContain('sort=')
      expect(await questions()).toBe(asked)
    })

    it('is exported as it is filtered and sorted, and the log says so', async () => {
      await driver.at('view-all').click()
      await driver.at('orders-phase').selectOption('captured')
      await driver.at('sort-original').click()
      await expect.poll(() => driver.page.url()).toContain('sort=-original')
      await expect.poll(async () => (await shown()).length).toBeLessThan(orders.length)
      const ids = await shown()
      expect(ids.length).toBeGreaterThan(1)
      await driver.at('orders-export').click()
      await driver.at('export-save').click()
      await driver.sees('export-done', `${ids.length} rows exported`)
      const [name = ''] = readdirSync(saved).filter((one) => one.endsWith('.csv'))
      const [head = '', ...lines] = readFileSync(join(saved, name), 'utf8').trimEnd().split('\r\n')
      expect(head).toBe(
        '\ufeff"phase","original","currency","returnable","paid","customer","card","orderid","checked_at_utc"',
      )
      expect(lines.map((line) => line.split('","')[7])).toEqual(ids)
      // When each was paid, as the gateway wrote it.
      expect(lines.map((line) => line.split('","')[4]).join('\n')).toMatch(/\d{4}/)
      await driver.at('export-close').click()
      const log = await driver.call('audit:list', { filter: { kind: 'list:exported' } })
      expect(log.ok && log.value.rows[0]).toMatchObject({
        details: { rows: ids.length, filter: { phase: 'captured' }, sort: '-original' },
      })
      await driver.at('orders-clear').click()
      await driver.at('sort-checkedAt').click()
    })
  })
})
