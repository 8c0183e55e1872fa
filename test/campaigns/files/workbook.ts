// Workbooks written part by part, so that each part can be wrong. Shares no code with the reader.
import { once } from 'node:events'
import { ZipFile } from 'yazl'

export type SheetCell =
  | string
  | number
  /** As the file writes it: more digits than a number keeps. */
  | { raw: string }
  | { formula: string; result: string }
  | { error: string }
  | { day: number }
  /** A number under another format than the usual one. */
  | { number: number; format: 'zeros' | 'text before it' }
  | null

export interface SheetSpec {
  name: string
  rows: readonly (readonly SheetCell[])[]
  hiddenRows?: readonly number[]
}

export interface BookSpec {
  sheets: readonly SheetSpec[]
  is1904?: boolean
  /** Texts in a table of their own, as most programs write them. */
  shared?: boolean
  /** Parts that are put in, or in the place of others. */
  parts?: Readonly<Record<string, string | Buffer>>
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
export const letters = (at: number): string =>
  (at >= 26 ? letters(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26))

function sheetXml({ rows, hiddenRows = [] }: SheetSpec, texts: string[] | null): string {
  const cell = (value: SheetCell, at: number, line: number): string => {
    const place = `r="${letters(at)}${line}"`
    if (value === null) return ''
    if (typeof value === 'number') return `<c ${place}><v>${value}</v></c>`
    if (typeof value === 'string') {
      if (texts === null) return `<c ${place} t="inlineStr"><is><t>${escaped(value)}</t></is></c>`
      texts.push(value)
      return `<c ${place} t="s"><v>${texts.length - 1}</v></c>`
    }
    if ('raw' in value) return `<c ${place}><v>${value.raw}</v></c>`
    if ('formula' in value)
      return `<c ${place}><f>${escaped(value.formula)}</f><v>${value.result}</v></c>`
    if ('error' in value) return `<c ${place} t="e"><v>${escaped(value.error)}</v></c>`
    if ('number' in value)
      return `<c ${place} s="${value.format === 'zeros' ? 2 : 3}"><v>${value.number}</v></c>`
    return `<c ${place} s="1"><v>${value.day}</v></c>`
  }
  const body = rows.map((cells, index) => {
    const line = index + 1
    const hidden = hiddenRows.includes(line) ? ' hidden="1"' : ''
    return `<row r="${line}"${hidden}>${cells.map((value, at) => cell(value, at, line)).join('')}</row>`
  })
  return `${head}<worksheet ${main}><sheetData>${body.join('')}</sheetData></worksheet>`
}

export function partsOf({
  sheets,
  is1904,
  shared,
  parts,
}: BookSpec): Record<string, string | Buffer> {
  const texts: string[] | null = shared === true ? [] : null
  const sheetParts = sheets.map((sheet) => sheetXml(sheet, texts))
  const types = sheets
    .map(
      (_, at) =>
        `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${kind}.worksheet+xml"/>`,
    )
    .join('')
  const named = sheets
    .map(
      ({ name }, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
    )
    .join('')
  const links = sheets
    .map(
      (_, at) =>
        `<Relationship Id="rId${at + 1}" Type="${office}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
    )
    .join('')
  return {
    '[Content_Types].xml': `${head}<Types xmlns="${packages}/content-types"><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/>${types}</Types>`,
    'xl/workbook.xml': `${head}<workbook ${main} xmlns:r="${office}"><workbookPr${is1904 === true ? ' date1904="1"' : ''}/><sheets>${named}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${packages}/relationships">${links}</Relationships>`,
    'xl/styles.xml': `${head}<styleSheet ${main}><numFmts count="2"><numFmt numFmtId="164" formatCode="00000000"/><numFmt numFmtId="165" formatCode="&quot;INV-&quot;00000"/></numFmts><cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(sheetParts.map((xml, at) => [`xl/worksheets/sheet${at + 1}.xml`, xml])),
    ...(texts === null
      ? {}
      : {
          'xl/sharedStrings.xml': `${head}<sst ${main}>${texts.map((text) => `<si><t>${escaped(text)}</t></si>`).join('')}</sst>`,
        }),
    ...parts,
  }
}

export async function zipped(parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  const chunks: Buffer[] = []
  zip.outputStream.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(zip.outputStream, 'end')
  return Buffer.concat(chunks)
}

export const workbook = (spec: BookSpec): Promise<Buffer> => zipped(partsOf(spec))
