// An account number that is probably mistyped is told so where it is typed.
import { expect, it } from 'vitest'
import { accountNote } from '../../../../src/renderer/messages/forms/account-note.ts'

it('says what is wrong with an IBAN, and nothing of a sound one', () => {
  expect(accountNote('DE89 3704 0044 0532 0130 00')).toBeNull()
  expect(accountNote('DE89 3704 0044 0532 0130 01')).toEqual({
    text: 'The check digits are wrong. One character may be mistyped.',
    isWarning: true,
  })
  expect(accountNote('DE8937040044053201300')).toEqual({
    text: 'An IBAN of DE has 22 characters. This one has 21.',
    isWarning: true,
  })
})

it('says quietly that another number can’t be checked, and nothing of an empty field', () => {
  expect(accountNote('12345678')).toEqual({
    text: 'Not an IBAN: the number can’t be checked.',
    isWarning: false,
  })
  expect(accountNote('  ')).toBeNull()
})
