// After every step of a run: what the desk shows of each order is held against the books, exactly
// or "not known".
import { bookedOf, handsOf, passagesOf } from './case.ts'
import * as calls from './calls.ts'
import { traitsOf } from './hosts.ts'
import { isToldPlainly, knownEvents, lookAlikes, sumsFault, unsafeSum } from './oracle/books.ts'
import type { Order } from './requests.ts'
import type { Run } from './run.ts'

export async function checkSums(run: Run): Promise<void> {
  const { main, twin, group } = run.fixture.places
  for (const order of run.orders.values())
    for (const connectionId of [main, twin, group])
      if (connectionId !== null) await checkOrder(run, order, connectionId)
}

async function checkOrder(run: Run, order: Order, connectionId: string): Promise<void> {
  if (order.kind === 'none' || run.freedom.noSums.has(order.orderid)) return
  const fault = await faultNow(run, order, connectionId)
  if (fault === null) return
  // An answer may still be written into the ledger: what stays wrong is wrong.
  await run.fixture.time.after(800)
  const again = await faultNow(run, order, connectionId)
  if (again !== null) run.say('wrong-sums', `order ${order.orderid}: ${again}`)
}

async function faultNow(run: Run, order: Order, connectionId: string): Promise<string | null> {
  const shown = await calls.shownSums(run.life, connectionId, order.orderid)
  // What contradicts itself stops the order: nothing is reckoned with then.
  if (shown === null || shown.hasConflict) return null
  const open = await calls.list(run.life, true)
  const passages = passagesOf(run)
  const { tellsMarks } = traitsOf(run.host)
  if (open === null || !isToldPlainly(order.orderid, passages, tellsMarks)) return null
  const events = knownEvents(
    { orderid: order.orderid, place: 'main' },
    passages,
    bookedOf(run, order.orderid),
    handsOf(run, order.orderid),
    run.fixture.time.now(),
  )
  const openReturns = open
    .filter(({ operation, orderid }) => operation === 'return' && orderid === order.orderid)
    .map(({ amountMinor }) => amountMinor ?? 0)
  const kind = order.kind === 'sale' ? 'sale' : 'preauth'
  return tellsMarks
    ? sumsFault(events, kind, shown, openReturns)
    : unsafeSum(lookAlikes(events), kind, shown, openReturns)
}
