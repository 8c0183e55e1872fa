// How an attempt's changeable fields are named in SQL, and the statement that makes a draft. Data for journal.ts only.
import type { Patch } from './journal.ts'

export const columns: Record<keyof Patch, string> = {
  orderid: 'orderid',
  snapshot: 'snapshot',
  serialNumber: 'serial_number',
  answer: 'answer',
  conflict: 'conflict',
  clearedSeq: 'cleared_seq',
  settledBy: 'settled_by',
  handOutcome: 'hand_outcome',
  sentAt: 'sent_at',
  sentNumber: 'sent_number',
  settledAt: 'settled_at',
  nextCheckAt: 'next_check_at',
  words: 'words',
}

export const insertDraft = `
    INSERT INTO attempt (id, service, connection_id, endpoint_id, operation, risk, orderid, client_orderid, lock_key, state,
      amount_minor, currency, digits, is_full, request, digest, token_hash, expires_at, actor, comment, seen, words, created_at,
      replaces, made_number)
    VALUES (@id, @service, @connectionId, @endpointId, @operation, @risk, @orderid, @clientOrderid, @lockKey, 'DRAFT',
      @amountMinor, @currency, @digits, @isFull, @request, @digest, @tokenHash, @expiresAt, @actor, @comment, @seen, @words, @now,
      @replaces, (SELECT coalesce(max(made_number), 0) + 1 FROM attempt))`
