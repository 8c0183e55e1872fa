-- Pages of the audit log by who did it, alone and with what was done; how it ended is answered from the index as well.
CREATE INDEX audit_actor ON audit_entry (actor, seq, outcome);
CREATE INDEX audit_actor_kind ON audit_entry (actor, kind, seq, outcome);
