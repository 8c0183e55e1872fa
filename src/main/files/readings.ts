// The readings that a person works on: each is kept under an id with all its rows, until it is
// used or others take its place. The page knows the id and what it shows; rows never cross to it.
import { randomUUID } from 'node:crypto'
import type { WrongLine } from '#shared/files/file-methods.ts'
import type { ColumnRole } from '#shared/files/column-role.ts'
import type {
  FileColumn,
  FileReading,
  FileRow,
  LeftKind,
  ReadChoices,
  WrongKind,
  WrongRow,
} from '#shared/files/file-row.ts'
import type { StatementFacts } from '#shared/reconcile/statement.ts'
import { type ReadingView, viewOf } from '#shared/files/reading-view.ts'
import type { ReadOptions } from './read-file.ts'
import type { FileSource } from './bytes/source.ts'

interface Kept {
  stamp: string
  name: string
  source: FileSource
  options: ReadOptions
  reading: FileReading
}

interface TakenRows {
  rows: FileRow[]
  source: { name: string; bytesSha256: string; meaning: string }
  /** The sheet of the workbook; null of any other file. */
  sheet: string | null
  /** Of the lines that stay out, the first ones. */
  leftOut: number[]
  /** The line that was read as a sum, and is out. */
  sumLine: number | null
  /** How many cells were mended. */
  mended: number
  /** Names of the columns that are kept beside the result. */
  beside: string[]
  /** What a person said that names in the kind column mean. */
  kindNames: NonNullable<ReadChoices['kindNames']>
  leftKinds: LeftKind[]
  /** Of a bank statement, which has no columns. */
  statement: StatementFacts | null
}

/** What a person was shown, and says of it. */
interface Taking {
  /** Of the reading, which says also what `meaning` leaves out: reasons, columns kept beside. */
  stamp: string
  meaning: string
  /** Lines that they leave out. */
  leftOut: number
}

/** Reads a file; in a thread where main gives one. */
export type ReadRows = (source: FileSource, options: ReadOptions) => Promise<FileReading>

export interface Readings {
  /** `name`: as the person knows the file. `read` rejects where the person ends it. */
  open: (
    read: ReadRows,
    name: string,
    source: FileSource,
    options: ReadOptions,
  ) => Promise<ReadingView>
  /**
   * The same bytes with other options: null where the reading is gone. What was chosen before and
   * is not named again is forgotten. MONEY: a file that was told as changed stays so until it is
   * asked for without roles and mended cells, which are of other lines.
   */
  again: (read: ReadRows, id: string, options: ReadOptions) => Promise<ReadingView | null>
  /** As it is kept now; null where it is gone. */
  find: (id: string) => Readonly<FileReading> | null
  /** Lines that are wrong, in their order, from behind `after` on. */
  wrongOf: (id: string, after: number, limit: number) => { lines: WrongLine[]; next: number | null }
  /**
   * MONEY: the good rows, once a person has said how many lines they leave out of what they were
   * shown; null where either is otherwise, or the file can't be used. The reading is gone then.
   */
  take: (id: string, taking: Taking) => TakenRows | null
  drop: (id: string) => void
}

/** One that is worked on, and the one before it to go back to. */
const mostKept = 2
const mostLinesNamed = 200

export function createReadings(): Readings {
  const kept = new Map<string, Kept>()
  const keep = (id: string, found: Omit<Kept, 'stamp'>): ReadingView => {
    const one = { ...found, stamp: randomUUID() }
    // Nothing of a file with a card number stays here.
    const isKept = one.reading.wrong.every(({ kind }) => kind !== 'card-number')
    kept.delete(id)
    if (isKept) kept.set(id, one)
    for (const old of [...kept.keys()].slice(0, -mostKept)) kept.delete(old)
    return viewOf({ id, stamp: one.stamp, name: one.name }, one.reading)
  }
  return {
    open: async (read, name, source, options) =>
      keep(randomUUID(), { name, source, options, reading: await read(source, options) }),
    async again(read, id, given) {
      const one = kept.get(id)
      if (one === undefined) return null
      const isChanged = one.reading.wrong.some(({ kind }) => kind === 'changed')
      if (isChanged && namesPlaces(given)) return keep(id, one)
      const options = { ...given, expectedSha256: one.reading.bytesSha256 }
      const reading = await read(one.source, options)
      // It was dropped, taken or read in another way meanwhile.
      return kept.get(id) === one ? keep(id, { ...one, options, reading }) : null
    },
    find: (id) => kept.get(id)?.reading ?? null,
    wrongOf: (id, after, limit) => pageOf(kept.get(id)?.reading ?? null, after, limit),
    take(id, { stamp, meaning, leftOut }) {
      const one = kept.get(id)
      if (one === undefined) return null
      const { isUsable, rows, wrong, bytesSha256 } = one.reading
      const lines = [...new Set(wrong.flatMap(({ line }) => line ?? []))]
      if (!isUsable || rows.length === 0) return null
      if (one.stamp !== stamp || one.reading.meaning !== meaning) return null
      if (lines.length !== leftOut) return null
      kept.delete(id)
      return {
        ...{ rows, source: { name: one.name, bytesSha256, meaning }, sheet: one.reading.sheet },
        ...{ leftOut: lines.slice(0, mostLinesNamed), sumLine: one.reading.sumLine },
        kindNames: one.options.choices.kindNames ?? {},
        leftKinds: one.reading.leftKinds ?? [],
        statement: one.reading.statement ?? null,
        mended: one.options.choices.mended?.length ?? 0,
        beside: one.reading.columns.flatMap(({ role, name }) => (role === 'beside' ? [name] : [])),
      }
    },
    drop: (id) => void kept.delete(id),
  }
}

const namesPlaces = ({ choices: { roles, mended = [] } }: ReadOptions): boolean =>
  roles !== undefined || mended.length > 0

function pageOf(
  reading: FileReading | null,
  after: number,
  limit: number,
): ReturnType<Readings['wrongOf']> {
  const cells = new Map(reading?.wrongCells.map((one) => [one.line, one.cells]))
  const ofLine = new Map<number, WrongRow[]>()
  for (const one of reading?.wrong ?? []) {
    if (one.line === null || one.line <= after) continue
    const said = ofLine.get(one.line)
    if (said === undefined) ofLine.set(one.line, [one])
    else said.push(one)
  }
  const all = [...ofLine.keys()].sort((a, b) => a - b)
  const lines = all.slice(0, limit).map((line): WrongLine => {
    const wrong = ofLine.get(line)!
    return {
      ...{ line, cells: cells.get(line) ?? [], messages: wrong.map(({ message }) => message) },
      column: columnOf(wrong[0]!.kind, reading?.columns ?? []),
    }
  })
  return { lines, next: all.length > limit ? (lines.at(-1)?.line ?? null) : null }
}

const ids: readonly ColumnRole[] = ['orderId', 'merchantOrderId']
/** What a kind is about; the first of these roles that a column has. */
const aboutRoles: Readonly<Partial<Record<WrongKind, readonly ColumnRole[]>>> = {
  ...{ 'no-id': ids, 'id-rounded': ids, 'id-scientific': ids, 'id-date': ids },
  ...{ 'no-amount': ['amount'], decimals: ['amount'], negative: ['amount'] },
  ...{ 'zero-or-large': ['amount'], formula: ['amount'], 'same-twice': ['amount'] },
  ...{ currency: ['currency', 'amount'], reason: ['reason'], account: ['account'] },
  ...{ 'kind-word': ['kind'], payee: ['payeeAccount'], 'card-reference': ['cardRef'] },
}

function columnOf(kind: WrongKind, columns: readonly FileColumn[]): number | null {
  for (const about of aboutRoles[kind] ?? []) {
    const at = columns.findIndex(({ role }) => role === about)
    if (at !== -1) return at
  }
  return null
}
