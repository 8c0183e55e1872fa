// The book of what the shop's lists say: each stretch of rows, and each answer about them, is one
// transaction with its entry in the log. It asks nobody, and writes nothing that the gateway says.
import type { FileRow } from '#shared/files/file-row.ts'
import { shopListSubject } from '#shared/shop/shop-subject.ts'
import { isSameMoney } from '#shared/money.ts'
import type { AuditDraft, AuditLog } from '../audit/audit.ts'
import { maskCardNumbers } from '../audit/mask.ts'
import { type Database, inTransaction } from '../db/open.ts'
import { statement } from '../db/statements.ts'
import type { SqlRow } from '../journal/attempt-row.ts'
import { type Cells, type Change, nextNumber, withoutNulls } from '../projections/changes.ts'
import { askingBook, type ShopAskingBook } from './shop-asking.ts'
import {
  isNamed,
  saidOf,
  type SaidOrder,
  shopListOf,
  type ShopListRecord,
  shopOrderOf,
  type ShopOrderRecord,
  shownSql,
} from './shop-record.ts'

type NewList = Pick<ShopListRecord, 'id' | 'service' | 'connectionId' | 'source' | 'rows' | 'actor'>

export interface ShopBook extends ShopAskingBook {
  create(list: NewList): ShopListRecord
  /**
   * Rows of the list in their order. What another list said of an order is told otherwise only by
   * what this one says; `seen` are the numbers that this list spoke of, of which its first word
   * counts.
   */
  addRows(list: NewList, rows: readonly FileRow[], seen: Set<number>): ShopListRecord
  end(id: string): ShopListRecord
  list(id: string): ShopListRecord | null
  /** Newest first. */
  lists(limit: number): ShopListRecord[]
  /** The newest list of these bytes or this meaning. */
  ofList(list: { service: string; bytesSha256: string; meaning: string }): ShopListRecord | null
  get(number: number): ShopOrderRecord | null
  /** What lists say of an order that the gateway named. */
  ofOrder(service: string, ids: { orderid: string; clientOrderid: string }): ShopOrderRecord | null
  /** Orders of lists that nobody asked about, in the order of their numbers. */
  unread(connectionId: string, after: number, limit: number): ShopOrderRecord[]
  /** Whether it is asked about this one next: not where it said before that it knows no such. */
  isUnread(
    at: { service: string; connectionId: string },
    ids: { orderid: string; clientOrderid: string },
  ): boolean
}

export function openShop(db: Database, audit: AuditLog, clock: () => number): ShopBook {
  const all = (sql: string, ...values: unknown[]): SqlRow[] =>
    statement<unknown[], SqlRow>(db, sql).all(...values)
  const order = (where: string, ...values: unknown[]): ShopOrderRecord | null => {
    const [row] = all(`${shownSql} ${where} LIMIT 1`, ...values)
    return row === undefined ? null : shopOrderOf(row)
  }
  const list = (id: string): ShopListRecord | null => {
    const [row] = all('SELECT * FROM shop_list WHERE id = ?', id)
    return row === undefined ? null : shopListOf(row)
  }
  const mustGet = (id: string): ShopListRecord => {
    const found = list(id)
    if (found === null) throw new Error(`list ${id} of the shop vanished`)
    return found
  }
  return {
    ...listWriting(db, { audit, clock, mustGet }),
    ...askingBook(db, { audit, clock }),
    list,
    lists: (limit) =>
      all('SELECT * FROM shop_list ORDER BY made_number DESC LIMIT ?', limit).map(shopListOf),
    ofList: ({ service, bytesSha256, meaning }) => {
      const [row] = all(
        `SELECT * FROM shop_list WHERE service = ? AND (source ->> '$.bytesSha256' = ?
           OR source ->> '$.meaning' = ?) ORDER BY made_number DESC LIMIT 1`,
        ...[service, bytesSha256, meaning],
      )
      return row === undefined ? null : shopListOf(row)
    },
    get: (number) => order('WHERE s.number = ?', number),
    ofOrder: (service, { orderid, clientOrderid }) =>
      order(`WHERE s.service = ? AND s.orderid = ? AND s.${isNamed}`, service, orderid) ??
      (clientOrderid === ''
        ? null
        : order(
            `WHERE s.service = ? AND s.client_orderid = ? AND s.orderid = ''`,
            service,
            clientOrderid,
          )),
    unread: (connectionId, after, limit) =>
      all(
        `${shownSql} WHERE s.connection_id = ? AND s.answer = '' AND s.number > ?
         ORDER BY s.number LIMIT ?`,
        ...[connectionId, after, limit],
      ).map(shopOrderOf),
    isUnread: ({ service, connectionId }, { orderid, clientOrderid }) => {
      const named = orderid === '' ? 'client_orderid' : `${isNamed} AND orderid`
      const sql = `SELECT 1 FROM shop_order WHERE service = ? AND ${named} = ? AND +connection_id = ? AND +answer = ''`
      return all(sql, service, orderid || clientOrderid, connectionId).length > 0
    },
  }
}

interface Writing {
  audit: AuditLog
  clock: () => number
  mustGet: (id: string) => ShopListRecord
}

function listWriting(
  db: Database,
  { audit, clock, mustGet }: Writing,
): Pick<ShopBook, 'create' | 'addRows' | 'end'> {
  const rowOf = rowChanger(db, clock)
  const draft = (
    { id, actor }: Pick<ShopListRecord, 'id' | 'actor'>,
    kind: AuditDraft['kind'],
  ): Omit<AuditDraft, 'details'> => ({
    ...{ actor, kind, outcome: 'ok', subject: shopListSubject(id) },
    origin: 'operator',
  })
  return {
    create: (list) =>
      inTransaction(db, () => {
        const { id, service, connectionId, source, rows, actor } = list
        const cells = {
          ...{ id, made_number: nextNumber(db, 'shop_list', 'made_number'), service, source, rows },
          ...{ connection_id: connectionId, taken: 0, added: 0, changed: 0, actor },
          created_at: clock(),
        }
        const details = { connectionId, rows, source }
        audit.append({ ...draft(list, 'shop:list-taken'), details }, [['add', 'shop_list', cells]])
        return mustGet(id)
      }),
    addRows: (list, rows, seen) =>
      inTransaction(db, () => {
        const before = mustGet(list.id)
        let [number, said] = [nextNumber(db, 'shop_order', 'number'), nextSaid(db)]
        const changes: Change[] = []
        const count = { added: 0, changed: 0 }
        const ids = new Set<string>()
        for (const row of rows) {
          const change = rowOf({ list, row, seen, ids, number, said })
          if (change === null) continue
          changes.push(change)
          said += 1
          if (change[0] === 'add') number += 1
          count[change[0] === 'add' ? 'added' : 'changed'] += 1
        }
        const now = {
          taken: before.taken + rows.length,
          added: before.added + count.added,
          changed: before.changed + count.changed,
        }
        changes.push(['set', 'shop_list', { id: list.id, ...now }])
        const details = { firstLine: rows[0]?.line ?? 0, rows: rows.length, ...count }
        audit.append({ ...draft(list, 'shop:rows-taken'), details }, changes)
        return mustGet(list.id)
      }),
    end: (id) =>
      inTransaction(db, () => {
        const list = mustGet(id)
        const { taken, added, changed } = list
        audit.append({ ...draft(list, 'shop:whole-taken'), details: { taken, added, changed } }, [
          ['set', 'shop_list', { id, ended_at: clock() }],
        ])
        return mustGet(id)
      }),
  }
}

const nextSaid = (db: Database): number => nextNumber(db, 'shop_order', 'said_number')

interface RowAsked {
  list: NewList
  row: FileRow
  seen: Set<number>
  /** Of rows before it that are not written yet. */
  ids: Set<string>
  number: number
  said: number
}

/** What a row of a list changes; null where it says nothing new. */
function rowChanger(db: Database, clock: () => number): (asked: RowAsked) => Change | null {
  const byId = statement<[string, string], SqlRow>(
    db,
    `SELECT * FROM shop_order WHERE service = ? AND orderid = ? AND ${isNamed}`,
  )
  // One that no gateway's id is known of comes first.
  const byOwnId = statement<[string, string], SqlRow>(
    db,
    'SELECT * FROM shop_order WHERE service = ? AND client_orderid = ? ORDER BY orderid LIMIT 1',
  )
  const isKnown = knownOrders(db)
  return ({ list: { id, service, connectionId }, row, seen, ids, number, said }) => {
    const says = saidIn(row)
    const { orderid, clientOrderid } = says
    if (ids.has(idOf(says))) return null
    const named = orderid === '' ? undefined : byId.get(service, orderid)
    const own = clientOrderid === '' ? undefined : byOwnId.get(service, clientOrderid)
    // A row with another id of the gateway's is another order.
    const found = named ?? (orderid === '' || own?.orderid === '' ? own : undefined)
    const where = { list_id: id, line: row.line, said_number: said }
    if (found === undefined) {
      const isRead = isKnown(service, says)
      seen.add(number)
      note(ids, says)
      const answer = isRead ? { answer: 'read', answered_at: clock() } : { answer: '' }
      const place = { number, service, connection_id: connectionId }
      return [
        'add',
        'shop_order',
        withoutNulls({ ...place, ...saidCells(says), ...where, ...answer }),
      ]
    }
    const known = Number(found.number)
    if (seen.has(known)) return null
    seen.add(known)
    const before = saidOf(found)
    const after = together(before, says)
    if (isSameSaid(before, after)) return null
    note(ids, after)
    // Under another id the gateway may know it.
    const isOther = before.orderid !== after.orderid && found.answer === 'not-there'
    return [
      'set',
      'shop_order',
      { number: known, ...saidCells(after), ...where, ...(isOther ? { answer: '' } : {}) },
    ]
  }
}

/** As a row names its order: by the gateway's id where it has one. */
const idOf = ({ orderid, clientOrderid }: Pick<SaidOrder, 'orderid' | 'clientOrderid'>): string =>
  orderid === '' ? `own ${clientOrderid}` : `gateway ${orderid}`

function note(ids: Set<string>, said: SaidOrder): void {
  ids.add(idOf(said))
  if (said.clientOrderid !== '') ids.add(idOf({ ...said, orderid: '' }))
}

/** A second net behind the doors, as for every text that is kept. */
const masked = (text: string | null): string | null =>
  text === null ? null : maskCardNumbers(text)

const saidIn = ({
  orderId,
  merchantOrderId,
  amount,
  day,
  email,
  lastFour,
  name,
}: FileRow): SaidOrder => ({
  ...{ orderid: orderId ?? '', clientOrderid: merchantOrderId ?? '', amount, day, lastFour },
  ...{ email: masked(email), name: masked(name) },
})

/** What the newer one leaves open stays as it was said. */
const together = (before: SaidOrder, now: SaidOrder): SaidOrder => ({
  orderid: now.orderid || before.orderid,
  clientOrderid: now.clientOrderid || before.clientOrderid,
  amount: now.amount ?? before.amount,
  day: now.day ?? before.day,
  email: now.email ?? before.email,
  lastFour: now.lastFour ?? before.lastFour,
  name: now.name ?? before.name,
})

const texts = ['orderid', 'clientOrderid', 'day', 'email', 'lastFour', 'name'] as const

const isSameSaid = (one: SaidOrder, other: SaidOrder): boolean =>
  texts.every((name) => one[name] === other[name]) &&
  (one.amount === null || other.amount === null
    ? one.amount === other.amount
    : isSameMoney(one.amount, other.amount))

const saidCells = ({
  orderid,
  clientOrderid,
  amount,
  day,
  email,
  lastFour,
  name,
}: SaidOrder): Cells => ({
  ...{ orderid, client_orderid: clientOrderid, amount_minor: amount?.minor ?? null },
  ...{ currency: amount?.currency ?? null, digits: amount?.digits ?? null },
  ...{ day, email, last_four: lastFour, name },
})

/** Whether the gateway told of an order here. */
function knownOrders(db: Database): (service: string, said: SaidOrder) => boolean {
  const byId = statement<[string, string]>(
    db,
    'SELECT 1 FROM payment_order WHERE service = ? AND orderid = ?',
  )
  const byOwnId = statement<[string, string]>(
    db,
    'SELECT 1 FROM payment_order WHERE service = ? AND client_orderid = ?',
  )
  return (service, { orderid, clientOrderid }) =>
    orderid === ''
      ? byOwnId.get(service, clientOrderid) !== undefined
      : byId.get(service, orderid) !== undefined
}

/**
 * What an answer of the gateway changes of the orders of lists: that they are read. What the list
 * says of them stays as it was said.
 */
export function openShopReads(
  db: Database,
): (seen: { service: string; orderid: string; clientOrderid: string }, at: number) => Change[] {
  const select = statement<[string, string, string, string], bigint>(
    db,
    `SELECT number FROM shop_order WHERE service = ? AND orderid = ? AND ${isNamed} AND answer <> 'read'
     UNION ALL SELECT number FROM shop_order WHERE service = ? AND client_orderid = ?
       AND client_orderid <> '' AND orderid = '' AND answer <> 'read'`,
    { as: 'value' },
  )
  return ({ service, orderid, clientOrderid }, at) =>
    select
      .all(service, orderid, service, clientOrderid)
      .map((number): Change => ['set', 'shop_order', { number, answer: 'read', answered_at: at }])
}
