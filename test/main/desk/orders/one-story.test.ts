// What an order's page says of its money is one story: the badges of its requests, the figures, the
// phase and the buttons, after any history of requests that its own buttons allow.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AttemptState } from '#shared/attempt.ts'
import type { OrderView } from '#shared/bridge/views.ts'
import { moneySettings } from '#shared/connections/connection.ts'
import type { ActionId } from '#shared/gateway/actions.ts'
import { foldFacts } from '#shared/gateway/orders/order-facts.ts'
import { fingerprintOf, type StoredSnapshot } from '#shared/gateway/status/status.ts'
import { orderView } from '../../../../src/main/desk/orders/views.ts'
import type { AttemptRow } from '../../../../src/main/ledger/journal/attempt-row.ts'
import { listedOf } from '../../../../src/main/ledger/orders/orders.ts'
import { badgeOf } from '../../../../src/renderer/messages/badges.ts'
import { actionsOf } from '../../../../src/renderer/messages/orders/primary-action.ts'

const eur = (minor: number) => ({ minor: BigInt(minor), currency: 'EUR', digits: 2 })
const whole = 10_000
const settings = moneySettings.parse({})

interface Step {
  action: ActionId
  /** In hundredths of what is possible; 100 asks for the whole. */
  share: number
  state: AttemptState
}
interface History {
  snapshots: (StoredSnapshot & { serialNumber: string })[]
  attempts: AttemptRow[]
}

const reported = (history: History, transactionType: string, status: string, minor: number) => {
  const seq = history.snapshots.length + 1
  const seen = { seq, at: seq, status, transactionType, stage: '', amount: eur(minor) }
  const rest = { transactionMark: `tx-${seq}`, partialReturn: null, partialCapture: null }
  history.snapshots.push({ ...seen, ...rest, reason: '', serialNumber: '' })
  return seq
}

function viewOf({ snapshots, attempts }: History): OrderView {
  const row = { service: 'gate', connection_id: 'c', orderid: '7', client_orderid: 'inv' }
  const record = { ...listedOf({ ...row, status: 'approved', checked_at: 1n }), answer: {} }
  const seenBefore = (row: AttemptRow) => ({ ...row, sentAfter: row.sentNumber })
  return orderView({
    ...{ record, snapshots, attempts, settings, steps: [], events: [], related: [], waits: null },
    found: [],
    facts: foldFacts(snapshots, attempts.map(seenBefore)),
    notes: { notes: [], tags: [] } as never,
    nameOf: () => 'Shop',
    mayNot: () => null,
  })
}

const typeOf = (action: ActionId, isHold: boolean): string => {
  if (action === 'return') return isHold ? 'cancel' : 'reversal'
  return action
}

/** Takes one step, where the page has a button for it. */
function take(history: History, { action, share, state }: Step): void {
  const view = viewOf(history)
  const can = view.actions[action]
  if (!can.isPossible || can.most === null) return
  const most = Number(can.most.amount.replace('.', ''))
  const minor = can.mayBePartial ? Math.max(1, Math.floor((most * share) / 100)) : most
  const last = history.snapshots.at(-1)!
  const isHold = view.phase === 'authorised'
  const hasHappened = state === 'SUCCEEDED'
  const resolvedBy =
    hasHappened || state === 'DECLINED'
      ? reported(history, typeOf(action, isHold), hasHappened ? 'approved' : 'declined', minor)
      : null
  history.attempts.push({
    ...{ id: `a-${history.attempts.length}`, service: 'gate', connectionId: 'c', endpointId: '1' },
    ...{ operation: action, risk: 'money', orderid: '7', clientOrderid: 'inv', lockKey: '' },
    ...{ state, amount: eur(minor), isFull: minor === most, request: {}, digest: '' },
    ...{
      row: null,
      tokenHash: null,
      expiresAt: 0,
      actor: 'anna',
      comment: '',
      seen: fingerprintOf(last),
    },
    ...{ snapshot: null, serialNumber: null, answer: null, message: '', conflict: null },
    ...{ checkMessage: null, awaitsLook: false },
    ...{ clearedSeq: null, resolvedBy, handOutcome: null, createdAt: 1, sentAt: 1 },
    ...{ sentNumber: last.seq, resolvedAt: null, checks: 0, replaces: null, looks: 0 },
    ...{ watched: 0, nextCheckAt: null, confirmedNumber: null },
  })
}

const minorOf = (money: { amount: string } | null): number | null =>
  money === null ? null : Number(money.amount.replace('.', ''))

function expectOneStory(view: OrderView): void {
  const badges = view.attempts.map((one) => ({ ...badgeOf(one), amount: minorOf(one.amount)! }))
  const sumOf = (message: string): number =>
    badges.filter((one) => one.label === message).reduce((sum, { amount }) => sum + amount, 0)
  const has = (label: string): boolean => badges.some((one) => one.label === label)
  const open = Object.values(view.actions).filter(({ isPossible }) => isPossible)

  // Figures are the sums of what the badges say was done.
  if (view.returned !== null) expect(minorOf(view.returned)).toBe(sumOf('Refunded'))
  if (view.origin === 'preauth' && view.captured !== null)
    expect(minorOf(view.captured)).toBe(sumOf('Captured'))
  // The phase and a badge never tell two things.
  expect(has('Hold released')).toBe(view.phase === 'released')
  expect(has('Voided')).toBe(view.phase === 'voided')
  if (has('Refunded')) expect(view.phase).toMatch(/^(partly-)?returned$/)
  if (view.phase === 'authorised') expect(sumOf('Captured') + sumOf('Refunded')).toBe(0)
  // While an outcome is open there is no button that moves money.
  const isOpen = badges.some(({ tone }) => tone === 'unknown' || tone === 'info')
  if (isOpen || has('Hold released') || has('Voided')) expect(open).toEqual([])
  // What the chooser proposes is a button of its own, and what is shut has a reason.
  const { chosen, ways } = view.giveBack
  const way = ways.find(({ id }) => id === chosen)
  expect(way === undefined || view.actions[way.action].isPossible).toBe(true)
  if (chosen === 'return') expect(view.phase).not.toBe('authorised')
  if (chosen === 'release' || chosen === 'void') expect(view.phase).toBe('authorised')
  // The primary button is one that can be pressed, wherever there is any, by the phase's own name.
  const [primary, ...others] = actionsOf(view)
  expect(primary.why === null).toBe(open.length > 0)
  expect(others.map(({ action }) => action)).not.toContain(primary.action)
  if (primary.why === null)
    expect(primary.title).toMatch(
      view.phase === 'authorised' ? /^(Capture|Release hold|Void)$/ : /^(Refund|Capture)$/,
    )
  for (const can of Object.values(view.actions))
    expect(can.isPossible || can.why.length > 10).toBe(true)
}

it('shows no sum that contradicting answers leave uncertain', () => {
  const history: History = { snapshots: [], attempts: [] }
  reported(history, 'sale', 'approved', whole)
  reported(history, 'sale', 'approved', 2 * whole)
  reported(history, 'reversal', 'approved', 2_000)
  const { returned, captured } = foldFacts(history.snapshots, [])
  expect([returned, captured]).not.toContain(null)
  expect(viewOf(history)).toMatchObject({ returned: null, captured: null })
})

const states: AttemptState[] = ['SUCCEEDED', 'DECLINED', 'REJECTED', 'NOT_SENT', 'UNKNOWN']
const aStep = fc.record({
  action: fc.constantFrom<ActionId>('return', 'capture', 'void'),
  share: fc.constantFrom(1, 25, 50, 99, 100, 100),
  state: fc.constantFrom<AttemptState>('SUCCEEDED', 'SUCCEEDED', 'ACCEPTED', ...states),
})

it('never says two things of one order, over 5,000 histories', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('sale', 'preauth'),
      fc.array(aStep, { maxLength: 6 }),
      (origin, steps) => {
        const history: History = { snapshots: [], attempts: [] }
        reported(history, origin, 'approved', whole)
        expectOneStory(viewOf(history))
        for (const step of steps) {
          take(history, step)
          expectOneStory(viewOf(history))
        }
      },
    ),
    { numRuns: 5_000 },
  )
}, 600_000)
