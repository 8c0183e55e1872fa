// The columns of a run's rows, and what their cells say. A column stands where it says something
// that the head of the run does not. Pure.
import type { RunRowView, RunView } from '#shared/runs/run-methods.ts'
import { isCharge, isCheckPaused, namesParty, type RowWay } from '#shared/runs/run-state.ts'
import {
  cardMarkPx,
  chipPx,
  columnsSnug,
  type ListColumn,
} from '../../messages/lists/list-columns.ts'
import { t } from '../../messages/message.ts'
import { groupLabels, outcomeChip, outcomeLabels, rowText, wayLabels } from '../../messages/runs.ts'

/** Before anybody confirmed it: its rows say what would happen. */
export const isBeforeSending = (run: RunView): boolean =>
  ['READ', 'CHECKING', 'CHECKED', 'PENDING_APPROVAL'].includes(run.state) || isCheckPaused(run)

export const chipOf = (run: RunView, row: RunRowView) => {
  if (!isBeforeSending(run)) return outcomeChip(row)
  if (row.group === null) return outcomeLabels.waiting
  return row.group === 'ready' && !row.isIn ? outcomeLabels['left-out'] : groupLabels[row.group]
}

/** There is something to tell the customer: money went back. */
export const hasReceipt = ({ operation }: RunView, row: RunRowView): boolean =>
  operation === 'return' && row.way === 'refund' && row.outcome === 'done' && row.attemptId !== null

/** The gateway's approval is what the chip says; the reason is said where nothing else is. */
export const textOf = (run: RunView, row: RunRowView): string =>
  (!isBeforeSending(run) && row.outcome === 'done' ? '' : rowText(row)) || row.reason

/** What the head says of all rows. */
const wayInHead = ({ operation }: RunView): RowWay =>
  operation === 'return' ? 'refund' : operation

/** One of several ways: a release among refunds. */
const hasOtherWay = (run: RunView, rows: readonly RunRowView[]): boolean =>
  [...run.groups, ...rows].some(({ way }) => way !== null && way !== wayInHead(run))

/** What is found before is no reason yet. Null where no row says anything. */
function textLabel(run: RunView, rows: readonly RunRowView[]): string | null {
  const said = rows.filter((row) => textOf(run, row) !== '')
  if (said.length === 0 && rows.length > 0) return null
  const isReason = said.every((row) => textOf(run, row) === row.reason)
  return t(isBeforeSending(run) && !isReason ? 'orders.note' : 'everywhere.reason')
}

/** Of runs on orders: whose money moves, and on which card. Both give way in a small window. */
const payer: readonly ListColumn<RunRowView>[] = [
  {
    ...{ id: 'customer', label: t('everywhere.customer'), width: 96, isWide: true },
    ...{ isSpare: true, isFirm: true },
    of: ({ customer }) => customer,
  },
  {
    ...{ id: 'card', label: t('everywhere.card'), width: 156, snugPx: cardMarkPx },
    ...{ isSpare: true, isFirm: true },
    of: ({ card }) => card,
  },
]

const way: ListColumn<RunRowView> = {
  ...{ id: 'way', label: t('everywhere.action'), width: 120, snugPx: 0 },
  of: (row) => (row.way === null ? '' : wayLabels[row.way]),
}

/** As wide as its head, which no amount is longer than: free room goes to the customer. */
const left: ListColumn<RunRowView> = {
  ...{ id: 'left', label: t('requests.refundable-afterwards'), width: 152, isEnd: true },
}

/** `isChoosing`: rows can be kept or left out. */
export function columnsOfRun(
  run: RunView,
  rows: readonly RunRowView[],
  isChoosing: boolean,
): readonly ListColumn<RunRowView>[] {
  // All rows of such a run do the same, and a payee takes the room of three other columns.
  const isOfParty = namesParty(run.operation)
  const isBefore = isBeforeSending(run)
  const text = textLabel(run, rows)
  const textPx = isOfParty ? 130 : isBefore ? 120 : 150
  const columns: ListColumn<RunRowView>[] = [
    { id: 'line', label: t('orders.line'), width: 56, isEnd: true },
    ...(isOfParty
      ? [
          {
            ...{ id: 'party', width: 236, isWide: true },
            label: t(isCharge(run.operation) ? 'runs.charges' : 'runs.pays'),
          },
        ]
      : [
          { id: 'order', label: t('everywhere.order-id-label'), width: 84 },
          ...(hasOtherWay(run, rows) ? [way] : []),
          ...payer,
        ]),
    {
      // Its letters are bold.
      ...{ id: 'amount', label: t('everywhere.amount'), width: 120, isEnd: true, snugPx: 8 },
      of: ({ moves, asked }) => moves ?? asked,
    },
    ...(isBefore && !isOfParty ? [left] : []),
    {
      ...{ id: 'state', label: t('everywhere.status'), snugPx: chipPx },
      width: isOfParty || isBefore ? 126 : 146,
      of: (row) => chipOf(run, row).label,
    },
    ...(text === null
      ? []
      : [
          {
            // Its letters are small, and need less room than the capitals of a name.
            ...{ id: 'text', label: text, width: textPx, isWide: true, snugPx: -20 },
            of: (row: RunRowView) => textOf(run, row),
          },
        ]),
    ...(isChoosing ? [{ id: 'choice', label: '', width: 92 }] : []),
    ...(rows.some((row) => hasReceipt(run, row)) ? [{ id: 'receipt', label: '', width: 52 }] : []),
  ]
  return columnsSnug(columns, rows)
}
