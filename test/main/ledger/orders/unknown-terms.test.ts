import { describe, expect, it } from 'vitest'
import {
  type UnknownTermBook,
  mostNotes,
  openUnknownTerms,
} from '../../../../src/main/ledger/orders/unknown-terms.ts'
import { openLog, type LogRig, tickingClock } from '../ledger-rig.ts'

function open(rig: LogRig = openLog()): { rig: LogRig; unknownTerms: UnknownTermBook } {
  return { rig, unknownTerms: openUnknownTerms(rig.ledger.db, rig.audit, tickingClock()) }
}
const seen = (name: string, more: Partial<Parameters<UnknownTermBook['record']>[0]> = {}) => ({
  connectionId: 'a',
  operation: 'status',
  serialNumber: 'sn-1',
  terms: [{ kind: 'key' as const, name }],
  ...more,
})
const names = (unknownTerms: UnknownTermBook, connectionId?: string) =>
  unknownTerms.list(connectionId, 1000).map((note) => note.name)

describe('the unknown terms', () => {
  it('notes what is new once, with an audit entry, and stays silent after that', () => {
    const { rig, unknownTerms } = open()
    unknownTerms.record(seen('loyalty'))
    expect(rig.audit.head().size).toBe(1)
    expect(unknownTerms.list('a', 10)).toMatchObject([
      {
        connectionId: 'a',
        operation: 'status',
        kind: 'key',
        name: 'loyalty',
        serialNumber: 'sn-1',
      },
    ])
    unknownTerms.record(seen('loyalty', { serialNumber: 'sn-2' }))
    unknownTerms.record(seen('x', { terms: [] }))
    expect(rig.audit.head().size).toBe(1)
    // Also when the program was started again.
    open(rig).unknownTerms.record(seen('loyalty'))
    expect(rig.audit.head().size).toBe(1)
    expect(unknownTerms.list('a', 10)[0]?.serialNumber).toBe('sn-1')
  })

  it('tells connections, operations and kinds apart, newest first', () => {
    const { unknownTerms } = open()
    unknownTerms.record(seen('one'))
    unknownTerms.record(seen('one', { connectionId: 'b' }))
    unknownTerms.record(seen('one', { operation: 'return' }))
    unknownTerms.record(seen('one', { terms: [{ kind: 'status', name: 'one' }] }))
    expect(unknownTerms.list(undefined, 10)).toHaveLength(4)
    expect(unknownTerms.list('a', 10)[0]?.kind).toBe('status')
    expect(unknownTerms.list('b', 10)).toHaveLength(1)
  })

  it('keeps no card number, no hidden characters and no long name', () => {
    const { rig, unknownTerms } = open()
    unknownTerms.record(seen('4111111111111111'))
    unknownTerms.record(seen(`a\u202eb\u0000c${'x'.repeat(500)}`))
    unknownTerms.record(seen('\u200b '))
    expect(names(unknownTerms).toSorted()).toEqual(['411111••••••1111', `a b c${'x'.repeat(75)}`])
    const bodies = rig.ledger.db.prepare('SELECT body FROM audit_entry').pluck().all() as Buffer[]
    expect(Buffer.concat(bodies).includes('4111111111111111')).toBe(false)
  })

  it('stops at a number: a gateway that makes up names can’t fill the ledger', () => {
    const { unknownTerms } = open()
    const terms = Array.from({ length: mostNotes * 3 }, (_, n) => ({
      kind: 'key' as const,
      name: `k${n}`,
    }))
    unknownTerms.record(seen('', { terms }))
    unknownTerms.record(seen('one-more'))
    expect(names(unknownTerms, 'a')).toHaveLength(mostNotes)
    unknownTerms.record(seen('elsewhere', { connectionId: 'b' }))
    expect(names(unknownTerms, 'b')).toEqual(['elsewhere'])
  })

  it('forgets nothing it could not write: it is noted when the ledger can', () => {
    const { rig, unknownTerms } = open()
    rig.ledger.db.exec(
      `CREATE TRIGGER full BEFORE INSERT ON audit_entry BEGIN SELECT RAISE(ABORT, 'disk full'); END`,
    )
    expect(() => unknownTerms.record(seen('loyalty'))).toThrow('disk full')
    expect(names(unknownTerms)).toEqual([])
    rig.ledger.db.exec('DROP TRIGGER full')
    unknownTerms.record(seen('loyalty'))
    expect(names(unknownTerms)).toEqual(['loyalty'])
  })
})
