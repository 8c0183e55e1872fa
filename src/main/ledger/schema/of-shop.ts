// What the shop's own lists say of orders: known from a file, and never read from the gateway. The
// gateway's word lies in other tables, and nothing from here ever comes into them.

export const shopSql = `
CREATE TABLE shop_list (
  id            TEXT PRIMARY KEY,
  made_number   INTEGER NOT NULL,
  service       TEXT NOT NULL,
  connection_id TEXT NOT NULL,
  -- Its name, the digests of its bytes and of what it means, and which lines stayed out.
  source        TEXT NOT NULL CHECK (json_valid(source)),
  rows          INTEGER NOT NULL CHECK (rows > 0),
  -- How many of them are taken in, and what became of those.
  taken         INTEGER NOT NULL DEFAULT 0,
  added         INTEGER NOT NULL DEFAULT 0,
  changed       INTEGER NOT NULL DEFAULT 0,
  actor         TEXT NOT NULL,
  created_at    INTEGER NOT NULL,
  -- When the last of them was taken in; NULL where that was cut off.
  ended_at      INTEGER
) STRICT;
CREATE UNIQUE INDEX shop_list_made ON shop_list (made_number);
CREATE TABLE shop_order (
  number         INTEGER PRIMARY KEY,
  -- Grows with each row that is added or changed: what the search has not read yet is behind it.
  said_number    INTEGER NOT NULL,
  service        TEXT NOT NULL,
  connection_id  TEXT NOT NULL,
  -- As the file has them; an empty id was not given.
  orderid        TEXT NOT NULL,
  client_orderid TEXT NOT NULL,
  amount_minor   INTEGER CHECK (amount_minor > 0),
  currency       TEXT,
  digits         INTEGER,
  day            TEXT,
  email          TEXT,
  last_four      TEXT CHECK (last_four IS NULL OR last_four GLOB '[0-9][0-9][0-9][0-9]'),
  name           TEXT,
  -- Where that was said last.
  list_id        TEXT NOT NULL REFERENCES shop_list (id),
  line           INTEGER NOT NULL,
  -- What came of asking the gateway: nothing yet, it told a status, or it knows no such order.
  answer         TEXT NOT NULL DEFAULT '' CHECK (answer IN ('', 'read', 'not-there')),
  answered_at    INTEGER,
  CHECK (orderid <> '' OR client_orderid <> '')
) STRICT;
CREATE UNIQUE INDEX shop_order_said ON shop_order (said_number);
CREATE UNIQUE INDEX shop_order_id ON shop_order (service, orderid) WHERE orderid <> '';
CREATE UNIQUE INDEX shop_order_own ON shop_order (service, client_orderid, orderid);
-- Pages newest first, and the next orders to ask about.
CREATE INDEX shop_order_answer ON shop_order (connection_id, answer, number);

-- The look-ups of what lists name, over all ends of the program: they only read.
CREATE TABLE shop_asking (
  connection_id TEXT PRIMARY KEY,
  state         TEXT NOT NULL CHECK (state IN ('RUNNING', 'PAUSED', 'STOPPED', 'DONE')),
  -- Why, where it is not simply what a person asked for.
  why           TEXT,
  actor         TEXT NOT NULL,
  at            INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER shop_list_no_delete BEFORE DELETE ON shop_list
BEGIN SELECT RAISE(ABORT, 'lists of the shop are never deleted'); END;
CREATE TRIGGER shop_order_no_delete BEFORE DELETE ON shop_order
BEGIN SELECT RAISE(ABORT, 'orders of the shop are never deleted'); END;
`
