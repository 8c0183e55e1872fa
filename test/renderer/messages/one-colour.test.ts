// A word of a chip has one colour, whichever list, page or chart tells of it.
import { expect, it } from 'vitest'
import { attemptStates } from '#shared/attempt.ts'
import type { TimelineEntry } from '#shared/bridge/views.ts'
import { operationIds } from '#shared/gateway/operations/index.ts'
import type { RowOutcome, RowWay } from '#shared/runs/run-state.ts'
import type { Tone } from '../../../src/renderer/theme/tokens.ts'
import type { RunView } from '#shared/runs/run-methods.ts'
import { standingOf } from '../../../src/renderer/features/approvals/approval-labels.ts'
import {
  entryWording,
  outcomeChoices,
  wordingOfOutcome,
} from '../../../src/renderer/messages/audit.ts'
import { states } from '../../../src/renderer/messages/attempts.ts'
import { badgeOf, orderBadge } from '../../../src/renderer/messages/badges.ts'
import {
  checkStates,
  privateKeyLabel,
  secretLabel,
} from '../../../src/renderer/messages/forms/connections.ts'
import { messageOfLookUp } from '../../../src/renderer/messages/orders/look-ups.ts'
import { shopChips } from '../../../src/renderer/messages/orders/shop-answers.ts'
import { messageOfEvent } from '../../../src/renderer/messages/orders/events.ts'
import { approvedAs, phases } from '../../../src/renderer/messages/phases.ts'
import {
  groupLabels,
  outcomeChip,
  outcomeLabels,
  stateLabel,
} from '../../../src/renderer/messages/runs.ts'

type Worded = { label: string; tone: Tone }
const ways: readonly RowWay[] = [
  ...(['refund', 'release', 'capture', 'void', 'payout'] as const),
  ...(['payout-check', 'payout-pay', 'make-rebill'] as const),
]
const told: TimelineEntry = {
  ...{ source: 'service', at: 1, title: '', state: 'approved', message: '', isRelease: false },
  ...{ amount: null, actor: null, serialNumber: null, attemptId: null, seq: null },
}
const ofRequests = operationIds.flatMap((operation) =>
  attemptStates.flatMap((state) =>
    [false, operation === 'return'].map((isRelease) => badgeOf({ operation, state, isRelease })),
  ),
)
const ofRuns = (Object.keys(outcomeLabels) as RowOutcome[]).flatMap((outcome) =>
  [null, ...ways].map((way) => outcomeChip({ outcome, way })),
)

const runStates = [
  ...(['READ', 'CHECKING', 'CHECKED', 'PENDING_APPROVAL', 'CONFIRMED'] as const),
  ...(['RUNNING', 'PAUSED', 'DONE', 'STOPPED', 'DROPPED'] as const),
].map((state) => stateLabel({ state, outcomes: [] } as unknown as RunView))
const row = (kind: string, outcome: string, transactionType: string) => ({
  ...{ seq: 1, at: 1, actor: 'anna', kind, outcome, origin: 'operator' },
  ...{ subject: 'order/shop/1', details: { transactionType }, leaf: '', chain: '' },
})
const ofLog = [
  ...outcomeChoices().map(({ value }) => wordingOfOutcome(value)),
  ...['ok', 'new', 'refused', 'approved', 'declined', 'error'].map((one) => wordingOfOutcome(one)),
  ...['read:status', 'audit:exported'].map((kind) => wordingOfOutcome('ok', kind)),
  ...['order:look-up', 'order:changed'].flatMap((kind) =>
    Object.keys(approvedAs).flatMap((type) =>
      ['approved', 'declined', 'processing', 'error', 'failed', 'unknown'].map((outcome) =>
        entryWording(row(kind, outcome, type)),
      ),
    ),
  ),
]
const key = { isSet: true, storedIn: 'keychain' } as Parameters<typeof secretLabel>[0]
const ofKeys = [
  ...[secretLabel, privateKeyLabel].flatMap((wordOf) => [
    ...[wordOf(key), wordOf({ ...key, isSet: false })],
    ...[wordOf({ ...key, isLost: true }), wordOf({ ...key, storedIn: 'memory' })],
  ]),
]
const ofApprovals = [
  ...(['SPENT', 'REFUSED', 'WITHDRAWN', 'EXPIRED'] as const).map((state) => ({ state })),
  ...[{ needs: 0 }, { isApproved: true }, { needs: 2, approvedBy: [] }],
].map((one) => standingOf(one as unknown as Parameters<typeof standingOf>[0]))
const notThere = messageOfLookUp(null)

const tonesOf = (all: readonly Worded[]): [string, Tone[]][] => {
  const tones = new Map<string, Set<Tone>>()
  for (const { label, tone } of all) tones.set(label, (tones.get(label) ?? new Set()).add(tone))
  return [...tones].map(([label, each]) => [label, [...each]])
}
const deeds: readonly Worded[] = [
  ...[...Object.values(approvedAs), ...Object.values(states)],
  ...[...ofRequests, ...ofRuns, ...runStates, ...Object.values(groupLabels)],
  ...[...ofLog, ...ofKeys, ...ofApprovals, ...Object.values(checkStates)],
  ...[...Object.values(shopChips), { label: notThere.message, tone: notThere.tone }],
]

it('has one colour for a word, whatever it is said of', () => {
  const all = tonesOf([...deeds, ...Object.values(phases)])
  expect(all.filter(([, each]) => each.length > 1)).toEqual([])
  expect(all).toContainEqual(['Refunded', ['neutral']])
})

it('has one sign for a part that was refunded, in a list that is looked up as well', () => {
  for (const [phase, { isPart = false }] of Object.entries(phases)) {
    const value = { phase: phase as keyof typeof phases, status: 'approved' }
    expect(messageOfLookUp({ ok: true, value }).isPart, phase).toBe(isPart)
  }
})

it('begins each word with a capital', () => {
  for (const { label } of [...ofRequests, ...ofRuns, ...runStates, ...ofLog, ...ofKeys])
    expect(label).toMatch(/^\p{Lu}/u)
})

it('tells in a list of orders where the money is still with the shop', () => {
  const tones = Object.entries(phases).map(([phase, { tone }]) => [tone, phase])
  const of = (tone: Tone) => tones.flatMap(([one, phase]) => (one === tone ? phase : []))
  expect(of('neutral')).toEqual(['partly-returned', 'returned', 'released', 'voided'])
  expect(of('good')).toEqual([
    ...['captured', 'paid-out', 'payout-checked', 'transferred', 'card-checked'],
  ])
  const parts = Object.entries(phases).filter(([, { isPart }]) => isPart === true)
  expect(parts.map(([phase]) => phase)).toEqual(['partly-returned'])
})

it.each([
  ['Refunded', 'returned', { operation: 'return' }, 'refund'],
  ['Hold released', 'released', { operation: 'return', isRelease: true }, 'release'],
  ['Voided', 'voided', { operation: 'void' }, 'void'],
] as const)(
  '%s is grey of an order, of its request and of a row of a run',
  (label, phase, of, way) => {
    const grey = { label, tone: 'neutral' }
    expect(orderBadge({ phase, status: 'approved', hasUnknown: false })).toMatchObject(grey)
    expect(badgeOf({ ...of, state: 'SUCCEEDED' })).toMatchObject(grey)
    expect(outcomeChip({ outcome: 'done', way })).toMatchObject(grey)
  },
)

it('has that word and colour on the timeline of an order', () => {
  for (const [title, { label, tone }] of Object.entries(approvedAs)) {
    const event = messageOfEvent({ entry: { ...told, title }, steps: [] })
    expect([event.title, event.tone]).toEqual([label, tone])
  }
})

it('calls an approved sale what its order is called in the audit log, too', () => {
  const found = (outcome: string, type: string) => entryWording(row('order:look-up', outcome, type))
  expect(found('approved', 'sale')).toMatchObject({ label: 'Captured', tone: 'good' })
  expect(found('approved', 'reversal')).toMatchObject({ label: 'Refunded', tone: 'neutral' })
  expect(found('declined', 'sale')).toMatchObject({ label: 'Declined', tone: 'bad' })
})
