// Money sent out, each time asked for in its own screen, from the first click to the sandbox's
// books.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillIn } from '../journeys/customer.ts'
import { axeFindings } from './axe.ts'
import { newFolder, type PageDriver, openPageDriver } from './page-driver.ts'
import { flow } from './flow.ts'
import { account, ip, driveOperationForm } from './operation-form-driver.ts'

const saved = newFolder()
let driver: PageDriver
beforeAll(async () => {
  driver = await openPageDriver({ saveFolder: saved })
})
afterAll(() => driver.close())
const { field, open, fill, review, send, settle, ...form } = driveOperationForm(() => driver)

describe('a payout', () => {
  flow('payout-to-an-account', async () => {
    await open('payouts', 'payout-new')
    await driver.at('way-account').check()
    await fill({ account_number: account, order_desc: 'Deposit back', ipaddress: ip })
    await fill({ amount: '2.614', currency: 'eur' })
    await driver.at('review-open').click()
    await expect
      .poll(async () => (await driver.at('amount-choice').allInnerTexts()).join(' or '))
      .toMatch(/^2\s614\.00\sEUR$/)
    await driver.at('amount-choice').click()
    expect(await field('amount').inputValue()).toBe('2614.00')
    await field('amount').fill('12.50')
    await review(account, '12.50')
    await send()
    await settle()
    expect(await form.effectsOfResult()).toEqual([
      { operation: 'payout', amountMinor: 1250, currency: 'EUR' },
    ])
    await driver.page.keyboard.press('Escape')
    await driver.sees('register-row', /Paid out.*Payout.*12\.50 EUR/s)
  })

  it('that was left half-way is there again', async () => {
    await open('payouts', 'payout-new')
    await driver.at('way-phone').check()
    await fill({ phone: '+372 5550123', order_desc: 'Left half way' })
    await driver.at('rail-audit').click()
    await open('payouts', 'payout-new')
    expect(await driver.at('way-phone').isChecked()).toBe(true)
    await expect.poll(() => field('phone').inputValue()).toBe('+372 5550123')
    await expect.poll(() => field('order_desc').inputValue()).toBe('Left half way')
  })

  flow('payout-with-a-lost-answer', async () => {
    await open('payouts', 'payout-new')
    await driver.at('way-account').check()
    await fill({ account_number: account, order_desc: 'Lost', ipaddress: ip })
    await fill({ amount: '12.13', currency: 'EUR' })
    await review('12.13')
    // Paydesk’s own look may not resolve it before this test does.
    await driver.console('faults', { operation: 'status', kind: 'http-503-without-effect' })
    await send()
    await driver.sees('outcome', /Outcome unknown\. Don’t repeat it\./)
    expect(await driver.at('again').count()).toBe(0)
    await driver.at('rail-open-requests').click()
    await driver.sees('open-request', /Payout.*12\.13 EUR/s)
    await driver.console('faults/clear', { operation: 'status' })
    await driver.console('advance', { ms: '60000' })
    await driver.at('open-request-check').click()
    await driver.at('empty').waitFor()
    await driver.at('rail-payouts').click()
    await driver.sees('register-row', /Paid out.*12\.13 EUR/s)
    const orderid = await driver.at('register-row').first().locator('.order-link').innerText()
    expect(await driver.effects(orderid)).toEqual([
      { operation: 'payout', amountMinor: 1213, currency: 'EUR' },
    ])
    await driver.at('payout-new').click()
    expect(await field('amount').inputValue()).toBe('')
  })

  flow('payout-sent-twice-on-purpose', async () => {
    const pay = async (): Promise<void> => {
      await open('payouts', 'payout-new')
      await driver.at('way-account').check()
      await fill({ account_number: account, order_desc: 'Twice', ipaddress: ip })
      await fill({ amount: '34.00', currency: 'EUR' })
      await review('34.00')
    }
    await pay()
    expect(await driver.at('twins').count()).toBe(0)
    await send()
    const first = await form.orderOfResult()
    await driver.at('leave').click()

    await pay()
    await driver.sees('twin', /Payout of 34\.00 EUR\s*sent .* by .* over Sandbox.*Show request/s)
    expect(await axeFindings(driver)).toEqual([])
    const isIntended = driver.at('twin-intended')
    expect(await isIntended.isChecked()).toBe(false)
    expect(await driver.at('send').isDisabled()).toBe(true)
    await driver.sees('send-why-not', 'Tick the box above to pay a second time')
    await driver.at('twin-open').click()
    await expect.poll(() => driver.page.url()).toContain(first)
    expect(await driver.effects(first)).toMatchObject([{ operation: 'payout', amountMinor: 3400 }])

    await pay()
    await isIntended.check()
    expect(await driver.at('send-why-not').count()).toBe(0)
    await send()
    await settle()
    expect(await form.orderOfResult()).not.toBe(first)
    expect(await form.effectsOfResult()).toEqual([
      { operation: 'payout', amountMinor: 3400, currency: 'EUR' },
    ])
    await driver.page.keyboard.press('Escape')
  })

  flow('payout-checked-then-paid', async () => {
    await open('payouts', 'payout-check')
    await driver.at('way-account').check()
    await fill({ account_number: account, order_desc: 'Checked', ipaddress: ip })
    await fill({ amount: '80.00', currency: 'EUR' })
    await review()
    await driver.sees('review', /Pay to\s+DE89 ?3704 ?0044 ?0532 ?0130 ?00\s+80\.00 EUR/)
    // What is known besides stands beside the amount, and what goes on last, in sight.
    const [amount, facts, back, last] = await Promise.all(
      ['review-amount', 'review-facts', 'back', 'send'].map((id) => driver.at(id).boundingBox()),
    )
    expect(facts!.x).toBeGreaterThan(amount!.x + amount!.width)
    expect(facts!.y).toBeLessThan(amount!.y)
    expect(last!.x).toBeGreaterThan(back!.x)
    expect(last!.y + last!.height).toBeLessThan(800)
    await send()
    await settle()
    const orderid = await form.orderOfResult()
    expect(await driver.effects(orderid)).toEqual([])
    await driver.at('pay').click()
    await driver.at('review').waitFor()
    await expect.poll(() => driver.at('send').innerText()).toMatch(/^Pay 80\.00\sEUR$/)
    await send()
    await settle()
    expect(await driver.effects(orderid)).toEqual([
      { operation: 'payout-pay', amountMinor: 8000, currency: 'EUR' },
    ])
    await driver.page.keyboard.press('Escape')
    await driver.at('register-row').first().waitFor()
    expect(await driver.at('payout-pay').count()).toBe(0)
  })

  it('is a row of the exported register, with amount, reason and account', async () => {
    const count = await driver.at('register-row').count()
    await driver.at('register-export').click()
    await driver.at('export-save').click()
    await driver.sees('export-done', `${count} rows exported`)
    const [name = ''] = readdirSync(saved)
    const [head = '', ...lines] = readFileSync(join(saved, name), 'utf8').trimEnd().split('\r\n')
    expect(lines).toHaveLength(count)
    const at = head.split('","').indexOf('amount')
    const amounts = lines.map((line) => line.split('","')[at])
    expect(amounts).toEqual(expect.arrayContaining(['12.50', '80.00']))
    expect(lines.filter((line) => line.includes(account)).length).toBeGreaterThan(0)
    await driver.at('export-close').click()
  })

  it('is counted, summed and saved as a text and a status narrow it', async () => {
    const rows = driver.at('register-row')
    const count = (): Promise<string> => driver.at('register-count').innerText()
    const all = await rows.count()
    await driver.at('register-text').fill('34,00')
    await expect.poll(() => rows.count()).toBe(2)
    // A payment of a checked payout names neither amount nor account itself.
    await driver.at('register-text').fill(`80.00`)
    await expect.poll(count).toMatch(/^1 request · 80\.00\sEUR paid out/)
    await driver.at('register-text').fill(account.replace(/^(.{4})/, '$1 ').toLowerCase())
    await driver.at('register-status').selectOption('Paid out')
    await expect.poll(count).toMatch(/^([2-9]|\d\d) requests · .* paid out, all days$/)
    const shown = parseInt(await count(), 10)
    await expect.poll(() => rows.count()).toBe(shown)
    const orderids = await rows.locator('.order-link').allInnerTexts()
    expect(await rows.getByText('Paid out', { exact: true }).count()).toBe(shown)
    expect(await axeFindings(driver)).toEqual([])
    await driver.at('register-export').click()
    await driver.at('export-save').click()
    await driver.sees('export-done', `${shown} rows exported`)
    await driver.at('export-close').click()
    const log = await driver.call('audit:list', { filter: { kind: 'list:exported' } })
    const details = log.ok ? (log.value.rows[0]?.details ?? {}) : {}
    const narrowed = { isSearched: true, status: 'Paid out' }
    expect(details['of']).toEqual({ attempts: shown, narrowed })
    const content = readFileSync(String(details['file']), 'utf8').trimEnd()
    const [head = '', ...lines] = content.split('\r\n')
    const at = head.split('","').indexOf('orderid')
    expect(lines.map((line) => line.split('","')[at])).toEqual(orderids)

    await driver.at('register-text').fill('nobody has this')
    await driver.sees('empty', /Nothing here matches “nobody has this”/)
    expect(await driver.at('register-export').isDisabled()).toBe(true)
    await driver.at('empty').getByRole('button', { name: 'Clear filters' }).click()
    await expect.poll(() => rows.count()).toBe(all)
    expect(await driver.at('register-clear').count()).toBe(0)
  })

  flow('payout-by-link', async () => {
    await open('payouts', 'payout-link')
    await fill({ order_desc: 'Prize', ipaddress: ip, amount: '15.00', currency: 'EUR' })
    const caption = driver.at('link-message').locator('xpath=preceding-sibling::figcaption')
    expect(await caption.innerText()).toBe('Message for the recipient')
    await review('15.00')
    await send()
    await driver.at('qr').waitFor()
    expect(await caption.innerText()).toBe('Message for the recipient')
    await fillIn(await form.result('redirect-url'), 'account')
    await settle()
    expect(await form.effectsOfResult()).toMatchObject([{ amountMinor: 1500, currency: 'EUR' }])
  })
})
