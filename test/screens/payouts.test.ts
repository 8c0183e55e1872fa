// Payouts beyond the first one: to wallets, to saved recipients and to those that changed, in
// currencies that may be used; what is under way is counted. Each ends in the sandbox's books.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { type PageDriver, newFolder, openPageDriver } from './page-driver.ts'
import type { Locator } from 'playwright-core'
import { flow } from './flow.ts'
import { cutCells } from './cut-cells.ts'

const iban = 'DE89370400440532013000'
const other = 'EE382200221020145685'
let driver: PageDriver
beforeAll(async () => {
  // A connection that is not the sandbox moves no money without a keychain.
  driver = await openPageDriver({ keychainDir: newFolder() })
})
afterAll(() => driver.close())

const field = (name: string) => driver.at(`field-${name}`)
async function open(button: string): Promise<void> {
  await driver.at('rail-payouts').click()
  await driver.at(button).click()
}
async function money(amount: string, currency = 'EUR'): Promise<void> {
  await field('amount').fill(amount)
  await field('currency').fill(currency)
  await field('order_desc').fill('Deposit back')
  await field('ipaddress').fill('203.0.113.7')
}
async function review(): Promise<void> {
  await driver.at('review-open').click()
  await driver.at('review').waitFor()
}
async function send(): Promise<string> {
  await driver.at('send').click()
  await driver.at('outcome').waitFor()
  return driver.at('result-order').innerText()
}
/** Of a screen, what it asks for first. */
const primaries = (): Promise<string[]> =>
  driver.page.locator('main .n-button--primary-type').allInnerTexts()
/** The largest text. */
const loudest = (part: Locator): Promise<string> =>
  part.evaluate((root) => {
    const sizeOf = (one: Element): number => Number.parseFloat(getComputedStyle(one).fontSize)
    const own = [...root.querySelectorAll('*')].filter((one) =>
      [...one.childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE),
    )
    const [first] = own.toSorted((a, b) => sizeOf(b) - sizeOf(a))
    return first?.textContent.trim() ?? ''
  })
const outcomeMark = (): Locator => driver.at('outcome').locator('.calm-mark')
/** MONEY: above a warning about the account nothing is green, and nothing asks to be paid. */
async function standsWarned(amount: string): Promise<void> {
  await driver.sees('outcome', /^Account checked\. Who owns the account is not verified\./)
  await driver.sees('pay', new RegExp(`^Pay ${amount.replace('.', '\\.')}\\sEUR…$`))
  expect(await outcomeMark().getAttribute('class')).toMatch(/tone-warn/)
  expect(await primaries()).toEqual([])
}
const paid = (amountMinor: number) => [{ operation: 'payout', amountMinor, currency: 'EUR' }]

describe('a payout', () => {
  flow('payout-to-a-wallet', async () => {
    await open('payout-new')
    await driver.at('way-wallet').check()
    await driver.page.getByLabel('Wallet number').fill('wallet-0099')
    await money('12.50')
    await review()
    await driver.sees('review', /Account number\s+wallet-0099/)
    await driver.sees('review-undo', 'sent as soon as you confirm')
    const orderid = await send()
    // The head and the facts name the order; the sentence does not say it once more.
    expect(await driver.at('outcome').innerText()).not.toContain(orderid)
    await driver.sees('another', /^New payout…$/)
    await driver.at('rail-payouts').click()
    await driver.sees('under-way', /12\.50 EUR\s+in one payout/)
    await driver.console('advance', { ms: '60000' })
    await driver.sees('register-row', /Paid out/)
    await driver.at('under-way').waitFor({ state: 'detached' })
    expect(await driver.effects(orderid)).toEqual(paid(1250))
  })

  it('whose outcome is unknown counts as sent until it is resolved', async () => {
    await open('payout-new')
    await driver.at('way-phone').check()
    await field('phone').fill('+372 5550123')
    await money('12.13')
    await review()
    // Paydesk’s own look may not resolve it before this test does.
    await driver.console('faults', { operation: 'status', kind: 'http-503-without-effect' })
    await driver.at('send').click()
    await driver.sees('outcome', /Outcome unknown/)
    await driver.at('rail-payouts').click()
    await driver.sees(
      'under-way',
      /12\.13 EUR.*1 of them with an unknown outcome, counted as sent/s,
    )
    await driver.console('faults/clear', { operation: 'status' })
    await driver.console('advance', { ms: '60000' })
    await driver.sees('register-row', /Paid out/)
    await driver.at('under-way').waitFor({ state: 'detached' })
  })
})

describe('what was sent last', () => {
  it('stands right beside the form, however wide the window', async () => {
    await open('payout-new')
    for (const width of [1500, 1920]) {
      await driver.page.setViewportSize({ width, height: 900 })
      const besideForm = async (): Promise<number[]> => {
        const [form, last] = await Promise.all(
          [driver.at('operation-form'), driver.page.locator('.operation-flow > aside')].map(
            async (part) => (await part.boundingBox())!,
          ),
        )
        return [last!.x - form!.x - form!.width, last!.y - form!.y]
      }
      // The window takes its size a moment later.
      await expect.poll(besideForm).toEqual([16, 0])
    }
    await driver.page.setViewportSize({ width: 1280, height: 800 })
    await driver.at('rail-payouts').click()
  })
})

describe('the list of payouts', () => {
  it('shows the chosen one beside it in a wide window, and all of it in a narrow one', async () => {
    await driver.at('rail-payouts').click()
    await driver.at('register-row').first().waitFor()
    expect(await driver.at('request-pane').count()).toBe(0)
    await driver.page.setViewportSize({ width: 1920, height: 1080 })
    await driver.sees('request-pane', /Payout\s+Paid out\s+Open order\s+12\.13 EUR/)
    // A long title leaves the button at the end of its line, and no panel stands within the pane.
    const inPane = await driver.at('request-pane').evaluate((one) => {
      const [head, open] = [one.querySelector('h2')!, one.querySelector('[data-testid=pane-open]')!]
      const said = head.textContent
      head.textContent = '3-D Secure challenge response of a checked payout'
      const [title, button] = [head.getBoundingClientRect(), open.getBoundingClientRect()]
      head.textContent = said
      return {
        isBeside: button.top < title.bottom && button.bottom > title.top,
        shadows: [...one.querySelectorAll('.panel')].map(
          (part) => getComputedStyle(part).boxShadow,
        ),
      }
    })
    expect(inPane).toEqual({ isBeside: true, shadows: ['none'] })
    await driver.at('register').focus()
    await driver.page.keyboard.press('ArrowDown')
    await driver.sees('request-pane', /12\.50 EUR[^]*wallet-0099/)
    expect(await axeFindings(driver)).toEqual([])
    const pane = await driver.at('request-pane').boundingBox()
    expect((pane?.x ?? 0) + (pane?.width ?? 0)).toBeLessThanOrEqual(1920)
    await driver.at('pane-open').click()
    await driver.at('money-facts').waitFor()
    await driver.page.setViewportSize({ width: 1280, height: 800 })
  })
})

describe('the form of a payout, and what came of it', () => {
  it('is followed by the payouts before it in a narrow window, and its review is not', async () => {
    await open('payout-new')
    await driver.at('way-wallet').check()
    await driver.page.getByLabel('Wallet number').fill('wallet-0099')
    await money('3.00')
    await driver.sees('sent-before', /12\.13 EUR[^]*12\.50 EUR[^]*wallet-0099/)
    await review()
    expect(await driver.at('sent-before').count()).toBe(0)
    await send()
    await driver.sees('sent-before', /12\.13 EUR[^]*12\.50 EUR[^]*wallet-0099/)
    await driver.sees('sent-before', /^\d\d:\d\d$/m)
    await driver.page.getByRole('complementary', { name: 'Recent requests' }).waitFor()
    expect(await driver.at('sent-before').innerText()).not.toContain('3.00 EUR')
    const [result, last] = await Promise.all(
      ['outcome', 'sent-before'].map(async (part) => (await driver.at(part).boundingBox())!),
    )
    expect(last!.y).toBeGreaterThan(result!.y + result!.height)
  })
})

describe('an account number', () => {
  const note = () => driver.at('note-account_number')

  it('is checked beside its field, and stays as it was typed', async () => {
    await open('payout-new')
    await driver.at('way-account').check()
    await field('account_number').pressSequentially('DE89370400440532013001')
    await driver.sees(
      'note-account_number',
      /check digits are wrong. One character may be mistyped/,
    )
    await expect.poll(() => field('account_number').inputValue()).toBe('DE89370400440532013001')
    await field('account_number').fill('DE8937040044053201300')
    await driver.sees('note-account_number', /An IBAN of DE has 22 characters. This one has 21/)
    const said = await note().locator('..').getAttribute('id')
    await expect
      .poll(() => field('account_number').getAttribute('aria-describedby'))
      .toContain(said)
    await expect.poll(() => note().locator('..').getAttribute('aria-live')).toBe('polite')
    expect(await axeFindings(driver)).toEqual([])
    await field('account_number').fill('12345678')
    await driver.sees('note-account_number', /Not an IBAN: the number can’t be checked/)
    await field('account_number').fill(iban)
    await field('account_name').focus()
    await expect.poll(() => note().count()).toBe(0)
  })

  it('of a wallet is not taken for an IBAN', async () => {
    await open('payout-new')
    await driver.at('way-wallet').check()
    await field('account_number').fill('wallet-0099')
    await field('account_name').focus()
    expect(await note().count()).toBe(0)
    await driver.at('way-account').check()
    await driver.sees('note-account_number', /Not an IBAN/)
    await field('account_number').fill('')
  })
})

describe('a saved recipient', () => {
  it('is not called by or kept with a card number', async () => {
    await open('payout-recipients')
    await driver.at('recipient-new').click()
    expect(await driver.at('way-number').count()).toBe(0)
    await driver.at('way-account').check()
    await driver.at('recipient-name').fill('Zoë Größe')
    await field('account_number').fill('4111 1111 1111 1111')
    await driver.at('recipient-save').click()
    await driver.sees('recipient-form', /looks like a card number. Remove it/)
    await expect.poll(() => field('account_number').inputValue()).toBe('4111 1111 1111 1111')
    await field('account_number').fill(iban)
    await field('account_name').fill('Zoë Größe')
    await driver.at('recipient-save').click()
    await driver.sees('recipient-row', /Zoë Größe.*Bank account.*Never/s)
  })

  flow('payout-to-a-saved-recipient', async () => {
    await open('payout-new')
    await driver.at('way-account').check()
    await driver.at('more-fields').locator('summary').click()
    await field('bank_name').fill('Typed before')
    await driver.at('recipient-pick').selectOption({ index: 1 })
    await driver.sees('recipient-use', /No money has gone to Zoë Größe from here yet/)
    await expect.poll(() => field('account_number').inputValue()).toBe(iban)
    expect(await field('bank_name').inputValue()).toBe('')
    await money('20.00')
    await review()
    const orderid = await send()
    await driver.console('advance', { ms: '60000' })
    await driver.isDone()
    expect(await driver.effects(orderid)).toEqual(paid(2000))
  })

  flow('payout-to-a-changed-recipient', async () => {
    await open('payout-recipients')
    await driver.sees('recipient-row', /^\d\d:\d\d$/m)
    await driver.at('recipient-change').click()
    await expect.poll(() => field('account_number').inputValue()).toBe(iban)
    await field('account_number').fill(other)
    await driver.at('recipient-save').click()
    await driver.sees('recipient-row', /Changed since/)
    // Beside the chip, too, the account is whole.
    const groups = driver.at('recipient-row').locator('.payee-account > .is-groups')
    expect(await groups.isVisible()).toBe(true)
    expect(await driver.at('recipient-row').locator('.is-short').isVisible()).toBe(false)
    expect(await cutCells(driver.at('recipient-row'))).toEqual([])
    await driver.at('recipient-pay').click()
    const changed = new RegExp(
      `The account of “Zoë Größe” has changed since your last payout\\s+Account number of the last payout\\s+${iban}\\s+Germany\\s+Account number now\\s+${other}\\s+Estonia\\s+Changed by`,
    )
    await driver.sees('recipient-changed', changed)
    // The words alone: the widths of form and review decide what stands below each other.
    const words = async (panel: Locator): Promise<string> =>
      (await panel.innerText()).replace(/\s+/g, ' ')
    const told = await words(driver.at('recipient-changed'))
    expect(await axeFindings(driver)).toEqual([])
    await money('21.00')
    await review()
    await driver.sees('recipient-changed', changed)
    expect(await words(driver.at('review').getByTestId('recipient-changed'))).toBe(told)
    expect(await driver.at('review').locator('.iban > span').count()).toBeGreaterThan(18)
    const facts = await driver.at('review-facts').innerText()
    expect(facts).not.toMatch(/pd-/)
    expect(await axeFindings(driver)).toEqual([])
    await driver.sees('send-why-not', 'Call the recipient and tick the box above, or go back.')
    expect(await driver.at('send').isDisabled()).toBe(true)
    // The box is in sight over the buttons, also in a low window, and moves none when ticked.
    for (const height of [640, 800]) {
      await driver.page.setViewportSize({ width: 1280, height })
      const places = ['called-recipient', 'back', 'send'].map((id) => driver.at(id).boundingBox())
      const [box, back, shut] = await Promise.all(places)
      expect(box!.y).toBeGreaterThan(height / 2)
      expect(box!.y + box!.height).toBeLessThan(shut!.y)
      expect(shut!.y + shut!.height).toBeLessThan(height)
      expect(shut!.x).toBeGreaterThan(back!.x)
      await driver.at('called-recipient').check()
      await expect.poll(() => driver.at('send').isDisabled()).toBe(false)
      expect(await driver.at('send').boundingBox()).toEqual(shut)
      if (height === 640) await driver.at('called-recipient').uncheck()
    }
    const orderid = await send()
    await driver.console('advance', { ms: '60000' })
    await driver.isDone()
    expect(await driver.effects(orderid)).toEqual(paid(2100))
    await driver.at('rail-payouts').click()
    await driver.sees('register-row', /Zoë Größe/)
    for (const size of [
      { width: 1024, height: 640 },
      { width: 1280, height: 800 },
    ]) {
      await driver.page.setViewportSize(size)
      await expect.poll(() => cutCells(driver.at('register-row'))).toEqual([])
    }
    await open('payout-recipients')
    await driver.at('recipient-row').first().waitFor()
    expect(await driver.at('recipient-row').innerText()).not.toMatch(/Changed since/)
  })

  flow('payout-to-a-recipient-checked-then-paid', async () => {
    await open('payout-check')
    await driver.at('recipient-pick').selectOption({ index: 1 })
    await money('22.00')
    await review()
    await send()
    await driver.console('advance', { ms: '60000' })
    await driver.sees('checked-recipient', new RegExp(`22\\.00 EUR.*${other}`, 's'))
    expect(await loudest(driver.at('outcome').locator('xpath=..'))).toMatch(/^22\.00\sEUR$/)
    await driver.at('result-order').waitFor()
    await driver.sees('leave', /^Pay later$/)
    await driver.sees('recipient-changed', /The account of “Zoë Größe” changed in the last 30 days/)
    // Amount and account first, and below them what is strange about the account.
    await driver.sees('checked-recipient', new RegExp(`22\\.00 EUR.*${other}.*in the last 30`, 's'))
    const heads = await driver
      .at('outcome')
      .or(driver.at('recipient-changed'))
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
    expect(heads[1]!.top - heads[0]!.bottom).toBeGreaterThanOrEqual(16)
    await standsWarned('22.00')
    await driver.at('pay').click()
    await driver.at('review').waitFor()
    await driver.sees(
      'review',
      new RegExp(`Pay to\\s+Zoë Größe · ${other}\\s+22\\.00 EUR\\s+Pays out after`),
    )
    // However narrow, no line begins with the mark between the two.
    const belowItsPart = await driver.at('review-payee').evaluate((payee) => {
      payee.style.width = 'min-content'
      const mark = [...payee.querySelectorAll('span')].find(
        (one) => one.textContent.trim() === '·',
      )!
      const line = [...mark.previousElementSibling!.getClientRects()].at(-1)!
      return mark.getClientRects()[0]!.bottom - line.bottom
    })
    expect(Math.abs(belowItsPart)).toBeLessThan(2)
    // What is said in the head is not said beside it again.
    await driver.sees(
      'review-facts',
      /^Paid before\s+Once, last .*\s+Description\s+Deposit back\s+Order ID\s+\d+\s+Connection\s+Sandbox/,
    )
    expect(await driver.at('review-facts').innerText()).not.toMatch(/Zoë|22\.00|EE38/)
    expect(await driver.at('checked-recipient').count()).toBe(0)
    await driver.at('called-recipient').check()
    const orderid = await send()
    await driver.console('advance', { ms: '60000' })
    await driver.isDone()
    // What was paid is said once.
    await driver.sees('outcome', /^22\.00\sEUR\s*paid out/)
    expect(await driver.at('checked-recipient').innerText()).not.toMatch(/22\.00/)
    expect((await driver.effects(orderid)).map((one) => one.amountMinor)).toContain(2200)
  })

  it('leaves an audit log that says who did it beside an open entry, however long its words are', async () => {
    const mark = { connectionId: 'sandbox', recurringId: '880001', isStopped: true }
    expect((await driver.call('subscription:mark', { ...mark, reason: 'Ended by mail' })).ok).toBe(
      true,
    )
    await driver.page.setViewportSize({ width: 1280, height: 800 })
    await driver.go('/audit')
    await driver.sees('audit', /Subscription marked stopped[^]*Account checked/)
    await driver.at('audit-row').first().locator('time').click()
    await driver.at('audit-entry').waitFor()
    const heads = driver.page.locator('main [role=columnheader]')
    await expect
      .poll(async () => (await heads.allInnerTexts()).map((head) => head.replace(/ [↓↑]$/, '')))
      .toEqual(['Select', 'Time', 'Done by', 'Action', 'Amount', 'Outcome'])
    const cut = await driver
      .at('audit-row')
      .locator('.chip bdi')
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)
    expect(cut).toBe(0)
  })

  it('whose account nothing is strange about is checked, and then asks to be paid', async () => {
    await open('payout-check')
    await driver.at('way-account').check()
    await field('account_number').fill(iban)
    await field('account_name').fill('Zoë Größe')
    await money('25.00')
    await review()
    await send()
    await driver.console('advance', { ms: '60000' })
    await driver.sees('outcome', /^Account checked: 25\.00\sEUR/)
    expect(await outcomeMark().getAttribute('class')).toMatch(/tone-good/)
    expect(await primaries()).toEqual([expect.stringMatching(/^Pay 25\.00\sEUR…$/)])
    await driver.at('leave').click()
  })

  it('whose account another name was paid on is pointed out, and asks for a call', async () => {
    await open('payout-new')
    await driver.at('way-account').check()
    await field('account_number').fill(other)
    await field('account_name').fill('Bob Jones')
    await money('23.00')
    await review()
    await driver.sees('account-of-other-name', /This account was paid before as Zoë Größe/)
    await driver.sees('review-facts', /Paid before\s+2 times, last .* as Zoë Größe/)
    await driver.sees('send-why-not', 'Call the recipient and tick the box above, or go back.')
    expect(await driver.at('send').isDisabled()).toBe(true)
    expect(await axeFindings(driver)).toEqual([])
    await driver.at('back').click()
    await driver.at('cancel').click()
  })

  it('whose account another name was paid on is pointed out where a check is paid', async () => {
    await open('payout-check')
    await driver.at('way-account').check()
    await field('account_number').fill(other)
    await field('account_name').fill('Bob Jones')
    await money('24.00')
    await review()
    await driver.sees('account-of-other-name', /This account was paid before as Zoë Größe/)
    await send()
    await driver.console('advance', { ms: '60000' })
    await driver.at('pay').waitFor()
    await driver.sees('account-of-other-name', /This account was paid before as Zoë Größe/)
    await standsWarned('24.00')
    await driver.at('leave').click()
    // The same where it is opened again from the list.
    const row = driver.at('register-row').filter({ hasText: /24\.00\sEUR/ })
    await row.getByTestId('payout-pay').click()
    await driver.sees('account-of-other-name', /This account was paid before as Zoë Größe/)
    await driver.sees('pay', /^Pay 24\.00\sEUR…$/)
    expect(await primaries()).toEqual([])
    await driver.at('rail-payouts').click()
  })

  it('is removed, and the log keeps what was done', async () => {
    await open('payout-recipients')
    await driver.at('row-more').click()
    await driver.at('menu-recipient-remove').click()
    await driver.at('recipient-remove-confirm').click()
    await driver.at('empty').waitFor()
    const page = await driver.call('audit:list', { filter: { text: 'recipient' } })
    const kinds = page.ok ? page.value.rows.map((row) => row.kind) : []
    for (const kind of ['recipient:added', 'recipient:changed', 'recipient:removed'])
      expect(kinds).toContain(kind)
  })
})

describe('a connection’s currencies', () => {
  it('are the ones that are offered, and another one is refused in words', async () => {
    const state = await driver.call('app:state', {})
    const sandbox = state.ok ? state.value.connections[0] : undefined
    if (sandbox === undefined) throw new Error('no sandbox')
    const saved = await driver.call('connection:save', {
      name: 'Two currencies',
      environment: 'test',
      baseUrl: sandbox.baseUrl,
      endpointId: sandbox.endpointId,
      login: sandbox.login,
      settings: { currencies: ['EUR', 'KWD'] },
    })
    if (!saved.ok) throw new Error(saved.fault.message)
    await driver.page.locator('select#connection').selectOption({ label: 'Two currencies' })
    await open('payout-new')
    await driver.at('way-account').check()
    await field('account_number').fill(iban)
    const offered = driver.page.locator(
      'datalist option[value="KWD"], datalist option[value="USD"]',
    )
    await expect
      .poll(() => offered.evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value)))
      .toEqual(['KWD'])
    await money('5.00', 'USD')
    await driver.at('review-open').click()
    await driver.sees('operation-form', /may use EUR and KWD, not USD.*Nothing was sent/)
    await expect.poll(() => field('amount').inputValue()).toBe('5.00')
  })
})
