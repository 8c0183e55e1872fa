// What became of requests whose screens were left, as the bar at the foot of the window tells.
import { beforeEach, expect, it } from 'vitest'
import { useWaitingStore } from '../../../../src/renderer/features/confirm/waiting.ts'
import type { Place } from '../../../../src/renderer/forms/drafts.ts'
import type { Outcome } from '../../../../src/renderer/messages/outcomes.ts'
import { openWindow } from '../../window.ts'

const place = (orderid: string): Place => ({ connectionId: 'sandbox', orderid, action: 'return' })
const outcome = (kind: Outcome['kind']): Outcome => ({
  ...{ kind, tone: 'info', title: kind, message: '', advice: '' },
  ...{ mayTryAgain: false, fault: null, attempt: null },
})

beforeEach(() => {
  openWindow()
})

it('keeps the newest of what went well, and all that needs a person until it is closed', () => {
  const waiting = useWaitingStore()
  const told = ['accepted', 'unknown', 'done', 'declined', 'accepted'] as const
  for (const [at, kind] of told.entries()) waiting.tell(place(String(at)), outcome(kind))
  expect(waiting.ended.map((one) => [one.place.orderid, one.outcome.kind])).toEqual([
    ['1', 'unknown'],
    ['3', 'declined'],
    ['4', 'accepted'],
  ])
  waiting.close(0)
  expect(waiting.ended.map((one) => one.place.orderid)).toEqual(['3', '4'])
})
