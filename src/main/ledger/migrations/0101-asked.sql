-- MONEY: which answers may speak of a request. Questions and sendings draw numbers from one row: an answer to a question with a smaller
-- number than a sending was asked for before that sending, whenever it came. A snapshot keeps the smallest number that told it.
ALTER TABLE status_snapshot ADD COLUMN asked INTEGER NOT NULL DEFAULT 0;
ALTER TABLE attempt ADD COLUMN sent_number INTEGER;
