-- MONEY: an amount that was told and can't be read exactly is not the same as none: it proves nothing. NULL: readable, or not told.
ALTER TABLE status_snapshot ADD COLUMN unreadable_amount TEXT;
