// One request as it goes to the socket, and what became of the sending. Types only.
import type { Proxy } from './proxy.ts'

export interface SendLimits {
  /** DNS, TCP and TLS together. */
  connectTimeoutMs: number
  /** From writing the request to the last byte of the answer. */
  answerTimeoutMs: number
  maxBodyBytes: number
  maxHeaderBytes: number
}

export interface SendInput {
  /** https, or http for loopback hosts only. */
  url: string
  /** Host, Content-Length, Connection and Accept-Encoding are added here and may not be given. */
  headers: Readonly<Record<string, string>>
  body: Buffer
  limits: SendLimits
  /** PEM text of certificate authorities trusted in addition to the bundled and the system's. */
  ca?: string
  /** Goes through it; https addresses only, others ignore it. */
  proxy?: Proxy
  signal?: AbortSignal
  /**
   * MONEY: asked once, as the connection stands and before the first byte is written: why the
   * request must not leave any more, or null. A connection may take long to be made.
   */
  whyNotNow?: (() => string | null) | undefined
  /**
   * MONEY: asked before `whyNotNow`, as the connection stands: calls `write` in the turn of the
   * event loop in which the request may leave, or answers why it must not. Without it the request
   * is written in the very event that says that the connection stands.
   */
  lookAndWrite?: LookAndWrite | undefined
  /** Wall clock in milliseconds; the system's when absent. */
  clock?: () => number
}

export type LookAndWrite = (write: () => void) => Promise<string | null>

/** The result of sending once. MONEY: only 'unreached' proves that nothing was sent. */
export type Exchange =
  /**
   * `code` is Node's error code, or policy, bad-address, connect-timeout, aborted, held-back or
   * early.
   */
  | { kind: 'unreached'; code: string; detail: string }
  /**
   * `code` is Node's error code, or answer-timeout, truncated, too-large, unreadable-framing,
   * aborted, closed.
   */
  | { kind: 'no-answer'; code: string; detail: string }
  | Answered

export interface Answered {
  kind: 'answered'
  status: number
  /** Lower-case names. */
  headers: Record<string, string>
  body: Buffer
  /**
   * False when only the closing of the connection marked the end: a truncated body looks the same.
   */
  complete: boolean
  at: number
  /** The Date header as it came. */
  date: string | null
}
