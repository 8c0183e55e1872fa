// Every operation on an order against every state an order can be in: accepted, or refused with the
// documented name and code and without an effect.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusalCodes, type RefusalName } from '../../src/sandbox/http/refusal.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { call, type Fields, type Made, make, newId, payment, status } from './merchant.ts'
import { cardNames, openWorkshop, payout, someResult, without } from './requests.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ processingMs: 0, seedDays: 0 })
})
afterAll(() => sandbox.close())

const { settled, made } = openWorkshop(() => sandbox)
const eur = (amount: string): Fields => ({ amount, currency: 'EUR' })
const comment: Fields = { comment: 'asked for by the customer' }

/** An order that one more accepted operation has changed. */
async function after(order: Made, operation: string, more: Fields = {}): Promise<Made> {
  const { http, body } = await call(sandbox, operation, { ...order, ...more })
  if (http !== 200) throw new Error(`${operation} was refused: ${body}`)
  await status(sandbox, order)
  return order
}
const hold = (amount = '100.00'): Promise<Made> => settled('preauth', { amount })

const states = {
  'an approved sale': () => settled('sale'),
  'a sale in processing': () => settled('sale', { amount: '100.04' }),
  'a sale whose status is unknown': () => settled('sale', { amount: '100.05' }),
  'a declined sale': () => settled('sale', { amount: '100.01' }),
  'a sale returned in part': async () =>
    after(await settled('sale'), 'return', { ...eur('40.00'), ...comment }),
  'a sale returned in full': async () => after(await settled('sale'), 'return', comment),
  'a held preauth': () => hold(),
  'a preauth in processing': () => hold('100.04'),
  'a filtered preauth': () => hold('100.02'),
  'a preauth captured in part': async () => after(await hold(), 'capture', eur('40.00')),
  'a preauth captured in full': async () => after(await hold(), 'capture'),
  'a preauth whose capture is in processing': async () =>
    after(await hold(), 'capture', eur('40.04')),
  'a preauth whose capture was declined': async () => after(await hold(), 'capture', eur('40.01')),
  'a voided preauth': async () => after(await hold(), 'void'),
  'a cancelled preauth': async () => after(await hold(), 'return', comment),
  'a preauth captured and returned': async () =>
    after(await after(await hold(), 'capture'), 'return', comment),
  'an account verification': () =>
    made('account-verification', without(payment(), 'amount', 'currency')),
  'a payout': () => made('payout', payout()),
  'a payout check': () => made('payout-check', payout()),
  'a payout that was paid': async () => after(await made('payout-check', payout()), 'payout-pay'),
  'a transfer': () =>
    made('transfer', {
      ...without(payment(), 'email', 'first_name', 'last_name'),
      'destination-card-no': '5555555555554444',
    }),
  'a sale at its form': () => made('sale-form', without(payment(), ...cardNames)),
  'a sale at the method step': () =>
    make(sandbox, 'sale', { credit_card_number: '4000000000003220' }),
  'a sale at the challenge': () =>
    make(sandbox, 'sale', { credit_card_number: '4000000000003063' }),
  'a sale at the PaReq': () => make(sandbox, 'sale', { credit_card_number: '4000000000003089' }),
  'no order': () => Promise.resolve({ client_orderid: newId(), orderid: '999999999' }),
  'an order of another name': async () => ({
    ...(await settled('preauth')),
    client_orderid: newId(),
  }),
} as const satisfies Record<string, () => Promise<Made>>
type State = keyof typeof states

const secure3d =
  (more: Fields) =>
  (order: Made): Fields => ({
    'client-order-id': order.client_orderid,
    orderid: order.orderid,
    ...more,
  })
const plain =
  (more: Fields = {}) =>
  (order: Made): Fields => ({ ...order, ...more })
const requests: Record<string, (order: Made) => Fields> = {
  status: plain(),
  capture: plain(),
  void: plain(),
  return: plain(comment),
  'create-card-ref': plain(),
  'create-card-ref-v4': plain(),
  'payout-pay': plain(),
  'upload-method-url-result': secure3d({ threeDSCompInd: 'Y' }),
  'upload-cres-result': secure3d({ cres: someResult }),
  'upload-pares-result': secure3d({ pares: someResult }),
}

type Verdict = RefusalName | 'taken'
const lost: Verdict[] = Array<Verdict>(10).fill('ORDER_NOT_FOUND')
const mismatched: Verdict[] = Array<Verdict>(10).fill('ORDER_MISMATCH')
const no3ds: Verdict[] = ['NOT_IN_3DS', 'NOT_IN_3DS', 'NOT_IN_3DS']
const sale = (back: Verdict, ref: Verdict, uploads = no3ds): Verdict[] => [
  'taken',
  'NOT_A_PREAUTH',
  'ALREADY_SETTLED',
  back,
  ref,
  ref,
  'NOT_CHECKED',
  ...uploads,
]
const preauth = (
  capture: Verdict,
  release: Verdict,
  back: Verdict,
  ref: Verdict = 'taken',
): Verdict[] => ['taken', capture, release, back, ref, ref, 'NOT_CHECKED', ...no3ds]
const out = (ref: Verdict, pay: Verdict): Verdict[] => [
  'taken',
  'NOT_A_PREAUTH',
  'ALREADY_SETTLED',
  'NOT_RETURNABLE',
  ref,
  ref,
  pay,
  ...no3ds,
]

/** In the order of `requests`. */
const verdicts: Record<State, Verdict[]> = {
  'an approved sale': sale('taken', 'taken'),
  'a sale in processing': sale('NOT_APPROVED', 'NOT_APPROVED'),
  'a sale whose status is unknown': sale('NOT_APPROVED', 'NOT_APPROVED'),
  'a declined sale': sale('NOT_APPROVED', 'NOT_APPROVED'),
  'a sale returned in part': sale('taken', 'taken'),
  'a sale returned in full': sale('NOTHING_LEFT', 'taken'),
  'a held preauth': preauth('taken', 'taken', 'taken'),
  'a preauth in processing': preauth(
    'NOT_APPROVED',
    'NOT_APPROVED',
    'NOT_APPROVED',
    'NOT_APPROVED',
  ),
  'a filtered preauth': preauth('NOT_APPROVED', 'NOT_APPROVED', 'NOT_APPROVED', 'NOT_APPROVED'),
  'a preauth captured in part': preauth('taken', 'ALREADY_SETTLED', 'taken'),
  'a preauth captured in full': preauth('NOTHING_LEFT', 'ALREADY_SETTLED', 'taken'),
  'a preauth whose capture is in processing': preauth('taken', 'ALREADY_SETTLED', 'NOT_APPROVED'),
  'a preauth whose capture was declined': preauth('taken', 'taken', 'taken'),
  'a voided preauth': preauth('HOLD_RELEASED', 'HOLD_RELEASED', 'HOLD_RELEASED'),
  'a cancelled preauth': preauth('HOLD_RELEASED', 'HOLD_RELEASED', 'HOLD_RELEASED'),
  'a preauth captured and returned': preauth('NOTHING_LEFT', 'ALREADY_SETTLED', 'NOTHING_LEFT'),
  'an account verification': out('taken', 'NOT_CHECKED'),
  'a payout': out('NOT_APPROVED', 'NOT_CHECKED'),
  'a payout check': out('NOT_APPROVED', 'taken'),
  'a payout that was paid': out('NOT_APPROVED', 'ALREADY_PAID'),
  'a transfer': out('taken', 'NOT_CHECKED'),
  'a sale at its form': sale('NOT_APPROVED', 'NOT_APPROVED'),
  'a sale at the method step': sale('NOT_APPROVED', 'NOT_APPROVED', [
    'taken',
    'NOT_IN_3DS',
    'NOT_IN_3DS',
  ]),
  'a sale at the challenge': sale('NOT_APPROVED', 'NOT_APPROVED', [
    'NOT_IN_3DS',
    'INVALID_FIELD',
    'NOT_IN_3DS',
  ]),
  'a sale at the PaReq': sale('NOT_APPROVED', 'NOT_APPROVED', [
    'NOT_IN_3DS',
    'NOT_IN_3DS',
    'INVALID_FIELD',
  ]),
  'no order': lost,
  'an order of another name': mismatched,
}
const rows = (Object.keys(states) as State[]).flatMap((state) =>
  Object.keys(requests).map((operation, place) => {
    const verdict = verdicts[state][place]
    if (verdict === undefined) throw new Error(`${operation} on ${state} has no verdict`)
    return [operation, state, verdict] as const
  }),
)

/** What moves money when it is taken. */
const moving = new Set(['capture', 'void', 'return', 'payout-pay'])

describe('an operation on an order', () => {
  it.each(rows)('%s on %s: %s', async (operation, state, verdict) => {
    const order = await states[state]()
    const effects = sandbox.effects().length
    const stages = sandbox.transactions(order.orderid)
    const build = requests[operation]
    if (build === undefined) throw new Error(`no request for ${operation}`)
    const { http, body, record } = await call(sandbox, operation, build(order))
    if (verdict === 'taken') {
      expect(http, body).toBe(200)
      expect(record['paynet-order-id']).toBe(order.orderid)
      expect(sandbox.effects()).toHaveLength(effects + (moving.has(operation) ? 1 : 0))
      return
    }
    expect([http, record['type'], record['error-code']]).toEqual([
      400,
      'validation-error',
      refusalCodes[verdict].code,
    ])
    expect(record['error-message']).toMatch(new RegExp(`^${verdict}: .*[a-z]`))
    expect(sandbox.effects()).toHaveLength(effects)
    expect(sandbox.transactions(order.orderid)).toEqual(stages)
  })
})
