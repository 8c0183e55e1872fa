// One round: Bo asks for a refund above his limit, Cy approves it, twice at once, and Bo sends it,
// twice at once. Something comes between, beside the approval or beside the sending.
import { setTimeout as sleep } from 'node:timers/promises'
import type { OrderView } from '#shared/bridge/views.ts'
import type { Result } from '#shared/fault.ts'
import type { Role } from '#shared/people/roles.ts'
import { sandboxId } from '../../../src/main/composition/sandbox-connection.ts'
import { must } from '../faults/must.ts'
import { approve, idOf, own, setLimit, signIn } from '../runner/own-people.ts'
import type { Place } from './place.ts'

export interface Round {
  orderid: string
  comes: string
  isBesideSending: boolean
  /** After so long. */
  afterMs: number
}
interface Played {
  id: string
  order: OrderView
}

const day = 24 * 3_600_000

/** What comes between, each by somebody who may do it. */
export const between: Readonly<Record<string, (place: Place, of: Played) => Promise<unknown>>> = {
  nothing: () => Promise.resolve(),
  'signed out': (place) => place.desk()['people:sign-out']({}),
  locked: (place) => Promise.resolve(place.lock()),
  'a second approver': async (place, { id }) => {
    await signIn(place.desk(), 'Di')
    return approve(place.desk(), id)
  },
  edited: (place, { order }) => confirmed(place, order, '26.00'),
  'the order moved': (place, { order }) => confirmed(place, order, '1.00'),
  undone: async (place) => {
    const waiting = must(await place.desk()['attempt:list']({ isOpen: true }))
    for (const { id } of waiting) await place.desk()['attempt:undo']({ attemptId: id })
  },
  quit: async (place) => {
    await place.quit()
    await place.open()
  },
  withdrawn: async (place, { id: approvalId }) => {
    await signIn(place.desk(), 'Bo')
    return place.desk()['approval:withdraw']({ approvalId })
  },
  refused: async (place, { id: approvalId }) => {
    await signIn(place.desk(), 'Di')
    return place.desk()['approval:refuse']({ approvalId, reason: 'It came whole' })
  },
  'a role less': (place) => setRoles(place, ['payments']),
  'a lower limit': (place) => limit(place, '0'),
  'two are needed': (place) => limit(place, '10.00', 2),
  'a day later': (place) => Promise.resolve(place.ahead(day)),
  // The gateway breaks off after it took a refund: set by whoever owns the gateway.
  'the answer is lost': () => Promise.resolve(),
  // The program is killed from outside.
  killed: () => Promise.resolve(),
}

async function confirmed(place: Place, order: OrderView, amount: string) {
  await signIn(place.desk(), 'Bo')
  const review = await reviewed(place, order, amount)
  return review.ok ? place.desk()['attempt:confirm'](review.value) : review
}
async function limit(place: Place, amount: string, approvals: 1 | 2 = 1): Promise<void> {
  await signIn(place.desk(), 'Ada')
  await setLimit(place.desk(), amount, approvals)
}
async function setRoles(place: Place, roles: Role[]): Promise<void> {
  await signIn(place.desk(), 'Ada')
  const personId = await idOf(place.desk(), 'Cy')
  await place.desk()['people:set-roles']({ personId, roles, own })
}

/** As it was before, for the next round. */
export async function putBack(place: Place): Promise<void> {
  await setRoles(place, ['payments', 'approver'])
  await limit(place, '10.00')
}

const reviewed = (place: Place, order: OrderView, amount = '25.00') =>
  place.desk()['attempt:review']({
    ...{ connectionId: sandboxId, operation: 'return' },
    request: {
      ...{ orderid: order.orderid, client_orderid: order.clientOrderid },
      ...{ amount, currency: 'EUR', comment: 'Damaged parcel' },
    },
  })

const lookedUp = (place: Place, value: string) =>
  place.desk()['order:look-up']({ connectionId: sandboxId, by: 'orderid', value })

/** Bo's refund, as it was asked for, once more; refused or sent. */
export async function sendAgain(place: Place, orderid: string): Promise<void> {
  await signIn(place.desk(), 'Bo')
  const order = await lookedUp(place, orderid)
  const review = order.ok ? await reviewed(place, order.value) : order
  if (review.ok) await place.desk()['attempt:confirm'](review.value)
}

export async function playRound(
  place: Place,
  { orderid, comes, isBesideSending, afterMs }: Round,
  say: (step: string) => void = () => undefined,
): Promise<void> {
  await signIn(place.desk(), 'Bo')
  const order = must(await lookedUp(place, orderid))
  const { attemptId, token } = must(await reviewed(place, order))
  const { id } = must(await place.desk()['approval:ask']({ attemptId, token }))
  say('asked')
  await signIn(place.desk(), 'Cy')
  const act = async (): Promise<unknown> => {
    await sleep(afterMs)
    return between[comes]!(place, { id, order })
  }
  const approval = async (): Promise<void> => {
    await approve(place.desk(), id)
    say('approved')
  }
  await (isBesideSending ? approval() : Promise.allSettled([approval(), approval(), act()]))
  await signIn(place.desk(), 'Bo')
  const reviews = [await reviewed(place, order), await reviewed(place, order)]
  say('reviewed')
  const confirm = async (review: Awaited<ReturnType<typeof reviewed>>): Promise<Result<unknown>> =>
    review.ok ? place.desk()['attempt:confirm'](review.value) : review
  const sends = reviews.map(async (review) => {
    await confirm(review)
    say('confirmed')
  })
  await Promise.allSettled([...sends, ...(isBesideSending ? [act()] : [])])
}
