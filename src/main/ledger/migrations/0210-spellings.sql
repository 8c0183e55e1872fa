-- MONEY: what was sent about an order under another spelling of its number is found by the lock, which all spellings share.
CREATE INDEX attempt_lock ON attempt (lock_key) WHERE sent_at IS NOT NULL;
