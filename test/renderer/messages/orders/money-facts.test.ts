// What is known of a sum that nobody told is said as no more than it is.
import { expect, it } from 'vitest'
import type { OrderView } from '../../../../src/shared/bridge/views.ts'
import {
  factsBelowHead,
  moneyFactsOf,
  untoldOf,
} from '../../../../src/renderer/messages/orders/money-facts.ts'
import { seedOrders } from '../../../fakes/bridge-seed.ts'

const order: OrderView = { ...seedOrders()[0]!, captured: null, returned: null }
const eur = (amount: string) => ({ amount, currency: 'EUR' })
const factOf = (label: string, more: Partial<OrderView>) =>
  moneyFactsOf({ ...order, ...more }).find((fact) => fact.label === label)

it.each([
  ['Captured', { capturedLeast: eur('200.00') }, '200.00'],
  ['Refunded', { returnedLeast: eur('5.11') }, '5.11'],
])('says how much was surely %s, where the whole is not known', (label, more, amount) => {
  const fact = factOf(
    label.replace(/^./, (first) => first.toUpperCase()),
    more,
  )
  expect(fact?.money).toBeNull()
  expect(fact?.none?.replaceAll('\u00a0', ' ')).toBe(`at least ${amount} EUR`)
})

it('says nothing of nothing, nor beside a whole that is known', () => {
  for (const least of [null, eur('0.00')])
    expect(factOf('Refunded', { returnedLeast: least })?.none).toBeUndefined()
  const told = { returned: eur('1.00'), returnedLeast: eur('1.00') }
  expect(factOf('Refunded', told)).toMatchObject({ money: eur('1.00') })
  expect(factOf('Refunded', told)?.none).toBeUndefined()
})

it('leaves out below the head what it says already, and nothing in progress', () => {
  const paid: OrderView = { ...order, original: eur('120.00'), inProgress: eur('0.00') }
  const labels = (more: Partial<OrderView>) =>
    factsBelowHead({ ...paid, ...more }).map(({ label }) => label)
  expect(labels({})).not.toContain('Original')
  expect(labels({})).not.toContain('In progress')
  expect(labels({ returned: eur('0.00') })).toContain('Refunded')
  expect(labels({ original: null })).toContain('Original')
  expect(labels({ inProgress: eur('5.00') })).toContain('In progress')
  expect(labels({ inProgress: null })).toContain('In progress')
})

it('names together what nobody told, from two figures on', () => {
  const unknown: OrderView = { ...order, original: null, held: null, inProgress: eur('0.00') }
  const untold = (more: Partial<OrderView>) => untoldOf(factsBelowHead({ ...unknown, ...more }))
  const figures = { origin: 'preauth', capturedLeast: eur('200.00') } as const
  expect(untold({ ...figures, phase: 'captured' })).toEqual(['On hold', 'Original', 'Refunded'])
  const refunded = { ...figures, phase: 'partly-returned', returnedLeast: eur('3.11') } as const
  expect(untold(refunded)).toEqual(['On hold', 'Original'])
  expect(untold({ ...refunded, original: eur('500.00') })).toEqual([])
})
