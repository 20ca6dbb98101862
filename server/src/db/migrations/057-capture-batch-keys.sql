-- Batches go with their person, and what they changed with its vehicle: both are found by an index.
-- safe, all of it: no release has these tables, so they are empty

create index capture_batch_user on capture_batch (tenant_id, user_id, created_at);
create index capture_batch_change_vehicle on capture_batch_change (tenant_id, vehicle_id);
