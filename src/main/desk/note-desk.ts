// Notes and tags: what a person says about an order, audited with who and when. They change nothing about the order's money.
import { type Fault, fail, inputFault, type Result } from '#shared/fault.ts'
import type { OrderView } from '#shared/bridge/views.ts'
import { mostTags } from '#shared/note-limits.ts'
import type { Desk } from './desk.ts'
import type { DeskPorts } from './ports.ts'

type Place = { connectionId: string; orderid: string }

export function createNoteDesk(
  ports: DeskPorts,
  show: (connectionId: string, orderid: string) => Result<OrderView>,
): Pick<Desk, 'order:note' | 'order:tag' | 'order:untag'> {
  const { notes, actor } = ports
  const change = ({ connectionId, orderid }: Place, act: (place: Place) => void) => {
    if (ports.orders.get(connectionId, orderid) === null) return fail(notHere)
    act({ connectionId, orderid })
    ports.onChange({ topic: 'order', connectionId, orderid })
    return show(connectionId, orderid)
  }
  return {
    'order:note': async ({ text, ...place }) => change(place, (at) => notes.add(at, actor, text)),
    'order:tag': async ({ tag, ...place }) => {
      const { tags } = notes.of(place)
      if (tags.length >= mostTags && !tags.includes(tag))
        return fail(inputFault('tag', `An order takes at most ${mostTags} tags. Remove one first.`))
      return change(place, (at) => notes.tag(at, actor, tag))
    },
    'order:untag': async ({ tag, ...place }) => change(place, (at) => notes.untag(at, actor, tag)),
  }
}

const notHere: Fault = {
  kind: 'denied',
  sent: 'no',
  reason: 'not-found',
  message: 'This desk has not looked up that order yet.',
}
