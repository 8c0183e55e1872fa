// What was typed into a form survives a killed program, is said to be kept, can be cleared, is gone
// when it was sent, and moves no money.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OperationId, operationIds, rowOf } from '#shared/gateway/operations/index.ts'
import { testCardDigits } from '../fakes/test-card.ts'
import { axeFindings } from './axe.ts'
import { type PageDriver, savedDrafts, openPageDriver } from './page-driver.ts'
import { type InputOf, inputs } from './form-list.ts'

let driver: PageDriver
beforeAll(async () => {
  driver = await openPageDriver()
})
afterAll(() => driver.close())

const drafts = (): Promise<string> => savedDrafts(driver)
const killed = async (): Promise<void> => {
  await driver.kill()
  await driver.start()
  await driver.at('rail-orders').waitFor()
}
const amount = () => driver.page.getByLabel('Amount', { exact: true })

describe('what was typed', () => {
  it('into a refund and a payout is there after a crash, and is gone once it was sent or cleared', async () => {
    const { orderid } = await driver.practice(/paid sale of 120\.00 EUR/)
    await driver.lookUp(orderid)
    await driver.fill('return', '12.50', 'Torn box')
    await driver.go('/payouts/new')
    await driver.at('field-amount').fill('33.30')
    await expect.poll(drafts).toMatch(/Torn box.*33\.30|33\.30.*Torn box/s)
    await killed()

    await driver.lookUp(orderid)
    await driver.at('action-return').click()
    await driver.sees(
      'saved-draft',
      /^Draft from \d{1,2} \w{3,4} \d{4}, \d\d:\d\d:\d\d UTC – clear$/,
    )
    await expect.poll(() => driver.at('full').getAttribute('aria-pressed')).toBe('false')
    await expect.poll(() => amount().inputValue()).toBe('12.50')
    await driver.review()
    await driver.send()
    await driver.settle()
    await driver.go('/payouts/new')
    await expect.poll(() => driver.at('field-amount').inputValue()).toBe('33.30')
    await driver.at('saved-clear').click()
    await expect.poll(() => driver.at('field-amount').inputValue()).toBe('')
    expect(await driver.at('saved-draft').count()).toBe(0)
    await expect.poll(drafts).toBe('[]')
    expect(await driver.effects(orderid)).toEqual([
      { operation: 'return', amountMinor: 1250, currency: 'EUR' },
    ])
  })

  it('is never a card number', async () => {
    const { orderid } = await driver.practice(/45\.500 KWD/)
    await driver.lookUp(orderid)
    await driver.fill('return', '1.250', 'Card 4111 1111 1111 1111')
    await driver.lookUp(orderid)
    await driver.fill('return', '1.500', 'Torn box')
    await expect.poll(drafts).toContain('Torn box')
    expect(await drafts()).not.toMatch(testCardDigits)
    const refused = await driver.call('preference:set', {
      name: 'drafts',
      value: [
        {
          form: `return/sandbox/${orderid}`,
          at: 1,
          fields: { comment: '4111111111111111' },
        },
      ],
    })
    expect(refused.ok).toBe(false)
    expect(await driver.effects(orderid)).toEqual([])
  })
})

describe('every form', () => {
  /** Those of an order are played above; two are asked for without a form of their own. */
  const hasForm = (id: OperationId): boolean =>
    !rowOf(id).place.includes(':') && !['status', 'get-card-info', 'payout-pay'].includes(id)
  const routes = [...new Set(operationIds.filter(hasForm).map((id) => rowOf(id).place))]
  const kept = Object.values<InputOf>(inputs).filter((one) => 'at' in one)
  let orderid = ''
  const open = async (one: (typeof kept)[number]): Promise<void> => {
    await driver.go(one.at.replace('{order}', orderid))
    for (const step of one.open ?? []) await driver.at(step).first().click()
  }
  /** The first line of a form that takes free text. */
  const first = () =>
    driver.at('operation-form').locator('input[data-testid^="field-"]:visible').first()
  const boxOf = ({ field }: (typeof kept)[number]) =>
    driver.page.locator(`input[data-testid="${field}"], textarea[data-testid="${field}"]`)

  it('keeps what was typed over other screens and a crash, and nothing of it was sent', async () => {
    await driver.call('connection:set-card-entry', { connectionId: 'sandbox', isOn: true })
    orderid = (await driver.practice(/5000\.00 EUR for test/)).orderid
    await driver.lookUp(orderid)
    await driver.console('faults', {
      operation: 'return',
      kind: 'reset-without-effect',
      times: '1',
    })
    await driver.fill('return', '3.00')
    await driver.review()
    await driver.send()
    const sent = (await driver.books()).requests.length

    for (const one of kept) {
      await open(one)
      await boxOf(one).fill(one.value)
      await driver.page.keyboard.press('Escape')
    }
    for (const [at, route] of routes.entries()) {
      await driver.go(route)
      // The form before this one is filled.
      await expect.poll(() => first().inputValue(), { message: route }).toBe('')
      await first().fill(String(10 + at))
    }
    const last = String(9 + routes.length)
    await driver.at('operator-menu').click()
    await driver.at('theme').selectOption('dark')
    await expect.poll(drafts).toContain(`"${last}"`)
    for (const { value } of kept) await expect.poll(drafts).toContain(JSON.stringify(value))
    await killed()

    await driver.at('operator-menu').click()
    await expect.poll(() => driver.at('theme').inputValue()).toBe('dark')
    await driver.at('theme').selectOption('system')
    await driver.go('/connections/new')
    await driver.at('saved-draft').waitFor()
    expect(await axeFindings(driver)).toEqual([])
    for (const one of kept) {
      await open(one)
      expect(await boxOf(one).inputValue(), one.at).toBe(one.value)
      await driver.page.keyboard.press('Escape')
    }
    for (const [at, route] of routes.entries()) {
      await driver.go(route)
      await expect.poll(() => first().inputValue(), { message: route }).toBe(String(10 + at))
      await driver.at('saved-draft').waitFor()
    }
    expect((await driver.books()).effects.filter((one) => String(one.orderid) === orderid)).toEqual(
      [],
    )
    expect((await driver.books()).requests.length).toBeGreaterThanOrEqual(sent)
  })
})
