// What saved recipients say of whom a row of a list pays. MONEY: a list that names a known
// recipient with another account is how payments are led elsewhere, so a person looks at it.
import type { Connection } from '#shared/connections/connection.ts'
import { checkAccount } from '#shared/cards/iban.ts'
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
  const account = payTo['account_number'] ?? ''
  const name = payTo['account_name'] ?? ''
  const service = connections.gatewayOf(connection)
  const saved = connections
    .all()
    .filter((one) => connections.gatewayOf(one) === service)
    .flatMap(({ id }) => recipients.list(id))
    .filter(({ fields }) => (fields['account_number'] ?? '') !== '')
  const byAccount = saved.find((one) => isSameDestination(one.fields['account_number']!, account))
  if (byAccount !== undefined && byAccount.changes.length > 0)
    return look(say('runs.recipient-changed', { name: byAccount.name }))
  if (byAccount !== undefined) return ready(say('runs.recipient-known', { name: byAccount.name }))
  const byName = saved.find(
    (one) => isSameName(one.name, name) || isSameName(one.fields['account_name'] ?? '', name),
  )
  if (byName !== undefined) return look(say('runs.recipient-other-account', { name: byName.name }))
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
