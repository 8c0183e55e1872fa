-- What a person said of something on an order that they had read: chargebacks that were given back, or answers of the gateway that contradict each
-- other. about names its facts, and told_seq the newest answer they had read, so that what is told differently or later counts again.
CREATE TABLE order_clearance (
  seq           INTEGER PRIMARY KEY,
  service       TEXT NOT NULL,
  connection_id TEXT NOT NULL,
  orderid       TEXT NOT NULL,
  at            INTEGER NOT NULL,
  actor         TEXT NOT NULL,
  kind          TEXT NOT NULL CHECK (kind IN ('chargeback', 'contradiction')),
  about         TEXT NOT NULL CHECK (length(about) > 0),
  told_seq      INTEGER NOT NULL,
  reason        TEXT NOT NULL CHECK (length(reason) BETWEEN 10 AND 500),
  FOREIGN KEY (connection_id, orderid) REFERENCES payment_order (connection_id, orderid)
) STRICT;
CREATE INDEX order_clearance_order ON order_clearance (service, orderid, seq);
CREATE TRIGGER order_clearance_no_update BEFORE UPDATE ON order_clearance
BEGIN SELECT RAISE(ABORT, 'order_clearance is append-only'); END;
CREATE TRIGGER order_clearance_no_delete BEFORE DELETE ON order_clearance
BEGIN SELECT RAISE(ABORT, 'order_clearance is append-only'); END;
