-- MONEY: a person resolves an open request after at least three look-ups over at least thirty minutes, or says why it can't wait. `looks`
-- counts the look-ups that were answered at least fifteen minutes after the one counted before.
ALTER TABLE attempt ADD COLUMN looks INTEGER NOT NULL DEFAULT 0 CHECK (looks >= 0);
