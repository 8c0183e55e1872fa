// Where an order stands in 3-D Secure, in words. The gateway names the stage loosely, so this reads
// what it can and says the rest.
import { stageLabel, statusLabel } from '../phases.ts'
import type { OrderView } from '#shared/bridge/views.ts'
import { isFinalAnswer } from '#shared/gateway/status.ts'
import type { Tone } from '../../theme/tokens.ts'

export const secureSteps = [
  {
    path: 'method',
    title: 'Method result',
    when: '3-D Secure 2, first: how the hidden page of the bank ended, within 10 seconds.',
  },
  {
    path: 'cres',
    title: 'Challenge response (CRes)',
    when: '3-D Secure 2, after the payer answered their bank’s question.',
  },
  {
    path: 'pares',
    title: 'PaRes',
    when: '3-D Secure 1, after the payer came back from their bank.',
  },
] as const
type SecureStep = (typeof secureSteps)[number]['path']

export interface NextStep {
  tone: Tone
  title: string
  message: string
  likely: readonly SecureStep[]
  /** Nothing more can be handed in. */
  isOver?: true
}

/** The gateway's own word for where the order stands, as a label. */
export const saysOf = (order: Pick<OrderView, 'status' | 'answer'>): string => {
  const stage = order.answer['order-stage'] ?? ''
  return stage === '' ? statusLabel(order.status) : stageLabel(stage)
}

/** A page that the shop shows in the customer's browser, where the gateway gives no address. */
export const pageOf = (order: Pick<OrderView, 'answer'>): string =>
  (order.answer['redirect-to'] ?? '') === '' ? (order.answer['html'] ?? '') : ''

export function nextStepOf(order: Pick<OrderView, 'status' | 'answer'>): NextStep {
  const stage = (order.answer['order-stage'] ?? '').toLowerCase()
  if (isFinalAnswer({ status: order.status, stage }))
    return {
      tone: 'neutral',
      title: 'Nothing is to be handed in',
      message: `The order is ${statusLabel(order.status).toLowerCase()}: 3-D Secure is over, or was not asked for.`,
      likely: [],
      isOver: true,
    }
  const leads = `${order.answer['redirect-to'] ?? ''} ${order.answer['html'] ?? ''}`.toLowerCase()
  const isIn3ds = stage.includes('3d') || leads.trim() !== ''
  if (!isIn3ds)
    return {
      tone: 'info',
      title: 'The gateway is processing it',
      message: 'It does not say that it waits for a result. See again in a moment.',
      likely: [],
    }
  if (leads.includes('pareq'))
    return {
      tone: 'info',
      title: 'It waits for the PaRes',
      message:
        'Send the customer to the bank’s page. It posts a PaRes to your return address: hand that in.',
      likely: ['pares'],
    }
  if (leads.includes('creq') || leads.includes('challenge'))
    return {
      tone: 'info',
      title: 'It waits for the challenge response',
      message:
        'Send the customer to the challenge page. It posts a CRes to your return address: hand that in.',
      likely: ['cres'],
    }
  if (leads.includes('method'))
    return {
      tone: 'info',
      title: 'It waits for the method result',
      message:
        'Open the method page in the customer’s browser, in a hidden frame, and hand in how it ended. After 10 seconds the result is N.',
      likely: ['method'],
    }
  return {
    tone: 'info',
    title: 'It waits for a 3-D Secure result',
    message:
      'The gateway does not say which. With 3-D Secure 2 it is the method result first, then the CRes; with 3-D Secure 1 the PaRes.',
    likely: ['method', 'cres', 'pares'],
  }
}
