// Notes and tags on orders, each written in one transaction with its audit entry. A note is only
// ever added; nothing here reaches the gateway. Callers have refused card numbers before
// (shared/bridge/notes.ts).
import type { AuditKind } from '#shared/audit/audit-kinds.ts'
import { orderSubject } from '#shared/attempt.ts'
import type { NoteView, OrderNotes } from '#shared/bridge/views.ts'
import type { SqlRow } from '../journal/attempt-row.ts'
import type { AuditLog } from '../audit/audit.ts'
import { type Database, inTransaction } from '../db/open.ts'
import {
  openStoppedSubscriptions,
  type StoppedSubscriptions,
} from '../settings/stopped-subscriptions.ts'
import { statement } from '../db/statements.ts'
import { type Change, nextNumber } from '../projections/changes.ts'

interface OrderPlaceId {
  connectionId: string
  orderid: string
}

export interface Notes {
  subscriptions: StoppedSubscriptions
  add(place: OrderPlaceId, actor: string, text: string): void
  /** A tag that is there already stays as it is: nothing is written. */
  tag(place: OrderPlaceId, actor: string, tag: string): void
  /** Nothing happens when it is not there. */
  untag(place: OrderPlaceId, actor: string, tag: string): void
  of(place: OrderPlaceId): OrderNotes
}

export function openNotes(db: Database, audit: AuditLog, clock: () => number): Notes {
  const selectTag = statement<[string, string, string]>(
    db,
    'SELECT 1 FROM order_tag WHERE connection_id = ? AND orderid = ? AND tag = ?',
  )
  const selectNotes = statement<[string, string], SqlRow>(
    db,
    'SELECT seq, at, actor, text FROM order_note WHERE connection_id = ? AND orderid = ? ORDER BY seq DESC',
  )
  const selectTags = statement<[string, string], string>(
    db,
    'SELECT tag FROM order_tag WHERE connection_id = ? AND orderid = ? ORDER BY tag',
    { as: 'value' },
  )

  const note = (
    { connectionId, orderid }: OrderPlaceId,
    entry: { actor: string; kind: AuditKind; details: Record<string, unknown> },
    change: Change,
  ): void => {
    const { actor, kind, details } = entry
    audit.append(
      {
        actor,
        kind,
        outcome: 'ok',
        origin: 'operator',
        subject: orderSubject(connectionId, orderid),
        details: { orderid, ...details },
      },
      [change],
    )
  }

  return {
    subscriptions: openStoppedSubscriptions(db, audit, clock),
    add: (place, actor, text) =>
      inTransaction(db, () => {
        const { connectionId: connection_id, orderid } = place
        const seq = nextNumber(db, 'order_note')
        const cells = { seq, connection_id, orderid, at: clock(), actor, text }
        const details = { note: seq, text }
        note(place, { actor, kind: 'order:noted', details }, ['add', 'order_note', cells])
      }),
    tag: (place, actor, tag) =>
      inTransaction(db, () => {
        const { connectionId: connection_id, orderid } = place
        if (selectTag.get(connection_id, orderid, tag) !== undefined) return
        const cells = { connection_id, orderid, tag, at: clock(), actor }
        const details = { tag }
        note(place, { actor, kind: 'order:tagged', details }, ['add', 'order_tag', cells])
      }),
    untag: (place, actor, tag) =>
      inTransaction(db, () => {
        const { connectionId: connection_id, orderid } = place
        if (selectTag.get(connection_id, orderid, tag) === undefined) return
        const cells = { connection_id, orderid, tag }
        const details = { tag }
        note(place, { actor, kind: 'order:untagged', details }, ['drop', 'order_tag', cells])
      }),
    of: ({ connectionId, orderid }) => ({
      notes: selectNotes.all(connectionId, orderid).map(noteOf),
      tags: selectTags.all(connectionId, orderid),
    }),
  }
}

const noteOf = (row: SqlRow): NoteView => ({
  seq: Number(row.seq),
  at: Number(row.at),
  actor: String(row.actor),
  text: String(row.text),
})
