// 3-D Secure results handed back by the merchant: method step, CRes, PaRes. A result counts only
// for the step its order is in, and only if this gateway's own pages gave it out.
import { type FieldRule, may, must } from '../http/fields.ts'
import { plainOutcome } from '../book/test-amounts.ts'
import type { Call, RouteResult, Route } from '../context/context.ts'
import { accept, type Checked, refuse } from '../http/refusal.ts'
import {
  endStep,
  failed3ds,
  METHOD_LIMIT_MS,
  moveStep,
  readResult,
  type Stage,
  type Step,
  stepOfOrder,
} from './steps.ts'
import type { Order } from '../book/book.ts'
import { accepted, findOrder, sent } from './booking.ts'

function findStep(call: Call, stage: Stage): Checked<{ order: Order; step: Step }> {
  const found = findOrder(call, 'client-order-id')
  if (!found.ok) return found
  const order = found.value
  const step = stepOfOrder(call.context.store, order.orderid)
  const current = call.context.book.transactions(order.orderid)[0]
  if (
    step === undefined ||
    step.stage !== stage ||
    step.facts.isHosted ||
    current?.status !== 'processing'
  )
    return refuse(
      'NOT_IN_3DS',
      `orderid names an order that does not wait for this 3-D Secure step`,
      'orderid',
    )
  return accept({ order, step })
}

function uploadMethod(call: Call): Checked<RouteResult> {
  const found = findStep(call, 'method')
  if (!found.ok) return found
  const { order, step } = found.value
  const doneAt = step.facts.methodAt ?? call.now
  const isLate = doneAt - order.createdAt > METHOD_LIMIT_MS
  if (isLate && sent(call.fields, 'threeDSCompInd') === 'Y')
    return refuse(
      'INVALID_FIELD',
      'threeDSCompInd must be N: the method page was not opened within 10 seconds',
      'threeDSCompInd',
    )
  return accept({
    kind: 'plan',
    amountMinor: null,
    apply() {
      if (step.facts.check === 'method-frictionless') pass(call, order, step)
      else moveStep(call.context.store, step, 'challenge')
      return accepted(call, order)
    },
  })
}

const uploadResult =
  (stage: 'challenge' | 'pares', field: 'cres' | 'pares') =>
  (call: Call): Checked<RouteResult> => {
    const found = findStep(call, stage)
    if (!found.ok) return found
    const { order, step } = found.value
    const word = readResult(step, sent(call.fields, field))
    if (word === undefined)
      return refuse('INVALID_FIELD', `${field} is not the result of this order’s check`, field)
    return accept({
      kind: 'plan',
      amountMinor: null,
      apply() {
        if (word === 'Y') pass(call, order, step)
        else endStep(call.context, order, step, failed3ds)
        return accepted(call, order)
      },
    })
  }

function pass(call: Call, order: Order, step: Step): void {
  call.context.book.changeFacts(order.orderid, { ...order.facts, verified3d: 'Y' })
  endStep(call.context, order, step, step.facts.outcome ?? plainOutcome)
}

const uploadFields: FieldRule[] = [
  must('login'),
  must('client-order-id'),
  must('orderid'),
  must('control'),
]
const auth: Route['auth'] = [{ scheme: 'control', formula: '3ds' }]

export const secure3dRoutes: Route[] = [
  {
    id: 'upload-cres-result',
    path: '/api/3ds/v1/upload-cres-result',
    auth,
    fields: [...uploadFields, must('cres')],
    run: uploadResult('challenge', 'cres'),
  },
  {
    id: 'upload-method-url-result',
    path: '/api/3ds/v1/upload-method-url-result',
    auth,
    fields: [
      ...uploadFields,
      must('threeDSCompInd'),
      may('browserAcceptHeader'),
      may('browserLanguage'),
      may('browserColorDepth'),
      may('browserScreenHeight'),
      may('browserScreenWidth'),
      may('browserTZ'),
      may('browserUserAgent'),
      may('browserJavaEnabled'),
      may('browserJavascriptEnabled'),
    ],
    run: uploadMethod,
  },
  {
    id: 'upload-pares-result',
    path: '/api/3ds/v1/upload-pares-result',
    auth,
    fields: [...uploadFields, must('pares')],
    run: uploadResult('pares', 'pares'),
  },
]
