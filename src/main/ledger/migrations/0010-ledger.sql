-- The ledger: connections, what the gateway said (status_snapshot), what was attempted here (attempt) and the audit log, in ONE file:
-- a transition and its audit record commit together or not at all.

CREATE TABLE meta (
  key   TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE connection (
  id         TEXT PRIMARY KEY,
  record     TEXT NOT NULL CHECK (json_valid(record)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Which secrets exist, by fingerprint: an empty keychain answer while a row stands here means locked or lost, never "not set up".
CREATE TABLE secret (
  slot        TEXT PRIMARY KEY,
  fingerprint TEXT NOT NULL,
  created_at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- One row per order the desk has touched; its money facts are folded from status_snapshot and attempt, not stored.
CREATE TABLE payment_order (
  connection_id    TEXT NOT NULL,
  orderid          TEXT NOT NULL,
  client_orderid   TEXT NOT NULL,
  phase            TEXT NOT NULL,
  status           TEXT NOT NULL,
  transaction_type TEXT NOT NULL,
  original_minor   INTEGER,
  returned_minor   INTEGER,
  currency         TEXT,
  digits           INTEGER,
  answer           TEXT NOT NULL CHECK (json_valid(answer)),
  first_seen_at    INTEGER NOT NULL,
  checked_at       INTEGER NOT NULL,
  PRIMARY KEY (connection_id, orderid)
) STRICT, WITHOUT ROWID;
CREATE INDEX payment_order_recent ON payment_order (connection_id, checked_at DESC, orderid);
CREATE INDEX payment_order_client ON payment_order (connection_id, client_orderid);

-- Appended only when the answer differs from the one before in what matters.
CREATE TABLE status_snapshot (
  seq              INTEGER PRIMARY KEY,
  connection_id    TEXT NOT NULL,
  orderid          TEXT NOT NULL,
  at               INTEGER NOT NULL,
  fingerprint      TEXT NOT NULL,
  status           TEXT NOT NULL,
  transaction_type TEXT NOT NULL,
  stage            TEXT NOT NULL,
  amount_minor     INTEGER,
  currency         TEXT,
  digits           INTEGER,
  transaction_mark TEXT NOT NULL,
  partial_return   INTEGER CHECK (partial_return IN (0, 1)),
  partial_capture  INTEGER CHECK (partial_capture IN (0, 1)),
  reason           TEXT NOT NULL,
  serial_number    TEXT NOT NULL,
  FOREIGN KEY (connection_id, orderid) REFERENCES payment_order (connection_id, orderid)
) STRICT;
CREATE INDEX status_snapshot_order ON status_snapshot (connection_id, orderid, seq);

CREATE TABLE attempt (
  id             TEXT PRIMARY KEY,
  connection_id  TEXT NOT NULL,
  endpoint_id    TEXT NOT NULL,
  operation      TEXT NOT NULL,
  risk           TEXT NOT NULL CHECK (risk IN ('write', 'money')),
  orderid        TEXT NOT NULL,
  client_orderid TEXT NOT NULL,
  -- What may be open only once: the order for refund, capture and void; the minted client_orderid for the rest.
  lock_key       TEXT NOT NULL,
  state          TEXT NOT NULL CHECK (state IN (
    'DRAFT', 'PENDING_APPROVAL', 'APPROVED', 'EXPIRED', 'UNDONE', 'REFUSED_APPROVAL', 'SENDING', 'NOT_SENT',
    'ACCEPTED', 'REJECTED', 'UNKNOWN', 'SUCCEEDED', 'DECLINED', 'FAILED', 'RESOLVED_BY_HAND')),
  amount_minor   INTEGER CHECK (amount_minor > 0),
  currency       TEXT,
  digits         INTEGER,
  is_full        INTEGER NOT NULL CHECK (is_full IN (0, 1)),
  -- Redacted request fields as they are sent, without the signature; and the digest of what was confirmed.
  request        TEXT NOT NULL CHECK (json_valid(request)),
  digest         TEXT NOT NULL,
  -- SHA-256 of the one-use token; NULL once it is burnt.
  token_hash     TEXT,
  expires_at     INTEGER NOT NULL,
  actor          TEXT NOT NULL,
  comment        TEXT NOT NULL,
  -- Fingerprint of the status the operator saw, and the one read just before sending.
  seen           TEXT NOT NULL,
  snapshot       TEXT,
  serial_number  TEXT,
  answer         TEXT CHECK (answer IS NULL OR json_valid(answer)),
  message          TEXT NOT NULL,
  conflict       TEXT,
  resolved_by     INTEGER REFERENCES status_snapshot (seq),
  hand_outcome   TEXT CHECK (hand_outcome IN ('happened', 'did-not-happen')),
  created_at     INTEGER NOT NULL,
  sent_at        INTEGER,
  resolved_at     INTEGER,
  checks         INTEGER NOT NULL DEFAULT 0,
  next_check_at  INTEGER
) STRICT;
-- MONEY: the guard against two requests for one order is this index, not the screen.
CREATE UNIQUE INDEX attempt_one_open ON attempt (lock_key) WHERE state IN ('SENDING', 'UNKNOWN', 'ACCEPTED');
CREATE INDEX attempt_order ON attempt (connection_id, orderid, created_at);
CREATE INDEX attempt_due ON attempt (next_check_at) WHERE state IN ('UNKNOWN', 'ACCEPTED');
CREATE INDEX attempt_state ON attempt (state);

CREATE TABLE audit_entry (
  seq     INTEGER PRIMARY KEY,
  at_wall INTEGER NOT NULL,
  at_mono INTEGER NOT NULL,
  actor   TEXT NOT NULL,
  kind    TEXT NOT NULL,
  outcome TEXT NOT NULL,
  origin  TEXT NOT NULL,
  subject TEXT NOT NULL,
  -- UTF-8 JSON; these bytes are hashed, never a re-serialisation. leaf = SHA-256(00 || body).
  body    BLOB NOT NULL,
  leaf    BLOB NOT NULL CHECK (length(leaf) = 32),
  chain   BLOB NOT NULL CHECK (length(chain) = 32)
) STRICT;
CREATE INDEX audit_subject ON audit_entry (subject, seq);
CREATE INDEX audit_kind ON audit_entry (kind, seq);
CREATE INDEX audit_time ON audit_entry (at_wall);

CREATE TABLE checkpoint (
  size        INTEGER PRIMARY KEY,
  -- Signed bytes, UTF-8 JSON: log id, size, chain, time, digest of the previous checkpoint.
  body        BLOB NOT NULL,
  signature   BLOB NOT NULL,
  -- Raw Ed25519 public key, base64.
  public_key  TEXT NOT NULL
) STRICT;

CREATE TRIGGER audit_entry_no_update BEFORE UPDATE ON audit_entry
BEGIN SELECT RAISE(ABORT, 'audit_entry is append-only'); END;
CREATE TRIGGER audit_entry_no_delete BEFORE DELETE ON audit_entry
BEGIN SELECT RAISE(ABORT, 'audit_entry is append-only'); END;
CREATE TRIGGER checkpoint_no_update BEFORE UPDATE ON checkpoint
BEGIN SELECT RAISE(ABORT, 'checkpoint is append-only'); END;
CREATE TRIGGER checkpoint_no_delete BEFORE DELETE ON checkpoint
BEGIN SELECT RAISE(ABORT, 'checkpoint is append-only'); END;
CREATE TRIGGER attempt_no_delete BEFORE DELETE ON attempt
BEGIN SELECT RAISE(ABORT, 'attempts are never deleted'); END;
-- MONEY: a final state is never left, whatever code asks for it.
CREATE TRIGGER attempt_final_stays BEFORE UPDATE OF state ON attempt
WHEN OLD.state IN ('EXPIRED', 'UNDONE', 'REFUSED_APPROVAL', 'NOT_SENT', 'REJECTED', 'SUCCEEDED', 'DECLINED', 'FAILED', 'RESOLVED_BY_HAND')
  AND NEW.state <> OLD.state
BEGIN SELECT RAISE(ABORT, 'a final state is never left'); END;
CREATE TRIGGER attempt_request_fixed BEFORE UPDATE OF client_orderid, operation, amount_minor, currency, digits, is_full, request, digest ON attempt
BEGIN SELECT RAISE(ABORT, 'what was confirmed never changes'); END;
-- An operation that creates an order learns its id from the answer; after that it is fixed too.
CREATE TRIGGER attempt_orderid_fixed BEFORE UPDATE OF orderid ON attempt WHEN OLD.orderid <> ''
BEGIN SELECT RAISE(ABORT, 'what was confirmed never changes'); END;
