// The bridge's methods about what colleagues do with orders: read of the team, and the release of a
// claim whose computer is gone. MONEY: two people sign it, each with their own key, and the system
// asks first.
import { fail, ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { isPractice, orderLock, placeIn } from '#shared/order-place.ts'
import type {
  ReleaseAsked,
  TeamDesksView,
  TeamDeskView,
  TeamOrderView,
  TeamOutput,
  TeamPayment,
  TeamRequest,
} from '#shared/team/team-methods.ts'
import { askOutside, type OutsideParts } from '../base/ask-outside.ts'
import type { Desk } from '../base/desk.ts'
import { noConnection, notPossible, signInFirst } from '../base/faults.ts'
import type { DeskPorts } from '../base/ports.ts'
import { meOf, type PeopleParts } from '../people/stating.ts'

/** What is released: an order, by the text that locks it, or a payment, by its topic. */
export type ReleaseOf = { lockKey: string } | { payment: string }

/** A computer, and by what text the order of each request is locked; null for a payment. */
export interface TeamDeskHolds extends Omit<TeamDeskView, 'requests'> {
  requests: (TeamRequest & { lockKey: string | null; payment: TeamPayment | null })[]
}

/** Faults: denied/team-away, and those of each. */
export interface TeamOrders {
  show(lockKey: string): Promise<Result<TeamOrderView>>
  holds(): Promise<Result<(TeamRequest & { lockKey: string })[]>>
  /** Each computer with what it has, this one as well. */
  desks(): Promise<Result<Omit<TeamDesksView, 'desks'> & { desks: TeamDeskHolds[] }>>
  /** What a person signs to release the claim. Faults: denied/order-moved. */
  toSign(
    of: ReleaseOf,
    asked: { claim: string; reason: string },
  ): Promise<Result<{ text: Buffer; request: TeamRequest }>>
  /** Faults: denied/order-moved, not-possible. */
  release(
    of: ReleaseOf,
    signed: { claim: string; reason: string; key: string; signature: string },
  ): Promise<Result<null>>
}

export interface TeamOrderParts extends Pick<DeskPorts, 'connections'> {
  /** Null on a computer that works alone. */
  orders: () => TeamOrders | null
  people: Pick<PeopleParts, 'roll' | 'session'>
  outside: OutsideParts
  onChange: (change: { connectionId: string; orderid: string }) => void
}

type OrderMethods = Pick<
  Desk,
  'team:order' | 'team:orders' | 'team:desks' | 'team:release' | 'team:release-payment'
>

export function createTeamOrderMethods(parts: TeamOrderParts): OrderMethods {
  return {
    'team:order': async (input) => {
      const place = placeOf(parts, input)
      if (!place.ok) return place
      return place.value === null ? ok(null) : place.value.orders.show(place.value.lockKey)
    },
    'team:orders': () => holds(parts),
    'team:desks': () => desks(parts),
    'team:release': (input) => releaseOrder(parts, input),
    'team:release-payment': async ({ payment, ...asked }) => {
      const orders = parts.orders()
      if (orders === null) return fail(notPossible(say('team.is-in-none')))
      const about = {
        subject: 'team',
        message: (desk: string) => say('team.release-payment-question', { desk }),
        ifLeft: say('team.release-paid-twice'),
      }
      return release(parts, orders, { payment }, { ...asked, about })
    },
  }
}

/** Null where no team is asked: alone, or in the practice. */
function placeOf(
  { connections, orders }: TeamOrderParts,
  { connectionId, orderid }: { connectionId: string; orderid: string },
): Result<{ orders: TeamOrders; lockKey: string } | null> {
  const connection = connections.find(connectionId)
  if (connection === undefined) return fail(noConnection)
  const service = connections.gatewayOf(connection)
  const team = orders()
  if (team === null || isPractice(service)) return ok(null)
  return ok({ orders: team, lockKey: orderLock({ service, orderid }) })
}

async function holds({
  connections,
  orders,
}: TeamOrderParts): Promise<Result<TeamOutput['team:orders']>> {
  const team = orders()
  if (team === null) return ok(null)
  const found = await team.holds()
  if (!found.ok) return found
  return ok(
    found.value.flatMap(({ lockKey, ...request }) => {
      const { orderid, ids } = reachedOver(connections, lockKey)
      return ids.map((connectionId) => ({ ...request, connectionId, orderid }))
    }),
  )
}

/** The order that is locked, and the connections of this computer that reach it. */
function reachedOver(
  connections: TeamOrderParts['connections'],
  lockKey: string,
): { orderid: string; ids: string[] } {
  const place = placeIn(lockKey)
  if (place === null) return { orderid: '', ids: [] }
  const own = connections.all().filter((one) => connections.gatewayOf(one) === place.service)
  return { orderid: place.orderid, ids: own.map(({ id }) => id) }
}

async function desks({
  connections,
  orders,
}: TeamOrderParts): Promise<Result<TeamOutput['team:desks']>> {
  const team = orders()
  if (team === null) return ok(null)
  const found = await team.desks()
  if (!found.ok) return found
  const shown = found.value.desks.map((desk) => ({
    ...desk,
    requests: desk.requests.map(({ lockKey, ...request }) => {
      const { orderid, ids } = reachedOver(connections, lockKey ?? '')
      return { ...request, orderid, connectionId: ids[0] ?? null }
    }),
  }))
  return ok({ ...found.value, desks: shown })
}

async function releaseOrder(
  parts: TeamOrderParts,
  { connectionId, orderid, ...asked }: ReleaseAsked & { connectionId: string; orderid: string },
): Promise<Result<TeamOrderView>> {
  const place = placeOf(parts, { connectionId, orderid })
  if (!place.ok) return place
  if (place.value === null) return fail(notPossible(say('team.is-in-none')))
  const { orders, lockKey } = place.value
  const about = {
    subject: `order/${orderid}`,
    message: (desk: string) => say('team.release-question', { orderid, desk }),
    ifLeft: say('team.release-twice'),
  }
  const done = await release(parts, orders, { lockKey }, { ...asked, about })
  if (!done.ok) return done
  parts.onChange({ connectionId, orderid })
  return orders.show(lockKey)
}

async function release(
  { people, outside }: TeamOrderParts,
  orders: TeamOrders,
  of: ReleaseOf,
  asked: ReleaseAsked & {
    about: { subject: string; message: (desk: string) => string; ifLeft: string }
  },
): Promise<Result<null>> {
  const { own, claim, reason, about } = asked
  const me = meOf(people)
  if (me === null) return fail(notPossible(say('team.release-needs-people')))
  const before = people.session.number()
  const found = await orders.toSign(of, { claim, reason })
  if (!found.ok) return found
  const { text, request } = found.value
  const { desk, by, at } = request
  const said = await askOutside(outside, about.subject, {
    message: about.message(desk),
    detail: [
      say('team.release-of', { by, desk, operation: { noun: request.operation }, time: { at } }),
      say('team.release-looked', { desk }),
      about.ifLeft,
    ],
    action: say('team.release-button'),
  })
  if (!said.ok) return said
  const signed = await people.session.sign(me, 'own', { passphrase: own, text })
  if (!signed.ok) return signed
  // The passphrase takes its time: the person may have left meanwhile.
  if (people.session.number() !== before) return fail(signInFirst)
  const signature = signed.value.toString('base64')
  return orders.release(of, { claim, reason, key: me.key, signature })
}
