// Why an operation can't be asked for now, in the words of its screen and of the omnibox. Pure.
import { type OperationId, rowOf } from '#shared/gateway/operations/index.ts'
import { t } from '../message.ts'

export const noConnection = t('operations.no-connection-is-chosen')
export const notOnConnection = t('operations.this-connection-doesnt-have-it')

/** `extensions`: those of the chosen connection, null while they are not read, none without one. */
export function whyNotAsked(
  id: OperationId,
  extensions: readonly string[] | null | undefined,
): string | null {
  if (extensions === undefined) return noConnection
  const isOff = rowOf(id).isExtension === true && extensions?.includes(id) === false
  return isOff ? notOnConnection : null
}
