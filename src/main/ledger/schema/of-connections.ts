// Connections, their secrets and recipients, and the new terms of their answers.

export const connectionSql = `
CREATE TABLE connection (
  id         TEXT PRIMARY KEY,
  record     TEXT NOT NULL CHECK (json_valid(record)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Which secrets exist, by fingerprint: an empty keychain answer while a row stands here means
-- locked or lost, never "not set up".
CREATE TABLE secret (
  slot        TEXT PRIMARY KEY,
  fingerprint TEXT NOT NULL,
  created_at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Saved recipients of payouts: every version stays, the newest one counts. Never a card number: a
-- card is kept by its reference.
CREATE TABLE recipient_version (
  seq           INTEGER PRIMARY KEY,
  recipient_id  TEXT NOT NULL,
  connection_id TEXT NOT NULL,
  at            INTEGER NOT NULL,
  actor         TEXT NOT NULL,
  name          TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  way           TEXT NOT NULL CHECK (way IN ('card', 'account', 'wallet', 'phone')),
  fields        TEXT NOT NULL CHECK (json_valid(fields)),
  is_removed    INTEGER NOT NULL CHECK (is_removed IN (0, 1))
) STRICT;
CREATE INDEX recipient_version_of ON recipient_version (connection_id, recipient_id, seq);
CREATE TRIGGER recipient_version_no_update BEFORE UPDATE ON recipient_version
BEGIN SELECT RAISE(ABORT, 'recipient_version is append-only'); END;
CREATE TRIGGER recipient_version_no_delete BEFORE DELETE ON recipient_version
BEGIN SELECT RAISE(ABORT, 'recipient_version is append-only'); END;

-- What answers held that this program had not met before, per connection: names only, never values,
-- so that a change at the service is noticed when it begins.
CREATE TABLE unknown_term (
  connection_id TEXT NOT NULL,
  operation     TEXT NOT NULL,
  kind          TEXT NOT NULL CHECK (kind IN ('key', 'type', 'status', 'transaction-type')),
  name          TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  first_seen_at INTEGER NOT NULL,
  serial_number TEXT NOT NULL,
  PRIMARY KEY (connection_id, operation, kind, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX unknown_term_recent ON unknown_term (first_seen_at DESC);
`
