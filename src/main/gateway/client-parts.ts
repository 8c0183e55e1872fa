// What a client of a gateway is made of. Types only.
import type { Connection } from '#shared/connections/connection.ts'
import type { Fault, Result } from '#shared/fault.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import type { AnswerRecord } from './answers/answer.ts'
import type { TakeTurn } from './budget/budgets.ts'
import type { Signer, UsedSecret } from './signing/sign-types.ts'
import type { Proxy } from './transport/proxy.ts'
import type { sendOnce } from './transport/transport.ts'

/** An answer's facts, for every operation alike. */
export interface GatewayAnswer {
  connectionId: string
  operation: OperationId
  /** provenSkew of its Date header. */
  skewMs: number | null
  at: number
  /** Null when it could not be read as a record. */
  answer: AnswerRecord | null
}

export interface ClientParts {
  signer: Signer
  transport: typeof sendOnce
  /** What each request waits for: the account's own budget. */
  takeTurn: TakeTurn
  /** Wall clock in milliseconds. */
  clock: () => number
  sleep: (ms: number) => Promise<void>
  /** In [0, 1). */
  random: () => number
  /**
   * The text of a PEM file with additional certificate authorities (settings.caFile). Rejects when
   * it can't be read.
   */
  readCaFile: (path: string) => Promise<string>
  /** The proxy to go through, or null. Faults: input. */
  proxyFor: (url: string, connection: Connection) => Result<Proxy | null>
  /** Cuts questions off when the program ends. MONEY: nothing but a question is ever cut off. */
  closing?: AbortSignal
  /** Why OAuth-signed requests of a connection are stopped, or null. */
  stopOAuth: (connectionId: string) => Fault | null
  /** Told about every answer. What it throws goes to `report` and never changes an outcome. */
  onAnswer: (answered: GatewayAnswer) => void
  report: (incident: string, error: unknown) => void
  /** Called when the texts of a key or a card are no longer needed. */
  forget?: (used: UsedSecret) => void
}
