// Reports in words: their names, what a figure is of, and the spans of days that are asked for
// most. Pure.
import {
  type AgeBand,
  type Cut,
  type FigureKey,
  type OpenItems,
  type ReportId,
  type ReportOutcome,
  type Split,
} from '#shared/reports/report-methods.ts'
import type { Every } from '#shared/reports/plan-methods.ts'
import { RELEASE } from '#shared/audit/audit-labels.ts'
import { isOperationId, rowOf } from '#shared/gateway/operations/index.ts'
import { DAY_MS, movedDay } from '#shared/time/days.ts'
import { dayIn } from '#shared/time/zone.ts'
import { states } from '../../../messages/attempts.ts'
import { doneLabel } from '../../../messages/badges.ts'
import { t } from '../../../messages/message.ts'
import { namesOf } from '../../../messages/operations.ts'

export const reportNames: Readonly<Record<ReportId, { title: string; about: string }>> = {
  moved: { title: t('reports.moved'), about: t('reports.moved-about') },
  reasons: { title: t('reports.reasons'), about: t('reports.reasons-about') },
  shift: { title: t('reports.shift'), about: t('reports.shift-about') },
  open: { title: t('reports.open'), about: t('reports.open-about') },
  close: { title: t('reports.close'), about: t('reports.close-about') },
}

export const cutNames: Readonly<Record<Cut, string>> = {
  whole: t('reports.cut-whole'),
  day: t('reports.cut-day'),
  week: t('reports.cut-week'),
  month: t('reports.cut-month'),
}

export const everyNames: Readonly<Record<Every, string>> = {
  day: t('reports.every-day'),
  week: t('reports.every-week'),
  month: t('reports.every-month'),
}

export const splitNames: Readonly<Record<Split, string>> = {
  connection: t('everywhere.connection'),
  operator: t('orders.done-by'),
  reason: t('everywhere.reason'),
  outcome: t('reports.outcome'),
}

/** Where money went, in the order of the picture and of the totals above it. */
export const directionNames = {
  in: t('reports.money-in'),
  out: t('reports.money-out'),
  between: t('reports.between-cards'),
  none: t('reports.no-money-moved'),
} as const
export type Direction = keyof typeof directionNames
export const directions: readonly string[] = Object.keys(directionNames)

/** MONEY: what was declined or not sent moved nothing, and neither did a check, hold or void. */
export function directionOf({ operation, outcome = 'done' }: FigureKey): Direction {
  if (outcome === 'declined' || outcome === 'not-sent' || !isOperationId(operation)) return 'none'
  const { moves } = rowOf(operation)
  return moves === 'between-cards' ? 'between' : (moves ?? 'none')
}

const outcomeNames: Readonly<Record<ReportOutcome, string>> = {
  done: t('reports.outcome-done'),
  declined: states.DECLINED.label,
  'not-sent': states.NOT_SENT.label,
  unknown: states.UNKNOWN.label,
  processing: states.ACCEPTED.label,
}

export const itemNames: Readonly<Record<OpenItems['of'], string>> = {
  unknown: t('reports.unknown-items'),
  processing: t('reports.processing-items'),
  hold: t('reports.hold-items'),
}

export const ageNames: Readonly<Record<AgeBand, string>> = {
  day: t('reports.age-day'),
  'three-days': t('reports.age-three-days'),
  week: t('reports.age-week'),
  older: t('reports.age-older'),
}

/** What only the gateway told has the gateway's own word. */
export const operationName = (operation: string): string => {
  if (operation === RELEASE) return t('reports.release')
  return isOperationId(operation) ? namesOf(operation).title : operation
}

/** What was done has the word that it has everywhere: refunded, captured, paid out. */
function outcomeText({ outcome, operation }: FigureKey): string {
  if (outcome === undefined) return ''
  if (outcome !== 'done') return outcomeNames[outcome]
  return doneLabel(operation, operation === RELEASE) ?? outcomeNames.done
}

export function splitText(
  key: FigureKey,
  split: Split,
  nameOf: (id: string) => string,
  reasonNames: Readonly<Record<string, string>>,
): string {
  if (split === 'outcome') return outcomeText(key)
  if (split === 'connection') return nameOf(key.connection ?? '')
  if (split === 'reason' && key.reasonCode) return reasonNames[key.reasonCode] ?? key.reasonCode
  if (split === 'reason') return key.reason || t('reports.no-reason')
  return key[split] ?? ''
}

export const spans = [
  'today',
  'yesterday',
  'week',
  'month',
  'last-month',
  'quarter',
  'other',
] as const
export type ReportSpan = (typeof spans)[number]

export const spanNames: Readonly<Record<ReportSpan, string>> = {
  today: t('reports.today'),
  yesterday: t('reports.yesterday'),
  week: t('reports.this-week'),
  month: t('reports.this-month'),
  'last-month': t('reports.last-month'),
  quarter: t('reports.last-90-days'),
  other: t('reports.other-days'),
}

interface Days {
  from: string
  to: string
}

/**
 * What days are compared with: of a week or a month, the same days of the one before, as far as
 * that has them; else as many, right before. Both days are within.
 */
export function daysBefore(span: ReportSpan, { from, to }: Days): Days {
  const last = movedDay(from, -1)
  const month = last.slice(0, 8)
  switch (span) {
    case 'week':
      return { from: movedDay(from, -7), to: movedDay(to, -7) }
    case 'month': {
      const same = `${month}${to.slice(8)}`
      return { from: `${month}01`, to: same < last ? same : last }
    }
    case 'last-month':
      return { from: `${month}01`, to: last }
    default: {
      const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
      return { from: movedDay(from, -count), to: last }
    }
  }
}

/** Both days are within it. */
export function daysOf(span: Exclude<ReportSpan, 'other'>, now: number, zone: string): Days {
  const today = dayIn(now, zone)
  const month = `${today.slice(0, 8)}01`
  switch (span) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: movedDay(today, -1), to: movedDay(today, -1) }
    case 'week':
      return { from: movedDay(today, -((new Date(today).getUTCDay() + 6) % 7)), to: today }
    case 'month':
      return { from: month, to: today }
    case 'last-month': {
      const to = movedDay(month, -1)
      return { from: `${to.slice(0, 8)}01`, to }
    }
    case 'quarter':
      return { from: movedDay(today, -89), to: today }
  }
}
