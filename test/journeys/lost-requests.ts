// Requests of every operation, ready to be lost on their way: what each of them needs is made
// first. For the desk alone and for the program in its window; both answer the bridge's methods.
import { expect } from 'vitest'
import type { Input, Method, Output } from '#shared/contract/bridge.ts'
import type { AttemptView, OrderView } from '#shared/bridge/views.ts'
import type { Result } from '#shared/fault.ts'
import { cardFields } from '#shared/gateway/operations/parts/fields.ts'
import { flowOf, orderidFieldOf } from '#shared/gateway/flow.ts'
import { type OperationId, operationIds } from '#shared/gateway/operations/index.ts'
import { withSealedCard } from '../fakes/sealed-card.ts'
import { passChallenge } from './customer.ts'
import { everyField } from './field-samples.ts'
import { must } from './story.ts'

type Fields = Record<string, string>
const connectionId = 'sandbox'

export interface Place {
  call<M extends Method>(method: M, input: Input<M>): Promise<Result<Output[M]>>
  /** The order id of a practice order, by words of its description. */
  practice(pattern: RegExp): Promise<string>
  /** Lets the sandbox's time pass, so that what it is processing ends. */
  pass(): Promise<void>
}

export interface Requests {
  /** The fields of a request as its form would give them. */
  requestOf(id: OperationId): Promise<Fields>
  /** Reviews and confirms; returns the attempt. */
  send(id: OperationId, request: Fields): Promise<string>
}

/** Those that write or move money: each may be lost. */
export const losable: readonly OperationId[] = operationIds.filter((id) => flowOf(id) !== 'read')

const idsOf = ({ clientOrderid, orderid }: AttemptView): Fields => ({
  client_orderid: clientOrderid,
  orderid,
})

function withoutOwnId(id: OperationId, fields: Fields): Fields {
  const own = flowOf(id) === 'new' ? orderidFieldOf(id) : null
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== own))
}
const withoutCards = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !cardFields.has(name)))

export function openRequests({ call, practice, pass }: Place): Requests {
  const lookUp = async (value: string): Promise<OrderView> =>
    must(await call('order:look-up', { connectionId, by: 'orderid', value }))
  const orderOf = async (pattern: RegExp): Promise<Fields> => {
    const { clientOrderid, orderid } = await lookUp(await practice(pattern))
    return { client_orderid: clientOrderid, orderid }
  }

  /** What an operation made, once its outcome is known here. */
  async function made(id: OperationId, request: Fields): Promise<AttemptView> {
    const attempt = await send(id, request)
    let row: AttemptView | undefined
    await expect
      .poll(async () => {
        const asked = { connectionId, operations: [id], limit: 100 }
        const found = must(await call('register:list', asked))
        row = found.rows.find((one) => one.id === attempt)
        return row?.orderid !== '' || row.state === 'SUCCEEDED'
      })
      .toBe(true)
    return row!
  }
  /** A payout that was checked and can be paid. */
  async function checked(): Promise<Fields> {
    const { ipaddress = '', account_number = '' } = everyField('payout', { cardrefid: '1' })
    const request = { amount: '12.34', currency: 'EUR', order_desc: 'x', ipaddress, account_number }
    const row = await made('payout-check', request)
    await pass()
    await expect
      .poll(async () => (await lookUp(row.orderid)).phase, { timeout: 10_000 })
      .toBe('payout-checked')
    return idsOf(row)
  }

  /** A sale that waits for a result of 3-D Secure, and the proof that its customer brought back. */
  async function in3ds(card: string, proof: 'cres' | 'pares' | null): Promise<Fields> {
    const fields = everyField('sale', { credit_card_number: card })
    const row = await made('sale', withoutOwnId('sale', fields))
    const { client_orderid = '', orderid = '' } = idsOf(row)
    const ids = { 'client-order-id': client_orderid, orderid }
    if (proof === null) return { ...ids, threeDSCompInd: 'Y' }
    const { answer } = await lookUp(orderid)
    return { ...ids, [proof]: await passChallenge(answer['redirect-to'] ?? '') }
  }

  let references: Fields | null = null
  /** A card reference and two subscriptions, made once. */
  async function known(): Promise<Fields> {
    if (references !== null) return references
    const sale = await orderOf(/paid sale of 120\.00 EUR/)
    const cardrefid = (await made('create-card-ref', sale)).answer['card-ref-id'] ?? ''
    const id = 'create-recurring-payment'
    const { credit_card_number: _number, ...fields } = everyField(id, { cardrefid })
    const subscribe = async (): Promise<string> =>
      (await made(id, withoutCards(withoutOwnId(id, fields)))).answer['recurring-payment-id'] ?? ''
    const first = await subscribe()
    references = {
      cardrefid,
      'sending-card-ref-id': cardrefid,
      'recurring-payment-id': first,
      card_recurring_payment_id: first,
      destination_card_recurring_payment_id: await subscribe(),
    }
    return references
  }

  /** The fields of a request as its form would give them. */
  async function requestOf(id: OperationId): Promise<Fields> {
    switch (id) {
      case 'payout-pay':
        return checked()
      case 'return':
        return { ...(await orderOf(/paid sale of 120\.00 EUR/)), comment: 'broken' }
      case 'capture':
      case 'void':
        return orderOf(/hold of 300\.00 EUR/i)
      case 'create-card-ref':
      case 'create-card-ref-v4':
        return orderOf(/paid sale of 120\.00 EUR/)
      case 'upload-method-url-result':
        return in3ds('4000000000003055', null)
      case 'upload-cres-result':
        return in3ds('4000000000003063', 'cres')
      case 'upload-pares-result':
        return in3ds('4000000000003089', 'pares')
      default:
        return withoutOwnId(id, everyField(id, await known()))
    }
  }

  /** Reviews and confirms; returns the attempt. */
  async function send(id: OperationId, request: Fields): Promise<string> {
    const asked = await withSealedCard({ connectionId, operation: id, request }, async (place) =>
      must(await call('card:begin', place)),
    )
    const review = must(await call('attempt:review', asked))
    const { attemptId, token } = review
    const twinsSeen = review.twins.map((one) => one.id)
    const sent = await call('attempt:confirm', { attemptId, token, twinsSeen })
    // Lost on its way is what is wanted; never sent is not.
    if (!sent.ok && sent.fault.sent === 'no') throw new Error(JSON.stringify(sent.fault))
    return attemptId
  }

  return { requestOf, send }
}
