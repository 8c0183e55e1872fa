// The bridge's methods about connections, keys, signatures and drift: schemas of what comes in,
// shapes of what goes out. A secret only ever goes in; what comes out says whether one is set and
// by which fingerprint it is known.
import { say } from '../message.ts'
import { z } from 'zod'
import {
  connectionRecord,
  type ConnectionSettings,
  moneyChange,
} from '../connections/connection.ts'
import { operationIds } from '../gateway/operations/index.ts'

const connectionId = z.string().min(1).max(64)
/** A key kept as the next one stands beside the present one, which goes on signing. */
const role = z.enum(['present', 'next']).optional()
const which = z.enum(['control', 'private'])

export const connectionMethods = {
  'connection:list': z.strictObject({}),
  'connection:show': z.strictObject({ connectionId }),
  /**
   * Creates one without `connectionId`, else replaces the whole record; settings left out take
   * their defaults.
   */
  'connection:save': connectionRecord
    .omit({ id: true, isEmbedded: true })
    .extend({ connectionId: connectionId.optional() }),
  /** How money moves on it on this computer: of any connection, the embedded one as well. */
  'connection:set-money': z.strictObject({ connectionId, money: moneyChange }),
  /** Whether card numbers may be typed on it: of any connection, too. */
  'connection:set-card-entry': z.strictObject({ connectionId, isOn: z.boolean() }),
  /** `name` is typed by the person: the connection's name, as a confirmation. */
  'connection:remove': z.strictObject({ connectionId, name: z.string().trim().max(60) }),
  /**
   * Asks for an order that can't exist and says in words what is right and what is wrong; and for a
   * real order, where one is named, what of its answer is understood. Moves and stores nothing.
   */
  'connection:test': z.strictObject({
    connectionId,
    order: z
      .strictObject({
        by: z.enum(['orderid', 'client_orderid']),
        value: z.string().trim().min(1).max(128),
      })
      .optional(),
  }),
  'key:set-control': z.strictObject({
    connectionId,
    key: z
      .string()
      .trim()
      .min(1, say('connections.enter-the-merchant-control-key'))
      .max(256, say('connections.at-most-256-characters')),
    role,
  }),
  'key:create-rsa': z.strictObject({
    connectionId,
    bits: z.union([z.literal(4096), z.literal(2048)]).default(4096),
    role,
  }),
  'key:import-rsa': z.strictObject({
    connectionId,
    pem: z
      .string()
      .min(1, say('connections.paste-the-private-key'))
      .max(20_000, say('connections.private-key-too-long')),
    passphrase: z.string().max(1_000, say('connections.at-most-1000-characters')).optional(),
    role,
  }),
  'key:public': z.strictObject({ connectionId, role }),
  /** Main asks where to save it, as PEM; the renderer never names a path. */
  'key:save-public': z.strictObject({ connectionId, role }),
  'key:remove': z.strictObject({ connectionId, which, role }),
  /** Asks the gateway by the next key, and by the present one. Moves and stores nothing. */
  'key:test-next': z.strictObject({ connectionId, which }),
  /**
   * Tests the next key, asks the system, and lets it sign from then on; the present one is removed.
   * Nothing changes where the gateway refuses the next key.
   */
  'key:switch': z.strictObject({ connectionId, which }),
  /** Of a journalled attempt, or of a draft that is not sent. */
  'signature:explain': z.union([
    z.strictObject({ attemptId: z.string().min(1).max(128) }),
    z.strictObject({
      connectionId,
      operation: z.enum(operationIds),
      request: z.record(z.string(), z.string()),
    }),
  ]),
  /** Newest first, at most 500. */
  'unknown-terms:list': z.strictObject({ connectionId: connectionId.optional() }),
} as const

export interface ConnectionOutput {
  'connection:list': ConnectionDetails[]
  'connection:show': ConnectionDetails
  'connection:save': ConnectionDetails
  'connection:set-money': ConnectionDetails
  'connection:set-card-entry': ConnectionDetails
  'connection:remove': null
  'connection:test': ConnectionTest
  'key:set-control': ConnectionDetails
  'key:create-rsa': PublicKeyView
  'key:import-rsa': PublicKeyView
  'key:public': PublicKeyView
  /** Null when the person named no file. */
  'key:save-public': { path: string } | null
  'key:remove': ConnectionDetails
  'key:test-next': NextKeyTest
  'key:switch': ConnectionDetails
  'signature:explain': SignatureExplanation
  'unknown-terms:list': UnknownTermRow[]
}

export interface ConnectionDetails {
  id: string
  name: string
  environment: 'test' | 'production'
  /**
   * The embedded sandbox: it can be tested, but not re-keyed or removed, and only its money
   * settings can be changed.
   */
  isEmbedded: boolean
  baseUrl: string
  endpointId: string
  login: string
  settings: ConnectionSettings
  control: SecretView
  privateKey: SecretView
  /** Kept beside them until they are switched to. */
  nextControl: SecretView
  nextPrivateKey: SecretView
  /** The gateway's clock as last seen in this run; null before the first answer. */
  clock: ClockView | null
  /**
   * Attempts without a final outcome: while there are any, address, login and removal are locked.
   */
  openCount: number
}

export interface SecretView {
  isSet: boolean
  /**
   * Control key: the first 16 hex digits of its SHA-256. Private key: SHA-256 (hex) of its public
   * key, DER.
   */
  fingerprint: string | null
  createdAt: number | null
  /** 'memory': gone when Paydesk closes. */
  storedIn: 'keychain' | 'memory' | null
  /** The keychain of this computer was asked for it, and has none. */
  isLost?: true
}

export interface ClockView {
  /** How far the gateway's clock is proven to be ahead of this computer's (negative: behind). */
  skewMs: number
  at: number
  /** warning: over 30 s. stopped: over 120 s, OAuth-signed operations are refused. */
  state: 'good' | 'warning' | 'stopped'
}

/** In AppState: one for each connection whose clock is not good, and for this computer's own. */
export interface ClockWarning {
  /** Null for this computer's clock. */
  connectionId: string | null
  connectionName: string
  skewMs: number
  state: 'warning' | 'stopped'
  message: string
}

export interface ConnectionTest {
  connectionId: string
  at: number
  tookMs: number
  /** unread: the gateway answers, and no real order was read. */
  verdict: 'good' | 'unread' | 'warning' | 'bad'
  summary: string
  /** In this order; those after the first that is bad are often 'unknown'. */
  checks: TestCheck[]
  skewMs: number | null
  serialNumber: string | null
}

/** What the gateway said to requests that were signed by the next key and by the present one. */
export interface NextKeyTest {
  next: KeyAnswer
  /** Null where there is no present key. */
  present: KeyAnswer | null
}

export interface KeyAnswer {
  /** unclear: the answer does not tell whether the signature was taken. */
  verdict: 'taken' | 'refused' | 'unclear'
  message: string
  /** The gateway's own words. */
  detail: string
}

export interface TestCheck {
  topic:
    | ('address' | 'certificate' | 'path' | 'answer' | 'credentials' | 'clock' | 'hmac' | 'rsa')
    | (
        | 'record'
        | 'status'
        | 'transaction-type'
        | 'amount'
        | 'ids'
        | 'dates'
        | 'card'
        | 'status-ids'
      )
  /** `unneeded`: there was nothing to check. */
  state: 'good' | 'warning' | 'bad' | 'unknown' | 'unneeded'
  message: string
  /**
   * What was seen: an error code, a certificate, the gateway's words. Empty when there is nothing.
   */
  detail: string
}

export interface PublicKeyView {
  connectionId: string
  /** SPKI, PEM: for the gateway's operator. */
  pem: string
  /** SHA-256 (hex) of the DER form. */
  fingerprint: string
  bits: number
  createdAt: number | null
}

export interface SignatureExplanation {
  operation: string
  connectionName: string
  scheme: 'control' | 'hmac-sha1' | 'rsa-sha256'
  formula: string
  /**
   * What is digested: the concatenation or the base string, the key as <MERCHANT_CONTROL_KEY>, card
   * data masked.
   */
  plain: string
  url: string
  /** Request headers; the signature as a placeholder. */
  headers: { name: string; value: string }[]
  /** Form fields in send order, card data and signature masked. */
  fields: { name: string; value: string }[]
  /** For reading, not for running: key, signature, nonce and time are placeholders. */
  curl: string
}

/** Something in an answer that this program had not met on this connection. */
export interface UnknownTermRow {
  connectionId: string
  connectionName: string
  operation: string
  kind: 'key' | 'type' | 'status' | 'transaction-type'
  name: string
  firstSeenAt: number
  /** Of the answer it was first seen in; empty when it named none. */
  serialNumber: string
}
