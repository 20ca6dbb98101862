-- More of what a listener has to know: vehicles that are deleted, documents, days on which something expires, captures,
-- and sources that fail and answer again.

create function queue_vehicle_deleted_webhooks() returns trigger language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  tenants bigint[] := array(select distinct tenant_id from old_rows);
begin
  if not asks_for_events(tenants, '{vehicle.deleted}') then return null; end if;
  insert into webhook_event (tenant_id, event_id, event, at, vehicle_id, data)
  select v.tenant_id, gen_random_uuid(), 'vehicle.deleted', now(), v.vehicle_id, jsonb_build_object(
    'vehicle', vehicle_of_event(v.vehicle_id, v.plate, v.vin, v.custom_id), 'at', as_instant(now()))
  from old_rows v
  where asks_for_events(array[v.tenant_id], '{vehicle.deleted}');
  return null;
end $$;
create trigger webhooks_told_deleted after delete on vehicle referencing old table as old_rows
  for each statement execute function queue_vehicle_deleted_webhooks();

-- Whatever raises a document's version. What only goes on with its vehicle, or long after it was removed, does not.
create function queue_document_webhooks() returns trigger language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  change text := case
    when tg_op = 'INSERT' then 'added'
    when new.removed_at is not null and old.removed_at is null then 'removed'
    when new.removed_at is null and old.removed_at is not null then 'restored'
    when new.current_version <> old.current_version then 'replaced'
    else 'edited' end;
begin
  if not asks_for_events(array[new.tenant_id], '{document.changed}') then return null; end if;
  insert into webhook_event (tenant_id, event_id, event, at, vehicle_id, data)
  select v.tenant_id, gen_random_uuid(), 'document.changed', now(), v.vehicle_id, jsonb_build_object(
    'vehicle', vehicle_of_event(v.vehicle_id, v.plate, v.vin, v.custom_id), 'change', change,
    'document', jsonb_build_object('documentId', new.document_id, 'documentName', new.document_name,
      'documentTypeId', t.document_type_id, 'documentTypeName', t.type_name),
    'version', new.row_version, 'at', as_instant(now()))
  from vehicle v
  join document_type t on t.tenant_id = v.tenant_id and t.document_type_id = new.document_type_id
  where v.tenant_id = new.tenant_id and v.vehicle_id = new.vehicle_id;
  return null;
end $$;
create trigger webhooks_told after insert on document for each row execute function queue_document_webhooks();
create trigger webhooks_told_changed after update of row_version on document for each row
  when (old.row_version <> new.row_version) execute function queue_document_webhooks();

-- The id by which the calendar knows it (features/obligations).
create function obligation_id(tenant bigint, vehicle bigint, source_key text) returns text language sql stable
  return left(translate(encode(sha256(convert_to(tenant || ' ' || vehicle || ' ' || source_key, 'UTF8')), 'base64'),
    '+/', '-_'), 22);

-- Of rows of obligation: the day that is said now, and that was said before. What says the same again is no event.
create function add_obligation_changes(before jsonb, after jsonb) returns void language sql
  set search_path = public, pg_temp
as $$
  insert into webhook_event (tenant_id, event_id, event, at, vehicle_id, data)
  select v.tenant_id, gen_random_uuid(), 'obligation.changed', now(), v.vehicle_id, jsonb_build_object(
    'vehicle', vehicle_of_event(v.vehicle_id, v.plate, v.vin, v.custom_id),
    'obligationId', obligation_id(v.tenant_id, v.vehicle_id, r->>'source_key'),
    'kind', r->'kind', 'title', r->'title', 'amount', r->'amount', 'documentId', r->'document_id',
    'resourceId', r->'resource_id', 'before', coalesce(b->'due_on', 'null'), 'dueOn', coalesce(a->'due_on', 'null'),
    'at', as_instant(now()))
  from jsonb_array_elements(before) b
  full join jsonb_array_elements(after) a
    on (a->>'tenant_id', a->>'vehicle_id', a->>'source_key') = (b->>'tenant_id', b->>'vehicle_id', b->>'source_key')
  cross join lateral (select coalesce(a, b) as r) x
  join vehicle v on v.tenant_id = (r->>'tenant_id')::bigint and v.vehicle_id = (r->>'vehicle_id')::bigint
  where asks_for_events(array[v.tenant_id], '{obligation.changed}')
    and (a is null or b is null or (a->'due_on', a->'amount', a->'title') <> (b->'due_on', b->'amount', b->'title'))
$$;

create function queue_obligation_webhooks() returns trigger language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  tenants bigint[];
  before jsonb := '[]';
  after jsonb := '[]';
begin
  if tg_op = 'DELETE' then
    tenants := array(select distinct tenant_id from old_rows);
  else
    tenants := array(select distinct tenant_id from new_rows);
  end if;
  if not asks_for_events(tenants, '{obligation.changed}') then return null; end if;
  if tg_op <> 'INSERT' then
    before := (select coalesce(jsonb_agg(to_jsonb(o)), '[]') from old_rows o);
  end if;
  if tg_op <> 'DELETE' then
    after := (select coalesce(jsonb_agg(to_jsonb(n)), '[]') from new_rows n);
  end if;
  perform add_obligation_changes(before, after);
  return null;
end $$;
create trigger webhooks_told_added after insert on obligation referencing new table as new_rows
  for each statement execute function queue_obligation_webhooks();
create trigger webhooks_told_changed after update on obligation
  referencing old table as old_rows new table as new_rows
  for each statement execute function queue_obligation_webhooks();
create trigger webhooks_told_deleted after delete on obligation referencing old table as old_rows
  for each statement execute function queue_obligation_webhooks();

-- What the answer says is told by the events of debts and statuses.
create function queue_capture_webhooks() returns trigger language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  if not asks_for_events(array[new.tenant_id], '{capture.saved}') then return null; end if;
  insert into webhook_event (tenant_id, event_id, event, at, vehicle_id, data)
  select v.tenant_id, gen_random_uuid(), 'capture.saved', now(), v.vehicle_id, jsonb_build_object(
    'vehicle', vehicle_of_event(v.vehicle_id, v.plate, v.vin, v.custom_id),
    'source', jsonb_build_object('resourceId', r.resource_id, 'resourceTypeId', r.resource_type_id,
      'name', r.resource_name),
    'by', new.captured_by->'name', 'at', as_instant(new.started_at))
  from vehicle v
  join resource r on r.resource_id = new.captured_resource
  where v.tenant_id = new.tenant_id and v.vehicle_id = new.vehicle_id;
  return null;
end $$;
create trigger webhooks_told_captured after insert on check_run for each row when (new.origin = 'capture')
  execute function queue_capture_webhooks();

-- To the companies whose vehicles the portal is queried for.
create function queue_source_webhooks() returns trigger language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  insert into webhook_event (tenant_id, event_id, event, at, data)
  select c.tenant_id, gen_random_uuid(), 'source.changed', coalesce(new.ended_at, new.began_at), jsonb_build_object(
    'portal', p.portal_name, 'isDown', new.ended_at is null, 'since', as_instant(new.began_at),
    'resourceIds', (
      select coalesce(jsonb_agg(r.resource_id order by r.resource_id), '[]')
      from resource r
      where r.portal_key = p.portal_key and r.country = c.country and not r.retired),
    'at', as_instant(coalesce(new.ended_at, new.began_at)))
  from portal p
  join tenant_queue q on q.portal_key = p.portal_key
  join company c on c.tenant_id = q.tenant_id
  where p.portal_key = new.portal_key and asks_for_events(array[c.tenant_id], '{source.changed}');
  return null;
end $$;
create trigger webhooks_told after insert on source_outage for each row execute function queue_source_webhooks();
create trigger webhooks_told_ended after update of ended_at on source_outage for each row
  when (old.ended_at is null and new.ended_at is not null) execute function queue_source_webhooks();

grant create on schema public to padron_system;
alter function queue_vehicle_deleted_webhooks() owner to padron_system;
alter function queue_document_webhooks() owner to padron_system;
alter function obligation_id(bigint, bigint, text) owner to padron_system;
alter function add_obligation_changes(jsonb, jsonb) owner to padron_system;
alter function queue_obligation_webhooks() owner to padron_system;
alter function queue_capture_webhooks() owner to padron_system;
alter function queue_source_webhooks() owner to padron_system;
revoke create on schema public from padron_system;
revoke all on function queue_vehicle_deleted_webhooks(), queue_document_webhooks(),
  obligation_id(bigint, bigint, text), add_obligation_changes(jsonb, jsonb), queue_obligation_webhooks(),
  queue_capture_webhooks(), queue_source_webhooks() from public;
