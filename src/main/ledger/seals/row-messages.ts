// What a person is told of rows and seals that are not as Paydesk left them. Pure.
import { say, sayAll } from '#shared/message.ts'
import type { RowDeviation } from './row-check.ts'
import type { SealedTable } from './row-tables.ts'

/** Names no more than a few, the rest by their number. */
const mostNamed = 5

const how = {
  changed: say('is-not-as-paydesk-wrote-it'),
  gone: say('is-gone'),
  unsealed: say('was-not-written-by-paydesk-with-its-key'),
} as const

const tableLabels: Record<SealedTable, string> = {
  connection: say('rows-connections'),
  secret: say('rows-keys'),
  recipient_version: say('rows-recipients'),
  attempt: say('rows-requests'),
  order_note: say('rows-notes'),
  order_clearance: say('clearances-of-orders'),
  status_snapshot: say('answers-of-the-gateway'),
  update_memory: say('memory-of-updates'),
  payment_order: say('rows-orders'),
  order_tag: say('rows-tags'),
}

const goingOn = say('look-at-what-is-named')

export function rowMessage(rows: readonly RowDeviation[]): string {
  const named = rows.slice(0, mostNamed).map(({ message, table, how: found, fields = [] }) => {
    const facts = { row: message, table, how: how[found] }
    return fields.length === 0
      ? say('a-row-differs', facts)
      : say('a-row-differs-in', { ...facts, fields })
  })
  if (rows.length > named.length)
    named.push(say('so-many-more', { count: rows.length - named.length }))
  return say('rows-of-the-ledger-were-written-by-something-other', {
    named: sayAll(named),
    goingOn,
  })
}

/** What the log knows of and a table lacks. */
function missingOf(lacking: readonly string[]): string[] {
  if (lacking.length === 0) return []
  const rest = lacking.length - mostNamed
  const more = rest > 0 ? [say('so-many-more', { count: rest })] : []
  const named = [...lacking.slice(0, mostNamed), ...more]
  return [say('the-audit-log-knows-what-the-table-lacks', { lacking: named })]
}

export const sumMessage = (table: SealedTable, lacking: readonly string[]): string =>
  sayAll([
    say('a-row-was-taken-out-or-put-back', { rows: tableLabels[table], table }),
    ...missingOf(lacking),
  ])

/** `lacking`: of all tables. */
export const headMessage = (how: 'gone' | 'forged', lacking: readonly string[]): string =>
  sayAll([
    how === 'gone'
      ? say('the-head-of-the-seals-is-gone')
      : say('the-head-of-the-seals-was-changed-by-something-other'),
    ...missingOf(lacking),
  ])
export const headOfOther = (sealed: number, size: number): string =>
  say('the-ledgers-rows-were-sealed-at-entry-sealed-of', { sealed, size })

export const lateMessage = ({ after, last }: { after: number; last: number }): string =>
  say('entries-were-written-while-the-key-was-out-of-reach', {
    entries:
      last === after + 1
        ? say('entry-was', { seq: last })
        : say('entries-after-to-last-were', { after: after + 1, last }),
  })

export const keyAwayMessage = say('the-key-that-seals-the-ledgers-rows-is-out')
