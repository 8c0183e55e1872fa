// Links to pages of the gateway, and what cards kept from them are good for: facts, rebills,
// subscriptions, transfers. Each from its own screen to the sandbox's books.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillIn } from '../journeys/customer.ts'
import { axeFindings, axeFindingsInLittleRoom } from './axe.ts'
import { type PageDriver, openPageDriver } from './page-driver.ts'
import { flow } from './flow.ts'
import { cutCells } from './cut-cells.ts'
import { ip, driveOperationForm } from './operation-form-driver.ts'

let driver: PageDriver
let cardrefid = ''
const cardName = 'Visa 1111'
const noted = 'note-recurring-payment-id'
/** Paid through a link with a card of the sandbox that may do everything. */
let paid = { orderid: '', clientOrderid: '' }
beforeAll(async () => {
  driver = await openPageDriver()
})
afterAll(() => driver.close())
const { field, open, fill, review, send, settle, result, ...form } = driveOperationForm(
  () => driver,
)

/** Keeps the card of the sale that was paid by link and says its reference. */
async function keepCard(): Promise<string> {
  await driver.lookUp(paid.orderid)
  await open('cards', 'card-new')
  await driver.at('order-pick').selectOption(paid.orderid)
  await expect.poll(() => field('client_orderid').inputValue()).toBe(paid.clientOrderid)
  await review(paid.orderid)
  await send()
  await driver.isDone()
  return result('card-ref-id')
}

async function subscribe(amount: string): Promise<string> {
  await open('subscriptions', 'subscription-new')
  await fill({
    cardrefid,
    amount,
    currency: 'EUR',
    order_desc: 'Lamp club',
    email: 'zoe@example.org',
    'customer-ip': ip,
    'start-date': '2030-01-31',
  })
  await driver.sees('charge-days', /31 Jan 2030\s+28 Feb 2030\s+31 Mar 2030/)
  await review('Months', '2030-01-31')
  await send()
  await driver.isDone()
  return result('recurring-payment-id')
}

describe('a form on a page of its own', () => {
  it('has the amount as its loudest field, and ends where its review ends', async () => {
    await driver.page.setViewportSize({ width: 1920, height: 1080 })
    await open('payouts', 'payout-check')
    const sizeOf = (name: string) => field(name).evaluate((node) => getComputedStyle(node).fontSize)
    expect(await sizeOf('amount')).toBe('28px')
    expect(await sizeOf('order_desc')).not.toBe('28px')
    const edge = (): Promise<number> =>
      driver.page
        .locator('main .panel')
        .first()
        .evaluate((node) => Math.round(node.getBoundingClientRect().right))
    const edgeOfForm = await edge()
    await driver.at('way-account').check()
    await fill({ account_number: 'DE89370400440532013000', order_desc: 'Lamps', ipaddress: ip })
    await fill({ amount: '1.00', currency: 'EUR' })
    await review('1.00')
    expect(await edge()).toBe(edgeOfForm)
    await driver.page.setViewportSize({ width: 1280, height: 800 })
  })
})

describe('from a form to the sandbox’s books', () => {
  const useLink = async (operation: string, minor: number | null): Promise<void> => {
    await open('links', 'link-new')
    await form.change(driver.page.locator(`.kinds a[href$="/links/${operation}"]`), operation)
    const purpose = operation === 'account-verification-form' ? 'card check' : 'payment'
    await driver.page.getByText(`What the ${purpose} is for. The customer may see it.`).waitFor()
    await fill({ order_desc: 'Lamp no. 7', email: 'zoe@example.org', ipaddress: ip })
    if (minor !== null) await fill({ amount: '42.00', currency: 'EUR' })
    // An amount that can't be read is no part of the message.
    if (minor !== null) {
      await field('amount').fill('forty')
      await driver.sees('link-message', /^Lamp no\. 7\. Please/)
      await fill({ amount: '42.00' })
    }
    // The message is read as it is typed; its place in it says that the link is not there yet.
    const said = minor === null ? 'Lamp no. 7' : 'Lamp no. 7, 42.00\u00a0EUR'
    expect(await driver.at('link-message').innerText()).toBe(
      `${said}. Please continue on this page: the link, once created`,
    )
    await review('Lamp no. 7')
    await send()
    await driver.at('qr').waitFor()
    await driver.sees('outcome', /link .*created/i)
    const ready = driver.at('outcome').or(driver.at('result-redirect-url'))
    await expect.poll(() => ready.first().getAttribute('data-testid')).toBe('result-redirect-url')
    const link = await result('redirect-url')
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//)
    // The chip says what became of it: the sentence is for screen readers. For whom the link is is
    // said once.
    const told = await driver.at('outcome').getByRole('heading').boundingBox()
    expect(told!.width).toBeLessThanOrEqual(1)
    expect(await driver.at('outcome').locator('.calm-mark').count()).toBe(0)
    expect(await driver.at('result-made-for').count()).toBe(0)
    // What is copied with the link stands there before it is copied.
    expect(await driver.at('link-message').innerText()).toContain(link)
    await fillIn(link, 'card')
    await settle()
    // The head says what there is now, and the choice between links is over.
    const head = driver.page.getByRole('heading', { level: 1 })
    expect(await head.innerText()).toMatch(/ · order \d+$/)
    expect(await driver.page.locator('.kinds').count()).toBe(0)
    if (operation === 'sale-form') {
      await driver.sees('outcome', '42.00 EUR captured')
      expect(await driver.at('outcome').textContent()).not.toContain('zoe@example.org')
      await driver.sees('result-made-for', 'zoe@example.org')
      await driver.sees('result-card', /VISA 1111/i)
      await driver.at('open-order').waitFor()
      // One card holds what was done, its facts and what comes next.
      expect(await driver.page.locator('main .panel:not(.result-card .panel)').count()).toBe(1)
      expect(await driver.at('leave').count()).toBe(0)
    }
    const offered = driver.at('qr').or(driver.at('copy-link')).or(driver.at('result-redirect-url'))
    expect(await offered.count()).toBe(0)
    const effects = await form.effectsOfResult()
    expect(effects.map(({ amountMinor }) => amountMinor)).toEqual(minor === null ? [] : [minor])
  }
  flow('sale-by-link', async () => {
    await useLink('sale-form', 4200)
    paid = { orderid: await form.orderOfResult(), clientOrderid: await result('client-orderid') }
    // Beside the list, too, a link that was used has no address to copy.
    await driver.page.setViewportSize({ width: 1920, height: 1080 })
    await driver.at('rail-links').click()
    await driver.at('register-row').first().waitFor()
    await driver.page.getByText(/^\d+ links?( · .*)?$/).waitFor()
    await driver.at('register-row').first().click()
    const pane = driver.at('request-pane')
    await pane.getByTestId('result-order').waitFor()
    expect(await pane.getByTestId('result-redirect-url').count()).toBe(0)
    await driver.page.setViewportSize({ width: 1280, height: 800 })
  })
  flow('hold-by-link', () => useLink('preauth-form', 4200))
  flow('any-payment-by-link', () => useLink('payment-form', 4200))
  flow('card-check-by-link', () => useLink('account-verification-form', null))

  flow('card-kept-and-charged', async () => {
    cardrefid = await keepCard()
    expect(cardrefid).toMatch(/^\d+$/)
    // The card is named, so its digits don't stand there once more.
    await driver.sees('result-card', /VISA 1111/i)
    expect(await driver.at('result-last-four-digits').count()).toBe(0)
    // What a card was saved for stands there as the primary button, and brings the card along.
    await driver.at('next-cards-rebill').click()
    await driver
      .at('operation-form')
      .and(driver.page.locator('[data-operation=make-rebill]'))
      .waitFor()
    expect(await field('cardrefid').inputValue()).toBe(cardrefid)
    await driver.at('rail-cards').click()
    await driver.at('card-facts').click()
    await field('cardrefid').fill(cardrefid)
    await driver.at('read-send').click()
    await driver.sees('answer', /•••••• \d{4}/)
    const answered = driver.at('answer')
    expect(await answered.getByTestId('card-picture').getAttribute('data-digits')).toBe('•••• 1111')
    // The card stands before what is known of it, and what it is for follows.
    const [card, facts] = await Promise.all(
      [answered.getByTestId('card-picture'), answered.locator('dl').first()].map((one) =>
        one.boundingBox(),
      ),
    )
    expect(card!.width).toBeGreaterThan(250)
    expect(facts!.x).toBeGreaterThan(card!.x + card!.width)
    await answered.getByTestId('next-cards-rebill').click()
    expect(await field('cardrefid').inputValue()).toBe(cardrefid)
    await driver.page.goBack()
    await driver.at('read-send').click()
    await driver.sees('answer', /•••••• \d{4}/)
    // The number says both of its ends.
    expect(await answered.innerText()).not.toMatch(/[Dd]igits/)
    await open('cards', 'card-rebill')
    await fill({ cardrefid, order_desc: 'Monthly lamp', ipaddress: ip })
    await fill({ amount: '9.90', currency: 'EUR' })
    await review(cardrefid, '9.90')
    await driver.sees('review', /Charged to\s+Visa 1111 · ZOE MULLER\s+9\.90 EUR/)
    await send()
    await settle()
    expect(await form.effectsOfResult()).toEqual([
      { operation: 'make-rebill', amountMinor: 990, currency: 'EUR' },
    ])
  })

  flow('card-kept-with-the-rsa-key', async () => {
    await open('cards', 'card-new')
    const rsa = driver.at('operation-form').getByRole('link', { name: /RSA key/ })
    await form.change(rsa, 'create-card-ref-v4')
    await driver.at('order-pick').selectOption(paid.orderid)
    await review(paid.orderid)
    await send()
    await driver.isDone()
    expect(await result('card-ref-id')).toMatch(/^\d+$/)
    expect(await driver.requests('create-card-ref-v4')).toBe(1)
    expect(await driver.effects(paid.orderid)).toHaveLength(1)
  })

  flow('payout-to-a-kept-card', async () => {
    await open('payouts', 'payout-new')
    await fill({ cardrefid, order_desc: 'Prize', ipaddress: ip })
    await fill({ amount: '21.00', currency: 'EUR' })
    await review(cardrefid, '21.00')
    await send()
    await settle()
    expect(await form.effectsOfResult()).toEqual([
      { operation: 'payout', amountMinor: 2100, currency: 'EUR' },
    ])
  })

  flow('subscription-created', async () => {
    const created = await subscribe('9.90')
    expect(created).toMatch(/^\d+$/)
    expect(await driver.requests('create-recurring-payment')).toBe(1)
    await driver.at('leave').click()
    await driver.sees('register-row', created)
    // Whose card it charges, as this computer knows it.
    await driver.sees('register-row', /[A-Z][a-z]+ \d{4} · zoe@example\.org/)
    const lines = await driver
      .at('register-row')
      .first()
      .evaluate((row) =>
        [
          '.copy-text .mono',
          '.grid-cell .muted',
          '.order-link',
          '.amount',
          '.grid-cell time',
        ].flatMap((part) => {
          const text = row.querySelector(part)
          if (text === null) return []
          const mark = document.createElement('span')
          mark.style.cssText = 'display: inline-block; width: 0; height: 0'
          text.append(mark)
          const { bottom } = mark.getBoundingClientRect()
          mark.remove()
          return [bottom]
        }),
      )
    expect(lines.length).toBeGreaterThan(2)
    expect(Math.max(...lines) - Math.min(...lines)).toBeLessThan(1)
    await driver.sees('subscription-plan', 'Next 31 Jan 2030 · every month')
    await driver.sees('subscription-limits', /can’t list, show, pause or cancel/)
    await driver.page.getByText('Only subscriptions from this computer.', { exact: true }).waitFor()
    // No request of the list has an order yet, and beside it the screen has one primary button.
    await driver.page.setViewportSize({ width: 1920, height: 1080 })
    await driver.at('register-row').first().click()
    await driver.at('request-pane').waitFor()
    const heads = driver.at('register').getByRole('columnheader')
    expect((await heads.allInnerTexts()).map((text) => text.trim())).not.toContain('Order')
    expect(await driver.page.locator('main .n-button--primary-type').count()).toBe(1)
    await driver.page.setViewportSize({ width: 1280, height: 800 })
  })

  flow('subscription-payment-taken', async () => {
    await driver.at('rail-subscriptions').click()
    await driver.at('row-charge').first().click()
    await fill({ amount: '3.30', currency: 'EUR' })
    await review('3.30')
    await send()
    await settle()
    const orderid = await form.orderOfResult()
    expect(await driver.effects(orderid)).toEqual([
      { operation: 'process-recurring-payment', amountMinor: 330, currency: 'EUR' },
    ])
    await driver.page.keyboard.press('Escape')
    const taken = new RegExp(`1 payment taken here: ${orderid} \\(3\\.30 EUR, \\d+ \\w+ \\d{4}\\)`)
    await driver.sees('subscription-payments', taken)
  })

  flow('subscription-changed', async () => {
    await driver.at('rail-subscriptions').click()
    // One action stands in the row; the others are behind its menu.
    expect(await driver.at('row-change').count()).toBe(0)
    // The menu stands beside the row's one action, and not below it.
    const menuButton = driver.page
      .locator('[data-testid="row-charge"] + [data-testid="row-more"]')
      .first()
    const apart = await menuButton.evaluate((more) => {
      const middle = ({ top, bottom }: DOMRect): number => (top + bottom) / 2
      const action = more.previousElementSibling!.getBoundingClientRect()
      return Math.abs(middle(action) - middle(more.getBoundingClientRect()))
    })
    expect(apart).toBeLessThan(8)
    await menuButton.click()
    await driver.at('menu-row-change').click()
    await driver.page.locator('.row-menu:popover-open').waitFor({ state: 'detached' })
    // What is known stands below the field, and in none: it would be sent as a change.
    await driver.sees(noted, /As it was created, .*: 9\.90 EUR, every month from .*, Lamp club/)
    expect(await field('amount').inputValue()).toBe('')
    // The currency comes with an amount that may be left out, and goes with it.
    expect(await field('currency').inputValue()).toBe('')
    await fill({ amount: '12.00' })
    await expect.poll(() => field('currency').inputValue()).toBe('EUR')
    await fill({ amount: '' })
    await expect.poll(() => field('currency').inputValue()).toBe('')
    await fill({ amount: '12.00', 'finish-date': '2031-12-31' })
    await review('12.00', '2031-12-31')
    await send()
    await driver.isDone()
    await driver.at('leave').click()
    await driver.sees('subscription-changed', '12.00 EUR, until 31 Dec 2031')
    // The gateway can't be asked for a subscription: its books show what a payment of it is now.
    await driver.at('row-charge').first().click()
    await driver.sees(noted, /Changed here: 12\.00 EUR, until 31 Dec 2031/)
    await review()
    // It was charged a moment ago already.
    await driver.at('twin-intended').check()
    await send()
    await settle()
    expect(await form.effectsOfResult()).toEqual([
      { operation: 'process-recurring-payment', amountMinor: 1200, currency: 'EUR' },
    ])
  })
  it('a subscription is marked as stopped, and as running again', async () => {
    await driver.at('rail-subscriptions').click()
    await driver.at('row-more').first().waitFor()
    const before = await driver.at('row-charge').count()
    // By keys: Shift with F10 opens the menu of a row, Escape closes it, arrows go through it.
    const { keyboard } = driver.page
    await driver.at('register').focus()
    await keyboard.press('End')
    await keyboard.press('Shift+F10')
    await driver.at('menu-row-stopped').waitFor()
    expect(await axeFindings(driver)).toEqual([])
    expect(await axeFindingsInLittleRoom(driver)).toEqual([])
    await keyboard.press('Escape')
    await driver.at('menu-row-stopped').waitFor({ state: 'hidden' })
    await keyboard.press('Shift+F10')
    while (!(await driver.at('menu-row-stopped').evaluate((one) => one === document.activeElement)))
      await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await driver.at('stop-confirm').click()
    await driver.sees('stop-dialog', /Enter who stopped it/)
    expect(await axeFindings(driver)).toEqual([])
    expect(await axeFindingsInLittleRoom(driver)).toEqual([])
    await driver.at('stop-dialog').getByTestId('reason').fill('Stopped by the support, ticket 4711')
    await driver.at('stop-confirm').click()
    await driver.sees('subscription-stopped', /Marked as stopped .* ticket 4711/s)
    // Every row of that subscription: what created it, and what was taken from it since.
    await expect.poll(() => driver.at('row-charge').count()).toBeLessThan(before)
    await driver.at('row-more').last().click()
    await driver.at('menu-row-stopped').click()
    await driver.at('stop-dialog').getByTestId('reason').fill('It was another one')
    await driver.at('stop-confirm').click()
    await expect.poll(() => driver.at('subscription-stopped').count()).toBe(0)
    await expect.poll(() => driver.at('row-charge').count()).toBe(before)
  })

  flow('transfer-between-cards', async () => {
    const [from, to] = [await subscribe('5.00'), await subscribe('6.00')]
    await open('transfers', 'transfer-new')
    // What is called alike says what it charges. The other card is offered once the first is named.
    const picks = driver.at('pick-card_recurring_payment_id')
    await picks.first().waitFor()
    const said = (await picks.allInnerTexts()).map((one) => one.trim().split(/\s*\n\s*/))
    expect(said).toContainEqual([
      `${cardName} · 6.00\u00a0EUR every month`,
      'zoe@example.org · Lamp club',
    ])
    const others = driver.at('pick-destination_card_recurring_payment_id')
    expect(await others.count()).toBe(0)
    await fill({ card_recurring_payment_id: from })
    await others.first().waitFor()
    expect((await others.allInnerTexts()).join()).not.toMatch(/5\.00/)
    await fill({
      card_recurring_payment_id: from,
      destination_card_recurring_payment_id: to,
      order_desc: 'Share',
      ipaddress: ip,
      amount: '7.70',
      currency: 'EUR',
    })
    await review(from, to)
    await send()
    await settle()
    const pictures = driver.at('result').getByTestId('card-picture')
    const widths: number[] = [1280, 1024]
    for (const width of widths) {
      await driver.page.setViewportSize({ width, height: 800 })
      expect(await pictures.count()).toBe(2)
      const overlap = await pictures.last().evaluate((card) => {
        const [panel, box] = [card.closest('section')!, card].map((one) =>
          one.getBoundingClientRect(),
        )
        return box!.right > panel!.right || box!.bottom > panel!.bottom
      })
      expect(overlap).toBe(false)
    }
    await driver.page.setViewportSize({ width: 1280, height: 800 })
    const head = driver.page.getByRole('heading', { level: 1 })
    expect(await head.innerText()).toBe(`Transfer · order ${await form.orderOfResult()}`)
    expect(await form.effectsOfResult()).toEqual([
      { operation: 'transfer', amountMinor: 770, currency: 'EUR' },
    ])
    await open('transfers', 'eligibility-new')
    await fill({ 'sending-card-ref-id': cardrefid })
    await review(cardrefid)
    await send()
    await driver.sees('result-sending-eligible', 'Yes')
    expect(await driver.requests('pan-eligibility-send')).toBe(1)
  })
  it.for([
    ['transfers', '→'],
    ['cards', cardName],
    ['subscriptions', cardName],
  ] as const)(
    'a list of %s has room for whatever a person can’t do without',
    async ([of, text]) => {
      await driver.at(`rail-${of}`).click()
      await driver.at('register-row').getByText(text).first().waitFor()
      for (const size of [
        { width: 1280, height: 800 },
        { width: 1024, height: 640 },
      ]) {
        await driver.page.setViewportSize(size)
        await expect.poll(() => cutCells(driver.at('register-row'))).toEqual([])
      }
      await driver.page.setViewportSize({ width: 1280, height: 800 })
    },
  )

  it('an order chosen on the way to a form wins over one that was typed there before', async () => {
    await driver.go('#/cards/new')
    await fill({ orderid: '1111', client_orderid: 'typed-before' })
    await driver.at('rail-orders').click()
    const sale = await driver.practice(/paid sale of 120\.00 EUR/)
    await driver.lookUp(sale.orderid)
    await driver.at('keep-card').click()
    await driver.at('operation-form').waitFor()
    await expect.poll(() => field('orderid').inputValue()).toBe(sale.orderid)
    await expect.poll(() => field('client_orderid').inputValue()).toBe(sale.clientOrderid)
  })
})
