// Server callbacks. When a transaction becomes final and its order names a server_callback_url, a
// signed GET goes there until it is answered with 200. Only loopback addresses are called: a
// sandbox must not reach out.
import { request } from 'node:http'
import type { Order, Transaction } from '../book/book.ts'
import { toMajor } from '../http/currency.ts'
import type { SandboxContext } from '../context/context.ts'
import { reportedOrderid } from '../hosts/own-orders.ts'
import { processorIdInVoice } from '../hosts/voice.ts'
import { amountsToWire } from '../hosts/wire-amounts.ts'
import { controlOf } from '../signing/verify-control.ts'

export interface CallbackRow {
  id: number
  transactionId: number
  url: string
  dueAt: number | null
  tries: number
  outcome: string
}

const MOST_TRIES = 30
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 43_200_000
const ANSWER_LIMIT_MS = 5000

const columns = 'id, transaction_id AS transactionId, url, due_at AS dueAt, tries, outcome'

/**
 * The wait after so many tries: doubling, half a day at most; thirty tries take about two weeks.
 */
export const waitAfter = (tries: number): number =>
  Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_WAIT_MS)

export const isLoopback = (address: string): boolean => {
  const url = URL.parse(address)
  return url?.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
}

/**
 * Puts a callback on the list for each transaction that has become final, where its order asked for
 * one.
 */
export function listCallbacks(
  { store, book }: SandboxContext,
  ended: readonly number[],
  now: number,
): void {
  for (const id of ended) {
    const stage = book.transaction(id)
    const url = stage && book.order(stage.orderid)?.facts.callbackUrl
    if (url === undefined) continue
    const mayCall = isLoopback(url)
    store.run(
      'INSERT OR IGNORE INTO callbacks (transaction_id, url, due_at, tries, outcome) VALUES (?, ?, ?, 0, ?)',
      id,
      url,
      mayCall ? now : null,
      mayCall ? 'waiting' : 'not sent: only loopback addresses are called',
    )
  }
}

export const callbackRows = ({ store }: SandboxContext): CallbackRow[] =>
  store.all<CallbackRow>(`SELECT ${columns} FROM callbacks ORDER BY id`)

export const dueCallbacks = ({ store }: SandboxContext, now: number): CallbackRow[] =>
  store.all<CallbackRow>(
    `SELECT ${columns} FROM callbacks WHERE due_at <= ? ORDER BY due_at LIMIT 20`,
    now,
  )

/**
 * What a callback tells, and a customer's way back. control = sha1(status + orderid +
 * client_orderid + key).
 */
export function reportedFields(
  context: SandboxContext,
  order: Order,
  stage: Transaction,
): [string, string][] {
  const { status, type } = stage
  const orderid = reportedOrderid(context, stage)
  const isFinal = stage.status !== 'processing' && stage.status !== 'unknown'
  const { card, name, email } = order.facts
  const [key = ''] = context.keys.controls(context.identity.merchantControlKey)
  const fields: Record<string, string | null | undefined> = {
    status,
    merchant_order: order.clientOrderid,
    client_orderid: order.clientOrderid,
    orderid,
    type,
    amount: toMajor(stage.amountMinor, stage.currency),
    currency: stage.currency,
    descriptor: 'SANDBOX*MERCHANT',
    error_code: isFinal ? stage.errorCode : null,
    error_message: isFinal ? stage.errorMessage : null,
    name,
    email,
    'last-four-digits': card?.last4,
    bin: card?.bin,
    'card-type': card?.brand,
    'processor-tx-id': processorIdInVoice(context.switches, stage),
    control: controlOf(status + orderid + order.clientOrderid + key),
  }
  const drop = context.switches.isOn('callbacks-by-merchant-order') ? 'client_orderid' : null
  const sent = Object.entries(fields).filter(
    (entry): entry is [string, string] => (entry[1] ?? '') !== '' && entry[0] !== drop,
  )
  return Object.entries(amountsToWire(context.switches, Object.fromEntries(sent)))
}

/** The address with the outcome as its query. */
function callbackUrl(
  context: SandboxContext,
  row: CallbackRow,
  order: Order,
  stage: Transaction,
): string {
  const url = new URL(row.url)
  for (const [field, value] of reportedFields(context, order, stage))
    url.searchParams.append(field, value)
  return url.href
}

/** The address of a callback as it is sent, or null for one whose transaction is gone. */
export function sentUrl(context: SandboxContext, row: CallbackRow): string | null {
  const stage = context.book.transaction(row.transactionId)
  const order = stage && context.book.order(stage.orderid)
  return stage === undefined || order === undefined ? null : callbackUrl(context, row, order, stage)
}

/** Sends one callback and notes what came of it; never throws for what the other side does. */
export async function sendCallback(
  context: SandboxContext,
  row: CallbackRow,
  isClosed: () => boolean,
): Promise<void> {
  const { book, store, clock } = context
  const stage = book.transaction(row.transactionId)
  const order = stage && book.order(stage.orderid)
  if (stage === undefined || order === undefined)
    throw new Error(`callback ${row.id} has no transaction`)
  // Claimed until the answer must have come: a second pass leaves the callback alone, and a crash
  // does not lose it.
  store.run(
    'UPDATE callbacks SET due_at = ? WHERE id = ?',
    clock.book() + 2 * ANSWER_LIMIT_MS,
    row.id,
  )
  const outcome = await get(callbackUrl(context, row, order, stage))
  if (isClosed()) return
  const tries = row.tries + 1
  const isOver = outcome === 'HTTP 200' || tries >= MOST_TRIES
  store.run(
    'UPDATE callbacks SET tries = ?, due_at = ?, outcome = ? WHERE id = ?',
    tries,
    isOver ? null : clock.book() + waitAfter(tries),
    outcome === 'HTTP 200' ? 'delivered' : isOver ? `given up: ${outcome}` : outcome,
    row.id,
  )
}

/** "HTTP 200", or what went wrong. Redirects are not followed. */
function get(url: string): Promise<string> {
  return new Promise((resolve) => {
    const sending = request(
      url,
      { method: 'GET', agent: false, timeout: ANSWER_LIMIT_MS },
      (response) => {
        response.resume()
        resolve(`HTTP ${response.statusCode ?? 0}`)
      },
    )
    sending.on('socket', (socket) => socket.unref())
    sending.on('timeout', () => sending.destroy(new Error('no answer in time')))
    sending.on('error', (error) => resolve(error.message))
    sending.end()
  })
}
