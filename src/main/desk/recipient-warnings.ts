// What a payout's review says about the saved recipient it goes to: that it changed since money last went there. Nothing for one that
// is not saved or did not change.
import type { OperationId } from '#shared/gateway/operations/index.ts'
import { destinationWords, goesTo } from '#shared/recipient.ts'
import type { DeskPorts } from './ports.ts'

export const recipientWarnings = (
  { recipients }: Pick<DeskPorts, 'recipients'>,
  connectionId: string,
  operation: OperationId,
  fields: Readonly<Record<string, string>>,
): string[] =>
  (operation === 'payout' || operation === 'payout-check' ? recipients.list(connectionId) : [])
    .filter((one) => one.changes.length > 0 && goesTo(one.way, one.fields, fields))
    .map(
      ({ name, changedBy, changes }) =>
        `“${name}” was changed by ${changedBy} since money last went there: ${changes
          .map(
            (one) =>
              `${destinationWords(one.name)} was “${one.was || 'empty'}” and is now “${one.is || 'empty'}”`,
          )
          .join('; ')}. Make sure of it by a way that did not come with the change.`,
    )
