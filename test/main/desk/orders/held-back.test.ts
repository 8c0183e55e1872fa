// What ended as UNDONE was undone by a person, or Paydesk did not let it go: the kept reason tells.
import { expect, it } from 'vitest'
import { heldBack } from '../../../../src/main/desk/orders/held-back.ts'
import { say, sayAll } from '../../../../src/shared/message.ts'

it.each([
  ['UNDONE', say('requests.unsent-because', { why: 'the status changed' }), true],
  ['UNDONE', say('requests.unsent-could-not-go-on'), true],
  ['UNDONE', say('approvals.asked-for-instead'), true],
  ['UNDONE', say('requests.undone-confirmed'), undefined],
  ['UNDONE', say('requests.undone-unconfirmed'), undefined],
  ['UNDONE', say('requests.stopped-asking-team'), undefined],
  ['UNDONE', '', undefined],
  ['NOT_SENT', say('requests.unsent-could-not-go-on'), undefined],
] as const)('%s %s', (state, message, isHeldBack) => {
  expect(heldBack(state, message).isHeldBack).toBe(isHeldBack)
  expect(heldBack(state, sayAll([message])).isHeldBack).toBe(isHeldBack)
})
