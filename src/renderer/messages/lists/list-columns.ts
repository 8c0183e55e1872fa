// The columns of a list as rows of one table: what a column is called, how wide it is, which fact
// of a row it shows and in which order that fact puts the rows. Pure.
import type { ShownList } from '#shared/bridge/lists.ts'
import type { MoneyText } from '#shared/money.ts'
import { formatAmount } from '#wording/amounts.ts'

/** A fact of a row: a text, a number, a time in ms, an amount; null: not known. */
export type Fact = string | number | MoneyText | null

export interface GridColumn {
  id: string
  label: string
  /** Pixels; at least, when it takes what is left. */
  width: number
  /** Pixels that its longest text needs: free room goes there before it goes anywhere else. */
  needed?: number
  isEnd?: boolean
  isWide?: boolean
  /** Left out where the usual columns don't all fit; the last of them first. */
  isSpare?: boolean
  /** Its head sorts the list. */
  isSorted?: boolean
}

/** A column of a list that has all its rows, so that their order and days can be told from them. */
export interface ListColumn<Row> extends Omit<GridColumn, 'isSorted'> {
  /** What the column shows; its head sorts by it. Absent: the column says nothing to sort by. */
  of?: ((row: Row) => Fact) | undefined
  /**
   * In milliseconds: drawn as a day and a minute, and the list can be narrowed by its days. A list
   * calls its own moment, when a row was made or sent, Time. Another moment has a head of its own.
   */
  isTime?: boolean
  /** Shown once somebody chooses it. */
  isExtra?: boolean
  /** Of those, left out before any other. */
  goesFirst?: boolean
  /** Of those, one with facts that texts of other columns are cut for. */
  isFirm?: boolean
  /** No wider than its longest text needs: pixels beside the letters, as of a chip or a button. */
  snugPx?: number | undefined
}

/** Of a filter: inclusive; empty: open. */
export interface ListDays {
  from: string
  until: string
}

/** As it is kept: the id of a column, with a minus from the greatest down. */
export type ListSort = string

export const sortOf = (sort: ListSort): { id: string; isDown: boolean } => ({
  id: sort.replace(/^-/, ''),
  isDown: sort.startsWith('-'),
})

const collator = new Intl.Collator('en', { numeric: true })
/** Amounts of two currencies are not compared: each currency stands together. */
function compare(a: Fact, b: Fact): number {
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b)
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return 0
  if (a.currency !== b.currency) return collator.compare(a.currency, b.currency)
  const by = inSmallest(a) - inSmallest(b)
  return by === 0n ? 0 : by < 0n ? -1 : 1
}
/** No currency has more than four decimals. */
function inSmallest({ amount }: MoneyText): bigint {
  const [whole = '0', decimals = ''] = amount.split('.')
  return BigInt(whole + decimals.padEnd(4, '0'))
}

/** Rows in the order of a column; those that lack its fact come last either way. */
export function rowsSorted<Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
  sort: ListSort,
): readonly Row[] {
  const { id, isDown } = sortOf(sort)
  const of = columns.find((column) => column.id === id)?.of
  if (of === undefined) return rows
  const isMissing = (fact: Fact): boolean => fact === null || fact === ''
  return rows
    .map((row) => ({ row, fact: of(row) }))
    .sort((a, b) => {
      if (isMissing(a.fact) || isMissing(b.fact))
        return Number(isMissing(a.fact)) - Number(isMissing(b.fact))
      return isDown ? compare(b.fact, a.fact) : compare(a.fact, b.fact)
    })
    .map(({ row }) => row)
}

/** Known columns in the order they were chosen in; the usual ones when none is left. */
export function columnsChosen<Row>(
  columns: readonly ListColumn<Row>[],
  chosen: readonly string[] | undefined,
): readonly ListColumn<Row>[] {
  const found = (chosen ?? []).flatMap((id) => columns.find((column) => column.id === id) ?? [])
  return found.length > 0 ? found : columns.filter(({ isExtra }) => isExtra !== true)
}

/** Pixels of the scroll bar of the list or of the screen, and with it of the boxes to tick. */
export const barPx = 20
export const besidePx = 36 + barPx

/** Of a chip around its text, of a button that copies a text, and of a mark before a card. */
export const chipPx = 30
export const copyPx = 28
export const cardMarkPx = 36
/** Of a letter in a row or a head, and of the cell around it. */
const [letterPx, cellPx] = [7.5, 20]
/** The arrow in the head of the column that the rows are in the order of. */
const arrowPx = 14
/** No text has more, however long it is: the others in its row have some. */
const mostNeededPx = 360

/**
 * Columns as their texts are long: without the room that no row needs, so that others have it, and
 * with what the longest text of each needs. A column that takes what is left keeps its least. A
 * spare column that shows no fact of any row is the first to go.
 */
export function columnsSnug<Row>(
  columns: readonly ListColumn<Row>[],
  rows: readonly Row[],
): readonly ListColumn<Row>[] {
  return columns.map((column) => {
    const { label, of: textOf, snugPx, width, isWide } = column
    if (textOf === undefined) return column
    const longest = rows.reduce((most, row) => Math.max(most, lengthOf(textOf(row))), 0)
    const isSnug = snugPx !== undefined && isWide !== true
    const isEmpty =
      rows.length > 0 && rows.every((row) => textOf(row) === '' || textOf(row) === null)
    if (isEmpty && column.isSpare === true) return { ...column, goesFirst: true }
    if (longest === 0 && !isSnug) return column
    const ofText = longest * letterPx + (snugPx ?? 0)
    const needed = Math.max(label.length * letterPx + arrowPx, ofText) + cellPx
    return {
      ...column,
      width: isSnug ? Math.min(width, needed) : width,
      ...(needed > width ? { needed: Math.min(needed, mostNeededPx) } : {}),
    }
  })
}
/** Letters that a fact is drawn in. A time is always as long, and a count is short. */
function lengthOf(fact: Fact): number {
  if (typeof fact === 'string') return fact.length
  return typeof fact === 'object' && fact !== null ? formatAmount(fact).length : 0
}

/**
 * The usual columns that fit into so many pixels: spare ones go until the rest does, the last of
 * them first, and before all of them one that `goesFirst`. The texts of the other columns are
 * whole before a spare one has room, unless that one is firm. Whatever was shown before, the
 * pixels alone decide, but for `sorted`: the column that the rows are in the order of stays.
 */
export function columnsFitting<
  Column extends Pick<GridColumn, 'id' | 'width' | 'needed' | 'isSpare'> & {
    goesFirst?: boolean
    isFirm?: boolean
  },
>(columns: readonly Column[], room: number, sorted = ''): readonly Column[] {
  let left = columns
  const roomOf = ({ width, needed = 0, isSpare }: Column): number =>
    isSpare === true ? width : Math.max(width, needed)
  const sumOf = (of: (column: Column) => number): number =>
    left.reduce((sum, column) => sum + of(column), 0)
  const mayGo = ({ id, isSpare }: Column): boolean => isSpare === true && id !== sorted
  const spares = columns.filter(mayGo).toReversed()
  const first = spares.filter(({ goesFirst }) => goesFirst === true)
  for (const spare of [...first, ...spares.filter((one) => !first.includes(one))]) {
    const isKept = spare.isFirm === true && spare.goesFirst !== true
    if (sumOf(isKept ? ({ width }) => width : roomOf) > room)
      left = left.filter((column) => column !== spare)
  }
  return left
}

/**
 * Free room as columns get it whose texts need more than they have: equal parts, and no column more
 * than its longest text needs. Spare columns get theirs of what the others leave. What somebody
 * made a column as wide as it is stays so.
 */
function roomForTexts(
  columns: readonly GridColumn[],
  widths: Readonly<Record<string, number>>,
  room: number,
): ReadonlyMap<GridColumn, number> {
  let free = columns.reduce((left, { id, width }) => left - (widths[id] ?? width), room)
  const cut = columns
    .filter(({ id }) => widths[id] === undefined)
    .map((column) => ({ column, missing: (column.needed ?? 0) - column.width }))
    .filter(({ missing }) => missing > 0)
    .sort((a, b) => a.missing - b.missing)
  const isSpare = ({ column }: (typeof cut)[number]): boolean => column.isSpare === true
  const rounds = [cut.filter((one) => !isSpare(one)), cut.filter(isSpare)]
  return new Map(
    rounds.flatMap((round) =>
      round.map(({ column, missing }, at) => {
        const more = Math.max(0, Math.floor(Math.min(missing, free / (round.length - at))))
        free -= more
        return [column, more] as const
      }),
    ),
  )
}

/** Pixels that the widest column takes before the others have a share. */
const mostAtOnce = 240
/** Pixels of a column; a narrower one is a number or a sign, and stays at what it belongs to. */
const leastShares = 80

/**
 * How wide the columns of a grid are. What somebody made a column as wide as it is stays so. Of so
 * many pixels of room, what is free goes first to columns whose texts are cut, and then to the
 * column that takes it, or to the last one of facts. Of a very wide window every column of facts
 * gets its share: no empty half of a screen parts two facts of one row.
 */
export function gridTracks(
  columns: readonly GridColumn[],
  widths: Readonly<Record<string, number>>,
  room = 0,
): { columns: string; width: number } {
  const more = roomForTexts(columns, widths, room)
  const textOf = (column: GridColumn): number =>
    widths[column.id] ?? column.width + (more.get(column) ?? 0)
  const facts = columns.filter(({ id }) => id !== 'actions' && id !== 'tick')
  const wide =
    columns.find(({ id, isWide }) => isWide === true && widths[id] === undefined) ?? facts.at(-1)
  const sharing = facts.filter(
    ({ id, label, width }) =>
      id !== wide?.id && widths[id] === undefined && label !== '' && width >= leastShares,
  )
  const free = room - columns.reduce((sum, column) => sum + textOf(column), 0) - mostAtOnce
  const share = Math.max(0, Math.floor(free / (sharing.length + 1)))
  const widthOf = (column: GridColumn): number =>
    textOf(column) + (sharing.includes(column) ? share : 0)
  return {
    columns: columns
      .map((column) =>
        column === wide ? `minmax(${widthOf(column)}px, 1fr)` : `${widthOf(column)}px`,
      )
      .join(' '),
    width: columns.reduce((sum, column) => sum + widthOf(column), 0),
  }
}

/** The rows as a file has them: amounts in decimals beside their currency, times in UTC. */
export function fileOf<Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
): Pick<ShownList, 'columns' | 'rows'> {
  const facts = columns.flatMap(({ id, of, isTime }) => {
    if (of === undefined) return []
    const cells = rows.map(of)
    return [
      {
        name: id.replaceAll('-', '_'),
        kind: kindOf(cells, isTime === true),
        cells,
      },
    ]
  })
  return {
    columns: facts.flatMap(({ name, kind }): ShownList['columns'] => {
      if (kind === 'time') return [{ name: `${name}_utc`, kind }]
      return kind === 'money'
        ? [
            { name, kind },
            { name: `${name}_currency`, kind: 'text' },
          ]
        : [{ name, kind }]
    }),
    rows: rows.map((_, at) => facts.flatMap(({ kind, cells }) => cellsOf(cells[at] ?? null, kind))),
  }
}

type FileKind = ShownList['columns'][number]['kind']
function kindOf(cells: readonly Fact[], isTime: boolean): FileKind {
  if (isTime) return 'time'
  const known = cells.filter((fact) => fact !== null)
  if (known.some((fact) => typeof fact === 'object')) return 'money'
  return known.length > 0 && known.every((fact) => typeof fact === 'number') ? 'number' : 'text'
}

function cellsOf(fact: Fact, kind: FileKind): string[] {
  if (kind === 'money')
    return typeof fact === 'object' && fact !== null ? [fact.amount, fact.currency] : ['', '']
  if (fact === null || typeof fact === 'object') return ['']
  return [kind === 'time' && typeof fact === 'number' ? new Date(fact).toISOString() : String(fact)]
}
