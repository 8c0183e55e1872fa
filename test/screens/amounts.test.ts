// Amounts as people type them: one reading goes through, several are offered and never guessed, and
// a currency keeps its decimals.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clerk, openClerk } from './clerk.ts'
import { flow } from './flow.ts'

let clerk: Clerk
beforeAll(async () => {
  clerk = await openClerk()
})
afterAll(() => clerk.close())

const amount = () => clerk.page.getByLabel('Amount', { exact: true })

describe('an amount that could be read in more than one way', () => {
  it.each([
    ['1,234', ['1.23', '1234.00']],
    ['2.614', ['2.61', '2614.00']],
  ])(
    '%s is refused, its readings are buttons, and one of them fills the field',
    async (typed, readings) => {
      const { orderid } = await clerk.practice(/5000\.00 EUR for test/)
      await clerk.lookUp(orderid)
      await clerk.fill('return', typed)
      await clerk.at('review-open').click()
      await clerk.sees('amount-reading', /could mean/)
      expect(await clerk.at('review').count()).toBe(0)
      const offered = await clerk.at('amount-choice').allInnerTexts()
      expect(offered.toSorted()).toEqual(readings.map((reading) => `${reading} EUR`).toSorted())
      expect(await amount().inputValue()).toBe(typed)

      await clerk.at('amount-choice').first().click()
      expect(offered[0]).toContain(await amount().inputValue())
      await clerk.review()
      expect(await clerk.effects(orderid)).toEqual([])
      await clerk.at('back').click()
      await clerk.at('cancel').click()
    },
  )

  flow('return-of-one-reading', async () => {
    const { orderid } = await clerk.practice(/5000\.00 EUR for test/)
    await clerk.lookUp(orderid)
    await clerk.fill('return', '1,234')
    await clerk.at('amount-choice').last().click()
    await clerk.review()
    await clerk.send()
    await clerk.settle()
    expect(await clerk.effects(orderid)).toEqual([
      { operation: 'return', amountMinor: 123400, currency: 'EUR' },
    ])
  })
})

it.each([
  ['120,50', /Reads as 120\.50 EUR/, 12050],
  ['1.234,5', /Reads as 1 234\.50 EUR/, 123450],
])('%s has one reading and is taken as it is', async (typed, reading, amountMinor) => {
  const { orderid } = await clerk.practice(/5000\.00 EUR for test/)
  await clerk.lookUp(orderid)
  const before = await clerk.effects(orderid)
  await clerk.fill('return', typed)
  await clerk.sees('amount-reading', reading)
  expect(await clerk.at('amount-choice').count()).toBe(0)
  await clerk.review()
  await clerk.send()
  await clerk.settle()
  expect(await clerk.effects(orderid)).toEqual([
    ...before,
    { operation: 'return', amountMinor, currency: 'EUR' },
  ])
})

describe('an amount that can’t be', () => {
  it.each(['0', '0.00', '-1', '1e3', 'abc', '5000.01', '9999999999999'])(
    '%s is refused at the field before anything is asked of the gateway',
    async (typed) => {
      const { orderid } = await clerk.practice(/45\.500 KWD/)
      await clerk.lookUp(orderid)
      await clerk.fill('return', typed)
      await clerk.at('review-open').click()
      await clerk.sees('amount-reading', /.{10}/)
      expect(await amount().getAttribute('aria-invalid')).toBe('true')
      expect(await clerk.at('review').count()).toBe(0)
      expect(await clerk.effects(orderid)).toEqual([])
    },
  )

  flow('return-in-yen', async () => {
    const { orderid } = await clerk.practice(/12000 JPY/)
    await clerk.lookUp(orderid)
    await clerk.fill('return', '100.50')
    await clerk.at('review-open').click()
    await clerk.sees('amount-reading', /JPY|decimal/)
    expect(await clerk.at('review').count()).toBe(0)
    await amount().fill('1200')
    await clerk.review()
    await clerk.sees('review-amount', /1 200 JPY/)
    await clerk.send()
    await clerk.settle()
    expect(await clerk.effects(orderid)).toEqual([
      { operation: 'return', amountMinor: 1200, currency: 'JPY' },
    ])
  })

  flow('return-in-dinar', async () => {
    const { orderid } = await clerk.practice(/45\.500 KWD/)
    await clerk.lookUp(orderid)
    await clerk.fill('return', '1.2345')
    await clerk.at('review-open').click()
    await clerk.sees('amount-reading', /.{10}/)
    expect(await clerk.at('review').count()).toBe(0)
    await amount().fill('1.250')
    await clerk.review()
    await clerk.send()
    await clerk.settle()
    expect(await clerk.effects(orderid)).toEqual([
      { operation: 'return', amountMinor: 1250, currency: 'KWD' },
    ])
  })
})
