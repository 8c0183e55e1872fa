// Brings together what the oracle judges by: the gateway's books, the wires' passages, the ledger
// file, and what people wanted.
import { join } from 'node:path'
import type { Booked, HandWord } from './oracle/books.ts'
import type { Case, Effect, Intent, Try } from './oracle/judge.ts'
import { readLedger } from './oracle/ledger.ts'
import type { Passage } from './oracle/witness.ts'
import { isOnOrder } from './requests.ts'
import { habitsOf } from './hosts.ts'
import type { Run } from './run.ts'

export const passagesOf = (run: Run): Passage[] =>
  [...run.fixture.wire.passages, ...run.fixture.neighbour.passages].sort((a, b) => a.left - b.left)

/** What the gateway's books have of an order, whoever it was. */
export const bookedOf = (run: Run, orderid: string): Booked[] =>
  run.fixture.sandbox.transactions(orderid)

/** The transactions of one person's wish, as the books have them. */
export function ownTransactions(run: Run, intent: Intent): (Booked & { key: string })[] {
  const { sandbox } = run.fixture
  const { operation, orderid } = intent
  if (operation === 'return' || operation === 'void')
    return bookedOf(run, orderid)
      .filter((row) => row.comment?.startsWith(`${intent.name} try `) === true)
      .map((row) => ({ ...row, key: row.comment ?? '' }))
  if (operation === 'capture') return ownCaptures(run, intent)
  if (operation === 'payout-pay')
    return bookedOf(run, orderid)
      .filter((row) => row.type === 'payout')
      .map((row) => ({ ...row, key: `${orderid} paid` }))
  const keys = new Set(intent.tries.map(({ key }) => key))
  return [...keys].flatMap((key) => {
    const made = sandbox.orderidOf(key)
    return made === null ? [] : bookedOf(run, made).map((row) => ({ ...row, key }))
  })
}

/**
 * A capture carries no words of ours: its answer's serial number tells whose it is, and where none
 * came, what nobody else claims.
 */
function ownCaptures(run: Run, intent: Intent): (Booked & { key: string })[] {
  const serialOf = (one: Try): string | null => one.passage?.serial ?? null
  const tries = run.intents.flatMap((other) => other.tries)
  const claimed = new Set([...tries.map(serialOf), ...run.fixture.colleague.serials])
  const left = bookedOf(run, intent.orderid).filter(
    (row) =>
      row.type === 'capture' &&
      row.amountMinor === intent.amountMinor &&
      row.requestSerial !== null &&
      !claimed.has(row.requestSerial),
  )
  return intent.tries.flatMap((one) => {
    if (one.passage === null || one.passage.forwarded === null) return []
    const serial = serialOf(one)
    const own =
      serial === null
        ? left.shift()
        : bookedOf(run, intent.orderid).find((row) => row.requestSerial === serial)
    return own === undefined ? [] : [{ ...own, key: one.key }]
  })
}

export function effectsOf(run: Run, intent: Intent): Effect[] {
  if (intent.operation !== 'create-recurring-payment')
    return ownTransactions(run, intent).map(({ key, processorTxId, requestSerial, status }) => ({
      key,
      processorTxId,
      serial: requestSerial,
      status,
    }))
  const keys = new Set(intent.tries.map(({ key }) => key))
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
  run.intents
    .filter((intent) => intent.orderid === orderid)
    .flatMap((intent) => {
      const own = ownTransactions(run, intent).filter(({ status }) => status === 'approved')
      return intent.tries.flatMap((one): HandWord[] =>
        one.hand === null
          ? []
          : [
              {
                operation: intent.operation,
                outcome: one.hand.outcome,
                amountMinor: intent.amountMinor,
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
    intents: run.intents,
    passages,
    ledger,
    effectsOf: (intent) => effectsOf(run, intent),
    bookedOf: (orderid) => bookedOf(run, orderid),
    isClear: (intent) => isClear(run, intent),
    couldAsk,
    isLie: (one) => run.lies.has(one),
    habits: habitsOf(run.host),
    areBooksOurs: (orderid) => !run.freedom.unclear.has(orderid),
  }
}

/**
 * The order's newest transaction is this wish's own: an honest status names it. Nobody else was
 * there.
 */
function isClear(run: Run, intent: Intent): boolean {
  const orderid =
    intent.orderid !== ''
      ? intent.orderid
      : (run.fixture.sandbox.orderidOf(intent.tries.at(-1)?.key ?? '') ?? '')
  if (run.freedom.unclear.has(intent.orderid === '' ? intent.name : orderid)) return false
  if (!isOnOrder(intent.operation)) return intent.tries.length === 1
  const newest = bookedOf(run, orderid).at(-1)
  const own = ownTransactions(run, intent)
  return own.length === 0 || (own.length === 1 && own[0]?.processorTxId === newest?.processorTxId)
}
