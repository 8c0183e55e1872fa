// Which payouts are said to have gone to the account of a saved recipient.
import { describe, expect, it } from 'vitest'
import type { AttemptView } from '../../../../src/shared/bridge/views.ts'
import { payoutsTo } from '../../../../src/renderer/features/payouts/recipient-payouts.ts'

const iban = 'DE89370400440532013000'
const anna = { way: 'account' as const, fields: { account_number: iban, account_name: 'Anna' } }
const row = (
  id: string,
  operation: string,
  request: Record<string, string>,
  orderid = '',
): AttemptView => ({ id, operation, request, orderid }) as unknown as AttemptView
const idsOf = (rows: AttemptView[]): string[] => payoutsTo(anna, rows).map(({ id }) => id)

describe('payouts to an account', () => {
  it('are those that name it, also beside another name', () => {
    expect(
      idsOf([
        row('own', 'payout', { account_number: iban, account_name: 'Anna' }),
        row('other-name', 'payout', { account_number: iban, account_name: 'Bert' }),
        row('elsewhere', 'payout', { account_number: 'EE382200221020145685' }),
        row('phone', 'payout', { phone: iban }),
      ]),
    ).toEqual(['own', 'other-name'])
  })

  it('are payments of a check that names it, and no check, which moves nothing', () => {
    const check = row('check', 'payout-check', { account_number: iban }, '7')
    const paid = row('paid', 'payout-pay', {}, '7')
    expect(idsOf([paid, check])).toEqual(['paid'])
    expect(idsOf([check])).toEqual([])
    expect(idsOf([paid])).toEqual([])
  })

  it('are none of a recipient that names no place', () => {
    const found = payoutsTo({ way: 'phone', fields: {} }, [row('none', 'payout', {})])
    expect(found).toEqual([])
  })
})
