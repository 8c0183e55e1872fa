// An account that a list names: what can’t be read as it is meant is refused.
import { describe, expect, it } from 'vitest'
import { readPayee } from '../../../../src/main/files/cells/payee-cells.ts'
import { mayBeTwins } from '../../../../src/shared/gateway/twins.ts'

const read = (account: string, kind?: 'number') =>
  readPayee(
    {
      line: 2,
      cells: { payeeAccount: account },
      ...(kind === undefined ? {} : { kinds: { payeeAccount: kind } }),
    },
    {},
    () => null,
  )
describe('an account of a list', () => {
  it.each([
    'IBAN DE89370400440532013001', // wrong check digits behind the word
    'IBAN: DE89 3704 0044 0532 0130 01',
    'DEB9370400440532013000', // 8 read as B
    'DF89370400440532013000', // a country that is none
    'DE89/3704/0044/0532/0130/01',
  ])('%s is refused', (account) => {
    expect(read(account)).toBeNull()
  })
  it('with the word IBAN before it is still the same payment', () => {
    const amount = { minor: 1000n, currency: 'EUR', digits: 2 }
    const of = (account: string) => ({
      operation: 'payout',
      goesTo: { account_number: read(account)!.account },
      amount,
    })
    expect(mayBeTwins(of('IBAN DE89370400440532013000'), of('DE89370400440532013000'))).toBe(true)
  })
  it('a negative number is none', () => {
    expect(read('-12345678', 'number')).toBeNull()
  })
  it('with the form of a card number is refused, also in a column of accounts as long', () => {
    const why: string[] = []
    const refuse = (_kind: string, message: string): null => {
      why.push(message)
      return null
    }
    expect(
      readPayee({ line: 2, cells: { payeeAccount: '4111111111111111' } }, {}, refuse),
    ).toBeNull()
    expect(why.join()).toContain('files.account-like-card')
  })
})
