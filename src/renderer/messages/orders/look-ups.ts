// The result of a look-up as a sentence: found with its state, not there, refused, or not asked.
// The four must never be confused.
import type { OrderRow } from '#shared/bridge/views.ts'
import type { FoundOrder, LookUpRow } from '#shared/bridge/look-ups.ts'
import type { Result } from '#shared/fault.ts'
import type { Tone } from '../../theme/tokens.ts'
import { isNotThere, lacksMerchantOrderId, messageOfReadFault } from '../faults.ts'
import { states } from '../attempts.ts'
import { phases } from '../phases.ts'
import { t } from '../message.ts'

export interface LookUpWording {
  tone: Tone
  message: string
  /** The gateway's own words or what went wrong; empty when the words say it all. */
  detail: string
  /** As in the order's badge (phases.ts). */
  isPart?: boolean
}

const phaseLabel = ({ phase, status }: Pick<OrderRow, 'phase' | 'status'>): string =>
  phase === 'unclear' ? t('orders.unclear-status', { status }) : phases[phase].label

export function messageOfLookUp(
  result: Result<Pick<OrderRow, 'phase' | 'status'>> | null,
): LookUpWording {
  if (result === null) return { tone: 'neutral', message: t('orders.not-asked-yet'), detail: '' }
  if (result.ok) {
    const { tone, isPart = false } = phases[result.value.phase]
    return { tone, isPart, message: phaseLabel(result.value), detail: '' }
  }
  const { fault } = result
  if (isNotThere(fault))
    return { tone: 'neutral', message: t('everywhere.not-found'), detail: fault.message }
  if (lacksMerchantOrderId(fault))
    return {
      tone: 'warn',
      message: t('orders.merchant-order-id-needed'),
      detail: t('orders.look-up-by-merchant-id', { message: fault.message }),
    }
  if (fault.kind === 'unreached')
    return { tone: 'warn', message: t('orders.not-reached'), detail: fault.message }
  if (fault.kind === 'rejected')
    return { tone: states.REJECTED.tone, message: states.REJECTED.label, detail: fault.message }
  const { title, tone } = messageOfReadFault(fault)
  return { tone, message: title, detail: fault.message }
}

/** What the gateway said in its own words. */
export const isQuoted = (row: LookUpRow, { detail }: LookUpWording): boolean =>
  row.answers.some(
    ({ result }) =>
      !result.ok && result.fault.kind === 'rejected' && result.fault.message === detail,
  )

export const foundIn = (row: LookUpRow): FoundOrder[] =>
  row.answers.flatMap(({ result }) => (result.ok ? [result.value] : []))

/** Every connection was asked, and none knows it. */
export const isMissingIn = ({ answers }: LookUpRow, connectionCount: number): boolean =>
  answers.length === connectionCount &&
  answers.every(({ result }) => !result.ok && isNotThere(result.fault))

/**
 * The result over all connections. A failure counts only where nothing was found; otherwise it is
 * named beside the result.
 */
export function resultOfRow(row: LookUpRow, connectionCount: number): LookUpWording {
  const found = foundIn(row)
  const failures = row.answers.flatMap(({ result }) =>
    result.ok || isNotThere(result.fault) ? [] : [result],
  )
  const [first] = found
  if (first !== undefined) {
    const { message, ...more } = messageOfLookUp({ ok: true, value: first })
    const detail =
      failures.length > 0
        ? t('orders.count-of-connection-count-failed', { count: failures.length, connectionCount })
        : ''
    const count = found.length
    const said =
      count > 1 ? t('orders.what-at-count-connections', { what: message, count }) : message
    return { ...more, message: said, detail }
  }
  const [failure] = failures
  if (failure !== undefined) return messageOfLookUp(failure)
  const [missing] = row.answers
  return row.answers.length === connectionCount && missing !== undefined
    ? messageOfLookUp(missing.result)
    : messageOfLookUp(null)
}
