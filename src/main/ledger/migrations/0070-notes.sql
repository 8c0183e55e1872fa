-- What people at this computer say about an order: notes, which are only ever added (a correction is a new note), and tags, which come
-- and go. The service knows nothing of either.
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

-- Final orders that are no payments were folded to 'unclear' until now; a list shows what is kept beside them.
UPDATE payment_order SET phase = CASE transaction_type
    WHEN 'payout' THEN 'paid-out'
    WHEN 'payout check' THEN 'payout-checked'
    WHEN 'transfer' THEN 'transferred'
    ELSE 'card-checked' END
  WHERE phase = 'unclear' AND status = 'approved'
    AND transaction_type IN ('payout', 'payout check', 'transfer', 'account verification');

-- What a request was made with and what its answer gave: a card reference or a subscription, by which orders belong together.
CREATE INDEX attempt_uses ON attempt (connection_id, coalesce(request ->> 'cardrefid', request ->> 'sending-card-ref-id',
  request ->> 'recurring-payment-id', request ->> 'card_recurring_payment_id'));
CREATE INDEX attempt_gives ON attempt (connection_id, coalesce(answer ->> 'card-ref-id', answer ->> 'recurring-payment-id'));
