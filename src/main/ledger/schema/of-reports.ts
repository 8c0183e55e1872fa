// What reports need beside the requests themselves: which code an earlier reason counts under, and
// which reports are saved regularly.

export const reportSql = `
-- A reason that was text alone, as case and spaces make no difference to it, and the code that a
-- person gave it.
CREATE TABLE reason_mapping (
  text  TEXT PRIMARY KEY CHECK (text <> ''),
  code  TEXT NOT NULL CHECK (code <> ''),
  at    INTEGER NOT NULL,
  actor TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Reports that are saved for each period, from the one that begins on first_day; NULL in ended_at
-- for as long as they are.
CREATE TABLE export_plan (
  id          TEXT PRIMARY KEY,
  made_number INTEGER NOT NULL,
  of          TEXT NOT NULL CHECK (json_valid(of)),
  folder      TEXT NOT NULL,
  first_day   TEXT NOT NULL,
  actor       TEXT NOT NULL,
  created_at  INTEGER NOT NULL,
  ended_at    INTEGER
) STRICT;
CREATE UNIQUE INDEX export_plan_made ON export_plan (made_number);
-- One row a period: 'placing' before the file gets its name, 'made' once it has it. So whatever
-- ends the program in between, the next start sees by the digest whether the file is there.
CREATE TABLE export_file (
  plan_id   TEXT NOT NULL REFERENCES export_plan (id),
  first_day TEXT NOT NULL,
  last_day  TEXT NOT NULL,
  state     TEXT NOT NULL CHECK (state IN ('placing', 'made')),
  file      TEXT NOT NULL,
  sha256    TEXT NOT NULL,
  at        INTEGER NOT NULL,
  PRIMARY KEY (plan_id, first_day)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER export_plan_no_delete BEFORE DELETE ON export_plan
BEGIN SELECT RAISE(ABORT, 'plans are ended, never deleted'); END;
CREATE TRIGGER export_file_no_delete BEFORE DELETE ON export_file
BEGIN SELECT RAISE(ABORT, 'what was saved is never forgotten'); END;
CREATE TRIGGER export_file_made_stays BEFORE UPDATE ON export_file WHEN OLD.state = 'made'
BEGIN SELECT RAISE(ABORT, 'a period is saved once'); END;
`
