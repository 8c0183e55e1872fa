// An .xlsx file with one sheet of text cells, written as it comes: a hundred thousand rows take no
// more memory than one page. Text cells are never formulas, whatever they begin with. ECMA-376 says
// what the workbook holds; yazl writes the ZIP around it.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { columns } from './csv.ts'
import type { FileFact } from './export-file.ts'

/** Programs for people get slow beyond this. */
export const MOST_SHEET_ROWS = 100_000
// A cell holds no more than this in the programs that open such files.
const LONGEST_CELL = 32_767

export interface XlsxWriter {
  write(rows: readonly (readonly string[])[]): Promise<void>
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

const parts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kind}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${kind}.styles+xml"/></Types>`,
  '_rels/.rels': `${head}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Audit log" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${head}<styleSheet xmlns="${main}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="49" applyNumberFormat="1"/></cellXfs></styleSheet>`,
}
const sheetName = 'xl/worksheets/sheet1.xml'
const sheetStart = `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${columns.length}" width="20" style="1" customWidth="1"/></cols><sheetData>`
const sheetEnd = '</sheetData></worksheet>'

/** Style 1 is text: a number typed over such a cell stays text as well. */
const rowXml = (cells: readonly string[]): string =>
  `<row>${cells
    .map((cell) =>
      cell === ''
        ? '<c s="1"/>'
        : `<c s="1" t="inlineStr"><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`,
    )
    .join('')}</row>`

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

export async function createXlsx(folder: string, name: string): Promise<XlsxWriter> {
  const path = join(folder, name)
  const handle = await open(path, 'wx', 0o600)
  const zip = new ZipFile()
  const cells = new PassThrough()
  for (const [part, text] of Object.entries(parts))
    zip.addBuffer(Buffer.from(text, 'utf8'), part, entryOptions)
  zip.addReadStream(cells, sheetName, entryOptions)
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
  written.catch((error: unknown) => cells.destroy(error as Error))
  const add = async (text: string): Promise<void> => {
    if (!cells.write(text)) await Promise.race([once(cells, 'drain'), written])
  }
  let isOpen = true
  const close = async (): Promise<void> => {
    if (!isOpen) return
    isOpen = false
    given.abort()
    cells.destroy()
    await written.catch(() => undefined)
    await handle.close()
  }
  await add(sheetStart + rowXml(columns))

  return {
    write: (rows) => (rows.length === 0 ? Promise.resolve() : add(rows.map(rowXml).join(''))),
    finish: async () => {
      cells.end(sheetEnd)
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
