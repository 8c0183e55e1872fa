// The order page as a clerk works on it: notes and tags, what belongs together, ids by key, and the
// evidence pack, whose files are opened and checked. Ends in the sandbox's books and in what was
// written.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { extractText, getDocumentProxy } from 'unpdf'
import { checkSums, unzip } from '../journeys/unzip.ts'
import { type Clerk, openClerk } from './clerk.ts'
import { flow } from './flow.ts'

let clerk: Clerk
let orderid: string
beforeAll(async () => {
  clerk = await openClerk()
  const practice = await clerk.practice(/120\.00 EUR/)
  orderid = practice.orderid
  await clerk.lookUp(orderid)
}, 60_000)
afterAll(() => clerk.close())

const note = async (text: string): Promise<void> => {
  await clerk.at('note-new').fill(text)
  await clerk.at('note-add').click()
}
const shown = async () => {
  const connection = (await clerk.call('desk:state', {})) as {
    value: { connections: { id: string }[] }
  }
  const order = await clerk.call('order:show', {
    connectionId: connection.value.connections[0]!.id,
    orderid,
  })
  if (!order.ok) throw new Error(JSON.stringify(order.fault))
  return order.value
}

/** Nothing but look-ups reached the gateway. */
const sent = async (): Promise<number> =>
  (await clerk.books()).requests.filter(({ operation }) => operation !== 'status').length

describe('the frame around a long order', () => {
  it('stays in place: the order scrolls in it, the window never', async () => {
    const heights = await clerk.page.evaluate(() => ({
      window: innerHeight,
      page: document.documentElement.scrollHeight,
      order: document.querySelector('.middle')?.scrollHeight ?? 0,
      room: document.querySelector('.middle')?.clientHeight ?? 0,
    }))
    expect(heights.order).toBeGreaterThan(heights.room)
    expect(heights.page).toBe(heights.window)
  })
})

describe('notes and tags', () => {
  flow('note-and-tag', async () => {
    await clerk.sees('order-notes', /never sees them/)
    await clerk.at('tag-new').fill('Waiting for bank')
    await clerk.page.keyboard.press('Enter')
    await clerk.sees('tag', /^waiting for bank/)
    await note('Customer called.\nفاطمة الزهراء sends the receipt, כתבה אתמול')
    await clerk.sees('note', /sends the receipt.*root|sends the receipt/s)
    await clerk.at('note-new').fill('half a thou')
    await clerk.at('rail-orders').click()
    await clerk.lookUp(orderid)
    expect(await clerk.at('note-new').inputValue()).toBe('half a thou')
    expect(await shown()).toMatchObject({ tags: ['waiting for bank'], notes: [{ seq: 1 }] })
    expect(await sent()).toBe(0)
  })

  flow('note-with-a-card-number', async () => {
    const before = (await shown()).timeline.length
    await note('paid with 4111 1111 1111 1111')
    await clerk.sees('order-notes', /looks like a card number/)
    expect(await clerk.at('note-new').inputValue()).toContain('4111')
    expect((await shown()).timeline.length).toBe(before)
    // Kept for another look at it, and no longer than the person stays.
    await clerk.at('rail-orders').click()
    await clerk.lookUp(orderid)
    expect(await clerk.at('note-new').inputValue()).toBe('')
    expect(await sent()).toBe(0)
  })

  flow('tag-taken-away', async () => {
    await clerk.at('tag-new').fill('mistake')
    await clerk.at('tag-add').click()
    await clerk.page.getByRole('button', { name: 'Remove tag mistake' }).click()
    await expect.poll(() => clerk.at('tag').count()).toBe(1)
    expect(await sent()).toBe(0)
  })
})

describe('the head and the line of time', () => {
  it('copy each id by two keys', async () => {
    await clerk.page.locator('h1').focus()
    for (const [keys, message] of [
      ['co', /^Order ID copied/],
      ['cm', /^Merchant order ID copied/],
      ['cs', /^Serial number copied/],
    ] as const) {
      await clerk.page.keyboard.type(keys)
      await expect.poll(() => clerk.page.getByText(message).count()).toBeGreaterThan(0)
    }
  })

  flow('decline-beside-the-status', async () => {
    await clerk.fill('return', '20.00')
    await clerk.review()
    await clerk.send()
    await clerk.settle()
    expect(await clerk.money('Refundable')).toBe('100.00 EUR')
    await clerk.fill('return', '1.01')
    await clerk.review()
    await clerk.send()
    await clerk.settle()
    await clerk.sees('failed-action', /refund declined.*Declined by the issuer/is)
    await clerk.sees('phase', /Partly refunded/)
    expect(await clerk.effects(orderid)).toEqual([
      { operation: 'return', amountMinor: 2000, currency: 'EUR' },
    ])
  })

  it('narrow a long line of time by kind', async () => {
    await clerk.at('timeline-notes').click()
    await clerk.sees('timeline', /^Log\s+Tag removed/)
    expect(await clerk.at('timeline').getByText('Refund', { exact: true }).count()).toBe(0)
    await clerk.at('timeline-all').click()
    await clerk.sees('timeline', /Refund/)
  })

  flow('made-from-an-order', async () => {
    await clerk.at('keep-card').click()
    await clerk.at('review-open').click()
    await clerk.at('review').waitFor()
    await clerk.at('send').click()
    await clerk.at('outcome').waitFor()
    await clerk.lookUp(orderid)
    await clerk.sees('related-row', /Made here\s*Card reference.*Cards/s)
    expect(await clerk.requests('create-card-ref')).toBe(1)
  })
})

describe('an order with two hundred entries', () => {
  it('shows the newest at once and the rest on demand, and stays quick to work on', async () => {
    const { connectionId } = await shown()
    await clerk.page.evaluate(
      async (place) => {
        for (let n = 1; n <= 200; n += 1)
          await window.paydesk?.call('order:note', { ...place, text: `Line ${n}` })
      },
      { connectionId, orderid },
    )
    await clerk.sees('timeline-whole', /Show all 2\d\d/)
    expect(await clerk.at('timeline').locator('li').count()).toBe(40)
    await clerk.at('timeline-whole').click()
    await expect.poll(() => clerk.at('timeline').locator('li').count()).toBeGreaterThan(200)
    await clerk.at('tag-new').fill('long')
    const began = Date.now()
    await clerk.page.keyboard.press('Enter')
    await clerk.sees('order-notes', /long/)
    // A second is far above what it takes, and far below what a clerk would notice as stuck.
    expect(Date.now() - began).toBeLessThan(2_000)
  })
})

describe('the evidence pack', () => {
  flow('evidence-pack', async () => {
    await clerk.at('evidence-make').click()
    await clerk.at('evidence-report').waitFor({ timeout: 30_000 })
    const [name] = readdirSync(clerk.saveFolder)
    expect(name).toMatch(new RegExp(`^paydesk-order-${orderid}-\\d{8}T\\d{4}Z\\.zip$`))
    await clerk.sees('evidence-report', new RegExp(name!.replaceAll('.', '\\.')))
    const folder = unzip(join(clerk.saveFolder, name!))
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
    expect(readdirSync(clerk.saveFolder).filter((one) => one.includes('.partial-'))).toEqual([])
    // What it tells of the money is what the sandbox has booked.
    expect(await clerk.effects(orderid)).toEqual([
      { operation: 'return', amountMinor: 2000, currency: 'EUR' },
    ])
  })
})
