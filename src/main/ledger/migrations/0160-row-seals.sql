-- A seal for every row that steers money (row-seal.ts): HMAC-SHA256 of its table, its key and every column. The head ties all of them,
-- with how many there are, to the newest entry of the audit log: a row that was put back or taken out together with its seal shows.
CREATE TABLE row_seal (
  name TEXT NOT NULL,
  id   TEXT NOT NULL,
  mac  BLOB NOT NULL CHECK (length(mac) = 32),
  PRIMARY KEY (name, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE row_seal_head (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  head     TEXT NOT NULL
) STRICT;
