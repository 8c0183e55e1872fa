-- What may have moved an amount at one gateway: a payment that is about to be sent again is looked for among it alone.
CREATE INDEX attempt_amount ON attempt (service, currency, amount_minor) WHERE sent_at IS NOT NULL;
DROP INDEX attempt_sent;
CREATE INDEX attempt_sent ON attempt (made_number) WHERE sent_at IS NOT NULL;
