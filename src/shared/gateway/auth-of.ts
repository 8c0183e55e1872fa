// How a request of an operation is signed on a connection: one answer for the client, and for the
// signature inspector of main and of the page.
import type { Connection } from '#shared/connections/connection.ts'
import type { FixedAuth, Operation } from './operations/parts/operation.ts'
import { isOperationId } from './operations/index.ts'
import { signedBeside } from './own-fields.ts'

/**
 * The scheme of a row on a connection. Where interface.md shows one, the connection can't change
 * it; where it shows none, the connection picks among the row's choices by scheme, and a pick the
 * row does not offer leaves the default.
 */
export function authOf(
  row: Pick<Operation, 'auth'>,
  id: string,
  settings: Pick<Connection['settings'], 'schemes'> &
    Partial<Pick<Connection['settings'], 'fields'>>,
): FixedAuth {
  const auth = row.auth
  const picked = Object.hasOwn(settings.schemes, id) ? settings.schemes[id] : undefined
  const fixed =
    auth.scheme === 'configurable'
      ? (auth.choices.find((choice) => choice.scheme === picked) ?? auth.default)
      : auth
  if (fixed.scheme !== 'control' || !isOperationId(id)) return fixed
  const beside = signedBeside(id, settings.fields ?? [])
  if (beside.length === 0) return fixed
  const values = fixed.parts.filter((part) => !part.startsWith('#'))
  return { ...fixed, parts: [...values, ...beside, '#merchant_control_key'] }
}
