// What an order-stage tells besides being a label: the type of a transaction that has none, and
// that another gate is still tried.
import { describe, expect, it } from 'vitest'
import {
  isFinalAnswer,
  knownTransactionTypes,
  outcomeOf,
  typeOfStage,
} from '../../../src/shared/gateway/status/status.ts'

describe('the type that a stage names', () => {
  it.each([
    ['sale_approved', 'sale'],
    ['sale_failed', 'sale'],
    ['SALE_DECLINED', 'sale'],
    ['sale_3d_validating', 'sale'],
    ['AUTH_APPROVED', 'preauth'],
    ['reversal_approved', 'reversal'],
    ['sale_chain_declined', 'sale'],
    ['account_verification_error', 'account verification'],
    ['payout_check_approved', 'payout check'],
    ['payout_filtered', 'payout'],
  ])('%s is a %s', (stage, type) => {
    expect(typeOfStage(stage)).toBe(type)
  })

  it.each([
    '',
    'sale',
    'sale_',
    'approved',
    '_approved',
    'sale_reversal_approved',
    'salesman_approved',
    'sale_approved_again',
    'presale_approved',
    'partial_reversal_approved',
    'constructor',
  ])('“%s” names none', (stage) => {
    expect(typeOfStage(stage)).toBe('')
  })

  it('is there for every known type', () => {
    for (const type of knownTransactionTypes)
      expect(typeOfStage(`${type.replaceAll(' ', '_')}_approved`)).toBe(type)
  })
})

describe('a stage at which another gate is still tried', () => {
  it.each(['sale_chain_declined', 'REVERSAL_CHAIN_DECLINED', 'x_chain_declined_y'])(
    '%s is not final whatever the status says',
    (stage) => {
      for (const status of ['approved', 'declined', 'filtered', 'error', 'unknown', 'processing']) {
        expect(outcomeOf(status, stage)).toBe('processing')
        expect(isFinalAnswer({ status, stage })).toBe(false)
      }
    },
  )

  it('while a plain decline is', () => {
    expect(isFinalAnswer({ status: 'declined', stage: 'sale_declined' })).toBe(true)
  })
})
