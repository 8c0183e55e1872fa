// What a register says of its rows together.
import { expect, it } from 'vitest'
import type { AttemptView } from '#shared/bridge/views.ts'
import { wholeSum } from '../../../../src/renderer/features/attempts/register.ts'

it('tells no sum of a page that is not the whole', () => {
  const sent = [{} as AttemptView]
  const sumOf = (rows: readonly unknown[]) => `${rows.length} paid`
  expect(wholeSum({ next: null, sent }, sumOf)).toBe('1 paid')
  expect(wholeSum({ next: 'more', sent }, sumOf)).toBe('')
  expect(wholeSum({ next: null, sent })).toBe('')
})
