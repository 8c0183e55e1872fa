// The clipboard stays closed to the page but for the ID of an order.
import { expect, it } from 'vitest'
import { idIn } from '../../../../src/main/desk/orders/typed-ids.ts'
import { connection } from '../../../fakes/desk.ts'

const known = 'inv-20261121-0031'
const ports = {
  orders: { orderidOf: (_service: string, text: string) => (text === known ? '6760150' : '') },
  connections: { all: () => [connection], gatewayOf: () => 'gate' },
}

it.each([
  ['6760150', '6760150'],
  [' 6760150\n', '6760150'],
  [known, known],
])('%j in the clipboard is the ID %s', (copied, id) => {
  expect(idIn(ports, copied)).toBe(id)
})

it.each([
  ['nothing', ''],
  ['four digits', '1566'],
  ['a card number', '4111111111111111'],
  ['a card number with gaps', '4111 1111 1111 1111'],
  ['a password', 'hunter2-hunter2'],
  ['another shop’s ID', 'inv-20261121-0032'],
  ['a sentence', 'order 6760150'],
  ['a link', 'https://gate.example/forms/6760150'],
  ['a long text', known.repeat(9)],
])('%s never reaches the page', (_what, copied) => {
  expect(idIn(ports, copied)).toBeNull()
})
