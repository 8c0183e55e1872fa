// Whether the program's files are those that were packed. Electron compares its archive with a
// digest on macOS and Windows, and on Linux not at all: this does it on all three, for everything
// that lies beside the archive too, by listing it: one file more is as wrong as one less. The
// digests stand in a file of their own beside the archive, which no page can reach. What that
// proves, and what it can't, is in docs/security.md.
import { createHash } from 'node:crypto'
import {
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
} from 'node:fs'
import { join, relative, sep } from 'node:path'

export const archiveName = 'app.asar'
export const unpackedName = 'app.asar.unpacked'
export const digestName = 'digests.json'

interface Digests {
  /** Of the archive's header, which holds the digest of each file in it. */
  archive: string
  /** Every other file of the archive's folder, by its path from there. */
  files: [path: string, digest: string][]
  folders: string[]
}

const isDigest = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)

/** Null when the text holds no such digests. */
function readDigests(text: string): Digests | null {
  const { archive, files, folders } = JSON.parse(text) as Record<string, unknown>
  const beside = Object.entries(files ?? {}).filter((entry): entry is [string, string] =>
    isDigest(entry[1]),
  )
  const isWhole = beside.length > 0 && beside.length === Object.keys(files ?? {}).length
  return isWhole && isDigest(archive) && Array.isArray(folders)
    ? { archive, files: beside, folders: folders.map(String) }
    : null
}

type Kind = 'file' | 'folder' | 'other'

/** Everything below the folder, links unfollowed: what one leads to is no file of the program. */
export const listUnder = (folder: string): { path: string; kind: Kind }[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => ({
    path: relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'),
    kind: entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'other',
  }))

/**
 * Files that the packer adds after the digests were written. The program starts none of them.
 */
const addedLater: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  win32: ['elevate.exe'],
}

/** The first that was added, is gone or became something else, or null. */
function damageInList(folder: string, digests: Digests, platform: NodeJS.Platform): string | null {
  if (!lstatSync(folder).isDirectory()) return archiveName
  const own = [archiveName, digestName, ...digests.files.map(([path]) => path)]
  const wanted = new Map<string, Kind>([
    ...own.map((path) => [path, 'file'] as const),
    ...digests.folders.map((path) => [path, 'folder'] as const),
  ])
  const found = listUnder(folder)
  const later = addedLater[platform] ?? []
  const wrong = found.find(
    ({ path, kind }) => wanted.get(path) !== kind && !(later.includes(path) && kind === 'file'),
  )
  if (wrong !== undefined) return wrong.path
  const there = new Set(found.map(({ path }) => path))
  return [...wanted.keys()].find((path) => !there.has(path)) ?? null
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

export const sha256 = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex')

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

/** The first file of the archive that differs, or null. */
function damageInArchive(folder: string, wanted: string): string | null {
  const file = openSync(join(folder, archiveName), 'r')
  try {
    const length = fstatSync(file).size
    const header = readHeader(file, length)
    if (header === null || sha256(header.text) !== wanted) return archiveName
    let end = header.start
    for (const { path, size, offset, hash } of entriesOf(JSON.parse(header.text) as Entry, '')) {
      if (offset === null) {
        if (damageInFile(join(folder, unpackedName, path), hash)) return path
        continue
      }
      if (!(size >= 0 && offset >= 0 && header.start + offset + size <= length)) return path
      const bytes = Buffer.alloc(size)
      readSync(file, bytes, 0, size, header.start + offset)
      if (sha256(bytes) !== hash) return path
      end = Math.max(end, header.start + offset + size)
    }
    return end === length ? null : archiveName
  } finally {
    closeSync(file)
  }
}

const damageInFile = (path: string, hash: string): boolean => sha256(readFileSync(path)) !== hash

/**
 * The path of a file or folder that is not as it was packed: changed, cut, added, gone or a link.
 * Null when all are. `folder` is the one that holds the archive.
 */
export function findDamage(folder: string, platform = process.platform): string | null {
  const path = firstDamage(folder, platform)
  return path === null ? null : path.slice(0, 200)
}

function firstDamage(folder: string, platform: NodeJS.Platform): string | null {
  const electron: { noAsar?: boolean } = process
  const before = electron.noAsar
  // Electron shows an archive as a folder; here it is read as the file it is.
  electron.noAsar = true
  let at = digestName
  try {
    const digests = readDigests(readFileSync(join(folder, digestName), 'utf8'))
    if (digests === null) return digestName
    const listed = damageInList(folder, digests, platform)
    if (listed !== null) return listed
    for (const [path, hash] of digests.files) {
      at = path
      if (damageInFile(join(folder, path), hash)) return path
    }
    at = archiveName
    return damageInArchive(folder, digests.archive)
  } catch {
    // What can't be read is not as it was packed either.
    return at
  } finally {
    electron.noAsar = before ?? false
  }
}
