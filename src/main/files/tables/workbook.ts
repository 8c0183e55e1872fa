// What an .xlsx file says of itself (ECMA-376): its sheets, its texts, which numbers are days.
// Everything comes as a stream, and nothing is believed: neither a size nor a name.
import { SaxesParser } from 'saxes'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { say } from '#shared/message.ts'
import { UnreadableFile } from '../bytes/source-row.ts'
import { type NumberFormat, numberFormat } from './number-format.ts'

export interface WorkbookSheet {
  name: string
  /** Of its part in the archive. */
  part: string
  isHidden: boolean
}

export interface Workbook {
  zip: ZipFile
  parts: ReadonlyMap<string, Entry>
  sheets: WorkbookSheet[]
  /** Days count from 1904 on. */
  is1904: boolean
  texts: string[]
  /** By the style of a cell. */
  formats: NumberFormat[]
}

export interface XmlTag {
  name: string
  attributes: Record<string, string>
}
export interface XmlTaker {
  open: (tag: XmlTag) => void
  close?: (name: string) => void
  text?: (text: string) => void
}

const mostParts = 10_000
/** A workbook of a million rows is some 1.5 GB of XML and packs about ten times. */
const mostBytes = 2 ** 31
const mostPacked = 100
const packedFrom = 50 * 2 ** 20
const mostTexts = 64 * 2 ** 20

const noTable = (): UnreadableFile => new UnreadableFile('no-table', say('files.no-table'))

/** Throws UnreadableFile for what is no workbook, or one that nobody should open. */
export async function openWorkbook(path: string): Promise<Workbook> {
  const zip = await opened(path)
  try {
    const parts = new Map<string, Entry>()
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) throw new UnreadableFile('no-table', say('files.password'))
      parts.set(entry.fileName.replace(/^\//, ''), entry)
      if (parts.size > mostParts) throw noTable()
    }
    refuseBombs([...parts.values()])
    if ([...parts.keys()].some((name) => /vbaproject/i.test(name)))
      throw new UnreadableFile('no-table', say('files.macros'))
    const main = await readMain({ zip, parts })
    const known: Workbook = { zip, parts, ...main, texts: [], formats: [] }
    known.texts = await readTexts(known)
    known.formats = await readFormats(known)
    return known
  } catch (error) {
    zip.close()
    throw asUnreadable(error)
  }
}

async function opened(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, {
      lazyEntries: true,
      autoClose: false,
      validateEntrySizes: true,
    })
  } catch (error) {
    throw asUnreadable(error)
  }
}

/** The libraries throw their own errors for archives and XML that are broken. */
export const asUnreadable = (error: unknown): Error =>
  error instanceof UnreadableFile
    ? error
    : error instanceof Error && !isOurs(error)
      ? noTable()
      : (error as Error)

/** A mistake of this program is none of the file. */
const isOurs = (error: Error): boolean =>
  error instanceof TypeError && !/decode|encoded data/i.test(error.message)

function refuseBombs(entries: readonly Entry[]): void {
  const size = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  const packed = Math.max(
    1,
    entries.reduce((sum, entry) => sum + entry.compressedSize, 0),
  )
  const times = Math.round(size / packed)
  if (size > mostBytes || (size > packedFrom && times > mostPacked))
    throw new UnreadableFile('no-table', say('files.bomb', { times }))
}

/** Parses one part. Throws what the taker throws, and UnreadableFile for what is no XML. */
export async function readPart(
  { zip, parts }: Pick<Workbook, 'zip' | 'parts'>,
  part: string,
  taker: XmlTaker,
): Promise<void> {
  const entry = parts.get(part)
  if (entry === undefined) throw noTable()
  const parser = new SaxesParser({ xmlns: false, fragment: false })
  let failed: Error | null = null
  parser.on('error', (error) => {
    failed ??= error
  })
  // Entities are made in one, and other files are read by one.
  parser.on('doctype', () => {
    failed ??= noTable()
  })
  // Parts name their own prefix; what stands behind it decides.
  parser.on('opentag', ({ name, attributes }) => {
    if (failed === null)
      taker.open({ name: localName(name), attributes: attributes as Record<string, string> })
  })
  parser.on('closetag', ({ name }) => taker.close?.(localName(name)))
  parser.on('text', (text) => taker.text?.(text))
  parser.on('cdata', (text) => taker.text?.(text))
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const stream = await zip.openReadStreamPromise(entry)
  for await (const chunk of stream) {
    parser.write(decoder.decode(chunk as Uint8Array, { stream: true }))
    if (failed !== null) throw failed as Error
  }
  parser.write(decoder.decode()).close()
  if (failed !== null) throw failed as Error
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

async function readMain(
  book: Pick<Workbook, 'zip' | 'parts'>,
): Promise<Pick<Workbook, 'sheets' | 'is1904'>> {
  let isWorkbook = false
  let hasMacros = false
  await readPart(book, '[Content_Types].xml', {
    open: ({ attributes }) => {
      const type = attributes.ContentType ?? ''
      if (/spreadsheetml\.sheet\.main|ms-excel\.sheet\.macroEnabled/.test(type)) isWorkbook = true
      if (/macroEnabled/i.test(type)) hasMacros = true
    },
  })
  if (hasMacros) throw new UnreadableFile('no-table', say('files.macros'))
  if (!isWorkbook) throw noTable()
  const targets = new Map<string, string>()
  await readPart(book, 'xl/_rels/workbook.xml.rels', {
    open: ({ name, attributes }) => {
      const { Id: id, Target: target } = attributes
      if (name === 'Relationship' && id !== undefined && target !== undefined)
        targets.set(
          id,
          target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`,
        )
    },
  })
  const sheets: WorkbookSheet[] = []
  let is1904 = false
  await readPart(book, 'xl/workbook.xml', {
    open: ({ name, attributes }) => {
      if (name === 'workbookPr') is1904 = isTrue(attributes.date1904)
      if (name !== 'sheet') return
      const id = Object.entries(attributes).find(([key]) => localName(key) === 'id')?.[1]
      const part = targets.get(id ?? '')
      // A chart has a sheet of its own, without cells.
      if (part?.includes('worksheets/') === true)
        sheets.push({
          name: attributes.name ?? '',
          part,
          isHidden: attributes.state !== undefined && attributes.state !== 'visible',
        })
    },
  })
  if (sheets.length === 0) throw noTable()
  return { sheets, is1904 }
}

export const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true'

/** Text of `t` elements; readings aids of Japanese (`rPh`) are none. */
async function readTexts(book: Workbook): Promise<string[]> {
  const part = 'xl/sharedStrings.xml'
  if (!book.parts.has(part)) return []
  const texts: string[] = []
  let [text, isText, inAid, length] = ['', false, false, 0]
  await readPart(book, part, {
    open: ({ name }) => {
      if (name === 'si') text = ''
      else if (name === 'rPh') inAid = true
      isText = name === 't' && !inAid
    },
    text: (more) => {
      if (isText) text += more
    },
    close: (name) => {
      isText = false
      if (name === 'rPh') inAid = false
      if (name !== 'si') return
      length += text.length
      if (length > mostTexts) throw noTable()
      texts.push(text)
    },
  })
  return texts
}

async function readFormats(book: Workbook): Promise<NumberFormat[]> {
  const part = 'xl/styles.xml'
  if (!book.parts.has(part)) return []
  const codes = new Map<number, string>()
  const styles: NumberFormat[] = []
  let inCells = false
  await readPart(book, part, {
    open: ({ name, attributes }) => {
      if (name === 'numFmt') codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '')
      if (name === 'cellXfs') inCells = true
      if (name !== 'xf' || !inCells) return
      const id = Number(attributes.numFmtId ?? 0)
      styles.push(numberFormat(id, codes.get(id)))
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false
    },
  })
  return styles
}
