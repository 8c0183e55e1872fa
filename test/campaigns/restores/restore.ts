// Puts a copy of the ledger back and asks the question that counts: does a refund leave that the
// copy has forgotten about?
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { openDeskAt } from '../faults/fixture.ts'
import { must } from '../faults/must.ts'
import { type KeychainState, openKeychain } from './keychain.ts'
import { type Beside, enterKey, layBeside, ledgerName, refund, type Story } from './story.ts'
import type { LedgerBytes } from './wal.ts'

/**
 * How the copy was taken, or put back. `over-wal`: over the ledger while the log of the crash lies
 * beside it. `whole folder`: with its lock file and its sealed keys, so that only the keychain
 * remembers.
 */
export const copyForms = [
  'file and wal',
  'file alone',
  'vacuum',
  'backup',
  'over-wal',
  'whole folder',
] as const
export type CopyForm = (typeof copyForms)[number]

export interface Finding {
  /** Something had left of which the copy knows nothing. */
  isForgetful: boolean
  isStopped: boolean
  /** A refund that the copy knows is no longer there once the copy was opened. */
  hasLost: boolean
  /** A refund of the same amount left all the same. */
  hasLeft: boolean
}

let counter = 0

export async function restore(
  story: Story,
  parts: { copy: LedgerBytes; beside: Beside; form: CopyForm; keychain: KeychainState },
): Promise<Finding> {
  counter += 1
  const { beside, form } = parts
  const folder = layBeside(story, beside, `restored-${counter}`)
  const path = join(folder, ledgerName)
  const copy = laid(join(folder, 'scratch'), parts.copy, form)
  let known = refundsIn(join(folder, 'scratch'), copy)
  put(path, form === 'over-wal' ? { ...copy, wal: beside.present.wal } : copy)
  const isForgetful = (): boolean => beside.left.some((name) => !known.has(name))
  const keys = openKeychain(parts.keychain, beside.slots)
  const sentBefore = story.gate.money.length
  story.gate.next = 'answered'
  const opened = await openDeskAt({
    folder,
    baseUrl: story.sandbox.baseUrl,
    sandbox: story.sandbox,
    vault: keys.vault,
    clock: Date.now,
  })
  try {
    // A ledger that can't be opened stops everything.
    if (!opened.ok)
      return { isForgetful: isForgetful(), isStopped: true, hasLost: false, hasLeft: false }
    const { desk } = opened.value
    const rows = must(await desk['attempt:list']({ isOpen: false }))
    const shown = new Set(rows.filter(({ sentAt }) => sentAt !== null).map((row) => row.comment))
    const hasLost = !known.isSubsetOf(shown)
    // The log of the crash may bring everything back: then nothing was forgotten after all.
    if (form === 'over-wal') known = shown
    if (parts.keychain === 'absent' || parts.keychain === 'memory' || beside.slots.size === 0)
      await enterKey(opened.value, story.sandbox, story.connectionId)
    const tries = parts.keychain === 'locked' ? 2 : 1
    let isStopped = true
    for (let nth = 0; nth < tries; nth += 1) {
      if (nth > 0) keys.unlock()
      // The connection is no embedded one: a stop of either reach holds its money back.
      isStopped &&= must(await desk['app:state']({})).moneyStops.length > 0
      const { connectionId, order } = story
      await refund({ desk }, { connectionId, order, name: `again ${counter}` })
    }
    const hasLeft = story.gate.money.length > sentBefore
    return { isForgetful: isForgetful(), isStopped, hasLost, hasLeft }
  } finally {
    if (opened.ok) await opened.value.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The bytes that are put back. */
function laid(scratch: string, copy: LedgerBytes, form: CopyForm): LedgerBytes {
  if (form === 'file and wal' || form === 'whole folder') return copy
  if (form !== 'vacuum' && form !== 'over-wal') return { file: copy.file, wal: nothing }
  put(scratch, copy)
  const whole = new BetterSqlite3(scratch)
  whole.prepare('VACUUM INTO ?').run(`${scratch}-vacuum`)
  whole.close()
  const file = readFileSync(`${scratch}-vacuum`)
  for (const end of ['', '-wal', '-shm', '-vacuum']) rmSync(`${scratch}${end}`, { force: true })
  return { file, wal: nothing }
}

const nothing = Buffer.alloc(0)

function put(path: string, { file, wal }: LedgerBytes): void {
  writeFileSync(path, file)
  if (wal.length > 0) writeFileSync(`${path}-wal`, wal)
}

/**
 * Comments of the refunds that the copy knows to have left, or to be leaving. Looks at bytes of its
 * own: looking changes them.
 */
function refundsIn(scratch: string, copy: LedgerBytes): Set<string> {
  put(scratch, copy)
  const db = new BetterSqlite3(scratch)
  try {
    const hasTable = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'attempt'").get()
    if (hasTable === undefined) return new Set()
    return new Set(
      db.prepare('SELECT comment FROM attempt WHERE sent_at IS NOT NULL').pluck().all() as string[],
    )
  } finally {
    db.close()
    for (const end of ['', '-wal', '-shm']) rmSync(`${scratch}${end}`, { force: true })
  }
}
