// A request ready to leave, and the pure steps that make it: address, body, digest of what is asked
// for. Called by client.ts. It never signs and never sends.
import { say } from '#shared/message.ts'
import { createHash, createHmac } from 'node:crypto'
import type { Connection } from '#shared/connections/connection.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { cardFields, redact } from '#shared/gateway/operations/parts/fields.ts'
import { isAction } from '#shared/gateway/flow.ts'
import { type OperationId, rowOf } from '#shared/gateway/operations/index.ts'
import type { Money } from '#shared/money.ts'
import type { Expected } from './answers/answer.ts'
import { percentEncode } from './signing/oauth.ts'
import type { Explanation } from './signing/sign-types.ts'

/**
 * What is journalled comes from here, what is sent is `body`. Holds card data and a signature: it
 * never crosses IPC.
 */
export interface SignedRequest {
  readonly id: OperationId
  readonly connectionId: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly explanation: Explanation
  /** In send order, card data and signature masked: may be shown and kept. */
  readonly fieldsRedacted: readonly { name: string; value: string }[]
  /**
   * SHA-256 (hex) of operation, address, login and unsigned fields: of one client's, equal exactly
   * when the same is asked for.
   */
  readonly digest: string
}

/**
 * interface.md "Endpoints": {base_url}/api/<version>/<operation>/{endpointId}; a connection may
 * override the path.
 */
export function urlOf(
  id: OperationId,
  { baseUrl, endpointId, settings }: Connection,
): Result<string> {
  const path = Object.hasOwn(settings.paths, id) ? settings.paths[id]! : rowOf(id).path
  const text = `${baseUrl.replace(/\/+$/, '')}${path.replace(/\/+$/, '')}/${endpointId}`
  const parsed = URL.canParse(text) ? new URL(text) : null
  // Anything a URL parser would rewrite or hide is refused: what is shown, signed and sent must be
  // one text.
  const isPlain =
    parsed !== null &&
    parsed.username === '' &&
    parsed.password === '' &&
    parsed.pathname.endsWith(`${path.replace(/\/+$/, '')}/${endpointId}`) &&
    !/[?#]/.test(text)
  if (isPlain) return ok(parsed.href)
  return fail(inputFault('baseUrl', say('gateway.id-has-no-usable-address', { id })))
}

/** RFC 3986 encoding of application/x-www-form-urlencoded: UTF-8, a space is %20. ASCII only. */
export const encodeForm = (fields: readonly (readonly [string, string])[]): string =>
  fields.map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`).join('&')

/** Names of the table for names that are sent. */
const tableNames = (sentAs: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map([...sentAs].map(([name, sent]) => [sent, name]))

/** Sent fields as they may be shown: what holds a card is known by its name in the table. */
export function redactSent(
  sent: readonly (readonly [string, string])[],
  sentAs: ReadonlyMap<string, string>,
): { name: string; value: string }[] {
  const names = tableNames(sentAs)
  return sent.map(([name, value]) => {
    const own = names.get(name) ?? name
    return { name, value: redact({ [own]: value })[own] ?? '' }
  })
}

/** Sent fields with what holds a card replaced by a digest of it under a key. */
export function keyedCard(
  sent: readonly (readonly [string, string])[],
  sentAs: ReadonlyMap<string, string>,
  cardKey: Buffer,
): [string, string][] {
  const names = tableNames(sentAs)
  return sent.map(([name, value]) => [
    name,
    cardFields.has(names.get(name) ?? name)
      ? createHmac('sha256', cardKey).update(value).digest('hex')
      : value,
  ])
}

/**
 * Signatures differ at every signing and are no part of what was confirmed; every other field is.
 * The digest is kept, and a card has too few numbers to hide behind a plain hash: `fields` come
 * from keyedCard, and with its key gone nobody can try the numbers out.
 */
export function digestOf(
  id: OperationId,
  url: string,
  login: string,
  fields: readonly (readonly [string, string])[],
): string {
  const unsigned = fields.filter(([name]) => name !== 'control' && !name.startsWith('oauth_'))
  const sorted = unsigned.toSorted(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([id, url, login, sorted]))
    .digest('hex')
}

/** The ids an answer must not contradict, and the card numbers it must not repeat. */
export function expectedOf(
  id: OperationId,
  fields: Readonly<Record<string, string>>,
  { orderidOf }: Pick<Connection['settings'], 'orderidOf'>,
): Expected {
  const clientOrderid =
    fields['client_orderid'] ?? fields['client-order-id'] ?? fields['client-orderid']
  const recurringId = fields['recurring-payment-id']
  // MONEY: the new id is kept with the request, and proves nothing by itself.
  const orderid = orderidOf === 'request' && isAction(id) ? undefined : fields['orderid']
  return {
    row: rowOf(id),
    cardNumbers: [fields['credit_card_number'], fields['destination-card-no']].filter(
      (number) => number !== undefined,
    ),
    ...(clientOrderid === undefined ? {} : { clientOrderid }),
    ...(orderid === undefined ? {} : { orderid }),
    ...(recurringId === undefined ? {} : { recurringId }),
  }
}

/**
 * MONEY: the amount the caller confirmed is the amount of the request. Throws: a difference is a
 * bug.
 */
export function checkMoney(asked: Money | null, confirmed: Money | null): void {
  const isSame =
    asked === null || confirmed === null
      ? asked === confirmed
      : asked.minor === confirmed.minor &&
        asked.currency === confirmed.currency &&
        asked.digits === confirmed.digits
  if (!isSame) throw new Error('The amount of the request is not the amount that was confirmed.')
}

/**
 * MONEY: the signer may add fields, never change, drop or double one. Throws: a difference is a
 * bug.
 */
export function checkSigned(
  fields: Readonly<Record<string, string>>,
  signed: readonly (readonly [string, string])[],
  sentAs: ReadonlyMap<string, string>,
): void {
  const names = new Set(signed.map(([name]) => name))
  const isKept = Object.entries(fields).every(([name, value]) =>
    signed.some((pair) => pair[0] === (sentAs.get(name) ?? name) && pair[1] === value),
  )
  if (!isKept || names.size !== signed.length)
    throw new Error('The signed fields are not the fields of the request.')
}
