// A card typed by hand: off until it is switched on, in one form per operation, each of which ends
// in the sandbox's own books.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCardDigits } from '../fakes/test-card.ts'
import { axeFindings } from './axe.ts'
import { type PageDriver, newFolder, openPageDriver, plain } from './page-driver.ts'
import { flow } from './flow.ts'

const traceFile = join(newFolder(), 'trace.jsonl')
let driver: PageDriver
beforeAll(async () => {
  driver = await openPageDriver({ env: { PAYDESK_HOST_TRACE_FILE: traceFile } })
})
afterAll(() => driver.close())

const field = (name: string) => driver.at(`field-${name}`)
const number = () => field('credit_card_number')
const secrets = [testCardDigits, /12\/31|ZOE/]

/** Whether the window was asked to stay out of screenshots, as it stands. */
const isProtected = (): boolean =>
  readFileSync(traceFile, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{"what":"protected"'))
    .at(-1) === '{"what":"protected","passed":true}'

async function openForm(operation: string): Promise<void> {
  await driver.go(`/terminal/${operation}`)
  await driver.at('operation-form').waitFor()
  await driver.at('card-entry').waitFor()
}

async function fillOrder(amount?: string): Promise<void> {
  if (amount !== undefined) {
    await driver.page.getByLabel('Amount', { exact: true }).fill(amount)
    await driver.page.getByLabel('Currency', { exact: true }).fill('EUR')
  }
  await field('order_desc').fill('Two lamps, by telephone')
  await field('email').fill('zoe@example.org')
  await field('ipaddress').fill('203.0.113.7')
}

async function fillCard(digits: string, code = '123'): Promise<void> {
  await number().fill(digits)
  await field('expiry').fill('12/31')
  await field('cvv2').fill(code)
  await field('card_printed_name').fill('ZOE MULLER')
}

/** Sends what the form holds and gives the order the gateway made of it. */
async function sendForm(): Promise<string> {
  await driver.at('review-open').click()
  await driver.at('review').waitFor()
  await driver.send()
  await driver.at('result-order').waitFor()
  return driver.at('result-order').innerText()
}

describe('where typing is switched off', () => {
  it('there is no form: what serves instead, and where it is switched on', async () => {
    for (const [here, instead] of [
      ['/terminal/preauth', 'preauth-form'],
      ['/terminal/sale', 'sale-form'],
    ] as const) {
      await driver.go(here)
      await driver.sees('card-entry-off', /switched off.*A link or a saved card needs no card/s)
      // Nobody types a form to its end to read that it can't be sent.
      for (const id of ['field-order_desc', 'field-amount', 'review-open', 'cancel'])
        expect(await driver.at(id).count(), id).toBe(0)
      expect(await number().count()).toBe(0)
      await driver.at('card-entry-off').locator('svg.drawing').waitFor()
      await expect.poll(isProtected).toBe(false)
      expect(await axeFindings(driver)).toEqual([])
      await driver.at('link-instead').click()
      await driver
        .at('operation-form')
        .and(driver.page.locator(`[data-operation=${instead}]`))
        .waitFor()
      await driver.go(here)
      await driver.at('card-entry-off').waitFor()
    }
  })

  it('it is switched on at the connection, after a warning, and the log says by whom', async () => {
    await driver.at('card-entry-where').click()
    await driver.at('card-entry-on').click()
    await driver.sees('card-entry-dialog', /PCI\s+DSS.*record\s+the keyboard/s)
    await driver.at('card-entry-confirm').click()
    await driver.sees('card-entry-state', /Switched on/)
    const log = await driver.call('audit:list', { filter: { kind: 'connection:changed' } })
    expect(log.ok && log.value.rows[0]?.details).toMatchObject({
      before: { cardEntry: false },
      after: { cardEntry: true },
    })
  })
})

describe('the form', () => {
  it('shows at most ten digits of the number, whatever is typed, and reads it as a person types', async () => {
    await openForm('sale')
    await expect.poll(isProtected).toBe(true)
    await driver.sees('card-where', /Sandbox: no real money moves/)
    await number().focus()
    await driver.page.keyboard.type('4929371845026')
    await expect.poll(() => number().inputValue()).toBe('4929 37•• •502 6')
    await driver.page.keyboard.type('736')
    await expect.poll(() => number().inputValue()).toBe('4929 37•• •••• 6736')
    await driver.sees('card-brand', 'Visa, complete')
    for (let step = 0; step < 4; step += 1) await driver.page.keyboard.press('ArrowLeft')
    await driver.page.keyboard.press('Backspace')
    await expect.poll(() => number().inputValue()).toBe('4929 37•• •••6 736')
    await driver.page.keyboard.press('Control+a')
    await driver.page.keyboard.press('Delete')
    expect(await number().inputValue()).toBe('')
  })

  it('takes a number that is pasted with spaces, and nothing can be copied or undone out of it', async () => {
    await driver.call('clipboard:copy', { text: 'Card: 5555 5555 5555 4444' })
    await number().focus()
    await driver.page.keyboard.insertText(' 5555 5555-5555 4444 ')
    await expect.poll(() => number().inputValue()).toBe('5555 55•• •••• 4444')
    await driver.sees('card-brand', 'Mastercard, complete')
    await driver.page.keyboard.press('Control+z')
    await expect.poll(() => number().inputValue()).toBe('5555 55•• •••• 4444')
    await number().selectText()
    const selected = () => driver.page.evaluate(() => getSelection()?.toString() ?? '')
    expect((await selected()).replaceAll(/\D/g, '')).not.toContain('5555555')
    await driver.page.keyboard.insertText('1'.repeat(20))
    await expect.poll(() => number().inputValue()).toBe('5555 55•• •••• 4444')
    await expect.poll(() => driver.at('card-entry').innerText()).toMatch(/at most 19 digits/)
  })

  it('draws the card beside the fields, with no digit of it before the number is complete', async () => {
    const picture = driver.at('card-picture')
    const shown = () =>
      picture.evaluate((it) =>
        [it, ...it.querySelectorAll<HTMLElement>('[data-expires]')]
          .flatMap(({ dataset }) => [dataset['digits'], dataset['expires'], dataset['holder']])
          .filter(Boolean)
          .join(' · '),
      )
    await number().fill('')
    await expect.poll(shown).toBe('•••• ••••')
    await number().fill('411111111111111')
    await field('expiry').fill('12/31')
    await expect.poll(shown).toBe('•••• •••• · 12/31')
    await fillCard('4111111111111111')
    await expect.poll(shown).toBe('•••• 1111 · ZOE MULLER · 12/31')
    expect(await picture.getAttribute('aria-hidden')).toBe('true')
    // The fields end at one edge, with no hole beside any of them.
    const endOf = async (name: string): Promise<number> => {
      const { x, width } = (await field(name).boundingBox())!
      return x + width
    }
    const end = await endOf('card_printed_name')
    expect(Math.abs((await endOf('credit_card_number')) - end)).toBeLessThan(1)
    const { x } = (await picture.boundingBox())!
    expect(x - end).toBeCloseTo(24, 0)
    await driver.page.setViewportSize({ width: 1024, height: 640 })
    await expect.poll(() => picture.isVisible()).toBe(false)
    await driver.page.setViewportSize({ width: 1280, height: 800 })
    await expect.poll(() => picture.isVisible()).toBe(true)
  })

  it('says of every field what is wrong, stands in the first of them and loses nothing', async () => {
    await fillOrder('20.00')
    await fillCard('4111 1111 1111 1112', '12')
    await field('expiry').fill('13/31')
    await field('card_printed_name').fill('4111111111111111')
    await driver.at('review-open').click()
    await expect
      .poll(() => driver.at('card-entry').innerText())
      .toMatch(/A digit is wrong.*month and year.*3 digits; this has 2.*only the name/s)
    await expect.poll(() => number().evaluate((it) => it === document.activeElement)).toBe(true)
    await expect.poll(() => number().inputValue()).toBe('4111 11•• •••• 1112')
    await expect.poll(() => field('cvv2').inputValue()).toBe('••')
    await expect.poll(() => field('email').inputValue()).toBe('zoe@example.org')
  })

  it('is cleared when the window is hidden', async () => {
    await fillCard('4111111111111111')
    await driver.page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
      Reflect.deleteProperty(document, 'hidden')
    })
    await driver.sees('card-note', /cleared because the window was hidden/)
    for (const name of ['credit_card_number', 'expiry', 'cvv2', 'card_printed_name'])
      expect(await field(name).inputValue()).toBe('')
    const drawn = await driver.at('card-picture').evaluate((it) => it.outerHTML)
    for (const gone of ['1111', '12/31', 'ZOE']) expect(drawn).not.toContain(gone)
    await expect.poll(() => field('email').inputValue()).toBe('zoe@example.org')
  })

  it('keeps the card in main over a step back from the review, by its last four digits alone', async () => {
    await fillCard('4111111111111111')
    await driver.at('review-open').click()
    await driver.at('review').waitFor()
    await expect.poll(isProtected).toBe(false)
    const review = (await driver.at('review').textContent()) ?? ''
    expect(review).toContain('Card 1111')
    for (const secret of secrets) expect(review).not.toMatch(secret)
    await driver.at('back').click()
    await driver.sees(
      'held-card',
      /Card 1111.*Held in memory until \d{1,2} \w{3,4} \d{4}, .*leave this form/s,
    )
    expect(await number().count()).toBe(0)
    const form = await driver.at('operation-form').innerText()
    for (const secret of secrets) expect(form).not.toMatch(secret)
    await expect.poll(() => field('order_desc').inputValue()).toBe('Two lamps, by telephone')
    await field('amount').fill('2.614')
    await driver.at('review-open').click()
    await driver.at('amount-choice').first().waitFor()
    await field('amount').fill('20.00')
    await driver.at('review-open').click()
    await driver.sees('review', /Card 1111/)
    await driver.at('back').click()
    await driver.at('held-card').waitFor()
  })

  it('forgets it when another is typed or the form is left, and keeps the rest', async () => {
    await driver.at('held-another').click()
    await expect.poll(() => number().evaluate((it) => it === document.activeElement)).toBe(true)
    expect(await number().inputValue()).toBe('')
    await fillCard('4111111111111111')
    await driver.at('review-open').click()
    await driver.at('review').waitFor()
    await driver.at('back').click()
    await driver.at('held-card').waitFor()
    await driver.go('/audit')
    await openForm('sale')
    expect(await driver.at('held-card').count()).toBe(0)
    expect(await number().inputValue()).toBe('')
    await expect.poll(() => field('order_desc').inputValue()).toBe('Two lamps, by telephone')
    await expect.poll(isProtected).toBe(true)
  })
})

describe('each form, to the end', () => {
  flow('sale-by-typed-card', async () => {
    const { keyboard } = driver.page
    await number().focus()
    await keyboard.type('4111 1111 1111 1111')
    await keyboard.press('Tab')
    await keyboard.type('12/31')
    await keyboard.press('Tab')
    await keyboard.type('123')
    await keyboard.press('Tab')
    await keyboard.type('ZOE MULLER')
    await keyboard.press('Enter')
    await driver.page.locator('[data-testid=send][data-armed]').waitFor()
    await driver.at('send').focus()
    await keyboard.press('Enter')
    await driver.at('result-order').waitFor()
    const orderid = await driver.at('result-order').innerText()
    expect(await driver.effects(orderid)).toEqual([
      { operation: 'sale', amountMinor: 2000, currency: 'EUR' },
    ])
    await driver.at('result-order').click()
    await driver.settle()
    expect(await driver.money('Captured')).toBe('20.00 EUR')
  })

  flow('hold-by-typed-card', async () => {
    await openForm('preauth')
    await fillOrder('30.00')
    await fillCard('5555 5555 5555 4444')
    const orderid = await sendForm()
    expect(await driver.effects(orderid)).toEqual([
      { operation: 'preauth', amountMinor: 3000, currency: 'EUR' },
    ])
    await driver.go('/terminal')
    await driver.sees('register', /Hold\s+Card 4444 · zoe@example\.org/)
  })

  flow('sale-by-typed-card-to-be-checked', async () => {
    await openForm('sale')
    await fillOrder('31.00')
    await fillCard('4000 0000 0000 3063')
    const orderid = await sendForm()
    await driver.sees('to-secure3d', /bank may want to authenticate the customer/)
    const order = await driver.call('order:check', { connectionId: 'sandbox', orderid })
    expect(order.ok && order.value.answer['redirect-to']).toMatch(/^http:\/\/127\.0\.0\.1:/)
    expect(await driver.effects(orderid)).toEqual([])
  })

  flow('card-check-by-typed-card', async () => {
    await openForm('account-verification')
    await fillOrder()
    await fillCard('5555 5555 5555 4444')
    const orderid = await sendForm()
    const { requests } = await driver.books()
    const checks = requests.filter(({ operation }) => operation === 'account-verification')
    expect(checks).toHaveLength(1)
    expect(await driver.effects(orderid)).toEqual([])
    await driver.at('result-order').click()
    await driver.settle()
    await driver.sees('timeline', /Card checked/)
  })

  flow('payout-to-a-typed-card', async () => {
    await driver.go('/payouts/new')
    await driver.at('way-number').check()
    await driver.at('card-entry').waitFor()
    expect(await field('cvv2').count()).toBe(0)
    await driver.page.getByLabel('Amount', { exact: true }).fill('15.00')
    await driver.page.getByLabel('Currency', { exact: true }).fill('EUR')
    await field('order_desc').fill('Deposit back')
    await field('ipaddress').fill('203.0.113.7')
    await number().fill('4111111111111111')
    const orderid = await sendForm()
    expect(await driver.effects(orderid)).toEqual([
      { operation: 'payout', amountMinor: 1500, currency: 'EUR' },
    ])
  })

  it('a transfer from one typed card to another, and none of a way that was left', async () => {
    await driver.go('/transfers/new')
    await driver.at('way-from-typed').check()
    await driver.at('way-to-typed').check()
    await driver.sees('way-about', 'From one card to another, both by their numbers.')
    await number().fill('4111111111111111')
    await field('expiry').fill('12/31')
    await field('destination-card-no').fill('5555 5555 5555 4444')
    await driver.page.getByLabel('Amount', { exact: true }).fill('16.00')
    await driver.page.getByLabel('Currency', { exact: true }).fill('EUR')
    await field('order_desc').fill('Between cards')
    await field('ipaddress').fill('203.0.113.7')
    await driver.at('review-open').click()
    await driver.sees('review', /Receiving card\s+•••• 4444.*Card\s+•••• 1111/s)
    await driver.at('back').click()
    await driver.sees('held-card', /Card 1111 → Card 4444/)
    await driver.at('held-another').click()
    await number().fill('4111111111111111')
    await field('destination-card-no').fill('5555 5555 5555 4444')
    await driver.at('way-from-none').check()
    expect(await driver.at('way-to-typed').isChecked()).toBe(true)
    const orderid = await sendForm()
    expect(await driver.effects(orderid)).toEqual([
      { operation: 'transfer', amountMinor: 1600, currency: 'EUR' },
    ])
    const { requests } = await driver.books()
    const sent = requests.findLast(({ operation }) => operation === 'transfer')
    expect(JSON.stringify(sent)).not.toContain('credit_card_number')
    // Only a deposit comes from the merchant.
    await driver.at('rail-transfers').click()
    await driver.at('register-row').getByText('the merchant → a card').waitFor()
  })

  it('a rebill, whose security code may be typed and may be left out', async () => {
    await driver.go('/cards/rebill')
    await driver.at('card-entry').waitFor()
    expect(await number().count()).toBe(0)
    await expect.poll(() => driver.page.getByLabel('Security code (optional)').count()).toBe(1)
    await field('cardrefid').fill('771177')
    await driver.page.getByLabel('Amount', { exact: true }).fill('17.00')
    await driver.page.getByLabel('Currency', { exact: true }).fill('EUR')
    await field('order_desc').fill('Again')
    await field('ipaddress').fill('203.0.113.7')
    await driver.at('review-open').click()
    await driver.at('review').waitFor()
    expect(await driver.at('review').textContent()).not.toContain('cvv2')
    await driver.at('back').click()
    await field('cvv2').fill('123')
    await driver.at('review-open').click()
    await driver.at('review').waitFor()
    await expect.poll(() => driver.at('review').textContent()).toContain('cvv2')
    await driver.at('back').click()
    await driver.at('cancel').click()
  })

  it('a subscription to a typed card', async () => {
    await driver.go('/subscriptions/new')
    const about = await driver.page.locator('main').innerText()
    expect(about).toContain('To stop a subscription later, give its ID to the gateway’s support.')
    await driver.at('way-number').check()
    await fillCard('4111111111111111')
    await driver.page.getByLabel('Amount', { exact: true }).fill('18.00')
    await driver.page.getByLabel('Currency', { exact: true }).fill('EUR')
    await field('order_desc').fill('A box a month')
    await field('email').fill('zoe@example.org')
    await field('customer-ip').fill('203.0.113.7')
    await driver.at('review-open').click()
    await driver.sees('review', /Card\s+•••• 1111/)
    await driver.send()
    await driver.sees('result-recurring-payment-id', /\d+/)
  })

  it('a sale that the card’s bank declines', async () => {
    await openForm('sale')
    await fillOrder('40.00')
    await fillCard('4000 0000 0000 9995')
    await sendForm()
    await driver.at('result-order').click()
    await driver.settle()
    await driver.sees('phase', /Declined/)
    expect(plain(await driver.page.locator('main').innerText())).toMatch(/Insufficient funds/)
  })

  it('leaves the window open to screenshots again', async () => {
    await expect.poll(isProtected).toBe(false)
  })
})

describe('a card nobody goes on with', () => {
  it('is cleared after two minutes without a key', async () => {
    await driver.page.clock.install()
    await openForm('sale')
    await fillOrder('50.00')
    await fillCard('4111111111111111')
    // The clock goes on meanwhile: on a busy machine for many seconds.
    await driver.page.clock.fastForward(90_000)
    expect(await number().inputValue()).toBe('4111 11•• •••• 1111')
    await driver.page.keyboard.press('Shift')
    await driver.page.clock.fastForward(90_000)
    expect(await number().inputValue()).toBe('4111 11•• •••• 1111')
    await driver.page.clock.fastForward(31_000)
    await driver.sees('card-note', /cleared after two minutes/)
    expect(await number().inputValue()).toBe('')
    await expect.poll(() => field('email').inputValue()).toBe('zoe@example.org')
  })

  it('is not shown as held any longer than main holds it', async () => {
    await fillCard('4111111111111111')
    await driver.at('review-open').click()
    await driver.at('review').waitFor()
    await driver.at('back').click()
    await driver.at('held-card').waitFor()
    await driver.page.clock.fastForward(300_000)
    await driver.sees('card-note', /cleared five minutes after it was entered/)
    expect(await number().inputValue()).toBe('')
    expect(await driver.at('held-card').count()).toBe(0)
  })
})
