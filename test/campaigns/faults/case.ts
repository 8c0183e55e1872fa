// Gathers what the oracle checks against: the gateway's books, the wires' passages, the ledger
// file, and what people wanted.
import { join } from 'node:path'
import type { Booked, HandWord } from './oracle/books.ts'
import type { Case, Effect, Action, Try } from './oracle/check.ts'
import { readLedger } from './oracle/ledger.ts'
import type { Passage } from './oracle/witness.ts'
import { isOnOrder } from './requests.ts'
import { traitsOf } from './hosts.ts'
import type { Run } from './run.ts'

export const passagesOf = (run: Run): Passage[] =>
  [...run.fixture.wire.passages, ...run.fixture.neighbour.passages].sort((a, b) => a.left - b.left)

/** What the gateway's books have of an order, whoever it was. */
export const bookedOf = (run: Run, orderid: string): Booked[] =>
  run.fixture.sandbox.transactions(orderid)

/** The transactions of one person's wish, as the books have them. */
export function ownTransactions(run: Run, action: Action): (Booked & { key: string })[] {
  const { sandbox } = run.fixture
  const { operation, orderid } = action
  if (operation === 'return' || operation === 'void')
    return bookedOf(run, orderid)
      .filter((row) => row.comment?.startsWith(`${action.name} try `) === true)
      .map((row) => ({ ...row, key: row.comment ?? '' }))
  if (operation === 'capture') return ownCaptures(run, action)
  if (operation === 'payout-pay')
    return bookedOf(run, orderid)
      .filter((row) => row.type === 'payout')
      .map((row) => ({ ...row, key: `${orderid} paid` }))
  const keys = new Set(action.tries.map(({ key }) => key))
  return [...keys].flatMap((key) => {
    const made = sandbox.orderidOf(key)
    return made === null ? [] : bookedOf(run, made).map((row) => ({ ...row, key }))
  })
}

/**
 * A capture carries no words of ours: its answer's serial number tells whose it is, and where none
 * came, what nobody else claims.
 */
function ownCaptures(run: Run, action: Action): (Booked & { key: string })[] {
  const serialOf = (one: Try): string | null => one.passage?.serial ?? null
  const tries = run.actions.flatMap((other) => other.tries)
  const claimed = new Set([...tries.map(serialOf), ...run.fixture.colleague.serials])
  const left = bookedOf(run, action.orderid).filter(
    (row) =>
      row.type === 'capture' &&
      row.amountMinor === action.amountMinor &&
      row.requestSerial !== null &&
      !claimed.has(row.requestSerial),
  )
  return action.tries.flatMap((one) => {
    if (one.passage === null || one.passage.forwarded === null) return []
    const serial = serialOf(one)
    const own =
      serial === null
        ? left.shift()
        : bookedOf(run, action.orderid).find((row) => row.requestSerial === serial)
    return own === undefined ? [] : [{ ...own, key: one.key }]
  })
}

export function effectsOf(run: Run, action: Action): Effect[] {
  if (action.operation !== 'create-recurring-payment')
    return ownTransactions(run, action).map(({ key, processorTxId, requestSerial, status }) => ({
      key,
      processorTxId,
      serial: requestSerial,
      status,
    }))
  const keys = new Set(action.tries.map(({ key }) => key))
  return run.fixture.sandbox
    .subscriptions()
    .filter(({ clientOrderid }) => keys.has(clientOrderid))
    .map(({ clientOrderid }) => ({
      key: clientOrderid,
      processorTxId: null,
      serial: null,
      status: 'approved',
    }))
}

/** What people said of requests on this order, and what was true. */
export const handsOf = (run: Run, orderid: string): HandWord[] =>
  run.actions
    .filter((action) => action.orderid === orderid)
    .flatMap((action) => {
      const own = ownTransactions(run, action).filter(({ status }) => status === 'approved')
      return action.tries.flatMap((one): HandWord[] =>
        one.hand === null
          ? []
          : [
              {
                operation: action.operation,
                outcome: one.hand.outcome,
                amountMinor: action.amountMinor,
                processorTxId: own.find(({ key }) => key === one.key)?.processorTxId ?? null,
              },
            ],
      )
    })

/** The desk is closed. */
export function caseOf(run: Run, couldAsk: boolean): Case {
  const ledger = readLedger(join(run.life.folder(), 'ledger.sqlite'))
  const passages = passagesOf(run)
  return {
    actions: run.actions,
    passages,
    ledger,
    effectsOf: (action) => effectsOf(run, action),
    bookedOf: (orderid) => bookedOf(run, orderid),
    isClear: (action) => isClear(run, action),
    couldAsk,
    isLie: (one) => run.lies.has(one),
    hostTraits: traitsOf(run.host),
  }
}

/**
 * The order's newest transaction is this wish's own: an honest status names it. Nobody else was
 * there.
 */
function isClear(run: Run, action: Action): boolean {
  const orderid =
    action.orderid !== ''
      ? action.orderid
      : (run.fixture.sandbox.orderidOf(action.tries.at(-1)?.key ?? '') ?? '')
  if (run.freedom.unclear.has(action.orderid === '' ? action.name : orderid)) return false
  // A review that was given up took nothing from what is known of the one that left.
  if (!isOnOrder(action.operation))
    return action.tries.filter(({ passage }) => passage !== null).length <= 1
  const newest = bookedOf(run, orderid).at(-1)
  const own = ownTransactions(run, action)
  return own.length === 0 || (own.length === 1 && own[0]?.processorTxId === newest?.processorTxId)
}
