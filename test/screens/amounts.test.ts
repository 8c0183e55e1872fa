// Amounts as people type them: one reading goes through, several are offered and never guessed, and
// a currency keeps its decimals.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PageDriver, openPageDriver } from './page-driver.ts'
import { flow } from './flow.ts'

let driver: PageDriver
beforeAll(async () => {
  driver = await openPageDriver()
})
afterAll(() => driver.close())

const amount = () => driver.page.getByLabel('Amount', { exact: true })

describe('an amount that could be read in more than one way', () => {
  it.each([
    ['1,230', ['1.23', '1230.00']],
    ['2.610', ['2.61', '2610.00']],
  ])(
    '%s is refused, its readings are buttons, and one of them fills the field',
    async (typed, readings) => {
      const { orderid } = await driver.practice(/5000\.00 EUR for test/)
      await driver.lookUp(orderid)
      await driver.fill('return', typed)
      await driver.at('review-open').click()
      await driver.sees('amount-reading', /could mean/)
      expect(await driver.at('review').count()).toBe(0)
      const texts = await driver.at('amount-choice').allInnerTexts()
      const offered = texts.map((text) => text.replaceAll(/\s/g, '').replace('EUR', ' EUR'))
      expect(offered.toSorted()).toEqual(readings.map((reading) => `${reading} EUR`).toSorted())
      await expect.poll(() => amount().inputValue()).toBe(typed)

      await driver.at('amount-choice').first().click()
      expect(offered[0]).toContain(await amount().inputValue())
      await driver.review()
      expect(await driver.effects(orderid)).toEqual([])
      await driver.at('back').click()
      await driver.at('cancel').click()
    },
  )

  flow('return-of-one-reading', async () => {
    const { orderid } = await driver.practice(/5000\.00 EUR for test/)
    await driver.lookUp(orderid)
    await driver.fill('return', '1,230')
    await driver.at('amount-choice').last().click()
    await driver.review()
    await driver.send()
    await driver.settle()
    expect(await driver.effects(orderid)).toEqual([
      { operation: 'return', amountMinor: 123000, currency: 'EUR' },
    ])
  })
})

describe('an amount that can’t be sent', () => {
  // Nobody typed 1.20: the text has a decimal too many, or is what the button says.
  it('offers only what the text can be, which then says that it is too much', async () => {
    const { orderid } = await driver.practice(/A hold of 300\.00 EUR/)
    await driver.lookUp(orderid)
    await driver.fill('capture', '1,205')
    await driver.at('review-open').click()
    await driver.sees(
      'amount-reading',
      /^“1,205” can be read as 1\s205\.00\sEUR, or has 3 decimals\. Use at most 2 decimals, like 1250\.50\. At most 300\.00\sEUR is possible, and 1\s205\.00\sEUR is more\.$/,
    )
    await expect
      .poll(async () => (await driver.at('amount-choice').allInnerTexts()).join(' or '))
      .toMatch(/^1\s205\.00\sEUR$/)
    await expect.poll(() => amount().inputValue()).toBe('1,205')
    await driver.at('amount-choice').click()
    await expect.poll(() => amount().inputValue()).toBe('1205.00')
    await driver.sees('amount-reading', /Enter 300\.00\sEUR or less/)
    await driver.at('review-open').click()
    expect(await driver.at('review').count()).toBe(0)
    expect(await driver.effects(orderid)).toEqual([])
    await driver.at('cancel').click()
  })

  it.each([
    [/paid sale of 120\.00 EUR/, '120,50', /Enter 120\.00 EUR or less/],
    [/12000 JPY/, '100.5', /JPY has no decimals/],
    [/45\.500 KWD/, '1.2345', /decimals|could mean/],
    [/paid sale of 120\.00 EUR/, 'ten', /ten/],
  ])('is checked while it is typed: %s, %s', async (practice, typed, message) => {
    const { orderid } = await driver.practice(practice)
    await driver.lookUp(orderid)
    await driver.at('action-return').click()
    await amount().fill(typed)
    await driver.sees('amount-reading', message)
    await expect.poll(() => amount().getAttribute('aria-invalid')).toBe('true')
    // Nothing typed is lost, and what is left afterwards says why it can't be told.
    await expect.poll(() => amount().inputValue()).toBe(typed)
    await driver.sees('left-after', /Needs a valid amount/)
    await amount().fill('1')
    await driver.sees('left-after', /\d/)
    await expect.poll(() => amount().getAttribute('aria-invalid')).toBe('false')
    await driver.at('cancel').click()
  })
})

it.each([
  ['120,50', /Read as 120\.50 EUR/, 12050],
  ['1.234,5', /Read as 1 234\.50 EUR/, 123450],
])('%s has one reading and is taken as it is', async (typed, reading, amountMinor) => {
  const { orderid } = await driver.practice(/5000\.00 EUR for test/)
  await driver.lookUp(orderid)
  const before = await driver.effects(orderid)
  await driver.fill('return', typed)
  await driver.sees('amount-reading', reading)
  expect(await driver.at('amount-choice').count()).toBe(0)
  await driver.review()
  await driver.send()
  await driver.settle()
  expect(await driver.effects(orderid)).toEqual([
    ...before,
    { operation: 'return', amountMinor, currency: 'EUR' },
  ])
})

describe('an amount that can’t be', () => {
  it.each(['0', '0.00', '-1', '1e3', 'abc', '5000.01', '9999999999999'])(
    '%s is refused at the field before anything is asked of the gateway',
    async (typed) => {
      const { orderid } = await driver.practice(/45\.500 KWD/)
      await driver.lookUp(orderid)
      await driver.fill('return', typed)
      await driver.at('review-open').click()
      await driver.sees('amount-reading', /.{10}/)
      await expect.poll(() => amount().getAttribute('aria-invalid')).toBe('true')
      expect(await driver.at('review').count()).toBe(0)
      expect(await driver.effects(orderid)).toEqual([])
    },
  )

  flow('return-in-yen', async () => {
    const { orderid } = await driver.practice(/12000 JPY/)
    await driver.lookUp(orderid)
    await driver.fill('return', '100.50')
    await driver.at('review-open').click()
    await driver.sees('amount-reading', /JPY|decimal/)
    expect(await driver.at('review').count()).toBe(0)
    await amount().fill('1200')
    await driver.review()
    await driver.sees('review-amount', /1 200 JPY/)
    await driver.send()
    await driver.settle()
    expect(await driver.effects(orderid)).toEqual([
      { operation: 'return', amountMinor: 1200, currency: 'JPY' },
    ])
  })

  flow('return-in-dinar', async () => {
    const { orderid } = await driver.practice(/45\.500 KWD/)
    await driver.lookUp(orderid)
    await driver.fill('return', '1.2345')
    await driver.at('review-open').click()
    await driver.sees('amount-reading', /.{10}/)
    expect(await driver.at('review').count()).toBe(0)
    await amount().fill('1.250')
    await driver.review()
    await driver.send()
    await driver.settle()
    expect(await driver.effects(orderid)).toEqual([
      { operation: 'return', amountMinor: 1250, currency: 'KWD' },
    ])
  })
})
