// What a trait of a host is: a row of data with the few pure changes it makes to what the foreign
// gateway accepts, tells and writes.
import type { z } from 'zod'
import type { connectionSettings } from '#shared/connections/connection.ts'
import type { Order, Transaction } from './books.ts'

/** A flat record, as the interface has it; a value that is no text is written as JSON has it. */
export type Reported = Readonly<Record<string, unknown>>

/** One request as it came. */
export interface Ask {
  operation: string
  fields: Readonly<Record<string, string>>
  agent: string
  /** Earlier requests of this operation for the same order. */
  nth: number
  /** The gateway's time. */
  now: number
}

export interface Reply {
  status: number
  headers: Readonly<Record<string, string>>
  body: string | Buffer
  /** No length is given: the closed connection marks the end, and the answer is HTTP/1.0. */
  isUnmarked?: boolean
  hasNoDate?: boolean
}

/** What an answer is about; nothing is known of what a refusal is about. */
export interface About {
  ask: Ask
  order: Order | null
  transaction: Transaction | null
  isRefusal: boolean
}

export interface Ways {
  /** Answers in the gateway's place, before anything is looked at. */
  answers?(ask: Ask): Reply | null
  /** Which transaction a status tells; null where it says that it knows no such order. */
  picks?(order: Order, ask: Ask): Transaction | null
  /** What an answer says. */
  tells?(reported: Reported, about: About): Reported
  /** How an answer is written. */
  writes?(reply: Reply, reported: Reported, about: About): Reply
  /** The nth id of an order. */
  ids?(n: number): string
  /** Each request has an order id of its own. */
  hasOwnIds?: boolean
  /** Requests carry the digest in upper case. */
  controlIsUpper?: boolean
  /** Amounts in requests are in minor units. */
  takesMinor?: boolean
  /** So long a request that moves money is answered after it was carried out. */
  answersAfterMs?: number
}

type Source = 'public server' | 'interface gap' | 'family document' | 'invented'

type Settings = Partial<z.input<typeof connectionSettings>>

export interface Trait extends Ways {
  name: string
  about: string
  source: Source
  /** What the connection needs at such a host. */
  settings?: Settings
  /** The settings are not made: the connection reads what the host says by the defaults. */
  isBare?: true
  /** Not needed there: it spares the test a long wait. */
  sooner?: Settings
}
