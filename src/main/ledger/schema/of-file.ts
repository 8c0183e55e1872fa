// Tables of the ledger as a file: what a start writes, and what is remembered
// beside money.

/**
 * A start writes to these before anything else. They are made again where one is gone, which is
 * told as a change of the schema by then, so that the ledger opens and says so.
 */
export const openingSql = `
CREATE TABLE IF NOT EXISTS ledger_finding (
  id         INTEGER PRIMARY KEY,
  kind       TEXT NOT NULL CHECK (kind IN ('quarantine', 'missing', 'schema')),
  at         INTEGER NOT NULL,
  message    TEXT NOT NULL,
  cleared_at INTEGER
) STRICT;

CREATE TABLE IF NOT EXISTS wal_base (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  stamp    TEXT NOT NULL
) STRICT;
`

export const fileSql = `
CREATE TABLE meta (
  key   TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What is remembered of updates (src/main/updates/memory.ts), as JSON, by the format of it: which
-- keys are trusted and what was seen.
CREATE TABLE update_memory (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL CHECK (length(value) <= 20000)
) STRICT;
`
