// An operation that makes something new, from its form to an outcome: it has no order of its own
// yet.
import { beforeEach, describe, expect, it } from 'vitest'
import { useAttemptStore } from '../../../../src/renderer/features/confirm/attempt-store.ts'
import { outcomeIn } from '../../../../src/renderer/features/confirm/flow.ts'
import { keyOf, type Place, useDraftsStore } from '../../../../src/renderer/forms/drafts.ts'
import { maySendAgain } from '../../../../src/renderer/features/attempts/send-again.ts'
import { findAttempt } from '../../../../src/renderer/features/attempts/register.ts'
import { useOpenRequestsStore } from '../../../../src/renderer/features/attempts/unknown-outcomes.ts'
import type { AttemptView } from '../../../../src/shared/bridge/views.ts'
import type { FakeBridge } from '../../../fakes/bridge.ts'
import { callsOf, openWindow } from '../../window.ts'

const place: Place = { connectionId: 'sandbox', orderid: '', action: 'payout' }
const typed = {
  amount: '12.50',
  currency: 'EUR',
  order_desc: 'Deposit back',
  ipaddress: '203.0.113.7',
  account_number: 'DE89370400440532013000',
}

let bridge: FakeBridge
beforeEach(() => {
  bridge = openWindow()
})

async function reviewed() {
  const attempt = useAttemptStore()
  const drafts = useDraftsStore()
  drafts.begin(keyOf(place), typed)
  await attempt.review(place, typed)
  expect(attempt.flowOf(place).stage).toBe('review')
  return { attempt, drafts }
}

describe('an operation that makes something new', () => {
  it('is confirmed once for fifty clicks, and its form is empty afterwards', async () => {
    const { attempt, drafts } = await reviewed()
    const release = bridge.hold('attempt:confirm')
    const clicks = Array.from({ length: 50 }, () => attempt.confirm(place, 1))
    release()
    await Promise.all(clicks)
    expect(callsOf(bridge, 'attempt:confirm')).toHaveLength(1)
    expect(outcomeIn(attempt.flowOf(place))?.kind).toBe('accepted')
    expect(drafts.fieldsOf(keyOf(place))).toEqual({})
  })

  it('finds its attempt in the register when the answer is lost, and is not offered again', async () => {
    const { attempt, drafts } = await reviewed()
    bridge.next = 'unknown'
    await attempt.confirm(place, 1)
    const outcome = outcomeIn(attempt.flowOf(place))
    expect(outcome).toMatchObject({ kind: 'unknown', mayTryAgain: false })
    expect(outcome?.attempt).toMatchObject({ operation: 'payout', state: 'UNKNOWN', orderid: '' })
    expect(drafts.fieldsOf(keyOf(place))).toEqual({})
  })

  it('keeps what was typed when main refuses a field, and says which', async () => {
    const { attempt, drafts } = await reviewed()
    await attempt.back(place)
    await attempt.review(place, { ...typed, amount: '2.614' })
    expect(attempt.flowOf(place)).toMatchObject({
      stage: 'form',
      fault: { kind: 'input', field: 'amount' },
    })
    expect(drafts.fieldsOf(keyOf(place))).toEqual(typed)
  })

  it('keeps the drafts of two operations apart', () => {
    const drafts = useDraftsStore()
    drafts.begin(keyOf(place), { amount: '1.00' })
    expect(drafts.fieldsOf(keyOf({ ...place, action: 'payout-check' }))).toEqual({})
    expect(drafts.fieldsOf(keyOf({ ...place, connectionId: 'shop' }))).toEqual({})
  })
})

describe('findAttempt', () => {
  it('finds one of the register by its id, and nothing elsewhere', async () => {
    expect((await findAttempt('sandbox', 'payout-check', 'seed-8'))?.orderid).toBe('700302')
    expect(await findAttempt('sandbox', 'payout', 'seed-8')).toBeNull()
    expect(await findAttempt('shop', 'payout-check', 'seed-8')).toBeNull()
  })
})

describe('a request that is sent again', () => {
  const resolved = async (): Promise<AttemptView> => {
    const found = await findAttempt('sandbox', 'payout', 'seed-7')
    return {
      ...found!,
      ...{ state: 'RESOLVED_BY_HAND', handOutcome: 'did-not-happen', clientOrderid: 'pd-1' },
      request: { ...typed, client_orderid: 'pd-1' },
    }
  }
  it('fills its form with what was sent, and names the first one to main until it has left', async () => {
    const attempt = useAttemptStore()
    const drafts = useDraftsStore()
    drafts.type(keyOf(place), { amount: '99.00' }, 1)
    attempt.fillAgain(await resolved(), 2)
    expect(drafts.fieldsOf(keyOf(place))).toMatchObject(typed)
    expect(drafts.fieldsOf(keyOf(place))).not.toHaveProperty('client_orderid')
    await attempt.review(place, typed)
    await attempt.back(place)
    await attempt.review(place, typed)
    const asked = callsOf(bridge, 'attempt:review') as { again?: string }[]
    expect(asked.map(({ again }) => again)).toEqual(['seed-7', 'seed-7'])
    await attempt.confirm(place, 3)
    expect(attempt.againOf(place)).toBeNull()
  })
  it('is a new one when the person says so', async () => {
    const attempt = useAttemptStore()
    attempt.fillAgain(await resolved(), 2)
    attempt.notAgain(place)
    await attempt.review(place, typed)
    expect(callsOf(bridge, 'attempt:review')).toEqual([
      { connectionId: 'sandbox', operation: 'payout', request: typed },
    ])
  })
  it('is offered once, and only for what was resolved as not done and is nowhere', async () => {
    const row = await resolved()
    const second = { ...row, id: 'again', replaces: row.id, sentAt: 5 }
    expect(maySendAgain(row, [row])).toBe(true)
    expect(maySendAgain(row, [row, { ...second, state: 'NOT_SENT' }])).toBe(true)
    expect(maySendAgain(row, [row, { ...second, state: 'UNKNOWN' }])).toBe(false)
    for (const other of [
      { state: 'UNKNOWN' },
      { handOutcome: 'happened' },
      { orderid: '7' },
      { conflict: 'x' },
      { operation: 'create-card-ref' },
    ] as const)
      expect(maySendAgain({ ...row, ...other }, [row])).toBe(false)
  })
})

describe('checking what the gateway has not named yet', () => {
  it('asks about the request itself, whatever ids are known', async () => {
    const found = await findAttempt('sandbox', 'payout', 'seed-7')
    const attempt: AttemptView = { ...found!, clientOrderid: 'practice-sale-1' }
    await useOpenRequestsStore().check(attempt)
    expect(callsOf(bridge, 'order:check')).toEqual([])
    expect(callsOf(bridge, 'attempt:check')).toEqual([{ attemptId: 'seed-7' }])
  })
})
