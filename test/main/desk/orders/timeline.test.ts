// Somebody reads what happened to an order: a look-up of Paydesk's own is told by what it found.
import { expect, it } from 'vitest'
import type { AuditRow } from '#shared/bridge/lists.ts'
import { timelineOf } from '../../../../src/main/desk/orders/timeline.ts'

const step = (seq: number, kind: AuditRow['kind']): AuditRow => ({
  ...{ seq, at: seq, actor: 'paydesk', kind, outcome: 'ok', origin: 'desk' },
  ...{ subject: 'order/c/1', details: { attemptId: 'a' }, leaf: '', chain: '' },
})

it('leaves out what an answer says already, and keeps every step', () => {
  const kinds = ['attempt:sending', 'attempt:looked', 'order:changed', 'attempt:succeeded'] as const
  const steps = kinds.map((kind, at) => step(at + 1, kind))
  const reported = timelineOf({ snapshots: [], events: [], steps, attempts: [] })
  expect(reported.map(({ seq }) => seq)).toEqual([4, 1])
})
