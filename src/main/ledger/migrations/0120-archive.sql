-- Entries that left the ledger for a sealed archive. A row says: the log goes on here after entry `size`, with this chain value. It comes
-- in the transaction that takes the entries out, and only when a signed entry of the log has named the archive before.
CREATE TABLE archive (
  size      INTEGER PRIMARY KEY,
  first     INTEGER NOT NULL CHECK (first BETWEEN 1 AND size),
  chain     BLOB NOT NULL CHECK (length(chain) = 32),
  folder    TEXT NOT NULL,
  -- SHA-256 of the archive's manifest.json, hex.
  digest    TEXT NOT NULL CHECK (length(digest) = 64),
  -- Times of the oldest and the newest entry in it.
  oldest_at INTEGER NOT NULL,
  newest_at INTEGER NOT NULL,
  made_at   INTEGER NOT NULL,
  named_by  INTEGER NOT NULL CHECK (named_by > size)
) STRICT;

CREATE TRIGGER archive_is_named BEFORE INSERT ON archive
WHEN NOT EXISTS (
  SELECT 1 FROM audit_entry named JOIN audit_entry last ON last.seq = NEW.size AND last.chain = NEW.chain
  WHERE named.seq = NEW.named_by AND named.kind = 'audit:archived' AND named.outcome = 'ok'
    AND EXISTS (SELECT 1 FROM checkpoint WHERE size = NEW.size)
    AND EXISTS (SELECT 1 FROM checkpoint WHERE size >= NEW.named_by)
    AND NEW.first = (SELECT min(seq) FROM audit_entry))
BEGIN SELECT RAISE(ABORT, 'an archive is named by a signed entry first'); END;
CREATE TRIGGER archive_no_update BEFORE UPDATE ON archive
BEGIN SELECT RAISE(ABORT, 'archive is append-only'); END;
CREATE TRIGGER archive_no_delete BEFORE DELETE ON archive
BEGIN SELECT RAISE(ABORT, 'archive is append-only'); END;

-- What an archive holds may go; once it is gone nothing is left that these would let go. Everything else stays as before.
DROP TRIGGER audit_entry_no_delete;
CREATE TRIGGER audit_entry_no_delete BEFORE DELETE ON audit_entry
WHEN NOT EXISTS (SELECT 1 FROM archive WHERE size >= OLD.seq)
BEGIN SELECT RAISE(ABORT, 'audit_entry is append-only'); END;
-- The checkpoint an archive ends with stays: the log goes on from it.
DROP TRIGGER checkpoint_no_delete;
CREATE TRIGGER checkpoint_no_delete BEFORE DELETE ON checkpoint
WHEN NOT EXISTS (SELECT 1 FROM archive WHERE size > OLD.size)
BEGIN SELECT RAISE(ABORT, 'checkpoint is append-only'); END;
