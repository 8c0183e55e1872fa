// Gives store tests a window with a fake bridge and a fresh pinia; nothing of a browser beyond that.
import { createPinia, setActivePinia } from 'pinia'
import { type FakeBridge, fakeBridge } from '../fakes/bridge.ts'

export function openWindow(): FakeBridge {
  const bridge = fakeBridge()
  for (const order of bridge.orders) bridge.known.add(order.orderid)
  const kept = new Map<string, string>()
  const localStorage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
  }
  Object.assign(globalThis, { window: { paydesk: bridge, localStorage } })
  setActivePinia(createPinia())
  return bridge
}

export const callsOf = (bridge: FakeBridge, method: string): unknown[] =>
  bridge.calls.filter((call) => call.method === method).map((call) => call.input)
