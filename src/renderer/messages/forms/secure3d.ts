// Where an order stands in 3-D Secure, in words. The gateway names the stage loosely, so this reads
// what it can and says the rest.
import { stageLabel, statusLabel } from '../phases.ts'
import type { OrderView } from '#shared/bridge/views.ts'
import { isFinalAnswer } from '#shared/gateway/status/status.ts'
import type { Tone } from '../../theme/tokens.ts'
import { namesOf } from '../operations.ts'
import { t } from '../message.ts'

export const secureSteps = [
  {
    path: 'method',
    title: namesOf('upload-method-url-result').form,
    when: t('payouts.secure3d-method-hint'),
  },
  {
    path: 'cres',
    title: namesOf('upload-cres-result').form,
    when: t('payouts.secure3d-challenge-hint'),
  },
  {
    path: 'pares',
    title: namesOf('upload-pares-result').form,
    when: t('payouts.secure3d-pares-hint'),
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
      title: t('payouts.secure3d-nothing'),
      message: t('payouts.secure3d-over', {
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
      title: t('payouts.secure3d-processing'),
      message: t('payouts.secure3d-not-waiting'),
      likely: [],
    }
  if (leads.includes('pareq'))
    return {
      tone: 'info',
      title: t('payouts.it-waits-for-the-pares'),
      message: t('payouts.secure3d-to-bank'),
      likely: ['pares'],
    }
  if (leads.includes('creq') || leads.includes('challenge'))
    return {
      tone: 'info',
      title: t('payouts.secure3d-waits-challenge'),
      message: t('payouts.secure3d-to-challenge'),
      likely: ['cres'],
    }
  if (leads.includes('method'))
    return {
      tone: 'info',
      title: t('payouts.secure3d-waits-method'),
      message: t('payouts.secure3d-to-method'),
      likely: ['method'],
    }
  return {
    tone: 'info',
    title: t('payouts.secure3d-waits'),
    message: t('payouts.secure3d-waits-which'),
    likely: ['method', 'cres', 'pares'],
  }
}
