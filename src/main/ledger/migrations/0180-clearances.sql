-- What a person said of the chargebacks of an order that they had read: these were given back. told_seq is the newest answer they had read,
-- so that what is told later counts again.
CREATE TABLE chargeback_clearance (
  seq           INTEGER PRIMARY KEY,
  service       TEXT NOT NULL,
  connection_id TEXT NOT NULL,
  orderid       TEXT NOT NULL,
  at            INTEGER NOT NULL,
  actor         TEXT NOT NULL,
  told_seq      INTEGER NOT NULL,
  reason        TEXT NOT NULL CHECK (length(reason) BETWEEN 10 AND 500),
  FOREIGN KEY (connection_id, orderid) REFERENCES payment_order (connection_id, orderid)
) STRICT;
CREATE INDEX chargeback_clearance_order ON chargeback_clearance (service, orderid, seq);
CREATE TRIGGER chargeback_clearance_no_update BEFORE UPDATE ON chargeback_clearance
BEGIN SELECT RAISE(ABORT, 'chargeback_clearance is append-only'); END;
CREATE TRIGGER chargeback_clearance_no_delete BEFORE DELETE ON chargeback_clearance
BEGIN SELECT RAISE(ABORT, 'chargeback_clearance is append-only'); END;
