// The campaign of reports runs their tests over as many logs as it is told, and can tell a failure.
import { expect, it } from 'vitest'
import { isGood } from './reports.ts'

it('is good only where tests ran and none failed', () => {
  expect(isGood({ logs: 10, tests: 8, failed: 0 })).toBe(true)
  expect(isGood({ logs: 10, tests: 8, failed: 1 })).toBe(false)
  expect(isGood({ logs: 10, tests: 0, failed: 0 })).toBe(false)
})
