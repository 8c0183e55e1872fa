// The twelve jobs of a payment desk, with the presses that each takes here and may take at most: as
// many as in the dashboards that people know. A press is a key or a click; what is typed into a
// field, and the way to that field, is none. Twenty refunds at once are not one of them yet.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keysOf } from './keys.ts'
import { account, ip } from './operation-form-driver.ts'
import { type PageDriver, openPageDriver } from './page-driver.ts'

let driver: PageDriver
beforeAll(async () => {
  driver = await openPageDriver()
})
afterAll(() => driver.close())

const keys = keysOf(() => driver)
let pressed = 0
async function press(key: string): Promise<void> {
  pressed += 1
  await keys.press(key)
}
async function click(testId: string): Promise<void> {
  pressed += 1
  await driver.at(testId).first().click()
}
/** Ctrl K or "/", the text, Enter. */
async function ask(text: string, line?: string): Promise<void> {
  await press('/')
  await expect.poll(() => keys.focusIs('#omnibox')).toBe(true)
  await keys.type(text)
  if (line !== undefined) await driver.at(`omnibox-${line}`).waitFor()
  await press('Enter')
  await driver.at('omnibox').waitFor({ state: 'detached' })
}
/** From the form to the gateway: Enter leads to the review, and there it sends. */
async function reviewAndSend(): Promise<void> {
  await driver.at('review-open').waitFor()
  await press('Enter')
  await driver.page.locator('[data-testid=send][data-armed]').waitFor()
  await press('Enter')
  await driver.at('outcome').first().waitFor()
}
async function counted(most: number, job: () => Promise<void>): Promise<void> {
  pressed = 0
  await job()
  expect(pressed).toBeLessThanOrEqual(most)
}
const effects = async (operation: string) =>
  (await driver.books()).effects.filter((effect) => effect.operation === operation)

describe('in no more presses than elsewhere', () => {
  it('1: the status of an order, 2', async () => {
    const { orderid } = await driver.practice(/paid sale of 120\.00 EUR/)
    await counted(2, async () => {
      await ask(orderid)
      await driver.sees('phase', 'Captured')
    })
  })

  it('1: the same with its ID in the clipboard, 2 and nothing typed', async () => {
    const { orderid } = await driver.practice(/45\.500 KWD/)
    await driver.call('clipboard:copy', { text: orderid })
    await counted(2, async () => {
      await ask('', 'copied')
      await driver.sees('order-amount', '45.500 KWD')
    })
  })

  it('2: a full refund with its reason, 5', async () => {
    const { orderid } = await driver.practice(/12000 JPY/)
    await counted(5, async () => {
      await ask(`refund ${orderid} returned`, 'ask')
      await reviewAndSend()
    })
    expect(await driver.effects(orderid)).toEqual([
      { operation: 'return', amountMinor: 12000, currency: 'JPY' },
    ])
  })

  it('3: a partial refund with its reason, 5', async () => {
    const { orderid } = await driver.practice(/paid sale of 120\.00 EUR/)
    await counted(5, async () => {
      await ask(`refund ${orderid} 20 damag`, 'ask')
      await reviewAndSend()
      await driver.sees('timeline', /20\.00 EUR refund[\s\S]*Damaged goods/)
    })
    expect(await driver.effects(orderid)).toEqual([
      { operation: 'return', amountMinor: 2000, currency: 'EUR' },
    ])
  })

  it('5: an order by the last four digits of its card, 2', async () => {
    await counted(2, async () => {
      await ask('1566')
      await driver.sees('order-amount', '120.00 EUR')
    })
  })

  it('6: a part of a hold captured, 3 on the order and 4 from anywhere', async () => {
    const { orderid } = await driver.practice(/A hold of 300\.00 EUR/)
    await counted(4, async () => {
      await ask(`capture ${orderid} 100`, 'ask')
      await reviewAndSend()
    })
    await driver.settle()
    await counted(3, async () => {
      await press('c')
      await expect.poll(() => keys.focusIs('[data-testid=amount]')).toBe(true)
      await keys.type('50')
      await reviewAndSend()
    })
    expect((await driver.effects(orderid)).map(({ amountMinor }) => amountMinor)).toEqual([
      10000, 5000,
    ])
  })

  it('7: a hold released, 3 on the order', async () => {
    const { orderid } = await driver.practice(/80\.00 GBP/)
    await driver.lookUp(orderid)
    await counted(3, async () => {
      await press('r')
      await driver.at('action-form').waitFor()
      await reviewAndSend()
    })
    expect(await driver.effects(orderid)).toEqual([
      { operation: 'void', amountMinor: 8000, currency: 'GBP' },
    ])
  })

  it('8: a payout to a saved recipient, 4', async () => {
    const saved = await driver.call('recipient:save', {
      ...{ connectionId: 'sandbox', name: 'Zoë lamps', way: 'account' },
      fields: { account_number: account, account_name: 'Zoë Größe' },
    })
    expect(saved.ok).toBe(true)
    // The currency that was sent last on the connection is filled in.
    for (const amount of ['1.00', '22.50']) {
      const isFirst = amount === '1.00'
      await counted(4, async () => {
        await ask('zoe', `pay-${saved.ok ? saved.value.id : ''}`)
        await driver.at('operation-form').waitFor()
        await driver.at('field-order_desc').fill('Lamps')
        if (isFirst) await driver.at('field-currency').fill('EUR')
        else await driver.sees('pick-ipaddress', `Same as last time: ${ip}`)
        expect(await driver.at('field-ipaddress').inputValue()).toBe('')
        await driver.at('field-ipaddress').fill(ip)
        await driver.at('field-amount').fill(amount)
        await reviewAndSend()
      })
    }
    expect((await effects('payout')).map(({ amountMinor }) => amountMinor)).toEqual([100, 2250])
  })

  it('9: a payment link, made and copied, 4', async () => {
    await driver.at('rail-today').click()
    await counted(4, async () => {
      await click('new-link')
      await driver.at('operation-form').waitFor()
      const fields = {
        order_desc: 'Lamp',
        email: 'zoe@example.org',
        ipaddress: ip,
        amount: '42.00',
      }
      for (const [name, value] of Object.entries(fields))
        await driver.at(`field-${name}`).fill(value)
      await click('review-open')
      await driver.at('send').waitFor()
      await click('send')
      await click('copy-link')
    })
    await driver.sees('copy-link', /Copied/)
    await driver.sees('link-for', /zoe@example\.org/)
    await click('copy-message')
    await expect.poll(() => driver.page.getByText(/^Message copied/).count()).toBeGreaterThan(0)
  })

  it('10: who refunded what today, 1', async () => {
    await driver.at('rail-today').click()
    await driver.at('figure-refunded').first().waitFor()
    await counted(1, async () => {
      await click('figure-refunded')
      await driver.sees('figure-rows', /Damaged goods/)
    })
    await driver.at('figure-close').click()
  })

  it('11: the refunds of a time as a file, 4', async () => {
    await counted(4, async () => {
      await ask('refunds', 'audit-refunds')
      await driver.sees('audit-export', /filtered/)
      await click('audit-today')
      await click('audit-export')
      await driver.sees('export-report', /entries/)
    })
  })

  it('12: an unknown outcome resolved by hand, 4', async () => {
    const { orderid } = await driver.practice(/5000\.00 EUR for test/)
    await driver.console('faults', {
      operation: 'return',
      kind: 'reset-without-effect',
      times: '1',
    })
    await ask(`refund ${orderid} 3 paid twice`, 'ask')
    await reviewAndSend()
    await driver.sees('outcome', /Outcome unknown/)
    await keys.press('Escape')
    // Who decides before the list shows the first answer is told so, and decides again.
    await driver.at('rail-open-requests').click()
    await driver.sees('open-request-looks', /^(?!.*3 status checks are left)/)
    await driver.at('rail-today').click()
    await counted(4, async () => {
      await click('rail-open-requests')
      await click('open-request-resolve')
      pressed += 1
      await driver.at('resolve-dialog').getByRole('radio').last().check()
      await driver.at('resolve-dialog').getByTestId('reason').fill('Support found no trace of it')
      await driver.at('resolve-dialog').getByTestId('override').fill('The customer waits here')
      await click('resolve-confirm')
      await driver.at('resolve-dialog').waitFor({ state: 'detached' })
    })
    expect(await driver.effects(orderid)).toEqual([])
  })
})
