// Who works here: what administrators signed about it, failed tries to sign in, and requests that
// wait for the approval of somebody else.

export const peopleSql = `
-- Signed by an administrator's key each (desk/people/statements.ts); what they come to is worked
-- out, never stored.
CREATE TABLE person_statement (
  seq       INTEGER PRIMARY KEY,
  body      TEXT NOT NULL,
  signature TEXT NOT NULL
) STRICT;
CREATE TRIGGER person_statement_no_update BEFORE UPDATE ON person_statement
BEGIN SELECT RAISE(ABORT, 'person_statement is append-only'); END;
CREATE TRIGGER person_statement_no_delete BEFORE DELETE ON person_statement
BEGIN SELECT RAISE(ABORT, 'person_statement is append-only'); END;

-- Failed tries since the person was last signed in.
CREATE TABLE person_failure (
  person_id TEXT PRIMARY KEY,
  failures  INTEGER NOT NULL CHECK (failures >= 0)
) STRICT, WITHOUT ROWID;

-- A request above the limit of whoever asks. Whether it is approved is worked out from its
-- signatures and from who works here now, never stored (desk/approvals/approval-gate.ts).
CREATE TABLE approval (
  id             TEXT PRIMARY KEY,
  -- With the account, the endpoint and what it would send again: all that the digest is over.
  service        TEXT NOT NULL,
  connection_id  TEXT NOT NULL,
  endpoint_id    TEXT NOT NULL,
  operation      TEXT NOT NULL,
  orderid        TEXT NOT NULL,
  client_orderid TEXT NOT NULL,
  -- The lock of its order, its digest where it has no order yet, or its run.
  place          TEXT NOT NULL,
  request        TEXT NOT NULL CHECK (json_valid(request)),
  amount_minor   INTEGER CHECK (amount_minor > 0),
  currency       TEXT,
  digits         INTEGER,
  is_full        INTEGER NOT NULL CHECK (is_full IN (0, 1)),
  replaces       TEXT,
  -- Whether its id was typed, or is that of a request that it sends again: then the digest has it.
  has_own_id     INTEGER NOT NULL CHECK (has_own_id IN (0, 1)),
  -- Of a run: its id, and its sums as they were asked for.
  run_id         TEXT,
  amounts        TEXT CHECK (amounts IS NULL OR json_valid(amounts)),
  digest         TEXT NOT NULL,
  -- Id of the person who asks.
  author         TEXT NOT NULL,
  -- Fingerprint of the order's status as it was reviewed.
  seen           TEXT NOT NULL,
  asked_at       INTEGER NOT NULL,
  expires_at     INTEGER NOT NULL,
  state          TEXT NOT NULL CHECK (state IN ('WAITING', 'SPENT', 'REFUSED', 'WITHDRAWN', 'EXPIRED')),
  -- What approvers signed: the text and the signature of each.
  signatures     TEXT NOT NULL CHECK (json_valid(signatures)),
  -- Who ended it, when and why; and the request that it was spent for.
  ended_by       TEXT,
  ended_at       INTEGER,
  reason         TEXT,
  attempt_id     TEXT
) STRICT;
-- MONEY: one request waits for approval, of an order and of whatever has none yet.
CREATE UNIQUE INDEX approval_one_waiting ON approval (place) WHERE state = 'WAITING';
CREATE INDEX approval_of_run ON approval (run_id) WHERE run_id IS NOT NULL;
CREATE INDEX approval_ended ON approval (ended_at) WHERE state <> 'WAITING';
CREATE TRIGGER approval_no_delete BEFORE DELETE ON approval
BEGIN SELECT RAISE(ABORT, 'approvals are never deleted'); END;
-- MONEY: what was spent, refused or withdrawn never counts again.
CREATE TRIGGER approval_final_stays BEFORE UPDATE OF state, signatures ON approval WHEN OLD.state <> 'WAITING'
BEGIN SELECT RAISE(ABORT, 'an approval that ended stays ended'); END;
CREATE TRIGGER approval_fixed BEFORE UPDATE OF service, connection_id, endpoint_id, operation, orderid, place, request, amount_minor, currency, digits, is_full, replaces, has_own_id, run_id, amounts, digest, author, seen, asked_at, expires_at ON approval
BEGIN SELECT RAISE(ABORT, 'what was asked for never changes'); END;
`
