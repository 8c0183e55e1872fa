// The desk's store: which stops a decision to let money go on is about.
import { createPinia, setActivePinia } from 'pinia'
import { expect, it } from 'vitest'
import type { Stop } from '#shared/stop.ts'
import { useDeskStore } from '../../../src/renderer/api/desk.ts'
import { callsOf, openWindow } from '../window.ts'

const oldCopy: Stop = { id: 'run-1', message: 'This is an old copy.', reach: 'all' }
const damage: Stop = { id: 'run-2', message: 'The ledger is damaged.', reach: 'all' }

it('resume carries the stops that were shown, not one that came while the dialog was open', async () => {
  const bridge = openWindow()
  setActivePinia(createPinia())
  const desk = useDeskStore()
  bridge.state.moneyStops = [oldCopy]
  await desk.load()
  desk.showStops()
  bridge.state.moneyStops = [oldCopy, damage]
  await desk.load()
  expect(desk.stopsShown).toEqual([oldCopy])
  expect(await desk.resumeMoney('compared with the gateway')).toBeNull()
  expect(callsOf(bridge, 'money:resume')).toEqual([
    { stopIds: ['run-1'], reason: 'compared with the gateway' },
  ])
  expect(desk.state?.moneyStops).toEqual([damage])
})
