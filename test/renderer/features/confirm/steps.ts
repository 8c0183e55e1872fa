// The review of a step that is one, for tests of the steps.
import type { Flow } from '../../../../src/renderer/features/confirm/flow.ts'
import type { Review } from '../../../../src/shared/bridge/views.ts'

export function reviewIn(flow: Flow): Review {
  if (flow.stage !== 'review') throw new Error(`no review, but ${flow.stage}`)
  return flow.review
}
