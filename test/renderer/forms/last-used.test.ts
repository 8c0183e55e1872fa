// What a form fills in by itself: what was sent last on the same connection, where it may be
// repeated.
import { beforeEach, expect, it } from 'vitest'
import { useLastUsedStore } from '../../../src/renderer/forms/last-used.ts'
import type { FakeBridge } from '../../fakes/bridge.ts'
import { callsOf, openWindow } from '../window.ts'

let bridge: FakeBridge
beforeEach(() => {
  bridge = openWindow()
})

const request = {
  currency: 'EUR',
  ipaddress: '203.0.113.7',
  amount: '12.50',
  email: 'z@example.org',
}

it('fills in the currency and the addresses of last, and nothing of who or how much', () => {
  const used = useLastUsedStore()
  used.remember('shop', 'payout', { ...request, server_callback_url: 'https://shop.example/c' })
  expect(used.fieldsFor('shop', 'payout')).toEqual({
    currency: 'EUR',
    server_callback_url: 'https://shop.example/c',
  })
  expect(used.fieldsFor('another', 'payout')).toEqual({})
})

it('offers the IP address of last where money goes out, and fills it in nowhere', () => {
  const used = useLastUsedStore()
  used.remember('shop', 'payout', request)
  const offered = [{ value: '203.0.113.7', label: 'Same as last time: 203.0.113.7' }]
  for (const operation of ['payout', 'payout-check', 'transfer'] as const) {
    expect(used.fieldsFor('shop', operation)).toEqual({ currency: 'EUR' })
    expect(used.offersFor('shop', operation)).toEqual({ ipaddress: offered })
  }
  expect(used.offersFor('another', 'payout')).toEqual({})
})

it('never offers the IP address of one customer for another', () => {
  const used = useLastUsedStore()
  used.remember('shop', 'sale-form', request)
  expect(used.fieldsFor('shop', 'sale-form')).toEqual({ currency: 'EUR' })
  expect(used.offersFor('shop', 'payout')).toEqual({})
  used.remember('shop', 'payout', request)
  expect(used.fieldsFor('shop', 'sale-form')).toEqual({ currency: 'EUR' })
  expect(used.offersFor('shop', 'sale-form')).toEqual({})
})

it('finds it again after a restart', async () => {
  useLastUsedStore().remember('shop', 'payout', request)
  const kept = callsOf(bridge, 'preference:set').at(-1)
  expect(kept).toMatchObject({ name: 'last-used', value: { shop: { currency: 'EUR' } } })
})
