// Whom a list pays, beside the saved recipients: in doubt a person looks.
import { describe, expect, it } from 'vitest'
import { openRecipientLook } from '../../../../src/main/desk/runs/recipient-look.ts'

const connection = { id: 'c' } as never
const ports = (list: { name: string; fields: Record<string, string> }[]) =>
  ({
    connections: { all: () => [connection], gatewayOf: () => 'g' },
    recipients: { list: () => list.map((one) => ({ ...one, changes: [] })) },
  }) as never

describe('a recipient of a list', () => {
  it('another saved recipient’s account under the name of a saved one needs a look', () => {
    const found = openRecipientLook(
      ports([
        { name: 'ACME Ltd', fields: { account_number: 'DE89370400440532013000' } },
        { name: 'Bob', fields: { account_number: 'GB29NWBK60161331926819' } },
      ]),
      connection,
    )({ account_number: 'GB29NWBK60161331926819', account_name: 'ACME Ltd' })
    expect(found.isLook).toBe(true)
  })
  it('the same number at another bank needs a look', () => {
    const found = openRecipientLook(
      ports([
        { name: 'ACME Ltd', fields: { account_number: '12345678', routing_number: '200000' } },
      ]),
      connection,
    )({ account_number: '12345678', account_name: 'ACME Ltd', routing_number: '609999' })
    expect(found.isLook).toBe(true)
  })
  it('an IBAN that ends like the saved account number needs a look', () => {
    const found = openRecipientLook(
      ports([
        { name: 'ACME Ltd', fields: { account_number: '31926819', routing_number: '200000' } },
      ]),
      connection,
    )({ account_number: 'GB29NWBK60161331926819', account_name: 'ACME Ltd' })
    expect(found.isLook).toBe(true)
  })
  it('of two recipients of one account the changed one counts', () => {
    const one = { name: 'A', fields: { account_number: '31926819' } }
    const list = [
      { ...one, changes: [] },
      { ...one, name: 'B', changes: [{ name: 'account_number', was: '1', is: '31926819' }] },
    ]
    const found = openRecipientLook(
      {
        connections: { all: () => [connection], gatewayOf: () => 'g' },
        recipients: { list: () => list },
      } as never,
      connection,
    )({ account_number: '31926819', account_name: 'B' })
    expect(found.isLook).toBe(true)
  })
  it('who is saved with this very account is known', () => {
    const fields = { account_number: 'DE89 3704 0044 0532 0130 00' }
    const found = openRecipientLook(
      ports([{ name: 'ACME Ltd', fields }]),
      connection,
    )({
      account_number: 'DE89370400440532013000',
      account_name: 'Acme Ltd.',
    })
    expect(found.isLook).toBe(false)
    expect(found.finding).toContain('ACME Ltd')
  })
})
