-- What answers held that this program had not met before, per connection: names only, never values, so that a change at the
-- service is noticed when it begins.
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
