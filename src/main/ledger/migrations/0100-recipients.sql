-- Saved recipients of payouts: every version stays, the newest one counts. Never a card number: a card is kept by its reference.
CREATE TABLE recipient_version (
  seq           INTEGER PRIMARY KEY,
  recipient_id  TEXT NOT NULL,
  connection_id TEXT NOT NULL,
  at            INTEGER NOT NULL,
  actor         TEXT NOT NULL,
  name          TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  way           TEXT NOT NULL CHECK (way IN ('card', 'account', 'wallet', 'phone')),
  fields        TEXT NOT NULL CHECK (json_valid(fields)),
  is_removed    INTEGER NOT NULL CHECK (is_removed IN (0, 1))
) STRICT;
CREATE INDEX recipient_version_of ON recipient_version (connection_id, recipient_id, seq);

CREATE TRIGGER recipient_version_no_update BEFORE UPDATE ON recipient_version
BEGIN SELECT RAISE(ABORT, 'recipient_version is append-only'); END;
CREATE TRIGGER recipient_version_no_delete BEFORE DELETE ON recipient_version
BEGIN SELECT RAISE(ABORT, 'recipient_version is append-only'); END;

-- Where money went from here, to find the last use of a recipient; and the answers that name a card reference.
CREATE INDEX attempt_destination ON attempt
  (connection_id, coalesce(request ->> 'account_number', request ->> 'cardrefid', request ->> 'phone'), sent_at)
  WHERE operation IN ('payout', 'payout-check') AND sent_at IS NOT NULL;
CREATE INDEX attempt_card_ref ON attempt (connection_id, answer ->> 'card-ref-id')
  WHERE operation IN ('create-card-ref', 'create-card-ref-v4');
