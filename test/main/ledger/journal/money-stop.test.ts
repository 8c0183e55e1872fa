import { describe, expect, it } from 'vitest'
import type { Stop } from '#shared/stop.ts'
import type { DeskPorts } from '../../../../src/main/desk/base/ports.ts'
import { createMoneyStops } from '../../../../src/main/ledger/journal/money-stop.ts'
import { readFindings, recordFinding } from '../../../../src/main/ledger/schema/findings.ts'
import { inTransaction } from '../../../../src/main/ledger/db/open.ts'
import type { SealStop } from '../../../../src/main/ledger/audit/log-standing.ts'
import { createTestDesk } from '../../../fakes/desk.ts'

function stopsWith(seal: { stop(): string | null; accept(): void }) {
  const stopsOf = (message: string | null): SealStop[] =>
    message === null ? [] : [{ message, reach: 'all' }]
  const { db, ports } = createTestDesk()
  inTransaction(db, () =>
    recordFinding(db, { kind: 'quarantine', at: 1, message: 'The ledger was damaged.' }),
  )
  const stops = createMoneyStops(db, {
    seal: { stops: () => stopsOf(seal.stop()), accept: seal.accept },
    note: (draft) => inTransaction(db, () => ports.audit.append(draft)),
    clock: ports.clock,
    actor: () => 'anna',
  })
  return { stops, db, ports }
}

const old = 'This is an old copy of the ledger.'
const messageOf = (stops: readonly Stop[]) => stops.map(({ message }) => message)
const resumed = (ports: Pick<DeskPorts, 'audit'>) =>
  ports.audit
    .timeline('log')
    .filter((row) => row.kind === 'money:resumed')
    .map((row) => row.details)

describe('stops', () => {
  it('names every reason and goes on only after a person said why, which is audited for each', () => {
    let sealStop: string | null = old
    const { stops, db, ports } = stopsWith({
      stop: () => sealStop,
      accept: () => (sealStop = null),
    })
    stops.add('the ledger could not be written')
    expect(messageOf(stops.all())).toEqual([
      'The ledger was damaged.',
      old,
      'the ledger could not be written',
    ])
    const reason = 'checked against the gateway’s back office'
    stops.resume(
      stops.all().map(({ id }) => id),
      reason,
    )
    expect(stops.all()).toEqual([])
    expect(readFindings(db)).toEqual([])
    expect(resumed(ports)).toMatchObject([
      { stopped: 'The ledger was damaged.', reason },
      { stopped: old, reason },
      { stopped: 'the ledger could not be written', reason },
    ])
  })
  it('resume clears the stop that was shown and no other, whatever comes meanwhile', () => {
    let sealStop: string | null = old
    const { stops, db, ports } = stopsWith({
      stop: () => sealStop,
      accept: () => (sealStop = null),
    })
    const shown = stops.all().filter(({ message }) => message === old)
    stops.add('The ledger is damaged.')
    stops.resume(
      shown.map(({ id }) => id),
      'restored on purpose',
    )
    expect(messageOf(stops.all())).toEqual(['The ledger was damaged.', 'The ledger is damaged.'])
    expect(readFindings(db)).toEqual([])
    expect(resumed(ports)).toMatchObject([{ stopped: old, reason: 'restored on purpose' }])
  })
  it('a seal that says something else by now is another stop', () => {
    let sealStop: string | null = old
    const { stops } = stopsWith({ stop: () => sealStop, accept: () => (sealStop = null) })
    const shown = stops.all().map(({ id }) => id)
    sealStop = 'The signing key is another one.'
    stops.resume(shown, 'restored on purpose')
    expect(messageOf(stops.all())).toEqual(['The signing key is another one.'])
  })
  it('that come again after they were cleared are not cleared by who saw them the first time', () => {
    const { stops } = stopsWith({ stop: () => null, accept: () => undefined })
    stops.add('No room on the disk.')
    stops.add('No room on the disk.')
    const first = stops.all().map(({ id }) => id)
    expect(first).toHaveLength(2)
    stops.resume(first, 'made room')
    stops.add('No room on the disk.')
    stops.resume(first, 'made room')
    expect(messageOf(stops.all())).toEqual(['No room on the disk.'])
  })
  it('of production leave the sandbox to people who practise', () => {
    const { stops } = stopsWith({ stop: () => null, accept: () => undefined })
    stops.resume(
      stops.all().map(({ id }) => id),
      'nothing was open',
    )
    stops.add('No mark was found.', 'production')
    expect(stops.for({ isEmbedded: true })).toEqual([])
    expect(messageOf(stops.for({ isEmbedded: false }))).toEqual(['No mark was found.'])
    expect(messageOf(stops.for(undefined))).toEqual(['No mark was found.'])
  })
  it('audits nothing when nothing was stopped', () => {
    const { stops, ports } = stopsWith({ stop: () => null, accept: () => undefined })
    const shown = stops.all().map(({ id }) => id)
    stops.resume(shown, 'first')
    const size = ports.audit.head().size
    stops.resume(shown, 'second')
    expect(ports.audit.head().size).toBe(size)
  })
})
