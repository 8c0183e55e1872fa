// The answers to what a word of a report means: what the word suggests stands first.
import { expect, it } from 'vitest'
import { kindChoicesOf } from '../../../../src/renderer/features/runs/from-list/list-choices.ts'

const choices = (name: string) => kindChoicesOf(name).map(({ choice }) => choice)

it.each(['CBK', 'cb', 'Chargeback', 'charge-back', ' CHB '])(
  '%s offers “charged back” first, and each answer once',
  (name) => {
    expect(choices(name)[0]).toBe('charged-back')
    expect(choices(name).toSorted()).toEqual(choices('Sale').toSorted())
  },
)

it.each(['Sale', 'CBX', 'Chargeback fee', 'Chargeback reversal', 'Cashback'])(
  '%s suggests nothing',
  (name) => {
    expect(choices(name)[0]).toBe('captured')
  },
)
