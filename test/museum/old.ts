// What the old ways are made of: a signed request sent once, and what the gateway answered. What a
// program does with that (retry, believe, forget) is its own story and stands in its room.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { effectsOf } from '../journeys/story.ts'
import { type Answer, call, type Fields, payment } from '../sandbox/merchant.ts'
import type { Order, Place } from './place.ts'

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** One refund request. Rejects when no answer came; whatever HTTP said is an answer. */
export const refund = (
  { sandbox }: Place,
  { orderid, clientOrderid }: Order,
  amount: string,
  { currency = 'EUR', timeoutMs = 5_000 } = {},
): Promise<Answer> =>
  call(
    sandbox,
    'return',
    { client_orderid: clientOrderid, orderid, amount, currency, comment: 'damaged goods' },
    { timeoutMs },
  )

/** The gateway took the request. */
export const isTaken = ({ http, record }: Answer): boolean =>
  http === 200 && record['type'] === 'async-response'

export const isTakenRefund = async (...input: Parameters<typeof refund>): Promise<boolean> =>
  isTaken(await refund(...input))

/** Takes a part of a hold, for good. */
export async function capture(place: Place, order: Order, amount: string): Promise<void> {
  const { orderid, clientOrderid: client_orderid } = order
  const fields = { client_orderid, orderid, amount, currency: 'EUR' }
  await call(place.sandbox, 'capture', fields)
  place.passTime()
}

/** One payout to an account, under an id of the merchant's own. */
export const payout = (
  { sandbox }: Place,
  id: string,
  amount: string,
  timeoutMs = 5_000,
): Promise<Answer> =>
  call(sandbox, 'payout', { client_orderid: id, amount, currency: 'EUR', ...payee }, { timeoutMs })

/** Who is paid, by the fields of the gateway. */
const payee: Fields = {
  order_desc: 'Expense 1737',
  ipaddress: '203.0.113.7',
  account_number: 'DE89370400440532013000',
  account_name: 'Zoë Müller',
}

/** A paid sale of the merchant's own, told of by callbacks where an address is given. */
export async function sale(
  place: Place,
  amount: string,
  more: Fields = {},
  name?: string,
): Promise<Order> {
  const fields = payment({ amount, ...more })
  const { record, body } = await call(place.sandbox, 'sale', fields)
  const orderid = record['paynet-order-id']
  if (orderid === undefined) throw new Error(body)
  place.passTime()
  return place.name({ orderid, clientOrderid: fields['client_orderid'] ?? '' }, name)
}

/** The shop's own address for callbacks. */
export async function listenForCallbacks(
  onCallback: (fields: Fields, address: string) => void,
): Promise<{ address: string; close(): void }> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    onCallback(Object.fromEntries(url.searchParams), url.href)
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}/callback`, close: () => void server.close() }
}

/** Waits until the gateway has booked a refund of the order, answered or not. */
export async function untilBooked({ sandbox }: Place, { orderid }: Order): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    if (effectsOf(sandbox, orderid, 'return') > 0) return
    await wait(20)
  }
  throw new Error('no refund was booked')
}

/** Lets time pass until the gateway has told of a refund by callback. */
export async function untilToldOf(place: Place, reported: readonly Fields[]): Promise<void> {
  place.passTime()
  for (let tries = 0; tries < 200; tries += 1) {
    if (reported.some(({ type }) => type === 'reversal')) return
    await wait(20)
  }
  throw new Error('no callback about a refund')
}

/**
 * A provider that knows idempotency keys, in front of the sandbox, which knows none: a key that
 * came before gets the first answer again, or waits for it.
 */
export function withKeys(send: () => Promise<Answer>): (key: string) => Promise<Answer> {
  const seen = new Map<string, Promise<Answer>>()
  return (key) => {
    const first = seen.get(key) ?? send()
    seen.set(key, first)
    return first
  }
}
