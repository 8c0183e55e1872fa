// What counts of a person's day: which states, which time, which place among all that was
// confirmed.
import { expect, it } from 'vitest'
import { type AttemptState, attemptStates } from '#shared/attempt.ts'
import { type DayAsked, openDayUse } from '../../../../src/main/ledger/approvals/day-use.ts'
import { openAudit } from '../../../../src/main/ledger/audit/audit.ts'
import { inTransaction } from '../../../../src/main/ledger/db/open.ts'
import type { Change } from '../../../../src/main/ledger/projections/changes.ts'
import { newFolder, openAt, tickingClock } from '../ledger-rig.ts'

const kept = {
  ...{ connection_id: 'c', endpoint_id: '1', operation: 'payout', risk: 'money', orderid: '' },
  ...{ currency: 'EUR', digits: 2, is_full: 0, request: {}, digest: 'd', expires_at: 1 },
  ...{ actor: 'anna', comment: '', seen: '', message: '', created_at: 1, service: 's' },
  ...{ confirmed_at: 100, confirmed_number: 10 },
}
const asked = {
  isPractice: 0,
  person: 'anna',
  since: 100,
  before: 11,
  exceptAttempt: '',
  exceptRun: '',
} as const

function dayOf(all: readonly Record<string, string | number>[]) {
  const { db } = openAt(`${newFolder()}/ledger.sqlite`)
  const audit = openAudit(db, { clock: tickingClock(), monotonic: tickingClock() })
  const entry = { actor: 'anna', kind: 'attempt:sending', outcome: 'ok', origin: 'desk' } as const
  for (const [at, one] of all.entries()) {
    const id = `a${at}`
    const named = { id, client_orderid: id, lock_key: id, made_number: at + 1 }
    const cells = { ...kept, ...named, state: 'ACCEPTED', amount_minor: 2 ** at, ...one }
    const change: Change = ['add', 'attempt', cells]
    const draft = { ...entry, subject: 'order/c/1', details: {} }
    inTransaction(db, () => audit.append(draft, [change]))
  }
  const used = openDayUse(db)
  return (more: Partial<DayAsked> = {}): bigint =>
    used({ ...asked, ...more }).reduce((sum, { amount }) => sum + (amount?.minor ?? 0n), 0n)
}

it('counts every state but those of what never moved money', () => {
  const sumOf = dayOf(attemptStates.map((state) => ({ state })))
  const counted = attemptStates.filter((_, at) => (sumOf() & (1n << BigInt(at))) !== 0n)
  expect(counted).toEqual([
    ...(['APPROVED', 'SENDING', 'ACCEPTED', 'UNKNOWN', 'SUCCEEDED'] as const),
    'RESOLVED_BY_HAND',
  ] satisfies AttemptState[])
})

it('leaves out another person, another day, a later place, and what is asked about', () => {
  const sumOf = dayOf([
    {},
    { actor: 'bo' },
    { confirmed_at: 99 },
    { confirmed_number: 11 },
    { risk: 'write' },
    { state: 'RESOLVED_BY_HAND', hand_outcome: 'did-not-happen' },
    { state: 'RESOLVED_BY_HAND', hand_outcome: 'happened' },
    { state: 'REJECTED', conflict: 'The gateway shows it.' },
    { state: 'DECLINED', conflict: 'The gateway shows it.', confirmed_at: 99 },
    { service: 'sandbox shop' },
  ])
  expect(sumOf()).toBe(0b11000001n)
  expect(sumOf({ isPractice: 1 })).toBe(0b1000000000n)
  expect(sumOf({ exceptAttempt: 'a0' })).toBe(0b11000000n)
  expect(sumOf({ before: 12 })).toBe(0b11001001n)
  expect(sumOf({ since: 101 })).toBe(0n)
  expect(sumOf({ person: 'bo' })).toBe(0b10n)
})

it('is asked anew after each entry, one that was taken back among them', () => {
  const { db } = openAt(`${newFolder()}/ledger.sqlite`)
  const audit = openAudit(db, { clock: tickingClock(), monotonic: tickingClock() })
  const entry = { actor: 'anna', kind: 'attempt:sending', outcome: 'ok', origin: 'desk' } as const
  const used = openDayUse(db)
  const sum = () => used(asked).reduce((all, { amount }) => all + (amount?.minor ?? 0n), 0n)
  const add = (id: string, minor: number): void => {
    const named = { id, client_orderid: id, lock_key: id, made_number: minor, amount_minor: minor }
    const draft = { ...entry, subject: 'order/c/1', details: { id } }
    audit.append(draft, [['add', 'attempt', { ...kept, ...named, state: 'ACCEPTED' }]])
  }
  expect(sum()).toBe(0n)
  inTransaction(db, () => add('a', 1))
  expect(sum()).toBe(1n)
  const takenBack = (): void =>
    inTransaction(db, () => {
      add('b', 2)
      expect(sum()).toBe(3n)
      throw new Error('taken back')
    })
  expect(takenBack).toThrow('taken back')
  expect(sum()).toBe(1n)
  inTransaction(db, () => add('c', 4))
  expect(sum()).toBe(5n)
})
