-- MONEY: whose order it is. Locks, sums and outcomes go by the gateway (origin and login) and its order id, not by the connection
-- record: two records of one gateway share them, and a record that is pointed at another gateway inherits nothing.
ALTER TABLE payment_order ADD COLUMN service TEXT NOT NULL DEFAULT '';
ALTER TABLE status_snapshot ADD COLUMN service TEXT NOT NULL DEFAULT '';
ALTER TABLE attempt ADD COLUMN service TEXT NOT NULL DEFAULT '';

-- service_of is gatewayOf of src/shared/order-place.ts (migrate.ts). Of a connection that was removed nothing is open.
WITH known (id, service) AS MATERIALIZED (SELECT id, service_of(record) FROM connection)
UPDATE payment_order SET service = coalesce((SELECT service FROM known WHERE id = connection_id), 'removed ' || connection_id);
WITH known (id, service) AS MATERIALIZED (SELECT id, service_of(record) FROM connection)
UPDATE status_snapshot SET service = coalesce((SELECT service FROM known WHERE id = connection_id), 'removed ' || connection_id);
WITH known (id, service) AS MATERIALIZED (SELECT id, service_of(record) FROM connection)
UPDATE attempt SET service = coalesce((SELECT service FROM known WHERE id = connection_id), 'removed ' || connection_id);

-- An order's lock was [connection, endpoint, order id]. Where two records hold the same order open already, the second keeps its old
-- key: the order is busy by its facts until both are resolved.
UPDATE OR IGNORE attempt SET lock_key = json_array(service, orderid)
  WHERE orderid <> '' AND json_valid(lock_key) AND json_array_length(lock_key) = 3 AND lock_key ->> 1 <> 'intent';

CREATE TRIGGER attempt_service_fixed BEFORE UPDATE OF service, lock_key ON attempt
BEGIN SELECT RAISE(ABORT, 'what was confirmed never changes'); END;

DROP INDEX attempt_order;
CREATE INDEX attempt_order ON attempt (service, orderid, created_at);
DROP INDEX status_snapshot_order;
CREATE INDEX status_snapshot_order ON status_snapshot (service, orderid, seq);
CREATE INDEX payment_order_service ON payment_order (service, orderid);
DROP INDEX payment_order_client;
CREATE INDEX payment_order_client ON payment_order (service, client_orderid);
