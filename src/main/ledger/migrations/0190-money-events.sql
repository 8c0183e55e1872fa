-- What each answer told of its event beside its outcome: the numbers a bank knows it by, and the card. The newest answer of an order
-- replaces the one before (payment_order.answer); this stays. Amounts are as they were read when they came. A projection of the log:
-- money-events.ts makes it again from entries.
CREATE TABLE money_event (
  -- The entry of the log that told these numbers first.
  entry_seq       INTEGER PRIMARY KEY,
  snapshot_seq    INTEGER NOT NULL,
  service         TEXT NOT NULL,
  orderid         TEXT NOT NULL,
  kind            TEXT NOT NULL,
  status          TEXT NOT NULL,
  minor           INTEGER,
  currency        TEXT,
  digits          INTEGER,
  at              INTEGER NOT NULL,
  rrn             TEXT NOT NULL,
  approval_code   TEXT NOT NULL,
  processor_tx_id TEXT NOT NULL,
  processing_date TEXT NOT NULL,
  card            TEXT NOT NULL,
  last_four       TEXT NOT NULL,
  serial_number   TEXT NOT NULL,
  UNIQUE (snapshot_seq, rrn, approval_code, card, last_four)
) STRICT;
CREATE INDEX money_event_order ON money_event (service, orderid);

-- Who asked for what an entry is about: the person behind a request, also where Paydesk wrote down its outcome. Read from the signed
-- bytes, so that a column can't say otherwise; a body that is no JSON names nobody.
ALTER TABLE audit_entry ADD COLUMN person TEXT GENERATED ALWAYS AS
  (coalesce(CASE WHEN json_valid(CAST(body AS TEXT)) THEN CAST(body AS TEXT) ->> '$.details.requestedBy' END, actor)) VIRTUAL;
-- What was asked for: the operation of a request, where a released hold is not a refund.
ALTER TABLE audit_entry ADD COLUMN operation TEXT GENERATED ALWAYS AS
  (CASE WHEN kind NOT LIKE 'attempt:%' OR NOT json_valid(CAST(body AS TEXT)) THEN NULL
    WHEN CAST(body AS TEXT) ->> '$.details.isRelease' THEN 'release'
    ELSE CAST(body AS TEXT) ->> '$.details.operation' END) VIRTUAL;
DROP INDEX audit_actor;
DROP INDEX audit_actor_kind;
CREATE INDEX audit_person ON audit_entry (person, seq, outcome);
CREATE INDEX audit_person_kind ON audit_entry (person, kind, seq, outcome);
CREATE INDEX audit_operation ON audit_entry (operation, seq, outcome) WHERE operation IS NOT NULL;
