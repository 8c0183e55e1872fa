// A person's word carries what they had read: the attempt as it was when the dialog opened.
import { expect, it } from 'vitest'
import { useResolving } from '../../../../src/renderer/features/attempts/resolving.ts'
import { fail, type Fault } from '../../../../src/shared/fault.ts'
import { attemptOf } from '../../../fakes/bridge-seed.ts'
import { callsOf, openWindow } from '../../window.ts'

it('names the newest answer that was shown, keeps the words when there is a newer one, and closes when they are taken', async () => {
  const bridge = openWindow()
  const fault: Fault = {
    kind: 'denied',
    sent: 'no',
    reason: 'told-since',
    message: 'Something new.',
  }
  bridge.script('attempt:resolve', fail(fault))
  let done = 0
  const resolving = useResolving(() => (done += 1))
  resolving.open(
    attemptOf(bridge.orders[0]!, {
      id: 'a-1',
      state: 'REJECTED',
      conflict: 'shown',
      reportedSeq: 7,
    }),
  )
  resolving.reason.value = 'asked the gateway’s support'
  const said = { outcome: 'happened', reason: resolving.reason.value, override: null } as const
  await resolving.resolve(said)
  expect(callsOf(bridge, 'attempt:resolve')).toMatchObject([{ attemptId: 'a-1', reportedSeq: 7 }])
  expect(resolving.fault.value).toMatchObject({ reason: 'told-since' })
  resolving.close()
  expect(done).toBe(0)
  resolving.open(
    attemptOf(bridge.orders[0]!, {
      id: 'a-1',
      state: 'REJECTED',
      conflict: 'shown',
      reportedSeq: 8,
    }),
  )
  expect(resolving.reason.value).toBe('asked the gateway’s support')
})
