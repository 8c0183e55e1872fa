// A connection: where the gateway is, who we are there, and the gaps of interface.md as settings
// with defaults. It never holds a secret: those are named by slots that only the vault resolves.
import { say } from '../message.ts'
import { z } from 'zod'
import { currencyDigits } from '../currency.ts'
import { fieldRule } from './field-rules.ts'
import { receiptFrom, receiptText } from '../receipts/receipt-text.ts'
import { freeReasonFrom, reasonList, usualReasons } from './reasons.ts'
import { termRules } from './term-rules.ts'

/** A person has to be there for as long as a request can be taken back. */
export const longestUndoMs = 30_000

/**
 * How money moves on a connection: what Paydesk does by itself, and gaps of interface.md that
 * change no signature.
 */
const money = {
  /**
   * By which operation a hold that was not captured is let go; interface.md has both (rules 2 and
   * 5). MONEY: a void can't become a refund, so it comes first where nobody says otherwise.
   */
  holdReleasedBy: z.enum(['void', 'return']),
  /**
   * A refund asks for a reason by itself (its comment is required); a void only where this says so.
   */
  voidNeedsReason: z.boolean(),
  /** What becomes of the rest of a hold after a partial capture (not shown). */
  restOfHold: z.enum(['unknown', 'stays', 'released']),
  /**
   * How long a confirmed money request can be taken back before it is sent; 0: it is sent at once.
   */
  undoMs: z.int().min(0).max(longestUndoMs),
  /** Whether each money request is also confirmed in a dialog of the system, outside the window. */
  confirmOutside: z.boolean(),
  /** Whether captured orders of the last 120 days are read again, slowly and by themselves. */
  rereadsOrders: z.boolean(),
  /** What a refund's sheet offers to pick from. */
  refundReasons: reasonList,
  /** And that of a release or a void. */
  releaseReasons: reasonList,
  /** From this amount on, a refund, release or void needs a reason in the operator's own words. */
  freeReasonFrom,
  /** What a refunded customer is told; empty: the usual words. */
  receiptText,
  /** Who confirms a refund to a customer: name and address. */
  receiptFrom,
  /** Whether money moves over it only where sign-in is on. */
  needsPeople: z.boolean(),
}
export const moneySettings = z.strictObject({
  holdReleasedBy: money.holdReleasedBy.default('void'),
  voidNeedsReason: money.voidNeedsReason.default(false),
  restOfHold: money.restOfHold.default('unknown'),
  undoMs: money.undoMs.default(10_000),
  confirmOutside: money.confirmOutside.default(false),
  rereadsOrders: money.rereadsOrders.default(false),
  refundReasons: money.refundReasons.default(usualReasons.afterSale),
  releaseReasons: money.releaseReasons.default(usualReasons.beforeSale),
  freeReasonFrom: money.freeReasonFrom.default(''),
  receiptText: money.receiptText.default(''),
  receiptFrom: money.receiptFrom.default(''),
  needsPeople: money.needsPeople.default(false),
})
/** Some of them, to be changed: what is left out stays as it is. */
export const moneyChange = z.strictObject(money).partial()
export type MoneySettings = z.output<typeof moneySettings>
export type MoneyChange = z.input<typeof moneyChange>

type Switch = {
  [Name in keyof typeof money]: (typeof money)[Name] extends z.ZodBoolean ? Name : never
}[keyof typeof money]
/** Those that are on or off: the connection's page has a box for each. */
export const moneySwitches = (Object.keys(money) as (keyof typeof money)[]).filter(
  (name): name is Switch => money[name] instanceof z.ZodBoolean,
)

export const connectionSettings = z.strictObject({
  /** Text form of the SHA-1 control digest (interface.md: not shown). */
  controlEncoding: z.enum(['hex-lower', 'hex-upper', 'base64']).default('hex-lower'),
  /** Minor digits used in formulas (interface.md says cents). */
  digitsRule: z.enum(['iso-4217', 'always-2']).default('iso-4217'),
  /**
   * Whose amount a status answer tells: the latest transaction's, always the first one's, or what
   * remains of it (not shown). MONEY: where nobody said so, an amount like the first one's proves
   * nothing of a capture or a refund until the gateway has once told another.
   */
  statusAmount: z.enum(['unknown', 'latest', 'initial', 'remaining']).default('unknown'),
  /** Whether amounts are sent and told in units or in minor units (not shown). */
  amountUnit: z.enum(['units', 'minor']).default('units'),
  /** What this host's own words for a status or a transaction type mean. */
  terms: termRules.default([]),
  /**
   * Whether a capture, a refund or a void is told under its order's id, or is answered with an
   * order id of its own and told under that.
   */
  orderidOf: z.enum(['order', 'request']).default('order'),
  /** Which ids a status request carries; interface.md has either, many hosts want both. */
  statusIds: z.enum(['both', 'orderid', 'client_orderid']).default('both'),
  /**
   * Whether status is asked for one request by its serial number (by-request-sn), which
   * interface.md does not have.
   */
  statusBy: z.enum(['order', 'request']).default('order'),
  connectTimeoutMs: z.int().min(100).max(60_000).default(10_000),
  answerTimeoutMs: z.int().min(100).max(300_000).default(60_000),
  /**
   * How often the gateway account is asked, whatever asks it: the most careful connection of an
   * account counts. Hosts refuse who asks too often, and tell nobody how often that is.
   */
  requestsPerSecond: z.int().min(1).max(1_000).default(20),
  requestsAtOnce: z.int().min(1).max(64).default(4),
  maxBodyBytes: z.int().min(1024).max(4_194_304).default(262_144),
  maxHeaderBytes: z.int().min(4096).max(1_048_576).default(65_536),
  /** Path per operation where a host differs from interface.md. */
  paths: z.record(z.string(), z.string().startsWith('/')).default({}),
  /** Scheme per operation where interface.md shows none. */
  schemes: z.record(z.string(), z.enum(['control', 'hmac-sha1', 'rsa-sha256'])).default({}),
  /** Where this host's fields differ from the operation table. */
  fields: z.array(fieldRule).max(200).default([]),
  /** Operations beyond interface.md that this host has. */
  extensions: z.array(z.string()).default([]),
  /** Whether card numbers may be typed here; hosted forms and card references need it not. */
  cardEntry: z.boolean().default(false),
  /** Currencies that may be used here; empty: any of ISO 4217. */
  currencies: z
    .array(
      z.string().refine((code) => Object.hasOwn(currencyDigits, code), {
        error: ({ input }) => say('connections.not-a-currency', { input: String(input) }),
      }),
    )
    .max(200)
    .default([]),
  /** PEM file with additional certificate authorities. */
  caFile: z.string().max(1_000).optional(),
  /**
   * Left out: as the computer's HTTPS_PROXY says; 'none': never one. It holds no password: settings
   * are not secret.
   */
  proxyUrl: z
    .union([z.literal('none'), z.url().regex(/^http:\/\/[^\s/@?#]+\/?$/)], {
      error: say('connections.enter-a-proxy'),
    })
    .optional(),
  money: moneySettings.prefault({}),
})
export type ConnectionSettings = z.output<typeof connectionSettings>

export const connectionRecord = z.strictObject({
  id: z.string().min(1),
  name: z
    .string()
    .trim()
    .min(1, say('operations.enter-a-name'))
    .max(60, say('operations.at-most-60-characters')),
  environment: z.enum(['test', 'production']),
  /** The embedded sandbox: its address changes at every start and is not part of the record. */
  isEmbedded: z.boolean(),
  baseUrl: z.url({
    protocol: /^https?$/,
    error: say('connections.enter-the-base-url'),
  }),
  /** An endpoint id, or `group/<id>` for an endpoint group. */
  endpointId: z.string().regex(/^(group\/)?\d{1,19}$/, say('connections.endpoint-form')),
  login: z
    .string()
    .trim()
    .min(1, say('connections.enter-the-merchant-login'))
    .max(128, say('operations.at-most-128-characters')),
  settings: connectionSettings,
})
export type Connection = z.output<typeof connectionRecord>

/** The key that signs, and the one that is ready to follow. */
export type KeyRole = 'present' | 'next'

/** Vault slots of a connection. */
export const controlKeySlot = (connectionId: string, role: KeyRole = 'present'): string =>
  `connection/${connectionId}/${role === 'next' ? 'next_' : ''}merchant_control_key`
export const privateKeySlot = (connectionId: string, role: KeyRole = 'present'): string =>
  `connection/${connectionId}/${role === 'next' ? 'next_' : ''}private_key`
/** Every slot that a connection may hold a key in. */
export const keySlots = (connectionId: string): string[] =>
  (['present', 'next'] as const).flatMap((role) => [
    controlKeySlot(connectionId, role),
    privateKeySlot(connectionId, role),
  ])
