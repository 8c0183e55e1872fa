// Whom a row pays: the account, whose it is, and the code of its bank. Pure.
// MONEY: an IBAN shows by itself that a character of it is wrong, and such a row is out; nobody
// else may notice it before the money is gone.
import { holdsCardNumber } from '#shared/cards/card-number.ts'
import { checkAccount, plainAccount } from '#shared/cards/iban.ts'
import type { ColumnRole } from '#shared/files/column-role.ts'
import type { PayTo, ReadChoices, WrongKind } from '#shared/files/file-row.ts'
import { say } from '#shared/message.ts'
import { unseenInName } from '#shared/names/unseen.ts'
import type { CellKind } from '../bytes/source-row.ts'
import { isChangedNumber, short } from './id-cell.ts'

interface PayeeCells {
  line: number
  cells: Partial<Record<ColumnRole, string>>
  kinds?: Partial<Record<ColumnRole, CellKind>>
}

/** What the gateway takes of each. */
const most = { account: 64, name: 128, bankCode: 34 } as const

/** Null for a row that is refused. */
export function readPayee(
  { line, cells, kinds }: PayeeCells,
  { formulas }: ReadChoices,
  refuse: (kind: WrongKind, message: string) => null,
): PayTo | null {
  const bare = (role: ColumnRole): string =>
    (cells[role] ?? '')
      .trim()
      .replace(/^="(.*)"$/, '$1')
      .replace(/^'/, '')
      .trim()
  const [name, bankCode] = [bare('payee'), bare('bankCode')]
  const account = asIban(bare('payeeAccount').replace(/^IBAN[\s:]*/iu, ''))
  if (account === '') return refuse('payee', say('files.account-missing', { line }))
  for (const role of ['payeeAccount', 'bankCode'] as const) {
    const [kind, text] = [kinds?.[role], bare(role)]
    if (kind === 'formula' && formulas !== 'stored')
      return refuse('formula', say('files.id-formula', { line }))
    // An account that a spreadsheet wrote with an exponent, or took for a day, is another one.
    if (kind === 'day' || isChangedNumber(text, kind ?? null))
      return refuse('payee', say('files.account-rounded', { line, text: short(text) }))
  }
  if (holdsCardNumber(account)) return refuse('payee', say('files.account-like-card', { line }))
  const check = checkAccount(account)
  if (check.kind === 'wrong-check-digits')
    return refuse('payee', say('files.iban-check-digits', { line, text: short(account) }))
  if (check.kind === 'wrong-length') {
    const { country, has, needs } = check
    return refuse('payee', say('files.iban-length', { line, country, has, needs }))
  }
  // So long behind two letters it is an IBAN of which a character was read as another one.
  const isLikeIban = check.kind === 'unchecked' && /^[A-Z]{2}[A-Z\d]{13,}$/.test(bareOf(account))
  if (isLikeIban || !/^[\p{L}\p{N}][\p{L}\p{N} ./:-]*$/u.test(account) || !/\d/.test(account))
    return refuse('payee', say('files.no-account', { line, text: short(account) }))
  if (account.length > most.account || name.length > most.name || bankCode.length > most.bankCode)
    return refuse('payee', say('files.payee-too-long', { line }))
  if (unseenInName(name) !== null) return refuse('payee', say('files.payee-unseen', { line }))
  // Groups of an IBAN are how it is written; of other accounts a blank may be part.
  const plain = check.kind === 'sound' ? plainAccount(account) : account
  return { account: plain, name, bankCode }
}

const bareOf = (account: string): string => account.toUpperCase().replaceAll(/[^A-Z\d]/g, '')

/** An IBAN is one however its groups are set apart: by slashes, too. */
const asIban = (account: string): string =>
  checkAccount(bareOf(account)).kind === 'unchecked' ? account : bareOf(account)
