// Where an order stands in 3-D Secure, in words. The gateway names the stage loosely, so this reads
// what it can and says the rest.
import { stageLabel, statusLabel } from '../phases.ts'
import type { OrderView } from '#shared/bridge/views.ts'
import { isFinalAnswer } from '#shared/gateway/status/status.ts'
import type { Tone } from '../../theme/tokens.ts'
import { t } from '../message.ts'

export const secureSteps = [
  {
    path: 'method',
    title: t('payouts.method-result'),
    when: t('payouts.three-d-secure-2-first-how-the-hidden'),
  },
  {
    path: 'cres',
    title: t('everywhere.challenge-response-cres'),
    when: t('payouts.three-d-secure-2-after-the-payer-answered'),
  },
  {
    path: 'pares',
    title: t('payouts.pares'),
    when: t('payouts.three-d-secure-1-after-the-payer-came'),
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
      title: t('payouts.nothing-is-to-be-handed-in'),
      message: t('payouts.the-order-is-status-three-d-secure', {
        status: statusLabel(order.status).toLowerCase(),
      }),
      likely: [],
      isOver: true,
    }
  const leads = `${order.answer['redirect-to'] ?? ''} ${order.answer['html'] ?? ''}`.toLowerCase()
  const isIn3ds = stage.includes('3d') || leads.trim() !== ''
  if (!isIn3ds)
    return {
      tone: 'info',
      title: t('payouts.the-gateway-is-processing-it-label'),
      message: t('payouts.it-does-not-say-that-it-waits'),
      likely: [],
    }
  if (leads.includes('pareq'))
    return {
      tone: 'info',
      title: t('payouts.it-waits-for-the-pares'),
      message: t('payouts.send-the-customer-to-the-banks-page'),
      likely: ['pares'],
    }
  if (leads.includes('creq') || leads.includes('challenge'))
    return {
      tone: 'info',
      title: t('payouts.it-waits-for-the-challenge-response'),
      message: t('payouts.send-the-customer-to-the-challenge-page'),
      likely: ['cres'],
    }
  if (leads.includes('method'))
    return {
      tone: 'info',
      title: t('payouts.it-waits-for-the-method-result'),
      message: t('payouts.open-the-method-page-in-the-customers-browser'),
      likely: ['method'],
    }
  return {
    tone: 'info',
    title: t('payouts.it-waits-for-a-three-d-secure-result'),
    message: t('payouts.the-gateway-does-not-say-which-with-three'),
    likely: ['method', 'cres', 'pares'],
  }
}
