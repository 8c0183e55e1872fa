// What of an error leaves the page: its kind and its place in the code, and no word that a person
// typed or a gateway said.
import { expect, it } from 'vitest'
import { doneDuring, failureOf } from '#shared/desktop/screen-failure.ts'
import { windowMethods } from '#shared/desktop/window-methods.ts'

const withStack = (error: Error, stack: string): Error => Object.assign(error, { stack })

it('tells kind, place in the code and screen', () => {
  const error = withStack(
    new TypeError("Cannot read properties of undefined (reading 'amount')"),
    `TypeError: Cannot read
    at setup (app://paydesk/assets/OrderScreen-x1_y.js:12:34567)
    at async app://paydesk/assets/index-1.js:1:2
    at eval (somewhere else)`,
  )
  expect(failureOf(error, '1', '/orders/:connectionId/:orderid')).toEqual({
    error: 'TypeError',
    message: "Cannot read properties of undefined (reading 'amount')",
    during: '1',
    screen: '/orders/:connectionId/:orderid',
    frames: [
      { name: 'setup', file: 'OrderScreen-x1_y.js', line: 12, column: 34567 },
      { name: '', file: 'index-1.js', line: 1, column: 2 },
    ],
  })
})

it.each([
  [new SyntaxError('Cannot convert 12,50x to a BigInt')],
  [new Error('order 6760150 of Zoë Größe')],
  [new TypeError('4111 1111 1111 1111 is not a function')],
  [new TypeError('zoë@example.org is not iterable')],
  ['INV-77 of 20.00 EUR'],
  [{ message: 'INV-77' }],
])('tells no word of %s', (error) => {
  const told = failureOf(error, '1', '/today')
  expect(JSON.stringify(told)).not.toMatch(/12,50|6760150|Größe|4111|zoë|INV|20\.00/)
  expect(windowMethods['window:failed'].safeParse(told).success).toBe(true)
})

it.each([
  ['https://vuejs.org/error-reference/#runtime-1', '1', true],
  ['https://vuejs.org/error-reference/#runtime-m', 'm', true],
  ['https://vuejs.org/error-reference/#runtime-5', '5', false],
  ['https://vuejs.org/error-reference/#runtime-3', '3', false],
  ['load', 'load', true],
])('tells of %s what was being done, and whether the screen stands', (info, during, isDrawing) => {
  expect(doneDuring(info)).toEqual({ during, isDrawing })
})
