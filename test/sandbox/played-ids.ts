// The rows of the operation table that the sandbox plays: all of the interface's, and some that go
// beyond it. A row that is added need not be known to the sandbox.
import { type OperationId, operationIds } from '#shared/gateway/operations/index.ts'
import { routes } from '../../src/sandbox/operations/routes.ts'

export const playedIds: readonly OperationId[] = operationIds.filter((id) =>
  routes.some((route) => route.id === id),
)
