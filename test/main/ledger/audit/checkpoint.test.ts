import { createPublicKey, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  CHECKPOINT_EVERY,
  type CheckpointBody,
  checkpointDigest,
  createCheckpointer,
  latestCheckpoint,
} from '../../../../src/main/ledger/audit/checkpoint.ts'
import { draft, dropGuards, keyFromSeed, LOG_ID, openLog } from '../ledger-rig.ts'
import { formatMessage } from '#wording/format-messages.ts'

const bodyOf = (bytes: Buffer) => JSON.parse(bytes.toString('utf8')) as CheckpointBody

describe('checkpoints', () => {
  it('come every 64 entries, not before', () => {
    const rig = openLog()
    const made: number[] = []
    for (let n = 1; n <= 2 * CHECKPOINT_EVERY + 3; n += 1) {
      rig.append(draft(n))
      const checkpoint = rig.checkpointer.maybe('entries')
      if (checkpoint !== null) made.push(checkpoint.size)
    }
    expect(made).toEqual([64, 128])
  })

  it('say what they sign, link to the one before, and are signed with the key', () => {
    const rig = openLog({ entries: 3 })
    const first = rig.checkpointer.now('final')!
    rig.append(draft(4))
    const second = rig.checkpointer.now('export')!
    expect(first.body.toString('utf8')).toBe(
      JSON.stringify({
        v: 1,
        type: 'checkpoint',
        logId: LOG_ID,
        size: 3,
        chain: bodyOf(first.body).chain,
        at: bodyOf(first.body).at,
        reason: 'final',
        previous: '0'.repeat(64),
      }),
    )
    expect(bodyOf(second.body)).toMatchObject({
      size: 4,
      chain: rig.audit.head().chain,
      previous: checkpointDigest(first),
    })
    const key = createPublicKey(keyFromSeed(1))
    expect(verify(null, second.body, key, second.signature)).toBe(true)
    expect(verify(null, second.body, createPublicKey(keyFromSeed(2)), second.signature)).toBe(false)
  })

  it('are not doubled when nothing came since, and not made for an empty log', () => {
    expect(openLog().checkpointer.now('close')).toBeNull()
    const rig = openLog({ entries: 2 })
    const first = rig.checkpointer.now('close')!
    expect(rig.checkpointer.now('close')).toEqual(first)
    expect(rig.ledger.db.prepare('SELECT count(*) FROM checkpoint').pluck().get()).toBe(1n)
  })

  it('are never made for a log that was cut or changed below the last one: that is reported instead', () => {
    for (const harm of [
      'DELETE FROM audit_entry WHERE seq > 4',
      'UPDATE audit_entry SET chain = leaf WHERE seq = 6',
    ]) {
      const rig = openLog({ entries: 6, checkpointsAt: [6] })
      dropGuards(rig)
      rig.ledger.db.exec(harm)
      rig.append(draft(7))
      expect(rig.checkpointer.now('close')).toBeNull()
      expect(formatMessage(String(rig.reports[0]))).toMatch(/contradicts its checkpoint at 6/)
      expect(latestCheckpoint(rig.ledger.db)?.size).toBe(6)
    }
  })

  it('are not made, nor anything else signed, while the log is held', async () => {
    let isHeld = true
    const rig = openLog({ entries: 2 })
    const held = createCheckpointer(rig.audit, rig.ledger.db, {
      key: keyFromSeed(1),
      clock: () => 0,
      report: (error) => rig.reports.push(error),
      isHeld: () => isHeld,
    })
    expect(held.now('export')).toBeNull()
    expect(await held.sign(Buffer.from('a manifest'))).toBeNull()
    isHeld = false
    expect(held.now('export')?.size).toBe(2)
    expect(await held.sign(Buffer.from('a manifest'))).toHaveLength(64)
    expect(rig.reports).toEqual([])
  })

  it('that can’t be written are reported and don’t stop the caller', () => {
    const rig = openLog({ entries: 2 })
    rig.ledger.db.pragma('query_only = ON')
    expect(rig.checkpointer.now('final')).toBeNull()
    expect(String(rig.reports[0])).toMatch(/readonly/)
  })
})
