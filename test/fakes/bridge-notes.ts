// Notes and tags of the fake bridge: kept on its orders.
import type { Input, Output } from '../../src/shared/contract/bridge.ts'
import type { NoteOutput, StoppedSubscription } from '../../src/shared/bridge/notes.ts'
import type { OrderView } from '../../src/shared/bridge/views.ts'
import { fail, ok, type Result } from '../../src/shared/fault.ts'
import { missing } from './bridge-actions.ts'

type Methods = keyof NoteOutput | 'order:evidence'

export function fakeNotes(
  find: (connectionId: string, orderid: string) => OrderView | undefined,
  clock: () => number,
): { [M in Methods]: (input: Input<M>) => Result<Output[M]> } {
  const on = (
    { connectionId, orderid }: { connectionId: string; orderid: string },
    act: (order: OrderView) => void,
  ): Result<OrderView> => {
    const order = find(connectionId, orderid)
    if (order === undefined) return fail(missing)
    act(order)
    return ok(order)
  }
  const stopped: StoppedSubscription[] = []
  return {
    'order:note': (input) =>
      on(input, (order) => {
        const seq = order.notes.length + 1
        order.notes.unshift({ seq, at: clock(), actor: 'anna', text: input.text })
      }),
    'order:tag': (input) =>
      on(input, (order) => {
        order.tags = [...new Set([...order.tags, input.tag])].sort()
      }),
    'order:evidence': ({ orderid }) =>
      ok({
        file: `/home/anna/paydesk-order-${orderid}.zip`,
        bytes: 48_211,
        sha256: 'a'.repeat(64),
        files: ['README.txt', 'timeline.pdf', 'audit/audit.jsonl', 'SHA256SUMS'],
        entries: 7,
        stubs: 35,
      }),
    'subscription:stopped': () => ok(stopped.slice()),
    'subscription:mark': ({ recurringId, isStopped, reason }) => {
      const others = stopped.filter((one) => one.recurringId !== recurringId)
      const own = { recurringId, at: 0, actor: 'maria', reason }
      stopped.splice(0, stopped.length, ...(isStopped ? [own, ...others] : others))
      return ok(stopped.slice())
    },
    'order:untag': (input) =>
      on(input, (order) => {
        order.tags = order.tags.filter((tag) => tag !== input.tag)
      }),
  }
}
