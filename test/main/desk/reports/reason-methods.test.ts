// Reasons that are text alone get the code of a connection: as an entry of the log, once, and no
// request changes by it.
import { describe, expect, it } from 'vitest'
import { createReasonMethods } from '../../../../src/main/desk/reports/reason-methods.ts'
import { openReasonMap } from '../../../../src/main/ledger/settings/reason-map.ts'
import { localReader } from '../../../../src/main/ledger/worker/reader.ts'
import { createTestDesk, placeOf } from '../../../fakes/desk.ts'
import type { TestDesk } from '../../ledger/order-rig.ts'
import { faultOf, must } from '../../../journeys/story.ts'

function send(desk: TestDesk, id: string, comment: string, more = {}): void {
  const { journal } = desk.ports
  journal.draft({
    ...{ id, ...placeOf(id), connectionId: 'test-1', endpointId: '1144', operation: 'return' },
    ...{ risk: 'money', clientOrderid: id, lockKey: id, isFull: false, digest: 'd', seen: '[]' },
    ...{ expiresAt: desk.time.now + 1000, actor: 'ana', comment, tokenHash: 'h', request: {} },
    amount: { minor: 500n, currency: 'EUR', digits: 2 },
    ...more,
  })
  journal.approve(id, 'h', 'ana')
  const patch = { message: '', sentAt: desk.time.now }
  const arrow = { id, actor: 'paydesk', origin: 'desk' as const, patch }
  journal.move({ ...arrow, from: ['APPROVED'], to: 'SENDING' })
  journal.move({ ...arrow, from: ['SENDING'], to: 'ACCEPTED' })
}

function open() {
  const desk = createTestDesk()
  const { audit, clock } = desk.ports
  const methods = createReasonMethods({
    reader: localReader(desk.db, () => performance.now()),
    connections: () => desk.ports.connections.all(),
    reasons: openReasonMap(desk.db, audit, clock),
    actor: () => 'ben',
    onChange: () => undefined,
  })
  return { desk, methods }
}

describe('reasons that are text alone', () => {
  it('are listed with how often each was given, and which code its text is', async () => {
    const { desk, methods } = open()
    send(desk, '1', 'Broken in transit')
    send(desk, '2', 'broken  in transit')
    send(desk, '3', 'Damaged goods')
    send(desk, '4', 'Damaged goods', { reasonCode: 'damaged-goods' })
    send(desk, '5', 'salary', { operation: 'payout' })
    const { reasons, count, codes } = must(await methods['reason:uncoded']({}))
    expect(
      reasons.map(({ text, count: n, code, suggested }) => [text, n, code, suggested]),
    ).toEqual([
      ['Broken in transit', 2, null, null],
      ['Damaged goods', 1, null, 'damaged-goods'],
    ])
    expect(count).toBe(2)
    expect(codes).toContainEqual({ code: 'paid-twice', label: 'Paid twice' })
  })

  it('count under a code from then on, and can be mapped to another one or to none', async () => {
    const { desk, methods } = open()
    send(desk, '1', 'Broken in transit')
    const codes: (string | null)[] = []
    for (const code of ['damaged-goods', 'damaged-goods', 'not-delivered', null] as const) {
      const { reasons } = must(await methods['reason:map']({ text: ' BROKEN in transit', code }))
      codes.push(reasons[0]!.code)
    }
    expect(codes).toEqual(['damaged-goods', 'damaged-goods', 'not-delivered', null])
    const entries = desk.ports.audit.timeline('report')
    expect(
      entries.map(({ actor, details }) => [actor, details['before'], details['after']]),
    ).toEqual([
      ['ben', null, 'damaged-goods'],
      ['ben', 'damaged-goods', 'not-delivered'],
      ['ben', 'not-delivered', null],
    ])
    expect(desk.ports.journal.get('1')?.comment).toBe('Broken in transit')
  })

  it('get no code that no connection has', async () => {
    const { methods } = open()
    const fault = faultOf(await methods['reason:map']({ text: 'x', code: 'made-up' }))
    expect(fault).toMatchObject({ kind: 'input', field: 'code' })
  })
})
