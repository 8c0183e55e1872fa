// A report of the gateway on the screens: read, matched, opened list by list, decided and saved.
// The report is made of the sandbox's books, with one refund more than Paydesk knows.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { keysAlone, keysOf } from './keys.ts'
import { camt } from '../campaigns/files/statements.ts'
import { openPageDriver, type PageDriver, plain } from './page-driver.ts'

let driver: PageDriver
let order: { orderid: string; clientOrderid: string }
beforeAll(async () => {
  driver = await openPageDriver()
  order = await driver.practice(/paid sale of 120\.00 EUR/)
  await driver.lookUp(order.orderid)
  await driver.fill('return', '20.00')
  await driver.review()
  await driver.send()
  await driver.settle()
})
afterAll(() => driver.close())
const keys = keysOf(() => driver)

/** For the pages of the guide, where a folder is named. */
async function picture(name: string): Promise<void> {
  const folder = process.env['PAYDESK_PICTURES']
  if (folder === undefined) return
  for (const [within, width, height, colorScheme] of [
    ['small', 1024, 640, 'light'],
    ['dark', 1280, 800, 'dark'],
    ['screens', 1280, 800, 'light'],
  ] as const) {
    mkdirSync(join(folder, within), { recursive: true })
    await driver.page.setViewportSize({ width, height })
    await driver.page.emulateMedia({ colorScheme })
    await driver.page.screenshot({ path: join(folder, within, `${name}.png`) })
  }
}
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
const day = dayOf(Date.now())
/** The practice orders were paid within a day: at night some of them lie before midnight. */
const yesterday = dayOf(Date.now() - 86_400_000)
const line = (kind: string, amount: string): string =>
  [order.orderid, order.clientOrderid, kind, amount, 'EUR', day].join('\t')
const report = (): string =>
  [
    'Order ID\tMerchant order ID\tType\tAmount\tCurrency\tDate',
    ...[line('Sale', '120.00'), line('Refund', '20.00'), line('Refund', '20.00')],
    ['990000017', 'shop-17', 'CBK', '35.00', 'EUR', yesterday].join('\t'),
  ].join('\n')
const pileText = async (pile: string): Promise<string> =>
  plain(await driver.page.locator(`[data-pile="${pile}"]`).innerText())

describe('a report of the gateway', () => {
  it('asks what an unknown kind means, and is matched', async () => {
    await driver.go('#/reconcile')
    await driver.page.getByText('No report was matched yet.').waitFor()
    expect(await axeFindings(driver)).toEqual([])
    await driver.at('reconcile-new').click()
    await driver.page.getByText('One line per transaction').waitFor()
    await driver.at('list-pasted').fill(report())
    await driver.at('list-paste-read').click()
    await driver.sees('list-questions', /what does “CBK” mean/)
    expect(await driver.at('reconcile-take').count()).toBe(0)
    await expect.poll(() => keys.focusIs('.list-asks')).toBe(true)
    // Nothing there can be pressed, so nothing is drawn around it.
    const around = (one: Element): string => getComputedStyle(one).outlineStyle
    expect(await driver.page.locator('.list-asks').evaluate(around)).toBe('none')
    const answers = driver.at('list-questions').locator('[data-testid^=list-kind]')
    expect(await answers.first().innerText()).toBe('Charged back')
    expect(await answers.last().innerText()).toBe('No money moved, leave these lines out')
    await picture('screen-report-read')
    expect(await axeFindings(driver)).toEqual([])
    await driver.at('list-kind-charged-back').click()
    await driver.at('reconcile-take').click()
    await driver.at('reconcile-piles').waitFor()
    expect(await pileText('unexplained')).toMatch(/2.*40\.00 EUR/s)
    expect(await pileText('not-known-here')).toMatch(/Orders not looked up yet.*1.*35\.00 EUR/s)
    expect(await pileText('matched')).toMatch(/1.*120\.00 EUR/s)
    await driver.sees('reconcile-rows', /The reports have more such lines of this order/)
    // The link to the order says which one it is.
    const rows = driver.at('reconcile-row')
    expect((await rows.first().innerText()).split(order.orderid)).toHaveLength(2)
    await picture('screen-reconciled')
    expect(await axeFindings(driver)).toEqual([])
  })

  it('says that lines are read while they are, and not that there are none', async () => {
    // Everything that the screen showed until the lines were there.
    await driver.page.evaluate(() => {
      const page = window as unknown as { shown: string[] }
      page.shown = []
      new MutationObserver(() => page.shown.push(document.body.innerText)).observe(document.body, {
        ...{ childList: true, subtree: true, characterData: true },
      })
    })
    await driver.page.locator('[data-pile="matched"] button').click()
    await driver.sees('reconcile-rows', /120\.00 EUR/)
    const shown = await driver.page.evaluate(() => (window as unknown as { shown: string[] }).shown)
    expect(shown.some((text) => text.includes('Loading the lines…'))).toBe(true)
    expect(shown.filter((text) => text.includes('No lines.'))).toEqual([])
    expect(shown.at(-1)).not.toContain('Loading the lines…')
    // A row is one line of text where there is room for it.
    await driver.page.locator('[data-pile="not-known-here"] button').click()
    await driver.sees('reconcile-rows', /990000017.*was never looked up/s)
    expect((await driver.at('reconcile-row').first().boundingBox())?.height).toBeLessThan(44)
    await driver.page.locator('[data-pile="unexplained"] button').click()
    await driver.sees('reconcile-rows', /The reports have more such lines of this order/)
  })

  it('tells of the refund on its order, in its sheet and in its review', async () => {
    const text = /lists 2 refunds of 20\.00 EUR on this order that Paydesk did not send/
    await driver.at('reconcile-open-order').first().click()
    await driver.sees('reported-elsewhere', text)
    await driver.sees('money-facts', /Refundable\??\s+at least 60\.00 EUR/)
    await driver.sees('money-facts', /In doubt\s+40\.00 EUR/)
    // The refund before it ended well: what comes next has its key.
    expect(await driver.at('all-orders').getAttribute('data-key')).toBe('Esc')
    await picture('reported-on-order')
    expect(await axeFindings(driver)).toEqual([])
    // MONEY: no amount is offered of what is in doubt, and none can be asked for as a whole.
    await driver.at('action-return').click()
    await driver.sees(
      'action-form',
      /At least 60\.00 EUR is refundable\..*so no amount is filled in/s,
    )
    expect(await driver.at('amount').inputValue()).toBe('')
    expect(await driver.at('full').count()).toBe(0)
    await driver.at('reason').fill('Box arrived damaged')
    await driver.at('review-open').click()
    await driver.sees('amount-reading', /Enter/)
    await driver.at('cancel').click()
    await driver.at('sheet').waitFor({ state: 'detached' })
    await driver.fill('return', '1.00')
    await driver.sees('reported-elsewhere', text)
    await picture('reported-in-sheet')
    // In a small window, too, the warning leaves recipient and amount in sight.
    await driver.page.setViewportSize({ width: 1024, height: 640 })
    const edge = async (testid: string, of: 'top' | 'bottom'): Promise<number> =>
      driver
        .at('sheet')
        .getByTestId(testid)
        .evaluate((node, side) => node.getBoundingClientRect()[side], of)
    await expect.poll(() => edge('payee', 'bottom')).toBeLessThan(await edge('leaves', 'top'))
    expect(await edge('amount', 'bottom')).toBeLessThan(await edge('leaves', 'top'))
    await driver.page.setViewportSize({ width: 1280, height: 800 })
    await driver.review()
    await expect
      .poll(async () => {
        const notice = driver.page.locator('[data-sheet] [data-testid=reported-elsewhere]')
        return plain(await notice.innerText())
      })
      .toMatch(text)
    await driver.sees('review-facts', /Refundable afterwards\s+at least 59\.00 EUR/)
    await picture('reported-in-review')
    // Beside the list as well, where the same refund is offered.
    await driver.page.setViewportSize({ width: 1920, height: 1080 })
    const { orderid = '' } = /orders\/[^/]+\/(?<orderid>\d+)/.exec(driver.page.url())?.groups ?? {}
    await driver.go('#/orders')
    await driver.sees('row-in-doubt', /^In doubt$/)
    await driver.at('order-row').filter({ hasText: orderid }).first().click()
    await expect.poll(() => driver.at('pane').getAttribute('data-read')).toBe(orderid)
    await driver.sees('reported-elsewhere', text)
    await driver.sees('money-bar', /Refundable\s*at least\s+60\.00 EUR\s*In doubt\s*40\.00 EUR/)
    await driver.page.setViewportSize({ width: 1280, height: 800 })
    await driver.go('#/reconcile')
    await driver.at('reconcile-report').first().getByRole('link').click()
    await driver.at('reconcile-piles').waitFor()
  })

  it('says of a line by keys alone that it was made elsewhere, with a reason', async () => {
    await keysAlone(driver, async () => {
      await keys.tabTo('[data-testid=reconcile-elsewhere]', 120)
      await keys.press('Enter')
      await driver.at('decide-dialog').waitFor()
      await keys.type('made by the bank itself')
      await keys.tabTo('[data-testid=decide-confirm]')
      await keys.press('Enter')
      await expect.poll(() => pileText('explained')).toMatch(/1.*20\.00 EUR/s)
    })
    expect(await pileText('unexplained')).toMatch(/1.*20\.00 EUR/s)
    await driver.page.locator('[data-pile="explained"] button').click()
    await driver.sees('reconcile-rows', /made by the bank itself/)
    expect(await axeFindings(driver)).toEqual([])
  })

  it('is named on Today while money out is not explained, and opened from there', async () => {
    await driver.go('#/today')
    const need = driver.at('need').filter({ hasText: 'that Paydesk did not send' })
    await need.waitFor()
    expect(plain(await need.innerText())).toMatch(
      /The report “.*” lists 1 refund that Paydesk did not send: 20\.00 EUR/s,
    )
    await picture('today-report')
    await need.getByTestId('need-act').click()
    await driver.at('reconcile-piles').waitFor()
    expect(await pileText('unexplained')).toMatch(/1.*20\.00 EUR/s)
  })

  it('names another report whose line may be the same movement, and says what a name meant last', async () => {
    const [names, ...lines] = report().split('\n')
    const later = dayOf(Date.now() + 86_400_000)
    const other = [names, lines.at(-1), line('Refund', '20.00').replace(day, later)].join('\n')
    await driver.go('#/reconcile/new')
    await driver.at('list-pasted').fill(other)
    await driver.at('list-paste-read').click()
    await driver.sees('list-kind-names', /cbk.*Charged back/s)
    await picture('report-names')
    expect(await axeFindings(driver)).toEqual([])
    await driver.at('list-kinds-last-time').click()
    await driver.at('reconcile-take').click()
    await driver.at('reconcile-piles').waitFor()
    expect(await pileText('unexplained')).toMatch(/1.*20\.00 EUR/s)
    await driver.at('reconcile-competing').first().waitFor()
    await picture('two-reports')
    expect(await axeFindings(driver)).toEqual([])
    await driver.at('reconcile-competing').first().getByRole('link').click()
    await driver.sees('reconcile-rows', /A line of .* may be this movement, too/s)
  })

  it('is set aside by keys alone with a reason, seen in the list, and counts again', async () => {
    await driver.go('#/reconcile')
    await driver.at('reconcile-report').first().getByRole('link').click()
    await driver.at('reconcile-put-aside').waitFor()
    await picture('before-aside')
    await keysAlone(driver, async () => {
      await keys.tabTo('[data-testid=reconcile-put-aside]', 120)
      await keys.press('Enter')
      await driver.at('aside-dialog').waitFor()
      await keys.type('it is of the test account')
      await keys.tabTo('[data-testid=aside-confirm]')
      await keys.press('Enter')
      await driver.at('reconcile-is-aside').waitFor()
    })
    await driver.sees('reconcile-is-aside', /it is of the test account/)
    expect(await driver.at('reconcile-elsewhere').count()).toBe(0)
    await picture('report-aside')
    expect(await axeFindings(driver)).toEqual([])
    await driver.go('#/reconcile')
    await driver.at('reconcile-aside').waitFor()
    await picture('reports-aside')
    await driver.at('reconcile-report').first().getByRole('link').click()
    await driver.at('reconcile-count-again').click()
    await driver.page
      .getByTestId('aside-dialog')
      .getByRole('textbox')
      .fill('it was right after all')
    await driver.at('aside-confirm').click()
    await driver.at('reconcile-is-aside').waitFor({ state: 'detached' })
    await driver.at('reconcile-competing').first().waitFor()
  })

  it('opens the order, and looks unknown orders up beside the result', async () => {
    await driver.page.locator('[data-pile="not-known-here"] button').click()
    await driver.at('reconcile-look-up').click()
    await driver.sees('shop-counts', /0 not checked · 0 checked · 1 not found/)
    expect(await axeFindings(driver)).toEqual([])
    await driver.go('#/reconcile')
    await driver.sees('reconcile-reports', /1.*20\.00 EUR/s)
    await picture('screen-reconcile')
    await driver.at('reconcile-report').last().getByRole('link').click()
    await driver.page.locator('[data-pile="unexplained"] button').click()
    await driver.at('reconcile-open-order').first().click()
    await driver.sees('order-amount', '120.00')
  })

  it('says beside the loud sum how many are missing, and below both that this computer knows more', async () => {
    const { orderid } = await driver.practice(/sale of 12000 JPY/)
    await driver.lookUp(orderid)
    await driver.go('#/reconcile')
    await driver.at('reconcile-report').last().getByRole('link').click()
    await driver.sees('reconcile-missing', /Missing from the report\s+\d+ lines?/)
    const missing = /\t(\d+)\t/.exec(
      await driver.page.locator('[data-pile="not-in-report"]').innerText(),
    )
    await driver.sees('reconcile-missing', new RegExp(`\\b${missing?.[1]} line`))
    const boxOf = async (testid: string) => (await driver.at(testid).boundingBox())!
    const [head, older, list] = await Promise.all(
      ['reconcile-head', 'reconcile-older', 'reconcile-piles'].map(boxOf),
    )
    expect(older!.height).toBeLessThan(48)
    expect([head!.y < older!.y, older!.y < list!.y]).toEqual([true, true])
    await picture('result-older')
    expect(await axeFindings(driver)).toEqual([])
    await driver.sees('reconcile-older', 'This result changed since it was saved in the audit log.')
    expect(await driver.at('reconcile-keep').innerText()).toBe('Save this result')
    await driver.at('reconcile-keep').click()
    await driver.at('reconcile-older').waitFor({ state: 'detached' })
  })

  it('names what makes a whole report doubtful, and asks why a reading has fewer lines', async () => {
    const [names, ...lines] = report().split('\n')
    const turned = ['1.10', '2.20', '3.30', '4.40'].map((amount) => line('Sale', amount))
    const other = [names, ...turned].join('\n').replaceAll(order.orderid, `77${order.orderid}`)
    const text = other.replaceAll(order.clientOrderid, 'of-another-shop')
    await driver.go('#/reconcile/new')
    await driver.at('list-pasted').fill(text)
    await driver.at('list-paste-read').click()
    await driver.at('reconcile-take').click()
    await driver.sees('reconcile-doubts', /knows no order of 4 of 4 lines/)
    await picture('report-doubtful')
    expect(await axeFindings(driver)).toEqual([])
    await driver.go('#/reconcile/new')
    const words = [names, lines[0], ...turned.map((one) => one.replace('Sale', 'Odd'))].join('\n')
    for (const kind of ['captured', 'leave-out']) {
      if ((await driver.at('list-another').count()) > 0) await driver.at('list-another').click()
      await driver.at('list-pasted').fill(words)
      await driver.at('list-paste-read').click()
      await driver
        .at(`list-kind-${kind === 'captured' ? kind : 'nothing'}`)
        .first()
        .click()
      if (kind === 'captured') {
        await driver.at('reconcile-take').click()
        await driver.at('reconcile-piles').waitFor()
        await driver.go('#/reconcile/new')
      }
    }
    await driver.sees('reconcile-fewer', /matched 5 lines of this file/)
    await picture('report-fewer')
    expect(await axeFindings(driver)).toEqual([])
    await driver.at('reconcile-take').click()
    await driver.sees('reconcile-fewer', /at least 10 characters/)
    await driver.at('reconcile-fewer-reason').fill('odd ones are of no interest')
    await driver.at('reconcile-take').click()
    await driver.sees('reconcile-replaces', /odd ones are of no interest/)
  })
})

describe('a statement of the bank', () => {
  const named = 'Order ID\tMerchant order ID\tType\tAmount\tCurrency\tBatch\tFee\tNet\tDate'
  const sale = (batch: string, fee: string, net: string): string =>
    [order.orderid, order.clientOrderid, 'Sale', '120.00', 'EUR', batch, fee, net, day].join('\t')
  const entries = [
    { amount: '118.80', day, text: 'Settlement S-901', reference: 'B1' },
    { amount: '118.00', day, text: 'Settlement S-902', reference: 'B2' },
    { amount: '-40.00', day, text: 'Rent 11', reference: 'B3' },
  ]
  const made = { account: 'DE89370400440532013000', currency: 'EUR', decimals: 2, opening: '1.00' }
  const paste = async (text: string): Promise<void> => {
    await driver.go('#/reconcile/new')
    if ((await driver.at('list-another').count()) > 0) await driver.at('list-another').click()
    await driver.at('list-pasted').fill(text)
    await driver.at('list-paste-read').click()
  }

  it('is refused with both sums and the difference where it does not add up', async () => {
    await paste(camt({ ...made, entries }).replace('118.80', '118.79'))
    await driver.sees('list-questions', /the lines \(196\.79 EUR\).*The difference is 0\.01 EUR/s)
    expect(await driver.at('reconcile-take').count()).toBe(0)
    await picture('statement-refused')
    expect(await axeFindings(driver)).toEqual([])
  })

  it('is matched with the batches of the reports, whose fees are a list of their own', async () => {
    await paste(
      [named, sale('S-901', '1.20', '118.80'), sale('S-902', '1.50', '118.50')].join('\n'),
    )
    await driver.at('reconcile-take').click()
    await driver.at('reconcile-piles').waitFor()
    expect(await pileText('fees')).toMatch(/2.*2\.70 EUR/s)
    await paste(camt({ ...made, entries }))
    await driver.sees('statement', /camt\.053, account ending in 3000/)
    await driver.at('statement-pays').waitFor()
    await picture('statement-read')
    expect(await axeFindings(driver)).toEqual([])
    await driver.at('reconcile-take').click()
    await driver.at('reconcile-piles').waitFor()
    expect(await pileText('matched')).toMatch(/1.*118\.80 EUR/s)
    expect(await pileText('no-batch')).toMatch(/1.*40\.00 EUR/s)
    expect(await pileText('differs')).toMatch(/1.*118\.00 EUR/s)
    await driver.sees('reconcile-rows', /names this batch.*differ by 0\.50 EUR/s)
    await driver.sees('statement-grouping', /pays one batch, less fees/)
    await picture('screen-statement')
    expect(await axeFindings(driver)).toEqual([])
  })
})

it('captured orders are read again where the connection says so, and the page says of them', async () => {
  await driver.go('#/connections/sandbox')
  expect(await driver.at('money-rereads').count()).toBe(0)
  await driver.at('money-rereadsOrders').click()
  await driver.sees('money-rereads', /No captured order was read again since Paydesk started/)
  await picture('read-again')
  expect(await axeFindings(driver)).toEqual([])
})
