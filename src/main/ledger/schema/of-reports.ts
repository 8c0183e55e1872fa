// What reports need beside the requests themselves: which code an earlier reason counts under.

export const reportSql = `
-- A reason that was text alone, as case and spaces make no difference to it, and the code that a
-- person gave it.
CREATE TABLE reason_mapping (
  text  TEXT PRIMARY KEY CHECK (text <> ''),
  code  TEXT NOT NULL CHECK (code <> ''),
  at    INTEGER NOT NULL,
  actor TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`
