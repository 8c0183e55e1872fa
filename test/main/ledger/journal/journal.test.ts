import { describe, expect, it } from 'vitest'
import { attemptStates, mayMove, type AttemptState } from '#shared/attempt.ts'
import type { AttemptDraft } from '../../../../src/main/ledger/journal/journal.ts'
import { createTestDesk } from '../../../fakes/desk.ts'

const attempt = (more: Partial<AttemptDraft> = {}): AttemptDraft => ({
  id: 'a1',
  service: 'https://gate.example shop',
  connectionId: 'test-1',
  endpointId: '1144',
  operation: 'return',
  risk: 'money',
  orderid: '7000001',
  clientOrderid: 'inv-1',
  lockKey: 'order 7000001',
  amount: { minor: 1_000n, currency: 'EUR', digits: 2 },
  isFull: false,
  request: { orderid: '7000001' },
  digest: 'd1',
  expiresAt: Number.MAX_SAFE_INTEGER,
  actor: 'anna',
  comment: 'damaged',
  seen: 's1',
  tokenHash: 't1',
  ...more,
})

function journalWith(...ids: string[]) {
  const desk = createTestDesk()
  const { journal } = desk.ports
  for (const id of ids) journal.draft(attempt({ id }))
  const move = (id: string, from: AttemptState, to: AttemptState) =>
    journal.move({ id, from: [from], to, patch: { message: to }, actor: 'anna', origin: 'desk' })
  return { ...desk, journal, move }
}

/** A way to bring a fresh draft into each state, along arrows of the table. */
const wayTo: Record<AttemptState, AttemptState[]> = {
  DRAFT: [],
  APPROVED: ['APPROVED'],
  EXPIRED: ['EXPIRED'],
  UNDONE: ['UNDONE'],
  SENDING: ['APPROVED', 'SENDING'],
  NOT_SENT: ['APPROVED', 'SENDING', 'NOT_SENT'],
  ACCEPTED: ['APPROVED', 'SENDING', 'ACCEPTED'],
  REJECTED: ['APPROVED', 'SENDING', 'REJECTED'],
  UNKNOWN: ['APPROVED', 'SENDING', 'UNKNOWN'],
  SUCCEEDED: ['APPROVED', 'SENDING', 'ACCEPTED', 'SUCCEEDED'],
  DECLINED: ['APPROVED', 'SENDING', 'UNKNOWN', 'DECLINED'],
  FAILED: ['APPROVED', 'SENDING', 'UNKNOWN', 'FAILED'],
  RESOLVED_BY_HAND: ['APPROVED', 'SENDING', 'UNKNOWN', 'RESOLVED_BY_HAND'],
}

describe('journal', () => {
  it('a card number that got past every door is masked before it is written', () => {
    const card = '4929371845026736'
    const { journal, db, close } = journalWith()
    const request = { orderid: '7000001', comment: `card ${card}`, phone: '+4915112345678' }
    journal.draft(attempt({ comment: `card ${card}`, request }))
    const message = `Resolved by hand: card ${card}`
    const step = { id: 'a1', from: ['DRAFT'], to: 'UNDONE', actor: 'anna' } as const
    journal.move({ ...step, patch: { message }, origin: 'operator' })
    expect(journal.get('a1')).toMatchObject({
      comment: 'card 492937••••••6736',
      request: { ...request, comment: 'card 492937••••••6736' },
      message: 'Resolved by hand: card 492937••••••6736',
    })
    const rows = db.prepare('SELECT * FROM attempt').all()
    expect(
      JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? 0 : value)),
    ).not.toContain(card)
    close()
  })

  it('takes every arrow of the table and refuses every other one, in the ledger', () => {
    for (const from of attemptStates)
      for (const to of attemptStates) {
        const { journal, move, close } = journalWith('a1')
        let at: AttemptState = 'DRAFT'
        for (const next of wayTo[from]) {
          expect(move('a1', at, next).ok).toBe(true)
          at = next
        }
        expect([from, to, move('a1', from, to).ok]).toEqual([from, to, mayMove(from, to)])
        expect(journal.get('a1')?.state).toBe(mayMove(from, to) ? to : from)
        close()
      }
  })
  it('lets one caller burn a token, however many try', () => {
    const { journal } = journalWith('a1')
    const tries = Array.from({ length: 50 }, () => journal.approve('a1', 't1', 'anna'))
    expect(tries.filter((result) => result.ok)).toHaveLength(1)
    expect(journal.get('a1')?.tokenHash).toBeNull()
  })
  it('counts requests by state, of one connection or of all', () => {
    const { journal, move } = journalWith('a1')
    const elsewhere = { id: 'a2', connectionId: 'test-2', lockKey: 'order 7000002' }
    journal.draft(attempt(elsewhere))
    for (const id of ['a1', 'a2'])
      for (const to of wayTo.SENDING) move(id, to === 'SENDING' ? 'APPROVED' : 'DRAFT', to)
    move('a1', 'SENDING', 'UNKNOWN')
    expect(journal.count(['SENDING', 'UNKNOWN', 'ACCEPTED'])).toBe(2)
    expect(journal.count(['SENDING', 'UNKNOWN', 'ACCEPTED'], 'test-2')).toBe(1)
    expect(journal.count(['UNKNOWN'], 'test-2')).toBe(0)
    expect(journal.count(['UNKNOWN'], 'test-1')).toBe(1)
  })

  it('refuses a second open attempt for the same order by the index itself', () => {
    const { move } = journalWith('a1', 'a2')
    move('a1', 'DRAFT', 'APPROVED')
    move('a2', 'DRAFT', 'APPROVED')
    expect(move('a1', 'APPROVED', 'SENDING').ok).toBe(true)
    expect(move('a2', 'APPROVED', 'SENDING')).toMatchObject({
      ok: false,
      fault: { reason: 'order-busy' },
    })
    move('a1', 'SENDING', 'UNKNOWN')
    expect(move('a2', 'APPROVED', 'SENDING').ok).toBe(false)
    move('a1', 'UNKNOWN', 'FAILED')
    expect(move('a2', 'APPROVED', 'SENDING').ok).toBe(true)
  })
  it('leaves neither the arrow nor its record when one of them can’t be written', () => {
    const { journal, db, move, ports } = journalWith('a1')
    const before = ports.audit.head().size
    db.exec(
      `CREATE TRIGGER no_more BEFORE INSERT ON audit_entry BEGIN SELECT RAISE(ABORT, 'disk full'); END`,
    )
    expect(() => move('a1', 'DRAFT', 'APPROVED')).toThrow('disk full')
    expect(journal.get('a1')?.state).toBe('DRAFT')
    expect(ports.audit.head().size).toBe(before)
  })
  it('takes both arrows of a final answer, or neither', () => {
    const { journal, db, move } = journalWith('a1')
    move('a1', 'DRAFT', 'APPROVED')
    move('a1', 'APPROVED', 'SENDING')
    const answered = () =>
      journal.move({
        id: 'a1',
        from: ['SENDING'],
        to: 'ACCEPTED',
        patch: { message: 'taken' },
        actor: 'paydesk',
        origin: 'service',
        then: {
          id: 'a1',
          from: ['ACCEPTED'],
          to: 'SUCCEEDED',
          patch: { message: 'done' },
          actor: 'paydesk',
          origin: 'service',
        },
      })
    db.exec(
      `CREATE TRIGGER no_more BEFORE INSERT ON audit_entry WHEN NEW.kind = 'attempt:succeeded'
       BEGIN SELECT RAISE(ABORT, 'disk full'); END`,
    )
    expect(answered).toThrow('disk full')
    expect(journal.get('a1')?.state).toBe('SENDING')
    db.exec('DROP TRIGGER no_more')
    expect(answered()).toMatchObject({ ok: true, value: { state: 'SUCCEEDED' } })
  })
  it('refuses to change what was confirmed or to leave a final state, even by plain SQL', () => {
    const { db, move } = journalWith('a1')
    const run = (sql: string) => () => db.exec(sql)
    expect(run(`UPDATE attempt SET amount_minor = 999999`)).toThrow('never changes')
    expect(run(`UPDATE attempt SET orderid = 'other'`)).toThrow('never changes')
    expect(run(`DELETE FROM attempt`)).toThrow('never deleted')
    move('a1', 'DRAFT', 'UNDONE')
    expect(run(`UPDATE attempt SET state = 'APPROVED'`)).toThrow('never left')
  })
  it('names the attempts the poller asks about: open ones whatever their plan says, and watched ones', () => {
    const { journal, move } = journalWith('a1')
    move('a1', 'DRAFT', 'APPROVED')
    move('a1', 'APPROVED', 'SENDING')
    move('a1', 'SENDING', 'UNKNOWN')
    const { service } = attempt()
    const row = { id: 'a1', connectionId: 'test-1', service, state: 'UNKNOWN', nextCheckAt: 5_000 }
    expect(journal.awaited()).toEqual([{ ...row, nextCheckAt: null }])
    journal.noteCheck('a1', 5_000, 'not found yet')
    expect(journal.awaited()).toEqual([row])
    expect(journal.get('a1')?.checks).toBe(1)
    move('a1', 'UNKNOWN', 'FAILED')
    expect(journal.awaited()).toEqual([{ ...row, state: 'FAILED' }])
  })
  it('names no attempt that succeeded to the poller', () => {
    const { journal, move } = journalWith('a1')
    move('a1', 'DRAFT', 'APPROVED')
    move('a1', 'APPROVED', 'SENDING')
    move('a1', 'SENDING', 'UNKNOWN')
    journal.noteCheck('a1', 5_000, 'not found yet')
    move('a1', 'UNKNOWN', 'SUCCEEDED')
    expect(journal.awaited()).toEqual([])
  })
})
