// The pages of the service a payer can be sent to, in the order they are offered.
import type { OperationId } from '#shared/gateway/operations/index.ts'

export const linkKinds = [
  'sale-form',
  'preauth-form',
  'account-verification-form',
  'payment-form',
] as const satisfies OperationId[]
