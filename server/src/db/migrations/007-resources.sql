-- Checking thousands of vehicles against sources that fail: which connector serves what, the line of each company before
-- each source, what is owed over time, what changed, and how the sources themselves have been.

-- ---------------------------------------------------------------- what an installation decided
-- Which connector serves a resource, where it differs from the declared one; no connector: a person captures it.
create table resource_service (
  resource_id   integer primary key references resource,
  connector_key text,
  decided_by    text not null,               -- who read the source's terms, or signed the contract
  decided_at    timestamptz not null default now(),
  reason        text
);
-- A resource that only tells the past (open data) writes no status.
alter table resource add column purpose text not null default 'status' check (purpose in ('status', 'history'));
-- Why no machine may ask the public source itself, as users read it; null: nothing stands in the way.
alter table resource add column wall text;

-- Companies whose vehicles are still to be enrolled anew after who serves what changed, and the last vehicle that was: batches
-- begin here, and whoever comes after one that was killed goes on.
create table enrolment (
  tenant_id bigint primary key references company,
  done_to   bigint not null default 0
);
select protect_tenant_table('enrolment');

-- Connectors that are settings and no code.
create table json_connector (
  connector_key text primary key,
  definition    jsonb not null,
  version       integer not null default 1,  -- its parser's version: every change raises it
  changed_by    text not null,
  changed_at    timestamptz not null default now()
);

-- `credential` is sealed from here on (resources/sealed.ts); the start seals those that are not.
alter table portal
  add column failing_since timestamptz,              -- the first of the failures in a row
  add column recent      text not null default '',  -- the last twenty answers, newest last: + answered, - failed
  add column price       numeric(12, 4) check (price >= 0),    -- of one query; null: nothing is paid
  add column currency    text check (currency in ('MXN', 'COP', 'USD')),
  add column monthly_cap numeric(14, 2) check (monthly_cap >= 0),
  add column declared    boolean not null default true;        -- false: made for a json_connector
create table portal_month (
  portal_key text not null references portal,
  month      date not null,
  queries    bigint not null default 0,
  spent      numeric(16, 4) not null default 0,
  primary key (portal_key, month)
);

-- ---------------------------------------------------------------- the line before a source
alter table due_check
  add column asked_by   uuid,          -- the order in the queue panel that wants it done
  add column due_before timestamptz;   -- when it would have been due without that order
create index due_check_asked on due_check (tenant_id, asked_by) where asked_by is not null;
drop index due_check_next;
create index due_check_next on due_check (tenant_id, portal_key, priority desc, due_at) where claim_id is null and not suspended;
create index due_check_claim on due_check (claim_id) where claim_id is not null;

-- One row per company and source: when its first check falls due, and when it was last served. Claims go round the
-- companies, however many checks one of them has. `next_at` is never later than the truth by more than ten minutes.
create table due_queue (
  tenant_id  bigint not null references company,
  portal_key text not null references portal,
  next_at    timestamptz not null,
  urgent     boolean not null default false,   -- somebody asked
  served_at  timestamptz not null default '-infinity',
  primary key (tenant_id, portal_key)
);
create index due_queue_next on due_queue (portal_key, next_at);
select protect_tenant_table('due_queue');

-- A claim looks no further ahead than ten minutes, so what falls due later than that needs no word to the line: a stored
-- answer takes no lock here, and a company's stores do not stand in the way of its claims.
create function join_line() returns trigger language plpgsql as $$
begin
  insert into due_queue (tenant_id, portal_key, next_at, urgent)
  select n.tenant_id, n.portal_key, min(n.due_at), bool_or(n.priority > 0) from new_rows n
  where n.claim_id is null and not n.suspended and (n.priority > 0 or n.due_at < now() + interval '15 minutes')
  group by n.tenant_id, n.portal_key order by n.tenant_id, n.portal_key
  on conflict (tenant_id, portal_key) do update
    set next_at = least(due_queue.next_at, excluded.next_at), urgent = due_queue.urgent or excluded.urgent;
  return null;
end $$;
create trigger joins after insert on due_check referencing new table as new_rows for each statement execute function join_line();
create trigger rejoins after update on due_check referencing new table as new_rows for each statement execute function join_line();
-- Data are the system role's: the owner of the tables may see no company's rows.
set local role padron_system;
insert into due_queue (tenant_id, portal_key, next_at)
select tenant_id, portal_key, now() from due_check group by tenant_id, portal_key;
reset role;

-- ---------------------------------------------------------------- runs
alter table check_run
  add column origin     text not null default 'check' check (origin in ('check', 'webhook', 'capture', 'reparse')),
  add column raw_of     uuid,                          -- the run that keeps the answer, where one answer spoke of many vehicles
  add column read_types smallint[] not null default '{}',  -- the resource types it could read
  add column asked_by   uuid,                          -- the order it was run for
  add column asked      jsonb,                         -- plate, VIN, state and holder as they were asked: an old answer is about these
  add column raw_shared boolean not null default false,  -- others' raw_of points here
  add column captured_by jsonb,                        -- who captured it: id and name
  add column captured_resource integer references resource,
  add column unknown_fields text[];                    -- names in the answer that its parser had not met
-- Both hold few rows: runs with a name not met, and answers that came long after they were asked for.
create index check_run_unknown on check_run (connector_key, started_at) where unknown_fields is not null;
create index check_run_webhook on check_run (portal_key, started_at) where origin = 'webhook';
create index check_run_raw_of on check_run (tenant_id, raw_of) where raw_of is not null;
-- An answer about many vehicles outlives the one whose run kept it: the next run that points at it keeps it from then on.
create function hand_on_answer() returns trigger language plpgsql as $$
declare heir uuid;
begin
  select r.run_id into heir from check_run r where r.tenant_id = old.tenant_id and r.raw_of = old.run_id order by r.run_id limit 1;
  if heir is null then return null; end if;
  update check_run set raw = old.raw, raw_sha256 = old.raw_sha256, raw_of = null, raw_shared = true
  where tenant_id = old.tenant_id and run_id = heir;
  update check_run set raw_of = heir where tenant_id = old.tenant_id and raw_of = old.run_id;
  return null;
end $$;
create trigger hands_on after delete on check_run for each row when (old.raw_shared) execute function hand_on_answer();
create index check_run_asked on check_run (tenant_id, asked_by) where asked_by is not null;

-- These pointers are written with the runs they point at. As foreign keys they cost two look-ups and two index entries per
-- resource and check, and kept every update of the table from staying on its page.
alter table vehicle_resource drop constraint vehicle_resource_tenant_id_good_run_id_fkey;
alter table vehicle_resource drop constraint vehicle_resource_tenant_id_last_run_id_fkey;
drop index vehicle_resource_good;
drop index vehicle_resource_last;
alter table vehicle_resource set (fillfactor = 75);
alter table vehicle_resource add column captured_at timestamptz;   -- the good answer was captured by a person then
alter table vehicle_resource add column manual_since timestamptz;  -- a person must act, since then
-- The work list: what a person must capture, the longest waiting first.
create index vehicle_resource_manual on vehicle_resource (tenant_id, manual_since, vehicle_id, resource_id) where manual_since is not null;
-- Those whose last attempt gave no answer. An answer like the one before it does not touch this index.
create index vehicle_resource_touched on vehicle_resource (tenant_id, resource_id, vehicle_id)
  where last_outcome not in ('ok', 'partial', 'not-applicable');
-- What a person captured, the oldest first: when it is past its time it is captured again. Machines' answers touch no column of it.
create index vehicle_resource_captured on vehicle_resource (tenant_id, captured_at, vehicle_id, resource_id) where captured_at is not null;
create index vehicle_resource_of on vehicle_resource (tenant_id, resource_id, vehicle_id);

-- What a source of the past said; no status rests on it.
create table vehicle_record (
  tenant_id   bigint not null,
  vehicle_id  bigint not null,
  resource_id integer not null references resource,
  run_id      uuid not null,
  at          timestamptz not null,
  rows        jsonb not null,
  primary key (tenant_id, vehicle_id, resource_id),
  foreign key (tenant_id, vehicle_id) references vehicle on delete cascade
);
select protect_tenant_table('vehicle_record');

-- A source that answers later calls back: the address it was given holds a token, of which only the hash is kept.
create table webhook_wait (
  tenant_id     bigint not null,
  wait_id       uuid not null,
  vehicle_id    bigint not null,
  connector_key text not null,
  portal_key    text not null references portal,
  token_hash    bytea not null unique,
  claim         jsonb not null,                  -- what was asked, and of which vehicle
  accepted      bytea not null,                  -- gzip of the source's acceptance
  started_at    timestamptz not null,
  expires_at    timestamptz not null,
  ended_at      timestamptz,                     -- answered or given up: what comes after has no effect
  primary key (tenant_id, wait_id),
  foreign key (tenant_id, vehicle_id) references vehicle on delete cascade
);
create unique index webhook_wait_open on webhook_wait (tenant_id, vehicle_id, connector_key) where ended_at is null;
create index webhook_wait_due on webhook_wait (expires_at) where ended_at is null;
select protect_tenant_table('webhook_wait');

-- Files that prove an answer: given by the source, or by the person who captured it.
create table evidence_file (
  tenant_id   bigint not null,
  file_id     uuid not null,
  vehicle_id  bigint not null,
  resource_id integer references resource,
  run_id      uuid,                              -- null: uploaded, not yet part of a capture
  file_name   text not null,
  media_type  text not null,
  size        bigint not null,
  sha256      text not null,
  path        text not null,                     -- below the folder of evidence
  uploaded_at timestamptz not null default now(),
  uploaded_by jsonb,
  primary key (tenant_id, file_id),
  foreign key (tenant_id, vehicle_id) references vehicle on delete cascade
);
create index evidence_file_run on evidence_file (tenant_id, run_id);
create index evidence_file_loose on evidence_file (uploaded_at) where run_id is null;
select protect_tenant_table('evidence_file');

-- ---------------------------------------------------------------- what is owed, over time
create table debt (
  tenant_id        bigint not null,
  vehicle_id       bigint not null,
  resource_id      integer not null references resource,
  debt_key         text not null,                -- its folio, or a hash of what names it
  resource_type_id smallint not null,
  folio            text,
  description      text not null,
  issued_on        text,                         -- as the source said it
  total            numeric(14, 2),               -- null: the source gave no amount
  first_total      numeric(14, 2),
  first_seen_at    timestamptz not null,
  last_seen_at     timestamptz not null,
  ended_at         timestamptz,                  -- gone from a later good answer
  ended_as         text check (ended_as in ('paid', 'vanished')),
  marked_paid_at   timestamptz,                  -- somebody said it was paid; the next answer tells
  marked_paid_by   jsonb,
  primary key (tenant_id, vehicle_id, resource_id, debt_key),
  foreign key (tenant_id, vehicle_id) references vehicle on delete cascade
) with (fillfactor = 85);
create index debt_open on debt (tenant_id, resource_type_id, vehicle_id) where ended_at is null;
select protect_tenant_table('debt');

-- What the newest good answers list was known before this table: the next answers must tell of changes, not of all of it anew.
-- Keys as resources/debt-changes.ts makes them.
set local role padron_system;
insert into debt (tenant_id, vehicle_id, resource_id, debt_key, resource_type_id, folio, description, issued_on, total, first_total, first_seen_at, last_seen_at)
select k.tenant_id, k.vehicle_id, k.resource_id, k.key || case when k.nth > 1 then '#' || k.nth else '' end, k.resource_type_id,
  left(k.folio, 200), left(k.description, 500), k.issued_on, k.total, k.total, k.good_at, k.good_at
from (
  select d.*, row_number() over (partition by d.tenant_id, d.vehicle_id, d.resource_id, d.key order by d.list, d.place, d.row_place) as nth
  from (
    select f.tenant_id, f.vehicle_id, f.resource_id, f.resource_type_id, f.good_at, e.place, x.list, x.row_place,
      x.r ->> 'folio' as folio, coalesce(x.r ->> 'description', '') as description, x.r ->> 'dateTime' as issued_on, (x.r ->> 'total')::numeric(14, 2) as total,
      case when n.folio <> '' then 'f:' || left(n.folio, 80)
        else 'h:' || left(encode(sha256(convert_to(concat_ws('|', x.kind, upper(regexp_replace(btrim(coalesce(x.r ->> 'description', '')), '\s+', ' ', 'g')),
          coalesce(x.r ->> 'dateTime', '')), 'UTF8')), 'hex'), 24) end as key
    from vehicle_resource f
    join check_result c on c.tenant_id = f.tenant_id and c.run_id = f.good_run_id and c.resource_id = f.resource_id
    cross join lateral jsonb_array_elements(c.result) with ordinality as e(result, place)
    cross join lateral (
      select 1 as list, 'ticket' as kind, r, row_place from jsonb_array_elements(e.result -> 'scrapedTickets') with ordinality t(r, row_place)
      union all select 2, 'tenencia', r, row_place from jsonb_array_elements(e.result -> 'scrapedTenencias') with ordinality t(r, row_place)
      union all select 3, 'refrendo', r, row_place from jsonb_array_elements(e.result -> 'scrapedRefrendo') with ordinality t(r, row_place)
      union all select 4, 'sum', jsonb_build_object('description', e.result ->> 'name', 'total', e.result -> 'total'), 1
        where jsonb_array_length(e.result -> 'scrapedTickets') + jsonb_array_length(e.result -> 'scrapedTenencias') + jsonb_array_length(e.result -> 'scrapedRefrendo') = 0) x
    cross join lateral (select upper(regexp_replace(btrim(coalesce(x.r ->> 'folio', '')), '\s+', ' ', 'g')) as folio) n
    where f.resource_type_id in (0, 1, 6, 7, 8, 9, 13) and c.status_id in (0, 2, 9, 16, 24)) d) k
on conflict do nothing;
reset role;

-- What changed between two good answers of one source about one vehicle. Outages are elsewhere: a source that fails says
-- nothing of a vehicle.
create table check_event (
  tenant_id        bigint not null,
  event_id         uuid not null,                -- version 7
  at               timestamptz not null,
  vehicle_id       bigint not null,
  resource_id      integer not null references resource,
  resource_type_id smallint not null,
  run_id           uuid not null,
  kind             text not null check (kind in ('new', 'grew', 'fell', 'paid', 'vanished', 'returned', 'status')),
  first            boolean not null default false,  -- the first answer ever: where it stood, not what changed
  debt_key         text,
  folio            text,
  description      text,
  before           numeric(14, 2),
  after            numeric(14, 2),
  status_before    smallint,
  status_after     smallint,
  primary key (tenant_id, event_id),
  foreign key (tenant_id, vehicle_id) references vehicle on delete cascade
);
create index check_event_time on check_event (tenant_id, at desc, event_id);
create index check_event_vehicle on check_event (tenant_id, vehicle_id, at desc);
select protect_tenant_table('check_event');

-- ---------------------------------------------------------------- the orders of 'Procesar'
-- When a company last ordered a resource, and from when it may again.
create table resource_order (
  tenant_id     bigint not null references company,
  resource_id   integer not null references resource,
  queue_item_id uuid not null,
  ordered_at    timestamptz not null,
  available_at  timestamptz not null,
  primary key (tenant_id, resource_id)
);
select protect_tenant_table('resource_order');

-- Checks asked for are made by the engine, which tells the panel how far it is: no job waits for them.
create or replace function order_work() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.queue_id <> 1 then
    insert into pgboss.job (id, name, data, group_id, retry_limit, retry_delay, expire_seconds, deletion_seconds, keep_until,
      heartbeat_seconds, policy)
    select new.queue_item_id, q.name, jsonb_build_object('tenantId', new.tenant_id), new.tenant_id::text, q.retry_limit, q.retry_delay,
      q.expire_seconds, q.deletion_seconds, now() + make_interval(secs => q.retention_seconds), q.heartbeat_seconds, q.policy
    from pgboss.queue q where q.name = 'work';
    if not found then raise exception 'the queue of jobs does not exist'; end if;
  end if;
  perform record_activity(new.tenant_id, 'job', null, new.queue_name, 'create', jsonb_strip_nulls(jsonb_build_object(
    'description', jsonb_build_array(null, new.description),
    'recipients', case when new.recipients <> '{}' then jsonb_build_array(null, to_jsonb(new.recipients)) end)));
  return null;
end $$;
create index queue_item_checks on queue_item (created_at) where queue_id = 1 and finished_at is null;

-- ---------------------------------------------------------------- how the sources have been: nobody's data
create table source_outage (
  outage_id  bigint generated always as identity primary key,
  portal_key text not null references portal,
  began_at   timestamptz not null,
  ended_at   timestamptz,
  outcome    text not null,
  remark     text
);
create unique index source_outage_open on source_outage (portal_key) where ended_at is null;
create index source_outage_time on source_outage (portal_key, began_at desc);

-- Runs of five minutes of one connector, added up from check_run; the running slot is written anew until it is over.
create table source_slot (
  connector_key  text not null,
  slot           timestamptz not null,
  portal_key     text not null,
  runs           integer not null,
  good           integer not null,               -- ok, partial and not-applicable
  not_applicable integer not null,
  outcomes       jsonb not null,                 -- runs by outcome
  types_read     jsonb not null,                 -- good runs by resource type read
  total_ms       bigint not null,
  durations      integer[] not null,             -- histogram: run counts by power of the square root of two, in ms
  debts          integer not null,               -- good runs that found a debt
  clear          integer not null,               -- good runs that found none
  mismatches     integer not null,               -- good runs whose sums disagree
  last_good_at   timestamptz,
  primary key (connector_key, slot)
);
create index source_slot_time on source_slot (slot);
-- The same by the hour, added up from the slots: what screens and alarms read, forty days of it; `slot` is the hour.
create table source_hour (like source_slot including all);

create table source_alarm (
  alarm_id      bigint generated always as identity primary key,
  connector_key text not null,
  kind          text not null,
  hard          boolean not null,
  opened_at     timestamptz not null default now(),
  last_at       timestamptz not null default now(),
  closed_at     timestamptz,
  times         integer not null default 1,
  detail        text not null
);
create unique index source_alarm_open on source_alarm (connector_key, kind) where closed_at is null;

-- Which resources are a person's to capture; who decided it is not for companies.
grant select (resource_id, connector_key) on resource_service to padron_app;
grant select on source_outage, source_slot, source_hour, source_alarm to padron_app;
grant select (portal_key, open_until, open_seconds, pace_ms) on portal to padron_app;
grant select, insert, update, delete on resource_service, json_connector, portal_month, source_outage, source_slot, source_hour, source_alarm to padron_system;
grant usage on all sequences in schema public to padron_app, padron_system;
