-- Programs of the company: tokens that ask in a user's name, and webhooks that are told of what happens. What a webhook is told of is
-- written by triggers in the transaction in which it happens, and sent afterwards (features/webhooks).

-- ---------------------------------------------------------------- tokens
create table personal_token (
  tenant_id         bigint not null,
  token_id          bigint generated always as identity,
  user_id           bigint not null,
  token_name        text not null check (length(token_name) between 1 and 60),
  token_hash        bytea not null,           -- sha-256 of the token; the token itself is kept nowhere
  ending            text not null,            -- its last four characters
  scope             text[] not null check (cardinality(scope) > 0),  -- permissions, with what they bring
  created_at        timestamptz not null default now(),
  expires_at        timestamptz not null,
  revoked_at        timestamptz,
  last_used_at      timestamptz,              -- to the minute
  last_used_address text,
  primary key (tenant_id, token_id),
  unique (token_hash),
  foreign key (tenant_id, user_id) references app_user on delete cascade
);
create index personal_token_user on personal_token (tenant_id, user_id, token_id desc);
create index personal_token_end on personal_token (expires_at);
select protect_tenant_table('personal_token');

-- ---------------------------------------------------------------- webhooks
create table webhook (
  tenant_id         bigint not null,
  webhook_id        bigint generated always as identity,
  webhook_name      text not null check (length(webhook_name) between 1 and 60),
  url               text not null check (length(url) <= 500),
  host              text not null,            -- of the url, with its port: what is asked at once is counted by it
  events            text[] not null check (cardinality(events) > 0),
  active            boolean not null default true,
  off_reason        text,                     -- why, where nobody switched it off
  user_id           bigint not null,          -- who saved it last: it is told what they may see
  secrets           text[] not null,          -- sealed; the first signs, and the second too until old_until
  old_until         timestamptz,
  secret_at         timestamptz,              -- when it was last changed
  failures          integer not null default 0,  -- tries in a row without a delivery
  failing_since     timestamptz,
  paused_until      timestamptz,              -- nothing is tried before: what does not answer is left in peace for a while
  last_delivered_at timestamptz,
  last_failed_at    timestamptz,
  created_at        timestamptz not null default now(),
  row_version       integer not null default 1,
  primary key (tenant_id, webhook_id),
  foreign key (tenant_id, user_id) references app_user on delete cascade
);
create index webhook_user on webhook (tenant_id, user_id);
select protect_tenant_table('webhook');

-- What happened, for one webhook: the outbox and its log at once.
create table webhook_delivery (
  tenant_id   bigint not null,
  delivery_id bigint generated always as identity,
  webhook_id  bigint not null,
  event_id    uuid not null,                  -- the same for every webhook that is told, and in every try
  event       text not null,
  at          timestamptz not null,           -- when it happened
  data        jsonb not null,
  created_at  timestamptz not null default now(),
  status      text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
  attempts    integer not null default 0,
  next_at     timestamptz default now(),      -- while it waits; of one that is being sent, the end of its lease
  claim_id    uuid,                           -- the try that has it: one that lost it writes nothing
  last_at     timestamptz,
  answered    integer,                        -- the answer's status
  problem     text,
  took_ms     integer,
  primary key (tenant_id, delivery_id)
  -- no foreign key: those of a removed webhook are no longer seen, and housekeeping takes them, however many they are
);
create index webhook_delivery_due on webhook_delivery (tenant_id, webhook_id, next_at) where status = 'waiting';
create index webhook_delivery_shown on webhook_delivery (tenant_id, webhook_id, status, delivery_id desc);
create index webhook_delivery_old on webhook_delivery (created_at);
select protect_tenant_table('webhook_delivery');

-- ISO 8601 in UTC, whatever the zone of the connection.
create function as_instant(at timestamptz) returns text language sql stable strict parallel safe
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- What checks found. A first answer tells where a vehicle stood, not what happened to it.
create function tell_of_checks() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  tenants bigint[] := array(select distinct tenant_id from new_rows where not first);
begin
  if not exists (select from webhook w where w.tenant_id = any(tenants) and w.active) then return null; end if;
  insert into webhook_delivery (tenant_id, webhook_id, event_id, event, at, data)
  select e.tenant_id, w.webhook_id, e.event_id, t.event, e.at, jsonb_build_object(
      'vehicle', jsonb_build_object('vehicleAssetId', v.vehicle_id, 'plate', v.plate, 'vin', v.vin, 'customId', v.custom_id),
      'source', jsonb_build_object('resourceId', r.resource_id, 'resourceTypeId', e.resource_type_id, 'name', r.resource_name),
      'at', as_instant(e.at))
    || case t.event
      when 'debt.found' then jsonb_build_object('folio', e.folio, 'description', e.description, 'amount', e.after, 'returned', e.kind = 'returned')
      when 'debt.changed' then jsonb_build_object('folio', e.folio, 'description', e.description, 'before', e.before, 'amount', e.after)
      when 'debt.settled' then jsonb_build_object('folio', e.folio, 'description', e.description, 'before', e.before, 'how', e.kind)
      else jsonb_build_object('before', e.status_before, 'status', e.status_after) end
  from new_rows e
  cross join lateral (select case e.kind when 'new' then 'debt.found' when 'returned' then 'debt.found' when 'grew' then 'debt.changed'
    when 'fell' then 'debt.changed' when 'paid' then 'debt.settled' when 'vanished' then 'debt.settled' else 'status.changed' end as event) t
  join webhook w on w.tenant_id = e.tenant_id and w.tenant_id = any(tenants) and w.active and t.event = any(w.events)
  join vehicle v on v.tenant_id = e.tenant_id and v.vehicle_id = e.vehicle_id
  join resource r on r.resource_id = e.resource_id
  where not e.first;
  return null;
end $$;
create trigger webhooks_told after insert on check_event referencing new table as new_rows for each statement execute function tell_of_checks();

create function tell_of_new_vehicles() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  tenants bigint[] := array(select distinct tenant_id from new_rows);
begin
  if not exists (select from webhook w where w.tenant_id = any(tenants) and w.active and 'vehicle.created' = any(w.events)) then return null; end if;
  insert into webhook_delivery (tenant_id, webhook_id, event_id, event, at, data)
  select v.tenant_id, w.webhook_id, v.event_id, 'vehicle.created', now(), jsonb_build_object(
    'vehicle', jsonb_build_object('vehicleAssetId', v.vehicle_id, 'plate', v.plate, 'vin', v.vin, 'customId', v.custom_id), 'at', as_instant(now()))
  -- offset 0: one id a vehicle, however many are told of it
  from (select n.tenant_id, n.vehicle_id, n.plate, n.vin, n.custom_id, gen_random_uuid() as event_id from new_rows n offset 0) v
  join webhook w on w.tenant_id = v.tenant_id and w.tenant_id = any(tenants) and w.active and 'vehicle.created' = any(w.events);
  return null;
end $$;
create trigger webhooks_told_created after insert on vehicle referencing new table as new_rows for each statement execute function tell_of_new_vehicles();

-- Row by row, because a trigger of named columns is: so the engine's own writes cost nothing. Arguments: the columns that are told.
create function tell_of_changed_vehicle() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o jsonb;
  n jsonb;
  changed jsonb;
  happened uuid;
begin
  if not exists (select from webhook w where w.tenant_id = new.tenant_id and w.active and 'vehicle.updated' = any(w.events)) then return null; end if;
  o := to_jsonb(old);
  n := to_jsonb(new);
  changed := (select jsonb_agg(k order by place) from unnest(string_to_array(tg_argv[0], ' ')) with ordinality x(k, place) where o->k is distinct from n->k);
  if changed is null then return null; end if;
  happened := gen_random_uuid();
  insert into webhook_delivery (tenant_id, webhook_id, event_id, event, at, data)
  select new.tenant_id, w.webhook_id, happened, 'vehicle.updated', now(), jsonb_build_object(
    'vehicle', jsonb_build_object('vehicleAssetId', new.vehicle_id, 'plate', new.plate, 'vin', new.vin, 'customId', new.custom_id),
    'at', as_instant(now()), 'fields', changed)
  from webhook w where w.tenant_id = new.tenant_id and w.active and 'vehicle.updated' = any(w.events);
  return null;
end $$;
-- The columns of the record (002-accounts.sql).
do $$
declare
  told text := 'plate vin custom_id state_id asset_status_id acquisition_reason_id replaced_by rfc_name tax_identifier lessor_name brand_name '
    'model_name year version_name class type engine_number owner_name vehicle_color doors origin_country variation cilinders axes '
    'assembly_place observations plate_date plate_entity registration_date registration_institution registration_sheet supplementary_data';
begin
  execute format('create trigger webhooks_told_changed after update of %s on vehicle for each row when (old is distinct from new)
    execute function tell_of_changed_vehicle(%L)', replace(told, ' ', ', '), told);
end $$;

create function tell_of_finished_job() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into webhook_delivery (tenant_id, webhook_id, event_id, event, at, data)
  select new.tenant_id, w.webhook_id, e.event_id, 'job.finished', new.finished_at, jsonb_build_object('jobId', new.queue_item_id, 'queueId', new.queue_id,
    'title', new.description, 'succeeded', new.error_message is null and not new.cancelled, 'at', as_instant(new.finished_at))
  from (select gen_random_uuid() as event_id offset 0) e, webhook w
  where w.tenant_id = new.tenant_id and w.active and 'job.finished' = any(w.events);
  return null;
end $$;
create trigger webhooks_told after update of finished_at on queue_item for each row
  when (old.finished_at is null and new.finished_at is not null) execute function tell_of_finished_job();

grant create on schema public to padron_system;
alter function tell_of_checks() owner to padron_system;
alter function tell_of_new_vehicles() owner to padron_system;
alter function tell_of_changed_vehicle() owner to padron_system;
alter function tell_of_finished_job() owner to padron_system;
revoke create on schema public from padron_system;

-- ---------------------------------------------------------------- the record
select audit_table('personal_token', 'token', 'token_id', 'token_name', 'token_name scope expires_at revoked_at');
drop trigger audit_deleted on personal_token;  -- its end was recorded; long after, it is only forgotten
select audit_table('webhook', 'webhook', 'webhook_id', 'webhook_name', 'webhook_name url events active off_reason secret_at');

grant usage on all sequences in schema public to padron_app, padron_system;
