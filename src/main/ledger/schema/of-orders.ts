// Orders: what the gateway said of them, and what people here did. Every filter of a list is
// answered from an index that has the list's own order. What a text is looked for in is not here
// but in a file beside the ledger (search-file.ts), so that nothing about it can hold up a
// transaction that moves money.

export const orderSql = `
-- One row per order the desk has touched; its money facts are folded from status_snapshot and
-- attempt, not stored.
CREATE TABLE payment_order (
  connection_id    TEXT NOT NULL,
  orderid          TEXT NOT NULL,
  client_orderid   TEXT NOT NULL,
  phase            TEXT NOT NULL,
  status           TEXT NOT NULL,
  transaction_type TEXT NOT NULL,
  original_minor   INTEGER,
  returned_minor   INTEGER,
  returnable_minor INTEGER,
  currency         TEXT,
  digits           INTEGER,
  answer           TEXT NOT NULL CHECK (json_valid(answer)),
  first_seen_at    INTEGER NOT NULL,
  checked_at       INTEGER NOT NULL,
  -- MONEY: whose order it is. Locks, sums and outcomes go by the gateway (origin and login) and its
  -- order id, not by the connection record: two records of one gateway share them, and a record
  -- that is pointed at another gateway inherits nothing.
  service          TEXT NOT NULL DEFAULT '',
  -- Who paid, and with which card, as the newest answer says.
  customer         TEXT NOT NULL GENERATED ALWAYS AS (coalesce(nullif(trim(answer ->> 'cardholder-name'), ''),
    nullif(trim(answer ->> 'name'), ''), trim(answer ->> 'email'), '')) STORED,
  card             TEXT NOT NULL GENERATED ALWAYS AS (trim(coalesce(answer ->> 'card-type', '') || ' ' ||
    coalesce(answer ->> 'last-four-digits', ''))) STORED,
  PRIMARY KEY (connection_id, orderid)
) STRICT, WITHOUT ROWID;
CREATE INDEX payment_order_service ON payment_order (service, orderid);
CREATE INDEX payment_order_client ON payment_order (service, client_orderid);
-- Pages of orders newest first, with every filter answered from the index.
CREATE INDEX payment_order_page ON payment_order
  (connection_id, checked_at DESC, orderid, phase, transaction_type, digits, original_minor);
-- All that a list can be sorted by: one walk through it finds the page of any order.
CREATE INDEX payment_order_sort ON payment_order
  (connection_id, orderid, client_orderid, phase, status, transaction_type, original_minor,
   returned_minor, returnable_minor, currency, digits, first_seen_at, checked_at);
CREATE INDEX payment_order_phase ON payment_order
  (connection_id, phase, checked_at DESC, orderid, transaction_type, digits, original_minor);
CREATE INDEX payment_order_type ON payment_order
  (connection_id, transaction_type, checked_at DESC, orderid, phase, digits, original_minor);
CREATE INDEX payment_order_amount ON payment_order
  (connection_id, digits, original_minor, checked_at DESC, orderid, phase, transaction_type);
-- Holds are listed by their age.
CREATE INDEX payment_order_held ON payment_order (first_seen_at) WHERE phase = 'authorised';

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
  -- MONEY: which answers may speak of a request. Questions and sendings draw numbers from one row:
  -- an answer to a question with a smaller number than a sending was asked for before that sending,
  -- whenever it came. A snapshot keeps the smallest number that told it.
  asked            INTEGER NOT NULL DEFAULT 0,
  -- MONEY: an amount that was told and can't be read exactly is not the same as none: it proves
  -- nothing. NULL: readable, or not told.
  unreadable_amount TEXT,
  service          TEXT NOT NULL DEFAULT '',
  -- MONEY: what an answer told, as the gateway wrote it, so that a setting that was put right reads
  -- it once more.
  reported         TEXT NOT NULL DEFAULT '',
  -- Paydesk read it again by itself: nobody had asked for it.
  found_alone      INTEGER NOT NULL DEFAULT 0 CHECK (found_alone IN (0, 1)),
  FOREIGN KEY (connection_id, orderid) REFERENCES payment_order (connection_id, orderid)
) STRICT;
CREATE INDEX status_snapshot_order ON status_snapshot (service, orderid, seq);
-- Refunds of which nobody may know yet, whatever else the ledger holds.
CREATE INDEX status_snapshot_found ON status_snapshot (seq)
  WHERE found_alone = 1 AND transaction_type IN ('refund', 'reversal');
-- Payments that somebody questions, whatever else the ledger holds.
CREATE INDEX status_snapshot_question ON status_snapshot (seq)
  WHERE transaction_type IN ('chargeback', 'dispute', 'retrieval', 'fraud');

-- What a person said of a questioned payment: the day by which the bank wants an answer, and up to
-- which answer of the gateway it is over. What is told later counts again.
CREATE TABLE order_dispute (
  service       TEXT NOT NULL,
  orderid       TEXT NOT NULL,
  connection_id TEXT NOT NULL,
  due_day       TEXT,
  over_seq      INTEGER NOT NULL DEFAULT 0,
  at            INTEGER NOT NULL,
  actor         TEXT NOT NULL,
  PRIMARY KEY (service, orderid)
) STRICT, WITHOUT ROWID;

-- That a person looked at a refund that was found so, and what they found out.
CREATE TABLE found_refund_seen (
  reported_seq  INTEGER PRIMARY KEY,
  service       TEXT NOT NULL,
  connection_id TEXT NOT NULL,
  orderid       TEXT NOT NULL,
  at            INTEGER NOT NULL,
  actor         TEXT NOT NULL,
  reason        TEXT NOT NULL
) STRICT;

-- What each answer told of its event beside its outcome: the numbers a bank knows it by, and the
-- card. The newest answer of an order replaces the one before (payment_order.answer); this stays.
CREATE TABLE money_event (
  seq             INTEGER PRIMARY KEY,
  snapshot_seq    INTEGER NOT NULL REFERENCES status_snapshot (seq),
  rrn             TEXT NOT NULL DEFAULT '',
  approval_code   TEXT NOT NULL DEFAULT '',
  processor_tx_id TEXT NOT NULL DEFAULT '',
  processing_date TEXT NOT NULL DEFAULT '',
  card            TEXT NOT NULL DEFAULT '',
  last_four       TEXT NOT NULL DEFAULT '',
  UNIQUE (snapshot_seq, rrn, approval_code, card, last_four)
) STRICT;

-- What people at this computer say about an order: notes, which are only ever added (a correction
-- is a new note), and tags, which come and go. The service knows nothing of either.
CREATE TABLE order_note (
  seq           INTEGER PRIMARY KEY,
  connection_id TEXT NOT NULL,
  orderid       TEXT NOT NULL,
  at            INTEGER NOT NULL,
  actor         TEXT NOT NULL,
  text          TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 1000),
  FOREIGN KEY (connection_id, orderid) REFERENCES payment_order (connection_id, orderid)
) STRICT;
CREATE INDEX order_note_order ON order_note (connection_id, orderid, seq);
CREATE TRIGGER order_note_no_update BEFORE UPDATE ON order_note
BEGIN SELECT RAISE(ABORT, 'order_note is append-only'); END;
CREATE TRIGGER order_note_no_delete BEFORE DELETE ON order_note
BEGIN SELECT RAISE(ABORT, 'order_note is append-only'); END;

CREATE TABLE order_tag (
  connection_id TEXT NOT NULL,
  orderid       TEXT NOT NULL,
  tag           TEXT NOT NULL CHECK (length(tag) BETWEEN 1 AND 32),
  at            INTEGER NOT NULL,
  actor         TEXT NOT NULL,
  PRIMARY KEY (connection_id, orderid, tag),
  FOREIGN KEY (connection_id, orderid) REFERENCES payment_order (connection_id, orderid)
) STRICT, WITHOUT ROWID;

-- Subscriptions that a person noted as stopped.
CREATE TABLE stopped_subscription (
  connection_id TEXT NOT NULL,
  recurring_id  TEXT NOT NULL,
  at            INTEGER NOT NULL,
  actor         TEXT NOT NULL,
  reason        TEXT NOT NULL,
  PRIMARY KEY (connection_id, recurring_id)
) STRICT, WITHOUT ROWID;

-- What a person said of something on an order that they had read: chargebacks that were given back,
-- or answers of the gateway that contradict each other. about names its facts, and reported_seq the
-- newest answer they had read, so that what is told differently or later counts again.
CREATE TABLE order_clearance (
  seq           INTEGER PRIMARY KEY,
  service       TEXT NOT NULL,
  connection_id TEXT NOT NULL,
  orderid       TEXT NOT NULL,
  at            INTEGER NOT NULL,
  actor         TEXT NOT NULL,
  kind          TEXT NOT NULL CHECK (kind IN ('chargeback', 'contradiction')),
  about         TEXT NOT NULL CHECK (length(about) > 0),
  reported_seq      INTEGER NOT NULL,
  reason        TEXT NOT NULL CHECK (length(reason) BETWEEN 10 AND 500),
  FOREIGN KEY (connection_id, orderid) REFERENCES payment_order (connection_id, orderid)
) STRICT;
CREATE INDEX order_clearance_order ON order_clearance (service, orderid, seq);
CREATE TRIGGER order_clearance_no_update BEFORE UPDATE ON order_clearance
BEGIN SELECT RAISE(ABORT, 'order_clearance is append-only'); END;
CREATE TRIGGER order_clearance_no_delete BEFORE DELETE ON order_clearance
BEGIN SELECT RAISE(ABORT, 'order_clearance is append-only'); END;
`
