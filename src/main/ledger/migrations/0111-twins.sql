-- What was sent lately at one gateway: a payment that is about to be sent again is looked for among it.
CREATE INDEX attempt_sent ON attempt (service, sent_at) WHERE sent_at IS NOT NULL;
