// What was attempted here, and the guards that hold whatever code asks.
import { mostDestinationKeys } from '#shared/gateway/twins.ts'

/** One for each place that a key may stand at; the queries say them word for word. */
const destinationIndex = `CREATE INDEX attempt_destination_@at ON attempt
  (service, destination_keys ->> @at, currency, amount_minor)
  WHERE sent_at IS NOT NULL AND destination_keys ->> @at IS NOT NULL;`
const destinationIndexes = Array.from({ length: mostDestinationKeys }, (_, at) =>
  destinationIndex.replaceAll('@at', String(at)),
).join('\n')

export const requestSql = `
CREATE TABLE attempt (
  id             TEXT PRIMARY KEY,
  connection_id  TEXT NOT NULL,
  endpoint_id    TEXT NOT NULL,
  operation      TEXT NOT NULL,
  risk           TEXT NOT NULL CHECK (risk IN ('write', 'money')),
  orderid        TEXT NOT NULL,
  client_orderid TEXT NOT NULL,
  -- What may be open only once: the order for refund, capture and void; the minted client_orderid
  -- for the rest.
  lock_key       TEXT NOT NULL,
  state          TEXT NOT NULL CHECK (state IN (
    'DRAFT', 'APPROVED', 'EXPIRED', 'UNDONE', 'SENDING', 'NOT_SENT', 'ACCEPTED', 'REJECTED',
    'UNKNOWN', 'SUCCEEDED', 'DECLINED', 'FAILED', 'RESOLVED_BY_HAND')),
  amount_minor   INTEGER CHECK (amount_minor > 0),
  currency       TEXT,
  digits         INTEGER,
  is_full        INTEGER NOT NULL CHECK (is_full IN (0, 1)),
  -- Redacted request fields as they are sent, without the signature; and the digest of what was
  -- confirmed.
  request        TEXT NOT NULL CHECK (json_valid(request)),
  digest         TEXT NOT NULL,
  -- SHA-256 of the one-use token; NULL once it is burnt.
  token_hash     TEXT,
  expires_at     INTEGER NOT NULL,
  actor          TEXT NOT NULL,
  comment        TEXT NOT NULL,
  -- The reason of the connection's list that the comment was then; NULL for any other text.
  reason_code    TEXT,
  -- Fingerprint of the status the operator saw, and the one read just before sending.
  seen           TEXT NOT NULL,
  snapshot       TEXT,
  serial_number  TEXT,
  answer         TEXT CHECK (answer IS NULL OR json_valid(answer)),
  -- What its last step said; and what the newest look since found.
  message        TEXT NOT NULL,
  check_message  TEXT,
  conflict       TEXT,
  resolved_by    INTEGER REFERENCES status_snapshot (seq),
  hand_outcome   TEXT CHECK (hand_outcome IN ('happened', 'did-not-happen')),
  created_at     INTEGER NOT NULL,
  sent_at        INTEGER,
  resolved_at    INTEGER,
  checks         INTEGER NOT NULL DEFAULT 0,
  next_check_at  INTEGER,
  -- The number it drew when it was sent (status_snapshot.asked).
  sent_number    INTEGER,
  -- The gateway (payment_order.service).
  service        TEXT NOT NULL DEFAULT '',
  -- MONEY: what came first is told by numbers of this ledger, never by the wall clock, which people
  -- and programs move. Attempts are numbered as they are made; a contradiction that a person
  -- cleared remembers how far the answers of its order had come by then.
  made_number    INTEGER,
  cleared_seq    INTEGER,
  -- MONEY: a request that the gateway refused, or that a person resolved, may show up all the same:
  -- it is looked at some thirty times more. watched counts these looks; next_check_at of such a
  -- request is when the next one is due.
  watched        INTEGER NOT NULL DEFAULT 0 CHECK (watched >= 0),
  -- MONEY: the first of these looks is still to come: until then it is not known to have failed.
  awaits_look    INTEGER NOT NULL DEFAULT 0 CHECK (awaits_look IN (0, 1)),
  -- MONEY: a person resolves an open request after at least three look-ups over at least thirty
  -- minutes, or says why it can't wait. looks counts the look-ups that were answered at least
  -- fifteen minutes after the one counted before.
  looks          INTEGER NOT NULL DEFAULT 0 CHECK (looks >= 0),
  -- MONEY: a request that was resolved as not done is sent again under its merchant order id; the
  -- new one names it, and once only.
  replaces       TEXT REFERENCES attempt (id),
  -- The row of a run that it carries out; NULL for what was asked for by itself.
  run_id         TEXT REFERENCES run (id),
  run_at         INTEGER CHECK ((run_at IS NULL) = (run_id IS NULL)),
  -- MONEY: where its money goes, a short key for each party that its request names
  -- (src/shared/gateway/twins.ts): two requests that may be one payment have a key in common. At
  -- most as many as an operation has parties; NULL where it names none.
  destination_keys TEXT CHECK (destination_keys IS NULL OR json_valid(destination_keys)),
  -- MONEY: when it was confirmed, and its place among all that was: what a person confirmed on a day
  -- is held against a limit, and what was confirmed first counts first.
  confirmed_at     INTEGER,
  confirmed_number INTEGER
) STRICT;
-- MONEY: the guard against two requests for one order is this index, not the screen.
CREATE UNIQUE INDEX attempt_one_open ON attempt (lock_key) WHERE state IN ('SENDING', 'UNKNOWN', 'ACCEPTED');
-- MONEY: this index is the claim of a row: whatever crashes, a row has one request that may have
-- left.
CREATE UNIQUE INDEX attempt_one_per_row ON attempt (run_id, run_at)
  WHERE run_id IS NOT NULL AND state NOT IN ('EXPIRED', 'UNDONE', 'NOT_SENT');
CREATE INDEX attempt_of_row ON attempt (run_id, run_at, made_number) WHERE run_id IS NOT NULL;
-- How many rows of a run came to something, and the next of them in their order.
CREATE INDEX attempt_of_run ON attempt (run_id, state, run_at) WHERE run_id IS NOT NULL;
CREATE UNIQUE INDEX attempt_made ON attempt (made_number);
CREATE INDEX attempt_order ON attempt (service, orderid, made_number);
CREATE INDEX attempt_state ON attempt (state);
CREATE INDEX attempt_due ON attempt (next_check_at) WHERE state IN ('UNKNOWN', 'ACCEPTED');
CREATE INDEX attempt_watched ON attempt (next_check_at)
  WHERE state IN ('REJECTED', 'RESOLVED_BY_HAND') AND next_check_at IS NOT NULL;
CREATE INDEX attempt_contradicted ON attempt (made_number) WHERE conflict IS NOT NULL;
-- What made an order is tied to it by the merchant's id until the gateway has named it; and an id
-- that is typed is looked up among all.
CREATE INDEX attempt_own_id ON attempt (service, client_orderid);
-- MONEY: what was sent about an order under another spelling of its number is found by the lock,
-- which all spellings share.
CREATE INDEX attempt_lock ON attempt (lock_key) WHERE sent_at IS NOT NULL;
-- A payment that is about to be sent again is looked for among those to such a destination alone,
-- whichever of its parties it is.
${destinationIndexes}
CREATE INDEX attempt_sent ON attempt (made_number) WHERE sent_at IS NOT NULL;
CREATE INDEX attempt_confirmed ON attempt (actor, confirmed_at);
CREATE INDEX attempt_replaces ON attempt (replaces) WHERE replaces IS NOT NULL;
-- Figures of a day are summed from this index alone, whatever else the ledger holds.
CREATE INDEX attempt_done ON attempt
  (resolved_at, operation, currency, digits, amount_minor, state, hand_outcome, resolved_by, connection_id, orderid)
  WHERE state IN ('SUCCEEDED', 'RESOLVED_BY_HAND') AND resolved_at IS NOT NULL;
-- What a request was made with and what its answer gave: a card reference or a subscription, by
-- which orders belong together.
CREATE INDEX attempt_uses ON attempt (connection_id, coalesce(request ->> 'cardrefid', request ->> 'sending-card-ref-id',
  request ->> 'recurring-payment-id', request ->> 'card_recurring_payment_id'));
CREATE INDEX attempt_gives ON attempt (connection_id, coalesce(answer ->> 'card-ref-id', answer ->> 'recurring-payment-id'));
-- Where money went from here, to find the last use of a recipient; and the answers that name a card
-- reference.
CREATE INDEX attempt_destination ON attempt
  (connection_id, coalesce(request ->> 'account_number', request ->> 'cardrefid', request ->> 'phone'), sent_at)
  WHERE operation IN ('payout', 'payout-check') AND sent_at IS NOT NULL;
CREATE INDEX attempt_card_ref ON attempt (connection_id, answer ->> 'card-ref-id')
  WHERE operation IN ('create-card-ref', 'create-card-ref-v4');

CREATE TRIGGER attempt_no_delete BEFORE DELETE ON attempt
BEGIN SELECT RAISE(ABORT, 'attempts are never deleted'); END;
-- MONEY: a final state is never left, whatever code asks for it.
CREATE TRIGGER attempt_final_stays BEFORE UPDATE OF state ON attempt
WHEN OLD.state IN ('EXPIRED', 'UNDONE', 'NOT_SENT', 'REJECTED', 'SUCCEEDED', 'DECLINED', 'FAILED', 'RESOLVED_BY_HAND')
  AND NEW.state <> OLD.state
BEGIN SELECT RAISE(ABORT, 'a final state is never left'); END;
CREATE TRIGGER attempt_request_fixed BEFORE UPDATE OF client_orderid, operation, amount_minor, currency, digits, is_full, request, digest, destination_keys, reason_code ON attempt
BEGIN SELECT RAISE(ABORT, 'what was confirmed never changes'); END;
-- An operation that creates an order learns its id from the answer; after that it is fixed too.
CREATE TRIGGER attempt_orderid_fixed BEFORE UPDATE OF orderid ON attempt WHEN OLD.orderid <> ''
BEGIN SELECT RAISE(ABORT, 'what was confirmed never changes'); END;
CREATE TRIGGER attempt_service_fixed BEFORE UPDATE OF service, lock_key ON attempt
BEGIN SELECT RAISE(ABORT, 'what was confirmed never changes'); END;
CREATE TRIGGER attempt_replaces_fixed BEFORE UPDATE OF replaces, run_id, run_at ON attempt
BEGIN SELECT RAISE(ABORT, 'what was confirmed never changes'); END;
`
