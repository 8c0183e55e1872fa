// What the signed log knows of and the tables lack: asked when the number or the sum of the seals
// is wrong, to name the rows. It reads.
import type { Database } from '../db/database.ts'
import type { SealedTable } from './row-tables.ts'
import { statement } from '../db/statements.ts'

const detail = (name: string): string => `json_extract(CAST(e.body AS TEXT), '$.details.${name}')`

/** Each gives one text a row. */
const questions: Record<SealedTable, string> = {
  attempt: `SELECT DISTINCT 'the request ' || ${detail('attemptId')} FROM audit_entry e
    WHERE e.kind = 'attempt:draft' AND NOT EXISTS (SELECT 1 FROM attempt t WHERE t.id = ${detail('attemptId')})`,
  order_note: `SELECT 'the note ' || ${detail('note')} || ' on order ' || ${detail('orderid')} FROM audit_entry e
    WHERE e.kind = 'order:noted' AND NOT EXISTS (SELECT 1 FROM order_note t WHERE t.seq = ${detail('note')})`,
  order_clearance: `SELECT 'the clearance ' || ${detail('clearance')} || ' on order ' || ${detail('orderid')} FROM audit_entry e
    WHERE e.kind IN ('order:chargeback-cleared', 'order:contradiction-cleared')
      AND NOT EXISTS (SELECT 1 FROM order_clearance t WHERE t.seq = ${detail('clearance')})`,
  connection: `SELECT DISTINCT 'the ' || replace(e.subject, '/', ' ') FROM audit_entry e
    WHERE e.kind = 'connection:created'
      AND NOT EXISTS (SELECT 1 FROM connection t WHERE 'connection/' || t.id = e.subject)
      AND NOT EXISTS (SELECT 1 FROM audit_entry o WHERE o.subject = e.subject AND o.kind = 'connection:removed')`,
  recipient_version: `SELECT 'the recipient ' || max(${detail('name')}) FROM audit_entry e
    WHERE e.kind IN ('recipient:added', 'recipient:changed', 'recipient:removed')
    GROUP BY ${detail('recipientId')} HAVING count(*) >
      (SELECT count(*) FROM recipient_version t WHERE t.recipient_id = ${detail('recipientId')})`,
  status_snapshot: `SELECT 'what the gateway told of order ' || told FROM
      (SELECT DISTINCT ${detail('orderid')} AS told FROM audit_entry e WHERE e.kind = 'order:changed')
    WHERE told NOT IN (SELECT orderid FROM status_snapshot)`,
  payment_order: `SELECT DISTINCT 'the order ' || ${detail('orderid')} FROM audit_entry e
    WHERE e.kind IN ('order:look-up', 'order:changed')
      AND e.subject NOT IN (SELECT 'order/' || connection_id || '/' || orderid FROM payment_order)`,
  order_tag: `SELECT 'the tag ' || tag || ' on order ' || orderid FROM
      (SELECT e.subject, e.kind, ${detail('tag')} AS tag, ${detail('orderid')} AS orderid, max(e.seq)
       FROM audit_entry e WHERE e.kind IN ('order:tagged', 'order:untagged') GROUP BY e.subject, ${detail('tag')})
    WHERE kind = 'order:tagged'
      AND (subject, tag) NOT IN (SELECT 'order/' || connection_id || '/' || orderid, tag FROM order_tag)`,
  update_memory: `SELECT 'the feed of updates' FROM audit_entry e
    WHERE e.kind = 'update:set' AND NOT EXISTS (SELECT 1 FROM update_memory) LIMIT 1`,
  secret: `SELECT DISTINCT 'the key of ' || replace(e.subject, '/', ' ') FROM audit_entry e
    WHERE e.kind = 'key:set'
      AND NOT EXISTS (SELECT 1 FROM secret t WHERE t.slot = e.subject || '/merchant_control_key')
      AND NOT EXISTS (SELECT 1 FROM audit_entry o WHERE o.subject = e.subject
        AND o.kind IN ('key:removed', 'connection:removed') AND o.seq > e.seq)`,
}

/** In words, a row each; empty where the log names none. */
export const lackingIn = (db: Database, table: SealedTable): string[] =>
  statement<[], string | null>(db, questions[table], { as: 'value' })
    .all()
    .map((text) => (text ?? '').replaceAll(/[\p{Cc}\p{Cf}]/gu, '?').slice(0, 120))
