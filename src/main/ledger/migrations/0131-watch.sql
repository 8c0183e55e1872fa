-- MONEY: a request that the gateway refused, or that a person resolved, may show up all the same: it is looked at some thirty times more.
-- `watched` counts these looks; next_check_at of such a request is when the next one is due.
ALTER TABLE attempt ADD COLUMN watched INTEGER NOT NULL DEFAULT 0 CHECK (watched >= 0);
CREATE INDEX attempt_watched ON attempt (next_check_at)
  WHERE state IN ('REJECTED', 'RESOLVED_BY_HAND') AND next_check_at IS NOT NULL;
CREATE INDEX attempt_contradicted ON attempt (made_number) WHERE conflict IS NOT NULL;
-- What made an order is tied to it by the merchant's id until the gateway has named it; and an id that is typed is looked up among all.
CREATE INDEX attempt_own_id ON attempt (service, client_orderid);
