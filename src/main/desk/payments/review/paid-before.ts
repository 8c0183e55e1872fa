// What the journal has of earlier payments to the account that a payout or a transfer names. MONEY:
// another name on a known account is how payouts are stolen. It reads alone.
import type { PaidBefore } from '#shared/bridge/recipients.ts'
import { checkAccount, plainAccount } from '#shared/cards/iban.ts'
import { cardNumberFields } from '#shared/gateway/operations/parts/fields.ts'
import { destinationKeys, twinOperations } from '#shared/gateway/twins.ts'
import type { AttemptRow } from '../../../ledger/journal/attempt-row.ts'
import type { DeskPorts } from '../../base/ports.ts'
import type { Plan } from '../plan/open-review.ts'
import { destinationIn } from '../plan/twins.ts'

type Fields = Readonly<Record<string, string>>

/** Of these a request pays the first one that it names. */
const accountFields = [
  ...['account_number', 'cardrefid', 'phone', 'destination_card_recurring_payment_id'],
] as const

/** Null where nothing tells which account it is: of a card number the last four are kept. */
export function paidBefore(
  { journal }: Pick<DeskPorts, 'journal'>,
  { operation, service, goesTo }: Pick<Plan, 'operation' | 'service' | 'goesTo'>,
): PaidBefore | null {
  const account = accountIn(goesTo)
  const paying = operation === 'payout-check' ? 'payout-pay' : operation
  if (account === null) return null
  const sent = journal
    .sentLately({
      ...{ service, operations: twinOperations(paying), amounts: null, since: 0 },
      ...{ keys: destinationKeys(paying, { [account.name]: account.value }), countsRun: false },
    })
    .map((row) => ({ row, fields: destinationIn({ journal }, row) }))
    .filter(({ row, fields }) => mayBePaid(row) && isSameAccount(goesTo, fields))
  const paid = sent.filter(({ row }) => isPaid(row))
  const named = sent.find(({ fields }) => nameIn(fields) !== '')
  const name = named === undefined ? '' : nameIn(named.fields)
  const isOther = name !== '' && nameIn(goesTo) !== '' && !isSameName(name, nameIn(goesTo))
  return {
    ...{ count: paid.length, open: sent.length - paid.length },
    lastAt: paid[0]?.row.sentAt ?? null,
    otherName: isOther && named !== undefined ? { name, at: named.row.sentAt ?? 0 } : null,
  }
}

function accountIn(fields: Fields): { name: string; value: string } | null {
  if (cardNumberNames.some((name) => (fields[name] ?? '') !== '')) return null
  const name = accountFields.find((one) => (fields[one] ?? '') !== '')
  return name === undefined ? null : { name, value: fields[name] ?? '' }
}
const cardNumberNames = [...cardNumberFields]

/** MONEY: in doubt they are two accounts: nothing is called known that is not. */
function isSameAccount(a: Fields, b: Fields): boolean {
  const [one, other] = [accountIn(a), accountIn(b)]
  if (one === null || other === null || one.name !== other.name) return false
  const number = plainAccount(one.value)
  if (number !== plainAccount(other.value)) return false
  return (
    one.name !== 'account_number' ||
    checkAccount(number).kind === 'sound' ||
    plainAccount(a['routing_number'] ?? '') === plainAccount(b['routing_number'] ?? '')
  )
}

const isPaid = ({ state, handOutcome }: AttemptRow): boolean =>
  state === 'SUCCEEDED' || handOutcome === 'happened'
const mayBePaid = (row: AttemptRow): boolean =>
  isPaid(row) || ['SENDING', 'UNKNOWN', 'ACCEPTED'].includes(row.state)

const nameIn = ({
  account_name: name = '',
  first_name: first = '',
  last_name: last = '',
}: Fields): string => (name === '' ? `${first} ${last}`.trim() : name)

/** In any order of its words, in any case, and with or without accents. */
const isSameName = (a: string, b: string): boolean => plainName(a) === plainName(b)
const plainName = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .sort()
    .join(' ')
