// The first screen's facts as plain JSON: the reader sums them in its own thread, so that nothing
// waits for a long ledger.
import {
  type CurrencyFigures,
  type DayFigure,
  type FigureId,
  figureIds,
  type MoneyKind,
  moneyKindOf,
  type PlanNeed,
  type ReportNeed,
  type TodayView,
  usualPeriod,
} from '#shared/bridge/today.ts'
import type { AttemptView } from '#shared/bridge/views.ts'
import { ok } from '#shared/fault.ts'
import { textIfAny, toText } from '#shared/money.ts'
import { sumsOf } from '#shared/money-sums.ts'
import type { AttemptRow } from '../../ledger/journal/attempt-row.ts'
import type { DisputeRow } from '../../ledger/disputes/disputes.ts'
import type { FoundRow } from '../../ledger/reconcile/found-refunds.ts'
import type { Reader } from '../../ledger/worker/reader.ts'
import type { DaySum, Whose } from '../../ledger/orders/today.ts'
import type { Connection } from '#shared/connections/connection.ts'
import type { Desk } from '../base/desk.ts'

export interface TodayParts {
  reader: Pick<Reader, 'run'>
  /** Milliseconds since 1970. */
  clock: () => number
  viewOf: (row: AttemptRow) => AttemptView
  connections: () => readonly Connection[]
  /** Reports with money out that nothing explains. */
  reports: () => ReportNeed[]
  /** Reports that are saved regularly and can't be. */
  exports: () => PlanNeed[]
}

/** How many more there are is said below them. */
const MOST_DISPUTES = 20
const MOST_FOUND = 20

interface Asked {
  kind?: MoneyKind | undefined
  connectionId?: string | undefined
}

/** The kinds there are connections for, the one whose figures weigh most first. */
const byWeight = ['production', 'test', 'sandbox'] as const

/** Practice, test and production are never added: what is asked for is of one kind. */
export function whoseOf(
  all: readonly Connection[],
  { kind: asked, connectionId }: Asked,
): Whose & { kind: MoneyKind } {
  const kind =
    asked ?? byWeight.find((one) => all.some((each) => moneyKindOf(each) === one)) ?? 'sandbox'
  const ids = all.filter((one) => kind === 'removed' || moneyKindOf(one) === kind)
  const own = ids.map(({ id }) => id)
  return {
    kind,
    isWithin: kind !== 'removed',
    connectionIds: connectionId === undefined ? own : own.filter((id) => id === connectionId),
  }
}

const disputesOf = (all: readonly DisputeRow[]): Pick<TodayView, 'disputes' | 'moreDisputes'> => ({
  disputes: all.slice(0, MOST_DISPUTES).map((one) => ({ ...one, amount: textIfAny(one.amount) })),
  moreDisputes: Math.max(0, all.length - MOST_DISPUTES),
})

const foundOf = (all: readonly FoundRow[]): Pick<TodayView, 'found' | 'moreFound'> => ({
  found: all.slice(0, MOST_FOUND),
  moreFound: Math.max(0, all.length - MOST_FOUND),
})

/** Every day of every figure, so that a day without anything is nought and no hole. */
function byCurrency(sums: readonly DaySum[], days: number): CurrencyFigures[] {
  const ofDays = sums.filter(({ isBefore }) => !isBefore)
  const currencies = [...new Set(ofDays.map(({ money }) => money.currency))]
  const all = currencies.map((currency) => {
    const own = sums.filter(({ money }) => money.currency === currency)
    const digits = Math.max(...own.map(({ money }) => money.digits))
    const nought: DayFigure = { total: toText({ minor: 0n, currency, digits }), count: 0 }
    const figuresOf =
      (isBefore: boolean) =>
      (figure: FigureId): DayFigure[] => {
        const found = new Map(
          own
            .filter((sum) => sum.figure === figure && sum.isBefore === isBefore)
            .map(({ day, money, count }) => [day, { total: toText(money), count }]),
        )
        return Array.from({ length: days }, (_, day) => found.get(day) ?? nought)
      }
    const together = (all: readonly DayFigure[]): DayFigure => ({
      total: sumsOf(all.map(({ total }) => total)).sums[0] ?? nought.total,
      count: all.reduce((sum, { count }) => sum + count, 0),
    })
    const figures = byFigure(figuresOf(false))
    const before = byFigure(figuresOf(true))
    return {
      ...{ currency, figures, before },
      sums: byFigure((figure) => ({
        period: together(figures[figure]),
        before: together(before[figure]),
      })),
      count: own.reduce((sum, { isBefore, count }) => sum + (isBefore ? 0 : count), 0),
    }
  })
  return all
    .sort((a, b) => b.count - a.count || (a.currency < b.currency ? -1 : 1))
    .map(({ count: _count, ...figures }) => figures)
}

const byFigure = <T>(of: (id: FigureId) => T): Record<FigureId, T> =>
  Object.fromEntries(figureIds.map((id) => [id, of(id)])) as Record<FigureId, T>

export function createTodayMethods({
  reader,
  clock,
  viewOf,
  connections,
  reports,
  exports,
}: TodayParts): Pick<Desk, 'today:show' | 'today:rows'> {
  return {
    'today:show': async ({ zone = 'UTC', period = usualPeriod, until, ...asked }) => {
      const all = connections()
      const { kind, ...whose } = whoseOf(all, asked)
      const allIds = all.map(({ id }) => id)
      const query = { zone, now: clock(), period, until, allIds, ...whose }
      const facts = await reader.run('today', query)
      return ok({
        kind,
        hasRemoved: facts.hasRemoved,
        days: facts.days,
        daysBefore: facts.daysBefore,
        currencies: byCurrency(facts.sums, facts.days.length),
        unstated: facts.unstated,
        holds: facts.holds.map((hold) => ({ ...hold, original: textIfAny(hold.original) })),
        reports: reports().filter(({ connectionId }) => allIds.includes(connectionId)),
        exports: exports(),
        ...disputesOf(facts.disputes.filter(({ connectionId }) => allIds.includes(connectionId))),
        ...foundOf(facts.found.filter(({ connectionId }) => allIds.includes(connectionId))),
        activity: facts.activity.map(viewOf),
        firstRun: facts.firstRun,
      })
    },

    'today:rows': async ({ zone = 'UTC', figure, currency, day, ...asked }) => {
      const { kind: _kind, ...whose } = whoseOf(connections(), asked)
      const { total, rows } = await reader.run('figure', { figure, currency, day, zone, ...whose })
      return ok({
        total: total === null ? toText({ minor: 0n, currency, digits: 2 }) : toText(total),
        rows: rows.flatMap((row) =>
          row.amount === null
            ? []
            : [
                {
                  attemptId: row.id,
                  connectionId: row.connectionId,
                  operation: row.operation,
                  orderid: row.orderid,
                  clientOrderid: row.clientOrderid,
                  amount: toText(row.amount),
                  resolvedAt: row.resolvedAt ?? 0,
                  actor: row.actor,
                  comment: row.comment,
                },
              ],
        ),
      })
    },
  }
}
