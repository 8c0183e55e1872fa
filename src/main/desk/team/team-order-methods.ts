// The bridge's methods about what colleagues do with orders: read of the team, and the release of a
// claim whose computer is gone. MONEY: two people sign it, each with their own key, and the system
// asks first.
import { fail, ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { isPractice, orderLock, placeIn } from '#shared/order-place.ts'
import type {
  TeamDesksView,
  TeamDeskView,
  TeamOrderView,
  TeamOutput,
  TeamRequest,
} from '#shared/team/team-methods.ts'
import { askOutside, type OutsideParts } from '../base/ask-outside.ts'
import type { Desk } from '../base/desk.ts'
import { noConnection, notPossible, signInFirst } from '../base/faults.ts'
import type { DeskPorts } from '../base/ports.ts'
import { meOf, type PeopleParts } from '../people/stating.ts'

/** A request, and by what text its order is locked. */
type HeldRequest = TeamRequest & { lockKey: string }

/** Faults: denied/team-away, and those of each. */
export interface TeamOrders {
  show(lockKey: string): Promise<Result<TeamOrderView>>
  holds(): Promise<Result<HeldRequest[]>>
  /** Each computer with what it has, this one as well. */
  desks(): Promise<
    Result<
      Omit<TeamDesksView, 'desks'> & {
        desks: (Omit<TeamDeskView, 'requests'> & { requests: HeldRequest[] })[]
      }
    >
  >
  /** What a person signs to release the claim. Faults: denied/order-moved. */
  toSign(
    lockKey: string,
    asked: { claim: string; reason: string },
  ): Promise<Result<{ text: Buffer; request: TeamRequest }>>
  /** Faults: denied/order-moved, not-possible. */
  release(
    lockKey: string,
    signed: { claim: string; reason: string; key: string; signature: string },
  ): Promise<Result<TeamOrderView>>
}

export interface TeamOrderParts extends Pick<DeskPorts, 'connections'> {
  /** Null on a computer that works alone. */
  orders: () => TeamOrders | null
  people: Pick<PeopleParts, 'roll' | 'session'>
  outside: OutsideParts
  onChange: (change: { connectionId: string; orderid: string }) => void
}

type OrderMethods = Pick<Desk, 'team:order' | 'team:orders' | 'team:desks' | 'team:release'>

export function createTeamOrderMethods(parts: TeamOrderParts): OrderMethods {
  return {
    'team:order': async (input) => {
      const place = placeOf(parts, input)
      if (!place.ok) return place
      return place.value === null ? ok(null) : place.value.orders.show(place.value.lockKey)
    },
    'team:orders': () => holds(parts),
    'team:desks': () => desks(parts),
    'team:release': (input) => release(parts, input),
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
      const { orderid, ids } = reachedOver(connections, lockKey)
      return { ...request, orderid, connectionId: ids[0] ?? null }
    }),
  }))
  return ok({ ...found.value, desks: shown })
}

async function release(
  parts: TeamOrderParts,
  {
    own,
    claim,
    reason,
    ...input
  }: {
    connectionId: string
    orderid: string
    own: string
    claim: string
    reason: string
  },
): Promise<Result<TeamOrderView>> {
  const { people, outside } = parts
  const place = placeOf(parts, input)
  if (!place.ok) return place
  if (place.value === null) return fail(notPossible(say('team.is-in-none')))
  const { orders, lockKey } = place.value
  const me = meOf(people)
  if (me === null) return fail(notPossible(say('team.release-needs-people')))
  const before = people.session.number()
  const found = await orders.toSign(lockKey, { claim, reason })
  if (!found.ok) return found
  const { text, request } = found.value
  const { desk, by, at } = request
  const asked = await askOutside(outside, `order/${input.orderid}`, {
    message: say('team.release-question', { orderid: input.orderid, desk }),
    detail: [
      say('team.release-of', { by, desk, operation: { noun: request.operation }, time: { at } }),
      say('team.release-looked', { desk }),
      say('team.release-twice'),
    ],
    action: say('team.release-button'),
  })
  if (!asked.ok) return asked
  const signed = await people.session.sign(me, 'own', { passphrase: own, text })
  if (!signed.ok) return signed
  // The passphrase takes its time: the person may have left meanwhile.
  if (people.session.number() !== before) return fail(signInFirst)
  const signature = signed.value.toString('base64')
  const done = await orders.release(lockKey, { claim, reason, key: me.key, signature })
  if (done.ok) parts.onChange(input)
  return done
}
