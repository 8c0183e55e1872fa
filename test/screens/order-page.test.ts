// The order page as an operator works on it: notes and tags, what belongs together, ids by key, and
// the evidence pack, whose files are opened and checked. Ends in the sandbox's books and in what
// was written.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { extractText, getDocumentProxy } from 'unpdf'
import { checkSums, unzip } from '../journeys/unzip.ts'
import { type PageDriver, newFolder, openPageDriver, plain } from './page-driver.ts'
import { flow } from './flow.ts'

/** What the page asked of the system, as the host wrote it down. */
const traceFile = join(newFolder(), 'trace')
let driver: PageDriver
let orderid: string
beforeAll(async () => {
  driver = await openPageDriver({ env: { PAYDESK_HOST_TRACE_FILE: traceFile } })
  const practice = await driver.practice(/120\.00 EUR/)
  orderid = practice.orderid
  await driver.lookUp(orderid)
})
afterAll(() => driver.close())

const note = async (text: string): Promise<void> => {
  await driver.at('note-new').fill(text)
  await driver.at('note-add').click()
}
const shown = async () => {
  const connection = (await driver.call('app:state', {})) as {
    value: { connections: { id: string }[] }
  }
  const order = await driver.call('order:show', {
    connectionId: connection.value.connections[0]!.id,
    orderid,
  })
  if (!order.ok) throw new Error(JSON.stringify(order.fault))
  return order.value
}

/** Nothing but look-ups reached the gateway. */
const sent = async (): Promise<number> =>
  (await driver.books()).requests.filter(({ operation }) => operation !== 'status').length

describe('the frame around a long order', () => {
  it('stays in place: the order scrolls in it, the window never', async () => {
    await driver.page.setViewportSize({ width: 1280, height: 640 })
    const heights = await driver.page.evaluate(() => ({
      window: innerHeight,
      page: document.documentElement.scrollHeight,
      order: document.querySelector('.middle')?.scrollHeight ?? 0,
      room: document.querySelector('.middle')?.clientHeight ?? 0,
    }))
    expect(heights.order).toBeGreaterThan(heights.room)
    expect(heights.page).toBe(heights.window)
    await driver.page.setViewportSize({ width: 1280, height: 800 })
  })
})

describe('the head of an order', () => {
  it('is its number and its state, and leaves what can be refunded the loudest', async () => {
    expect(plain(await driver.page.locator('main .order-line').innerText())).toMatch(
      new RegExp(`^Order ${orderid}\\s+.*Captured\\s+[\\d .]+ EUR\\s`),
    )
    const sizes = await driver.page.locator('main :is(h1, .amount)').evaluateAll((all) =>
      all.map((one) => ({
        text: one.closest('[data-testid=money-facts] tr, h1')?.textContent ?? '',
        isHead: one.closest('.order-head') !== null,
        size: Number.parseFloat(getComputedStyle(one).fontSize),
      })),
    )
    const [first, second] = sizes.toSorted((a, b) => b.size - a.size)
    expect(first).toMatchObject({ isHead: false, text: expect.stringContaining('Refundable') })
    expect(second).toMatchObject({ isHead: true, text: expect.stringContaining(orderid) })
    expect(second!.size).toBeGreaterThan(
      Math.max(...sizes.filter((one) => one !== first && one !== second).map(({ size }) => size)),
    )
  })
})

describe('an order in a wide window', () => {
  it('has its notes beside its timeline, and above the answer', async () => {
    const placeOf = async (testId: string) => {
      const box = await driver.at(testId).first().boundingBox()
      return { left: box?.x ?? 0, top: box?.y ?? 0 }
    }
    const [narrow, note] = [await placeOf('timeline'), await placeOf('note-new')]
    expect(note.top).toBeGreaterThan(narrow.top)
    expect(Math.abs(note.left - narrow.left)).toBeLessThan(40)
    await driver.page.setViewportSize({ width: 1920, height: 1080 })
    const [timeline, beside] = [await placeOf('timeline'), await placeOf('note-new')]
    expect(beside.left).toBeGreaterThan(timeline.left + 400)
    expect((await placeOf('action-return')).left).toBeGreaterThan(beside.left + 200)
    await driver.page.setViewportSize({ width: 1280, height: 800 })
  })
})

describe('notes and tags', () => {
  it('take one line until somebody writes', async () => {
    const height = async () => (await driver.at('note-new').boundingBox())?.height ?? 0
    const idle = await height()
    expect(await driver.at('note-add').isVisible()).toBe(false)
    await driver.at('note-new').focus()
    await driver.at('note-add').waitFor()
    expect(await height()).toBeGreaterThan(idle + 10)
    await driver.at('tag-new').focus()
    await driver.at('note-add').waitFor({ state: 'hidden' })
  })

  flow('note-and-tag', async () => {
    await driver.sees('order-notes', /never sees them/)
    await driver.at('tag-new').fill('Waiting for bank')
    await driver.page.keyboard.press('Enter')
    await driver.sees('tag', /^waiting for bank/)
    await note('Customer called.\nفاطمة الزهراء sends the receipt, כתבה אתמול')
    await driver.sees('note', /sends the receipt.*root|sends the receipt/s)
    await driver.at('note-new').fill('half a thou')
    await driver.at('rail-orders').click()
    await driver.lookUp(orderid)
    await expect.poll(() => driver.at('note-new').inputValue()).toBe('half a thou')
    expect(await shown()).toMatchObject({ tags: ['waiting for bank'], notes: [{ seq: 1 }] })
    expect(await sent()).toBe(0)
  })

  flow('note-with-a-card-number', async () => {
    const before = (await shown()).timeline.length
    await note('paid with 4111 1111 1111 1111')
    await driver.sees('order-notes', /looks like a card number/)
    await expect.poll(() => driver.at('note-new').inputValue()).toContain('4111')
    expect((await shown()).timeline.length).toBe(before)
    // Kept for another look at it, and no longer than the person stays.
    await driver.at('rail-orders').click()
    await driver.lookUp(orderid)
    expect(await driver.at('note-new').inputValue()).toBe('')
    expect(await sent()).toBe(0)
  })

  flow('tag-taken-away', async () => {
    await driver.at('tag-new').fill('mistake')
    await driver.at('tag-add').click()
    await driver.page.getByRole('button', { name: 'Remove tag mistake' }).click()
    await expect.poll(() => driver.at('tag').count()).toBe(1)
    expect(await sent()).toBe(0)
  })
})

describe('the head and the timeline', () => {
  it('copy each id by two keys', async () => {
    await driver.page.locator('h1').focus()
    for (const [keys, message] of [
      ['yo', /^Order ID copied/],
      ['ym', /^Merchant order ID copied/],
      ['ys', /^Serial number copied/],
    ] as const) {
      await driver.page.keyboard.type(keys)
      await expect.poll(() => driver.page.getByText(message).count()).toBeGreaterThan(0)
    }
  })

  it('open the form of capture and void, and the next order of the list, by one key', async () => {
    const { orderid: hold } = await driver.practice(/A hold of 300\.00 EUR/)
    await driver.lookUp(hold)
    await driver.at('rail-orders').click()
    await expect.poll(() => driver.at('order-row').count()).toBeGreaterThan(1)
    await driver.lookUp(hold)
    for (const [key, form] of [
      ['c', 'capture'],
      ['v', 'give-back'],
    ] as const) {
      await driver.page.locator('main h1').focus()
      await driver.page.keyboard.press(key)
      await driver.page.waitForURL((url) => url.hash.endsWith(`/${hold}/${form}`))
      await driver.sees('action-form', form === 'capture' ? /Capture/ : /Void/)
      await driver.page.keyboard.press('Escape')
      await driver.page.waitForURL((url) => url.hash.endsWith(`/${hold}`))
    }
    await driver.page.keyboard.press('n')
    await driver.page.waitForURL((url) => !url.hash.includes(hold))
    await driver.at('phase').waitFor()
    await driver.lookUp(orderid)
  })

  flow('decline-beside-the-status', async () => {
    await driver.fill('return', '20.00')
    await driver.review()
    await driver.send()
    await driver.settle()
    expect(await driver.money('Refundable')).toBe('100.00 EUR')
    await driver.fill('return', '1.01')
    await driver.review()
    await driver.send()
    await driver.settle()
    await driver.sees('outcome', /Refund declined.*Declined by the issuer/is)
    await driver.at('outcome-close').click()
    await driver.sees('failed-action', /refund declined.*Declined by the issuer/is)
    await driver.sees('phase', /Partly refunded/)
    expect(await driver.effects(orderid)).toEqual([
      { operation: 'return', amountMinor: 2000, currency: 'EUR' },
    ])
  })

  it('show a request as one row, and its steps by a key', async () => {
    const row = driver.at('timeline').locator('li.from-desk').filter({ hasText: '20.00 EUR' })
    await expect.poll(() => row.count()).toBe(1)
    expect(plain(await row.innerText())).toMatch(
      /^20\.00 EUR refunded\s+Box arrived damaged\s+root/,
    )
    const steps = row.getByRole('list').getByRole('listitem')
    expect(await steps.count()).toBe(0)
    await row.getByTestId('timeline-steps').focus()
    await driver.page.keyboard.press('Enter')
    const reported = (await steps.allInnerTexts()).join('\n')
    expect(reported).toMatch(/Reviewed[^]*Confirmed[^]*Sending started[^]*Processing[^]*Refunded/)
    expect(reported).not.toMatch(/not confirmed|Nothing was sent/)
    // What a bank asks for comes first; numbers of the log and of answers are folded, and last.
    expect(reported).not.toMatch(/entry \d+|serial no/)
    const opened = plain(await row.innerText())
    expect(opened.indexOf('RRN')).toBeLessThan(opened.indexOf('Reviewed'))
    await row.getByTestId('timeline-technical').locator('summary').click()
    const technical = await row.getByTestId('timeline-technical').innerText()
    expect(technical.match(/entry \d+/g)).toHaveLength(5)
    await row.getByTestId('timeline-steps').press('Enter')
    await expect.poll(() => steps.count()).toBe(0)
  })

  it('narrow a long timeline by kind', async () => {
    await driver.at('timeline-notes').click()
    await driver.sees('timeline', /^Tag removed/)
    expect(
      await driver
        .at('timeline')
        .getByText(/refund/i)
        .count(),
    ).toBe(0)
    await driver.at('timeline-all').click()
    await driver.sees('timeline', /refunded/)
  })

  flow('made-from-an-order', async () => {
    await driver.at('keep-card').click()
    await driver.at('review-open').click()
    await driver.at('review').waitFor()
    await driver.at('send').click()
    await driver.at('outcome').waitFor()
    await driver.lookUp(orderid)
    await driver.sees('related-row', /Created here\s*Saved card.*Cards/s)
    expect(await driver.requests('create-card-ref')).toBe(1)
  })
})

describe('an order with two hundred entries', () => {
  it('shows the newest at once and the rest on demand, and stays quick to work on', async () => {
    const { connectionId } = await shown()
    await driver.page.evaluate(
      async (place) => {
        for (let n = 1; n <= 200; n += 1)
          await window.paydesk?.call('order:note', { ...place, text: `Line ${n}` })
      },
      { connectionId, orderid },
    )
    await driver.sees('timeline-whole', /Show all 2\d\d/)
    await expect.poll(() => driver.at('timeline').locator('li').count()).toBe(40)
    await driver.at('timeline-whole').click()
    await expect.poll(() => driver.at('timeline').locator('li').count()).toBeGreaterThan(200)
    await driver.at('tag-new').fill('long')
    const began = Date.now()
    await driver.page.keyboard.press('Enter')
    await driver.sees('order-notes', /long/)
    // A second is far above what it takes, and far below what an operator would notice as stuck.
    expect(Date.now() - began).toBeLessThan(2_000)
  })
})

describe('the evidence pack', () => {
  flow('evidence-pack', async () => {
    await driver.at('evidence-make').click()
    await driver.at('evidence-report').waitFor()
    const [name] = readdirSync(driver.saveFolder)
    expect(name).toMatch(new RegExp(`^paydesk-order-${orderid}-\\d{8}T\\d{4}Z\\.zip$`))
    await driver.sees('evidence-report', new RegExp(name!.replaceAll('.', '\\.')))
    await driver.at('show-saved').click()
    const reported = (): string => readFileSync(traceFile, 'utf8')
    await expect
      .poll(reported)
      .toContain(JSON.stringify({ what: 'shown', passed: join(driver.saveFolder, name!) }))
    const folder = unzip(join(driver.saveFolder, name!))
    expect(checkSums(folder).every(([, isRight]) => isRight)).toBe(true)
    const bytes = readFileSync(join(folder, 'timeline.pdf'))
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    const pdf = await getDocumentProxy(new Uint8Array(bytes))
    const { text } = await extractText(pdf, { mergePages: true })
    const read = text.normalize('NFKC').replaceAll(/\s+/g, ' ')
    for (const message of [
      `Order ${orderid}`,
      'partly refunded',
      '100.00 EUR',
      'Declined by the issuer',
      'Box arrived damaged',
      'waiting for bank',
    ])
      expect(read.replaceAll('\u202f', ' ')).toContain(message)
    expect(read).toMatch(/[\u0600-\u06ff]{4}/)
    expect(read).toMatch(/[\u0590-\u05ff]{4}/)
    // The fonts that ship with the program are in it, not whatever this computer has.
    const fonts = bytes.toString('latin1')
    expect(fonts).toMatch(/NotoSansArabic/)
    expect(fonts).toMatch(/NotoSansHebrew/)
    expect(existsSync(join(folder, 'audit/audit.jsonl'))).toBe(true)
    expect(readdirSync(driver.saveFolder).filter((one) => one.includes('.partial-'))).toEqual([])
    // What it tells of the money is what the sandbox has booked.
    expect(await driver.effects(orderid)).toEqual([
      { operation: 'return', amountMinor: 2000, currency: 'EUR' },
    ])
  })
})

describe('a transaction whose type Paydesk does not know', () => {
  /** Lets the gateway book it on the order, while Paydesk is closed. */
  async function bookUnknown(on: string, type: string): Promise<void> {
    await driver.kill()
    const db = new DatabaseSync(join(driver.userData, 'sandbox.sqlite'))
    const same = 'orderid, currency, status, fate, final_at, created_at, changed_at'
    db.prepare(
      `INSERT INTO transactions (type, amount_minor, processor_tx_id, ${same})
       SELECT ?, 7000, 'PTX-${type}', ${same} FROM transactions WHERE orderid = ? LIMIT 1`,
    ).run(type, Number(on))
    db.close()
    await driver.start()
  }

  it('is named beside the refund, in its form and in its review', async () => {
    const hold = await driver.practice(/hold of 500\.00 EUR, 200\.00 captured/)
    await driver.lookUp(hold.orderid)
    await driver.fill('return', '10.00')
    // All of what nobody knows the amount of can't be chosen.
    expect(await driver.at('full').count()).toBe(0)
    await driver.page.keyboard.press('Escape')
    const sale = await driver.practice(/5000\.00 EUR for test/)
    await driver.lookUp(sale.orderid)
    await bookUnknown(sale.orderid, 'adjustment')
    await driver.lookUp(sale.orderid)
    await driver.at('check-now').click()
    const uncertainty =
      /the type “adjustment”, which Paydesk does not know.*its amount is held back/
    await driver.sees('note-return', uncertainty)
    expect(await driver.money('Refundable')).toBe('4 930.00 EUR')
    await driver.fill('return', '10.00')
    await driver.sees('form-why', uncertainty)
    await driver.review()
    await driver.sees('review-warnings', uncertainty)
    expect(await driver.effects(sale.orderid)).toEqual([])
  })
})
