// The story of every operation that the sandbox plays: what has to be there first, the request,
// what the customer does, and what the gateway must say and book in the end. All of it goes through
// the client under test.
import type { OperationId } from '#shared/gateway/operations/index.ts'
import type { Sandbox } from '../../src/sandbox/start.ts'
import { fillIn, passChallenge } from './customer.ts'
import { everyField, fewestFields, newId } from './field-samples.ts'
import { type Fields, type GatewayRig, settle } from './gateway-rig.ts'

export interface Reported {
  request: Fields
  /** What the answer must say besides what its record asks for. */
  answer?: Fields
  /** The status that says how it ended; absent where the answer settles it. */
  status?: { which?: Fields; says: Fields }
  /** What the customer does at the gateway's page, before the end. */
  customer?: (answer: Fields) => Promise<void>
  /** Minor units the gateway booked for it; null when it moves nothing. */
  books: number | null
}
/** Prepares what comes before and tells the rest. */
export type Story = () => Promise<Reported>

export const settleMs = 60_000

export const storiesOf = (
  rig: GatewayRig,
  sandbox: Sandbox,
  id: OperationId,
): Readonly<Record<string, Story>> => storiesAt(rig, sandbox)[id] ?? {}

export function storiesAt(
  rig: GatewayRig,
  sandbox: Sandbox,
): Readonly<Record<string, Readonly<Record<string, Story>>>> {
  const passTime = (): void => sandbox.advance(settleMs)
  const ids = (answer: Fields): Fields => ({
    client_orderid: answer['merchant-order-id'] ?? '',
    orderid: answer['paynet-order-id'] ?? '',
  })
  const dashed = ({ client_orderid, orderid }: Fields): Fields => ({
    'client-order-id': client_orderid!,
    orderid: orderid!,
  })
  const settled = async (id: OperationId, more: Fields = {}): Promise<Fields> => {
    const order = ids((await rig.perform(id, fewestFields(id, more))).answer)
    const seen = await settle(rig, order, passTime)
    if (seen.at(-1)!['status'] !== 'approved') throw new Error(JSON.stringify(seen))
    return order
  }
  const sold = () => settled('sale')
  const held = () => settled('preauth')
  const newRef = async (): Promise<Fields> => ({
    cardrefid: (await rig.perform('create-card-ref', await sold())).answer['card-ref-id']!,
  })
  const newSubscription = async (): Promise<string> => {
    const id = 'create-recurring-payment'
    const card = { credit_card_number: '4111111111111111', card_printed_name: 'ZOE' }
    const { answer } = await rig.perform(
      id,
      fewestFields(id, { ...card, expire_month: '12', expire_year: '2031' }),
    )
    return answer['recurring-payment-id']!
  }
  const waiting3ds = async (card: string): Promise<Fields> => {
    const fields = fewestFields('sale', { credit_card_number: card })
    return ids((await rig.perform('sale', fields)).answer)
  }
  const passed = async (order: Fields) => passChallenge((await rig.status(order))['redirect-to']!)
  const approved = (type: string, amount?: string): { says: Fields } => ({
    says: {
      status: 'approved',
      'transaction-type': type,
      ...(amount === undefined ? {} : { amount, currency: 'EUR' }),
    },
  })

  const payment = (id: OperationId, type: string): Record<string, Story> => {
    const isFree = type === 'account verification'
    const one = (request: Fields): Reported => ({
      request,
      answer: { type: 'async-response', 'merchant-order-id': request['client_orderid']! },
      ...(isFree
        ? { status: approved(type), books: null }
        : { status: approved(type, '12.34'), books: 1234 }),
    })
    return {
      'with every field': async () => one(everyField(id)),
      'with the fewest fields': async () => one(fewestFields(id)),
    }
  }
  const form = (id: OperationId, type: string): Record<string, Story> => {
    const customer = (answer: Fields): Promise<void> =>
      fillIn(answer['redirect-url']!, type === 'payout' ? 'account' : 'card')
    return Object.fromEntries(
      Object.entries(payment(id, type)).map(([name, story]) => [
        name,
        async () => ({ ...(await story()), answer: { type: 'async-form-response' }, customer }),
      ]),
    )
  }
  const onOrder = (
    id: OperationId,
    before: () => Promise<Fields>,
    type: string,
    whole: string,
  ): Record<string, Story> => {
    const one = (request: Fields, amount: string): Reported => ({
      request,
      answer: {
        type: 'async-response',
        'merchant-order-id': request['client_orderid']!,
        'paynet-order-id': request['orderid']!,
      },
      status: approved(type, amount),
      books: Number(amount.replace('.', '')),
    })
    return {
      'of a part, with every field': async () => {
        const request = everyField(id, { ...(await before()), amount: '5.67' })
        return one(request, 'amount' in request ? '5.67' : whole)
      },
      'of the whole': async () => one(fewestFields(id, await before()), whole),
    }
  }
  const onStatus = (pick: (order: Fields) => Fields): Story => {
    return async () => {
      const order = await sold()
      return {
        request: pick(order),
        answer: {
          type: 'status-response',
          status: 'approved',
          'transaction-type': 'sale',
          'paynet-order-id': order['orderid']!,
          'merchant-order-id': order['client_orderid']!,
          amount: '12.34',
          currency: 'EUR',
        },
        books: null,
      }
    }
  }
  const onSettledSale = (says: Fields): Record<string, Story> => ({
    'of a sale': async () => {
      const request = await sold()
      return {
        request,
        answer: { ...says, 'paynet-order-id': request['orderid']! },
        books: null,
      }
    },
  })
  const upload = (
    id: OperationId,
    card: string,
    proof: (order: Fields) => Promise<Fields>,
  ): Record<string, Story> => ({
    'with every field': async () => {
      const order = await waiting3ds(card)
      return {
        request: everyField(id, { ...dashed(order), ...(await proof(order)) }),
        answer: { type: 'async-response', 'paynet-order-id': order['orderid']! },
        status: { which: order, ...approved('sale', '12.34') },
        // What the upload sets free is booked under the sale it belongs to.
        books: null,
      }
    },
  })
  const subscription = (id: OperationId, more: () => Promise<Fields>, books: number | null) => {
    const one = (request: Fields): Reported => ({
      request,
      ...(books === null
        ? { answer: { status: 'approved' } }
        : { answer: { type: 'async-response' }, status: approved('sale') }),
      books,
    })
    return {
      'with every field': async () => one(everyField(id, await more())),
    }
  }
  const withRef = (id: OperationId, type: string): Record<string, Story> => {
    const ends = { status: approved(type, '12.34'), books: 1234 }
    return {
      'with every field': async () => ({ request: everyField(id, await newRef()), ...ends }),
      'with the fewest fields': async () => ({
        request: fewestFields(id, await newRef()),
        ...ends,
      }),
    }
  }
  const payoutOf = (id: OperationId, type: string, books: number | null) => ({
    'with every field': async () => ({
      request: everyField(id, await newRef()),
      answer: { type: 'async-response' },
      status: approved(type, '12.34'),
      books,
    }),
    'to an account': async () => ({
      request: fewestFields(id, { account_number: 'DE89370400440532013000' }),
      status: approved(type, '12.34'),
      books,
    }),
  })

  return {
    sale: payment('sale', 'sale'),
    preauth: payment('preauth', 'preauth'),
    'account-verification': payment('account-verification', 'account verification'),
    'sale-form': form('sale-form', 'sale'),
    'preauth-form': form('preauth-form', 'preauth'),
    'account-verification-form': form('account-verification-form', 'account verification'),
    'payment-form': form('payment-form', 'sale'),
    'payout-form': form('payout-form', 'payout'),
    capture: onOrder('capture', held, 'capture', '12.34'),
    void: onOrder('void', held, 'void', '12.34'),
    return: onOrder('return', sold, 'reversal', '12.34'),
    status: {
      'of one request, by its serial number': async () => {
        const order = await sold()
        const request = { ...fewestFields('return', order), amount: '3.00', currency: 'EUR' }
        const serial = (await rig.perform('return', request)).answer['serial-number']!
        await settle(rig, order, passTime)
        await rig.perform('return', { ...request, amount: '4.00' })
        await settle(rig, order, passTime)
        return {
          request: { ...order, 'by-request-sn': serial },
          answer: {
            type: 'status-response',
            status: 'approved',
            'transaction-type': 'reversal',
            amount: '3.00',
          },
          books: null,
        }
      },
      'by both ids': onStatus((order) => order),
      'by orderid': onStatus(({ orderid }) => ({ orderid: orderid! })),
      'by client_orderid': onStatus(({ client_orderid }) => ({ client_orderid: client_orderid! })),
    },
    'create-card-ref': onSettledSale({ status: 'approved', 'last-four-digits': '1111' }),
    'create-card-ref-v4': onSettledSale({ status: 'approved', 'last-four-digits': '1111' }),
    'get-card-info': {
      'of a card reference': async () => ({
        request: await newRef(),
        answer: {
          bin: '411111',
          'last-four-digits': '1111',
          brand: 'VISA',
          'expire-month': '12',
          'expire-year': '2031',
          'card-printed-name': 'ZOË MÜLLER',
        },
        books: null,
      }),
    },
    'make-rebill': withRef('make-rebill', 'sale'),
    payout: payoutOf('payout', 'payout', 1234),
    'payout-check': payoutOf('payout-check', 'payout check', null),
    'payout-pay': {
      'of a checked payout': async () => ({
        request: await settled('payout-check', { account_number: 'DE89370400440532013000' }),
        status: approved('payout', '12.34'),
        books: 1234,
      }),
    },
    transfer: {
      'with every field': async () => ({
        request: everyField('transfer', {
          card_recurring_payment_id: await newSubscription(),
          destination_card_recurring_payment_id: await newSubscription(),
        }),
        status: approved('transfer', '12.34'),
        books: 1234,
      }),
      'of a deposit': async () => ({
        request: fewestFields('transfer', {
          deposit2card: 'true',
          'destination-card-no': '5555555555554444',
        }),
        status: approved('transfer', '12.34'),
        books: 1234,
      }),
    },
    'pan-eligibility-send': {
      'of a card reference': async () => ({
        request: {
          'client-order-id': newId(),
          'sending-card-ref-id': (await newRef())['cardrefid']!,
        },
        answer: { status: 'approved', 'sending-eligible': 'true' },
        books: null,
      }),
    },
    'create-recurring-payment': subscription('create-recurring-payment', newRef, null),
    'process-recurring-payment': subscription(
      'process-recurring-payment',
      async () => ({ 'recurring-payment-id': await newSubscription() }),
      1234,
    ),
    'update-recurring-payment': subscription(
      'update-recurring-payment',
      async () => ({ 'recurring-payment-id': await newSubscription() }),
      null,
    ),
    'upload-method-url-result': upload('upload-method-url-result', '4000000000003055', () =>
      Promise.resolve({}),
    ),
    'upload-cres-result': upload('upload-cres-result', '4000000000003063', async (order) => ({
      cres: await passed(order),
    })),
    'upload-pares-result': upload('upload-pares-result', '4000000000003089', async (order) => ({
      pares: await passed(order),
    })),
  }
}
