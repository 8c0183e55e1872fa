// What was typed into a form survives a killed program, is said to be kept, can be cleared, is gone when it was sent, and moves no money.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clerk, openClerk } from './clerk.ts'

let clerk: Clerk
beforeAll(async () => {
  clerk = await openClerk()
})
afterAll(() => clerk.close())

const keptText = async (): Promise<string> => {
  const kept = await clerk.call('desk:kept', { name: 'drafts' })
  return JSON.stringify(kept.ok ? kept.value : null)
}
const killed = async (): Promise<void> => {
  await clerk.kill()
  await clerk.start()
  await clerk.at('rail-orders').waitFor()
}
const amount = () => clerk.page.getByLabel('Amount', { exact: true })

describe('what was typed', () => {
  it('into a return and a payout is there after a crash, and is gone once it was sent or cleared', async () => {
    const { orderid } = await clerk.practice(/paid sale of 120\.00 EUR/)
    await clerk.lookUp(orderid)
    await clerk.fill('return', '12.50', 'Torn box')
    await clerk.go('/payouts/new')
    await clerk.at('field-amount').fill('33.30')
    await expect.poll(keptText).toMatch(/Torn box.*33\.30|33\.30.*Torn box/s)
    await killed()

    await clerk.lookUp(orderid)
    await clerk.at('action-return').click()
    await clerk.sees('kept-draft', /^Kept from \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC – clear$/)
    expect(await clerk.at('partial').isChecked()).toBe(true)
    expect(await amount().inputValue()).toBe('12.50')
    await clerk.review()
    await clerk.send()
    await clerk.settle()
    await clerk.go('/payouts/new')
    expect(await clerk.at('field-amount').inputValue()).toBe('33.30')
    await clerk.at('kept-clear').click()
    await expect.poll(() => clerk.at('field-amount').inputValue()).toBe('')
    expect(await clerk.at('kept-draft').count()).toBe(0)
    await expect.poll(keptText).toBe('[]')
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
    await expect.poll(keptText).toContain('Torn box')
    expect(await keptText()).not.toContain('4111')
    const refused = await clerk.call('desk:keep', {
      name: 'drafts',
      value: [
        {
          connectionId: 'sandbox',
          orderid,
          action: 'return',
          at: 1,
          order: { isFull: true, amount: '', comment: '4111111111111111' },
        },
      ],
    })
    expect(refused.ok).toBe(false)
    expect(await clerk.effects(orderid)).toEqual([])
  })
})
