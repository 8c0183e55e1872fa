-- MONEY: a request that was resolved as not done is sent again under its merchant order id; the new one names it, and once only.
ALTER TABLE attempt ADD COLUMN replaces TEXT REFERENCES attempt (id);
CREATE INDEX attempt_replaces ON attempt (replaces) WHERE replaces IS NOT NULL;
CREATE TRIGGER attempt_replaces_fixed BEFORE UPDATE OF replaces ON attempt
BEGIN SELECT RAISE(ABORT, 'what was confirmed never changes'); END;
