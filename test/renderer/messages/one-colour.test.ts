// A state has one word and one colour, whichever list, page or chart tells of it.
import { expect, it } from 'vitest'
import { attemptStates } from '#shared/attempt.ts'
import type { TimelineEntry } from '#shared/bridge/views.ts'
import { operationIds } from '#shared/gateway/operations/index.ts'
import type { RowOutcome, RowWay } from '#shared/runs/run-state.ts'
import type { Tone } from '../../../src/renderer/theme/tokens.ts'
import { entryWording } from '../../../src/renderer/messages/audit.ts'
import { badgeOf } from '../../../src/renderer/messages/badges.ts'
import { messageOfEvent } from '../../../src/renderer/messages/orders/events.ts'
import { approvedAs, inOneColour, phases } from '../../../src/renderer/messages/phases.ts'
import { outcomeChip, outcomeLabels } from '../../../src/renderer/messages/runs.ts'

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

it('has one colour for a word, of transactions, requests and rows of runs', () => {
  const tones = new Map<string, Set<Tone>>()
  const ofTransactions = Object.values(approvedAs)
  for (const { label, tone } of [...ofTransactions, ...ofRequests, ...ofRuns] as Worded[])
    tones.set(label, (tones.get(label) ?? new Set()).add(tone))
  expect([...tones].filter(([, all]) => all.size > 1)).toEqual([])
  expect([...tones.get('Refunded')!]).toEqual(['good'])
})

it('is grey of an order that is over, and green of one whose money is here or was paid', () => {
  const tones = Object.entries(phases).map(([phase, { tone }]) => [tone, phase])
  const of = (tone: Tone) => tones.flatMap(([one, phase]) => (one === tone ? phase : []))
  expect(of('neutral')).toEqual(['partly-returned', 'returned', 'released', 'voided'])
  expect(of('good')).toEqual(
    expect.arrayContaining(['captured', 'paid-out', 'transferred', 'card-checked']),
  )
  for (const phase of Object.values(phases))
    expect([phase.label, inOneColour(phase).tone]).toEqual([
      phase.label,
      ['Refunded', 'Voided', 'Hold released'].includes(phase.label) ? 'good' : phase.tone,
    ])
})

it('has that word and colour on the timeline of an order', () => {
  for (const [title, { label, tone }] of Object.entries(approvedAs)) {
    const event = messageOfEvent({ entry: { ...told, title }, steps: [] })
    expect([event.title, event.tone]).toEqual([label, tone])
  }
})

it('calls an approved sale what its order is called in the audit log, too', () => {
  const row = (outcome: string, transactionType: string) => ({
    ...{ seq: 1, at: 1, actor: 'anna', kind: 'order:look-up', outcome, origin: 'operator' },
    ...{ subject: 'order/shop/1', details: { transactionType }, leaf: '', chain: '' },
  })
  expect(entryWording(row('approved', 'sale'))).toMatchObject({ label: 'Captured' })
  expect(entryWording(row('approved', 'reversal'))).toMatchObject({ label: 'Refunded' })
  expect(entryWording(row('declined', 'sale'))).toMatchObject({ label: 'Declined' })
})
