-- What happens is written once for a company, numbered afterwards, and from then on delivered and read by its number. A
-- transaction that writes waits for nobody: the number is given to what is committed (features/webhooks/number-events).
create table webhook_event (
  tenant_id  bigint not null default current_tenant(),
  log_id     bigint generated always as identity,
  event_id   uuid not null,
  event      text not null,
  at         timestamptz not null,
  vehicle_id bigint,
  data       jsonb not null,
  created_at timestamptz not null default now(),
  written_in bigint not null default (pg_current_xact_id()::text::bigint),
  sequence   bigint,
  primary key (tenant_id, log_id)
);
comment on table webhook_event is 'What happened in a company that has webhooks which ask for it.';
comment on column webhook_event.log_id is 'The order in which it was written.';
comment on column webhook_event.written_in is 'The transaction: what changes of a vehicle in one is one event.';
comment on column webhook_event.sequence is
  'Its number in the company, without gaps, in the order of commits; null until it has one.';
create index webhook_event_new on webhook_event (tenant_id, log_id) where sequence is null;
create unique index webhook_event_sequence on webhook_event (tenant_id, sequence) where sequence is not null;
create unique index webhook_event_of_change on webhook_event (tenant_id, vehicle_id, written_in)
  where event = 'vehicle.updated' and sequence is null;
create index webhook_event_old on webhook_event (created_at);
alter table webhook_event set (autovacuum_vacuum_scale_factor = 0.05);
select protect_tenant_table('webhook_event');

create table webhook_counter (
  tenant_id     bigint primary key default current_tenant(),
  last_sequence bigint not null default 0
);
comment on table webhook_counter is 'How far the events of a company are numbered; who numbers them holds its row.';
select protect_tenant_table('webhook_counter');

alter table webhook add column last_sequence bigint;
comment on column webhook.last_sequence is 'Of the last event that it asks for, sent or not.';
alter table webhook_delivery add column sequence bigint;
alter table webhook_delivery add column previous_sequence bigint;
comment on column webhook_delivery.previous_sequence is
  'Of the event before it among those that its webhook asks for: a receiver that lacks it has a gap.';

create function vehicle_of_event(vehicle_id bigint, plate text, vin text, custom_id text) returns jsonb
  language sql stable
  return jsonb_build_object('vehicleAssetId', vehicle_id, 'plate', plate, 'vin', vin, 'customId', custom_id);

-- Whether any webhook of these companies asks for one of these events, on or off: what happens is kept for both. Of a
-- company that is being erased nothing is. In plpgsql, like what is called for each row: its plans are kept.
create function asks_for_events(tenants bigint[], names text[]) returns boolean language plpgsql stable as $$
begin
  return exists (
    select from webhook w
    where w.tenant_id = any(tenants) and w.events && names and not is_being_erased(w.tenant_id));
end $$;

-- What checks found. Of a first answer the debts are told too, and a status that is not clear: `first` says so.
create or replace function queue_check_webhooks() returns trigger language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  tenants bigint[] := array(select distinct tenant_id from new_rows);
begin
  if not asks_for_events(tenants, '{debt.found,debt.changed,debt.settled,status.changed}') then return null; end if;
  insert into webhook_event (tenant_id, event_id, event, at, vehicle_id, data)
  select e.tenant_id, e.event_id, t.event, e.at, e.vehicle_id,
    jsonb_build_object('vehicle', vehicle_of_event(v.vehicle_id, v.plate, v.vin, v.custom_id),
      'source', jsonb_build_object('resourceId', r.resource_id, 'resourceTypeId', e.resource_type_id,
        'name', r.resource_name),
      'at', as_instant(e.at), 'first', e.first)
    || case t.event
      when 'debt.found' then jsonb_build_object('debtKey', e.debt_key, 'folio', e.folio, 'description', e.description,
        'amount', e.after, 'returned', e.kind = 'returned')
      when 'debt.changed' then jsonb_build_object('debtKey', e.debt_key, 'folio', e.folio,
        'description', e.description, 'before', e.before, 'amount', e.after)
      when 'debt.settled' then jsonb_build_object('debtKey', e.debt_key, 'folio', e.folio,
        'description', e.description, 'before', e.before, 'how', e.kind)
      else jsonb_build_object('before', e.status_before, 'status', e.status_after) end
  from new_rows e
  cross join lateral (
    select case
      when e.kind in ('new', 'returned') then 'debt.found'
      when e.kind in ('grew', 'fell') then 'debt.changed'
      when e.kind in ('paid', 'vanished') then 'debt.settled'
      else 'status.changed' end as event) t
  join vehicle v on v.tenant_id = e.tenant_id and v.vehicle_id = e.vehicle_id
  join resource r on r.resource_id = e.resource_id
  where asks_for_events(array[e.tenant_id], array[t.event])
  order by e.event_id;
  return null;
end $$;

create or replace function queue_vehicle_created_webhooks() returns trigger language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  tenants bigint[] := array(select distinct tenant_id from new_rows);
begin
  if not asks_for_events(tenants, '{vehicle.created}') then return null; end if;
  insert into webhook_event (tenant_id, event_id, event, at, vehicle_id, data)
  select v.tenant_id, gen_random_uuid(), 'vehicle.created', now(), v.vehicle_id,
    jsonb_build_object('vehicle', vehicle_of_event(v.vehicle_id, v.plate, v.vin, v.custom_id), 'at', as_instant(now()))
  from new_rows v
  where asks_for_events(array[v.tenant_id], '{vehicle.created}');
  return null;
end $$;

-- What changes of a vehicle in one transaction is one event, with all its fields and the version at its end.
create function add_vehicle_change(v vehicle, changed jsonb) returns void language plpgsql as $$
begin
  insert into webhook_event (tenant_id, event_id, event, at, vehicle_id, data)
  values (v.tenant_id, gen_random_uuid(), 'vehicle.updated', now(), v.vehicle_id, jsonb_build_object(
    'vehicle', vehicle_of_event(v.vehicle_id, v.plate, v.vin, v.custom_id), 'at', as_instant(now()),
    'fields', changed, 'version', v.row_version))
  on conflict (tenant_id, vehicle_id, written_in) where event = 'vehicle.updated' and sequence is null do update
  set data = excluded.data || jsonb_build_object('fields', webhook_event.data->'fields' || (
    select coalesce(jsonb_agg(f), '[]')
    from jsonb_array_elements(excluded.data->'fields') f
    where not webhook_event.data->'fields' @> f));
end $$;

-- Arguments: the columns that are told. Whatever raises the version is told, and with it what else changed.
create or replace function queue_vehicle_updated_webhooks() returns trigger language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  o jsonb;
  n jsonb;
  changed jsonb;
begin
  if not asks_for_events(array[new.tenant_id], '{vehicle.updated}') then return null; end if;
  o := to_jsonb(old);
  n := to_jsonb(new);
  changed := (
    select coalesce(jsonb_agg(k order by place), '[]')
    from unnest(string_to_array(tg_argv[0], ' ')) with ordinality x(k, place)
    where o->k is distinct from n->k);
  if changed = '[]' and old.row_version = new.row_version then return null; end if;
  perform add_vehicle_change(new, changed);
  return null;
end $$;

-- A vehicle that came in this transaction is told by vehicle.created.
create function queue_vehicle_tag_webhooks() returns trigger language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  tenants bigint[] := array(select distinct tenant_id from changed_rows);
begin
  if not asks_for_events(tenants, '{vehicle.updated}') then return null; end if;
  perform add_vehicle_change(v, '["tags"]')
  from (select distinct tenant_id, vehicle_id from changed_rows) c
  join vehicle v on v.tenant_id = c.tenant_id and v.vehicle_id = c.vehicle_id and v.created_at <> now()
  where asks_for_events(array[c.tenant_id], '{vehicle.updated}');
  return null;
end $$;

create or replace function queue_job_finished_webhooks() returns trigger language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  insert into webhook_event (tenant_id, event_id, event, at, data)
  select new.tenant_id, gen_random_uuid(), 'job.finished', new.finished_at, jsonb_build_object(
    'jobId', new.queue_item_id, 'queueId', new.queue_id, 'title', new.description,
    'succeeded', new.error_message is null and not new.cancelled, 'at', as_instant(new.finished_at))
  where asks_for_events(array[new.tenant_id], '{job.finished}');
  return null;
end $$;

grant create on schema public to padron_system;
alter function vehicle_of_event(bigint, text, text, text) owner to padron_system;
alter function asks_for_events(bigint[], text[]) owner to padron_system;
alter function add_vehicle_change(vehicle, jsonb) owner to padron_system;
alter function queue_vehicle_tag_webhooks() owner to padron_system;
revoke create on schema public from padron_system;
revoke all on function vehicle_of_event(bigint, text, text, text), asks_for_events(bigint[], text[]),
  add_vehicle_change(vehicle, jsonb), queue_vehicle_tag_webhooks() from public;

-- The trigger looks at the version too.
do $$
declare
  definition text := (
    select pg_get_triggerdef(oid) from pg_trigger
    where tgrelid = 'vehicle'::regclass and tgname = 'webhooks_told_changed');
begin
  execute 'drop trigger webhooks_told_changed on vehicle';
  execute replace(definition, ' ON public.vehicle ', ', row_version ON public.vehicle ');
end $$;
create trigger webhooks_told_tagged after insert on vehicle_tag referencing new table as changed_rows
  for each statement execute function queue_vehicle_tag_webhooks();
create trigger webhooks_told_untagged after delete on vehicle_tag referencing old table as changed_rows
  for each statement execute function queue_vehicle_tag_webhooks();
