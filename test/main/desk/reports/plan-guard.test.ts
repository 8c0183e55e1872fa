// What a regular report waits for: a gateway's clock, a person who may have the report, and its
// connection.
import { expect, it } from 'vitest'
import { formatMessage } from '#wording/format-messages.ts'
import type { Role } from '#shared/people/roles.ts'
import { plannedAs } from '#shared/reports/plan-methods.ts'
import { createPlanGuard } from '../../../../src/main/desk/reports/plan-guard.ts'
import { connection } from '../../../fakes/desk.ts'

const HOUR_MS = 3_600_000
const now = Date.UTC(2026, 10, 21, 9)
const sandbox = { ...connection, id: 'sandbox', isEmbedded: true }
const plan = (of: object = {}) => ({
  actor: 'ana',
  of: plannedAs.parse({
    ...{ report: 'moved', every: 'month', as: 'csv', zone: 'UTC', kind: 'test', ...of },
  }),
})
type Told = Record<string, { skewMs: number; at: number }>

function guardOf(
  options: {
    told?: Told
    all?: (typeof connection)[]
    ana?: { roles: readonly Role[]; isRemoved: boolean }
    tampering?: string
    moved?: string
    broken?: string
  } = {},
) {
  const { told = { 'test-1': { skewMs: 0, at: now } }, all = [connection, sandbox], ana } = options
  const me = { ...ana, name: 'ana' }
  return createPlanGuard({
    ...{ clock: () => now, connections: () => all, skew: (id) => told[id] ?? null },
    ...{ checked: () => null, tampering: () => options.tampering ?? null },
    moved: () => options.moved ?? null,
    roll: {
      ...{ isOn: () => ana !== undefined, fault: () => options.broken ?? null },
      read: () => ({ people: new Map([['p-1', me]]) }) as never,
    },
  })
}
const saidOf = (options: Parameters<typeof guardOf>[0], of = plan()): string | null => {
  const why = guardOf(options).whyNot(of)
  return why === null ? null : formatMessage(why)
}

it('waits until a gateway told the time in the last day', () => {
  expect(saidOf({})).toBeNull()
  const useless: Told[] = [
    {},
    { sandbox: { skewMs: 0, at: now } },
    { 'test-1': { skewMs: 0, at: now - 25 * HOUR_MS } },
  ]
  for (const told of useless)
    expect(saidOf({ told })).toMatch(/waits for the next answer of a gateway/)
  // The clock went on by a year since the answer, or back.
  for (const at of [now - 8_760 * HOUR_MS, now + 8_760 * HOUR_MS])
    expect(saidOf({ told: { 'test-1': { skewMs: 0, at } } })).toMatch(/waits for/)
})

it('needs no gateway where there is the practice gateway alone', () => {
  expect(saidOf({ told: {}, all: [sandbox] }, plan({ kind: 'sandbox' }))).toBeNull()
})

it('waits while a gateway’s clock is a day away, and never runs ahead of one', () => {
  const told = (hours: number): Told => ({ 'test-1': { skewMs: hours * HOUR_MS, at: now } })
  expect(saidOf({ told: told(-25) })).toMatch(/differ by more than a day/)
  expect(saidOf({ told: told(25) })).toMatch(/differ by more than a day/)
  expect(guardOf({ told: told(-20) }).now()).toBe(now - 20 * HOUR_MS)
  expect(guardOf({ told: told(20) }).now()).toBe(now)
})

it.each<[string, readonly Role[], boolean, boolean]>([
  ['saves reports', ['auditor'], false, true],
  ['was removed', ['auditor'], true, false],
  ['may only read reports', ['approver'], false, false],
])('looks at the person who set it up: one who %s', (_who, roles, isRemoved, may) => {
  const said = saidOf({ ana: { roles, isRemoved } })
  if (may) expect(said).toBeNull()
  else expect(said).toMatch(/^ana set this report up and may not save reports any more/)
})

it('says so where no connection is left that the report is of', () => {
  const gone = /connection of this report is not there/
  expect(saidOf({}, plan({ connectionId: 'test-1' }))).toBeNull()
  expect(saidOf({}, plan({ connectionId: 'other' }))).toMatch(gone)
  expect(saidOf({}, plan({ kind: 'production' }))).toMatch(gone)
  expect(saidOf({}, plan({ kind: 'production', connectionId: 'test-1' }))).toMatch(gone)
  expect(saidOf({}, plan({ kind: 'removed' }))).toBeNull()
})

it('waits while another program changed the ledger, and says so before anything else', () => {
  expect(saidOf({ tampering: 'A table was changed.', all: [] })).toBe('A table was changed.')
})

it('waits while it is not known who may have it', () => {
  const nobody = { roles: [], isRemoved: false }
  expect(saidOf({ ana: nobody, broken: 'The people are not proven.' })).toBe(
    'The people are not proven.',
  )
})

it('saves nothing once work goes on at another computer', () => {
  expect(saidOf({ moved: 'The records moved.' })).toBe('The records moved.')
})
