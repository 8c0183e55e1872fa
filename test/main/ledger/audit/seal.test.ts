import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { fail, ok, type Result } from '#shared/fault.ts'
import type { SecretSlots } from '../../../../src/main/ledger/audit/audit-key.ts'
import { type AuditLog, openAudit } from '../../../../src/main/ledger/audit/audit.ts'
import {
  type CheckpointBody,
  latestCheckpoint,
} from '../../../../src/main/ledger/audit/checkpoint.ts'
import { HIGH_WATER_SLOT } from '../../../../src/main/ledger/audit/high-water.ts'
import { witnessInMemory, type LogWitness } from '../../../../src/main/ledger/db/lock-file.ts'
import { type Database, inTransaction } from '../../../../src/main/ledger/db/open.ts'
import { openSeal, type Seal } from '../../../../src/main/ledger/audit/seal.ts'
import { deadlineIn } from '../../../fakes/deadline.ts'
import { draft, LOG_ID, newFolder, openAt, tickingClock } from '../ledger-rig.ts'
import { formatMessages, formatMessage } from '#wording/format-messages.ts'

/** A keychain whose temper a test changes as it goes. */
function keychain() {
  const slots = new Map<string, string>()
  const locked: Result<never> = fail({
    kind: 'vault',
    sent: 'no',
    reason: 'locked',
    message: 'The keychain is locked.',
  })
  const lost: Result<never> = fail({ kind: 'vault', sent: 'no', reason: 'lost', message: 'None.' })
  const temper = { isLocked: false, refusesMarks: false, writesTake: Promise.resolve() }
  const vault: SecretSlots = {
    kind: 'keychain',
    read: (slot) => {
      const secret = slots.get(slot)
      return Promise.resolve(temper.isLocked ? locked : secret === undefined ? lost : ok(secret))
    },
    write: async (slot, secret) => {
      if (temper.isLocked || (temper.refusesMarks && slot === HIGH_WATER_SLOT)) return locked
      if (slot === HIGH_WATER_SLOT) await temper.writesTake
      slots.set(slot, secret)
      return ok(null)
    },
  }
  const marked = () =>
    (JSON.parse(slots.get(HIGH_WATER_SLOT) ?? '{}') as { size?: number }).size ?? null
  return { vault, slots, temper, marked }
}

interface Rig {
  db: Database
  audit: AuditLog
  lock: LogWitness
  seal: Seal
  reports: unknown[]
  append(times?: number): void
  /** How often the seal said that the keychain answered after all. */
  reported(): number
  end(): void
}

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function sealed(
  vault: SecretSlots,
  {
    file = ':memory:',
    lock,
    retryAfterMs = [],
  }: { file?: string; lock?: LogWitness; retryAfterMs?: number[] } = {},
): Promise<Rig> {
  const ledger = openAt(file)
  const { db } = ledger
  const clock = tickingClock()
  const audit = openAudit(db, { clock, monotonic: () => 0, logId: LOG_ID })
  const reports: unknown[] = []
  const parts = { db, audit, vault, lock: lock ?? ledger.witness, clock }
  let reported = 0
  const seal = await openSeal({
    ...parts,
    report: (...what) => reports.push(what),
    onCompared: () => (reported += 1),
    retryAfterMs: retryAfterMs.length > 0 ? retryAfterMs : [3_600_000],
  })
  closing.push(() => seal.close())
  const append = (times = 1): void => {
    for (let n = 0; n < times; n += 1) inTransaction(db, () => audit.append(draft(n)))
  }
  const end = (): void => ledger.close()
  return { db, audit, lock: parts.lock, seal, reports, append, reported: () => reported, end }
}
const reasonOf = (db: Database) =>
  (JSON.parse(latestCheckpoint(db)?.body.toString() ?? '{}') as Partial<CheckpointBody>).reason
const messageOf = (seal: Seal) => seal.stops().map(({ message }) => formatMessage(message))

describe('the witness beside the ledger', () => {
  it('knows the newest entry when a request leaves, and so does the keychain a moment later', async () => {
    const { vault, marked } = keychain()
    const { seal, audit, lock, append } = await sealed(vault)
    append(3)
    seal.maybe('sending')
    expect(await seal.witness(true)).toBeNull()
    expect(lock.read()).toEqual({
      ...audit.head(),
      logId: LOG_ID,
      isTrusted: true,
      isClosed: false,
    })
    expect(marked()).toBe(3)
  })
  it('says why when it can’t be written', async () => {
    const { vault } = keychain()
    const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
    const lock: LogWitness = {
      ...witnessInMemory(),
      write: () => {
        throw full
      },
    }
    const { seal, append, reports } = await sealed(vault, { lock })
    append()
    expect(formatMessages(await seal.witness(false))).toMatch(
      /could not be written \(database or disk is full\)/,
    )
    expect(reports).toEqual([['witness', full]])
  })
  it('is no leave to send while the keychain is slow: seconds are waited, and production stops until the mark is kept', async () => {
    const { vault, temper, marked } = keychain()
    const { seal, append, reports, lock, reported } = await sealed(vault)
    let answer: () => void = () => undefined
    temper.writesTake = new Promise((resolve) => (answer = resolve))
    append()
    seal.maybe('sending')
    const deadline = deadlineIn(6_000)
    expect(formatMessages(await seal.witness(true))).toMatch(/mark .* could not be written/)
    expect(deadline.isPast()).toBe(false)
    deadline.end()
    expect(lock.read()?.size).toBe(1)
    expect(marked()).toBeNull()
    expect(formatMessages(seal.stops())).toEqual([
      { reach: 'production', message: expect.stringMatching(/slow/) },
    ])
    expect(reported()).toBe(1)
    expect(reports).toMatchObject([
      ['high-water', { message: expect.stringContaining('too long') }],
    ])
    answer()
    await expect.poll(() => seal.stops()).toEqual([])
    expect(reported()).toBe(2)
    expect(marked()).toBe(1)
    expect(await seal.witness(true)).toBeNull()
  })
  it('is asked for again for a moment only, and what the keychain says later stops everything', async () => {
    const { vault } = keychain()
    const { seal, append, reported } = await sealed(vault)
    append()
    let say: (mark: string) => void = () => undefined
    vault.read = () => new Promise((resolve) => (say = (value) => resolve({ ok: true, value })))
    const [deadline, heard] = [deadlineIn(3_000), reported()]
    await seal.compareAgain()
    expect(deadline.isPast()).toBe(false)
    deadline.end()
    expect([seal.contradiction(), reported()]).toEqual([null, heard])
    say('no mark')
    await expect.poll(() => seal.contradiction()).not.toBeNull()
    expect(reported()).toBe(heard + 1)
  })
  it('is not asked of the keychain where nothing is at stake', async () => {
    const { vault, temper } = keychain()
    const { seal, append, reports } = await sealed(vault)
    let answer: () => void = () => undefined
    temper.writesTake = new Promise((resolve) => (answer = resolve))
    append()
    seal.maybe('sending')
    expect(await seal.witness(false)).toBeNull()
    expect(reports).toEqual([])
    answer()
  })
  it('stops everything when the ledger does not know what it knows, and is not overwritten by that ledger', async () => {
    const folder = newFolder()
    const file = join(folder, 'ledger.db')
    const { vault } = keychain()
    const first = await sealed(vault, { file, lock: witnessInMemory() })
    first.append(2)
    first.db.pragma('wal_checkpoint(TRUNCATE)')
    copyFileSync(file, join(folder, 'old.db'))
    first.append(3)
    await first.seal.witness(false)
    for (const isLocked of [false, true]) {
      const other = keychain()
      other.temper.isLocked = isLocked
      const target = join(folder, `${isLocked}.db`)
      copyFileSync(join(folder, 'old.db'), target)
      const old = await sealed(other.vault, { file: target, lock: first.lock })
      expect(messageOf(old.seal)[0]).toMatch(/reached 5\. This is an old copy .* Entries 3 to 5/)
      expect(old.seal.stops()[0]?.reach).toBe('all')
      old.append(9)
      old.seal.maybe('backup')
      expect(formatMessages(await old.seal.witness(false))).toMatch(/old copy/)
      await old.seal.close()
      expect(first.lock.read()?.size).toBe(5)
    }
  })
  it('moves with a backup, so that the copy is an old one from then on', async () => {
    const { vault, marked } = keychain()
    const { seal, append, lock } = await sealed(vault)
    append(4)
    seal.maybe('backup')
    expect(lock.read()?.size).toBe(4)
    await seal.witness(true)
    expect(marked()).toBe(4)
  })
})

describe('a mark that the keychain did not keep', () => {
  const unmarked = {
    reach: 'production',
    message: expect.stringMatching(/mark .* could not be written .* The keychain is locked\./),
  }

  it('stops production, and the stop ends by itself once a later mark is kept', async () => {
    const { vault, temper, marked } = keychain()
    const { seal, append, reported, reports } = await sealed(vault, { retryAfterMs: [5] })
    append()
    seal.maybe('sending')
    expect(await seal.witness(true)).toBeNull()
    temper.refusesMarks = true
    append()
    seal.maybe('sending')
    expect(formatMessages(await seal.witness(true))).toMatch(/could not be written/)
    expect(formatMessages(seal.stops())).toEqual([unmarked])
    expect(reported()).toBe(1)
    expect(reports.length).toBeGreaterThan(0)
    temper.refusesMarks = false
    await expect.poll(() => seal.stops()).toEqual([])
    expect(marked()).toBe(2)
    expect(reported()).toBe(2)
    expect(await seal.witness(true)).toBeNull()
  })
  it('stops production also when nothing was being sent', async () => {
    const { vault, temper } = keychain()
    const { seal, append } = await sealed(vault)
    temper.refusesMarks = true
    append()
    seal.maybe('backup')
    await expect.poll(() => formatMessages(seal.stops())).toEqual([unmarked])
    // The sandbox moves nobody's money and waits for no mark.
    expect(await seal.witness(false)).toBeNull()
  })
  it('is gone without by a person who says why, until the keychain keeps one again', async () => {
    const { vault, temper } = keychain()
    const { seal, append } = await sealed(vault)
    const send = (): Promise<string | null> => {
      append()
      seal.maybe('sending')
      return seal.witness(true)
    }
    temper.refusesMarks = true
    expect(await send()).not.toBeNull()
    seal.accept(seal.stops()[0]!)
    expect(await send()).toBeNull()
    expect(seal.stops()).toEqual([])
    temper.refusesMarks = false
    expect(await send()).toBeNull()
    temper.refusesMarks = true
    expect(formatMessages(await send())).toMatch(/could not be written/)
    expect(formatMessages(seal.stops())).toEqual([unmarked])
  })
  it('is missed when the key that signs is out of reach, though the keychain answers otherwise', async () => {
    const { vault } = keychain()
    const keyless: SecretSlots = {
      ...vault,
      read: (slot) =>
        slot === HIGH_WATER_SLOT
          ? vault.read(slot)
          : Promise.resolve(
              fail({ kind: 'vault', sent: 'no', reason: 'no-answer', message: 'No answer.' }),
            ),
    }
    const { seal, append } = await sealed(keyless)
    append()
    seal.maybe('sending')
    expect(formatMessages(await seal.witness(true))).toMatch(/could not be signed/)
    expect(seal.stops()).toMatchObject([{ reach: 'production' }])
  })
})

describe('the log is signed', () => {
  it('when a request leaves, so that the end of the log can’t be cut behind it', async () => {
    const { vault } = keychain()
    const { seal, db, append } = await sealed(vault)
    append(2)
    seal.maybe('sending')
    expect(latestCheckpoint(db)?.size).toBe(2)
    expect(reasonOf(db)).toBe('sending')
  })
})

describe('a log that could not be compared', () => {
  const uncompared = {
    reach: 'production',
    message: expect.stringContaining('could not be compared'),
  }
  const soon = { retryAfterMs: [5] }
  const eventually = (look: () => boolean) =>
    expect.poll(look, { timeout: 5_000, interval: 5 }).toBe(true)

  it('stops production while the keychain is locked, and goes on by itself once that is open', async () => {
    const { vault, temper, marked } = keychain()
    temper.isLocked = true
    const { seal, append, reported } = await sealed(vault, soon)
    append(2)
    expect(formatMessages(seal.stops())).toEqual([uncompared])
    expect(seal.checkpointer()).toBeNull()
    temper.isLocked = false
    await eventually(() => seal.stops().length === 0)
    expect(reported()).toBe(1)
    // A signer that came late signs and marks like any other.
    append()
    seal.maybe('sending')
    await seal.witness(true)
    expect(marked()).toBe(3)
  })
  it('is found to be an old copy as soon as the keychain answers, without anybody asking', async () => {
    const folder = newFolder()
    const file = join(folder, 'ledger.db')
    const good = keychain()
    const first = await sealed(good.vault, { file })
    first.append(2)
    first.db.pragma('wal_checkpoint(TRUNCATE)')
    copyFileSync(file, join(folder, 'old.db'))
    first.append(5)
    await first.seal.close()

    good.temper.isLocked = true
    const old = await sealed(good.vault, { file: join(folder, 'old.db'), ...soon })
    expect(formatMessages(old.seal.stops())).toEqual([uncompared])
    good.temper.isLocked = false
    await eventually(() => old.seal.stops().some(({ reach }) => reach === 'all'))
    expect(messageOf(old.seal)).toEqual([expect.stringMatching(/This is an old copy/)])
    expect(old.reported()).toBe(1)
  })
  it('is found out also after a person decided to go on without the keychain', async () => {
    const folder = newFolder()
    const file = join(folder, 'ledger.db')
    const good = keychain()
    const first = await sealed(good.vault, { file })
    first.append(2)
    first.db.pragma('wal_checkpoint(TRUNCATE)')
    copyFileSync(file, join(folder, 'old.db'))
    first.append(5)
    await first.seal.close()

    good.temper.isLocked = true
    const old = await sealed(good.vault, { file: join(folder, 'old.db'), ...soon })
    old.seal.accept(old.seal.stops()[0]!)
    expect(old.seal.stops()).toEqual([])
    good.temper.isLocked = false
    await eventually(() => old.seal.stops().length > 0)
    expect(messageOf(old.seal)).toEqual([expect.stringMatching(/This is an old copy/)])
    expect(good.marked()).toBe(7)
  })
  it('gave no answer once at the start: one slow moment is asked about again', async () => {
    const { vault } = keychain()
    let asked = 0
    const slow: SecretSlots = {
      ...vault,
      read: (slot) => {
        asked += 1
        if (asked > 2) return vault.read(slot)
        const message = 'No answer in time.'
        return Promise.resolve(fail({ kind: 'vault', sent: 'no', reason: 'no-answer', message }))
      },
    }
    const { seal } = await sealed(slow, soon)
    expect(formatMessages(seal.stops())).toEqual([uncompared])
    await eventually(() => seal.stops().length === 0 && seal.checkpointer() !== null)
  })
  it('on a computer without a keychain waits for a person, at each start', async () => {
    const memory: SecretSlots = { ...keychain().vault, kind: 'memory' }
    const { seal } = await sealed(memory)
    expect(formatMessages(seal.stops())).toEqual([uncompared])
    seal.accept(seal.stops()[0]!)
    expect(seal.stops()).toEqual([])
    expect(formatMessages((await sealed(memory)).seal.stops())).toEqual([uncompared])
  })
  it('is not what a keychain makes of it that falls silent later in the run', async () => {
    const { vault, temper } = keychain()
    const { seal, append } = await sealed(vault)
    append()
    temper.isLocked = true
    expect(await seal.toSign()).toMatchObject({ ok: true })
    expect(seal.stops()).toEqual([])
  })
  it('makes its first key once, however many ask at the same time', async () => {
    const { vault, temper, slots } = keychain()
    temper.isLocked = true
    const { seal } = await sealed(vault)
    temper.isLocked = false
    await Promise.all([seal.reopen(), seal.reopen(), seal.reopen()])
    expect(seal.stops()).toEqual([])
    expect([...slots.keys()].sort()).toEqual(['audit/signing-key'])
  })
})

describe('what a verification goes by', () => {
  it('says that the key is away when the ledger knows one and the keychain gives none', async () => {
    const file = join(newFolder(), 'ledger.db')
    const { vault, temper } = keychain()
    const first = await sealed(vault, { file })
    first.append()
    await first.seal.close()
    const { expectedFingerprint } = first.seal.evidence()
    expect(first.seal.evidence()).toMatchObject({ isKeyAway: false })
    first.end()
    temper.isLocked = true
    const later = await sealed(vault, { file })
    expect(later.seal.evidence()).toMatchObject({ isKeyAway: true, expectedFingerprint })
  })
})

describe('entries that were appended while Paydesk was closed', () => {
  /** A log of three entries, closed in order, and then appended to by another program. */
  async function appendedTo(more: number) {
    const file = join(newFolder(), 'ledger.db')
    const keys = keychain()
    const first = await sealed(keys.vault, { file })
    first.append(3)
    await first.seal.close()
    first.end()
    const foreign = openAt(file)
    const audit = openAudit(foreign.db, { clock: tickingClock(), monotonic: () => 0 })
    for (let n = 0; n < more; n += 1) inTransaction(foreign.db, () => audit.append(draft(n)))
    foreign.close()
    return { file, keys }
  }

  it('stop money and are not signed, until a person who read them says so', async () => {
    const { file, keys } = await appendedTo(3)
    const next = await sealed(keys.vault, { file })
    expect(formatMessages(next.seal.stops())).toEqual([
      { reach: 'all', message: expect.stringMatching(/^Entries 4 to 6 were appended/) },
    ])
    inTransaction(next.db, () => {
      next.audit.append(draft(7))
      next.seal.maybe('opened')
    })
    expect(formatMessages(await next.seal.witness(false))).toMatch(/Entries 4 to 6/)
    expect(await next.seal.toSign()).toMatchObject({ ok: false })
    await next.seal.close()
    next.end()

    const again = await sealed(keys.vault, { file })
    expect(messageOf(again.seal)).toEqual([expect.stringMatching(/^Entries 4 to 7 were appended/)])
    expect(latestCheckpoint(again.db)?.size).toBe(3)
    again.seal.accept(again.seal.stops()[0]!)
    expect(again.seal.stops()).toEqual([])
    expect(latestCheckpoint(again.db)?.size).toBe(7)
    await again.seal.close()
    again.end()
    expect((await sealed(keys.vault, { file })).seal.stops()).toEqual([])
  })
  it('are not found in a log that only goes on after a crash', async () => {
    const { file, keys } = await appendedTo(0)
    const crashed = await sealed(keys.vault, { file })
    inTransaction(crashed.db, () => {
      crashed.audit.append(draft(4))
      crashed.seal.maybe('opened')
    })
    crashed.append(3)
    // No close: the next start finds what a crash leaves.
    crashed.end()
    const next = await sealed(keys.vault, { file })
    expect(next.seal.stops()).toEqual([])
    expect(next.seal.cutAt).toBe(7)
  })
  it('hide behind no checkpoint that was taken out: the keychain’s mark was made from it', async () => {
    const { file, keys } = await appendedTo(2)
    const foreign = openAt(file)
    foreign.db.exec('DROP TRIGGER IF EXISTS checkpoint_no_delete; DELETE FROM checkpoint')
    foreign.close()
    const next = await sealed(keys.vault, { file, lock: witnessInMemory() })
    expect(messageOf(next.seal)).toEqual([
      expect.stringMatching(/signed at entry 3, and that checkpoint is gone/),
    ])
  })
})

describe('a checkpoint that somebody else writes while Paydesk is open', () => {
  it('stops money at the next entry, and not only when the log has caught up with it', async () => {
    const { vault } = keychain()
    const { seal, db, append, reported } = await sealed(vault)
    append(2)
    seal.maybe('opened')
    db.prepare(
      'INSERT INTO checkpoint (size, body, signature, public_key) VALUES (?, ?, ?, ?)',
    ).run(
      1_000_000,
      Buffer.from('{"chain":"none"}'),
      Buffer.alloc(64),
      Buffer.alloc(32).toString('base64'),
    )
    append()
    seal.maybe()
    expect(formatMessages(seal.stops())).toEqual([
      { reach: 'all', message: expect.stringMatching(/contradicts its checkpoint at 1000000/) },
    ])
    expect(reported()).toBe(1)
    expect(formatMessages(await seal.witness(true))).toMatch(/contradicts its checkpoint/)
  })
})
