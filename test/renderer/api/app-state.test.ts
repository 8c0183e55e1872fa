// The state of the program: which stops a decision to let money go on is about.
import { createPinia, setActivePinia } from 'pinia'
import { expect, it } from 'vitest'
import type { Stop } from '#shared/stop.ts'
import { useAppState } from '../../../src/renderer/api/app-state.ts'
import { callsOf, openWindow } from '../window.ts'

const oldCopy: Stop = { id: 'run-1', message: 'This is an old copy.', reach: 'all' }
const damage: Stop = { id: 'run-2', message: 'The ledger is damaged.', reach: 'all' }

it('resume carries the stops that were shown, not one that came while the dialog was open', async () => {
  const bridge = openWindow()
  setActivePinia(createPinia())
  const app = useAppState()
  bridge.state.moneyStops = [oldCopy]
  await app.load()
  app.showStops()
  bridge.state.moneyStops = [oldCopy, damage]
  await app.load()
  expect(app.stopsShown).toEqual([oldCopy])
  expect(await app.resumeMoney('compared with the gateway')).toBeNull()
  expect(callsOf(bridge, 'money:resume')).toEqual([
    { stopIds: ['run-1'], reason: 'compared with the gateway' },
  ])
  expect(app.state?.moneyStops).toEqual([damage])
})
