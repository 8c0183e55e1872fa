// What an approval is worth: a signature counts for exactly what was signed, by somebody who may
// say it, while it lasts. One thing is changed at a time.
import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { digestOfRequest, approvalText } from '../../../../src/main/desk/approvals/approval-text.ts'
import {
  type ApprovedRowsPort,
  openApprovedRows,
} from '../../../../src/main/desk/approvals/approved-rows.ts'
import { approvalFault } from '../../../../src/main/desk/approvals/approval-fault.ts'
import {
  approvalNeeded,
  approversNow,
  approversOf,
  digestOf,
  type GatePorts,
  requestOf,
} from '../../../../src/main/desk/approvals/approval-gate.ts'
import type { ApprovalRow } from '../../../../src/main/ledger/approvals/approvals.ts'
import type { AttemptRow } from '../../../../src/main/ledger/journal/attempt-row.ts'
import type { Person, Roll } from '#shared/people/roll.ts'
import { groupOf, type Limit, needsOf } from '#shared/people/limits.ts'
import { say } from '#shared/message.ts'
import { operationIds, rowOf } from '#shared/gateway/operations/index.ts'
import type { Role } from '#shared/people/roles.ts'

const keys = { bo: generateKeyPairSync('ed25519'), cy: generateKeyPairSync('ed25519') }
const rawOf = (name: keyof typeof keys): string =>
  Buffer.from(keys[name].publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString(
    'base64',
  )
const ids = { bo: `p-${'b'.repeat(16)}`, cy: `p-${'c'.repeat(16)}` }
const person = (of: keyof typeof keys, name: string, roles: Role[]): Person => ({
  ...{ id: ids[of], name, roles, key: rawOf(of), isRemoved: false, since: 0, signedBy: 'Ada' },
})
const bo = person('bo', 'Bo', ['payments'])
const cy = person('cy', 'Cy', ['payments', 'approver'])
const limit: Limit = {
  ...{
    role: 'payments',
    group: 'refunds',
    currency: 'EUR',
    above: '1000',
    digits: 2,
    approvals: 1,
  },
}
const eur = (minor: bigint) => ({ minor, currency: 'EUR', digits: 2 })
const row = {
  ...{ id: 'a1', service: 's', connectionId: 'c', endpointId: '1', operation: 'return' },
  ...{ orderid: '7', amount: eur(2500n), isFull: false, replaces: null, row: null, actor: 'Bo' },
  conflict: null,
  request: { orderid: '7', amount: '25.00', currency: 'EUR', comment: 'Damaged' },
} as unknown as AttemptRow
const digest = digestOfRequest(row, false)
const said = {
  ...{ v: 1, log: 'log', approval: 'ap', digest, author: ids.bo, seen: '', expiresAt: 100 },
  ...{ statements: 3, by: ids.cy, at: 5 },
}
const signedBy = (name: keyof typeof keys, text: object) => {
  const body = JSON.stringify(text)
  return {
    body,
    signature: sign(null, approvalText(body), keys[name].privateKey).toString('base64'),
  }
}
const approval = {
  ...{ ...row, hasOwnId: false, runId: null, amounts: null },
  ...{ id: 'ap', digest, author: ids.bo, expiresAt: 100, operation: 'return', state: 'WAITING' },
  signatures: [signedBy('cy', said)],
} as unknown as ApprovalRow

function portsOf(
  over: {
    people?: Person[]
    limits?: Limit[]
    now?: number
    fault?: string
    one?: ApprovalRow
    earlier?: AttemptRow[]
    /** The request about which its own author said that it did not happen. */
    ownWord?: string
    returned?: ReturnType<typeof eur>
  } = {},
): GatePorts & ApprovedRowsPort {
  const people = new Map((over.people ?? [bo, cy]).map((one) => [one.id, one]))
  const roll = { people, limits: over.limits ?? [limit], size: 3 } as unknown as Roll
  return {
    roll: { isOn: () => true, read: () => roll, fault: () => over.fault ?? null },
    approvals: {
      now: () => over.now ?? 10,
      waitingFor: (of: string) => (of === digest ? [over.one ?? approval] : []),
      isOwnWord: (id: string) => id === over.ownWord,
    },
    journal: { ofOrder: () => over.earlier ?? [] },
    orders: { facts: () => ({ returned: over.returned ?? null }) },
    audit: { logId: 'log' },
    runs: { get: () => null },
    approvedRows: openApprovedRows(),
  } as unknown as GatePorts & ApprovedRowsPort
}
const faultOf = (ports: GatePorts & ApprovedRowsPort, of: Partial<AttemptRow> = {}) =>
  approvalFault(ports, { ...row, ...of }, undefined, null)

describe('a signature', () => {
  it('counts while everything is as it was signed', () => {
    expect(approversOf(portsOf(), approval).map(({ name }) => name)).toEqual(['Cy'])
    expect(faultOf(portsOf())).toBe(null)
  })

  it.each([
    ['another log', { log: 'other' }],
    ['another approval', { approval: 'other' }],
    ['another request', { digest: 'other' }],
    ['another author', { author: ids.cy }],
    ['another expiry', { expiresAt: 999 }],
    ['a later time', { at: 11 }],
    ['people who are not there yet', { statements: 4 }],
    ['nobody here', { by: 'eve' }],
    ['the author', { by: ids.bo }],
    ['another form', { v: 2 }],
  ] as const)('of %s does not count', (_what, change) => {
    const by = 'by' in change && change.by === ids.bo ? 'bo' : 'cy'
    const one = { ...approval, signatures: [signedBy(by, { ...said, ...change })] }
    expect(approversOf(portsOf({ one }), one)).toEqual([])
    expect(faultOf(portsOf({ one }))).not.toBe(null)
  })

  it('of the author does not count, though the author may approve what others ask for', () => {
    const people = [{ ...bo, roles: ['payments', 'approver'] as Role[] }, cy]
    const one = { ...approval, signatures: [signedBy('bo', { ...said, by: ids.bo })] }
    expect(approversOf(portsOf({ one, people }), one)).toEqual([])
    expect(faultOf(portsOf({ one, people }))).not.toBe(null)
    const others = { ...one, author: ids.cy }
    const ofOthers = signedBy('bo', { ...said, by: ids.bo, author: ids.cy })
    expect(approversOf(portsOf({ people }), { ...others, signatures: [ofOthers] })).toHaveLength(1)
  })

  it('of somebody else’s key, or of no text at all, does not count', () => {
    for (const one of [
      signedBy('bo', said),
      { body: '{', signature: '' },
      { body: '[]', signature: 'A' },
    ])
      expect(approversOf(portsOf(), { ...approval, signatures: [one] })).toEqual([])
  })

  it('counts once for one person, and not after its time', () => {
    const twice = {
      ...approval,
      signatures: [signedBy('cy', said), signedBy('cy', { ...said, at: 6 })],
    }
    expect(approversOf(portsOf(), twice)).toHaveLength(1)
    expect(approversOf(portsOf({ now: 100 }), approval)).toEqual([])
  })

  it.each([
    ['before', [said, { ...said, seen: '["moved"]', at: 6 }]],
    ['after', [{ ...said, seen: '["moved"]', at: 6 }, said]],
  ] as const)('of another state of the order takes none away that came %s it', (_what, both) => {
    const one = { ...approval, seen: '', signatures: both.map((text) => signedBy('cy', text)) }
    expect(faultOf(portsOf({ one }))).toBe(null)
    expect(approversNow(portsOf({ one }), one).map(({ name }) => name)).toEqual(['Cy'])
    const two = portsOf({ one, limits: [{ ...limit, approvals: 2 }] })
    expect(faultOf(two)).toMatchObject({ message: say('approvals.still-missing', { count: 1 }) })
  })

  it.each([
    ['was removed', { isRemoved: true }],
    ['may approve no more', { roles: ['payments'] as Role[] }],
    ['may not do it themselves', { roles: ['approver'] as Role[] }],
    ['has another key', { key: rawOf('bo') }],
  ])('of somebody who %s does not count', (_what, change) => {
    expect(approversOf(portsOf({ people: [bo, { ...cy, ...change }] }), approval)).toEqual([])
  })
})

describe('a request', () => {
  it.each([
    ['another amount', { amount: eur(2501n) }],
    ['another order', { orderid: '8' }],
    ['another connection', { connectionId: 'd' }],
    ['another account', { service: 't' }],
    ['another endpoint', { endpointId: '2' }],
    ['another operation', { operation: 'void' }],
    ['the whole', { isFull: true }],
    ['a repetition', { replaces: 'a0' }],
    ['another reason', { request: { ...row.request, comment: 'Other' } }],
    ['one more field', { request: { ...row.request, email: 'x@y.example' } }],
  ])('of %s is not the one that was approved', (_what, change) => {
    expect(digestOfRequest({ ...row, ...change }, false)).not.toBe(digest)
  })

  it('of a checked payout is of whom the check pays, and says so', () => {
    const pays = (account: string) => ({ goesTo: { account_number: account, orderid: '6' } })
    const pay = { ...row, operation: 'payout-pay', request: { orderid: '7' } }
    expect(requestOf(pay, pays('DE1'))).toEqual({ account_number: 'DE1', orderid: '7' })
    expect(digestOf(pay, pays('DE1'))).not.toBe(digestOf(pay, pays('DE2')))
    expect(digestOf(row, { goesTo: {} })).toBe(digestOf(row, undefined))
  })

  it('of a run, and of a name that nobody here has, goes nowhere', () => {
    expect(faultOf(portsOf(), { row: { runId: 'r', at: 0 } })).not.toBe(null)
    expect(faultOf(portsOf(), { actor: 'paydesk' })).not.toBe(null)
  })

  it.each([
    ['lost the role', { roles: ['support'] as Role[] }],
    ['has no role of it any more', { roles: ['payouts', 'approver'] as Role[] }],
    ['was removed', { isRemoved: true }],
  ])('of somebody who %s is under every limit', (_what, change) => {
    const needed = (people: Person[]) => approvalNeeded(portsOf({ people }), row)?.approvals
    expect(needed([{ ...bo, ...change }, cy])).toBe(1)
    expect(needed([bo, cy])).toBe(1)
    expect(approvalNeeded(portsOf(), { ...row, amount: eur(1000n) })).toBe(null)
  })

  it('goes nowhere while the file says other things about people than the keychain', () => {
    expect(faultOf(portsOf({ fault: 'changed' }))).toMatchObject({ message: 'changed' })
    expect(faultOf(portsOf({ fault: 'changed', limits: [] }))).not.toBe(null)
  })

  it('counts what was sent for its order before, unless that surely moved nothing', () => {
    const sent = (state: AttemptRow['state'], minor: bigint): AttemptRow => ({
      ...row,
      id: state,
      state,
      amount: eur(minor),
    })
    const asked = { ...row, amount: eur(400n) }
    const needed = (earlier: AttemptRow[]) => approvalNeeded(portsOf({ earlier }), asked)
    expect(needed([sent('SUCCEEDED', 600n)])).toBe(null)
    for (const state of [
      'SUCCEEDED',
      'UNKNOWN',
      'ACCEPTED',
      'SENDING',
      'RESOLVED_BY_HAND',
    ] as const)
      expect([state, needed([sent(state, 601n)])?.approvals]).toEqual([state, 1])
    for (const state of ['NOT_SENT', 'REJECTED', 'DECLINED', 'UNDONE', 'DRAFT'] as const)
      expect([state, needed([sent(state, 601n)])]).toEqual([state, null])
    const contradicted = { ...sent('REJECTED', 601n), conflict: 'The gateway shows it.' }
    expect(needed([contradicted])?.approvals).toBe(1)
    expect(needed([{ ...sent('SUCCEEDED', 1n), amount: null }])?.approvals).toBe(1)
  })
})

describe('what was sent for the order before', () => {
  const of = (operation: string, minor: bigint, more: Partial<AttemptRow> = {}): AttemptRow =>
    ({ ...row, id: 'b', state: 'SUCCEEDED', operation, amount: eur(minor), ...more }) as AttemptRow

  it('leaves out a hold beside its capture', () => {
    const limits = [{ ...limit, group: 'payments' as const }]
    const capture = of('capture', 700n, { id: 'a1' })
    const needed = (earlier: AttemptRow[]) =>
      approvalNeeded(portsOf({ earlier, limits }), capture)?.approvals ?? 0
    expect(needed([of('preauth', 700n)])).toBe(0)
    expect(needed([of('preauth', 700n), of('capture', 301n)])).toBe(1)
  })
})

describe('what came back of the order', () => {
  const asked = { ...row, amount: eur(400n) }
  const sent = { ...row, id: 'b', state: 'SUCCEEDED', amount: eur(500n) } as AttemptRow
  const needed = (over: Parameters<typeof portsOf>[0]) =>
    approvalNeeded(portsOf(over), asked)?.approvals ?? 0

  it('counts where somebody else refunded it, and what was asked for here counts once', () => {
    expect(needed({ returned: eur(600n) })).toBe(0)
    expect(needed({ returned: eur(601n) })).toBe(1)
    expect(needed({ returned: eur(500n), earlier: [sent] })).toBe(0)
    expect(needed({ returned: { ...eur(1n), currency: 'USD' } })).toBe(1)
  })

  it('leaves out what a person says did not happen, unless it was theirs', () => {
    const byHand = { ...sent, state: 'RESOLVED_BY_HAND', amount: eur(601n) } as AttemptRow
    expect(needed({ earlier: [{ ...byHand, handOutcome: 'happened' }] })).toBe(1)
    const earlier = [{ ...byHand, handOutcome: 'did-not-happen' as const }]
    expect(needed({ earlier })).toBe(0)
    expect(needed({ earlier, ownWord: byHand.id })).toBe(1)
  })
})

describe('limits', () => {
  const of = (
    amount: ReturnType<typeof eur> | null,
    roles: Role[] = ['payments'],
    limits = [limit],
  ) => needsOf(limits, roles, 'return', amount)?.approvals ?? 0

  it('begin above their amount, to the minor unit, whatever digits a connection counts with', () => {
    expect([of(eur(1000n)), of(eur(1001n))]).toEqual([0, 1])
    const yen: Limit = { ...limit, currency: 'JPY', above: '1000', digits: 0 }
    const inHundredths = (minor: bigint) => ({ minor, currency: 'JPY', digits: 2 })
    expect(of(inHundredths(100_000n), ['payments'], [yen])).toBe(0)
    expect(of(inHundredths(100_001n), ['payments'], [yen])).toBe(1)
  })

  it('take what nobody knows, and a currency without a row, for above', () => {
    expect([of(null), of({ ...eur(1n), currency: 'USD' })]).toEqual([1, 1])
  })

  it('are those of each role: another role never makes them wider', () => {
    expect([
      of(eur(1001n), ['payments', 'payouts', 'approver']),
      of(eur(1001n), ['approver']),
    ]).toEqual([1, 0])
    const two: Limit = { ...limit, above: '5000', approvals: 2 }
    expect(of(eur(6000n), ['payments'], [limit, two])).toBe(2)
  })

  it('are about every operation that moves money, and about no other', () => {
    for (const id of operationIds)
      expect([id, groupOf(id) !== null]).toEqual([id, rowOf(id).risk === 'money'])
    expect([groupOf('return'), groupOf('void'), groupOf('capture')]).toEqual([
      'refunds',
      'refunds',
      'payments',
    ])
    expect([groupOf('payout'), groupOf('payout-pay'), groupOf('transfer')]).toEqual([
      'payouts',
      'payouts',
      'payouts',
    ])
  })
})
