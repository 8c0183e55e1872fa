// Payments that somebody questions, among what needs a person. Pure.
import type { DisputeNeed } from '#shared/disputes/dispute-methods.ts'
import type { Question } from '#shared/gateway/orders/order-phase.ts'
import { around, t } from '../message.ts'
import { longDay } from '../times.ts'
import { aboutOrder, type Need } from './need.ts'

const questionNames: Readonly<Record<Question, string>> = {
  chargeback: t('today.chargeback'),
  dispute: t('today.dispute'),
  retrieval: t('today.retrieval'),
  fraud: t('today.fraud'),
}

/** All of them, for one line. */
export const namesOfQuestions = (questions: readonly Question[]): string =>
  questions.map((one) => questionNames[one]).join(', ')

const SOON_MS = 3 * 86_400_000
const dayAt = (at: number): string => new Date(at).toISOString().slice(0, 10)

const dueText = ({ due }: Pick<DisputeNeed, 'due'>): string =>
  due === null ? t('today.no-due-day') : t('today.due-day', { day: longDay(due) })

export function needOfDispute(dispute: DisputeNeed, now: number): Need {
  const { connectionId, orderid, questions, amount, at, due } = dispute
  const names = { orderid, due: dueText(dispute) }
  return {
    id: `dispute-${connectionId}-${orderid}`,
    tone: due !== null && due <= dayAt(now + SOON_MS) ? 'bad' : 'warn',
    chip: namesOfQuestions(questions),
    ...(amount === null
      ? { before: t('today.dispute-without-amount', names), after: '' }
      : around('today.need-dispute', 'amount', names)),
    ...{ money: amount, at, connectionId },
    ...aboutOrder(orderid),
    action: { kind: 'dispute', label: t('today.open'), dispute },
  }
}

/** The list of orders has them. */
export const needOfMoreDisputes = (more: number): Need[] =>
  more === 0
    ? []
    : [
        {
          ...{ id: 'dispute-more', tone: 'warn', chip: t('today.questioned'), counts: more },
          ...{ before: t('today.need-more-disputes', { more }), money: null, after: '' },
          ...{ at: null, connectionId: null },
          action: { kind: 'go', label: t('today.open'), to: '/orders' },
        },
      ]
