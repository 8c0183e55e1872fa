// Each role, each pair of roles and nobody, with each method of the bridge and each operation: what
// their rights don't give is refused before the desk hears of it, whatever the page shows.
import { describe, expect, it } from 'vitest'
import { type Method, methods } from '#shared/contract/bridge.ts'
import { type Named, needsOf } from '#shared/contract/method-rights.ts'
import type { Result } from '#shared/fault.ts'
import { operationIds, rowOf, type OperationId } from '#shared/gateway/operations/index.ts'
import { givableRights, type Holder } from '#shared/people/own-roles.ts'
import { type Right, rights } from '#shared/people/rights.ts'
import { type Role, rightsOf, roleIds } from '#shared/people/roles.ts'
import { formatMessage } from '#wording/format-messages.ts'
import { type Access, guardDesk } from '../../../../src/main/desk/people/guard.ts'
import { answerCall } from '../../../../src/main/shell/ipc.ts'
import { contentsOf, eventOf, ourFrame } from '../../../fakes/shell/call-event.ts'
import { type Asked, fakeDesk } from '../../../fakes/shell/fake-desk.ts'

const all = Object.keys(methods) as Method[]
const named = (operation: OperationId): Named => ({
  operationOfAttempt: (id) => (id === 'a' ? operation : null),
  operationOfRun: (id) => (id === 'r' ? operation : null),
  operationOfApproval: (id) => (id === 'p' ? operation : null),
})
const holding = (held: readonly Role[] | Holder | null): Access => ({
  isOn: () => true,
  me: () => (held === null ? null : 'roles' in held ? held : { roles: held }),
  number: () => 1,
  people: () => [],
  moved: () => null,
})

type Called = (method: Method, operation: OperationId) => Promise<Result<unknown>>
function deskOf(access: Access): { asked: Asked[]; call: Called } {
  const asked: Asked[] = []
  const call: Called = (method, operation) => {
    const input = { operation, attemptId: 'a', runId: 'r', approvalId: 'p', name: 'drafts' }
    const act = guardDesk(fakeDesk(asked), access, named(operation))[method]
    return (act as (input: unknown) => Promise<Result<unknown>>)(input)
  }
  return { asked, call }
}

const pairs = roleIds.flatMap((one, at) => roleIds.slice(at + 1).map((two): Role[] => [one, two]))
const ownRole = (name: string, rights: readonly Right[]): Holder => ({
  roles: [],
  ownRoles: [{ id: 'r-0000000000000000', name, rights }],
})
const holders: (Holder | null)[] = [
  null,
  ...roleIds.map((role): Holder => ({ roles: [role] })),
  ...pairs.map((roles): Holder => ({ roles })),
  ownRole('refunds', ['return', 'status', 'notes']),
  ownRole('reports', ['reports', 'export']),
  ownRole('all that a role can give', givableRights),
  { ...ownRole('resolves', ['resolve']), roles: ['support'] },
]
const byOperation = all.filter(
  (method) =>
    new Set(
      operationIds.map((id) =>
        JSON.stringify(
          needsOf(
            method,
            { operation: id, attemptId: 'a', runId: 'r', approvalId: 'p' },
            named(id),
          ),
        ),
      ),
    ).size > 1,
)
const cells = holders.flatMap((holder) => [
  ...all.map((method) => ({ holder, method, operation: 'return' as OperationId })),
  ...byOperation.flatMap((method) =>
    operationIds.map((operation) => ({ holder, method, operation })),
  ),
])

describe('each role and each method', () => {
  it(`is held by main alone in ${cells.length} cells`, async () => {
    let [refused, passed] = [0, 0]
    for (const { holder, method, operation } of cells) {
      const { asked, call } = deskOf(holding(holder))
      const answer = await call(method, operation)
      const input = { operation, attemptId: 'a', runId: 'r', approvalId: 'p', name: 'drafts' }
      const needs = needsOf(method, input, named(operation))
      const own = holder?.ownRoles?.flatMap((role) => role.rights) ?? []
      const held: ReadonlySet<string> = new Set([...rightsOf(holder?.roles ?? []), ...own])
      const may =
        needs.includes('open') ||
        (holder !== null && needs.every((need) => need === 'signed-in' || held.has(need)))
      const names = [...(holder?.roles ?? []), ...(holder?.ownRoles ?? []).map(({ name }) => name)]
      const cell = `${holder === null ? 'nobody' : names.join('+')} ${method} ${operation}`
      expect([cell, answer.ok, asked.length]).toEqual([cell, may, may ? 1 : 0])
      if (!answer.ok) {
        refused += 1
        expect(answer.fault, cell).toMatchObject({ kind: 'denied', reason: 'not-permitted' })
        expect(formatMessage(answer.fault.message), cell).toMatch(/Sign in first|need the role/)
      } else passed += 1
    }
    expect(cells.length).toBeGreaterThanOrEqual(1_500)
    expect(refused).toBeGreaterThan(1_500)
    expect(passed).toBeGreaterThan(1_000)
  })

  it('leaves everything to whoever opens Paydesk while sign-in is off', async () => {
    const { asked, call } = deskOf({ ...holding(null), isOn: () => false })
    for (const method of all) expect(await call(method, 'payout')).toMatchObject({ ok: true })
    expect(asked).toHaveLength(all.length)
  })

  it('stands behind the channel: a forged message of our own page is refused as well', async () => {
    const asked: Asked[] = []
    const frame = ourFrame()
    const contents = contentsOf(frame)
    const desk = guardDesk(fakeDesk(asked), holding(['support']), named('payout'))
    const ports = {
      desk: Promise.resolve({ ok: true, value: desk } as const),
      ourContents: () => contents,
      keepDropped: () => '',
      newIncident: () => 'X',
      note: () => undefined,
      report: () => undefined,
    }
    const forged = await answerCall(ports, eventOf(contents, frame), 'attempt:confirm', {
      ...{ attemptId: 'a', token: 't' },
    })
    expect(forged).toMatchObject({ ok: false, fault: { reason: 'not-permitted' } })
    expect(asked).toEqual([])
  })

  it('gives no answer to whoever sits there when the one who asked was signed out', async () => {
    let number = 1
    const access = { ...holding(['auditor']), number: () => number }
    const slow = fakeDesk([], {
      'order:list': () => {
        number = 2
        return { ok: true, value: 'orders' }
      },
    })
    const answer = await guardDesk(slow, access, named('return'))['order:list']({
      limit: 1,
    } as never)
    expect(answer).toMatchObject({ ok: false, fault: { kind: 'bug', sent: 'maybe' } })
  })
})

describe('what the tables say', () => {
  const may = async (role: Role, method: Method, operation: OperationId): Promise<boolean> =>
    (await deskOf(holding([role])).call(method, operation)).ok

  it('lets support look and write notes, and move nothing', async () => {
    expect(await may('support', 'order:look-up', 'return')).toBe(true)
    expect(await may('support', 'order:note', 'return')).toBe(true)
    for (const method of ['attempt:review', 'attempt:confirm', 'attempt:send-now'] as const)
      expect([method, await may('support', method, 'return')]).toEqual([method, false])
    expect(await may('support', 'order:export', 'return')).toBe(false)
  })

  it('lets payments refund and not pay out, and payouts the other way round', async () => {
    expect(await may('payments', 'attempt:confirm', 'return')).toBe(true)
    expect(await may('payments', 'attempt:confirm', 'payout')).toBe(false)
    expect(await may('payments', 'attempt:confirm', 'transfer')).toBe(false)
    expect(await may('payouts', 'attempt:confirm', 'payout')).toBe(true)
    expect(await may('payouts', 'attempt:confirm', 'return')).toBe(false)
  })

  it('lets a run do what its people may do one by one', async () => {
    for (const method of ['run:create', 'run:review', 'run:confirm', 'run:resume'] as const) {
      expect(await may('payments', method, 'return')).toBe(true)
      expect(await may('payments', method, 'payout')).toBe(false)
      expect(await may('payouts', method, 'payout')).toBe(true)
      expect(await may('payouts', method, 'return')).toBe(false)
    }
  })

  it('lets nobody match a report or decide its lines but who resolves open requests', async () => {
    const methods = ['take', 'keep', 'decide', 'agree', 'aside'] as const
    for (const method of methods.map((one) => `reconcile:${one}` as const))
      for (const role of roleIds)
        expect([role, await may(role, method, 'return')]).toEqual([role, role === 'approver'])
    for (const role of ['auditor', 'payments', 'payouts', 'approver'] as const)
      expect([role, await may(role, 'reconcile:rows', 'return')]).toEqual([role, true])
  })

  it('lets nobody but an administrator change people, connections and keys', async () => {
    for (const method of ['people:add', 'connection:save', 'key:create-rsa'] as const)
      for (const role of roleIds)
        expect([role, await may(role, method, 'return')]).toEqual([role, role === 'administrator'])
  })

  it('lets neither approver, auditor nor administrator send anything', async () => {
    for (const role of ['approver', 'auditor', 'administrator'] as const)
      for (const operation of operationIds) {
        if (rowOf(operation).risk !== 'read')
          expect(await may(role, 'attempt:confirm', operation)).toBe(false)
      }
  })

  it('gives each right to a role', () => {
    const given = rightsOf(roleIds)
    expect(rights.filter((right) => !given.has(right))).toEqual([])
  })

  it('opens only what tells nothing of orders before somebody signed in', () => {
    const input = { name: 'drafts' }
    const open = all.filter((method) => needsOf(method, input, named('return')).includes('open'))
    expect(open).toEqual([
      ...['people:standing', 'people:sign-in', 'people:switch-on'],
      ...['people:recover', 'people:take-over'],
      ...['window:failed', 'window:reload'],
    ])
  })
})
