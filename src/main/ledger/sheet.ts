// An .xlsx file with one sheet of text cells, written as it comes: a hundred thousand rows take no more memory than one page. Text
// cells are never formulas, whatever they begin with. ECMA-376 (workbook), APPNOTE.TXT 6.3 (the ZIP around it).
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { createDeflateRaw, crc32, deflateRawSync } from 'node:zlib'
import { columns } from './csv.ts'
import type { FileFact } from './export-file.ts'

/** Programs for people get slow beyond this. */
export const MOST_SHEET_ROWS = 100_000
// A cell holds no more than this in the programs that open such files.
const LONGEST_CELL = 32_767

export interface Sheet {
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
export const rowXml = (cells: readonly string[]): string =>
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

interface Entry {
  name: string
  at: number
  crc: number
  packed: number
  size: number
  flags: number
}

export async function createSheet(folder: string, name: string): Promise<Sheet> {
  const path = join(folder, name)
  const handle = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  let at = 0
  let isOpen = true
  const put = async (bytes: Uint8Array): Promise<void> => {
    hash.update(bytes)
    at += bytes.length
    await handle.writeFile(bytes)
  }
  const close = async (): Promise<void> => {
    if (!isOpen) return
    isOpen = false
    deflate.destroy()
    await handle.close()
  }

  const entries: Entry[] = []
  for (const [part, text] of Object.entries(parts)) {
    const raw = Buffer.from(text, 'utf8')
    const packed = deflateRawSync(raw)
    const sums = { crc: crc32(raw), packed: packed.length, size: raw.length }
    const entry = { name: part, at, flags: 0, ...sums }
    entries.push(entry)
    await put(localHeader(entry))
    await put(packed)
  }
  // The sheet's sums are known only at its end: they follow it (flag bit 3).
  const sheet: Entry = { name: sheetName, at, crc: 0, packed: 0, size: 0, flags: 8 }
  entries.push(sheet)
  await put(localHeader(sheet))

  const deflate = createDeflateRaw()
  const packed: Buffer[] = []
  deflate.on('data', (chunk: Buffer) => packed.push(chunk))
  const flush = async (): Promise<void> => {
    const ready = packed.splice(0)
    for (const chunk of ready) {
      sheet.packed += chunk.length
      await put(chunk)
    }
  }
  const add = async (text: string): Promise<void> => {
    const raw = Buffer.from(text, 'utf8')
    sheet.crc = crc32(raw, sheet.crc)
    sheet.size += raw.length
    await new Promise<void>((resolve, reject) => {
      deflate.write(raw, (error) => (error ? reject(error) : resolve()))
    })
    await flush()
  }
  await add(sheetStart + rowXml(columns))

  return {
    write: (rows) => (rows.length === 0 ? Promise.resolve() : add(rows.map(rowXml).join(''))),
    finish: async () => {
      await add(sheetEnd)
      await new Promise<void>((resolve, reject) => {
        deflate.once('error', reject)
        deflate.once('end', resolve)
        deflate.end()
      })
      await flush()
      await put(sumsAfter(sheet))
      const directoryAt = at
      for (const entry of entries) await put(directoryHeader(entry))
      await put(directoryEnd(entries.length, directoryAt, at - directoryAt))
      await handle.sync()
      await close()
      return { name, bytes: at, sha256: hash.digest('hex') }
    },
    remove: async () => {
      await close()
      await rm(path, { force: true })
    },
    close,
  }
}

// 2026-01-01 00:00 for every part: the same entries give the same file.
const dosTime = 0
const dosDate = ((2026 - 1980) << 9) | (1 << 5) | 1

const fields = (...list: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer => {
  const buffer = Buffer.alloc(list.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of list) at = buffer.writeUIntLE(value, at, bytes)
  return buffer
}

const localHeader = (entry: Entry): Buffer => {
  const name = Buffer.from(entry.name, 'utf8')
  const sums = [
    [4, entry.crc],
    [4, entry.packed],
    [4, entry.size],
  ] as const
  return Buffer.concat([
    fields(
      [4, 0x04034b50],
      [2, 20],
      [2, entry.flags],
      [2, 8],
      [2, dosTime],
      [2, dosDate],
      ...sums,
      [2, name.length],
      [2, 0],
    ),
    name,
  ])
}

const sumsAfter = (entry: Entry): Buffer =>
  fields([4, 0x08074b50], [4, entry.crc], [4, entry.packed], [4, entry.size])

const directoryHeader = (entry: Entry): Buffer => {
  const name = Buffer.from(entry.name, 'utf8')
  const sums = [
    [4, entry.crc],
    [4, entry.packed],
    [4, entry.size],
  ] as const
  return Buffer.concat([
    fields(
      [4, 0x02014b50],
      [2, 20],
      [2, 20],
      [2, entry.flags],
      [2, 8],
      [2, dosTime],
      [2, dosDate],
      ...sums,
    ),
    fields([2, name.length], [2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, entry.at]),
    name,
  ])
}

const directoryEnd = (count: number, at: number, size: number): Buffer =>
  fields([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, at], [2, 0])
