// Whether the program's files are those that were packed. Electron compares its archive with a
// digest on macOS and Windows, and on Linux not at all: this does it on all three, for what lies
// beside the archive too. The digests stand in a file of their own beside the archive, which no
// page can reach. What that proves, and what it can't, is in docs/security.md.
import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

export const archiveName = 'app.asar'
export const unpackedName = 'app.asar.unpacked'
export const digestName = 'digests.json'

interface Digests {
  /** Of the archive's header, which holds the digest of each file in it. */
  archive: string
  /** Files beside the archive, by their path from its folder. */
  files: [path: string, digest: string][]
}

const isDigest = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)

/** Null when the text holds no such digests. */
function readDigests(text: string): Digests | null {
  const { archive, files }: { archive?: unknown; files?: unknown } = JSON.parse(text) as object
  const beside = Object.entries(files ?? {}).filter((entry): entry is [string, string] =>
    isDigest(entry[1]),
  )
  const isWhole = isDigest(archive) && beside.length > 0
  return isWhole && beside.length === Object.keys(files ?? {}).length
    ? { archive, files: beside }
    : null
}

interface Entry {
  files?: Record<string, Entry>
  size?: number
  offset?: string
  unpacked?: boolean
  link?: string
  integrity?: { algorithm: string; hash: string }
}

interface Packed {
  path: string
  size: number
  /** From the first byte behind the header; null for a file beside the archive. */
  offset: number | null
  hash: string
}

const sha256 = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex')

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))

function* entriesOf(entry: Entry, path: string): Generator<Packed> {
  for (const [name, inner] of Object.entries(entry.files ?? {})) {
    const at = path === '' ? name : `${path}/${name}`
    if (inner.files !== undefined) yield* entriesOf(inner, at)
    else
      yield {
        path: at,
        size: inner.size ?? -1,
        offset: inner.unpacked === true ? null : Number(inner.offset ?? NaN),
        // A link leads somewhere else, and an entry without a digest can't be compared.
        hash: inner.integrity?.algorithm === 'SHA256' ? inner.integrity.hash : '',
      }
  }
}

const fixedBytes = 16

/** The header as text, and where the files begin. Null when there is no such header. */
function readHeader(file: number, length: number): { text: string; start: number } | null {
  const fixed = Buffer.alloc(fixedBytes)
  if (readSync(file, fixed, 0, fixedBytes, 0) < fixedBytes) return null
  const size = fixed.readUInt32LE(4)
  const textSize = fixed.readUInt32LE(12)
  if (textSize > size || 8 + size > length) return null
  const text = Buffer.alloc(textSize)
  if (readSync(file, text, 0, textSize, fixedBytes) < textSize) return null
  return { text: text.toString('utf8'), start: 8 + size }
}

const fileName = (path: string): string => path.slice(0, 200)

/** The first file of the archive that differs, or null. */
function damageInArchive(folder: string, wanted: string): string | null {
  const file = openSync(join(folder, archiveName), 'r')
  try {
    const length = fstatSync(file).size
    const header = readHeader(file, length)
    if (header === null || sha256(header.text) !== wanted) return archiveName
    const packed = [...entriesOf(JSON.parse(header.text) as Entry, '')]
    let end = header.start
    for (const { path, size, offset, hash } of packed) {
      if (offset === null) {
        if (damageInFile(join(folder, unpackedName, path), hash)) return fileName(path)
        continue
      }
      if (!(size >= 0 && offset >= 0 && header.start + offset + size <= length))
        return fileName(path)
      const bytes = Buffer.alloc(size)
      readSync(file, bytes, 0, size, header.start + offset)
      if (sha256(bytes) !== hash) return fileName(path)
      end = Math.max(end, header.start + offset + size)
    }
    if (end !== length) return archiveName
    const beside = new Set(packed.filter(({ offset }) => offset === null).map(({ path }) => path))
    const added = filesUnder(join(folder, unpackedName)).find((path) => !beside.has(path))
    return added === undefined ? null : fileName(added)
  } finally {
    closeSync(file)
  }
}

const damageInFile = (path: string, hash: string): boolean => sha256(readFileSync(path)) !== hash

/**
 * The path of a file that is not as it was packed: changed, cut, added or gone. Null when all are.
 * `folder` is the one that holds the archive.
 */
export function findDamage(folder: string): string | null {
  const electron: { noAsar?: boolean } = process
  const before = electron.noAsar
  // Electron shows an archive as a folder; here it is read as the file it is.
  electron.noAsar = true
  let at = digestName
  try {
    const digests = readDigests(readFileSync(join(folder, digestName), 'utf8'))
    if (digests === null) return digestName
    for (const [path, hash] of digests.files) {
      at = path
      if (damageInFile(join(folder, path), hash)) return fileName(path)
    }
    at = archiveName
    return damageInArchive(folder, digests.archive)
  } catch {
    // What can't be read is not as it was packed either.
    return fileName(at)
  } finally {
    electron.noAsar = before ?? false
  }
}
