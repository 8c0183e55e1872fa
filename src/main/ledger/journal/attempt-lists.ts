// Reads attempts from the journal: by state, by order, by operation, by when they are due. It
// changes nothing.
import { type AttemptState, openStates, watchedStates } from '#shared/attempt.ts'
import type { AskedDays } from '#shared/bridge/lists.ts'
import { mostDestinationKeys } from '#shared/gateway/twins.ts'
import { momentsOf } from '#shared/time/zone.ts'
import { canonicalOrder, type OrderPlace, orderLock } from '#shared/order-place.ts'
import type { Money } from '#shared/money.ts'
import { type AttemptRow, attemptOf, numberOrNull, type SqlRow } from './attempt-row.ts'
import type { Database } from '../db/open.ts'
import { statement } from '../db/statements.ts'

export type Awaited = Pick<AttemptRow, 'id' | 'connectionId' | 'service' | 'state' | 'nextCheckAt'>

export interface AttemptLists {
  inStates(states: readonly AttemptState[]): AttemptRow[]
  /** How many there are in these states, of one connection where one is named. */
  count(states: readonly AttemptState[], connectionId?: string): number
  /** Oldest first, through whatever connection record they were sent. */
  ofOrder(place: OrderPlace): AttemptRow[]
  /** The same of many orders of one gateway, read at once. */
  ofOrders(service: string, orderids: readonly string[]): (orderid: string) => AttemptRow[]
  /** The order's number as a request that left had it, in another form than this; null if none. */
  sentAs(place: OrderPlace): string | null
  /** The same of many orders of one gateway, read at once. */
  sentAsOf(service: string, orderids: readonly string[]): (orderid: string) => string | null
  /**
   * Newest first: requests of these operations, to one of these destinations, that may have moved
   * one of these amounts, that are not final yet, or sent since then (or later than now, by a
   * clock that was ahead) and not known to have failed. What was refused is not known to have
   * failed before the gateway was asked about it once more, nor what is contradicted.
   */
  sentLately(asked: SentLately): AttemptRow[]
  /** Newest first. */
  recent(limit: number): AttemptRow[]
  /** The attempts of some operations, newest first, by pages; of some days, those sent then. */
  ofOperations(
    connectionId: string,
    operations: readonly string[],
    page: { before?: string | undefined; limit: number; days?: AskedDays | undefined },
  ): { rows: AttemptRow[]; next: string | null }
  /**
   * Newest first, at most 200: requests made with one of these references, or whose answers gave
   * one.
   */
  byReference(
    connectionId: string,
    side: 'uses' | 'gives',
    references: readonly string[],
  ): AttemptRow[]
  /** Final ones whose answers contradict each other, oldest first. */
  contradicted(): AttemptRow[]
  /** Attempts sent with this merchant order ID that have no order of the gateway yet. */
  unnamed(service: string, clientOrderid: string): AttemptRow[]
  /** All that bear this id of the merchant's, oldest first. */
  underOwnId(service: string, clientOrderid: string): AttemptRow[]
  /** The attempt that repeats this one, even if it was only reviewed. */
  replacing(id: string): AttemptRow[]
  /** The poller's work: what is open and can be asked about, and what is watched. */
  awaited(): Awaited[]
}

interface SentLately {
  service: string
  operations: readonly string[]
  /** One of them is a key of its destination (destinationKeys). */
  keys: readonly string[]
  /** Null: whatever they moved. */
  amounts: readonly Money[] | null
  since: number
  /** What was made since the ledger was opened counts too, whatever the clock said. */
  countsRun: boolean
}

/**
 * MONEY: so many of the requests that were sent last count as fresh whatever the clock says: it may
 * have been put right, or wrong, since then.
 */
export const lastSentCount = 50

/** Word for word as in the indexes (0070-notes.sql): SQLite uses them only then. */
const referenceIn = {
  uses: `coalesce(request ->> 'cardrefid', request ->> 'sending-card-ref-id', request ->> 'recurring-payment-id', request ->> 'card_recurring_payment_id')`,
  gives: `coalesce(answer ->> 'card-ref-id', answer ->> 'recurring-payment-id')`,
}

/** In a statement behind the first moment and the one after the last. */
export const sentWithin =
  'AND coalesce(sent_at, created_at) >= ? AND coalesce(sent_at, created_at) < ?'

export function openAttemptLists(db: Database): AttemptLists {
  const list = (sql: string, ...values: unknown[]): AttemptRow[] =>
    statement<unknown[], SqlRow>(db, sql)
      .all(...values)
      .map(attemptOf)

  const madeBefore = statement<[]>(db, 'SELECT coalesce(max(made_number), 0) FROM attempt', {
    as: 'value',
  }).get()

  return {
    inStates: (states) =>
      list(
        `SELECT * FROM attempt WHERE state IN (${states.map(() => '?').join(', ')}) ORDER BY made_number`,
        ...states,
      ),
    count: countIn(db),
    ...formsSentAs(db),
    ...ofOrdersIn(db),
    sentLately: ({ service, operations, keys, amounts, since, countsRun }) =>
      list(sentSqlOf(amounts?.length ?? 0), {
        ...{ service, since, madeBefore: countsRun ? madeBefore : null },
        ...{ operations: JSON.stringify(operations), keys: JSON.stringify(keys) },
        ...(amounts === null ? {} : amountsBound(amounts)),
      }),
    recent: (limit) => list('SELECT * FROM attempt ORDER BY made_number DESC LIMIT ?', limit),
    // Ids begin with their time, so the id alone is the order and the key of a page.
    ofOperations: (connectionId, operations, { before, limit, days }) => {
      const rows = list(
        `SELECT * FROM attempt WHERE connection_id = ? AND operation IN (${operations.map(() => '?').join(', ')})
         AND id < ? ${days === undefined ? '' : sentWithin} ORDER BY id DESC LIMIT ?`,
        ...[connectionId, ...operations, before ?? '~'],
        ...(days === undefined ? [] : momentsOf(days)),
        limit + 1,
      )
      const page = rows.slice(0, limit)
      return { rows: page, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null }
    },
    byReference: (connectionId, side, references) =>
      list(
        `SELECT * FROM attempt WHERE connection_id = ? AND ${referenceIn[side]} IN (SELECT value FROM json_each(?))
         ORDER BY id DESC LIMIT 200`,
        connectionId,
        JSON.stringify(references),
      ),
    contradicted: () =>
      list(
        `SELECT * FROM attempt WHERE conflict IS NOT NULL AND state NOT IN (${openStates.map(() => '?').join(', ')})
         ORDER BY made_number`,
        ...openStates,
      ),
    unnamed: (service, clientOrderid) =>
      list(
        // By the id: a gateway may have left many without an order.
        `SELECT * FROM attempt INDEXED BY attempt_own_id
         WHERE service = +? AND client_orderid = +? AND orderid = '' AND sent_at IS NOT NULL
         ORDER BY made_number`,
        service,
        clientOrderid,
      ),
    underOwnId: (service, clientOrderid) =>
      list(
        'SELECT * FROM attempt WHERE service = ? AND client_orderid = ? ORDER BY made_number',
        service,
        clientOrderid,
      ),
    replacing: (id) => list('SELECT * FROM attempt WHERE replaces = ? ORDER BY made_number', id),
    awaited: awaitedIn(db),
  }
}

function ofOrdersIn(db: Database): Pick<AttemptLists, 'ofOrder' | 'ofOrders'> {
  const selectOfOrders = statement<[string, string], SqlRow>(
    db,
    `SELECT * FROM attempt WHERE service = ? AND orderid IN (SELECT value FROM json_each(?))
     ORDER BY orderid, made_number`,
  )
  const selectOfOrder = statement<[string, string], SqlRow>(
    db,
    'SELECT * FROM attempt WHERE service = +? AND orderid = +? ORDER BY made_number',
  )
  const ofOrders: AttemptLists['ofOrders'] = (service, orderids) => {
    const rows = selectOfOrders.all(service, JSON.stringify(orderids))
    const found = Map.groupBy(rows, ({ orderid }) => String(orderid))
    return (orderid) => (found.get(orderid) ?? []).map(attemptOf)
  }
  return {
    ofOrder: ({ service, orderid }) => selectOfOrder.all(service, orderid).map(attemptOf),
    ofOrders,
  }
}

/** By the indexes on gateway and key (of-requests.ts): of other destinations nothing is read. */
const sentToSql = (amounts: string): string =>
  Array.from(
    { length: mostDestinationKeys },
    (_, at) =>
      `SELECT id FROM attempt WHERE service = @service AND sent_at IS NOT NULL
         AND destination_keys ->> ${at} IS NOT NULL
         AND destination_keys ->> ${at} IN (SELECT value FROM json_each(@keys)) ${amounts}`,
  ).join(' UNION ALL ')

const sentLatelySql = (amounts = ''): string =>
  `SELECT * FROM attempt WHERE id IN (${sentToSql(amounts)})
     AND operation IN (SELECT value FROM json_each(@operations))
     AND (state IN ('SENDING', 'UNKNOWN', 'ACCEPTED') OR conflict IS NOT NULL
       OR (state = 'REJECTED' AND awaits_look = 1)
       OR ((state = 'SUCCEEDED' OR (state = 'RESOLVED_BY_HAND' AND hand_outcome = 'happened'))
         AND (sent_at > @since OR made_number > @madeBefore OR made_number > coalesce((
           SELECT made_number FROM attempt WHERE sent_at IS NOT NULL
             ORDER BY made_number DESC LIMIT 1 OFFSET ${lastSentCount}), 0))))
     ORDER BY made_number DESC`

const sentOfAmountSql = sentLatelySql(
  `AND ((currency = @currency AND amount_minor IN (SELECT value FROM json_each(@minors)))
     OR currency IS NULL)`,
)
/** Of many amounts the index holds what is compared, and finds by the destinations alone. */
const sentOfAmountsSql = sentLatelySql(
  `AND (currency IS NULL
     OR currency || ' ' || amount_minor IN (SELECT value FROM json_each(@amounts)))`,
)

const sentSqlOf = (amounts: number): string =>
  amounts === 0 ? sentLatelySql() : amounts === 1 ? sentOfAmountSql : sentOfAmountsSql

function amountsBound(amounts: readonly Money[]): Record<string, string> {
  const [one, ...others] = amounts
  if (one !== undefined && others.length === 0)
    return { currency: one.currency, minors: `[${sameAmounts(one).join(',')}]` }
  const all = amounts.flatMap((amount) =>
    sameAmounts(amount).map((minor) => `${amount.currency} ${minor}`),
  )
  return { amounts: JSON.stringify(all) }
}

const mostDigits = 4

/** The amount as a connection counts it that gives the currency other digits. */
const sameAmounts = ({ minor, digits }: Money): bigint[] =>
  Array.from({ length: mostDigits + 1 }, (_, others) => {
    const more = 10n ** BigInt(Math.max(others - digits, 0))
    const fewer = 10n ** BigInt(Math.max(digits - others, 0))
    return (minor * more) % fewer === 0n ? [(minor * more) / fewer] : []
  }).flat()

type Form = [key: string, orderid: string]

function formsSentAs(db: Database): Pick<AttemptLists, 'sentAs' | 'sentAsOf'> {
  // By the index on gateway and number: a number that begins with 0, or the one without zeros. As
  // one condition, SQLite would go through all requests of the gateway. This finds orders too that
  // requests without one have made.
  const selectSentAs = statement<{ service: string; plains: string }, Form>(
    db,
    `SELECT ltrim(orderid, '0'), orderid FROM attempt WHERE service = @service AND sent_at IS NOT NULL
       AND orderid IN (SELECT value FROM json_each(@plains))
     UNION ALL
     SELECT ltrim(orderid, '0'), orderid FROM attempt WHERE service = @service AND sent_at IS NOT NULL
       AND orderid >= '0' AND orderid < '1'
       AND ltrim(orderid, '0') IN (SELECT value FROM json_each(@plains))`,
    { as: 'list' },
  )
  const selectLocked = statement<[string], Form>(
    db,
    `SELECT lock_key, orderid FROM attempt WHERE sent_at IS NOT NULL AND orderid <> ''
       AND lock_key IN (SELECT value FROM json_each(?))`,
    { as: 'list' },
  )
  const sentAsOf: AttemptLists['sentAsOf'] = (service, orderids) => {
    const lockOf = (orderid: string): string => orderLock({ service, orderid })
    const locked = formsBy(selectLocked.all(JSON.stringify(orderids.map(lockOf))))
    const plains = JSON.stringify(orderids.map(canonicalOrder))
    const sent = selectSentAs.all({ service, plains })
    const plain = formsBy([...sent, ...sent.map(([, orderid]): Form => [orderid, orderid])])
    return (orderid) => {
      const isOther = (form: string): boolean => form !== orderid
      const ofLock = locked.get(lockOf(orderid))?.find(isOther)
      return ofLock ?? plain.get(canonicalOrder(orderid))?.find(isOther) ?? null
    }
  }
  return { sentAs: ({ service, orderid }) => sentAsOf(service, [orderid])(orderid), sentAsOf }
}

function formsBy(forms: readonly Form[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [key, orderid] of forms) {
    const known = found.get(key)
    if (known === undefined) found.set(key, [orderid])
    else known.push(orderid)
  }
  return found
}

function awaitedIn(db: Database): AttemptLists['awaited'] {
  const listOf = (condition: string) =>
    statement<[string], SqlRow>(
      db,
      `SELECT id, connection_id, service, next_check_at FROM attempt WHERE state = ? AND (${condition})`,
    )
  const open = listOf("orderid <> '' OR client_orderid <> ''")
  const watched = listOf('awaits_look = 1 OR next_check_at IS NOT NULL')
  const rowsIn = (list: typeof open, states: readonly AttemptState[]): Awaited[] =>
    states.flatMap((state) =>
      list.all(state).map((row) => ({
        id: String(row.id),
        connectionId: String(row.connection_id),
        service: String(row.service),
        state,
        nextCheckAt: numberOrNull(row.next_check_at),
      })),
    )
  return () => [...rowsIn(open, ['UNKNOWN', 'ACCEPTED']), ...rowsIn(watched, watchedStates)]
}

const countIn =
  (db: Database): AttemptLists['count'] =>
  (states, connectionId) =>
    Number(
      statement<unknown[], bigint>(
        db,
        `SELECT count(*) FROM attempt WHERE state IN (${states.map(() => '?').join(', ')})
           AND connection_id = coalesce(?, connection_id)`,
        { as: 'value' },
      ).get(...states, connectionId ?? null),
    )
