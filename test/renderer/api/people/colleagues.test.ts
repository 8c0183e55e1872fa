// How often the team is asked what colleagues have under way, while a list of orders is shown.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, ok } from '#shared/fault.ts'
import { heardEveryMs, type TeamHolds } from '#shared/team/team-methods.ts'
import {
  hearColleagues,
  useColleaguesStore,
} from '../../../../src/renderer/api/people/colleagues.ts'
import type { FakeBridge } from '../../../fakes/bridge.ts'
import { callsOf, openWindow } from '../../window.ts'

const place = { connectionId: 'c', orderid: '7' }
const holds: TeamHolds = {
  ...place,
  ...{ claim: 'ab'.repeat(32), desk: 'desk-2', by: 'anna', at: 1 },
  ...{ operation: 'return', amount: null, isOwn: false, says: 'desk-2: refund by Anna' },
}
const away = fail({
  kind: 'denied',
  sent: 'no',
  reason: 'team-away',
  message: 'The team gives no answer.',
})

let bridge: FakeBridge
beforeEach(() => {
  vi.useFakeTimers()
  bridge = openWindow()
})
afterEach(() => vi.useRealTimers())

const asked = (): number => callsOf(bridge, 'team:orders').length

describe('what colleagues have under way', () => {
  it('is heard again before a second is over, until the list is gone', async () => {
    bridge.script('team:orders', ok([holds]), ok([]), ok([holds]))
    const stop = hearColleagues()
    const { heldOf } = useColleaguesStore()
    await vi.advanceTimersByTimeAsync(0)
    expect(heldOf(place)?.desk).toBe('desk-2')
    expect(heardEveryMs).toBeLessThan(1_000)
    await vi.advanceTimersByTimeAsync(heardEveryMs)
    expect([asked(), heldOf(place)]).toEqual([2, undefined])
    stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked()).toBe(2)
  })

  it('is not told by a team that gives no answer, which is left in peace a while', async () => {
    bridge.script('team:orders', ok([holds]), away, ok([holds]))
    const stop = hearColleagues()
    const { heldOf } = useColleaguesStore()
    await vi.advanceTimersByTimeAsync(heardEveryMs)
    expect(heldOf(place)).toBeUndefined()
    await vi.advanceTimersByTimeAsync(4_900)
    expect(asked()).toBe(2)
    await vi.advanceTimersByTimeAsync(200)
    expect([asked(), heldOf(place)?.desk]).toEqual([3, 'desk-2'])
    stop()
  })

  it('is asked for once by a computer that works alone', async () => {
    hearColleagues()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked()).toBe(1)
  })
})
