// An account as it is read aloud and compared: in groups, of which a narrow place shows the first
// and the last. A cut in the middle of its digits would make two accounts look alike. Pure.

/** What an IBAN looks like; any other account number is too free a form to group. */
const iban = /^[A-Z]{2}\d{2}[A-Z\d]{8,30}$/
/** Shorter ones have room anywhere. */
const longAccount = 14

/** The groups of an account; joined they are the account. */
export function accountGroups(account: string): string[] {
  if (iban.test(account)) return account.match(/.{1,4}/g) ?? []
  if (account.length <= longAccount || /\s/.test(account)) return [account]
  return [account.slice(0, 4), account.slice(4, -4), account.slice(-4)]
}

/** An IBAN in its groups; any other text is one. */
export const ibanGroups = (text: string): string[] =>
  iban.test(text) ? accountGroups(text) : [text]
