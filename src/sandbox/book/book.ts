// The bookkeeping: orders, their transactions and the effects ledger. Callers wrap writes in
// store.atomically; nothing here decides whether a transaction is allowed (rules.ts does).
import type { CardFacts } from './card.ts'
import type { Outcome } from './test-amounts.ts'
import type { Moved, Status, TransactionType } from './rules.ts'
import type { Store } from './store.ts'

/** What the order knows beyond money; shown again by status. */
export interface OrderFacts {
  endpointId: string
  name?: string
  email?: string
  phone?: string
  orderDesc?: string
  card?: CardFacts
  redirectUrl?: string
  callbackUrl?: string
  cardRefId?: string
  /** 'Y' once a 3-D Secure check has passed. */
  verified3d?: string
  /** Where a payout or transfer goes; card numbers by their last four. */
  destination?: string
}

export interface Order {
  orderid: number
  clientOrderid: string
  kind: string
  amountMinor: number
  currency: string
  createdAt: number
  facts: OrderFacts
}

export interface Transaction extends Moved {
  id: number
  orderid: number
  currency: string
  /**
   * The outcome at finalAt. With a null finalAt a status that is not final never changes by itself.
   */
  outcome: Status
  finalAt: number | null
  createdAt: number
  changedAt: number
  processorTxId: string
  errorCode: string | null
  errorMessage: string | null
  comment: string | null
  requestSerial: string | null
}

/** One row per effect: money that moved, or is on its way, because of one request. */
export interface EffectRow {
  id: number
  at: number
  operation: string
  orderid: string
  clientOrderid: string
  amountMinor: number
  currency: string
  requestSerial: string
  /** Where the transaction behind it stands now. */
  status: Status
}

interface NewTransaction {
  orderid: number
  type: TransactionType
  amountMinor: number
  currency: string
  status: Status
  outcome: Status
  finalAt: number | null
  at: number
  errorCode?: string | null
  errorMessage?: string | null
  comment?: string | null
  requestSerial?: string | null
}

const orderColumns =
  'orderid, client_orderid AS clientOrderid, kind, amount_minor AS amountMinor, currency, created_at AS createdAt, facts'
const transactionColumns =
  'id, orderid, type, amount_minor AS amountMinor, currency, status, fate AS outcome, final_at AS finalAt, created_at AS createdAt, changed_at AS changedAt, processor_tx_id AS processorTxId, error_code AS errorCode, error_message AS errorMessage, comment, request_serial AS requestSerial'

type OrderRecord = Omit<Order, 'facts'> & { facts: string }
const toOrder = (record: OrderRecord): Order => ({
  ...record,
  facts: JSON.parse(record.facts) as OrderFacts,
})

/** Statuses a transaction can leave. */
const open = "('processing', 'unknown')"

export type Book = ReturnType<typeof openBook>

export function openBook(store: Store, firstOrderid: number) {
  return {
    ...orderBook(store, firstOrderid),
    ...transactionBook(store),
    ...effectBook(store),
    ...outcomeBook(store),
  }
}

function orderBook(store: Store, firstOrderid: number) {
  return {
    addOrder(order: Omit<Order, 'orderid'>): Order {
      const last = store.first<{ last: number | null }>(
        'SELECT max(orderid) AS last FROM orders',
      )?.last
      // Leave gaps of a few numbers, as orders of other merchants would.
      const orderid = last === null || last === undefined ? firstOrderid : last + 1 + (last % 7)
      store.run(
        'INSERT INTO orders (orderid, client_orderid, kind, amount_minor, currency, created_at, facts) VALUES (?, ?, ?, ?, ?, ?, ?)',
        orderid,
        order.clientOrderid,
        order.kind,
        order.amountMinor,
        order.currency,
        order.createdAt,
        JSON.stringify(order.facts),
      )
      return { ...order, orderid }
    },

    changeFacts(orderid: number, facts: OrderFacts): void {
      store.run('UPDATE orders SET facts = ? WHERE orderid = ?', JSON.stringify(facts), orderid)
    },

    order(orderid: number): Order | undefined {
      const record = store.first<OrderRecord>(
        `SELECT ${orderColumns} FROM orders WHERE orderid = ?`,
        orderid,
      )
      return record && toOrder(record)
    },

    /** The latest order of that name: there can be several once the duplicate check is off. */
    orderByClient(clientOrderid: string): Order | undefined {
      const record = store.first<OrderRecord>(
        `SELECT ${orderColumns} FROM orders WHERE client_orderid = ? ORDER BY orderid DESC LIMIT 1`,
        clientOrderid,
      )
      return record && toOrder(record)
    },

    orders(limit: number): Order[] {
      return store
        .all<OrderRecord>(
          `SELECT ${orderColumns} FROM orders ORDER BY created_at DESC, orderid DESC LIMIT ?`,
          limit,
        )
        .map(toOrder)
    },
  }
}

function transactionBook(store: Store) {
  return {
    transactions(orderid: number): Transaction[] {
      return store.all<Transaction>(
        `SELECT ${transactionColumns} FROM transactions WHERE orderid = ? ORDER BY id`,
        orderid,
      )
    },

    transaction(id: number): Transaction | undefined {
      return store.first<Transaction>(
        `SELECT ${transactionColumns} FROM transactions WHERE id = ?`,
        id,
      )
    },

    transactionByRequest(orderid: number, serial: string): Transaction | undefined {
      return store.first<Transaction>(
        `SELECT ${transactionColumns} FROM transactions WHERE orderid = ? AND request_serial = ?`,
        orderid,
        serial,
      )
    },

    addTransaction(made: NewTransaction): number {
      const next =
        (store.first<{ last: number | null }>('SELECT max(id) AS last FROM transactions')?.last ??
          0) + 1
      return store.run(
        'INSERT INTO transactions (orderid, type, amount_minor, currency, status, fate, final_at, created_at, changed_at, processor_tx_id, error_code, error_message, comment, request_serial) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
        made.orderid,
        made.type,
        made.amountMinor,
        made.currency,
        made.status,
        made.outcome,
        made.finalAt,
        made.at,
        made.at,
        `PTX-${71_000_000 + next}`,
        made.errorCode ?? null,
        made.errorMessage ?? null,
        made.comment ?? null,
        made.requestSerial ?? null,
      )
    },
  }
}

/** What becomes of transactions as time goes on. */
function outcomeBook(store: Store) {
  return {
    /**
     * Gives an open transaction another outcome after a customer passed or failed a check. False
     * when the transaction is final already.
     */
    decide(id: number, outcome: Outcome, finalAt: number): boolean {
      const changed = store.change(
        `UPDATE transactions SET fate = ?, final_at = ?, error_code = ?, error_message = ? WHERE id = ? AND status IN ${open}`,
        outcome.final,
        finalAt,
        outcome.errorCode ?? null,
        outcome.errorMessage ?? null,
        id,
      )
      return changed === 1
    },

    /** Gives every due transaction its outcome, dated to the time it was due. Answers their ids. */
    finalizeDue(now: number): number[] {
      const due = store.all<{ id: number }>(
        'SELECT id FROM transactions WHERE final_at <= ? ORDER BY final_at, id',
        now,
      )
      for (const { id } of due)
        store.run(
          'UPDATE transactions SET status = fate, changed_at = final_at, final_at = NULL WHERE id = ?',
          id,
        )
      return due.map(({ id }) => id)
    },

    isAnyDue(now: number): boolean {
      return (
        store.first('SELECT 1 FROM transactions WHERE final_at <= ? LIMIT 1', now) !== undefined
      )
    },
  }
}

/** What moved money. */
function effectBook(store: Store) {
  return {
    /** MONEY: the oracle of "never twice" counts these rows; one per request at most (UNIQUE). */
    addEffect(
      effect: Omit<EffectRow, 'id' | 'orderid' | 'status'> & {
        orderid: number
        transactionId: number
      },
    ): void {
      store.run(
        'INSERT INTO effects (at, operation, orderid, client_orderid, amount_minor, currency, request_serial, transaction_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
        effect.at,
        effect.operation,
        effect.orderid,
        effect.clientOrderid,
        effect.amountMinor,
        effect.currency,
        effect.requestSerial,
        effect.transactionId,
      )
    },

    effects(): EffectRow[] {
      return store.all<EffectRow>(
        'SELECT e.id, e.at, e.operation, CAST(e.orderid AS TEXT) AS orderid, e.client_orderid AS clientOrderid, e.amount_minor AS amountMinor, e.currency, e.request_serial AS requestSerial, t.status FROM effects e JOIN transactions t ON t.id = e.transaction_id ORDER BY e.id',
      )
    },
  }
}
