import { describe, expect, it } from 'vitest'
import {
  compareLog,
  lateEntries,
  type KeychainSays,
  type LogFound,
  type Verdict,
  type Witnesses,
} from '../../../../src/main/ledger/audit/compare-log.ts'
import { type LogPoint } from '../../../../src/main/ledger/db/lock-file.ts'
import { formatMessages } from '#wording/format-messages.ts'

const chainOf = (size: number): string => String(size).padStart(64, '0')
const at = (size: number, more: Partial<LogPoint> = {}): LogPoint => ({
  logId: 'a'.repeat(32),
  size,
  chain: chainOf(size),
  ...more,
})
const log = (more: Partial<LogFound> = {}): LogFound => ({
  logId: at(1).logId,
  size: 10,
  chainAt: (size) => (size <= 10 ? chainOf(size) : undefined),
  hasSent: true,
  ...more,
})
const changed = { chain: 'f'.repeat(64) }
const foreign = { logId: 'b'.repeat(32) }

const lock = {
  gone: null,
  here: { ...at(8), isTrusted: true, isClosed: false },
  unsure: { ...at(8), isTrusted: false, isClosed: false },
  ahead: { ...at(14), isTrusted: true, isClosed: false },
  changed: { ...at(8, changed), isTrusted: true, isClosed: false },
  foreign: { ...at(8, foreign), isTrusted: true, isClosed: false },
} satisfies Record<string, Witnesses['lock']>
const keychain = {
  silent: { state: 'silent', why: 'It is locked.' },
  empty: { state: 'none' },
  unreadable: { state: 'unreadable' },
  here: { state: 'mark', mark: at(6) },
  ahead: { state: 'mark', mark: at(12) },
  changed: { state: 'mark', mark: at(6, changed) },
  foreign: { state: 'mark', mark: at(6, foreign) },
} satisfies Record<string, KeychainSays>
const checkpoint = {
  none: null,
  here: { ...at(7), reason: 'sending' },
  unreadable: { unreadableAt: 7 },
  ahead: { ...at(11), reason: 'close' },
  changed: { ...at(7, changed), reason: 'entries' },
} satisfies Record<string, Witnesses['checkpoint']>

type Row = [keyof typeof lock, keyof typeof keychain, keyof typeof checkpoint, Verdict['state']]
const rows: Row[] = [
  ['here', 'here', 'here', 'ok'],
  ['gone', 'here', 'here', 'ok'],
  ['unsure', 'here', 'here', 'ok'],
  ['here', 'empty', 'none', 'unmarked'],
  // A folder that is put back brings its lock file along: that one can't stand in for a mark that
  // should be there.
  ['here', 'empty', 'here', 'unknown'],
  ['unsure', 'empty', 'here', 'unknown'],
  ['gone', 'empty', 'here', 'unknown'],
  ['gone', 'empty', 'none', 'unknown'],
  ['here', 'silent', 'here', 'unknown'],
  ['gone', 'silent', 'none', 'unknown'],
  ['ahead', 'here', 'here', 'rolled-back'],
  ['ahead', 'silent', 'none', 'rolled-back'],
  ['ahead', 'empty', 'none', 'rolled-back'],
  ['gone', 'ahead', 'here', 'rolled-back'],
  ['here', 'ahead', 'none', 'rolled-back'],
  ['here', 'unreadable', 'here', 'rolled-back'],
  ['here', 'here', 'unreadable', 'rolled-back'],
  ['here', 'silent', 'ahead', 'rolled-back'],
  ['foreign', 'silent', 'none', 'rolled-back'],
  ['here', 'foreign', 'none', 'rolled-back'],
  ['changed', 'here', 'here', 'rolled-back'],
  ['here', 'changed', 'here', 'rolled-back'],
  ['here', 'here', 'changed', 'rolled-back'],
  // The mark was made from a checkpoint that is not there any more.
  ['here', 'here', 'none', 'rolled-back'],
]
const keysOf = <T extends object>(all: T): (keyof T)[] => Object.keys(all) as (keyof T)[]

describe('a log held against its witnesses', () => {
  it.each(rows)('with lock %s, keychain %s and checkpoint %s is %s', (a, b, c, state) => {
    const witnesses = { lock: lock[a], keychain: keychain[b], checkpoint: checkpoint[c] }
    expect(compareLog(log(), witnesses).state).toBe(state)
  })

  it('from which nothing was ever sent needs no witness beside it', () => {
    const witnesses: Witnesses = { lock: null, keychain: { state: 'none' }, checkpoint: null }
    expect(compareLog(log({ hasSent: false }), witnesses).state).toBe('unmarked')
    expect(compareLog(log({ hasSent: true }), witnesses).state).toBe('unknown')
  })

  it('is contradicted by any one witness, whatever all the others say or don’t say', () => {
    const isGood = (name: string) =>
      ['gone', 'here', 'unsure', 'silent', 'empty', 'none'].includes(name)
    const states = new Set<string>()
    for (const a of keysOf(lock))
      for (const b of keysOf(keychain))
        for (const c of keysOf(checkpoint)) {
          const isSignatureGone = b === 'here' && c === 'none'
          const isAllGood = isGood(a) && isGood(b) && isGood(c) && !isSignatureGone
          const { state } = compareLog(log(), {
            lock: lock[a],
            keychain: keychain[b],
            checkpoint: checkpoint[c],
          })
          expect(state === 'rolled-back', `${a} ${b} ${c}`).toBe(!isAllGood)
          states.add(state)
        }
    expect(states.size).toBe(4)
  })

  it('says which entries an old copy lacks, by each witness that knows of them', () => {
    const { message } = formatMessages(
      compareLog(log(), {
        lock: lock.ahead,
        keychain: keychain.ahead,
        checkpoint: checkpoint.ahead,
      }),
    )
    expect(message).toContain(
      'it had reached 14. This is an old copy of the ledger. Entries 11 to 14 are missing.',
    )
    expect(message).toContain('Entries 11 to 12 are missing.')
    expect(message).toContain('Entry 11 is missing.')
  })
})

describe('entries behind the one Paydesk was closed with', () => {
  const closedAt = (size: number) => ({ ...at(size), isTrusted: true, isClosed: true })
  const open = { ...closedAt(6), isClosed: false }
  const signedAt = (size: number, reason = 'close') => ({ ...at(size), reason })
  const found = (lock: Witnesses['lock'], checkpoint: Witnesses['checkpoint'], size = 9) =>
    formatMessages(lateEntries({ logId: at(1).logId, size }, { lock, checkpoint }))

  it('are found by the lock file, and named', () => {
    const late = found(closedAt(6), signedAt(6))
    expect(late).toMatch(/^Entries 7 to 9 were appended .* while Paydesk was closed/)
    expect(found(closedAt(6), null)).toEqual(late)
    expect(found(closedAt(8), null)).toMatch(/^Entry 9 was appended/)
  })
  it('are found by the checkpoint of the close where the lock file is gone or speaks of another log', () => {
    expect(found(null, signedAt(6))).toMatch(/^Entries 7 to 9/)
    expect(found({ ...open, logId: 'b'.repeat(32) }, signedAt(6))).toMatch(/^Entries 7 to 9/)
  })
  it('are none after a close in order, nor after a crash', () => {
    expect(found(closedAt(9), signedAt(9))).toBeNull()
    expect(found(open, signedAt(6, 'opened'))).toBeNull()
    expect(found(null, null)).toBeNull()
  })
})
