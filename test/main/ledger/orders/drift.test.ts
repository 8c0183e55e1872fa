import { describe, expect, it } from 'vitest'
import { type DriftBook, mostNotes, openDrift } from '../../../../src/main/ledger/orders/drift.ts'
import { openLog, type LogRig, tickingClock } from '../ledger-rig.ts'

function open(rig: LogRig = openLog()): { rig: LogRig; drift: DriftBook } {
  return { rig, drift: openDrift(rig.ledger.db, rig.audit, tickingClock()) }
}
const seen = (name: string, more: Partial<Parameters<DriftBook['record']>[0]> = {}) => ({
  connectionId: 'a',
  operation: 'status',
  serialNumber: 'sn-1',
  drifts: [{ kind: 'key' as const, name }],
  ...more,
})
const names = (drift: DriftBook, connectionId?: string) =>
  drift.list(connectionId, 1000).map((note) => note.name)

describe('the drift book', () => {
  it('notes what is new once, with an audit entry, and stays silent after that', () => {
    const { rig, drift } = open()
    drift.record(seen('loyalty'))
    expect(rig.audit.head().size).toBe(1)
    expect(drift.list('a', 10)).toMatchObject([
      {
        connectionId: 'a',
        operation: 'status',
        kind: 'key',
        name: 'loyalty',
        serialNumber: 'sn-1',
      },
    ])
    drift.record(seen('loyalty', { serialNumber: 'sn-2' }))
    drift.record(seen('x', { drifts: [] }))
    expect(rig.audit.head().size).toBe(1)
    // Also when the program was started again.
    open(rig).drift.record(seen('loyalty'))
    expect(rig.audit.head().size).toBe(1)
    expect(drift.list('a', 10)[0]?.serialNumber).toBe('sn-1')
  })

  it('tells connections, operations and kinds apart, newest first', () => {
    const { drift } = open()
    drift.record(seen('one'))
    drift.record(seen('one', { connectionId: 'b' }))
    drift.record(seen('one', { operation: 'return' }))
    drift.record(seen('one', { drifts: [{ kind: 'status', name: 'one' }] }))
    expect(drift.list(undefined, 10)).toHaveLength(4)
    expect(drift.list('a', 10)[0]?.kind).toBe('status')
    expect(drift.list('b', 10)).toHaveLength(1)
  })

  it('keeps no card number, no hidden characters and no long name', () => {
    const { rig, drift } = open()
    drift.record(seen('4111111111111111'))
    drift.record(seen(`a\u202eb\u0000c${'x'.repeat(500)}`))
    drift.record(seen('\u200b '))
    expect(names(drift).toSorted()).toEqual(['411111••••••1111', `a b c${'x'.repeat(75)}`])
    const bodies = rig.ledger.db.prepare('SELECT body FROM audit_entry').pluck().all() as Buffer[]
    expect(Buffer.concat(bodies).includes('4111111111111111')).toBe(false)
  })

  it('stops at a number: a gateway that makes up names can’t fill the ledger', () => {
    const { drift } = open()
    const drifts = Array.from({ length: mostNotes * 3 }, (_, n) => ({
      kind: 'key' as const,
      name: `k${n}`,
    }))
    drift.record(seen('', { drifts }))
    drift.record(seen('one-more'))
    expect(names(drift, 'a')).toHaveLength(mostNotes)
    drift.record(seen('elsewhere', { connectionId: 'b' }))
    expect(names(drift, 'b')).toEqual(['elsewhere'])
  })

  it('forgets nothing it could not write: it is noted when the ledger can', () => {
    const { rig, drift } = open()
    rig.ledger.db.exec(
      `CREATE TRIGGER full BEFORE INSERT ON audit_entry BEGIN SELECT RAISE(ABORT, 'disk full'); END`,
    )
    expect(() => drift.record(seen('loyalty'))).toThrow('disk full')
    expect(names(drift)).toEqual([])
    rig.ledger.db.exec('DROP TRIGGER full')
    drift.record(seen('loyalty'))
    expect(names(drift)).toEqual(['loyalty'])
  })
})
