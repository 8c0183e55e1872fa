// An account in groups is still the account, and a narrow place shows its first and last group.
import { describe, expect, it } from 'vitest'
import { accountGroups } from '../../../../src/renderer/messages/forms/account-groups.ts'

describe('an account in groups', () => {
  it.each([
    ['DE89370400440532013000', ['DE89', '3704', '0044', '0532', '0130', '00']],
    ['FI2112345600000785', ['FI21', '1234', '5600', '0007', '85']],
    ['wallet-0099', ['wallet-0099']],
    ['+372 5550123', ['+372 5550123']],
    ['12345678901234567890', ['1234', '567890123456', '7890']],
    ['A hoodie for the winner', ['A hoodie for the winner']],
    ['', ['']],
  ])('of %j', (account, groups) => {
    expect(accountGroups(account)).toEqual(groups)
    expect(accountGroups(account).join('')).toBe(account)
  })
})
