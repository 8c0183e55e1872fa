// What a review says that a request does, as a run names it. Pure.
import { say } from '#shared/message.ts'
import type { RowWay, RunOperation } from '#shared/runs/run-state.ts'

/** A Return is the release of a hold or a refund: only its effect says which. */
export const noteOfEffect = (operation: RunOperation, effect: string): RowWay =>
  operation !== 'return' ? operation : effect === say('order.release-effect') ? 'release' : 'refund'
