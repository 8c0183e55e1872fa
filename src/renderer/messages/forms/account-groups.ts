// An account as it is read aloud and compared: in groups, of which a narrow place shows the first
// and the last. A cut in the middle of its digits would make two accounts look alike. Pure.
import { ibanGroups } from '#shared/cards/iban.ts'

/** Shorter ones have room anywhere. */
const longAccount = 14

/** The groups of an account; joined they are the account. */
export function accountGroups(account: string): string[] {
  const groups = ibanGroups(account)
  if (groups.length > 1) return groups
  if (account.length <= longAccount || /\s/.test(account)) return [account]
  return [account.slice(0, 4), account.slice(4, -4), account.slice(-4)]
}
