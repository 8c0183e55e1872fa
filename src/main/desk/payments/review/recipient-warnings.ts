// What a payout's review says about the saved recipient it goes to: that it changed since money
// last went there. Nothing for one that is not saved or did not change.
import { say } from '#shared/message.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import { destinationLabel, goesTo } from '#shared/recipient.ts'
import type { DeskPorts } from '../../ports.ts'

export const recipientWarnings = (
  { recipients }: Pick<DeskPorts, 'recipients'>,
  connectionId: string,
  operation: OperationId,
  fields: Readonly<Record<string, string>>,
): string[] =>
  (operation === 'payout' || operation === 'payout-check' ? recipients.list(connectionId) : [])
    .filter((one) => one.changes.length > 0 && goesTo(one.way, one.fields, fields))
    .map(({ name, changedBy, changes }) =>
      say('name-was-changed-by-changed-by-since-money-last-went', {
        name,
        changedBy,
        changes: changes
          .map((one) =>
            say('a-destination-changed', {
              field: destinationLabel(one.name),
              was: one.was || 'empty',
              is: one.is || 'empty',
            }),
          )
          .join('; '),
      }),
    )
