// The team that this computer belongs to, and its own records there. What colleagues wrote is read
// from the team's database each time it is needed, and never kept here.

export const teamSql = `
-- Where this computer belongs; a row for each time that it joined. Its key and its password are in
-- the keychain.
CREATE TABLE team_membership (
  number       INTEGER PRIMARY KEY,
  team         TEXT NOT NULL,
  desk         TEXT NOT NULL,
  founder      TEXT NOT NULL,
  founder_key  TEXT NOT NULL,
  host         TEXT NOT NULL,
  port         INTEGER NOT NULL CHECK (port BETWEEN 1 AND 65535),
  database     TEXT NOT NULL,
  -- The certificate that signed the server's, as PEM.
  ca           TEXT NOT NULL,
  joined_at    INTEGER NOT NULL,
  left_at      INTEGER
) STRICT;

-- Signed by this computer, byte for byte; bytes in base64. At most the newest one is out: nobody
-- knows yet whether the database has it.
CREATE TABLE team_record (
  membership INTEGER NOT NULL,
  n          INTEGER NOT NULL CHECK (n >= 1),
  topic      TEXT NOT NULL,
  version    INTEGER NOT NULL CHECK (version >= 1),
  body       TEXT NOT NULL,
  signature  TEXT NOT NULL,
  state      TEXT NOT NULL CHECK (state IN ('out', 'in')),
  -- The request that was being sent under this claim.
  attempt_id TEXT,
  -- Why this computer says nothing more of this claim.
  unsaid     TEXT CHECK (unsaid IN ('contradicted', 'not-known')),
  PRIMARY KEY (membership, n)
) STRICT, WITHOUT ROWID;
-- MONEY: what was signed and acknowledged is put back byte for byte after a fail-over.
CREATE TRIGGER team_record_in_stays BEFORE UPDATE OF topic, version, body, signature, state ON team_record WHEN OLD.state = 'in'
BEGIN SELECT RAISE(ABORT, 'a record that stands in the database stays'); END;
CREATE TRIGGER team_record_no_delete BEFORE DELETE ON team_record WHEN OLD.state = 'in'
BEGIN SELECT RAISE(ABORT, 'a record that stands in the database stays'); END;
`
