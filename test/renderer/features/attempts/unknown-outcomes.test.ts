// The list of open requests agrees with the count that the window shows beside it.
import { expect, it } from 'vitest'
import { useAppState } from '../../../../src/renderer/api/app-state.ts'
import { useOpenRequestsStore } from '../../../../src/renderer/features/attempts/unknown-outcomes.ts'
import { ok } from '../../../../src/shared/fault.ts'
import { attemptOf } from '../../../fakes/bridge-seed.ts'
import { openWindow } from '../../window.ts'

it('is not said to be empty while the window counts an unknown outcome', async () => {
  const bridge = openWindow()
  const [app, open] = [useAppState(), useOpenRequestsStore()]
  await app.load()
  bridge.script('attempt:list', ok([]))
  expect(open.isRead).toBe(false)
  await open.load()
  expect(open.isRead).toBe(true)
  bridge.state.unknownCount = 1
  await app.load()
  expect(open.isRead).toBe(false)
  bridge.script('attempt:list', ok([attemptOf(bridge.orders[0]!, { state: 'UNKNOWN' })]))
  await open.load()
  expect(open.isRead).toBe(true)
})
