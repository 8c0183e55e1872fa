// The one file in which a whole desk moves to another computer: what is secret, and the files, each
// in a box of AES-256-GCM under a key that scrypt makes of a passphrase. docs/moved-desk-format.md
// says the bytes. What is secret is never written outside its box. A file may hold anything: it
// never throws for what it reads.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { derive, isBearable, usualCost, type WrapCost } from './passphrase.ts'

const title = 'paydesk-moved-desk'
const format = 1
const firstLine = `${title} ${format}\n`
const mostHeader = 4096
const tagBytes = 16
const nonceBytes = 12
const digestBytes = 32
const pieceBytes = 1024 * 1024
/** Of what is secret: some hundred keys. */
const mostSecretBytes = 4 * 1024 * 1024
const mostBytes = 16 * 1024 ** 3

interface Header extends WrapCost {
  salt: string
  /** Tells a wrong passphrase from a file that was changed. */
  check: string
  /** Of the box of secrets, and of the box of files. */
  nonces: readonly [string, string]
  bytes: readonly [number, number]
}

/** What is put into a file. `bytes`: of all pieces together. */
export interface Packed {
  secret: Buffer
  bytes: number
  pieces: () => AsyncIterable<Buffer>
}

export type WhyNot =
  /** Something else, or the first bytes of it. */
  | 'not-one'
  /** Of another version of the format. */
  | 'other-format'
  | 'too-long'
  | 'cut'
  | 'changed'
  | 'wrong-passphrase'

/** The caller overwrites `secret`. */
type Unpacked = { secret: Buffer } | { why: WhyNot }

/** Writes it where nothing is yet, and syncs it. Throws what the disk says. */
export async function writeDeskFile(
  place: string,
  passphrase: string,
  packed: Packed,
  cost: WrapCost = usualCost,
): Promise<void> {
  const salt = randomBytes(16)
  const key = await derive(passphrase, salt, cost, 64)
  const nonces = [randomBytes(nonceBytes), randomBytes(nonceBytes)] as const
  const header: Header = {
    ...cost,
    ...{ salt: salt.toString('base64'), check: checkOf(key) },
    nonces: [nonces[0].toString('base64'), nonces[1].toString('base64')],
    bytes: [packed.secret.length, packed.bytes],
  }
  const head = Buffer.from(`${firstLine}${JSON.stringify(header)}\n`)
  const file = await open(place, 'wx', 0o600)
  try {
    const hash = createHash('sha256')
    const write = async (bytes: Buffer): Promise<void> => {
      hash.update(bytes)
      await file.appendFile(bytes)
    }
    await write(head)
    for (const box of [0, 1] as const) {
      const cipher = createCipheriv('aes-256-gcm', key.subarray(0, 32), nonces[box], {
        authTagLength: tagBytes,
      })
      cipher.setAAD(boundTo(head, box))
      for await (const piece of box === 0 ? [packed.secret] : packed.pieces())
        await write(cipher.update(piece))
      cipher.final()
      await write(cipher.getAuthTag())
    }
    await file.appendFile(hash.digest())
    await file.sync()
  } finally {
    key.fill(0)
    await file.close()
  }
}

/**
 * Gets what is secret and how many bytes the files have, and gives back what takes them; null where
 * it is none.
 */
type Begin = (secret: Buffer, bytes: number) => ((piece: Buffer) => Promise<void>) | null

/**
 * Opens it. MONEY: what the files' taker got counts for nothing unless the answer has a secret.
 * Throws what the disk says.
 */
export async function readDeskFile(
  place: string,
  passphrase: string,
  begin: Begin,
): Promise<Unpacked> {
  // Without waiting: opening a pipe would last until somebody writes to it. Windows has no such
  // flag, and no such pipes.
  const flags: Partial<typeof constants> = constants
  const file = await open(place, constants.O_RDONLY | (flags.O_NONBLOCK ?? 0))
  try {
    if (!(await file.stat()).isFile()) return { why: 'not-one' }
    const read = await readHead(file)
    if ('why' in read) return read
    const whole = await wholeFault(file, read)
    if (whole !== null) return { why: whole }
    const { header } = read
    const key = await derive(passphrase, Buffer.from(header.salt, 'base64'), header, 64)
    try {
      const isRight = timingSafeEqual(Buffer.from(checkOf(key)), Buffer.from(header.check))
      return isRight ? await openBoxes(file, read, { key, begin }) : { why: 'wrong-passphrase' }
    } finally {
      key.fill(0)
    }
  } finally {
    await file.close()
  }
}

interface Head {
  header: Header
  /** All bytes before the boxes. */
  bytes: Buffer
}

async function readHead(file: FileHandle): Promise<Head | { why: WhyNot }> {
  const start = await bytesAt(file, 0, firstLine.length + mostHeader)
  const text = start.toString('latin1')
  const line = text.slice(0, text.indexOf('\n') + 1)
  if (!line.startsWith(`${title} `)) return { why: 'not-one' }
  if (line !== firstLine) return { why: 'other-format' }
  const end = text.indexOf('\n', line.length)
  if (end < 0) return { why: start.length < firstLine.length + mostHeader ? 'cut' : 'changed' }
  const header = headerIn(text.slice(line.length, end))
  return header === null ? { why: 'changed' } : { header, bytes: start.subarray(0, end + 1) }
}

const base64 = (text: unknown, bytes: number): text is string =>
  typeof text === 'string' && Buffer.from(text, 'base64').toString('base64') === text
    ? Buffer.from(text, 'base64').length === bytes
    : false
const isCount = (value: unknown, most: number): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= most

function headerIn(text: string): Header | null {
  try {
    const { N, r, p, salt, check, nonces, bytes } = JSON.parse(text) as Partial<Header>
    const isOne =
      [N, r, p].every((one) => isCount(one, 2 ** 24)) &&
      isBearable({ N: N!, r: r!, p: p! }) &&
      r! >= 1 &&
      p! >= 1 &&
      base64(salt, 16) &&
      base64(check, digestBytes) &&
      Array.isArray(nonces) &&
      nonces.length === 2 &&
      nonces.every((one) => base64(one, nonceBytes)) &&
      Array.isArray(bytes) &&
      bytes.length === 2 &&
      bytes.every((one) => isCount(one, Number.MAX_SAFE_INTEGER / 4))
    return isOne ? { N: N!, r: r!, p: p!, salt, check, nonces: nonces!, bytes: bytes! } : null
  } catch {
    // Not JSON at all is the same answer as JSON of another shape.
    return null
  }
}

const lengthOf = ({ header, bytes }: Head): number =>
  bytes.length + header.bytes[0] + header.bytes[1] + 2 * tagBytes + digestBytes

/** Whether every byte of it came over: told before a passphrase is. */
async function wholeFault(file: FileHandle, head: Head): Promise<WhyNot | null> {
  const length = lengthOf(head)
  const { size } = await file.stat()
  if (head.header.bytes[0] > mostSecretBytes || Math.max(length, size) > mostBytes)
    return 'too-long'
  if (size < length) return 'cut'
  if (size > length) return 'changed'
  const hash = createHash('sha256')
  for (let at = 0; at < length - digestBytes; at += pieceBytes)
    hash.update(await bytesAt(file, at, Math.min(pieceBytes, length - digestBytes - at)))
  const said = await bytesAt(file, length - digestBytes, digestBytes)
  return hash.digest().equals(said) ? null : 'changed'
}

async function openBoxes(
  file: FileHandle,
  head: Head,
  { key, begin }: { key: Buffer; begin: Begin },
): Promise<Unpacked> {
  const { bytes } = head.header
  const pieces: Buffer[] = []
  const isRight = await openBox(file, head, { box: 0, key, at: head.bytes.length }, (piece) => {
    pieces.push(piece)
    return Promise.resolve()
  })
  const secret = Buffer.concat(pieces)
  for (const piece of pieces) piece.fill(0)
  overwriteFreed(bytes[0])
  const take = isRight ? begin(secret, bytes[1]) : null
  const at = head.bytes.length + bytes[0] + tagBytes
  if (take !== null && (await openBox(file, head, { box: 1, key, at }, take))) return { secret }
  secret.fill(0)
  return { why: 'changed' }
}

/**
 * Node decrypts into a space of its own, copies it to one that fits, and frees the first as it is.
 * What is asked for next in that length gets that space: here noise is written to it.
 */
function overwriteFreed(length: number): void {
  const noise = createCipheriv('aes-256-gcm', randomBytes(32), randomBytes(nonceBytes), {
    authTagLength: tagBytes,
  })
  const nothing = Buffer.alloc(Math.min(length, pieceBytes))
  for (let times = 0; times < 8; times += 1) noise.update(nothing)
}

/** Whether its tag fits. */
async function openBox(
  file: FileHandle,
  { header, bytes: head }: Head,
  { box, key, at }: { box: 0 | 1; key: Buffer; at: number },
  take: (piece: Buffer) => Promise<void>,
): Promise<boolean> {
  const nonce = Buffer.from(header.nonces[box], 'base64')
  const cipher = createDecipheriv('aes-256-gcm', key.subarray(0, 32), nonce, {
    authTagLength: tagBytes,
  })
  cipher.setAAD(boundTo(head, box))
  const end = at + header.bytes[box]
  for (let from = at; from < end; from += pieceBytes)
    await take(cipher.update(await bytesAt(file, from, Math.min(pieceBytes, end - from))))
  cipher.setAuthTag(await bytesAt(file, end, tagBytes))
  try {
    cipher.final()
    return true
  } catch {
    // The one thing final() throws for is a tag that does not fit.
    return false
  }
}

/** Which box it is, and all that stands before the boxes. */
const boundTo = (head: Buffer, box: 0 | 1): Buffer =>
  Buffer.concat([createHash('sha256').update(head).digest(), Buffer.from([box])])

const checkOf = (key: Buffer): string =>
  createHash('sha256').update(key.subarray(32)).digest('base64')

async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  let done = 0
  while (done < length) {
    const { bytesRead } = await file.read(bytes, done, length - done, at + done)
    if (bytesRead === 0) break
    done += bytesRead
  }
  return bytes.subarray(0, done)
}
