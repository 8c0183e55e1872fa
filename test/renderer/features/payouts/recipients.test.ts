// A form filled with a saved recipient holds nothing of what was typed before, and is known to go
// there only when every field agrees.
import { describe, expect, it } from 'vitest'
import { fieldsFrom, recipientOf } from '../../../../src/renderer/features/payouts/recipients.ts'
import { requestFrom, wayField } from '../../../../src/renderer/forms/typed-fields.ts'
import { alternativesOf } from '../../../../src/renderer/messages/forms/operation-fields.ts'
import type { RecipientView } from '../../../../src/shared/bridge/recipients.ts'
import { recipientWayIds, recipientWays } from '../../../../src/shared/recipients/recipient.ts'

const saved = (part: Partial<RecipientView>): RecipientView => ({
  id: 'r-1',
  connectionId: 'sandbox',
  name: 'Zoë',
  way: 'account',
  fields: { account_number: 'DE89370400440532013000' },
  lastFour: null,
  changedAt: 0,
  changedBy: 'maria',
  lastUsedAt: null,
  changes: [],
  changed: null,
  ...part,
})

describe('a saved recipient on the form', () => {
  it('has the ways of the payout’s form with the same fields', () => {
    const ways = alternativesOf.payout?.ways ?? []
    for (const way of recipientWayIds) {
      const found = ways.find((one) => one.id === way)
      expect(found?.fields).toEqual(recipientWays[way].fields)
      expect(found?.needs).toEqual([recipientWays[way].needs])
    }
  })

  it('replaces the whole destination that was typed before', () => {
    const typed = {
      [wayField]: 'account',
      account_number: 'OLD',
      bank_name: 'Old bank',
      first_name: 'Old',
      amount: '12.50',
    }
    const filled = { ...typed, ...fieldsFrom(saved({})) }
    expect(requestFrom('payout', filled)).toEqual({
      amount: '12.50',
      account_number: 'DE89370400440532013000',
    })
  })

  it('is where the form goes, until a field of the destination is changed', () => {
    const one = saved({})
    const filled = fieldsFrom(one)
    expect(recipientOf([one], filled)).toBe(one)
    expect(recipientOf([one], { ...filled, phone: '+372 5550123' })).toBe(one)
    expect(recipientOf([one], { ...filled, bank_name: 'Another' })).toBeNull()
    expect(recipientOf([one], { ...filled, [wayField]: 'phone' })).toBeNull()
    expect(recipientOf([one], {})).toBeNull()
  })
})
