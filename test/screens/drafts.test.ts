// What was typed into a form survives a killed program, is said to be kept, can be cleared, is gone
// when it was sent, and moves no money.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OperationId, operationIds, rowOf } from '#shared/gateway/operations/index.ts'
import { axeFindings } from './axe.ts'
import { type Clerk, savedDrafts, openClerk } from './clerk.ts'
import { type InputOf, inputs } from './form-list.ts'

let clerk: Clerk
beforeAll(async () => {
  clerk = await openClerk()
})
afterAll(() => clerk.close())

const drafts = (): Promise<string> => savedDrafts(clerk)
const killed = async (): Promise<void> => {
  await clerk.kill()
  await clerk.start()
  await clerk.at('rail-orders').waitFor()
}
const amount = () => clerk.page.getByLabel('Amount', { exact: true })

describe('what was typed', () => {
  it('into a refund and a payout is there after a crash, and is gone once it was sent or cleared', async () => {
    const { orderid } = await clerk.practice(/paid sale of 120\.00 EUR/)
    await clerk.lookUp(orderid)
    await clerk.fill('return', '12.50', 'Torn box')
    await clerk.go('/payouts/new')
    await clerk.at('field-amount').fill('33.30')
    await expect.poll(drafts).toMatch(/Torn box.*33\.30|33\.30.*Torn box/s)
    await killed()

    await clerk.lookUp(orderid)
    await clerk.at('action-return').click()
    await clerk.sees('saved-draft', /^Kept from \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC – clear$/)
    expect(await clerk.at('full').getAttribute('aria-pressed')).toBe('false')
    expect(await amount().inputValue()).toBe('12.50')
    await clerk.review()
    await clerk.send()
    await clerk.settle()
    await clerk.go('/payouts/new')
    expect(await clerk.at('field-amount').inputValue()).toBe('33.30')
    await clerk.at('saved-clear').click()
    await expect.poll(() => clerk.at('field-amount').inputValue()).toBe('')
    expect(await clerk.at('saved-draft').count()).toBe(0)
    await expect.poll(drafts).toBe('[]')
    expect(await clerk.effects(orderid)).toEqual([
      { operation: 'return', amountMinor: 1250, currency: 'EUR' },
    ])
  })

  it('is never a card number', async () => {
    const { orderid } = await clerk.practice(/45\.500 KWD/)
    await clerk.lookUp(orderid)
    await clerk.fill('return', '1.250', 'Card 4111 1111 1111 1111')
    await clerk.lookUp(orderid)
    await clerk.fill('return', '1.500', 'Torn box')
    await expect.poll(drafts).toContain('Torn box')
    expect(await drafts()).not.toContain('4111')
    const refused = await clerk.call('preference:set', {
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
    expect(await clerk.effects(orderid)).toEqual([])
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
    await clerk.go(one.at.replace('{order}', orderid))
    for (const step of one.open ?? []) await clerk.at(step).first().click()
  }
  /** The first line of a form that takes free text. */
  const first = () =>
    clerk.at('operation-form').locator('input[data-testid^="field-"]:visible').first()
  const boxOf = ({ field }: (typeof kept)[number]) =>
    clerk.page
      .locator(`input[data-testid="${field}"], textarea[data-testid="${field}"]`)
      .or(clerk.at(field).locator('input'))

  it('keeps what was typed over other screens and a crash, and nothing of it was sent', async () => {
    orderid = (await clerk.practice(/5000\.00 EUR for test/)).orderid
    await clerk.lookUp(orderid)
    await clerk.console('faults', { operation: 'return', kind: 'reset-without-effect', times: '1' })
    await clerk.fill('return', '3.00')
    await clerk.review()
    await clerk.send()
    const sent = (await clerk.books()).requests.length

    for (const one of kept) {
      await open(one)
      await boxOf(one).fill(one.value)
      await clerk.page.keyboard.press('Escape')
    }
    for (const [at, route] of routes.entries()) {
      await clerk.go(route)
      // The form before this one is filled.
      await expect.poll(() => first().inputValue(), { message: route }).toBe('')
      await first().fill(String(10 + at))
    }
    const last = String(9 + routes.length)
    await clerk.at('operator-menu').click()
    await clerk.at('theme').selectOption('dark')
    await expect.poll(drafts).toContain(`"${last}"`)
    for (const { value } of kept) await expect.poll(drafts).toContain(JSON.stringify(value))
    await killed()

    await clerk.at('operator-menu').click()
    expect(await clerk.at('theme').inputValue()).toBe('dark')
    await clerk.at('theme').selectOption('system')
    await clerk.go('/connections/new')
    await clerk.at('saved-draft').waitFor()
    expect(await axeFindings(clerk)).toEqual([])
    for (const one of kept) {
      await open(one)
      expect(await boxOf(one).inputValue(), one.at).toBe(one.value)
      await clerk.page.keyboard.press('Escape')
    }
    for (const [at, route] of routes.entries()) {
      await clerk.go(route)
      await expect.poll(() => first().inputValue(), { message: route }).toBe(String(10 + at))
      await clerk.at('saved-draft').waitFor()
    }
    expect((await clerk.books()).effects.filter((one) => String(one.orderid) === orderid)).toEqual(
      [],
    )
    expect((await clerk.books()).requests.length).toBeGreaterThanOrEqual(sent)
  })
})
