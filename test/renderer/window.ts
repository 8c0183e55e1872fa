// Gives store tests a window with a fake bridge and a fresh pinia; nothing of a browser beyond
// that.
import { createPinia, setActivePinia } from 'pinia'
import { type FakeBridge, fakeBridge } from '../fakes/bridge.ts'

export function openWindow(): FakeBridge {
  const bridge = fakeBridge()
  Object.assign(globalThis, { window: { paydesk: bridge } })
  setActivePinia(createPinia())
  return bridge
}

/** Two of the bridge's orders. */
export function twoOrdersOf({ orders: [mine, other] }: FakeBridge) {
  if (mine === undefined || other === undefined) throw new Error('two orders are needed')
  return { mine, other }
}

export const callsOf = (bridge: FakeBridge, method: string): unknown[] =>
  bridge.calls.filter((call) => call.method === method).map((call) => call.input)
