// What saved recipients say of whom a row of a list pays. MONEY: a list that names a known
// recipient with another account is how payments are led elsewhere, so a person looks at it.
import type { RecipientView } from '#shared/bridge/recipients.ts'
import type { Connection } from '#shared/connections/connection.ts'
import { checkAccount, plainAccount } from '#shared/cards/iban.ts'
import { say } from '#shared/message.ts'
import { destinationKeys, isSameDestination } from '#shared/gateway/twins.ts'
import type { DeskPorts } from '../base/ports.ts'

export type RecipientLookPorts = Pick<DeskPorts, 'recipients' | 'connections'>

export interface RecipientLook {
  finding: string | null
  isLook: boolean
}

/** Of many rows at once: the saved recipients are read here, and no later. */
export function openRecipientLook(
  { recipients, connections }: RecipientLookPorts,
  connection: Connection,
): (payTo: Readonly<Record<string, string>>) => RecipientLook {
  const service = connections.gatewayOf(connection)
  const saved = connections
    .all()
    .filter((one) => connections.gatewayOf(one) === service)
    .flatMap(({ id }) => recipients.list(id))
    .filter((one) => accountIn(one) !== '')
  const byAccount = groupedBy(saved, (one) => [plainAccount(accountIn(one))])
  const byName = groupedBy(saved, ({ name, fields }) => [
    plain(name),
    plain(fields['account_name'] ?? ''),
  ])
  const byEnd = groupedBy(saved, (one) => endsOf(accountIn(one)))
  return (payTo) => {
    const { account_number: account = '', account_name: name = '' } = payTo
    const { routing_number: bank = '' } = payTo
    // MONEY: in doubt two accounts are one where that costs a look, and two where it would save
    // one.
    const isSound = checkAccount(account).kind === 'sound'
    const theirs = (byAccount.get(plainAccount(account)) ?? []).filter(
      ({ fields }) =>
        isSound || plainAccount(fields['routing_number'] ?? '') === plainAccount(bank),
    )
    const changed = theirs.find(({ changes }) => changes.length > 0)
    if (changed !== undefined) return look(say('runs.recipient-changed', { name: changed.name }))
    const named = (plain(name) === '' ? undefined : byName.get(plain(name))) ?? []
    const [first] = named
    if (first !== undefined && !named.some((one) => theirs.includes(one)))
      return look(say('runs.recipient-other-account', { name: first.name }))
    const [known] = theirs
    if (known !== undefined) return ready(say('runs.recipient-known', { name: known.name }))
    const alike = endsOf(account)
      .flatMap((end) => byEnd.get(end) ?? [])
      .find((one) => isSameDestination(accountIn(one), account))
    if (alike !== undefined) return look(say('runs.recipient-alike', { name: alike.name }))
    return ready(checkAccount(account).kind === 'unchecked' ? say('runs.account-unchecked') : null)
  }
}

const accountIn = ({ fields }: RecipientView): string => fields['account_number'] ?? ''

/** Accounts that may be one have such an end in common. */
const endsOf = (account: string): string[] => destinationKeys('payout', { account_number: account })

function groupedBy<T>(all: readonly T[], keysOf: (one: T) => string[]): Map<string, T[]> {
  const found = new Map<string, T[]>()
  for (const one of all)
    for (const key of new Set(keysOf(one))) found.set(key, [...(found.get(key) ?? []), one])
  return found
}

const look = (finding: string): RecipientLook => ({ finding, isLook: true })
const ready = (finding: string | null): RecipientLook => ({ finding, isLook: false })

const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
