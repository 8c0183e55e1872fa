// Which requests of a register may be sent again under their merchant order id. Pure; main decides.
import type { AttemptView } from '#shared/bridge/views.ts'
import { makesOrder } from '#shared/gateway/flow.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'

export const maySendAgain = (row: AttemptView, rows: readonly AttemptView[]): boolean =>
  row.state === 'RESOLVED_BY_HAND' &&
  row.handOutcome === 'did-not-happen' &&
  row.orderid === '' &&
  row.conflict === null &&
  makesOrder(row.operation as OperationId) &&
  !rows.some(
    ({ replaces, sentAt, state }) => replaces === row.id && sentAt !== null && state !== 'NOT_SENT',
  )
