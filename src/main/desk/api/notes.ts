// Notes and tags: what a person says about an order, audited with who and when. They change nothing
// about the order's money.
import { say } from '#shared/message.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import type { NoteOutput } from '#shared/bridge/notes.ts'
import type { OrderView } from '#shared/bridge/views.ts'
import { mostTags } from '#shared/note-limits.ts'
import type { Desk } from '../base/desk.ts'
import type { DeskPorts } from '../base/ports.ts'
import { noConnection, orderNotRead } from '../base/faults.ts'

type Place = { connectionId: string; orderid: string }

export function createNoteMethods(
  ports: Pick<DeskPorts, 'notes' | 'actor' | 'orders' | 'onChange' | 'connections'>,
  show: (connectionId: string, orderid: string) => Result<OrderView>,
): Pick<Desk, keyof NoteOutput> {
  const { notes, actor } = ports
  const change = ({ connectionId, orderid }: Place, act: (place: Place) => void) => {
    if (ports.orders.get(connectionId, orderid) === null) return fail(orderNotRead)
    act({ connectionId, orderid })
    ports.onChange({ topic: 'order', connectionId, orderid })
    return show(connectionId, orderid)
  }
  return {
    'order:note': async ({ text, ...place }) => change(place, (at) => notes.add(at, actor(), text)),
    'order:tag': async ({ tag, ...place }) => {
      const { tags } = notes.of(place)
      if (tags.length >= mostTags && !tags.includes(tag))
        return fail(inputFault('tag', say('program.tags-full', { mostTags })))
      return change(place, (at) => notes.tag(at, actor(), tag))
    },
    'subscription:stopped': async ({ connectionId }) => ok(notes.subscriptions.list(connectionId)),
    'subscription:mark': async ({ isStopped, reason, ...place }) => {
      if (ports.connections.find(place.connectionId) === undefined) return fail(noConnection)
      notes.subscriptions.mark(place, actor(), { isStopped, reason })
      ports.onChange({ topic: 'app', connectionId: place.connectionId })
      return ok(notes.subscriptions.list(place.connectionId))
    },
    'order:untag': async ({ tag, ...place }) =>
      change(place, (at) => notes.untag(at, actor(), tag)),
  }
}
