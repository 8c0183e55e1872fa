// Which gateway a connection reaches, and in whose name. MONEY: locks, sums and outcomes belong to
// an order at a gateway, not to a connection record: two records of one gateway share them, and a
// record that is pointed elsewhere leaves them behind.

import { inAsciiDigits } from './cards/digit-values.ts'

// Main and the pages have it; the library this room is checked with names only the language.
declare const URL: new (text: string) => { protocol: string; hostname: string; port: string }

/** An order as its gateway knows it, whatever connection record it was reached through. */
export interface OrderPlace {
  service: string
  orderid: string
}

/**
 * MONEY: one form for all spellings of an order's number, so that `07123`, `+7123`, `7123.0` and
 * full-width digits are one order: a gateway that names no order in its answers does not say which
 * of them it knows. Other ids lose only what nobody sees.
 */
export const canonicalOrder = (orderid: string): string => {
  // Nearly all of them: asked for at each row of a run.
  if (/^[1-9][0-9]*$/.test(orderid)) return orderid
  const seen = inAsciiDigits(
    orderid.normalize('NFKC').replaceAll(/[\p{Cc}\p{Z}\p{Default_Ignorable_Code_Point}]/gu, ''),
  )
  return /^\+?0*(\d+)(?:[.,]0*)?$/.exec(seen)?.[1] ?? seen
}

/**
 * MONEY: at most one open request per order at the gateway, whatever the operation, the connection
 * record and the spelling of its number.
 */
export const orderLock = ({ service, orderid }: OrderPlace): string =>
  JSON.stringify([service, canonicalOrder(orderid)])

/**
 * What a lock is of, its order in its only spelling. Null for what makes its own order, and for a
 * text that no ledger locks by.
 */
export function placeIn(lockKey: string): OrderPlace | null {
  try {
    const read: unknown = JSON.parse(lockKey)
    const [service, orderid, ...more] = Array.isArray(read) ? (read as unknown[]) : []
    if (more.length > 0) return null
    return typeof service === 'string' && typeof orderid === 'string' ? { service, orderid } : null
  } catch {
    // The language has no other way to say so.
    return null
  }
}

/**
 * MONEY: whether a gateway that reads numbers leniently may take this id for another order's
 * number. Such an id is believed only when the gateway repeats it.
 */
export const mayBeReadAsNumber = (orderid: string): boolean =>
  /^[^\p{L}\p{N}]*\d/u.test(orderid) && !/^\d+$/.test(orderid)

interface Reached {
  isEmbedded: boolean
  baseUrl: string
  login: string
}

/**
 * Origin and login. Two spellings of one login must never make two locks: see accountOf. The
 * embedded sandbox listens at another address in every run (`embeddedAt`) and is the same gateway
 * all the same.
 */
export function gatewayOf(
  { isEmbedded, baseUrl, login }: Reached,
  embeddedAt: readonly string[] = [],
): string {
  const origin = originOf(baseUrl)
  const place = isEmbedded || embeddedAt.map(originOf).includes(origin) ? 'sandbox' : origin
  return `${place} ${accountOf(login)}`
}

/** The embedded sandbox's: one name for another gateway on each computer. */
export const isPractice = (service: string): boolean => service.startsWith('sandbox ')

/**
 * A login without capitals, composed or full-width forms (NFKC, Unicode UAX 15) and characters that
 * nobody sees.
 */
export const accountOf = (login: string): string =>
  login
    .normalize('NFKC')
    .replaceAll(/[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '')
    // To and fro: letters with two small or two large forms become one.
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .trim()

function originOf(baseUrl: string): string {
  const { protocol, port } = new URL(baseUrl)
  const host = hostOf(baseUrl)
  return `${protocol}//${host === thisComputer ? 'localhost' : host}${port === '' ? '' : `:${port}`}`
}

export const thisComputer = 'this computer'

/** Without port; all names of this computer are one. */
export function hostOf(baseUrl: string): string {
  const host = new URL(baseUrl).hostname.toLowerCase().replace(/\.$/, '')
  const isHere = host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
  return isHere ? thisComputer : host
}
