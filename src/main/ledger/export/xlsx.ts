// An .xlsx file whose sheets are written as they come, one after the other: a hundred thousand rows
// take no more memory than one page. Cells are text, which is never a formula, whatever it begins
// with; amounts are numbers, so that a spreadsheet adds them up. ECMA-376 says what the workbook
// holds; yazl writes the ZIP around it.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { FileFact } from './export-file.ts'

/** Programs for people get slow beyond this. */
export const MOST_SHEET_ROWS = 100_000
/** No sheet holds more, its head included. */
export const LONGEST_SHEET = 1_048_576
// A cell holds no more than this in the programs that open such files.
const LONGEST_CELL = 32_767

export interface SheetPlan {
  name: string
  columns: readonly string[]
  /** Names of columns whose decimals become numbers. */
  numbers: readonly string[]
  /** Names of columns whose times, as ISO 8601 writes them in UTC, become dates. */
  times: readonly string[]
}

export interface XlsxWriter {
  /** To the sheet whose turn it is. */
  write(rows: readonly (readonly string[])[]): Promise<void>
  /** Ends this sheet, and begins the next one of the plan. */
  next(): Promise<void>
  /** On disk, with its length and digest. */
  finish(): Promise<FileFact>
  /** Takes the file away. */
  remove(): Promise<void>
  close(): Promise<void>
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

// One number format for each count of decimals, from none on, behind the text style.
const decimalStyles = ['3', '164', '4', '165', '166']
const styles = `<numFmts count="4"><numFmt numFmtId="167" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="164" formatCode="#,##0.0"/><numFmt numFmtId="165" formatCode="#,##0.000"/><numFmt numFmtId="166" formatCode="#,##0.0000"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${decimalStyles.length + 3}"><xf numFmtId="0"/><xf numFmtId="49" applyNumberFormat="1"/>${decimalStyles.map((id) => `<xf numFmtId="${id}" applyNumberFormat="1"/>`).join('')}<xf numFmtId="167" applyNumberFormat="1"/></cellXfs>`
const timeStyle = decimalStyles.length + 2

const sheetFile = (index: number): string => `worksheets/sheet${index + 1}.xml`

function partsOf(plans: readonly SheetPlan[]): Record<string, string> {
  const each = (text: (plan: SheetPlan, index: number) => string): string =>
    plans.map(text).join('')
  return {
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/>${each((_, at) => `<Override PartName="/xl/${sheetFile(at)}" ContentType="${kind}.worksheet+xml"/>`)}<Override PartName="/xl/styles.xml" ContentType="${kind}.styles+xml"/></Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${each(({ name }, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${packageRelations}">${each((_, at) => `<Relationship Id="rId${at + 1}" Type="${relations}/worksheet" Target="${sheetFile(at)}"/>`)}<Relationship Id="rId${plans.length + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${head}<styleSheet xmlns="${main}">${styles}</styleSheet>`,
  }
}

const sheetStart = ({ columns }: SheetPlan): string =>
  `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${columns.length}" width="20" style="1" customWidth="1"/></cols><sheetData>${rowXml(columns)}`
const sheetEnd = '</sheetData></worksheet>'

// A spreadsheet keeps 15 digits of a number; a longer amount stays text, which loses nothing.
const decimal = /^\d{1,11}(?:\.(\d{1,4}))?$/

const dayMs = 86_400_000
/** Days since the last of 1899, as spreadsheets count them from March 1900 on; NaN of no time. */
const serialOf = (time: string): number => Date.parse(time) / dayMs + 25_569

/** What a column holds, when it is not text. */
type Kind = 'number' | 'time' | undefined

/** Style 1 is text: a number typed over such a cell stays text as well. */
const cellXml = (cell: string, kind: Kind): string => {
  const serial = kind === 'time' ? serialOf(cell) : NaN
  if (!Number.isNaN(serial)) return `<c s="${timeStyle}"><v>${serial}</v></c>`
  const number = kind === 'number' ? decimal.exec(cell) : null
  if (number !== null) return `<c s="${2 + (number[1]?.length ?? 0)}"><v>${cell}</v></c>`
  return cell === ''
    ? '<c s="1"/>'
    : `<c s="1" t="inlineStr"><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`
}

const rowXml = (cells: readonly string[], kinds: readonly Kind[] = []): string =>
  `<row>${cells.map((cell, at) => cellXml(cell, kinds[at])).join('')}</row>`

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** XML has no place for most control characters, nor for half of a surrogate pair. */
const xmlText = (text: string): string =>
  text
    .slice(0, LONGEST_CELL)
    .toWellFormed()
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>]/g, (sign) => escapes[sign] ?? sign)
    // Written out so, "_x003D_" would be shown as "=": the cell must say what the log says.
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')

// Local midnight, and no second time stamp beside it: the same entries give the same file anywhere.
const entryOptions = { mtime: new Date(2026, 0, 1), forceDosTimestamp: true } as const

interface Sheet {
  plan: SheetPlan
  cells: PassThrough
  kinds: readonly Kind[]
}

function openSheet(zip: ZipFile, plan: SheetPlan, at: number): Sheet {
  const cells = new PassThrough()
  zip.addReadStream(cells, `xl/${sheetFile(at)}`, entryOptions)
  const { columns, numbers, times } = plan
  const kinds = columns.map((name): Kind =>
    numbers.includes(name) ? 'number' : times.includes(name) ? 'time' : undefined,
  )
  return { plan, cells, kinds }
}

export async function createXlsx(
  folder: string,
  name: string,
  plans: readonly [SheetPlan, ...SheetPlan[]],
): Promise<XlsxWriter> {
  const path = join(folder, name)
  const handle = await open(path, 'wx', 0o600)
  const zip = new ZipFile()
  for (const [part, text] of Object.entries(partsOf(plans)))
    zip.addBuffer(Buffer.from(text, 'utf8'), part, entryOptions)
  const sheets = plans.map((plan, at) => openSheet(zip, plan, at))
  zip.end()
  // A full disk ends the sheet's text, and that ends the zip.
  zip.on('error', (error) => (zip.outputStream as Readable).destroy(error))

  const given = new AbortController()
  const hash = createHash('sha256')
  let bytes = 0
  const written = pipeline(
    zip.outputStream,
    async (chunks: AsyncIterable<string | Buffer>) => {
      for await (const piece of chunks) {
        const chunk = Buffer.from(piece)
        hash.update(chunk)
        bytes += chunk.length
        await handle.writeFile(chunk)
      }
    },
    { signal: given.signal },
  )
  // The next write or finish reports a failure; until then the promise has no listener.
  written.catch((error: unknown) => {
    for (const { cells } of sheets) cells.destroy(error as Error)
  })
  let turn = 0
  const current = (): Sheet => sheets[turn]!
  const add = async (text: string): Promise<void> => {
    const { cells } = current()
    if (!cells.write(text)) await Promise.race([once(cells, 'drain'), written])
  }
  const next = (): Promise<void> => {
    current().cells.end(sheetEnd)
    turn += 1
    return add(sheetStart(current().plan))
  }
  let isOpen = true
  const close = async (): Promise<void> => {
    if (!isOpen) return
    isOpen = false
    given.abort()
    for (const { cells } of sheets) cells.destroy()
    await written.catch(() => undefined)
    await handle.close()
  }
  await add(sheetStart(plans[0]))

  return {
    write: (rows) =>
      rows.length === 0
        ? Promise.resolve()
        : add(rows.map((row) => rowXml(row, current().kinds)).join('')),
    next,
    finish: async () => {
      while (turn < sheets.length - 1) await next()
      current().cells.end(sheetEnd)
      await written
      await handle.sync()
      await close()
      return { name, bytes, sha256: hash.digest('hex') }
    },
    remove: async () => {
      await close()
      await rm(path, { force: true })
    },
    close,
  }
}
