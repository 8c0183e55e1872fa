// The result of a run as a file: what was asked for and what became of it, row for row, in the
// order of the list. It only reads.
import { formatMessage } from '#wording/format-messages.ts'
import { wireAmount } from '#shared/money.ts'
import { outcomeMessages } from '#shared/runs/run-labels.ts'
import type { Database } from '../db/database.ts'
import type { TimeSlice } from '../db/time-slice.ts'
import { openRunLists } from '../runs/run-lists.ts'
import type { ShownRow } from '../runs/run-record.ts'
import { type ListColumn, type ListFacts, writeList } from './list-file.ts'

export interface RunFileQuery {
  runId: string
  as: 'csv' | 'xlsx'
  /** A new folder of its own. */
  folder: string
}

const columns: readonly ListColumn[] = [
  { name: 'line', kind: 'text' },
  { name: 'order_id', kind: 'text' },
  { name: 'merchant_order_id', kind: 'text' },
  { name: 'card_reference', kind: 'text' },
  { name: 'pays_to', kind: 'text' },
  { name: 'recipient', kind: 'text' },
  { name: 'asked', kind: 'money' },
  { name: 'sends', kind: 'money' },
  { name: 'currency', kind: 'text' },
  { name: 'does', kind: 'text' },
  { name: 'outcome', kind: 'text' },
  { name: 'moved', kind: 'money' },
  { name: 'message', kind: 'text' },
  { name: 'reason', kind: 'text' },
  { name: 'request', kind: 'text' },
  { name: 'serial_number', kind: 'text' },
  { name: 'sent_utc', kind: 'time' },
  { name: 'resolved_utc', kind: 'time' },
]
const PAGE = 500
/** A column of the list itself never stands for one of these, whatever it is called. */
const ownColumn = (name: string, at: number): ListColumn => ({
  ...{ name: `list_${at + 1}_${name}`, kind: 'text' },
})

export function writeRun(
  db: Database,
  { runId, as, folder }: RunFileQuery,
  work: TimeSlice,
): Promise<ListFacts> {
  const lists = openRunLists(db)
  const { rows } = lists.counted(runId)
  const beside = lists.get(runId)?.source?.beside ?? []
  const all = [...columns, ...beside.map(ownColumn)]
  return writeList({ folder, as, title: 'Run', columns: all }, pages(), rows, work)

  function* pages(): Generator<string[][]> {
    for (let after: number | null = -1; after !== null;) {
      const page = lists.shown(runId, after, PAGE)
      yield page.rows.map((row) => [
        ...cellsOf(row),
        ...beside.map((_, at) => row.beside[at] ?? ''),
      ])
      after = page.next
    }
  }
}

const isoTime = (at: number | null): string => (at === null ? '' : new Date(at).toISOString())

function cellsOf(row: ShownRow): string[] {
  const { check, amount, moved } = row
  const moves = check?.moves ?? null
  const message = row.message ?? check?.finding ?? ''
  return [
    String(row.line),
    check?.orderid || row.orderid || row.madeOrderid,
    check?.clientOrderid || row.clientOrderid,
    row.party?.['cardrefid'] ?? '',
    ...[row.party?.['account_number'] ?? '', row.party?.['account_name'] ?? ''],
    amount === null ? '' : wireAmount(amount),
    moves === null ? '' : wireAmount(moves),
    (moves ?? amount)?.currency ?? '',
    check?.way ?? '',
    formatMessage(outcomeMessages[row.outcome]),
    moved === null ? '' : wireAmount(moved),
    formatMessage(message),
    row.reason,
    row.attemptId ?? '',
    row.serialNumber ?? '',
    isoTime(row.sentAt),
    isoTime(row.resolvedAt),
  ]
}
