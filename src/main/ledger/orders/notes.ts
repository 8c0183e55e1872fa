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

/** `isDoubted`: something else wrote this tag, and nobody decided about it yet. */
export function openNotes(
  db: Database,
  audit: AuditLog,
  clock: () => number,
  isDoubted: (tag: [connectionId: string, orderid: string, tag: string]) => boolean = () => false,
): Notes {
  const insertNote = statement<[string, string, number, string, string]>(
    db,
    'INSERT INTO order_note (connection_id, orderid, at, actor, text) VALUES (?, ?, ?, ?, ?)',
  )
  const insertTag = statement<[string, string, string, number, string]>(
    db,
    `INSERT INTO order_tag (connection_id, orderid, tag, at, actor) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
  )
  const deleteTag = statement<[string, string, string]>(
    db,
    'DELETE FROM order_tag WHERE connection_id = ? AND orderid = ? AND tag = ?',
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
    actor: string,
    kind: AuditKind,
    details: Record<string, unknown>,
  ): void => {
    audit.append({
      actor,
      kind,
      outcome: 'ok',
      origin: 'operator',
      subject: orderSubject(connectionId, orderid),
      details: { orderid, ...details },
    })
  }

  return {
    subscriptions: openStoppedSubscriptions(db, audit, clock),
    add: (place, actor, text) =>
      inTransaction(db, () => {
        const { connectionId, orderid } = place
        const added = insertNote.run(connectionId, orderid, clock(), actor, text)
        note(place, actor, 'order:noted', { note: Number(added.lastInsertRowid), text })
      }),
    tag: (place, actor, tag) =>
      inTransaction(db, () => {
        const { connectionId, orderid } = place
        const added = insertTag.run(connectionId, orderid, tag, clock(), actor)
        if (added.changes > 0) note(place, actor, 'order:tagged', { tag })
      }),
    untag: (place, actor, tag) =>
      inTransaction(db, () => {
        const taken = deleteTag.run(place.connectionId, place.orderid, tag)
        if (taken.changes > 0) note(place, actor, 'order:untagged', { tag })
      }),
    of: ({ connectionId, orderid }) => ({
      notes: selectNotes.all(connectionId, orderid).map(noteOf),
      tags: selectTags
        .all(connectionId, orderid)
        .filter((tag) => !isDoubted([connectionId, orderid, tag])),
    }),
  }
}

const noteOf = (row: SqlRow): NoteView => ({
  seq: Number(row.seq),
  at: Number(row.at),
  actor: String(row.actor),
  text: String(row.text),
})
