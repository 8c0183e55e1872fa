// Hosted forms: the order is registered, its transaction waits, and the answer says where the
// customer goes. The page itself is in hosted.ts; test amounts decide what happens once it is
// filled in.
import { type FieldRule, may, must } from '../http/fields.ts'
import type { Call, RouteResult, Route } from '../context/context.ts'
import { accept, type Checked } from '../http/refusal.ts'
import type { TransactionType } from '../book/rules.ts'
import { pathOfStep } from './steps.ts'
import { accepted, bookWaiting, factsFrom, refuseDuplicate, sent, wholeMoney } from './booking.ts'
import { personFields } from './payment.ts'

const newForm =
  (kind: Extract<TransactionType, 'sale' | 'preauth' | 'payout' | 'account verification'>) =>
  (call: Call): Checked<RouteResult> => {
    const clientOrderid = sent(call.fields, 'client_orderid')
    const fresh = refuseDuplicate(call, clientOrderid)
    if (!fresh.ok) return fresh
    const { amountMinor, currency } =
      kind === 'account verification'
        ? { amountMinor: 0, currency: call.fields.get('currency') ?? 'EUR' }
        : wholeMoney(call.fields)
    return accept({
      kind: 'plan',
      amountMinor,
      apply(outcome) {
        const facts = factsFrom(call)
        const created = { clientOrderid, kind, amountMinor, currency, createdAt: call.now, facts }
        const order = call.context.book.addOrder(created)
        const stage = kind === 'payout' ? 'payout-form' : 'form'
        const step = bookWaiting(call, order, {
          type: kind,
          stage,
          outcome,
          check: 'none',
          isHosted: true,
        })
        return accepted(call, order, {
          type: 'async-form-response',
          'redirect-url': `${call.context.origin}${pathOfStep(step) ?? ''}`,
        })
      },
    })
  }

const order: FieldRule[] = [must('client_orderid'), must('order_desc')]
const price: FieldRule[] = [must('amount'), must('currency')]
const ways: FieldRule[] = [may('redirect_url'), may('server_callback_url'), may('purpose')]
const payer: FieldRule[] = [must('email'), must('ipaddress'), ...personFields]
const formFields = [...order, ...price, ...payer, ...ways]
const payment = { scheme: 'control', formula: 'payment' } as const

export const formRoutes: Route[] = [
  {
    id: 'sale-form',
    path: '/api/v2/sale-form',
    auth: [payment],
    fields: [...formFields, must('control')],
    run: newForm('sale'),
  },
  {
    id: 'preauth-form',
    path: '/api/v2/preauth-form',
    auth: [payment],
    fields: [...formFields, must('control')],
    run: newForm('preauth'),
  },
  {
    id: 'account-verification-form',
    path: '/api/v2/account-verification-form',
    auth: [{ scheme: 'control', formula: 'account-verification' }],
    fields: [...order, may('currency'), ...payer, ...ways, must('control')],
    run: newForm('account verification'),
  },
  {
    id: 'payment-form',
    path: '/api/v2/payment-form',
    auth: [payment, { scheme: 'hmac-sha1' }, { scheme: 'rsa-sha256' }],
    fields: [...formFields, may('control')],
    run: newForm('sale'),
  },
  {
    id: 'payout-form',
    path: '/api/v2/payout-form',
    auth: [{ scheme: 'hmac-sha1' }, { scheme: 'rsa-sha256' }],
    fields: [
      must('client_orderid'),
      must('order_desc', { longest: 64 }),
      ...price,
      must('ipaddress'),
      may('first_name'),
      may('last_name'),
      may('phone'),
      may('email'),
      ...ways,
    ],
    run: newForm('payout'),
  },
]
