import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { columns } from '../../../../src/main/ledger/export/csv.ts'
import { writeEntries } from '../../../../src/main/ledger/export/export-entries.ts'
import { requestColumns, requestReader } from '../../../../src/main/ledger/export/request-rows.ts'
import type { AttemptDraft } from '../../../../src/main/ledger/journal/journal.ts'
import { createTimeSlice } from '../../../../src/main/ledger/db/time-slice.ts'
import { createTestDesk, placeOf } from '../../../fakes/desk.ts'
import { newFolder } from '../ledger-rig.ts'
import { see, type TestDesk } from '../order-rig.ts'

const iban = 'DE89370400440532013000'
const place = { computer: 'desk-1', logId: 'f'.repeat(32) }

/** A request that a person made, Paydesk sent and the gateway refused or accepted. */
function send(
  desk: TestDesk,
  id: string,
  more: Partial<AttemptDraft>,
  end: 'ACCEPTED' | 'UNKNOWN' = 'ACCEPTED',
): void {
  const { journal } = desk.ports
  journal.draft({
    ...{ id, ...placeOf('7'), connectionId: 'test-1', endpointId: '1144', operation: 'payout' },
    ...{ risk: 'money', clientOrderid: id, lockKey: id, isFull: false, digest: 'd', seen: '[]' },
    ...{ expiresAt: desk.time.now + 1000, actor: 'deniz', comment: '', tokenHash: 'h' },
    amount: { minor: 125_000n, currency: 'EUR', digits: 2 },
    request: {},
    ...more,
  })
  const arrow = { id, actor: 'paydesk', origin: 'desk' as const, patch: { message: '' } }
  journal.approve(id, 'h', 'deniz')
  const patch = { message: '', sentAt: desk.time.now }
  journal.move({ ...arrow, from: ['APPROVED'], to: 'SENDING', patch })
  journal.move({ ...arrow, from: ['SENDING'], to: end })
}

const named = (row: readonly string[] | undefined) =>
  Object.fromEntries(requestColumns.map((name, at) => [name, row?.[at] ?? '']))

describe('the sheet of requests', () => {
  it('has one row a request: who asked, how much, what became of it and whom it paid', () => {
    const desk = createTestDesk()
    send(desk, 'pd-1', {
      request: { account_number: iban, account_name: 'ACME GmbH', order_desc: 'Invoice 12' },
      comment: 'weekly run',
    })
    const rows = requestReader(desk.db, place)(['pd-1', 'pd-0'])
    expect(rows).toHaveLength(1)
    expect(named(rows[0])).toMatchObject({
      ...{ operation: 'Payout', direction: 'out', amount: '1250.00', currency: 'EUR' },
      ...{ requested_by: 'deniz', outcome: 'processing', reason: 'weekly run' },
      ...{ payee: 'ACME GmbH', payee_account: iban, description: 'Invoice 12' },
      ...{ request: 'pd-1', computer: 'desk-1', log: place.logId },
    })
  })

  it('has the bank’s numbers of the answer that resolved a request, not of the newest one', () => {
    const desk = createTestDesk()
    const { journal, orders } = desk.ports
    see(desk, '7', { answer: { 'processor-rrn': '600000000001' } })
    send(desk, 'pd-1', {})
    const resolvedBy = orders.newest({ service: 'gateway of test-1', orderid: '7' })
    journal.move({
      ...{ id: 'pd-1', from: ['ACCEPTED'], to: 'SUCCEEDED', actor: 'paydesk', origin: 'service' },
      patch: { message: '', resolvedBy },
    })
    see(desk, '7', { answer: { status: 'declined', 'processor-rrn': '600000000002' } })
    const [row] = requestReader(desk.db, place)(['pd-1'])
    expect(named(row)).toMatchObject({ rrn: '600000000001', outcome: 'succeeded' })
  })
})

describe('the table of entries', () => {
  it('names who asked, the action in words, whom it paid, the computer and the log', async () => {
    const desk = createTestDesk()
    const account = { account_number: '4111111111111111', account_name: 'ACME GmbH' }
    send(desk, 'pd-1', { request: account })
    const folder = newFolder()
    const work = createTimeSlice({ monotonic: () => performance.now() })
    await writeEntries(desk.db, { folder, filter: {}, size: 1_000 }, work)
    const text = readFileSync(join(folder, 'audit.csv'), 'utf8')
    const rows = text.split('\r\n').map((line) => line.slice(1, -1).split('","'))
    // The details between them hold what separates cells here.
    const of = (name: (typeof columns)[number], from = 0) =>
      rows.slice(1, -1).map((row) => row.at(columns.indexOf(name) - from))
    const last = columns.length
    expect(new Set(of('requested_by'))).toEqual(new Set(['deniz']))
    expect(of('actor').at(-1)).toBe('paydesk')
    expect(of('action')).toEqual([
      ...['Payout: in review', 'Payout: confirmed', 'Payout: sending', 'Payout: processing'],
    ])
    expect(of('payee')).toEqual(['', '', 'ACME GmbH', ''])
    expect(of('computer', last)[0]).toBe(hostname())
    expect(of('log', last)[0]).toBe(desk.ports.audit.logId)
    expect(text).not.toContain(account.account_number)
  })

  it('names the recipient of a checked payout, which is paid by its order ID alone', () => {
    const desk = createTestDesk()
    const request = { account_number: iban, account_name: 'ACME GmbH', order_desc: 'Invoice 12' }
    send(desk, 'pd-1', { operation: 'payout-check', risk: 'write', request })
    send(desk, 'pd-2', { operation: 'payout-pay', request: { orderid: '7' } })
    const sending = desk.ports.audit
      .timeline('order/test-1/7')
      .filter(({ outcome }) => outcome === 'SENDING')
    expect(sending.at(-1)?.details).toMatchObject({
      ...{ payee: 'ACME GmbH', payeeAccount: iban, description: 'Invoice 12' },
      requestedBy: 'deniz',
    })
  })
})

describe('a register as a file', () => {
  const cellsIn = (folder: string): string[][] =>
    readFileSync(join(folder, 'list.csv'), 'utf8')
      .trimEnd()
      .split('\r\n')
      .map((line) => line.replace(/^\ufeff?"|"$/g, '').split('","'))

  it('has every request that was sent, newest first, as the sheet of requests has it', async () => {
    const desk = createTestDesk()
    const ids = Array.from({ length: 450 }, (_, n) => `pd-${1_000 + n}`)
    for (const id of ids) send(desk, id, { comment: `run ${id}` })
    send(desk, 'link-1', { operation: 'create-payment-link' })
    send(desk, 'other-1', { connectionId: 'test-2' })
    const folder = newFolder()
    const of = { connectionId: 'test-1', operations: ['payout' as const] }
    const { rows } = await desk.reader.run('request-file', { as: 'csv', of, folder })
    expect(rows).toBe(450)
    const [head, ...lines] = cellsIn(folder)
    expect(head).toEqual(requestColumns)
    const here = { computer: hostname(), logId: desk.ports.audit.logId }
    const sheet = requestReader(desk.db, here)(ids)
    expect(lines).toEqual(sheet.toReversed())
  })

  it('has the ones that are named, of any connection, in the order they are named in', async () => {
    const desk = createTestDesk()
    for (const [id, connectionId] of [
      ['pd-1', 'test-1'],
      ['pd-2', 'test-2'],
      ['pd-3', 'test-1'],
    ] as const) {
      desk.time.pass(1_000)
      send(desk, id, { connectionId }, id === 'pd-3' ? 'UNKNOWN' : 'ACCEPTED')
    }
    const folder = newFolder()
    await desk.reader.run('request-file', {
      ...{ as: 'csv' as const, folder },
      of: { attempts: ['pd-3', 'pd-2'] },
    })
    const at = requestColumns.indexOf('request')
    expect(cellsIn(folder).map((cells) => cells[at])).toEqual(['request', 'pd-3', 'pd-2'])
  })
})
