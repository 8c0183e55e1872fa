// The fake's saved recipients, in memory; one of them changed since it was last paid.
import type { Input, Output } from '../../src/shared/contract/bridge.ts'
import type { RecipientOutput, RecipientView } from '../../src/shared/bridge/recipients.ts'
import { fail, ok, type Result } from '../../src/shared/fault.ts'
import { recipientFault } from '../../src/shared/recipients/recipient.ts'
import { seedAt } from './bridge-samples.ts'

type Answers = { [M in keyof RecipientOutput]: (input: Input<M>) => Result<Output[M]> }

export function fakeRecipients(changed: () => void): Answers {
  const rows: RecipientView[] = [
    {
      id: 'r-1',
      connectionId: 'sandbox',
      name: 'Zoë Größe & Söhne',
      way: 'account',
      fields: { account_number: 'DE89370400440532013000', account_name: 'Zoë Größe' },
      lastFour: null,
      changedAt: seedAt,
      changedBy: 'maria',
      lastUsedAt: seedAt - 86_400_000,
      changes: [
        { name: 'account_number', was: 'EE382200221020145685', is: 'DE89370400440532013000' },
      ],
    },
  ]
  return {
    'recipient:list': () => ok(rows.slice()),
    'recipient:save': ({ connectionId, recipientId, name, way, fields }) => {
      const fault = recipientFault(way, name, fields)
      if (fault !== null) return fail(fault)
      const at = rows.findIndex((row) => row.id === recipientId)
      const saved: RecipientView = {
        ...{ id: recipientId ?? `r-${rows.length + 1}`, connectionId, name, way, fields },
        ...{ lastFour: null, changedAt: seedAt, changedBy: 'maria', lastUsedAt: null, changes: [] },
      }
      rows.splice(at === -1 ? rows.length : at, at === -1 ? 0 : 1, saved)
      changed()
      return ok(saved)
    },
    'recipient:remove': ({ recipientId }) => {
      rows.splice(0, rows.length, ...rows.filter((row) => row.id !== recipientId))
      changed()
      return ok(null)
    },
  }
}
