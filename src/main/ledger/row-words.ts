// What a person is told of rows and seals that are not as Paydesk left them. Pure.
import type { RowDeviation } from './row-check.ts'
import type { SealedTable } from './row-tables.ts'

/** Names no more than a few, the rest by their number. */
const mostNamed = 5

const how = {
  changed: 'is not as Paydesk wrote it',
  gone: 'is gone',
  unsealed: 'was not written by Paydesk with its key',
} as const

const tableWords: Record<SealedTable, string> = {
  connection: 'connections',
  secret: 'keys',
  recipient_version: 'saved recipients',
  attempt: 'requests',
  order_note: 'notes',
}

const goingOn = 'Look at what is named, put right what is wrong, then say why it is safe to go on.'

export function rowWords(rows: readonly RowDeviation[]): string {
  const named = rows
    .slice(0, mostNamed)
    .map((row) => `the ${row.words} (table ${row.table}) ${how[row.how]}`)
  if (rows.length > named.length) named.push(`${rows.length - named.length} more`)
  return `Rows of the ledger were written by something other than Paydesk, or while its key was out of reach: ${named.join('; ')}. ${goingOn}`
}

/** `lacking`: what the log knows of and the table lacks. */
export const sumWords = (table: SealedTable, lacking: readonly string[]): string => {
  const more = lacking.length > mostNamed ? [`${lacking.length - mostNamed} more`] : []
  const missing =
    lacking.length === 0
      ? ''
      : ` The audit log knows what the table lacks: ${[...lacking.slice(0, mostNamed), ...more].join('; ')}.`
  return `A row of the ${tableWords[table]} (table ${table}) was taken out, or put back as it was before, by something other than Paydesk.${missing} Compare the ${tableWords[table]} with the audit log, then say why it is safe to go on.`
}

export const headGone =
  'The seals of the ledger’s rows are gone, so nobody can say whether connections, recipients, keys, requests or notes were changed. Look at them all; going on takes them as they are.'
export const headForged =
  'The seals of the ledger’s rows were changed by something other than Paydesk, so nobody can say whether connections, recipients, keys, requests or notes are as they were. Look at them all; going on takes them as they are.'
export const headOfOther = (sealed: number, size: number): string =>
  `The ledger’s rows were sealed at entry ${sealed} of the audit log, and the log in this ledger (${size} entries) is not the one from then. Compare both with a copy from before.`

export const lateWords = ({ after, last }: { after: number; last: number }): string =>
  `${last === after + 1 ? `Entry ${last} was` : `Entries ${after + 1} to ${last} were`} written while the key that seals the ledger’s rows was out of reach, or by something other than Paydesk. Read them in the audit log.`
