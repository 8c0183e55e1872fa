// Payments that somebody questions stand among what needs a person, with the day that a person set,
// until that person says that it is over; what the gateway tells later brings them back.
import { describe, expect, it } from 'vitest'
import { createDisputeMethods } from '../../../../src/main/desk/disputes/dispute-methods.ts'
import { openDisputeRows, openDisputes } from '../../../../src/main/ledger/disputes/disputes.ts'
import { snapshotOf } from '#shared/gateway/orders/status-snapshot.ts'
import { connection, createTestDesk, placeOf } from '../../../fakes/desk.ts'
import { saleStatus } from '../../../fakes/gateway.ts'
import { faultOf, must } from '../../../journeys/story.ts'

function open() {
  const desk = createTestDesk()
  const { audit, clock, orders } = desk.ports
  const methods = createDisputeMethods(desk.ports, openDisputes(desk.db, audit, clock))
  const tell = (orderid: string, type: string, status = 'approved'): void => {
    desk.time.pass(60_000)
    const answer = saleStatus('50.00', { 'transaction-type': type, status })
    orders.storeSnapshot({
      ...{ asked: orders.drawNumber(), ...placeOf(orderid), connectionId: 'test-1' },
      ...{ clientOrderid: `inv-${orderid}`, serialNumber: '', actor: 'anna', isLookUp: true },
      ...{ answer, snapshot: snapshotOf(answer, connection.settings) },
    })
  }
  const rows = () => openDisputeRows(desk.db)
  return { desk, methods, tell, rows }
}
const at = (orderid: string) => ({ connectionId: 'test-1', orderid })

describe('a payment that somebody questions', () => {
  it('is listed once with all its questions; one that was refused is none', () => {
    const { tell, rows } = open()
    tell('1', 'sale')
    tell('2', 'sale')
    tell('2', 'retrieval')
    tell('2', 'dispute')
    tell('3', 'dispute', 'declined')
    tell('4', 'chargeback')
    // A refund that the gateway tells later does not end the question.
    tell('4', 'reversal')
    tell('2', 'retrieval')
    expect(rows().map(({ orderid, questions }) => [orderid, questions])).toEqual([
      ['4', ['chargeback']],
      ['2', ['retrieval', 'dispute']],
    ])
    expect(rows()[1]).toMatchObject({
      amount: { minor: 5000n, currency: 'EUR' },
      ...{ clientOrderid: 'inv-2', due: null },
    })
  })

  it('stands before the others by the day that a person set, which the log names', async () => {
    const { desk, methods, tell, rows } = open()
    for (const orderid of ['1', '2', '3']) tell(orderid, 'dispute')
    must(await methods['dispute:set-due']({ ...at('3'), day: '2026-12-02' }))
    must(await methods['dispute:set-due']({ ...at('2'), day: '2026-12-09' }))
    expect(rows().map(({ orderid, due }) => [orderid, due])).toEqual([
      ['3', '2026-12-02'],
      ['2', '2026-12-09'],
      ['1', null],
    ])
    must(await methods['dispute:set-due']({ ...at('3'), day: null }))
    expect(rows().map(({ orderid }) => orderid)).toEqual(['2', '1', '3'])
    const entries = desk.ports.audit.timeline('order/test-1/3')
    expect(
      entries.flatMap(({ kind, actor, details }) =>
        kind === 'order:dispute-due' ? [[actor, details['day']]] : [],
      ),
    ).toEqual([
      ['anna', '2026-12-02'],
      ['anna', null],
    ])
  })

  it('leaves when a person says that it is over, and comes back with the next word', async () => {
    const { methods, tell, rows } = open()
    tell('1', 'retrieval')
    const { reportedSeq } = rows()[0]!
    tell('1', 'dispute')
    // What was told since was not seen.
    must(await methods['dispute:end']({ ...at('1'), reportedSeq }))
    expect(rows().map(({ questions }) => questions)).toEqual([['dispute']])
    must(await methods['dispute:end']({ ...at('1'), reportedSeq: rows()[0]!.reportedSeq }))
    expect(rows()).toEqual([])
    tell('1', 'chargeback')
    expect(rows().map(({ questions }) => questions)).toEqual([['chargeback']])
  })

  it('is ended only by a question of its own, and by an older page not once more', async () => {
    const { desk, methods, tell, rows } = open()
    tell('2', 'dispute')
    const ofOther = rows()[0]!.reportedSeq
    tell('1', 'sale')
    const sale = desk.ports.orders.newest(placeOf('1'))!
    tell('1', 'retrieval')
    const first = rows().find(({ orderid }) => orderid === '1')!.reportedSeq
    for (const reportedSeq of [ofOther, sale, first + 1, Number.MAX_SAFE_INTEGER]) {
      const fault = faultOf(await methods['dispute:end']({ ...at('1'), reportedSeq }))
      expect(fault).toMatchObject({ reason: 'not-possible' })
    }
    tell('1', 'dispute')
    const { reportedSeq } = rows().find(({ orderid }) => orderid === '1')!
    must(await methods['dispute:end']({ ...at('1'), reportedSeq }))
    must(await methods['dispute:end']({ ...at('1'), reportedSeq: first }))
    expect(rows().map(({ orderid }) => orderid)).toEqual(['2'])
    tell('1', 'chargeback')
    expect(rows().map(({ questions }) => questions)).toEqual([['dispute'], ['chargeback']])
  })

  it('is nothing where the order, or the connection, is not known here', async () => {
    const { methods } = open()
    const unread = faultOf(await methods['dispute:set-due']({ ...at('9'), day: '2026-12-02' }))
    expect(unread).toMatchObject({ kind: 'denied', reason: 'not-found' })
    const other = { connectionId: 'none', orderid: '1', reportedSeq: 1 }
    expect(faultOf(await methods['dispute:end'](other))).toMatchObject({ reason: 'not-found' })
  })
})
