// What is asked about orders of the shop's lists: whether those of a connection are asked about,
// which the gateway does not know, and which of those are asked about once more.
import type { AskingState, ShopAnswer } from '#shared/shop/shop-methods.ts'
import { shopAskingSubject } from '#shared/shop/shop-subject.ts'
import type { AuditLog } from '../audit/audit.ts'
import { type Database, inTransaction } from '../db/open.ts'
import { statement } from '../db/statements.ts'
import type { SqlRow } from '../journal/attempt-row.ts'
import { type Change, put } from '../projections/changes.ts'
import { askingOf, type AskingRecord, isNamed } from './shop-record.ts'

export interface ShopAskingBook {
  /** The gateway knows no such orders. */
  notThere(connectionId: string, actor: string, numbers: readonly number[]): void
  /** Of these orders, those that were not there are asked about once more. */
  askAgain(
    at: { service: string; connectionId: string },
    orders: readonly { orderid: string; clientOrderid: string }[],
    actor: string,
  ): void
  asking(connectionId: string): AskingRecord | null
  askings(): AskingRecord[]
  setAsking(asking: AskingRecord): void
}

export function askingBook(
  db: Database,
  { audit, clock }: { audit: AuditLog; clock: () => number },
): ShopAskingBook {
  const select = statement<[string], SqlRow>(
    db,
    'SELECT * FROM shop_asking WHERE connection_id = ?',
  )
  const selectOpen = statement<[number]>(
    db,
    `SELECT 1 FROM shop_order WHERE number = ? AND answer = ''`,
  )
  const kinds = {
    RUNNING: 'shop:asking',
    PAUSED: 'shop:asking-paused',
    STOPPED: 'shop:asking-stopped',
    DONE: 'shop:asking-done',
  } as const satisfies Record<AskingState, string>
  return {
    asking: (connectionId) => {
      const row = select.get(connectionId)
      return row === undefined ? null : askingOf(row)
    },
    askings: () =>
      statement<[], SqlRow>(db, 'SELECT * FROM shop_asking ORDER BY connection_id')
        .all()
        .map(askingOf),
    setAsking: ({ connectionId, state, why, actor }) =>
      inTransaction(db, () => {
        const cells = { state, why, actor, at: clock() }
        audit.append(
          {
            ...{ actor, kind: kinds[state] },
            outcome: state === 'PAUSED' && actor === 'paydesk' ? 'by-itself' : 'ok',
            origin: actor === 'paydesk' ? 'desk' : 'operator',
            subject: shopAskingSubject(connectionId),
            details: why === null ? {} : { message: why },
          },
          [put(db, 'shop_asking', { connection_id: connectionId }, cells)],
        )
      }),
    notThere: (connectionId, actor, numbers) =>
      inTransaction(db, () => {
        const left = numbers.filter((number) => selectOpen.get(number) !== undefined)
        if (left.length === 0) return
        const answer = { answer: 'not-there' satisfies ShopAnswer, answered_at: clock() }
        audit.append(
          {
            ...{ actor, kind: 'shop:not-there', outcome: 'ok', origin: 'service' },
            ...{ subject: shopAskingSubject(connectionId), details: { rows: left.length } },
          },
          left.map((number): Change => ['set', 'shop_order', { number, ...answer }]),
        )
      }),
    askAgain: ({ service, connectionId }, orders, actor) =>
      inTransaction(db, () => {
        const numbers = new Set(
          orders.flatMap(({ orderid, clientOrderid }) => {
            const named = orderid === '' ? 'client_orderid' : `${isNamed} AND orderid`
            const sql = `SELECT number FROM shop_order
              WHERE service = ? AND ${named} = ? AND +connection_id = ? AND +answer = 'not-there'`
            return statement<string[], bigint | number>(db, sql, { as: 'value' })
              .all(service, orderid || clientOrderid, connectionId)
              .map(Number)
          }),
        )
        if (numbers.size === 0) return
        audit.append(
          {
            ...{ actor, kind: 'shop:asked-again', outcome: 'ok', origin: 'operator' },
            ...{ subject: shopAskingSubject(connectionId), details: { rows: numbers.size } },
          },
          [...numbers].map((number): Change => {
            return ['set', 'shop_order', { number, answer: '', answered_at: null }]
          }),
        )
      }),
  }
}
