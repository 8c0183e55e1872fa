// Every list of the program is the one table: it sorts, ticks and sums, chooses its columns, makes
// one wider, opens the menu of a row, is narrowed by days and saved, all of it by keys, without a
// finding of axe, and with nothing outside its panel in a small window. Looking moves no money.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openRequests } from '../journeys/lost-requests.ts'
import { axeFindings } from './axe.ts'
import { cutCells } from './cut-cells.ts'
import { newFolder, type PageDriver, openPageDriver, plain } from './page-driver.ts'

interface List {
  /** Of its grid; begins those of its parts. */
  grid: string
  row: string
  go: () => Promise<void>
  /** A column that sorts; left out where the list has an order of its own. */
  sort?: string
  /** Its chips of days; left out where it has none. */
  hasDays?: boolean
  /** It has a row more whenever something happens. */
  grows?: true
  /** Of the button that saves it; what is saved has its rows. */
  save?: string
  sums: RegExp
  /** Left out where a row may have nothing that can be done. */
  hasMenu?: boolean
}

const saved = newFolder()
let driver: PageDriver
let effects = -1
beforeAll(async () => {
  driver = await openPageDriver({ saveFolder: saved })
  await driver.call('connection:set-card-entry', { connectionId: 'sandbox', isOn: true })
})
afterAll(async () => {
  expect((await driver.books()).effects).toHaveLength(effects)
  await driver.close()
})

it('has something in each list', async () => {
  const requests = openRequests({
    call: driver.call,
    practice: async (pattern) => (await driver.practice(pattern)).orderid,
    pass: () => driver.console('advance', { ms: '60000' }),
  })
  for (const id of [
    'payment-form',
    'payout',
    'create-recurring-payment',
    'create-card-ref',
  ] as const)
    await requests.send(id, await requests.requestOf(id))
  await driver.call('recipient:save', {
    ...{ connectionId: 'sandbox', name: 'Zoë Größe', way: 'account' },
    fields: { account_number: 'DE89370400440532013000', account_name: 'Zoë Größe' },
  })
  const lost = await requests.requestOf('return')
  await driver.console('faults', { operation: 'return', kind: 'reset-without-effect', times: '1' })
  await requests.send('return', lost)
  effects = (await driver.books()).effects.length
  // The payout and the link are orders once their status is read.
  const orders = async (): Promise<number> => {
    const page = await driver.call('order:list', { limit: 50 })
    return page.ok ? page.value.rows.length : -1
  }
  await expect.poll(orders).toBe(3)
  const [order] = await driver
    .call('order:list', { limit: 1 })
    .then((page) => (page.ok ? page.value.rows : []))
  const run = await driver.call('run:create', {
    ...{ connectionId: 'sandbox', operation: 'return' as const, reason: 'Sent in error' },
    rows: [{ orderid: order?.orderid ?? '' }],
  })
  expect(run.ok).toBe(true)
})

const screen = (route: string) => (): Promise<void> => driver.go(route)
async function lookUpList(): Promise<void> {
  await driver.go('#/orders/pasted')
  if ((await driver.at('pasted-row').count()) > 0) return
  const { trainingOrders } = await driver.books()
  await driver.at('pasted').fill(trainingOrders.map(({ orderid }) => orderid).join('\n'))
  await driver.at('pasted-start').click()
  await driver.sees('pasted-state', /Done/)
}

const register = { grid: 'register', row: 'register-row', hasDays: true, save: 'register-export' }
const lists: Record<string, List> = {
  orders: {
    ...{ grid: 'orders', row: 'order-row', go: screen('#/orders'), sort: 'original' },
    ...{ hasDays: true, save: 'orders-export', sums: /EUR|amount/, hasMenu: true },
  },
  payouts: { ...register, go: screen('#/payouts'), sort: 'amount', sums: /EUR/, hasMenu: true },
  links: { ...register, go: screen('#/links'), sort: 'at', sums: /EUR/, hasMenu: true },
  subscriptions: { ...register, go: screen('#/subscriptions'), sort: 'status', sums: /selected/ },
  cards: { ...register, go: screen('#/cards'), sort: 'operation', sums: /selected/ },
  recipients: {
    ...{ grid: 'recipients', row: 'recipient-row', go: screen('#/payouts/recipients') },
    ...{ sort: 'name', hasDays: true, save: 'recipients-export', sums: /^1 selected$/ },
    hasMenu: true,
  },
  'open requests': {
    ...{ grid: 'open-requests', row: 'open-request', go: screen('#/open-requests') },
    ...{ sort: 'since', hasDays: true, save: 'open-requests-export', sums: /EUR|amount/ },
    hasMenu: true,
  },
  runs: {
    ...{ grid: 'runs', row: 'run-row', go: screen('#/runs'), sort: 'amount', hasDays: true },
    ...{ save: 'runs-export', sums: /^1 selected/, hasMenu: true },
  },
  'the pasted list': {
    ...{ grid: 'pasted-rows', row: 'pasted-row', go: lookUpList, sort: 'amount' },
    ...{ sums: /EUR/, hasMenu: true },
  },
  'the audit log': {
    ...{ grid: 'audit', row: 'audit-row', go: screen('#/audit'), sort: 'at', hasDays: true },
    ...{ sums: /selected/, hasMenu: true, grows: true },
  },
}

const press = (key: string): Promise<void> => driver.page.keyboard.press(key)
const sorted = (grid: string, column: string) =>
  driver
    .at(grid)
    .getByRole('columnheader')
    .filter({ has: driver.page.getByTestId(`sort-${column}`) })
    .getAttribute('aria-sort')

/** What of a list lies outside the window or its panel, where no edge that scrolls leads to it. */
function outside(grid: string): string[] {
  const box = document.querySelector(`[data-testid="${grid}"]`)
  const panel = box?.closest('.panel') ?? null
  if (box === null || panel === null) return [`no ${grid}`]
  const room = panel.getBoundingClientRect()
  const found: string[] = []
  if (room.right > window.innerWidth + 1) found.push('the panel')
  for (const element of panel.querySelectorAll(
    'button, h2, footer > *, .panel-head > *, [role=grid]',
  )) {
    const { left, right, width } = element.getBoundingClientRect()
    if (width === 0 || (element !== box && box.contains(element))) continue
    if (left < room.left - 1 || right > room.right + 1) found.push(element.outerHTML.slice(0, 120))
  }
  // The last column stays in sight whatever the columns need.
  for (const cell of box.querySelectorAll('.at-end')) {
    const { left, right } = cell.getBoundingClientRect()
    const { left: from, right: to } = box.getBoundingClientRect()
    if (left < from - 1 || right > to + 1) found.push(`an action at ${left} to ${right}`)
  }
  if (box.scrollWidth > box.clientWidth + 1)
    found.push(`columns of ${box.scrollWidth} in ${box.clientWidth}`)
  return found
}

/**
 * What the screen changes of itself; a column that measures itself could do so for ever. Texts
 * alone change with the time.
 */
async function changesInASecond(): Promise<string[]> {
  const seen: string[] = []
  const isText = ({ nodeType }: Node): boolean => nodeType === Node.TEXT_NODE
  const watch = new MutationObserver((records) => {
    for (const { target, type, attributeName, addedNodes, removedNodes } of records)
      if (type === 'attributes' || ![...addedNodes, ...removedNodes].every(isText))
        seen.push(
          `${type} ${attributeName ?? ''} of ${(target as Element).outerHTML.slice(0, 120)}`,
        )
  })
  watch.observe(document.body, { subtree: true, childList: true, attributes: true })
  await new Promise((done) => setTimeout(done, 1_000))
  watch.disconnect()
  return seen
}

it('have the same columns at the same width, whether the window grew or shrank', async () => {
  await driver.go('#/audit')
  await driver.at('audit-row').first().waitFor()
  onTestFinished(() => driver.page.setViewportSize({ width: 1280, height: 800 }))
  const heads = async (width: number): Promise<string> => {
    await driver.page.setViewportSize({ width, height: 800 })
    // One frame for the width, one for the columns that follow from it; a busy machine takes more.
    const drawn = async (): Promise<string> => {
      await driver.page.evaluate(
        () =>
          new Promise((resolve) =>
            requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 60))),
          ),
      )
      return (await driver.page.locator('main [role=columnheader]').allInnerTexts()).join()
    }
    for (let last = await drawn(); ;) {
      const now = await drawn()
      if (now === last) return now
      last = now
    }
  }
  const seen = new Set<string>()
  // New entries of the log may need other columns: both ways are compared at one time.
  for (let width = 904; width <= 1256; width += 32)
    await expect
      .poll(
        async () => {
          await heads(width - 16)
          const grown = await heads(width)
          await heads(width + 16)
          seen.add(grown)
          return (await heads(width)) === grown
        },
        { timeout: 15_000 },
      )
      .toBe(true)
  expect(seen.size).toBeGreaterThan(1)
})

it('look as the shorter tables do: height of a row, head, room of a cell, ground of a pointed row', async () => {
  const looks = async (cell: string, head: string) => {
    const row = driver.page.locator(cell).first()
    await row.hover()
    const ofCell = await row.evaluate((one) => {
      const { fontSize, paddingInlineEnd } = getComputedStyle(one)
      const { backgroundColor } = getComputedStyle(one.parentElement!)
      return { fontSize, paddingInlineEnd, backgroundColor }
    })
    const ofHead = await driver.page
      .locator(head)
      .nth(1)
      .evaluate((one) => {
        const { fontSize, fontWeight, color, height } = getComputedStyle(one)
        return { fontSize, fontWeight, color, height: Math.round(Number.parseFloat(height)) }
      })
    return { ofCell, ofHead }
  }
  await driver.go('#/runs')
  await driver.at('run-row').first().waitFor()
  const list = await looks(
    '[data-testid=run-row] .grid-cell:nth-child(2)',
    '.grid-head > .grid-cell',
  )
  await driver.go('#/connections')
  await driver.at('connections').waitFor()
  const table = await looks('[data-testid=connections] td:nth-child(2)', '.ledger thead th')
  expect(table.ofCell).toEqual(list.ofCell)
  expect({ ...table.ofHead, height: list.ofHead.height }).toEqual(list.ofHead)
  expect(Math.abs(table.ofHead.height - 31)).toBeLessThanOrEqual(1)
  await driver.sees('connections-count', '1 connection')
})

/** The order of the rows is told by a head that is in sight, whatever room there is. */
it('of orders shows when it was paid, and keeps the column that the rows are in the order of', async () => {
  await driver.go('#/orders')
  await driver.at('order-row').first().waitFor()
  expect(await driver.at('row-paid').first().innerText()).toMatch(/^\d{1,2} \w{3,4} \d{4}$/)
  // Checked is a time as in every other list.
  expect(await driver.at('order-row').first().locator('time').last().innerText()).toMatch(
    /^\d\d:\d\d$/,
  )
  expect(await sorted('orders', 'checkedAt')).toBe('descending')
  expect(await cutCells(driver.at('order-row'))).toEqual([])
  await driver.page.setViewportSize({ width: 1024, height: 640 })
  await expect.poll(() => sorted('orders', 'checkedAt')).toBe('descending')
  await driver.page.setViewportSize({ width: 1280, height: 800 })
})

it('have buttons with a frame for what can be done with a row', async () => {
  await driver.go('#/open-requests')
  await driver.at('open-request').first().waitFor()
  const button = driver.at('open-request').first().locator('.row-action').first()
  const frame = await button.evaluate((one) => getComputedStyle(one).borderTopColor)
  const around = await button.evaluate((one) => getComputedStyle(one.parentElement!).color)
  expect(frame).not.toMatch(/, 0\)$/)
  expect(await button.evaluate((one) => getComputedStyle(one).color)).toBe(around)
})

describe.each(Object.entries(lists))('%s', (_name, list) => {
  beforeAll(async () => {
    await list.go()
    await driver.at(list.row).first().waitFor()
  })

  it('calls its own moment Time, and says it to the minute, or to the second in the log', async () => {
    const heads = (await driver.at(list.grid).getByRole('columnheader').allInnerTexts()).join(' ')
    expect(heads).not.toMatch(/Since|Created/)
    const moments = await driver
      .at(list.row)
      .locator('time[translate=no]')
      .evaluateAll((all) =>
        all.map((one) => ({ text: one.textContent, title: one.getAttribute('title') })),
      )
    // A day stands before the clock where the test began on the day before.
    const clock = list.grid === 'audit' ? '\\d\\d:\\d\\d:\\d\\d' : '\\d\\d:\\d\\d'
    const form = new RegExp(`^(\\d{1,2} \\w{3,4} )?${clock}$`)
    for (const { text, title } of moments) {
      expect(text).toMatch(form)
      expect(title).toMatch(/^\d{1,2} \w{3,4} \d{4}, \d\d:\d\d:\d\d UTC/)
    }
  })

  it('has its foot in sight, however low the window is', async () => {
    const before = driver.page.viewportSize()!
    onTestFinished(() => driver.page.setViewportSize(before))
    const { y = 0 } = (await driver.at(list.grid).boundingBox()) ?? {}
    await driver.page.setViewportSize({ width: 1280, height: Math.ceil(y) + 90 })
    const foot = async (): Promise<number> => {
      const box = await driver.at(`${list.grid}-count`).boundingBox()
      return (box?.y ?? 9_999) + (box?.height ?? 0) - (driver.page.viewportSize()?.height ?? 0)
    }
    await expect.poll(foot).toBeLessThanOrEqual(0)
  })

  it('does not cover its only row with it', async () => {
    if ((await driver.at(list.row).count()) !== 1) return
    const before = driver.page.viewportSize()!
    onTestFinished(() => driver.page.setViewportSize(before))
    const { y = 0 } = (await driver.at(list.grid).boundingBox()) ?? {}
    // Room for the head and the row.
    await driver.page.setViewportSize({ width: 1280, height: Math.ceil(y) + 70 })
    const isSeen = (row: Element): boolean => {
      const { left, top, height } = row.getBoundingClientRect()
      return row.contains(document.elementFromPoint(left + 8, top + height / 2))
    }
    await expect.poll(() => driver.at(list.row).evaluate(isSeen)).toBe(true)
  })

  it('ticks a row with Space and says what it comes to, and Escape unticks it', async () => {
    await driver.at(list.grid).focus()
    await press('Home')
    await press('Space')
    await expect.poll(() => driver.at(`${list.grid}-ticked`).innerText()).toMatch(/^1 selected/)
    expect(plain(await driver.at(`${list.grid}-ticked`).innerText())).toMatch(list.sums)
    await press('Escape')
    await expect.poll(() => driver.at(`${list.grid}-ticked`).innerText()).toBe('')
  })

  it('is sorted by a head, which says so', async () => {
    const { sort } = list
    if (sort === undefined) return
    await driver.at(`sort-${sort}`).click()
    const first = await sorted(list.grid, sort)
    expect(first).toMatch(/ending/)
    await driver.at(`sort-${sort}`).click()
    await expect.poll(() => sorted(list.grid, sort)).not.toBe(first)
  })

  it('has each row in one line, in a small window as well', async () => {
    const high = () =>
      driver
        .at(list.row)
        .evaluateAll((rows) =>
          rows.flatMap((row) =>
            [...row.querySelectorAll('[role=gridcell]:not(.grid-below)')]
              .filter((cell) => cell.getBoundingClientRect().height > 34)
              .map((cell) => cell.textContent),
          ),
        )
    expect(await high()).toEqual([])
    await driver.page.setViewportSize({ width: 1024, height: 640 })
    await expect.poll(high).toEqual([])
    await driver.page.setViewportSize({ width: 1280, height: 800 })
  })

  it('has a wider column by keys, and keeps it', async () => {
    const head = driver.at(list.grid).locator('.grid-sort').first()
    const widthNow = async (): Promise<number> => (await head.boundingBox())?.width ?? 0
    const before = await widthNow()
    await head.focus()
    await press('Shift+ArrowRight')
    await press('Shift+ArrowRight')
    await expect.poll(widthNow).toBeGreaterThan(before + 20)
    await press('Shift+ArrowLeft')
    await press('Shift+ArrowLeft')
    await expect.poll(widthNow).toBeLessThan(before + 10)
  })

  it('opens the menu of a row by the other button and by keys, and closes it by Escape', async () => {
    if (list.hasMenu !== true) return
    const menu = driver.page.locator('.row-menu:popover-open')
    await driver.at(list.row).first().click({ button: 'right' })
    await menu.waitFor()
    await expect.poll(() => menu.getByRole('menuitem').count()).toBeGreaterThan(0)
    await press('Escape')
    await menu.waitFor({ state: 'detached' })
    await driver.at(list.grid).focus()
    await press('Shift+F10')
    await menu.waitFor()
    expect(await driver.page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe(
      'menuitem',
    )
    expect(await axeFindings(driver)).toEqual([])
    await press('Escape')
    await menu.waitFor({ state: 'detached' })
  })

  it('is narrowed to today and to no day, and back', async () => {
    if (list.hasDays !== true) return
    const rows = (): Promise<number> => driver.at(list.row).count()
    const all = await rows()
    const narrow = (span: string) => driver.at(`${list.grid}-${span}`).click()
    // A span says its days to whoever points at it.
    const daysOf = (span: string) => driver.at(`${list.grid}-${span}`).getAttribute('title')
    expect(await daysOf('today')).toMatch(/^\d{1,2} \w{3,4} \d{4}$/)
    expect(await daysOf('week')).toMatch(/^\d{1,2} \w{3,4} \d{4} to \d{1,2} \w{3,4} \d{4}$/)
    await narrow('custom')
    await driver.at(`${list.grid}-until`).fill('2001-01-01')
    await expect.poll(rows).toBe(0)
    await narrow('custom')
    if (list.grows === true) await expect.poll(rows).toBeGreaterThanOrEqual(all)
    else await expect.poll(rows).toBe(all)
  })

  it('is saved as it is shown, and the log says who did it', async () => {
    if (list.save === undefined) return
    const count = Number(await driver.at(list.grid).getAttribute('aria-rowcount')) - 1
    await driver.at(list.save).click()
    await driver.at('export-save').click()
    await driver.sees('export-done', `${count} row`)
    await driver.at('export-close').click()
    const log = await driver.call('audit:list', { filter: { kind: 'list:exported' } })
    const newest = log.ok ? log.value.rows[0] : undefined
    expect(newest?.details).toMatchObject({ rows: count })
    expect(newest?.actor).not.toBe('')
    const file = String(newest?.details['file'])
    expect(readdirSync(saved)).toContain(file.split('/').at(-1))
    expect(
      readFileSync(join(saved, file.split('/').at(-1) ?? ''), 'utf8')
        .trim()
        .split('\r\n'),
    ).toHaveLength(count + 1)
  })

  it('has its usual columns in a small window, and nothing outside its panel', async () => {
    const before = driver.page.viewportSize()!
    onTestFinished(() => driver.page.setViewportSize(before))
    await driver.page.setViewportSize({ width: 1024, height: 640 })
    await expect.poll(() => driver.page.evaluate(outside, list.grid)).toEqual([])
  })

  it('is still where nothing happens', async () => {
    await expect.poll(() => driver.page.evaluate(changesInASecond)).toEqual([])
  })

  it('walks with j and k from wherever the focus is', async () => {
    await driver.page.locator('main h1').focus()
    await press('j')
    await expect
      .poll(() => driver.at(list.grid).evaluate((grid) => grid === document.activeElement))
      .toBe(true)
    await expect
      .poll(() => driver.at(list.grid).getAttribute('aria-activedescendant'))
      .toMatch(/-0$/)
    await press('k')
  })
})
