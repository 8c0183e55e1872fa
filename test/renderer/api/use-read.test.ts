// A question that a screen asks again and again: only the newest answer counts.
import { beforeEach, expect, it } from 'vitest'
import { ok } from '#shared/fault.ts'
import { useRead } from '../../../src/renderer/api/use-read.ts'
import type { FakeBridge } from '../../fakes/bridge.ts'
import { openWindow } from '../window.ts'

let bridge: FakeBridge
beforeEach(() => {
  bridge = openWindow()
})
const asked = { connectionId: 'sandbox', operations: [], limit: 1 }
const page = (next: string) => ok({ rows: [], next })
const fault = { kind: 'bug', sent: 'maybe', message: 'Not now', incident: 'PD-1' } as const

it('gives the answer of the newest question only, and waits until that one came', async () => {
  const { read, isReading } = useRead('register:list')
  bridge.script('register:list', page('early'))
  bridge.script('register:list', page('late'))
  const release = bridge.hold('register:list')
  const [early, late] = [read(asked), read({ ...asked, limit: 2 })]
  expect(isReading.value).toBe(true)
  release()
  expect(await early).toBeNull()
  expect(await late).toEqual(page('late').value)
  expect(isReading.value).toBe(false)
})

it('keeps a fault until the next answer, and counts as read with it', async () => {
  const question = useRead('register:list')
  bridge.script('register:list', { ok: false, fault })
  expect(await question.read(asked)).toBeNull()
  expect([question.fault.value, question.hasRead.value]).toEqual([fault, true])
  bridge.script('register:list', page('next'))
  expect(await question.read(asked)).toEqual(page('next').value)
  expect(question.fault.value).toBeNull()
})

it('forgets all when it is cleared, also an answer that is awaited', async () => {
  const question = useRead('register:list')
  bridge.script('register:list', { ok: false, fault })
  const release = bridge.hold('register:list')
  const late = question.read(asked)
  question.clear()
  release()
  expect(await late).toBeNull()
  const { isReading, hasRead } = question
  expect([isReading.value, hasRead.value, question.fault.value]).toEqual([false, false, null])
})
