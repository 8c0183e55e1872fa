// The files of a desk that moves: what goes into the sealed file on the one computer, and where it
// is put aside on the other one until its ledger takes this one's place. Secrets stay in memory, or
// sealed with a key of the keychain.
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileTrouble } from '#shared/desktop/file-trouble.ts'
import { say } from '#shared/message.ts'
import { movedInName as ledgerName } from '../ledger/copies/restore.ts'
import { type Packed, readDeskFile, type WhyNot, writeDeskFile } from '../vault/desk-file.ts'
import type { WrapCost } from '../vault/passphrase.ts'

export const movingFolder = (folder: string): string => join(folder, 'moving')
/** What was opened, until it is taken in or dropped. */
export const incomingFolder = (folder: string): string => join(movingFolder(folder), 'in')

/** What only its box has, as JSON. */
export interface Manifest {
  v: 1
  log: string
  move: string
  /** Name of the computer that saved it. */
  from: string
  by: string
  /** By their slots in the keychain. */
  secrets: Readonly<Record<string, string>>
  /** SHA-256 of the public half of the log's key. */
  logKey: string
  files: readonly { name: string; bytes: number }[]
}

interface FileThere {
  name: string
  path: string
  bytes: number
}

const named = (name: string, path: string): FileThere => ({
  ...{ name, path },
  bytes: statSync(path).size,
})

/** All files below a folder, as `under/…`. */
function filesBelow(folder: string, under: string): FileThere[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return filesBelow(path, `${under}/${entry.name}`)
    return entry.isFile() ? [named(`${under}/${entry.name}`, path)] : []
  })
}

/** The ledger's copy, the sealed RSA keys that go along, and the archives. */
export const filesOf = (
  folder: string,
  ledger: string,
  isMoving: (keyFile: string) => boolean,
): FileThere[] => [
  named(ledgerName, ledger),
  ...filesBelow(join(folder, 'keys'), 'keys').filter(({ name }) => isMoving(name.slice(5))),
  ...filesBelow(join(folder, 'archives'), 'archives'),
]

const placeForm = new RegExp(`^(?:${ledgerName}|keys/[^/]+\\.sealed|archives(?:/[^/]+){2,3})$`)
/** A name is no path out of the folder. */
const isPlace = (name: string): boolean =>
  placeForm.test(name) && !/[\\:\0]/.test(name) && !name.split('/').some((one) => /^\.+$/.test(one))

/** `isGone`: nothing is left that could be opened. */
type Written = { file: string } | { failed: string; isGone: boolean }

/**
 * Writes the file whole, reads it back, and only then gives it its name. Throws nothing that the
 * disk says.
 */
export async function writeMoved(
  path: string,
  { passphrase, cost }: { passphrase: string; cost?: WrapCost | undefined },
  manifest: Omit<Manifest, 'files'>,
  files: readonly FileThere[],
): Promise<Written> {
  const listed = files.map(({ name, bytes }) => ({ name, bytes }))
  const secret = Buffer.from(JSON.stringify({ ...manifest, files: listed }))
  const packed: Packed = {
    ...{ secret, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) },
    pieces: () => piecesOf(files),
  }
  let partial: string | undefined
  let isNaming = false
  try {
    // A folder of its own, whose name nobody knows before: no link that waits for it is followed.
    partial = await mkdtemp(`${path}.partial-`)
    const unfinished = join(partial, 'desk')
    await writeDeskFile(unfinished, passphrase, packed, cost)
    const back = await readDeskFile(unfinished, passphrase, () => () => Promise.resolve())
    if ('why' in back) throw new Error(say('moving.reads-back-otherwise'))
    back.secret.fill(0)
    isNaming = true
    await rename(unfinished, path)
    await rm(partial, { recursive: true, force: true }).catch(() => null)
    return { file: path }
  } catch (error) {
    // MONEY: a drive that is away, and a name that was given all the same, leave a whole file.
    const isGone = partial === undefined || (await isTaken(partial, isNaming))
    return { failed: fileTrouble(error), isGone }
  } finally {
    secret.fill(0)
  }
}

/** Takes what was begun away again. */
async function isTaken(partial: string, isNaming: boolean): Promise<boolean> {
  if (isNaming && !existsSync(join(partial, 'desk'))) return false
  return rm(partial, { recursive: true }).then(
    () => true,
    () => false,
  )
}

async function* piecesOf(files: readonly FileThere[]): AsyncGenerator<Buffer> {
  for (const { path, bytes } of files)
    // As many as its list says, whatever is appended meanwhile.
    if (bytes > 0)
      for await (const piece of createReadStream(path, { end: bytes - 1 })) yield piece as Buffer
}

type Opened = { manifest: Manifest; secret: Buffer } | { why: WhyNot }

/** Puts the files under `target`, which is emptied before. Throws what the disk says. */
export async function readMoved(path: string, passphrase: string, target: string): Promise<Opened> {
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true, mode: 0o700 })
  let manifest: Manifest | null = null
  let taker: ReturnType<typeof createTaker> | null = null
  try {
    const read = await readDeskFile(path, passphrase, (secret, bytes) => {
      manifest = manifestIn(secret, bytes)
      taker = manifest === null ? null : createTaker(target, manifest.files)
      return taker?.take ?? null
    })
    if ('why' in read) return read
    const isWhole = (await taker!.end()) && manifest !== null
    return isWhole ? { manifest: manifest!, secret: read.secret } : { why: 'changed' }
  } finally {
    await (taker as ReturnType<typeof createTaker> | null)?.end()
  }
}

/** Null for what no Paydesk wrote. `all`: bytes of the files together, as the header says. */
function manifestIn(secret: Buffer, all: number): Manifest | null {
  try {
    const read = JSON.parse(secret.toString('utf8')) as Partial<Manifest>
    const { v, files = [], secrets = {} } = read
    const isOne =
      v === 1 &&
      [read.log, read.move, read.from, read.by, read.logKey].every(
        (one) => typeof one === 'string',
      ) &&
      Object.values(secrets).every((one) => typeof one === 'string') &&
      files.every(
        ({ name, bytes }) => isPlace(name) && Number.isSafeInteger(bytes) && bytes >= 0,
      ) &&
      files.reduce((sum, { bytes }) => sum + bytes, 0) === all &&
      files[0]?.name === ledgerName &&
      new Set(files.map(({ name }) => name)).size === files.length
    return isOne ? (read as Manifest) : null
  } catch {
    // Not JSON at all is the same answer as JSON of another shape.
    return null
  }
}

/** Splits the bytes that come into the files of a list. */
function createTaker(
  target: string,
  files: Manifest['files'],
): { take: (piece: Buffer) => Promise<void>; end: () => Promise<boolean> } {
  const left = [...files]
  let now: { handle: Awaited<ReturnType<typeof open>>; bytes: number } | null = null
  let isTooLong = false
  const next = async (): Promise<boolean> => {
    while (now === null || now.bytes === 0) {
      await close()
      const one = left.shift()
      if (one === undefined) return false
      const path = join(target, one.name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      now = { handle: await open(path, 'wx', 0o600), bytes: one.bytes }
    }
    return true
  }
  const close = async (): Promise<void> => {
    if (now === null) return
    await now.handle.sync()
    await now.handle.close()
    now = null
  }
  return {
    take: async (piece) => {
      for (let rest = piece; rest.length > 0;) {
        if (!(await next()) || now === null) {
          isTooLong = true
          return
        }
        const some = rest.subarray(0, now.bytes)
        await now.handle.appendFile(some)
        now.bytes -= some.length
        rest = rest.subarray(some.length)
      }
    },
    end: async () => {
      const isDone = (now?.bytes ?? 0) === 0 && left.every(({ bytes }) => bytes === 0)
      await close()
      return isDone && !isTooLong
    },
  }
}
