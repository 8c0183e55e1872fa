import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { draftLastsMs, savedDrafts, mostDrafts } from '../../../src/shared/bridge/drafts.ts'
import { useDraftsStore } from '../../../src/renderer/forms/drafts.ts'
import type { FakeBridge } from '../../fakes/bridge.ts'
import { openWindow } from '../window.ts'

const order = { connectionId: 'sandbox', orderid: '700101', action: 'return' } as const
const payout = { connectionId: 'sandbox', orderid: '', action: 'payout' } as const
const now = Date.UTC(2026, 10, 21, 10, 40)

let bridge: FakeBridge
beforeEach(() => {
  vi.useFakeTimers()
  bridge = openWindow()
})
afterEach(() => {
  vi.useRealTimers()
})

/** What lies in the ledger once typing has come to rest. */
const kept = async () => {
  await vi.runAllTimersAsync()
  return savedDrafts.parse(bridge.kept.get('drafts') ?? [])
}
/** A page of its own over the same ledger. */
const restarted = async (at: number) => {
  setActivePinia(createPinia())
  const drafts = useDraftsStore()
  await drafts.load(at)
  return drafts
}

describe('drafts over a restart', () => {
  it('are what was typed, with when, and not what a form fills in by itself', async () => {
    const drafts = useDraftsStore()
    drafts.fieldsOf({ ...payout, action: 'transfer' })['currency'] = 'EUR'
    drafts.change(order, { isFull: false, amount: '12.50' }, now)
    drafts.type(payout, 'first_name', 'Zoë', now + 1)
    expect((await kept()).map(({ action }) => action)).toEqual(['payout', 'return'])
    const again = await restarted(now + 60_000)
    expect(again.draftOf(order)).toEqual({ isFull: false, amount: '12.50', comment: '' })
    expect(again.fieldsOf(payout)).toEqual({ first_name: 'Zoë' })
    expect([again.restoredAt(order), again.restoredAt(payout)]).toEqual([now, now + 1])
  })

  it('are forgotten when they were sent or cleared', async () => {
    const drafts = useDraftsStore()
    drafts.change(order, { comment: 'Torn box' }, now)
    expect(await kept()).toHaveLength(1)
    drafts.forget(order)
    expect(await kept()).toEqual([])
    expect((await restarted(now)).restoredAt(order)).toBeNull()
  })

  it('leave out what looks like a card number, and keep the rest', async () => {
    const drafts = useDraftsStore()
    drafts.change(order, { comment: 'card 4111 1111 1111 1111' }, now)
    drafts.type(payout, 'account_number', '5555555555554444', now)
    drafts.type(payout, 'first_name', 'Zoë', now)
    expect(await kept()).toMatchObject([{ action: 'payout', fields: { first_name: 'Zoë' } }])
    expect(JSON.stringify(await kept())).not.toMatch(/5555|4111/)
  })

  it('are at most as many as the newest fifty, for thirty days', async () => {
    const drafts = useDraftsStore()
    for (let n = 0; n < mostDrafts + 5; n += 1)
      drafts.change({ ...order, orderid: String(n) }, { amount: '1.00' }, now + n)
    const all = await kept()
    expect(all).toHaveLength(mostDrafts)
    expect(all[0]?.orderid).toBe(String(mostDrafts + 4))
    expect((await restarted(now + 10 + draftLastsMs)).restoredAt({ ...order, orderid: '9' })).toBe(
      null,
    )
  })
})

describe('what is kept', () => {
  const draft = { ...payout, at: now, fields: {} }
  it.each(['credit_card_number', 'cvv2', 'card_printed_name', 'pares', 'cres'])(
    'is refused with a field %s',
    (name) => {
      expect(savedDrafts.safeParse([draft]).success).toBe(true)
      expect(savedDrafts.safeParse([{ ...draft, fields: { [name]: 'x' } }]).success).toBe(false)
    },
  )
})
