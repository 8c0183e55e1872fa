// What the bridge may ask about a request, from its review to its outcome.
import { openStates } from '#shared/attempt.ts'
import { fail, ok } from '#shared/fault.ts'
import { isNotThere } from '#shared/gateway/refusal-meanings.ts'
import type { OutsideParts } from '../base/ask-outside.ts'
import type { Desk } from '../base/desk.ts'
import { confirm, type ConfirmPorts } from '../payments/send/confirm.ts'
import { outsideConfirmation } from '../payments/send/confirm-outside.ts'
import { undoAttempt, type UndoPorts } from '../payments/send/undo.ts'
import type { DeskPorts } from '../base/ports.ts'
import { reviewRequest, type ReviewPorts } from '../payments/review/review-request.ts'
import { resolveOutside } from '../payments/watch/resolve-by-hand.ts'
import { resolveAttempt, type ResolvePorts } from '../payments/watch/ask-status.ts'
import type { attemptViews } from '../orders/views.ts'
import { noRequest, waitsNoMore } from '../base/faults.ts'
import type { UndoWindow } from '../payments/send/undo-window.ts'

interface AttemptPorts
  extends ReviewPorts, ConfirmPorts, UndoPorts, ResolvePorts, Pick<DeskPorts, 'unseenEnds'> {
  undo: UndoWindow
}

export function createAttemptMethods(
  ports: AttemptPorts,
  outside: OutsideParts,
  viewOf: ReturnType<typeof attemptViews>,
): Pick<
  Desk,
  | 'attempt:review'
  | 'attempt:confirm'
  | 'attempt:undo'
  | 'attempt:send-now'
  | 'attempt:show'
  | 'attempt:seen'
  | 'attempt:list'
  | 'attempt:check'
  | 'attempt:resolve'
> {
  const confirmOutside = outsideConfirmation(ports, outside)
  return {
    'attempt:review': (input) => reviewRequest(ports, input),

    'attempt:confirm': async (input) => {
      const asked = await confirmOutside(input.attemptId)
      if (!asked.ok) return asked
      const confirmed = await confirm(ports, input)
      return confirmed.ok ? ok(viewOf(confirmed.value)) : confirmed
    },

    'attempt:undo': async ({ attemptId, keepsCard }) => {
      const taken = undoAttempt(ports, attemptId, keepsCard)
      return taken.ok ? ok(viewOf(taken.value)) : taken
    },

    'attempt:send-now': async ({ attemptId }) =>
      ports.undo.sendNow(attemptId) ? ok(null) : fail(waitsNoMore(attemptId)),

    'attempt:show': async ({ attemptId }) => {
      const row = ports.journal.get(attemptId)
      return row === null ? fail(noRequest) : ok(viewOf(row))
    },

    'attempt:seen': async ({ attemptId }) => {
      ports.unseenEnds.forget(attemptId)
      ports.onChange({ topic: 'app' })
      return ok(null)
    },

    'attempt:list': async ({ isOpen }) => {
      const { journal } = ports
      const rows = isOpen
        ? [...journal.inStates(openStates), ...journal.contradicted()]
        : journal.recent(500)
      return ok(rows.map(viewOf))
    },

    'attempt:check': async ({ attemptId }) => {
      const row = ports.journal.get(attemptId)
      if (row === null) return fail(noRequest)
      const status = await resolveAttempt(ports, row)
      return status.ok || isNotThere(status.fault)
        ? ok(viewOf(ports.journal.get(attemptId) ?? row))
        : status
    },

    'attempt:resolve': async (input) => {
      const resolved = await resolveOutside(ports, outside, input)
      return resolved.ok ? ok(viewOf(resolved.value)) : resolved
    },
  }
}
