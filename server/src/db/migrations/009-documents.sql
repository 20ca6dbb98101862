-- The papers behind each vehicle, what expires, the words a fleet sorts itself by, news, and a panel that hears of its jobs.

-- ---------------------------------------------------------------- document types
create table document_type (
  tenant_id        bigint not null references company,
  document_type_id bigint generated always as identity,
  type_name        text not null,
  required         text not null default 'none' check (required in ('none', 'all', 'tags')),
  row_version      integer not null default 1,
  created_at       timestamptz not null default now(),
  primary key (tenant_id, document_type_id)
);
create unique index document_type_name on document_type (tenant_id, fold(type_name));
select protect_tenant_table('document_type');

-- Whose vehicles must have one, where `required` is 'tags'.
create table document_type_tag (
  tenant_id        bigint not null,
  document_type_id bigint not null,
  tag_id           bigint not null,
  primary key (tenant_id, document_type_id, tag_id),
  foreign key (tenant_id, document_type_id) references document_type on delete cascade,
  foreign key (tenant_id, tag_id) references tag on delete cascade
);
create index document_type_tag_tag on document_type_tag (tenant_id, tag_id);
select protect_tenant_table('document_type_tag');

create table document_field (
  tenant_id         bigint not null,
  document_field_id bigint generated always as identity,
  document_type_id  bigint not null,
  place             smallint not null,
  field_name        text not null,
  data_type         smallint not null check (data_type between 0 and 5),
  required          boolean not null,
  pattern           text not null default '-',   -- RE2; '-': none
  is_expiry         boolean not null default false,
  retired_at        timestamptz,                 -- no longer asked for; what was written in it stays
  primary key (tenant_id, document_field_id),
  foreign key (tenant_id, document_type_id) references document_type on delete cascade,
  check (not is_expiry or data_type = 3)
);
create index document_field_type on document_field (tenant_id, document_type_id, place);
select protect_tenant_table('document_field');

-- A vehicle that must have one, or need not, whatever its type says.
create table document_exception (
  tenant_id        bigint not null,
  document_type_id bigint not null,
  vehicle_id       bigint not null,
  required         boolean not null,
  primary key (tenant_id, document_type_id, vehicle_id),
  foreign key (tenant_id, document_type_id) references document_type on delete cascade,
  foreign key (tenant_id, vehicle_id) references vehicle on delete cascade
);
create index document_exception_vehicle on document_exception (tenant_id, vehicle_id);
select protect_tenant_table('document_exception');

-- ---------------------------------------------------------------- documents
-- What is in the store, named by its content: the same file twice is one. Its address is made of the company and the hash.
create table stored_file (
  tenant_id  bigint not null references company,
  sha256     text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  size       bigint not null,
  media_type text not null,                      -- as its content says
  scan       text not null check (scan in ('clean', 'unchecked')),
  kept_at    timestamptz not null default now(),
  primary key (tenant_id, sha256)
);
select protect_tenant_table('stored_file');

-- What this installation has put into the store, or is putting, whether a row speaks of it yet or not. It outlives its company, whose
-- files are removed after it.
create table content_put (
  company_id bigint not null,
  sha256     text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  put_at     timestamptz not null default now(), -- written before the bytes go, and again with their row
  leaving_at timestamptz,                        -- since when they are being removed
  primary key (company_id, sha256)
);
create index content_put_time on content_put (put_at);
alter table content_put enable row level security;
alter table content_put force row level security;
create policy own_rows on content_put to padron_app using (company_id = nullif(current_setting('app.tenant', true), '')::bigint);
create policy every_row on content_put to padron_system using (true) with check (true);
grant select, insert, update, delete on content_put to padron_app, padron_system;

-- Which installation this is: a store of documents says whose it is.
create table installation (
  only_one        boolean primary key default true check (only_one),
  installation_id uuid not null default gen_random_uuid()
);
insert into installation default values;
grant select on installation to padron_system;

create table document (
  tenant_id        bigint not null,
  document_id      bigint generated always as identity,
  vehicle_id       bigint not null,
  document_type_id bigint not null,
  document_name    text not null,
  current_version  integer not null default 1,
  expires_on       date,                         -- the earliest of its expiry fields
  created_at       timestamptz not null default now(),
  row_version      integer not null default 1,
  removed_at       timestamptz,                  -- brought back within thirty days, or gone
  removed_by       text,
  primary key (tenant_id, document_id),
  foreign key (tenant_id, vehicle_id) references vehicle on delete cascade,
  foreign key (tenant_id, document_type_id) references document_type
);
create index document_vehicle on document (tenant_id, vehicle_id, document_type_id);
create index document_of_type on document (tenant_id, document_type_id, vehicle_id, expires_on) where removed_at is null;
create index document_removed on document (removed_at) where removed_at is not null;
select protect_tenant_table('document');

create table document_version (
  tenant_id   bigint not null,
  document_id bigint not null,
  version     integer not null,
  sha256      text not null,
  file_name   text not null,
  uploaded_at timestamptz not null default now(),
  user_id     bigint not null,
  who         text not null,
  primary key (tenant_id, document_id, version),
  foreign key (tenant_id, document_id) references document on delete cascade,
  foreign key (tenant_id, sha256) references stored_file
);
create index document_version_file on document_version (tenant_id, sha256);
select protect_tenant_table('document_version');

create table document_value (
  tenant_id         bigint not null,
  document_info_id  bigint generated always as identity,
  document_id       bigint not null,
  document_field_id bigint not null,
  value             text not null,
  primary key (tenant_id, document_info_id),
  unique (tenant_id, document_id, document_field_id),
  foreign key (tenant_id, document_id) references document on delete cascade,
  foreign key (tenant_id, document_field_id) references document_field
);
create index document_value_field on document_value (tenant_id, document_field_id);
select protect_tenant_table('document_value');

-- ---------------------------------------------------------------- what is told of papers
-- A document in the words of its time: its vehicle and its name, its type, its file. One that is forgotten, or goes or comes with its
-- fleet, has no file at that moment: then nothing is told of it.
create function with_paper(r jsonb) returns jsonb language sql stable as $$
  select r || jsonb_build_object(
    'title', concat((select v.plate || ' · ' from vehicle v
      where v.tenant_id = (r->>'tenant_id')::bigint and v.vehicle_id = (r->>'vehicle_id')::bigint), r->>'document_name'),
    'type', (select t.type_name from document_type t
      where t.tenant_id = (r->>'tenant_id')::bigint and t.document_type_id = (r->>'document_type_id')::bigint),
    'file', (select x.file_name from document_version x where x.tenant_id = (r->>'tenant_id')::bigint
      and x.document_id = (r->>'document_id')::bigint and x.version = (r->>'current_version')::integer)) $$;

create function record_documents() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  a jsonb := current_actor();
  came boolean := tg_op = 'INSERT';
begin
  insert into activity (tenant_id, origin, user_id, who, address, request_id, subject_kind, subject_id, subject_name, action, changes)
  select (j->>'tenant_id')::bigint, a->>'origin', (a->>'id')::bigint, a->>'name', a->>'address', a->>'request',
    'document', (j->>'document_id')::bigint, j->>'title', case when came then 'create' else 'delete' end,
    (select jsonb_object_agg(k, case when came then jsonb_build_array(null, j->k) else jsonb_build_array(j->k, null) end)
      from unnest('{document_name,type,file}'::text[]) k where j->>k is not null)
  from (select with_paper(to_jsonb(r)) as j from changed_rows r where came or not is_being_erased(r.tenant_id) offset 0) n;
  return null;
end $$;

create function record_document_changes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare a jsonb := current_actor();
begin
  insert into activity (tenant_id, origin, user_id, who, address, request_id, subject_kind, subject_id, subject_name, action, changes)
  select (n->>'tenant_id')::bigint, a->>'origin', (a->>'id')::bigint, a->>'name', a->>'address', a->>'request',
    'document', (n->>'document_id')::bigint, n->>'title', 'update',
    (select jsonb_object_agg(k, jsonb_build_array(o->k, n->k)) from unnest('{document_name,file,removed_at}'::text[]) k
      where o->k is distinct from n->k)
  from (select with_paper(to_jsonb(b)) as o, with_paper(to_jsonb(c)) as n
    from old_rows b join new_rows c on c.tenant_id = b.tenant_id and c.document_id = b.document_id
    where (b.document_name, b.current_version, b.removed_at) is distinct from (c.document_name, c.current_version, c.removed_at) offset 0) x;
  return null;
end $$;

-- What is written in a document's fields: one line a document, by the fields' names. Values go with their document, which is told.
create function record_document_values() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  execute format($sql$
    insert into activity (tenant_id, origin, user_id, who, address, request_id, subject_kind, subject_id, subject_name, action, changes)
    select d.tenant_id, $1->>'origin', ($1->>'id')::bigint, $1->>'name', $1->>'address', $1->>'request',
      'document', d.document_id, with_paper(to_jsonb(d))->>'title', 'update', c.changes
    from (select n.tenant_id, n.document_id, jsonb_object_agg('Campo «' || f.field_name || '»', jsonb_build_array(nullif(%s, ''), nullif(n.value, ''))) as changes
      from new_rows n %s join document_field f on f.tenant_id = n.tenant_id and f.document_field_id = n.document_field_id
      where coalesce(%1$s, '') <> n.value group by 1, 2) c
    join document d on d.tenant_id = c.tenant_id and d.document_id = c.document_id$sql$,
    case tg_op when 'INSERT' then 'null::text' else 'o.value' end,
    case tg_op when 'INSERT' then '' else 'join old_rows o on o.tenant_id = n.tenant_id and o.document_info_id = n.document_info_id' end)
  using current_actor();
  return null;
end $$;

-- A field as it is told: null once it is no longer asked for.
create function field_told(f jsonb) returns jsonb language sql immutable as $$
  select case when f->>'retired_at' is null then
    jsonb_build_object('name', f->'field_name', 'type', f->'data_type', 'required', f->'required', 'pattern', f->'pattern', 'expiry', f->'is_expiry') end $$;

-- A type's fields that came, changed or went: one line a type.
create function record_document_fields() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  execute format($sql$
    insert into activity (tenant_id, origin, user_id, who, address, request_id, subject_kind, subject_id, subject_name, action, changes)
    select t.tenant_id, $1->>'origin', ($1->>'id')::bigint, $1->>'name', $1->>'address', $1->>'request',
      'document_type', t.document_type_id, t.type_name, 'update', jsonb_build_object('fields', jsonb_build_array(c.before, c.after))
    from (select x.tenant_id, x.document_type_id, jsonb_agg(x.before order by x.place) filter (where x.before is not null) as before,
        jsonb_agg(x.after order by x.place) filter (where x.after is not null) as after
      from (select r.tenant_id, r.document_type_id, r.place, %s as before, %s as after from %s) x
      where x.before is distinct from x.after group by 1, 2) c
    join document_type t on t.tenant_id = c.tenant_id and t.document_type_id = c.document_type_id
    where not is_being_erased(t.tenant_id)$sql$,
    case tg_op when 'INSERT' then 'null::jsonb' when 'UPDATE' then 'field_told(to_jsonb(o))' else 'field_told(to_jsonb(r))' end,
    case tg_op when 'DELETE' then 'null::jsonb' else 'field_told(to_jsonb(r))' end,
    case tg_op when 'INSERT' then 'new_rows r' when 'DELETE' then 'old_rows r'
      else 'new_rows r join old_rows o on o.tenant_id = r.tenant_id and o.document_field_id = r.document_field_id' end)
  using current_actor();
  return null;
end $$;

-- A vehicle that is excepted from what its type says. Where its vehicle or its type goes, that is told instead.
create function record_document_exception() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r document_exception := case tg_op when 'DELETE' then old else new end;
  plate text := (select v.plate from vehicle v where v.tenant_id = r.tenant_id and v.vehicle_id = r.vehicle_id);
  title text := (select t.type_name from document_type t where t.tenant_id = r.tenant_id and t.document_type_id = r.document_type_id);
  before text := case when tg_op <> 'INSERT' then plate || case when old.required then ': se le pide' else ': no se le pide' end end;
  after text := case when tg_op <> 'DELETE' then plate || case when new.required then ': se le pide' else ': no se le pide' end end;
begin
  if plate is not null and title is not null and before is distinct from after and not is_being_erased(r.tenant_id) then
    perform record_activity(r.tenant_id, 'document_type', r.document_type_id, title, 'update', jsonb_build_object('exception', jsonb_build_array(before, after)));
  end if;
  return null;
end $$;

grant create on schema public to padron_system;
alter function record_documents() owner to padron_system;
alter function record_document_changes() owner to padron_system;
alter function record_document_values() owner to padron_system;
alter function record_document_fields() owner to padron_system;
alter function record_document_exception() owner to padron_system;
revoke create on schema public from padron_system;

select audit_table('document_type', 'document_type', 'document_type_id', 'type_name', 'type_name required');
select audit_tags('document_type_tag', 'document_type', 'document_type', 'document_type_id', 'type_name');
create or replace function unlink_tag() returns trigger language plpgsql as $$
begin
  delete from vehicle_tag where tenant_id = old.tenant_id and tag_id = old.tag_id;
  delete from user_tag where tenant_id = old.tenant_id and tag_id = old.tag_id;
  delete from document_type_tag where tenant_id = old.tenant_id and tag_id = old.tag_id;
  return old;
end $$;
create trigger audit_created after insert on document referencing new table as changed_rows for each statement execute function record_documents();
create trigger audit_deleted after delete on document referencing old table as changed_rows for each statement execute function record_documents();
create trigger audit_edited after update on document referencing old table as old_rows new table as new_rows for each statement
  execute function record_document_changes();
create trigger audit_written after insert on document_value referencing new table as new_rows for each statement execute function record_document_values();
create trigger audit_rewritten after update on document_value referencing old table as old_rows new table as new_rows for each statement
  execute function record_document_values();
create trigger audit_added after insert on document_field referencing new table as new_rows for each statement execute function record_document_fields();
create trigger audit_edited after update on document_field referencing old table as old_rows new table as new_rows for each statement
  execute function record_document_fields();
create trigger audit_gone after delete on document_field referencing old table as old_rows for each statement execute function record_document_fields();
create trigger audit_each after insert or update or delete on document_exception for each row execute function record_document_exception();

-- ---------------------------------------------------------------- what expires
-- One date of one thing of one vehicle, written by whoever learns it: a check, a capture, a document. Whoever reads joins the
-- vehicle, because a sold one is obliged to nothing.
create table obligation (
  tenant_id        bigint not null,
  vehicle_id       bigint not null,
  source_key       text not null,                -- r:<resource>, p:<resource>:<line>, d:<document>:<field>
  kind             text not null check (kind in ('document', 'insurance', 'inspection', 'card', 'plate', 'payment')),
  due_on           date not null,
  title            text not null,
  detail           text,
  amount           numeric(14, 2),
  resource_id      integer references resource,
  resource_type_id smallint,
  document_id      bigint,
  told_at          timestamptz not null,         -- when the source said so, or the person wrote it
  told_by          text not null,
  primary key (tenant_id, vehicle_id, source_key),
  foreign key (tenant_id, vehicle_id) references vehicle on delete cascade,
  foreign key (tenant_id, document_id) references document on delete cascade
);
create index obligation_due on obligation (tenant_id, due_on, kind, vehicle_id);
create index obligation_document on obligation (tenant_id, document_id) where document_id is not null;
select protect_tenant_table('obligation');

-- What the newest good answers say already: until when they hold or held, and the lines that can be paid. Sources write what they like:
-- what is no day is none.
create function day_of(said text) returns date language plpgsql immutable as $$
begin
  return case when said ~ '^(19|20|21)\d\d-\d\d-\d\d' then left(said, 10)::date end;
exception when others then
  return null;
end $$;
set local role padron_system;
insert into obligation (tenant_id, vehicle_id, source_key, kind, due_on, title, detail, amount, resource_id, resource_type_id, told_at, told_by)
select f.tenant_id, f.vehicle_id, 'r:' || f.resource_id, case f.resource_type_id when 3 then 'card' when 5 then 'insurance' when 12 then 'inspection' else 'plate' end,
  min(day_of(n ->> 'value')), case f.resource_type_id when 3 then case r.country when 'CO' then 'Licencia de tránsito' else 'Tarjeta de circulación' end
    when 5 then case r.country when 'CO' then 'SOAT' else 'Póliza de seguro' end when 12 then case r.country when 'CO' then 'RTM' else 'Inspección' end
    else 'Vigencia de la placa' end,
  null, null, f.resource_id, f.resource_type_id, f.good_at, r.resource_name
from vehicle_resource f
join resource r on r.resource_id = f.resource_id
join check_result c on c.tenant_id = f.tenant_id and c.run_id = f.good_run_id and c.resource_id = f.resource_id
cross join lateral jsonb_array_elements(c.result) e
cross join lateral jsonb_array_elements(coalesce(e -> 'notes', '[]')) n
where f.resource_type_id in (3, 5, 12, 14) and n ->> 'label' in ('Vigente hasta', 'Vencimiento', 'Vigencia') and day_of(n ->> 'value') is not null
  -- What holds, and what held until a day that is past.
  and (f.status_id in (6, 19, 22, 27) or f.status_id in (8, 20, 23, 28) and day_of(n ->> 'value') < f.good_at::date)
group by f.tenant_id, f.vehicle_id, f.resource_id, f.resource_type_id, f.good_at, r.resource_name, r.country;
insert into obligation (tenant_id, vehicle_id, source_key, kind, due_on, title, detail, amount, resource_id, resource_type_id, told_at, told_by)
select distinct on (f.tenant_id, f.vehicle_id, f.resource_id, left(trim(e ->> 'paymentLine'), 100))
  f.tenant_id, f.vehicle_id, 'p:' || f.resource_id || ':' || left(trim(e ->> 'paymentLine'), 100), 'payment', day_of(e ->> 'paymentLineDueDate'),
  'Línea de pago ' || left(trim(e ->> 'paymentLine'), 100), left(e ->> 'name', 300), (e ->> 'total')::numeric(14, 2), f.resource_id, f.resource_type_id, f.good_at, r.resource_name
from vehicle_resource f
join resource r on r.resource_id = f.resource_id
join check_result c on c.tenant_id = f.tenant_id and c.run_id = f.good_run_id and c.resource_id = f.resource_id
cross join lateral jsonb_array_elements(c.result) e
where f.status_id in (0, 2, 9, 16, 24) and trim(e ->> 'paymentLine') <> '' and day_of(e ->> 'paymentLineDueDate') is not null
order by f.tenant_id, f.vehicle_id, f.resource_id, left(trim(e ->> 'paymentLine'), 100), day_of(e ->> 'paymentLineDueDate');
reset role;
drop function day_of(text);

-- Official calendars, the same for everybody: what they say, who says so and when. Declared by the code at every migration.
create table calendar_rule (
  rule_key     text primary key check (rule_key ~ '^[a-z0-9-]{1,60}$'),
  country      text not null,
  title        text not null,
  state_ids    integer[],                        -- null: the whole country
  digits       smallint[],                       -- last digit of the plate; null: every plate
  plate_year   smallint,                         -- only of vehicles whose plates are known to be of that year
  spans        jsonb not null,                   -- [{from, to}]: MM-DD of every year, or yyyy-MM-dd
  daily        boolean not null default false,   -- of weekdays: nothing that falls due
  says         text not null,
  valid_from   date,
  valid_to     date,
  source       text not null,
  source_date  date,
  note         text,
  disagreement text,                             -- two sources say otherwise: not shown unless the operator decides
  switched     boolean,                          -- the operator's word; null: as the above says
  place        integer not null,
  declared     boolean not null default true
);

-- The secret address of a user's calendar: only its hash is kept.
create table calendar_feed (
  tenant_id    bigint not null,
  user_id      bigint not null,
  token_hash   bytea not null unique,
  created_at   timestamptz not null default now(),
  last_read_at timestamptz,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references app_user on delete cascade
);
select protect_tenant_table('calendar_feed');

create table reminder_setting (
  tenant_id  bigint not null,
  user_id    bigint not null,
  active     boolean not null,
  days       smallint[] not null,
  kinds      text[] not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references app_user on delete cascade
);
select protect_tenant_table('reminder_setting');

-- What a user was reminded of. The date is part of it: a date that changes is reminded of anew.
create table reminder_sent (
  tenant_id  bigint not null,
  user_id    bigint not null,
  vehicle_id bigint not null,
  source_key text not null,
  due_on     date not null,
  step       smallint not null,                  -- days before
  sent_at    timestamptz not null default now(),
  primary key (tenant_id, user_id, vehicle_id, source_key, due_on, step),
  foreign key (tenant_id, user_id) references app_user on delete cascade,
  foreign key (tenant_id, vehicle_id) references vehicle on delete cascade
);
create index reminder_sent_time on reminder_sent (sent_at);
create index reminder_sent_vehicle on reminder_sent (tenant_id, vehicle_id);
select protect_tenant_table('reminder_sent');

-- One letter a user and day at most.
create table reminder_round (
  tenant_id  bigint not null,
  user_id    bigint not null,
  day        date not null,                      -- of the company's time zone
  round_id   uuid not null default gen_random_uuid(),
  items      integer not null,
  at         timestamptz not null default now(),
  primary key (tenant_id, user_id, day),
  foreign key (tenant_id, user_id) references app_user on delete cascade
);
select protect_tenant_table('reminder_round');

-- ---------------------------------------------------------------- tags that were deleted, with what had them
create table tag_undo (
  tenant_id bigint not null references company,
  undo_id   uuid not null default gen_random_uuid(),
  at        timestamptz not null default now(),
  who       text not null,
  content   jsonb not null,
  undone_at timestamptz,
  primary key (tenant_id, undo_id)
);
create index tag_undo_time on tag_undo (at);
select protect_tenant_table('tag_undo');

-- ---------------------------------------------------------------- news
-- What the operator tells every company, or those of one country.
create table news_item (
  news_id      bigint generated always as identity primary key,
  title        text not null,
  information  text not null,
  country      text,
  published_at timestamptz not null default now(),
  ends_at      timestamptz
);

create table news_seen (
  tenant_id bigint not null,
  user_id   bigint not null,
  seen_at   timestamptz not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references app_user on delete cascade
);
select protect_tenant_table('news_seen');

-- ---------------------------------------------------------------- a panel that hears of its jobs
-- Told at commit, to whoever listens: that a company's jobs changed, and nothing else of them but whether one only went on.
create function tell_queue() returns trigger language plpgsql as $$
declare
  progress text[] := array['done', 'total', 'doing'];
  went_on boolean := tg_op = 'UPDATE' and to_jsonb(new) - progress = to_jsonb(old) - progress;
begin
  perform pg_notify('padron_queue', new.tenant_id || case when went_on then ':p' else '' end);
  return null;
end $$;
create trigger told after insert or update on queue_item for each row execute function tell_queue();
-- The letters of a job.
create index mail_subject on mail (tenant_id, subject_id);

grant select on calendar_rule, news_item to padron_app;
grant select, insert, update, delete on calendar_rule, news_item to padron_system;
grant usage on all sequences in schema public to padron_app, padron_system;
