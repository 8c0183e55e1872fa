-- Indexes for the lists: every filter is answered from an index that has the list's own order. What a text is looked for in is not
-- here but in a file beside the ledger (search-file.ts), so that nothing about it can hold up a transaction that moves money.

-- Pages of orders newest first, with every filter answered from the index; it takes the place of the narrower one.
DROP INDEX payment_order_recent;
CREATE INDEX payment_order_page ON payment_order
  (connection_id, checked_at DESC, orderid, phase, transaction_type, digits, original_minor);
CREATE INDEX payment_order_phase ON payment_order
  (connection_id, phase, checked_at DESC, orderid, transaction_type, digits, original_minor);
CREATE INDEX payment_order_type ON payment_order
  (connection_id, transaction_type, checked_at DESC, orderid, phase, digits, original_minor);
CREATE INDEX payment_order_amount ON payment_order
  (connection_id, digits, original_minor, checked_at DESC, orderid, phase, transaction_type);

CREATE INDEX audit_outcome ON audit_entry (outcome, seq);
CREATE INDEX audit_kind_outcome ON audit_entry (kind, outcome, seq);
