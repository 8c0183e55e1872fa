// The folder of a desk that is not part of an installed Paydesk: its key, its password, whom it
// believes, and its own records. Only its owner may read it.
import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { syncFolder } from '../../src/main/ledger/copies/sync-file.ts'
import type { OwnRecord, OwnRecords } from '../../src/main/team/claims/own-records.ts'
import type { TeamAddress } from '../../src/main/team/database/address.ts'
import {
  readRecord,
  type StoredRecord,
  type TeamRecord,
} from '../../src/main/team/records/record.ts'
import type { TeamId } from '../../src/main/team/records/roster.ts'

/** Where the desk belongs, as it was told once. */
export interface Membership {
  id: TeamId
  desk: string
  address: TeamAddress
  /** As PEM. */
  ca: string
}

/**
 * In one go or not at all, and on the disk when it returns; throws where a file is there already.
 * Whoever writes holds the folder: nobody else makes the file meanwhile.
 */
export function writeWhole(path: string, text: string): void {
  if (existsSync(path)) throw new Error(`${path} is there already.`)
  const partial = `${path}.partial`
  // A program that was killed may have left one.
  rmSync(partial, { force: true })
  const file = openSync(partial, 'wx', 0o600)
  try {
    writeFileSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(partial, path)
  syncFolder(dirname(path))
}

export function openFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
}

/** The desk's key; made when there is none. */
export function keyIn(folder: string): KeyObject {
  const path = join(folder, 'key.pem')
  if (!existsSync(path)) {
    const { privateKey } = generateKeyPairSync('ed25519')
    writeWhole(path, privateKey.export({ format: 'pem', type: 'pkcs8' }) as string)
  }
  return createPrivateKey(readFileSync(path))
}

/** The password of its login; made when there is none. */
export function passwordIn(folder: string): string {
  const path = join(folder, 'password')
  if (!existsSync(path)) writeWhole(path, newPassword())
  return readFileSync(path, 'utf8')
}

export const newPassword = (): string => randomBytes(24).toString('base64url')

const sqliteBusy = 5

/**
 * MONEY: one program at a time, until it ends: two would give one number to two records. SQLite
 * takes the lock from the operating system, which gives it back however the program dies.
 */
export function holdFolder(folder: string): { release(): void } | null {
  const path = join(folder, 'lock')
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
  const lock = new DatabaseSync(path)
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    const isBusy = error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy
    if (isBusy) return null
    throw error
  }
  return { release: () => lock.close() }
}

const membershipIn = (folder: string): string => join(folder, 'team.json')

export const writeMembership = (folder: string, membership: Membership): void =>
  writeWhole(membershipIn(folder), JSON.stringify(membership))

export const readMembership = (folder: string): Membership | null =>
  existsSync(membershipIn(folder))
    ? (JSON.parse(readFileSync(membershipIn(folder), 'utf8')) as Membership)
    : null

type Line = { is: 'out'; record: Written } | { is: 'in' | 'dropped'; n: number }
type Written = Omit<StoredRecord, 'body' | 'signature'> & { body: string; signature: string }

const written = ({ stored }: TeamRecord): Written => ({
  ...stored,
  body: stored.body.toString('base64'),
  signature: stored.signature.toString('base64'),
})

function recordIn({ body, signature, ...place }: Written): TeamRecord {
  const record = readRecord({
    ...place,
    body: Buffer.from(body, 'base64'),
    signature: Buffer.from(signature, 'base64'),
  })
  if (typeof record === 'string') throw new Error(`A record of this folder is damaged: ${record}.`)
  return record
}

/** One line a change. MONEY: a line that was not whole was never answered: it is cut off. */
export function ownRecordsIn(folder: string): OwnRecords {
  const file = openSync(join(folder, 'own.jsonl'), 'a+', 0o600)
  const text = readFileSync(file, 'utf8')
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  if (whole !== text) ftruncateSync(file, Buffer.byteLength(whole))
  const own: OwnRecord[] = []
  /** Throws for a line that can't follow; else gives what takes it in. */
  const taking = (line: Line): (() => void) => {
    if (line.is === 'out') {
      const record = recordIn(line.record)
      if (record.n !== (own.at(-1)?.record.n ?? 0) + 1 || own.at(-1)?.state === 'out')
        throw new Error(`Record ${record.n} can’t follow in this folder.`)
      return () => void own.push({ record, state: 'out' })
    }
    const at = own.findIndex(({ record }) => record.n === line.n)
    if (at < 0) throw new Error(`Record ${line.n} is not in this folder.`)
    if (line.is === 'in') return () => void (own[at] = { ...own[at]!, state: 'in' })
    if (at === own.length - 1 && own[at]!.state === 'out') return () => void own.pop()
    throw new Error(`Record ${line.n} can’t be dropped.`)
  }
  // A line that can't follow never reaches the file: nobody could open the folder again.
  const write = (line: Line): void => {
    const take = taking(line)
    writeSync(file, `${JSON.stringify(line)}\n`)
    fsyncSync(file)
    take()
  }
  for (const line of whole.split('\n')) if (line !== '') taking(JSON.parse(line) as Line)()
  return {
    all: () => own,
    add: (record) => write({ is: 'out', record: written(record) }),
    markIn: (n) => {
      if (own.some(({ record, state }) => record.n === n && state === 'in')) return
      write({ is: 'in', n })
    },
    drop: (n) => write({ is: 'dropped', n }),
  }
}
