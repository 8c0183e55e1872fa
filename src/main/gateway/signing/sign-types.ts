// What the signer takes and gives. Secrets never appear here: the signer resolves them through the
// vault and keeps them.
import type { Connection, KeyRole } from '#shared/connections/connection.ts'
import type { Result } from '#shared/fault.ts'
import type { FixedAuth, Operation } from '#shared/gateway/operations/parts/operation.ts'
import type { Money } from '#shared/money.ts'

export interface SignInput {
  row: Operation
  auth: FixedAuth
  method: 'POST'
  /** The whole address the request goes to, endpoint id included. */
  url: string
  /** Request fields in the order they are sent, by the table's names, without login and control. */
  fields: Readonly<Record<string, string>>
  /** Names under which fields are sent, where they differ from the table's. */
  sentAs?: ReadonlyMap<string, string>
  /** The parsed `amount` of the fields; null when they have none. */
  money: Money | null
  connection: Pick<Connection, 'login' | 'endpointId' | 'settings'>
  /** Which key signs: the present one, where nothing is said. */
  keyRole?: KeyRole
}

export interface Signer {
  /** Resolves secrets through the vault and never returns them. Faults: vault, input. */
  sign(input: SignInput): Promise<Result<Signed>>
}

export interface Signed {
  /** In send order, including login and control where the scheme wants them. */
  fields: [string, string][]
  /** Authorization for the OAuth schemes; empty for control. */
  headers: Record<string, string>
  explanation: Explanation
}

/**
 * How the signature came about, for people: card data redacted, the key as <MERCHANT_CONTROL_KEY>.
 */
export interface Explanation {
  scheme: string
  formula: string
  plainMasked: string
}

/** What lay in memory for a signature, as text that only the collector removes. */
export type UsedSecret = 'key' | 'card'
