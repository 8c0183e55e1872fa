// Every attack at every position is in test/campaigns/tamper.test.ts; here is what only the
// program's own verification knows.
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { verifyLog, type VerifyOptions } from '../../../../src/main/ledger/audit/verify.ts'
import {
  draft,
  dropGuards,
  keyFromSeed,
  LOG_ID,
  type LogRig,
  newFolder,
  openLog,
} from '../ledger-rig.ts'
import { GENESIS_CHAIN } from '../../../../src/main/ledger/audit/audit-hash.ts'
import { edited, rehashed } from '../../../campaigns/tamper/attacks.ts'
import { rowsOf, writeRows } from '../../../campaigns/tamper/log.ts'
import { formatMessage } from '#wording/format-messages.ts'
import { tampered } from '../../../fakes/ledger-check.ts'

const checkpointsAt = [20, 40, 60]

const verify = (rig: LogRig, more: Partial<VerifyOptions> = {}) =>
  verifyLog(rig.ledger.db, rig.audit, { monotonic: () => performance.now(), ...more })

const markOf = (rig: LogRig) => ({ logId: LOG_ID, ...rig.audit.head() })

describe('an honest log', () => {
  it.each([0, 1, 20, 21, 60])(
    'of %i entries is intact, with and without checkpoints, key and mark',
    async (entries) => {
      const rig = openLog({ entries, checkpointsAt })
      const mark = entries === 0 ? null : markOf(rig)
      for (const more of [{}, { expectedFingerprint: rig.checkpointer.fingerprint }, { mark }])
        expect(await verify(rig, more)).toMatchObject({
          outcome: 'intact',
          entries,
          checkpoints: checkpointsAt.filter((size) => size <= entries).length,
          firstBadSeq: null,
          head: rig.audit.head().chain,
        })
      expect(await verify(openLog({ entries }))).toMatchObject({
        outcome: 'intact',
        checkpoints: 0,
      })
    },
  )

  it('that grows while it is verified stays intact', async () => {
    const rig = openLog({ entries: 400, checkpointsAt: [100, 400] })
    let time = 0
    const running = verify(rig, { monotonic: () => (time += 11) })
    for (let n = 0; n < 20; n += 1) {
      rig.append(draft(n))
      rig.checkpointer.now('final')
      await setImmediate()
    }
    expect(await running).toMatchObject({ outcome: 'intact', entries: 400, checkpoints: 2 })
    expect(await verify(rig)).toMatchObject({ outcome: 'intact', entries: 420 })
  })

  it('gives the event loop back at least every 50 ms of its own time', async () => {
    const rig = openLog({ entries: 6000, checkpointsAt: [1000, 2000, 3000, 4000, 5000] })
    const looks: number[] = []
    // A machine that stands still for a moment only adds: the quickest of the looks tells.
    while (looks.length < 3 && !looks.some((ms) => ms < 50)) looks.push(await longestTurnMs(rig))
    expect(Math.min(...looks)).toBeLessThan(50)
  })
})

/** Of a verification; the second longest: the garbage collector may take one. */
async function longestTurnMs(rig: ReturnType<typeof openLog>): Promise<number> {
  const running = verify(rig)
  let isDone = false
  const turnsMs: number[] = []
  void running.then(() => {
    isDone = true
  })
  // Processor time: how long other programs keep the machine busy says nothing about this one.
  for (let before = process.threadCpuUsage(); !isDone; before = process.threadCpuUsage()) {
    await setImmediate()
    const { user, system } = process.threadCpuUsage(before)
    turnsMs.push((user + system) / 1000)
  }
  expect(await running).toMatchObject({ outcome: 'intact', entries: 6000 })
  expect(turnsMs.length).toBeGreaterThan(3)
  return turnsMs.sort((a, b) => b - a)[1]!
}

describe('a log whose signing key is out of reach', () => {
  it('is never called intact, and says how many entries are not signed', async () => {
    const rig = openLog({ entries: 60, checkpointsAt: [20, 50] })
    const { fingerprint: expectedFingerprint } = rig.checkpointer
    const verified = await verify(rig, { expectedFingerprint, isKeyAway: true })
    expect(verified).toMatchObject({ outcome: 'uncheckable', entries: 60, firstBadSeq: null })
    expect(formatMessage(verified.message)).toContain('10 of its entries are not signed')
  })
  it('is still called tampered where it is', async () => {
    const rig = openLog({ entries: 60, checkpointsAt: [20, 50], key: keyFromSeed(5) })
    const { fingerprint: expectedFingerprint } = openLog().checkpointer
    expect(await verify(rig, { expectedFingerprint, isKeyAway: true })).toMatchObject({
      outcome: 'tampered',
    })
  })
})

describe('a log that was tampered with', () => {
  beforeEach(() => tampered('another program writes to the log'))
  it('is found out by the mark, when its end and the checkpoints of its end were cut', async () => {
    const rig = openLog({ entries: 60, checkpointsAt })
    const mark = markOf(rig)
    dropGuards(rig)
    rig.ledger.db.exec(
      'DELETE FROM audit_entry WHERE seq > 45; DELETE FROM checkpoint WHERE size > 45',
    )
    expect(await verify(rig)).toMatchObject({ outcome: 'intact', entries: 45 })
    expect(await verify(rig, { mark })).toMatchObject({ outcome: 'truncated', firstBadSeq: 46 })
  })

  it('is found out by the mark, when it was re-hashed and its checkpoints removed', async () => {
    const rig = openLog({ entries: 60, checkpointsAt })
    const mark = markOf(rig)
    const rows = rowsOf(rig.ledger.db)
    const start = { logId: LOG_ID, base: { size: 0, chain: GENESIS_CHAIN } }
    writeRows(rig.ledger.db, rehashed(start, rows.with(29, edited(rows[29]!))))
    rig.ledger.db.exec('DELETE FROM checkpoint')
    expect(await verify(rig, { mark })).toMatchObject({ outcome: 'tampered' })
    expect(await verify(rig, { mark: { ...mark, logId: 'f'.repeat(32) } })).toMatchObject({
      outcome: 'tampered',
    })
  })

  it.each([
    [
      'a column that shows another actor',
      `UPDATE audit_entry SET actor = 'eve' WHERE seq = 30`,
      30,
    ],
    [
      'a column that shows another time',
      'UPDATE audit_entry SET at_wall = at_wall + 1 WHERE seq = 30',
      30,
    ],
    [
      'a column whose time is none',
      'UPDATE audit_entry SET at_wall = 9000000000000000000 WHERE seq = 30',
      30,
    ],
    [
      'a column that shows another subject',
      `UPDATE audit_entry SET subject = subject || '"' WHERE seq = 30`,
      30,
    ],
    [
      'a column with something behind a zero character',
      `UPDATE audit_entry SET actor = actor || char(0) || 'eve' WHERE seq = 30`,
      30,
    ],
    ...['kind', 'outcome', 'origin'].map((column): [string, string, number] => [
      `a column that shows another ${column}`,
      `UPDATE audit_entry SET ${column} = ${column} || char(92) WHERE seq = 30`,
      30,
    ]),
    ['another running time', 'UPDATE audit_entry SET at_mono = at_mono + 1 WHERE seq = 30', 30],
    [
      'a byte of a hash moved to its neighbour',
      `PRAGMA ignore_check_constraints = ON;
       UPDATE audit_entry SET chain = CAST(chain || substr(leaf, 1, 1) AS BLOB), leaf = substr(leaf, 2) WHERE seq = 30`,
      30,
    ],
    [
      'an entry before the first',
      'INSERT INTO audit_entry SELECT -5, at_wall, at_mono, actor, kind, outcome, origin, subject, body, leaf, chain, proof FROM audit_entry WHERE seq = 1',
      1,
    ],
    [
      'a checkpoint where none can be',
      'INSERT INTO checkpoint SELECT 0, body, signature, public_key FROM checkpoint WHERE size = 20',
      0,
    ],
    ['a checkpoint moved', 'UPDATE checkpoint SET size = 30 WHERE size = 40', 30],
    ['a checkpoint removed from the middle', 'DELETE FROM checkpoint WHERE size = 40', 60],
    ['a signature of zeros', 'UPDATE checkpoint SET signature = zeroblob(64) WHERE size = 40', 40],
    [
      'a chain value behind the last checkpoint',
      'DELETE FROM checkpoint WHERE size = 60; UPDATE audit_entry SET chain = zeroblob(32) WHERE seq = 60',
      60,
    ],
    ['a body that is no JSON', `UPDATE audit_entry SET body = x'00' WHERE seq = 30`, 30],
  ])('is found out: %s', async (_name, sql, seq) => {
    const rig = openLog({ entries: 60, checkpointsAt })
    dropGuards(rig)
    rig.ledger.db.exec(sql)
    // With the known key what is signed is compared in a quicker way: it must find the same.
    for (const more of [{}, { expectedFingerprint: rig.checkpointer.fingerprint }])
      expect(await verify(rig, more)).toMatchObject({ outcome: 'tampered', firstBadSeq: seq })
  })

  it('is found out by its own checkpoints, when it was re-hashed and they were left', async () => {
    const rig = openLog({ entries: 60, checkpointsAt })
    const { fingerprint: expectedFingerprint } = rig.checkpointer
    const rows = rowsOf(rig.ledger.db)
    const start = { logId: LOG_ID, base: { size: 0, chain: GENESIS_CHAIN } }
    writeRows(rig.ledger.db, rehashed(start, rows.with(49, edited(rows[49]!))))
    for (const more of [{}, { expectedFingerprint }])
      expect(await verify(rig, more)).toMatchObject({ outcome: 'tampered', firstBadSeq: 41 })
  })

  it('can’t be checked when it can’t be read', async () => {
    const rig = openLog({ file: join(newFolder(), 'ledger.db'), entries: 300 })
    let time = 0
    const running = verify(rig, { monotonic: () => (time += 11) })
    rig.ledger.close()
    expect(await running).toMatchObject({ outcome: 'uncheckable', firstBadSeq: 201 })
  })

  it('is signed by another key only when nobody knows which one it should be', async () => {
    const rig = openLog({ entries: 60, checkpointsAt, key: keyFromSeed(5) })
    expect(await verify(rig)).toMatchObject({ outcome: 'intact' })
    expect(await verify(rig, { expectedFingerprint: 'a'.repeat(64) })).toMatchObject({
      outcome: 'tampered',
    })
  })
})
