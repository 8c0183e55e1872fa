import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fail, ok, type Result } from '#shared/fault.ts'
import type { SecretSlots } from '../../../../src/main/ledger/audit/audit-key.ts'
import { openAudit } from '../../../../src/main/ledger/audit/audit.ts'
import {
  compareHighWater,
  createHighWater,
  HIGH_WATER_SLOT,
} from '../../../../src/main/ledger/audit/high-water.ts'
import { inTransaction } from '../../../../src/main/ledger/db/open.ts'
import { draft, dropGuards, type LogRig, newFolder, openAt, openLog } from '../ledger-rig.ts'

interface SlotRig extends SecretSlots {
  text: string | null
  writes: number
  isLocked: boolean
}

function slot(text: string | null = null): SlotRig {
  const fault = (reason: 'locked' | 'lost'): Result<never> =>
    fail({ kind: 'vault', sent: 'no', reason, message: reason })
  const rig: SlotRig = {
    kind: 'keychain',
    text,
    writes: 0,
    isLocked: false,
    read: () =>
      Promise.resolve(
        rig.isLocked ? fault('locked') : rig.text === null ? fault('lost') : ok(rig.text),
      ),
    write: (name, secret) => {
      expect(name).toBe(HIGH_WATER_SLOT)
      if (rig.isLocked) return Promise.resolve(fault('locked'))
      rig.text = secret
      rig.writes += 1
      return Promise.resolve(ok(null))
    },
  }
  return rig
}

const watch = (vault: SecretSlots, rig: LogRig) => {
  const reports: unknown[] = []
  const mark = createHighWater(vault, rig.audit, rig.ledger.db, {
    onAnswer: (answer) => {
      if (!answer.ok) reports.push(answer)
    },
  })
  return { ...mark, reports }
}

const sizeIn = (vault: SlotRig) => (JSON.parse(vault.text ?? '{}') as { size?: number }).size

describe('the high-water mark', () => {
  it('follows the checkpoints in the background, many in one write', async () => {
    const rig = openLog({ entries: 1 })
    const vault = slot()
    const mark = watch(vault, rig)
    expect((await mark.compare()).state).toBe('unmarked')
    for (let n = 2; n <= 20; n += 1) {
      rig.append(draft(n))
      rig.checkpointer.now('final')
      mark.note()
    }
    expect(vault.writes).toBe(0)
    await mark.written()
    expect(vault.writes).toBe(1)
    expect(sizeIn(vault)).toBe(20)
    expect((await compareHighWater(vault, rig.audit, rig.ledger.db)).state).toBe('ok')
  })

  it('never runs ahead of the ledger: a checkpoint that was rolled back is not marked', async () => {
    const rig = openLog({ entries: 3, checkpointsAt: [3] })
    const vault = slot()
    const mark = watch(vault, rig)
    await mark.compare()
    expect(() =>
      inTransaction(rig.ledger.db, () => {
        rig.audit.append(draft(4))
        rig.checkpointer.now('final')
        mark.note()
        throw new Error('disk full')
      }),
    ).toThrow('disk full')
    await mark.written()
    expect(sizeIn(vault)).toBe(3)
  })

  it('finds out an old copy of the ledger, and does not follow it until a person accepts it', async () => {
    const folder = newFolder()
    const file = join(folder, 'ledger.db')
    const vault = slot()
    const first = openLog({ file, entries: 5, checkpointsAt: [5] })
    first.ledger.db.pragma('wal_checkpoint(TRUNCATE)')
    copyFileSync(file, join(folder, 'old.db'))
    const firstMark = watch(vault, first)
    await firstMark.compare()
    for (let n = 6; n <= 9; n += 1) first.append(draft(n))
    first.checkpointer.now('close')
    firstMark.note()
    await firstMark.written()
    first.ledger.close()

    const old = openLog({ file: join(folder, 'old.db') })
    const mark = watch(vault, old)
    expect(await mark.compare()).toMatchObject({ state: 'rolled-back' })
    for (let n = 0; n < 8; n += 1) old.append(draft(n))
    old.checkpointer.now('final')
    mark.note()
    await mark.written()
    expect(sizeIn(vault)).toBe(9)
    // Grown beyond the mark, it is still another history.
    expect(await mark.compare()).toMatchObject({ state: 'rolled-back' })
    mark.accept()
    await mark.written()
    expect(sizeIn(vault)).toBe(13)
    expect(await mark.compare()).toMatchObject({ state: 'ok' })
  })

  it('finds out another log, and a mark nobody can read', async () => {
    const rig = openLog({ entries: 5, checkpointsAt: [5] })
    const chain = rig.audit.head().chain
    const other = JSON.stringify({ v: 1, logId: 'f'.repeat(32), size: 5, chain })
    for (const text of [other, 'not JSON', '{"v":2}'])
      expect((await compareHighWater(slot(text), rig.audit, rig.ledger.db)).state).toBe(
        'rolled-back',
      )
  })

  it('finds out a cut log by the checkpoints in the ledger, even without a keychain', async () => {
    const rig = openLog({ entries: 9, checkpointsAt: [9] })
    dropGuards(rig)
    rig.ledger.db.exec('DELETE FROM audit_entry WHERE seq > 7')
    const vault = slot()
    vault.isLocked = true
    expect((await compareHighWater(vault, rig.audit, rig.ledger.db)).state).toBe('rolled-back')
  })

  it('finds out a newest checkpoint that can’t be read, and goes on with what the keychain says', async () => {
    const rig = openLog({ entries: 9, checkpointsAt: [9] })
    const vault = slot()
    const mark = watch(vault, rig)
    await mark.compare()
    mark.note()
    await mark.written()
    dropGuards(rig)
    rig.ledger.db.exec(`UPDATE checkpoint SET body = x'7b00'`)
    expect(await compareHighWater(vault, rig.audit, rig.ledger.db)).toMatchObject({
      state: 'rolled-back',
      mark: { size: 9 },
    })
  })

  it('says that nothing was compared when there is only memory, which knows of no earlier run', async () => {
    const rig = openLog({ entries: 5, checkpointsAt: [5] })
    const memory: SecretSlots = { ...slot(), kind: 'memory' }
    expect(await compareHighWater(memory, rig.audit, rig.ledger.db)).toMatchObject({
      state: 'unknown',
      mark: null,
    })
  })

  it('is not written while the keychain was never asked, and catches up once it opens', async () => {
    const rig = openLog({ entries: 4, checkpointsAt: [4] })
    const vault = slot()
    vault.isLocked = true
    const mark = watch(vault, rig)
    expect((await mark.compare()).state).toBe('unknown')
    mark.note()
    await mark.written()
    expect(vault.writes).toBe(0)
    vault.isLocked = false
    expect((await mark.compare()).state).toBe('unmarked')
    await mark.written()
    expect(sizeIn(vault)).toBe(4)
  })

  it('that can’t be written is reported and tried again at the next checkpoint', async () => {
    const rig = openLog({ entries: 4, checkpointsAt: [4] })
    const vault = slot()
    const mark = watch(vault, rig)
    await mark.compare()
    vault.isLocked = true
    mark.note()
    await mark.written()
    expect(mark.reports).toHaveLength(1)
    vault.isLocked = false
    mark.note()
    await mark.written()
    expect(sizeIn(vault)).toBe(4)
  })

  it('is ok for an empty ledger whose keychain is new', async () => {
    const { db } = openAt(':memory:')
    const audit = openAudit(db, { clock: () => 0, monotonic: () => 0 })
    expect((await compareHighWater(slot(), audit, db)).state).toBe('unmarked')
  })

  it('lets at most one of two copies keep its mark, however their steps interleave', async () => {
    const folder = newFolder()
    const first = openLog({ file: join(folder, 'first.db'), entries: 3, checkpointsAt: [3] })
    first.ledger.db.pragma('wal_checkpoint(TRUNCATE)')
    copyFileSync(join(folder, 'first.db'), join(folder, 'second.db'))
    const second = openLog({ file: join(folder, 'second.db') })
    const kept = slot()
    const queue: (() => void)[] = []
    const inTurn = <T>(act: () => Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => queue.push(() => void act().then(resolve, reject)))
    const vault: SecretSlots = {
      kind: 'keychain',
      read: (name) => inTurn(() => kept.read(name)),
      write: (name, secret) => inTurn(() => kept.write(name, secret)),
    }
    const run = async (done: Promise<unknown>): Promise<void> => {
      let isDone = false
      void done.then(() => (isDone = true))
      while (!isDone) {
        await new Promise((resolve) => setImmediate(resolve))
        queue.shift()?.()
      }
    }
    const marks = [watch(vault, first), watch(vault, second)] as const
    for (const mark of marks) await run(mark.compare())
    const sizes = [first, second].map((rig, n) => {
      for (let entry = 0; entry <= n; entry += 1) rig.append(draft(10 * n + entry))
      rig.checkpointer.now('final')
      return rig.audit.head().size
    })
    for (const mark of marks) mark.note()
    // Each step of one program is followed by one of the other: both read before either writes.
    await run(Promise.all(marks.map((mark) => mark.written())))
    const covered = marks.filter((mark, n) => mark.covers(sizes[n]!))
    expect(covered).toHaveLength(1)
    expect(marks.flatMap(({ reports }) => reports)).toEqual([
      expect.objectContaining({ ok: false, fault: expect.objectContaining({ kind: 'denied' }) }),
    ])
  })
})
