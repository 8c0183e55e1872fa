// A day is read in the form the program shows, with dots and as in files; nothing is guessed.
import { expect, it } from 'vitest'
import { dayOf } from '../../../../../src/renderer/ui/fields/days/day.ts'

it.each([
  ['2026-03-31', '2026-03-31'],
  ['2026-3-1', '2026-03-01'],
  ['31.3.2026', '2026-03-31'],
  [' 01.12.2026 ', '2026-12-01'],
  ['2028-02-29', '2028-02-29'],
  ['31 Mar 2026', '2026-03-31'],
  ['1 sept 2026', '2026-09-01'],
  ['9 December 2026', '2026-12-09'],
])('reads %s', (typed, day) => {
  expect(dayOf(typed)).toBe(day)
})

it.each([
  '',
  '2026-02-30',
  '31.2.2026',
  '3/4/2026',
  '12.31.2026',
  '26-03-31',
  '2026-03',
  'today',
  '1 Junk 2026',
  '31 Feb 2026',
])('takes “%s” for no day', (typed) => {
  expect(dayOf(typed)).toBeNull()
})
