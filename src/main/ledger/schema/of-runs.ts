// Runs: lists of requests, what each row asks for, and what the check found of it.

export const runSql = `
CREATE TABLE run (
  id            TEXT PRIMARY KEY,
  made_number   INTEGER NOT NULL,
  service       TEXT NOT NULL,
  connection_id TEXT NOT NULL,
  operation     TEXT NOT NULL CHECK (operation IN (
    'return', 'capture', 'void', 'payout', 'payout-check', 'payout-pay', 'make-rebill')),
  -- The file or the pasted cells; NULL for rows that were selected on a screen.
  source        TEXT CHECK (source IS NULL OR json_valid(source)),
  rows          INTEGER NOT NULL CHECK (rows > 0),
  state         TEXT NOT NULL CHECK (state IN (
    'READ', 'CHECKING', 'CHECKED', 'PENDING_APPROVAL', 'CONFIRMED', 'RUNNING', 'PAUSED', 'DONE',
    'STOPPED', 'DROPPED')),
  -- Whether its check asks the gateway, or goes by what is known here.
  depth         TEXT NOT NULL CHECK (depth IN ('gateway', 'known')),
  -- Over all rows in their order: what was confirmed, and how many rows that sends.
  digest        TEXT,
  rows_in       INTEGER,
  -- Why what was sent before is asked for once more.
  reason        TEXT NOT NULL DEFAULT '',
  -- Why it is in this state, where it came into it by itself.
  why           TEXT,
  actor         TEXT NOT NULL,
  created_at    INTEGER NOT NULL,
  checked_at    INTEGER,
  confirmed_at  INTEGER,
  ended_at      INTEGER,
  -- The run whose unsent rows these are.
  continues     TEXT REFERENCES run (id),
  -- MONEY: for whom all of it counts on a day while it is under way, since when, its place among all
  -- that was confirmed, and its sums by currency.
  counted_by     TEXT,
  counted_at     INTEGER,
  counted_number INTEGER,
  counted_sums   TEXT CHECK (counted_sums IS NULL OR json_valid(counted_sums))
) STRICT;
CREATE INDEX run_counted ON run (counted_by);
CREATE UNIQUE INDEX run_made ON run (made_number);
-- A list that comes again is known, by its bytes or by what it means.
CREATE INDEX run_list_bytes ON run (json_extract(source, '$.bytesSha256'));
CREATE INDEX run_list_meaning ON run (json_extract(source, '$.meaning'));
-- MONEY: one run at a time sends at one gateway account.
CREATE UNIQUE INDEX run_one_under_way ON run (service) WHERE state IN ('CONFIRMED', 'RUNNING');
CREATE TABLE run_row (
  run_id         TEXT NOT NULL REFERENCES run (id),
  at             INTEGER NOT NULL CHECK (at >= 0),
  line           INTEGER NOT NULL,
  -- As it was asked for; an empty id was not given, and no amount means all that is left.
  orderid        TEXT NOT NULL,
  client_orderid TEXT NOT NULL,
  amount_minor   INTEGER CHECK (amount_minor > 0),
  currency       TEXT,
  digits         INTEGER,
  reason         TEXT NOT NULL,
  -- Whom a payout pays or which card is charged, as fields of the gateway.
  party          TEXT CHECK (party IS NULL OR json_valid(party)),
  meaning        TEXT NOT NULL,
  -- Cells of the list that are only kept, to stand beside the result.
  beside         TEXT CHECK (beside IS NULL OR json_valid(beside)),
  -- What the check found; NULL before it. moves: what it sends, after the rows before it.
  grp            TEXT CHECK (grp IN ('ready', 'look', 'impossible')),
  finding        TEXT,
  way            TEXT CHECK (way IN ('refund', 'release', 'capture', 'void',
    'payout', 'payout-check', 'payout-pay', 'make-rebill')),
  known_orderid  TEXT,
  known_own_id   TEXT,
  moves_minor    INTEGER CHECK (moves_minor > 0),
  moves_currency TEXT,
  moves_digits   INTEGER,
  left_minor     INTEGER,
  was_made       INTEGER NOT NULL DEFAULT 0 CHECK (was_made IN (0, 1)),
  asked_at       INTEGER,
  is_in          INTEGER NOT NULL DEFAULT 0 CHECK (is_in IN (0, 1)),
  -- What the gateway is sent for its reason; NULL where it is sent none.
  comment        TEXT,
  -- Why it was not asked for when its turn came.
  skip           TEXT,
  PRIMARY KEY (run_id, at)
) STRICT;
-- What was asked for before is known again, whatever file it comes in.
CREATE INDEX run_row_meaning ON run_row (meaning);
-- MONEY: what makes an order has its merchant order ID from its check on, and shares it with no
-- other row.
CREATE UNIQUE INDEX run_row_own_id ON run_row (known_own_id)
  WHERE way IN ('payout', 'payout-check', 'make-rebill') AND known_own_id <> '';
CREATE INDEX run_row_skipped ON run_row (run_id) WHERE skip IS NOT NULL;

CREATE TRIGGER run_no_delete BEFORE DELETE ON run
BEGIN SELECT RAISE(ABORT, 'runs are never deleted'); END;
CREATE TRIGGER run_row_no_delete BEFORE DELETE ON run_row
BEGIN SELECT RAISE(ABORT, 'rows of runs are never deleted'); END;
-- MONEY: a run that has ended sends nothing any more, whatever code asks for it.
CREATE TRIGGER run_final_stays BEFORE UPDATE OF state ON run
WHEN OLD.state IN ('DONE', 'STOPPED', 'DROPPED') AND NEW.state <> OLD.state
BEGIN SELECT RAISE(ABORT, 'a final state is never left'); END;
CREATE TRIGGER run_asked_fixed BEFORE UPDATE OF service, connection_id, operation, source, rows ON run
BEGIN SELECT RAISE(ABORT, 'what was asked for never changes'); END;
CREATE TRIGGER run_row_asked_fixed BEFORE UPDATE OF line, orderid, client_orderid, amount_minor, currency, digits, reason, party, meaning, beside ON run_row
BEGIN SELECT RAISE(ABORT, 'what was asked for never changes'); END;
`
