// Whom a request pays, as its review says it.
import { describe, expect, it } from 'vitest'
import { twinOperations } from '#shared/gateway/twins.ts'
import { payToOf } from '../../../../../src/main/desk/payments/plan/plan.ts'

const goesTo = { account_number: 'DE89370400440532013000', account_name: 'Zoë Müller' }

describe('whom a request pays', () => {
  it.each(['payout', 'payout-check', 'payout-pay'] as const)('is named by %s', (operation) => {
    expect(payToOf({ operation, goesTo })).toEqual([
      { name: 'account_number', value: goesTo.account_number },
      { name: 'account_name', value: goesTo.account_name },
    ])
  })

  it('is nobody where nobody is named, or money goes back', () => {
    expect(payToOf({ operation: 'payout-check', goesTo: { account_name: 'Zoë Müller' } })).toEqual(
      [],
    )
    expect(payToOf({ operation: 'return', goesTo })).toEqual([])
  })

  it('makes no payment of a check that could be sent twice', () => {
    expect(twinOperations('payout-check')).toEqual([])
    expect(twinOperations('payout-pay')).toContain('payout')
  })
})
