// Every table of the ledger, and where what is in it comes from: the log itself, rows that entries
// carry (changes.ts), or neither, with the reason. A test compares this with the schema: a new
// table or column is named here, or does not get in.

export interface Projection {
  key: readonly [string, ...string[]]
  /** What entries say. */
  facts: readonly string[]
  /** Made from the facts of one order (orders/folded.ts), and not said by entries. */
  derived?: readonly string[]
  /**
   * What changes between two entries, and why a false value moves no money and makes nothing
   * believed. A rebuild gives what the last entry said.
   */
  local?: Readonly<Record<string, string>>
  /** Rows that no entry speaks of, as a condition in SQL, and why. */
  except?: { where: string; because: string }
}

const PLAN =
  'When the next look is due. A look asks and moves nothing; a time that lies too far ahead is due at once (poll-schedule.ts).'

const projections = {
  connection: { key: ['id'], facts: ['record', 'created_at', 'updated_at'] },
  secret: {
    key: ['slot'],
    facts: ['fingerprint', 'created_at'],
    except: {
      where: "slot = 'audit/signing-key'",
      because:
        'Which key signs stands in every checkpoint and in the keychain. A row that says another one stops money, and a row that is gone is made again (audit-key.ts).',
    },
  },
  update_memory: { key: ['name'], facts: ['value'] },
  unknown_term: {
    key: ['connection_id', 'operation', 'kind', 'name'],
    facts: ['first_seen_at', 'serial_number'],
  },
  stopped_subscription: {
    key: ['connection_id', 'recurring_id'],
    facts: ['at', 'actor', 'reason'],
  },
  recipient_version: {
    key: ['seq'],
    facts: [
      ...['recipient_id', 'connection_id', 'at', 'actor', 'name', 'way', 'fields', 'is_removed'],
    ],
  },
  person_statement: { key: ['seq'], facts: ['body', 'signature'] },
  person_failure: { key: ['person_id'], facts: ['failures'] },
  approval: {
    key: ['id'],
    facts: [
      ...['service', 'connection_id', 'endpoint_id', 'operation', 'orderid', 'client_orderid'],
      ...['place', 'request', 'amount_minor', 'currency', 'digits', 'is_full', 'replaces'],
      ...[
        'has_own_id',
        'run_id',
        'amounts',
        'digest',
        'author',
        'seen',
        'asked_at',
        'expires_at',
        'state',
      ],
      ...['signatures', 'ended_by', 'ended_at', 'reason', 'attempt_id'],
    ],
  },
  payment_order: {
    key: ['connection_id', 'orderid'],
    facts: [
      ...['service', 'client_orderid', 'status', 'transaction_type', 'answer', 'first_seen_at'],
    ],
    derived: [
      ...['phase', 'original_minor', 'returned_minor', 'returnable_minor', 'currency', 'digits'],
    ],
    local: {
      checked_at:
        'When the gateway last said the same again. Lists are in its order; nothing is decided by it, and no pack is signed with it.',
    },
  },
  status_snapshot: {
    key: ['seq'],
    facts: [
      ...['service', 'connection_id', 'orderid', 'at', 'fingerprint', 'status'],
      ...['transaction_type', 'stage', 'amount_minor', 'currency', 'digits', 'transaction_mark'],
      ...['partial_return', 'partial_capture', 'reason', 'serial_number', 'asked'],
      ...['unreadable_amount', 'reported', 'found_alone'],
    ],
  },
  money_event: {
    key: ['seq'],
    facts: [
      ...['snapshot_seq', 'rrn', 'approval_code', 'processor_tx_id', 'processing_date', 'card'],
      'last_four',
    ],
  },
  order_note: { key: ['seq'], facts: ['connection_id', 'orderid', 'at', 'actor', 'text'] },
  order_tag: { key: ['connection_id', 'orderid', 'tag'], facts: ['at', 'actor'] },
  order_clearance: {
    key: ['seq'],
    facts: [
      ...['service', 'connection_id', 'orderid', 'at', 'actor', 'kind', 'about', 'reported_seq'],
      'reason',
    ],
  },
  order_dispute: {
    key: ['service', 'orderid'],
    facts: ['connection_id', 'due_day', 'over_seq', 'at', 'actor'],
  },
  found_refund_seen: {
    key: ['reported_seq'],
    facts: ['service', 'connection_id', 'orderid', 'at', 'actor', 'reason'],
  },
  shop_list: {
    key: ['id'],
    facts: [
      ...['made_number', 'service', 'connection_id', 'source', 'rows', 'taken', 'added', 'changed'],
      ...['actor', 'created_at', 'ended_at'],
    ],
  },
  shop_order: {
    key: ['number'],
    facts: [
      ...['said_number', 'service', 'connection_id', 'orderid', 'client_orderid', 'amount_minor'],
      ...['currency', 'digits', 'day', 'email', 'last_four', 'name', 'list_id', 'line', 'answer'],
      'answered_at',
    ],
  },
  shop_asking: {
    key: ['connection_id'],
    facts: ['state', 'why', 'actor', 'at'],
  },
  export_plan: {
    key: ['id'],
    facts: ['made_number', 'of', 'folder', 'first_day', 'actor', 'created_at', 'ended_at'],
  },
  export_file: {
    key: ['plan_id', 'first_day'],
    facts: ['last_day', 'state', 'file', 'sha256', 'at'],
  },
  reason_mapping: { key: ['text'], facts: ['code', 'at', 'actor'] },
  reconciliation: {
    key: ['id'],
    facts: [
      ...['made_number', 'service', 'connection_id', 'source', 'rows', 'kept', 'result', 'aside'],
      ...['actor', 'created_at'],
    ],
  },
  reconciliation_part: { key: ['reconciliation_id', 'part'], facts: ['lines'] },
  reconciliation_decision: {
    key: ['reconciliation_id', 'line'],
    facts: ['decision', 'about', 'reason', 'actor', 'at', 'by_two', 'agreed'],
  },
  run: {
    key: ['id'],
    facts: [
      ...['made_number', 'service', 'connection_id', 'operation', 'source', 'rows', 'state'],
      ...['depth', 'digest', 'rows_in', 'reason', 'why', 'actor', 'created_at', 'checked_at'],
      ...['confirmed_at', 'ended_at', 'continues'],
      ...['counted_by', 'counted_at', 'counted_number', 'counted_sums'],
    ],
  },
  run_row: {
    key: ['run_id', 'at'],
    facts: [
      ...['line', 'orderid', 'client_orderid', 'amount_minor', 'currency', 'digits', 'reason'],
      ...[
        'party',
        'meaning',
        'beside',
        'grp',
        'finding',
        'way',
        'known_orderid',
        'known_own_id',
        'moves_minor',
      ],
      ...[
        'moves_currency',
        'moves_digits',
        'left_minor',
        'was_made',
        'asked_at',
        'is_in',
        'comment',
      ],
      'skip',
    ],
  },
  attempt: {
    key: ['id'],
    facts: [
      ...['made_number', 'service', 'connection_id', 'endpoint_id', 'operation', 'risk', 'orderid'],
      ...['client_orderid', 'lock_key', 'state', 'amount_minor', 'currency', 'digits', 'is_full'],
      ...[
        'request',
        'digest',
        'token_hash',
        'expires_at',
        'actor',
        'comment',
        'reason_code',
        'seen',
      ],
      'snapshot',
      ...['serial_number', 'answer', 'message', 'conflict', 'cleared_seq', 'resolved_by'],
      ...['hand_outcome', 'created_at', 'sent_at', 'sent_number', 'resolved_at', 'replaces'],
      ...['run_id', 'run_at', 'looks', 'awaits_look', 'check_message', 'destination_keys'],
      ...['confirmed_at', 'confirmed_number'],
    ],
    local: {
      checks: 'How often it was looked at, which the pause before the next look grows with.',
      next_check_at: PLAN,
      watched:
        'How many looks of its plan are over. Whether the first one is still to come is a fact.',
    },
  },
  team_membership: {
    key: ['number'],
    facts: [
      ...['team', 'desk', 'founder', 'founder_key', 'host', 'port', 'database', 'ca'],
      ...['joined_at', 'left_at'],
    ],
  },
  team_record: {
    key: ['membership', 'n'],
    facts: ['topic', 'version', 'body', 'signature', 'state', 'attempt_id', 'unsaid'],
  },
} as const satisfies Record<string, Projection>

export type ProjectedTable = keyof typeof projections

/** In an order in which a row is there before another names it. */
export const projectedTables = Object.keys(projections) as ProjectedTable[]

export const projectionOf = (table: ProjectedTable): Projection => projections[table]

/** The log, and what belongs to the file and not to the facts. */
export const otherTables: Readonly<Record<string, string>> = {
  archive:
    'Of the log: where it goes on. A signed entry names the newest row, and those before by a digest.',
  audit_entry: 'The log.',
  checkpoint: 'The log’s signatures.',
  entry_rows: 'The rows that entries carry.',
  ledger_finding: 'What was found about this file, until an entry tells it.',
  meta: 'The log’s id; drafts, preferences and what was told: losing them costs comfort.',
  wal_base: 'Ties the write-ahead log to this file.',
}
