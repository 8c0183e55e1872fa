// A list as a file for people, CSV or spreadsheet: all rows or an error. It is written beside its
// place under another name, told of, and then renamed, so that no file is there that the log does
// not tell of. The rows come from their caller; it knows no table.
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ListReport } from '#shared/bridge/lists.ts'
import { fileTrouble } from '#shared/desktop/file-trouble.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { isEnded, type TimeSlice } from '../db/time-slice.ts'
import { csvHead, csvLine } from './csv.ts'
import { hasCode, syncFolder } from './export.ts'
import { createFile, type FileFact } from './export-file.ts'
import { createXlsx, LONGEST_SHEET } from './xlsx.ts'

export interface ListColumn {
  name: string
  kind: 'text' | 'number' | 'money' | 'time'
}

export interface ListPlan {
  /** A new folder of its own. */
  folder: string
  as: 'csv' | 'xlsx'
  title: string
  columns: readonly ListColumn[]
}

export interface ListFacts extends FileFact {
  rows: number
}

/** What keeps a list from being written, for a person. */
export const listTrouble = (message: string): Error =>
  Object.assign(new Error(message), { code: 'PAYDESK_LIST' })

interface RowsFile {
  write(rows: readonly string[][]): Promise<void>
  finish(): Promise<FileFact>
  close(): Promise<void>
}

const csvFile = async (folder: string, names: readonly string[]): Promise<RowsFile> => {
  const file = await createFile(folder, 'list.csv')
  await file.write(csvHead(names))
  return { ...file, write: (rows) => file.write(rows.map(csvLine).join('')) }
}

const sheetFile = (folder: string, name: string, columns: readonly ListColumn[]) => {
  const named = (...kinds: ListColumn['kind'][]): string[] =>
    columns.flatMap(({ name, kind }) => (kinds.includes(kind) ? [name] : []))
  const names = columns.map((column) => column.name)
  const plan = { name, columns: names, numbers: named('money', 'number'), times: named('time') }
  return createXlsx(folder, 'list.xlsx', [plan])
}

/** `total`: how many rows there are; null where only the last page tells. */
export async function writeList(
  { folder, as, title, columns }: ListPlan,
  pages: Iterable<readonly string[][]>,
  total: number | null,
  work: TimeSlice,
): Promise<ListFacts> {
  const file: RowsFile =
    as === 'csv'
      ? await csvFile(
          folder,
          columns.map(({ name }) => name),
        )
      : await sheetFile(folder, title, columns)
  let rows = 0
  try {
    for (const page of pages) {
      rows += page.length
      if (as === 'xlsx' && rows >= LONGEST_SHEET)
        throw listTrouble(say('ledger.list-longer-than-a-sheet', { most: LONGEST_SHEET - 1 }))
      await file.write(page)
      await work.turn(rows, total ?? rows)
    }
    if (total !== null && rows !== total) throw new Error(`${rows} of ${total} rows were written`)
    return { ...(await file.finish()), rows }
  } finally {
    await file.close()
  }
}

/**
 * Null when the work was ended. Faults: input (file) when it can't be written; nothing is left
 * behind then.
 */
export async function saveList(
  file: string,
  make: (folder: string) => Promise<ListFacts>,
  tell: (facts: ListFacts) => void,
): Promise<Result<ListReport | null>> {
  let folder: string | undefined
  try {
    folder = await mkdtemp(`${file}.partial-`)
    const facts = await make(folder)
    tell(facts)
    await rename(join(folder, facts.name), file)
    await syncFolder(dirname(file))
    const { rows, bytes, sha256 } = facts
    return ok({ file, rows, bytes, sha256 })
  } catch (error) {
    if (isEnded(error)) return ok(null)
    if (!hasCode(error)) throw error
    return fail(
      inputFault('file', say('program.not-saved', { path: file, why: fileTrouble(error) })),
    )
  } finally {
    // What can't be taken away (a disk that is gone) must not hide how the saving ended.
    if (folder !== undefined) await rm(folder, { recursive: true, force: true }).catch(() => null)
  }
}
