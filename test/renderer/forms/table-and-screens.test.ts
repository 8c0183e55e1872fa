// Walks the operation table against the forms: every request field of every operation can be
// entered on a screen, or main makes it itself. Card data counts where typing it is switched on.
import { describe, expect, it } from 'vitest'
import { cardFields } from '#shared/gateway/operations/parts/fields.ts'
import { flowOf, isAction, orderidFieldOf } from '#shared/gateway/flow.ts'
import { type OperationId, operationIds, rowOf } from '#shared/gateway/operations/index.ts'
import {
  cardAsksOf,
  shownFieldsOf,
  wayAt,
  wayField,
} from '../../../src/renderer/forms/typed-fields.ts'
import { alternativesOf } from '../../../src/renderer/messages/forms/operation-fields.ts'

const fieldsOf = (id: OperationId): string[] => Object.keys(rowOf(id).request.shape)

/** Made by main: a new order's id, and the serial number of a request that is asked about. */
const madeByMain = (id: OperationId): (string | null)[] => [
  flowOf(id) === 'new' ? orderidFieldOf(id) : null,
  id === 'status' ? 'by-request-sn' : null,
]

/** What the screens of one order ask for. */
const onTheOrder: Partial<Record<OperationId, readonly string[]>> = {
  capture: ['client_orderid', 'orderid', 'amount', 'currency'],
  void: ['client_orderid', 'orderid', 'comment'],
  return: ['client_orderid', 'orderid', 'amount', 'currency', 'comment'],
  // The look-up form, and every check of an order.
  status: ['client_orderid', 'orderid'],
}

function enteredFields(id: OperationId, mayTypeCards: boolean): Set<string> {
  if (isAction(id) || id === 'status') return new Set(onTheOrder[id])
  const ways = alternativesOf[id]?.ways
  const found = new Set<string>()
  for (const way of ways?.map((one) => one.id) ?? ['']) {
    const typed = { [wayField]: way }
    for (const { name } of shownFieldsOf(id, typed)) found.add(name)
    for (const { name } of cardAsksOf(id, typed, mayTypeCards)) found.add(name)
    for (const name of Object.keys(ways?.find((one) => one.id === way)?.sets ?? {})) found.add(name)
  }
  return found
}

describe('every field of the table', () => {
  it.each(operationIds)('of %s can be entered where cards may be typed', (id) => {
    const entered = enteredFields(id, true)
    const missing = fieldsOf(id).filter(
      (name) => !entered.has(name) && !madeByMain(id).includes(name),
    )
    expect(missing).toEqual([])
  })

  it('is no field that the row does not have', () => {
    for (const id of operationIds)
      expect([...enteredFields(id, true)].filter((name) => !fieldsOf(id).includes(name))).toEqual(
        [],
      )
  })

  it('may be left out where cards are not typed, if its row can do without a card', () => {
    expect(cardAsksOf('make-rebill', {}, false)).toEqual([])
    expect(cardAsksOf('make-rebill', {}, true)).toEqual([{ name: 'cvv2', isRequired: false }])
    // A way by a card number can't do without: the form then says where typing is switched on.
    expect(cardAsksOf('transfer', { [wayField]: 'kept-to-typed' }, false)).toEqual([
      { name: 'destination-card-no', isRequired: true },
    ])
  })

  it('with card data stands in the sealed fields alone', () => {
    for (const id of operationIds)
      for (const way of alternativesOf[id]?.ways.map((one) => one.id) ?? [''])
        expect(
          shownFieldsOf(id, { [wayField]: way }).filter(({ name }) => cardFields.has(name)),
        ).toEqual([])
  })

  it('of a payout holds a phone beside every destination', () => {
    for (const way of alternativesOf.payout?.ways ?? [])
      expect(shownFieldsOf('payout', { [wayField]: way.id }).map(({ name }) => name)).toContain(
        'phone',
      )
  })
})

describe('whence and whither of a transfer', () => {
  const ways = alternativesOf.transfer!.ways
  const wayOf = (id: string) => ways.find((one) => one.id === id)!

  it('are two questions whose answers make each of its ways, and no other one', () => {
    const [from, to] = alternativesOf.transfer!.ends!
    const pairs = Object.keys(from.choices).flatMap((a) =>
      Object.keys(to.choices).map((b) => `${a} ${b}`),
    )
    expect(ways.map(({ ends }) => ends!.join(' ')).toSorted()).toEqual(pairs.toSorted())
  })

  it.each([
    ['between', 0, 'typed', 'typed-to-kept'],
    ['between', 1, 'typed', 'kept-to-typed'],
    ['typed-to-typed', 0, 'none', 'deposit-to-typed'],
    ['deposit-to-typed', 1, 'saved', 'deposit'],
  ] as const)('of %s, answer %d turned to %s is %s', (now, place, end, to) => {
    expect(wayAt(ways, wayOf(now), place, end)?.id).toBe(to)
  })

  it('leave the other answer where both are possible, and change it where they are not', () => {
    const few = ways.filter(({ id }) => id !== 'typed-to-typed')
    expect(wayAt(few, wayOf('kept-to-typed'), 0, 'typed')?.id).toBe('typed-to-kept')
  })
})
