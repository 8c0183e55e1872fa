// What journeys over reports of the gateway have in common: reports of the sandbox's orders, pasted
// and matched, and the lists of their results.
import type { OrderView } from '#shared/bridge/views.ts'
import type { FileView } from '#shared/files/file-methods.ts'
import type {
  ReconciledRow,
  ReconciliationView,
  ShownPile,
} from '#shared/reconcile/reconcile-methods.ts'
import { paidOrders } from '../runs/run-story.ts'
import { must, type OpenDesk } from '../story.ts'
import { oneEuro, type World } from '../world.ts'

export const use = { connectionId: 'sandbox', operation: 'report' } as const
const head = 'Order ID,Merchant order ID,Type,Amount,Currency,Last 4,Date'
export const today = (): string => new Date().toISOString().slice(0, 10)
/** On which the file began: a test may end on the next one. */
export const day = today()
export const reason = 'made by the bank itself'

export const read = async (
  { desk }: OpenDesk,
  lines: readonly string[],
  columns = head,
): Promise<FileView> =>
  must(await desk['file:paste']({ ...use, text: [columns, ...lines].join('\n') }))!
export const take = ({ desk }: OpenDesk, view: FileView) =>
  desk['reconcile:take']({
    ...{ readingId: view.id, stamp: view.stamp, meaning: view.meaning },
    ...{ leftOut: view.wrongLines, leftOutReason: '', fewerReason: '' },
  })
export const matched = async (
  open: OpenDesk,
  lines: readonly string[],
  columns = head,
): Promise<ReconciliationView> => must(await take(open, await read(open, lines, columns)))!
export const counts = ({ result }: ReconciliationView): Partial<Record<ShownPile, number>> =>
  Object.fromEntries(
    result!.piles.flatMap(({ pile, count }) => (count === 0 ? [] : [[pile, count]])),
  )
export const rowsOf = async (
  { desk }: OpenDesk,
  id: string,
  pile: ShownPile,
): Promise<ReconciledRow[]> =>
  must(await desk['reconcile:rows']({ id, pile, from: 0, limit: 100 })).rows

const passphrases = { Ada: 'correct horse battery', Bo: 'staple of another kind' }
export const signInAs = async (
  { desk }: OpenDesk,
  name: keyof typeof passphrases,
): Promise<void> => {
  const { people } = must(await desk['people:standing']({}))
  const personId = people.find((one) => one.name === name)!.id
  must(await desk['people:sign-in']({ personId, passphrase: passphrases[name] }))
}
/** Sign-in is on: Ada, who is signed in, and Bo may both decide lines. */
export async function addTwoPeople({ desk }: OpenDesk): Promise<void> {
  const own = passphrases.Ada
  must(await desk['people:switch-on']({ name: 'Ada', passphrase: own }))
  const { id: personId } = must(await desk['people:standing']({})).me!
  const both = ['approver', 'payments'] as const
  must(await desk['people:set-roles']({ personId, roles: ['administrator', ...both], own }))
  must(await desk['people:add']({ name: 'Bo', roles: [...both], passphrase: passphrases.Bo, own }))
}

export type Order = Pick<OrderView, 'orderid' | 'clientOrderid'>
/** A line as the gateway would report it. */
export const line = (
  { orderid, clientOrderid }: Order,
  kind: string,
  amount: string,
  on = day,
): string => `${orderid},${clientOrderid},${kind},${amount},EUR,,${on}`
/** Paid orders of 120.00 EUR that were looked up here. */
export const knownTo = (world: World, count: number): Promise<OrderView[]> =>
  Promise.all(paidOrders(world.sandbox, count).map((orderid) => world.lookUp(orderid)))

/** Refunds of one euro each, until their ends are known. */
export async function refundedIn(
  world: World,
  open: OpenDesk,
  orders: readonly OrderView[],
): Promise<void> {
  for (const { orderid } of orders) must(await world.send(orderid, oneEuro))
  for (let left = 400; left > 0; left -= 1) {
    if (must(await open.desk['attempt:list']({ isOpen: true })).length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('the refunds did not end')
}
