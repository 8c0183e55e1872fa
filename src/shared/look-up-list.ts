// Reads a pasted list of ids: one an entry, between line breaks, commas, semicolons or tabs. Of a
// table only the column that a person chose is read. Pure. It says of everything it leaves out in
// which line it stands and why; it never guesses an id.
import { say } from './message.ts'
import { hasIbanForm } from './cards/id-forms.ts'
import { type PastedTable, readTable } from './pasted-table.ts'
import { holdsCardNumber, maskCardNumbers } from './cards/card-number.ts'

export type LookUpBy = 'orderid' | 'client_orderid'

/**
 * Ids the gateway gives are digits only; anything else reads as the merchant's own. A person may
 * choose otherwise.
 */
export const guessBy = (value: string): LookUpBy =>
  value.trim() === '' || /^\d{1,19}$/.test(value.trim()) ? 'orderid' : 'client_orderid'

export interface ListedId {
  /** Counted from 1, as an editor does. */
  line: number
  by: LookUpBy
  value: string
}

interface LeftOut {
  line: number
  /** As it was pasted, short; a card number masked. */
  text: string
  why: string
}

/** Where the ids of a table stand: one column, or all of them where every cell may be an id. */
export type IdColumn = number | 'all'

export interface TableColumn {
  /** As the first row names it; empty where the table has no such row. */
  name: string
  /** Its first cells, short; card numbers masked. */
  samples: string[]
}

export interface IdList {
  /** Of a table; empty for a list. Without a chosen column nothing of a table is read. */
  columns: TableColumn[]
  /** Whether all columns may be taken: each cell could be an id. */
  mayTakeAll: boolean
  ids: ListedId[]
  /** Ids that stand there more than once: the first one counts. */
  doubled: (ListedId & { firstLine: number })[]
  bad: LeftOut[]
  blankLines: number
  /** Ids beyond the most one run takes; they are not among `ids`. */
  beyond: number
}

/** Of one run: hundreds are usual, and a run of this many takes minutes. */
export const mostIds = 2_000
export const mostListCharacters = 300_000

/**
 * The form in which a list is typed. One id a line: two lines are never one number there, as they
 * can be in a note.
 */
export const pastedForm = 'pasted'
// The end of a character that a page wrote by its name (&nbsp;) ends no entry.
const between = '[,\\t\\r\\n]|(?<!&#?[a-zA-Z\\d]{2,31});'
const BETWEEN = new RegExp(between)
const KEPT_BETWEEN = new RegExp(`(${between})`)

/** Entries of up to four digits may be the groups of one number; longer ones are ids. */
const isOneNumber = (text: string): boolean =>
  holdsCardNumber(
    text
      .split(BETWEEN)
      .filter((entry) => entry.trim() !== '')
      .map((entry) => (/^\s*\d{1,4}\s*$/.test(entry) ? entry.trim() : 'x'))
      .join(' '),
  )

export const listHoldsCardNumber = (text: string): boolean =>
  isOneNumber(text) || text.split(BETWEEN).some(holdsCardNumber)

/** What of a list may be kept: one bad line must not cost the others. */
export const maskList = (text: string): string =>
  isOneNumber(text) ? '' : text.split(KEPT_BETWEEN).map(maskCardNumbers).join('')

/**
 * `as`: what kind all of them are, or null to tell by their form. `column`: where they stand in a
 * table; null while nobody chose.
 */
export function readIdList(
  text: string,
  as: LookUpBy | null,
  column: IdColumn | null = null,
): IdList {
  const list: IdList = {
    ...{ columns: [], mayTakeAll: false, ids: [], doubled: [], bad: [], blankLines: 0, beyond: 0 },
  }
  const take = takerOf(list, as)
  const table = readTable(text)
  if (table !== null) {
    list.columns = table.names.map((name, at) => ({ name, samples: samplesOf(table, at) }))
    list.mayTakeAll = table.rows.every(({ cells }) =>
      cells.every((cell) => cell === '' || faultOf(cell, as) === null),
    )
    if (column === null) return list
    for (const { line, cells } of table.rows) {
      const chosen = column === 'all' ? (list.mayTakeAll ? cells : []) : [cells[column] ?? '']
      const filled = chosen.map(unquoted).filter((cell) => cell !== '')
      if (filled.length === 0) list.blankLines += 1
      for (const value of filled) take(line, value)
    }
    return list
  }
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)
  // What ends the last line begins no other.
  if (lines.at(-1) === '') lines.pop()
  lines.forEach((content, index) => {
    const line = index + 1
    const parts = content.split(BETWEEN).map(unquoted)
    const filled = parts.filter((part) => part !== '')
    if (filled.length === 0) list.blankLines += 1
    for (const value of filled) take(line, value)
  })
  return list
}

/** Puts each value where it belongs: asked for, doubled, too many, or left out with a reason. */
function takerOf(list: IdList, as: LookUpBy | null): (line: number, value: string) => void {
  const firstLines = new Map<string, number>()
  return (line, value) => {
    const why = faultOf(value, as)
    if (why !== null) {
      list.bad.push({ line, text: shown(value), why })
      return
    }
    const id: ListedId = { line, by: as ?? guessBy(value), value }
    const key = `${id.by} ${value}`
    const firstLine = firstLines.get(key)
    if (firstLine !== undefined) list.doubled.push({ ...id, firstLine })
    else {
      firstLines.set(key, line)
      if (list.ids.length < mostIds) list.ids.push(id)
      else list.beyond += 1
    }
  }
}

const mostSamples = 3
const samplesOf = (table: PastedTable, at: number): string[] =>
  table.rows
    .map(({ cells }) => cells[at] ?? '')
    .filter((cell) => cell !== '')
    .slice(0, mostSamples)
    .map(shown)

/** Spreadsheets put quotes around a cell, and some people a space. */
const unquoted = (part: string): string =>
  part
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim()

function faultOf(value: string, as: LookUpBy | null): string | null {
  if (holdsCardNumber(value)) return say('operations.looks-like-a-card-number')
  if (value.length > 128) return say('operations.id-too-long')
  if (/\p{Cc}/u.test(value)) return say('operations.id-unseen-character')
  if (/^\d+(\s+\d+)+$/.test(value)) return say('operations.holds-several-numbers')
  if (as === 'orderid' && !/^\d{1,19}$/.test(value)) return say('operations.is-no-order-id')
  if (hasIbanForm(value.replaceAll(' ', ''))) return say('operations.looks-like-an-account-number')
  if (AMOUNT.test(value)) return say('operations.looks-like-an-amount')
  if (value.includes('@')) return say('operations.looks-like-email')
  if (as === null && !/\d/.test(value)) return say('operations.has-no-digit')
  return null
}

/** With two decimals, or with a sign or a currency beside it. */
const AMOUNT =
  /^[+-]?\d{1,3}(?:[.,' ]?\d{3})*[.,]\d{2}$|^[+-]\d[\d.,]*$|^(?:[A-Z]{3} |[€£$¥] ?)\d[\d.,]*$|^\d[\d.,]*(?: [A-Z]{3}| ?[€£$¥])$/

const shown = (value: string): string => {
  const masked = holdsCardNumber(value) ? `${value.slice(0, 4)}…` : value
  return masked.length > 40 ? `${masked.slice(0, 39)}…` : masked
}
