// What a row of the operation table is. A row is data; path, signature, IPC parsing, journalling
// and forms are derived from it. Types flow out of the row (Request<'return'>), never beside it.
// Source: interface.md, "Endpoints" and "Authentication".
import type { z } from 'zod'

/**
 * read: may be retried. write: journalled. money: journalled and fsynced before sending, confirmed,
 * never retried.
 */
type Risk = 'read' | 'write' | 'money'

/**
 * Facts of the connection that can be part of a formula. `login` in a formula is also sent as a
 * parameter.
 */
type ConnectionPart = '@login' | '@endpointId'
type SecretPart = '#merchant_control_key'

/**
 * One value of a control formula, in order: a bare name is a request field; `:minor` its amount in
 * minor units; a trailing `?` means it counts as empty when not sent.
 */
export type Part<Field extends string = string> =
  `${Field}${'' | ':minor'}${'' | '?'}` | ConnectionPart | SecretPart

export type ControlAuth<Field extends string = string> = {
  scheme: 'control'
  parts: readonly Part<Field>[]
}
export type OAuthMethod = 'hmac-sha1' | 'rsa-sha256'
export type FixedAuth<Field extends string = string> = ControlAuth<Field> | { scheme: OAuthMethod }
/**
 * Where interface.md says "not shown": the connection decides; the row gives the default and what
 * may be chosen.
 */
type Auth<Field extends string = string> =
  | FixedAuth<Field>
  | { scheme: 'configurable'; default: FixedAuth<Field>; choices: readonly FixedAuth<Field>[] }

export interface Operation<Shape extends z.ZodRawShape = z.ZodRawShape> {
  /** Path below the base URL, without the endpoint id that ends it. */
  path: `/api/${string}`
  /**
   * The gateway's internal operation name (interface.md, operation table); 'unnamed' where it shows
   * none.
   */
  wire: string
  risk: Risk
  /** What people call it, where it is one of many: in registers, reports and rights. */
  title: string
  /**
   * What its form is called: on its heading, in the window’s title, in the list of commands and on
   * the button that opens it. The title where a row has none.
   */
  form?: string
  /** The same inside a sentence: "the payout". */
  noun: string
  /** On the button that sends it; "Send" and the noun where a row has none. */
  send?: string
  /** That is a verb, which the amount follows at once: “Refund 20.00 EUR”. */
  sendIsVerb?: true
  /**
   * On the badge of a request that succeeded, like "Refunded". A page that takes both a sale and a
   * hold claims neither.
   */
  done: string
  /** What it does, in a sentence above its form. */
  about: string
  /**
   * Where in the window it is asked for: its area, then its form. A form that no screen draws is
   * drawn from the row.
   */
  place: `/${string}`
  /** Which way money goes, as the merchant sees it, once it succeeds; absent where none moves. */
  moves?: 'in' | 'out' | 'between-cards'
  /**
   * MONEY: the fields that say whose card or account it is about. Of two operations with the same
   * fields here, each may be the other's repetition, and a person is asked.
   */
  parties?: readonly string[]
  /**
   * MONEY: what else decides where the money goes, how often or out of which card. The system's
   * dialog names it.
   */
  decides?: readonly string[]
  /** The transaction types under which the gateway's status tells of it. */
  statusTypes?: readonly string[]
  auth: Auth<Extract<keyof Shape, string>>
  request: z.ZodObject<Shape>
  /** Fields that are sent all together or not at all. */
  together?: readonly (readonly Extract<keyof Shape, string>[])[]
  /** Of each list, at least one field is sent. */
  atLeastOne?: readonly (readonly Extract<keyof Shape, string>[])[]
  /** Facts of the connection sent as parameters although no formula names them. */
  sends?: readonly '@login'[]
  response: z.ZodObject
  /** How the final outcome of an accepted request is learnt. */
  resolvedBy?: 'status' | 'answer'
  /**
   * What the answer brings where it is the last word: the name of a field, or 'anything' where
   * interface.md shows none. Without it the request is not done yet.
   */
  gives?: string
  /** Not in interface.md: off until the connection switches it on. */
  isExtension?: boolean
}

/** Declares a row; the compiler checks that every formula part is a field of its own request. */
export const operation = <Shape extends z.ZodRawShape>(row: Operation<Shape>): Operation<Shape> =>
  row
