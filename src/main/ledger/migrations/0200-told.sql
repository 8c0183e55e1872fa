-- MONEY: what an answer told, as the gateway wrote it, so that a setting that was put right reads it once more. Empty: told before this.
ALTER TABLE status_snapshot ADD COLUMN told TEXT NOT NULL DEFAULT '';
