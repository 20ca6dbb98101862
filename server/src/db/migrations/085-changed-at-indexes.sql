-- outside a transaction
-- What changed since a moment, page by page.
drop index concurrently if exists vehicle_changed; -- safe: of a run that was killed
create index concurrently vehicle_changed on vehicle (tenant_id, changed_at, vehicle_id);
drop index concurrently if exists debt_changed; -- safe: of a run that was killed
create index concurrently debt_changed on debt (tenant_id, changed_at, vehicle_id, resource_id, debt_key);
drop index concurrently if exists document_changed; -- safe: of a run that was killed
create index concurrently document_changed on document (tenant_id, changed_at, document_id);
drop index concurrently if exists obligation_changed; -- safe: of a run that was killed
create index concurrently obligation_changed on obligation (tenant_id, changed_at, vehicle_id, source_key);
