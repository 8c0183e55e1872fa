// Everything that can go wrong, as plain data that survives structured clone. Every door returns
// Result<T>; a throw means a bug. `sent` is the axis that matters: did the request reach the
// gateway? It never says "no" unless that is proven.

export type Fault =
  | {
      kind: 'input'
      sent: 'no'
      field: string
      message: string
      /**
       * What the typed text could have meant, for the person to choose from; never chosen by the
       * program.
       */
      readings?: string[]
    }
  | {
      kind: 'denied'
      sent: 'no'
      reason: DeniedReason
      message: string
      /** What a library or a server said, for support: in no language of the person's. */
      detail?: string
      attemptId?: string
    }
  | { kind: 'vault'; sent: 'no'; reason: VaultReason; message: string }
  | { kind: 'unreached'; sent: 'no'; message: string; detail: string }
  | {
      kind: 'outcome-unknown'
      sent: 'maybe'
      message: string
      detail: string
      attemptId?: string
    }
  | {
      kind: 'rejected'
      sent: 'yes'
      /** The gateway's words, verbatim. */
      message: string
      code?: string
      serialNumber?: string
      httpStatus: number
      attemptId?: string
    }
  | { kind: 'conflict'; sent: 'yes'; message: string; detail: string; attemptId?: string }
  | { kind: 'bug'; sent: 'maybe'; message: string; incident: string }

export type DeniedReason =
  | 'already-confirmed' // the one-use confirmation is burnt
  | 'confirmation-expired'
  | 'undone' // a person took it back, or Paydesk was closed, while it waited to be sent
  | 'confirmation-mismatch' // token unknown, or not for this attempt
  | 'order-busy' // another attempt on this order has no final outcome
  | 'order-moved' // status, type or amount changed since the operator saw it
  | 'told-since' // the gateway told something new about the order after the person had read it
  | 'twin' // the same payment was sent lately, and nobody said that a second one is meant
  | 'over-remainder' // sums would exceed what was captured or held
  | 'not-possible' // the order's state does not allow the action
  | 'not-found' // no such attempt, order or connection here
  | 'ledger-busy' // another program held the ledger; trying again is safe
  | 'money-stopped' // a ledger or log finding stops money until a person decides
  | 'people-off' // this connection needs sign-in to be on
  | 'team-away' // the team can't be asked, or lets this computer send nothing
  | 'team-holds' // a colleague has the order
  | 'run-held' // its run is paused, stopped or not confirmed
  | 'not-permitted'
  | 'question-open' // another box of the system waits for its answer
  | 'clock' // the gateway's clock and this computer's are too far apart for OAuth

export type VaultReason = 'locked' | 'absent' | 'lost' | 'no-answer' | 'refused'

type FaultKind = Fault['kind']
export type FaultOf<K extends FaultKind> = Extract<Fault, { kind: K }>

export type Result<T> = { ok: true; value: T } | { ok: false; fault: Fault }

export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value })
export const fail = (fault: Fault): { ok: false; fault: Fault } => ({ ok: false, fault })

/** An input fault for one named field: the message says what is accepted. */
export const inputFault = (field: string, message: string, readings?: string[]): Fault =>
  readings === undefined || readings.length === 0
    ? { kind: 'input', sent: 'no', field, message }
    : { kind: 'input', sent: 'no', field, message, readings }

/** Of an error of the system or of SQLite; empty for any other, which is a bug. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
