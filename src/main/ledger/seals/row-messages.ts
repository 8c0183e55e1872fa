// What a person is told of rows and seals that are not as Paydesk left them. Pure.
import { say } from '#shared/message.ts'
import type { RowDeviation } from './row-check.ts'
import type { SealedTable } from './row-tables.ts'

/** Names no more than a few, the rest by their number. */
const mostNamed = 5

const how = {
  changed: say('is-not-as-paydesk-wrote-it'),
  gone: 'is gone',
  unsealed: say('was-not-written-by-paydesk-with-its-key'),
} as const

const tableLabels: Record<SealedTable, string> = {
  connection: 'connections',
  secret: 'keys',
  recipient_version: 'saved recipients',
  attempt: 'requests',
  order_note: 'notes',
  order_clearance: say('clearances-of-orders'),
  status_snapshot: say('answers-of-the-gateway'),
  update_memory: say('memory-of-updates'),
  payment_order: 'orders',
  order_tag: 'tags',
}

const goingOn = say('look-at-what-is-named')

export function rowMessage(rows: readonly RowDeviation[]): string {
  const named = rows.slice(0, mostNamed).map(({ message, table, how: found, fields = [] }) => {
    const differing = fields.length === 0 ? '' : `: ${fields.join(', ')}`
    return `the ${message} (table ${table}${differing}) ${how[found]}`
  })
  if (rows.length > named.length) named.push(`${rows.length - named.length} more`)
  return say('rows-of-the-ledger-were-written-by-something-other', {
    named: named.join('; '),
    goingOn,
  })
}

/** What the log knows of and a table lacks. */
function missingOf(lacking: readonly string[]): string {
  if (lacking.length === 0) return ''
  const more = lacking.length > mostNamed ? [`${lacking.length - mostNamed} more`] : []
  const named = [...lacking.slice(0, mostNamed), ...more].join('; ')
  return ` ${say('the-audit-log-knows-what-the-table-lacks', { lacking: named })}`
}

export const sumMessage = (table: SealedTable, lacking: readonly string[]): string => {
  const missing = missingOf(lacking)
  return say('a-row-was-taken-out-or-put-back', {
    rows: tableLabels[table],
    table,
    missing,
  })
}

/** `lacking`: of all tables. */
export const headMessage = (how: 'gone' | 'forged', lacking: readonly string[]): string =>
  say(
    how === 'gone'
      ? 'the-head-of-the-seals-is-gone'
      : 'the-head-of-the-seals-was-changed-by-something-other',
    { missing: missingOf(lacking) },
  )
export const headOfOther = (sealed: number, size: number): string =>
  say('the-ledgers-rows-were-sealed-at-entry-sealed-of', { sealed, size })

export const lateMessage = ({ after, last }: { after: number; last: number }): string =>
  say('entries-were-written-while-the-key-was-out-of-reach', {
    entries:
      last === after + 1
        ? `Entry ${last} was`
        : say('entries-after-to-last-were', { after: after + 1, last }),
  })

export const keyAwayMessage = say('the-key-that-seals-the-ledgers-rows-is-out')
