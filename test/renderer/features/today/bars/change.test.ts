// How much more or less than before, in words, and nothing where there is nothing to compare with.
import { expect, it } from 'vitest'
import { changeOf } from '../../../../../src/renderer/features/today/bars/change.ts'

const euro = (amount: string) => ({ amount, currency: 'EUR' })

it('says the way in a word, and the days where nothing else names them', () => {
  expect(changeOf(euro('1465.62'), euro('368.50'))).toEqual({
    ...{ way: 'more', percent: '298\u202f%', text: '298\u202f% more' },
  })
  expect(changeOf(euro('50.00'), euro('100.00'), '1–12 Oct 2026')).toMatchObject({
    ...{ way: 'less', text: '50\u202f% less than 1–12 Oct 2026' },
  })
  expect(changeOf(euro('100.00'), euro('100.00'))).toMatchObject({ text: 'the same as before' })
  expect(changeOf(euro('100.00'), euro('100.00'), 'October')?.text).toBe('The same as October')
})

it('says nothing where nothing was before, or where one of both is less than nothing', () => {
  expect(changeOf(euro('5.00'), undefined)).toBe(null)
  expect(changeOf(euro('5.00'), euro('0.00'))).toBe(null)
  expect(changeOf(euro('-5.00'), euro('1.00'))).toBe(null)
  expect(changeOf(euro('5.00'), euro('-1.00'))).toBe(null)
})
