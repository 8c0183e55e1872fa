-- MONEY: what came first is told by numbers of this ledger, never by the wall clock, which people and programs move. Attempts are numbered
-- as they are made; a contradiction that a person cleared remembers how far the answers of its order had come by then.
ALTER TABLE attempt ADD COLUMN made_number INTEGER;
UPDATE attempt SET made_number = rowid;
CREATE UNIQUE INDEX attempt_made ON attempt (made_number);
ALTER TABLE attempt ADD COLUMN cleared_seq INTEGER;

DROP INDEX attempt_order;
CREATE INDEX attempt_order ON attempt (service, orderid, made_number);
