-- Figures of a day are summed from this index alone, and holds are listed by their age, whatever else the ledger holds.
CREATE INDEX attempt_done ON attempt
  (resolved_at, operation, currency, digits, amount_minor, state, hand_outcome, resolved_by, connection_id, orderid)
  WHERE state IN ('SUCCEEDED', 'RESOLVED_BY_HAND') AND resolved_at IS NOT NULL;
CREATE INDEX payment_order_held ON payment_order (first_seen_at) WHERE phase = 'authorised';
