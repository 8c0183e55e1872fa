import { expect, it } from 'vitest'
import { isReleaseOf } from '../../../../src/shared/gateway/orders/release.ts'

const kept = (type: string, status = 'approved', isFull = true, operation = 'return') => ({
  operation,
  isFull,
  seen: JSON.stringify([status, type, '', null, '']),
})

it.each([
  ['a hold', kept('preauth'), true],
  ['a captured hold', kept('capture'), false],
  ['a sale', kept('sale'), false],
  ['a hold whose void was declined', kept('void', 'declined'), true],
  ['what a declined capture leaves open', kept('capture', 'declined'), null],
  ['a part', kept('preauth', 'approved', false), false],
  ['a void of a hold', kept('preauth', 'approved', true, 'void'), false],
  ['what a declined refund or release leaves open', kept('reversal', 'declined'), null],
  ['what a question of the bank leaves open', kept('dispute'), null],
  ['nothing that was seen', { operation: 'return', isFull: true, seen: '' }, false],
])('of %s it says %s', (_what, one, is) => {
  expect(isReleaseOf(one)).toBe(is)
})
