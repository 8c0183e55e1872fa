import { describe, expect, it } from 'vitest'
import { createStops } from '../../../src/main/ledger/stops.ts'
import { readFindings, recordFinding } from '../../../src/main/ledger/migrate.ts'
import { inTransaction } from '../../../src/main/ledger/open.ts'
import { createTestDesk } from '../../fakes/desk.ts'

function stopsWith(seal: { stop(): string | null; accept(): void }) {
  const { db, ports } = createTestDesk()
  inTransaction(db, () =>
    recordFinding(db, { kind: 'set-aside', at: 1, words: 'The ledger was damaged.' }),
  )
  const stops = createStops(db, {
    findings: readFindings(db),
    seal,
    note: (draft) => inTransaction(db, () => ports.audit.append(draft)),
    clock: ports.clock,
    actor: 'clerk',
  })
  return { stops, db, ports }
}

describe('stops', () => {
  it('names the first reason and goes on only after a person said why, which is audited', () => {
    let sealStop: string | null = 'This is an old copy of the ledger.'
    const { stops, db, ports } = stopsWith({
      stop: () => sealStop,
      accept: () => (sealStop = null),
    })
    stops.add('the ledger could not be written')
    expect(stops.current()).toBe('The ledger was damaged.')
    stops.resume('checked against the service’s back office')
    expect(stops.current()).toBeNull()
    expect(readFindings(db)).toEqual([])
    const [entry] = ports.audit.timeline('log').filter((row) => row.kind === 'money:resumed')
    expect(entry?.details).toMatchObject({
      stopped: 'The ledger was damaged.',
      reason: 'checked against the service’s back office',
    })
  })
  it('audits nothing when nothing was stopped', () => {
    const { stops, ports } = stopsWith({ stop: () => null, accept: () => undefined })
    stops.resume('first')
    const size = ports.audit.head().size
    stops.resume('second')
    expect(ports.audit.head().size).toBe(size)
  })
})
