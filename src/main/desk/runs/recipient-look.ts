// What saved recipients say of whom a row of a list pays. MONEY: a list that names a known
// recipient with another account is how payments are led elsewhere, so a person looks at it.
import type { Connection } from '#shared/connections/connection.ts'
import { checkAccount, plainAccount } from '#shared/cards/iban.ts'
import { say } from '#shared/message.ts'
import { isSameDestination } from '#shared/gateway/twins.ts'
import type { DeskPorts } from '../base/ports.ts'

export type RecipientLookPorts = Pick<DeskPorts, 'recipients' | 'connections'>

interface RecipientLook {
  finding: string | null
  isLook: boolean
}

export function recipientLook(
  { recipients, connections }: RecipientLookPorts,
  connection: Connection,
  payTo: Readonly<Record<string, string>>,
): RecipientLook {
  const { account_number: account = '', account_name: name = '', routing_number: bank = '' } = payTo
  const service = connections.gatewayOf(connection)
  const saved = connections
    .all()
    .filter((one) => connections.gatewayOf(one) === service)
    .flatMap(({ id }) => recipients.list(id))
    .filter(({ fields }) => (fields['account_number'] ?? '') !== '')
  // MONEY: in doubt two accounts are one where that costs a look, and two where it would save one.
  const isSound = checkAccount(account).kind === 'sound'
  const isTheirs = ({ fields }: (typeof saved)[number]): boolean =>
    plainAccount(fields['account_number'] ?? '') === plainAccount(account) &&
    (isSound || plainAccount(fields['routing_number'] ?? '') === plainAccount(bank))
  const theirs = saved.filter(isTheirs)
  const changed = theirs.find(({ changes }) => changes.length > 0)
  if (changed !== undefined) return look(say('runs.recipient-changed', { name: changed.name }))
  const named = saved.filter(
    (one) => isSameName(one.name, name) || isSameName(one.fields['account_name'] ?? '', name),
  )
  const [first] = named
  if (first !== undefined && !named.some(isTheirs))
    return look(say('runs.recipient-other-account', { name: first.name }))
  const [known] = theirs
  if (known !== undefined) return ready(say('runs.recipient-known', { name: known.name }))
  const alike = saved.find((one) => isSameDestination(one.fields['account_number']!, account))
  if (alike !== undefined) return look(say('runs.recipient-alike', { name: alike.name }))
  return ready(checkAccount(account).kind === 'unchecked' ? say('runs.account-unchecked') : null)
}

const look = (finding: string): RecipientLook => ({ finding, isLook: true })
const ready = (finding: string | null): RecipientLook => ({ finding, isLook: false })

const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

const isSameName = (a: string, b: string): boolean => plain(a) !== '' && plain(a) === plain(b)
