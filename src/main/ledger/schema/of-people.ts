// Who works here: what administrators signed about it, and failed tries to sign in.

export const peopleSql = `
-- Signed by an administrator's key each (desk/people/statements.ts); what they come to is worked
-- out, never stored.
CREATE TABLE person_statement (
  seq       INTEGER PRIMARY KEY,
  body      TEXT NOT NULL,
  signature TEXT NOT NULL
) STRICT;
CREATE TRIGGER person_statement_no_update BEFORE UPDATE ON person_statement
BEGIN SELECT RAISE(ABORT, 'person_statement is append-only'); END;
CREATE TRIGGER person_statement_no_delete BEFORE DELETE ON person_statement
BEGIN SELECT RAISE(ABORT, 'person_statement is append-only'); END;

-- Failed tries since the person was last signed in.
CREATE TABLE person_failure (
  person_id TEXT PRIMARY KEY,
  failures  INTEGER NOT NULL CHECK (failures >= 0)
) STRICT, WITHOUT ROWID;
`
