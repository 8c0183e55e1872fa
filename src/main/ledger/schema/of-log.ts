// The audit log with the rows that its entries change, its checkpoints, and what left it for
// archives.

export const logSql = `
CREATE TABLE audit_entry (
  seq     INTEGER PRIMARY KEY,
  at_wall INTEGER NOT NULL,
  at_mono INTEGER NOT NULL,
  actor   TEXT NOT NULL,
  kind    TEXT NOT NULL,
  outcome TEXT NOT NULL,
  origin  TEXT NOT NULL,
  subject TEXT NOT NULL,
  -- UTF-8 JSON; these bytes are hashed, never a re-serialisation. leaf = SHA-256(00 || body).
  body    BLOB NOT NULL,
  leaf    BLOB NOT NULL CHECK (length(leaf) = 32),
  chain   BLOB NOT NULL CHECK (length(chain) = 32),
  -- That this program wrote it (entry-proofs.ts); null while the key was out of reach.
  proof   BLOB CHECK (length(proof) = 32),
  -- Who asked for what an entry is about: the person behind a request, also where Paydesk wrote
  -- down its outcome. Read from the signed bytes, so that a column can't say otherwise; a body that
  -- is no JSON names nobody. ANY: a look at the pages works out what has a type, for each entry.
  person ANY GENERATED ALWAYS AS
    (coalesce(CASE WHEN json_valid(CAST(body AS TEXT)) THEN CAST(body AS TEXT) ->> '$.details.requestedBy' END, actor)) VIRTUAL,
  -- What was asked for: the operation of a request, where a released hold is not a refund.
  operation ANY GENERATED ALWAYS AS
    (CASE WHEN kind NOT LIKE 'attempt:%' OR NOT json_valid(CAST(body AS TEXT)) THEN NULL
      WHEN CAST(body AS TEXT) ->> '$.details.isRelease' THEN 'release'
      ELSE CAST(body AS TEXT) ->> '$.details.operation' END) VIRTUAL
) STRICT;
CREATE INDEX audit_subject ON audit_entry (subject, seq);
CREATE INDEX audit_kind ON audit_entry (kind, seq);
CREATE INDEX audit_time ON audit_entry (at_wall);
CREATE INDEX audit_outcome ON audit_entry (outcome, seq);
CREATE INDEX audit_kind_outcome ON audit_entry (kind, outcome, seq);
-- Pages of the audit log by who did it, alone and with what was done; how it ended is answered from
-- the index as well.
CREATE INDEX audit_person ON audit_entry (person, seq, outcome);
CREATE INDEX audit_person_kind ON audit_entry (person, kind, seq, outcome);
CREATE INDEX audit_operation ON audit_entry (operation, seq, outcome) WHERE operation IS NOT NULL;

-- The rows of the tables that an entry changes, as packed JSON. MONEY: the tables are made again
-- from them alone. The body of the entry names the digest: of these rows and of all before.
CREATE TABLE entry_rows (
  seq    INTEGER PRIMARY KEY,
  rows   BLOB NOT NULL,
  digest BLOB NOT NULL CHECK (length(digest) = 32)
) STRICT;
CREATE TRIGGER entry_rows_no_update BEFORE UPDATE ON entry_rows
BEGIN SELECT RAISE(ABORT, 'entry_rows is append-only'); END;
CREATE TRIGGER entry_rows_no_delete BEFORE DELETE ON entry_rows
BEGIN SELECT RAISE(ABORT, 'entry_rows is append-only'); END;

CREATE TABLE checkpoint (
  size        INTEGER PRIMARY KEY,
  -- Signed bytes, UTF-8 JSON: log id, size, chain, time, digest of the previous checkpoint.
  body        BLOB NOT NULL,
  signature   BLOB NOT NULL,
  -- Raw Ed25519 public key, base64.
  public_key  TEXT NOT NULL
) STRICT;

-- Entries that left the ledger for a sealed archive. A row says: the log goes on here after entry
-- size, with this chain value. It comes in the transaction that takes the entries out, and only
-- when a signed entry of the log has named the archive before.
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

-- A proof may come later, once.
CREATE TRIGGER audit_entry_no_update BEFORE UPDATE OF seq, at_wall, at_mono, actor, kind, outcome, origin, subject, body, leaf, chain
ON audit_entry
BEGIN SELECT RAISE(ABORT, 'audit_entry is append-only'); END;
CREATE TRIGGER audit_entry_one_proof BEFORE UPDATE OF proof ON audit_entry WHEN OLD.proof IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'audit_entry is append-only'); END;
-- What an archive holds may go; once it is gone nothing is left that this would let go.
CREATE TRIGGER audit_entry_no_delete BEFORE DELETE ON audit_entry
WHEN NOT EXISTS (SELECT 1 FROM archive WHERE size >= OLD.seq)
BEGIN SELECT RAISE(ABORT, 'audit_entry is append-only'); END;
CREATE TRIGGER checkpoint_no_update BEFORE UPDATE ON checkpoint
BEGIN SELECT RAISE(ABORT, 'checkpoint is append-only'); END;
-- The checkpoint an archive ends with stays: the log goes on from it.
CREATE TRIGGER checkpoint_no_delete BEFORE DELETE ON checkpoint
WHEN NOT EXISTS (SELECT 1 FROM archive WHERE size > OLD.size)
BEGIN SELECT RAISE(ABORT, 'checkpoint is append-only'); END;
`
