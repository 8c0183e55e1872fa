// Reports of the gateway that were matched with what this computer knows: where each came from, the
// columns that were read of it, what the match found, and what people said of its lines. The list
// of all verdicts is kept nowhere: it follows from these and from the movements.

export const reconciliationSql = `
CREATE TABLE reconciliation (
  id            TEXT PRIMARY KEY,
  made_number   INTEGER NOT NULL,
  service       TEXT NOT NULL,
  connection_id TEXT NOT NULL,
  -- Its name, the digests of its bytes and of what it means, and which lines stayed out.
  source        TEXT NOT NULL CHECK (json_valid(source)),
  rows          INTEGER NOT NULL CHECK (rows > 0),
  -- How many of them are kept: all of them, or that was cut off.
  kept          INTEGER NOT NULL DEFAULT 0,
  -- What the match found when a person last kept it: numbers and sums by list, the digest of all
  -- verdicts, and how far the log had come. NULL before the first.
  result        TEXT CHECK (result IS NULL OR json_valid(result)),
  -- Who set it aside, when and why: it then counts for no report. NULL where it counts.
  aside         TEXT CHECK (aside IS NULL OR json_valid(aside)),
  actor         TEXT NOT NULL,
  created_at    INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX reconciliation_made ON reconciliation (made_number);
-- Lines of the report, packed: only columns that a rule reads.
CREATE TABLE reconciliation_part (
  reconciliation_id TEXT NOT NULL REFERENCES reconciliation (id),
  part              INTEGER NOT NULL,
  lines             TEXT NOT NULL,
  PRIMARY KEY (reconciliation_id, part)
) STRICT, WITHOUT ROWID;
-- What a person said of a line; of a whole list, its number is 0 or less.
CREATE TABLE reconciliation_decision (
  reconciliation_id TEXT NOT NULL REFERENCES reconciliation (id),
  line              INTEGER NOT NULL,
  decision          TEXT NOT NULL
    CHECK (decision IN ('elsewhere', 'written-off', 'refused', 'accepted', 'withdrawn')),
  -- What the person had before them: another one is not decided by it.
  about             TEXT NOT NULL,
  reason            TEXT NOT NULL CHECK (length(reason) BETWEEN 10 AND 500),
  actor             TEXT NOT NULL,
  at                INTEGER NOT NULL,
  -- Whether it counts by the word of a second person alone, and whose word that is.
  by_two            INTEGER NOT NULL DEFAULT 0 CHECK (by_two IN (0, 1)),
  agreed            TEXT CHECK (agreed IS NULL OR (json_valid(agreed) AND by_two = 1)),
  PRIMARY KEY (reconciliation_id, line)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER reconciliation_no_delete BEFORE DELETE ON reconciliation
BEGIN SELECT RAISE(ABORT, 'reconciliations are never deleted'); END;
CREATE TRIGGER reconciliation_part_no_update BEFORE UPDATE ON reconciliation_part
BEGIN SELECT RAISE(ABORT, 'lines of a report never change'); END;
CREATE TRIGGER reconciliation_part_no_delete BEFORE DELETE ON reconciliation_part
BEGIN SELECT RAISE(ABORT, 'lines of a report never change'); END;
CREATE TRIGGER reconciliation_decision_no_delete BEFORE DELETE ON reconciliation_decision
BEGIN SELECT RAISE(ABORT, 'decisions are withdrawn, never deleted'); END;
`
