// What an account number shows about itself, said beside its field. It stops nobody: what was typed
// stays, and the review warns as well.
import { checkAccount } from '#shared/cards/iban.ts'
import { t } from '../message.ts'

export interface FieldNote {
  text: string
  /** Something is probably mistyped; otherwise it is said by the way. */
  isWarning: boolean
}

/** Nothing of an empty text, and nothing of an IBAN with the right length and check digits. */
export function accountNote(typed: string): FieldNote | null {
  if (typed.trim() === '') return null
  const check = checkAccount(typed)
  switch (check.kind) {
    case 'sound':
      return null
    case 'unchecked':
      return { text: t('operations.iban-none'), isWarning: false }
    case 'wrong-length':
      return {
        text: t('operations.iban-length', check),
        isWarning: true,
      }
    case 'wrong-check-digits':
      return { text: t('operations.iban-check-digits'), isWarning: true }
  }
}
