// The bytes of a file or of what was pasted: their digest, what kind of file they are, and whether
// another program wrote into it meanwhile. Reads a file a piece at a time.
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { say } from '#shared/message.ts'
import { unicodeOf } from './decode.ts'
import { UnreadableFile } from './source-row.ts'

/** A path that main was given by a dialog or a drop, or the text of a paste. */
export type FileSource = { path: string } | { text: string }

/** A table, or a statement of a bank. */
type FileForm = 'workbook' | 'text' | 'camt' | 'mt940'

export interface OpenedSource {
  /** SHA-256 in hex. */
  bytesSha256: string
  size: number
  form: FileForm
  /** The first of them. */
  head: Uint8Array
  bytes: () => AsyncIterable<Uint8Array>
  /** Whether the file still is what was opened. */
  isUnchanged: () => Promise<boolean>
  close: () => Promise<void>
}

const piece = 65_536
const headLength = 65_536
const mostBytes = 2 ** 31

/** Throws UnreadableFile for what is neither a text nor a workbook. */
export async function openSource(source: FileSource): Promise<OpenedSource> {
  if ('text' in source) return textSource(source.text)
  const file = await opened(source.path)
  try {
    const before = await stampOf(file)
    const { size } = await file.stat()
    if (size > mostBytes) throw noTable()
    const digest = createHash('sha256')
    const head = new Uint8Array(Math.min(size, headLength))
    let at = 0
    for await (const bytes of bytesOf(file)) {
      digest.update(bytes)
      if (at < head.length) head.set(bytes.subarray(0, head.length - at), at)
      at += bytes.length
    }
    return {
      bytesSha256: digest.digest('hex'),
      size,
      form: await formOf(head, file),
      head,
      bytes: () => bytesOf(file),
      isUnchanged: async () =>
        (await stampOf(file)) === before && (await isStillAt(source.path, file)),
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

function textSource(text: string): OpenedSource {
  const bytes = Buffer.from(text, 'utf8')
  return {
    bytesSha256: createHash('sha256').update(bytes).digest('hex'),
    size: bytes.length,
    form: statementForm(bytes.subarray(0, headLength).toString('latin1')) ?? 'text',
    head: bytes.subarray(0, headLength),
    async *bytes() {
      for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
    },
    isUnchanged: () => Promise.resolve(true),
    close: () => Promise.resolve(),
  }
}

const noTable = (): UnreadableFile => new UnreadableFile('no-table', say('files.no-table'))

/** A pipe would never end, and a folder has no bytes: only a file is opened. */
async function opened(path: string): Promise<FileHandle> {
  let file: FileHandle
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw new UnreadableFile('no-table', say('files.not-opened'))
  }
  if ((await file.stat()).isFile()) return file
  await file.close()
  throw new UnreadableFile('no-table', say('files.not-opened'))
}

async function* bytesOf(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (let position = 0; ;) {
    const { bytesRead, buffer } = await file.read(new Uint8Array(piece), 0, piece, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

const stampOf = async (file: FileHandle): Promise<string> => {
  const { ino, size, mtimeNs } = await file.stat({ bigint: true })
  return `${ino} ${size} ${mtimeNs}`
}

/** Programs that save a file put another one in its place. */
async function isStillAt(path: string, file: FileHandle): Promise<boolean> {
  let there: FileHandle
  try {
    there = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    if (error instanceof Error) return false
    throw error
  }
  const isSame = (await stampOf(there)) === (await stampOf(file))
  await there.close()
  return isSame
}

const startsWith = (bytes: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, at) => bytes[at] === byte)
const zipMark = [0x50, 0x4b, 0x03, 0x04]
/** Of whatever version, and also of another message of its family. */
const isCamt = /^(?:\u00ef\u00bb\u00bf)?\s*<[^]*?(?:camt\.05\d|BkToCstmr)/
const isMt940 = /^(?:\u00ef\u00bb\u00bf)?\s*(?:\{1:[^]*?\{4:\s*)?:(?:20|940):/

/** Of what its first characters show; null for what no bank writes. */
export const statementForm = (text: string): 'camt' | 'mt940' | null =>
  isCamt.test(text) ? 'camt' : isMt940.test(text) ? 'mt940' : null

/** Compound files (MS-CFB): a workbook of before 2007, or one behind a password. */
const compoundMark = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

async function formOf(head: Uint8Array, file: FileHandle): Promise<FileForm> {
  if (startsWith(head, zipMark)) return 'workbook'
  if (startsWith(head, compoundMark)) throw await compoundOf(head, file)
  const text = textOf(head)
  const statement = statementForm(text)
  if (statement !== null) return statement
  if (/^(?:\u00ef\u00bb\u00bf)?\s*(?:<[!?a-z]|%PDF-|\{\\rtf)/i.test(text)) throw noTable()
  if (unicodeOf(head) === null && head.filter((byte) => byte === 0).length * 100 > head.length)
    throw noTable()
  return 'text'
}

/** Letters of the Latin alphabet, whatever the encoding. */
function textOf(head: Uint8Array): string {
  const encoding = unicodeOf(head)
  return encoding === 'utf-16le' || encoding === 'utf-16be'
    ? new TextDecoder(encoding).decode(head)
    : Buffer.from(head).toString('latin1')
}

/** The names in the first sector of the directory say what it is. */
async function compoundOf(head: Uint8Array, file: FileHandle): Promise<UnreadableFile> {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  if (head.length < 512) return noTable()
  const sector = 2 ** view.getUint16(30, true)
  const names = Buffer.alloc(4096)
  if (sector <= 4096) await file.read(names, 0, 4096, (view.getUint32(48, true) + 1) * sector)
  const text = names.toString('utf16le')
  if (text.includes('EncryptedPackage'))
    return new UnreadableFile('no-table', say('files.password'))
  return /Workbook|Book/.test(text)
    ? new UnreadableFile('no-table', say('files.old-workbook'))
    : noTable()
}
