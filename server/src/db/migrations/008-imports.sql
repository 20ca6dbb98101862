-- Bulk workbooks: what a file would do, judged before anything is written; what it did, and what undoing that needs.

create table vehicle_import (
  tenant_id     bigint not null references company,
  import_id     uuid not null,                 -- version 7: sorts by time
  kind          text not null check (kind in ('add', 'edit', 'replace')),
  file_name     text not null,
  file_path     text not null,                 -- below the folder of files: the workbook as it was sent
  file_size     bigint not null,
  content_hash  text not null,                 -- of what the sheet says: the same whatever program saved it
  user_id       bigint not null,
  who           text not null,
  created_at    timestamptz not null default now(),
  -- queued and undoing last until their job has ended: how it ended is the job's to say
  state         text not null check (state in ('checked', 'refused', 'queued', 'applied', 'discarded', 'undoing', 'undone')),
  judged        jsonb not null,                -- counts, notes of the file, its headings, what it would do (features/imports)
  corrections   jsonb not null default '{}',   -- cells corrected since, by row and field
  omitted       integer[] not null default '{}',  -- rows left out by a person
  notify_to     text,
  queue_item_id uuid,                          -- the job that applies it
  applied_at    timestamptz,
  applied_by    text,
  undo_item_id  uuid,                          -- the job that undoes it
  undone_at     timestamptz,
  undone_by     text,
  undone        jsonb,                         -- how many came back, how many stayed
  primary key (tenant_id, import_id)
);
create index vehicle_import_kind on vehicle_import (tenant_id, kind, created_at desc);
create index vehicle_import_content on vehicle_import (tenant_id, content_hash);
select protect_tenant_table('vehicle_import');

-- One row of the sheet as it would be stored. No foreign keys here and below: a judged row may name what is gone by now, and
-- fifty thousand are written at once; they go with their import (features/imports/forget.ts).
create table vehicle_import_row (
  tenant_id    bigint not null,
  import_id    uuid not null,
  row_number   integer not null,               -- Excel's own
  action       text not null,                  -- new, changed, unchanged, refused, omitted
  warned       boolean not null,
  target_id    bigint,                         -- the vehicle it changes or replaces
  given_id      bigint,                        -- what the row names it by
  current_plate text collate "C",
  current_vin   text collate "C",
  row_version  integer,                        -- that vehicle's, when it was judged
  given        bigint not null,                -- which columns the row says something of: bits in the columns' order
  reactivate   boolean not null default false,
  texts        jsonb,                          -- its cells as read, where something is said of them
  notes        jsonb,
  before       jsonb,                          -- of what changes: [value] by field
  tags         jsonb,                          -- [{category, name}]; null: nothing is said of them
  asset_status_id       smallint,
  replacement_reason_id smallint,
  plate        text collate "C",
  vin          text collate "C",
  custom_id    text collate "C",
  state_id     integer,
  acquisition_reason_id smallint,
  rfc_name text, tax_identifier text, lessor_name text, brand_name text, model_name text, year smallint, version_name text,
  class text, type text, engine_number text, owner_name text, vehicle_color text, doors smallint, origin_country text,
  variation text, cilinders text, axes text, assembly_place text, observations text, plate_date date, plate_entity text,
  registration_date date, registration_institution text, registration_sheet text, supplementary_data text,
  primary key (tenant_id, import_id, row_number)
) with (autovacuum_enabled = true);
create index vehicle_import_row_action on vehicle_import_row (tenant_id, import_id, action, row_number);
select protect_tenant_table('vehicle_import_row');

-- What an import did to each vehicle, and the version it left it at: who edits it since keeps it from being undone.
create table vehicle_import_done (
  tenant_id   bigint not null,
  import_id   uuid not null,
  vehicle_id  bigint not null,
  row_number  integer not null,
  row_version integer not null,
  before      jsonb,                           -- as the row's; null: it did not exist before
  kept        text,                            -- why undoing left it as it was
  primary key (tenant_id, import_id, vehicle_id)
);
create index vehicle_import_done_row on vehicle_import_done (tenant_id, import_id, row_number);
select protect_tenant_table('vehicle_import_done');

-- Fifty thousand vehicles that come from one workbook are recorded as that: each vehicle's line says which file it came from, and
-- not once more what it now says itself. What changes later is told with what it was before, so nothing is lost.
create or replace function record_rows() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  told text[] := string_to_array(tg_argv[3], ' ');
  a jsonb := current_actor();
  imported text := nullif(current_setting('app.import', true), '');
  -- the same in every line of an import: taken apart once
  origin text; id bigint; name text; address text; request text; line jsonb;
begin
  if tg_op = 'INSERT' and tg_argv[0] = 'vehicle' and imported is not null then
    select a->>'origin', (a->>'id')::bigint, a->>'name', a->>'address', a->>'request' into origin, id, name, address, request;
    line := jsonb_build_object('import', jsonb_build_array(null, imported));
    insert into activity (tenant_id, origin, user_id, who, address, request_id, subject_kind, subject_id, subject_name, action, changes)
    select r.tenant_id, origin, id, name, address, request, 'vehicle', r.vehicle_id, r.plate, 'create', line from new_rows r;
  elsif tg_op = 'INSERT' then
    insert into activity (tenant_id, origin, user_id, who, address, request_id, subject_kind, subject_id, subject_name, action, changes)
    select (j->>'tenant_id')::bigint, a->>'origin', (a->>'id')::bigint, a->>'name', a->>'address', a->>'request',
      tg_argv[0], (j->>tg_argv[1])::bigint, j->>tg_argv[2], 'create',
      coalesce((select jsonb_object_agg(e.key, jsonb_build_array(null, e.value)) from jsonb_each(j) e
        where e.key = any(told) and e.value not in ('null', '""', '[]')), '{}')
    -- offset 0: each row becomes json once, not once a column
    from (select case tg_argv[0] when 'user' then with_profile(to_jsonb(r)) else to_jsonb(r) end as j from new_rows r offset 0) n;
  else
    insert into activity (tenant_id, origin, user_id, who, address, request_id, subject_kind, subject_id, subject_name, action, changes)
    select (j->>'tenant_id')::bigint, a->>'origin', (a->>'id')::bigint, a->>'name', a->>'address', a->>'request',
      tg_argv[0], (j->>tg_argv[1])::bigint, j->>tg_argv[2], 'delete',
      coalesce((select jsonb_object_agg(e.key, jsonb_build_array(e.value, null)) from jsonb_each(j) e
        where e.key = any(told) and e.value not in ('null', '""', '[]')), '{}')
    from (select case tg_argv[0] when 'user' then with_profile(to_jsonb(r)) else to_jsonb(r) end as j from old_rows r
      where not is_being_erased(r.tenant_id) offset 0) o;
  end if;
  return null;
end $$;

-- The tags that a vehicle comes with out of a workbook are part of that line.
create or replace function record_tags() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  a jsonb := current_actor();
begin
  if tg_op = 'INSERT' and nullif(current_setting('app.import', true), '') is not null then return null; end if;
  execute format($sql$
    insert into activity (tenant_id, origin, user_id, who, address, request_id, subject_kind, subject_id, subject_name, action, changes)
    select p.tenant_id, $1->>'origin', ($1->>'id')::bigint, $1->>'name', $1->>'address', $1->>'request', $2, p.%2$I, p.%3$I, 'update',
      jsonb_build_object('tags', case when $3 then jsonb_build_array(null, x.names) else jsonb_build_array(x.names, null) end)
    from (select r.tenant_id, r.%2$I, jsonb_agg(coalesce(t.tag_name, '#' || r.tag_id) order by t.tag_name) as names
          from %4$I r left join tag t on t.tenant_id = r.tenant_id and t.tag_id = r.tag_id group by 1, 2) x
    join %1$I p on p.tenant_id = x.tenant_id and p.%2$I = x.%2$I
    where $3 or not is_being_erased(p.tenant_id)$sql$,
    tg_argv[1], tg_argv[2], tg_argv[3], case tg_op when 'INSERT' then 'new_rows' else 'old_rows' end)
  using a, tg_argv[0], tg_op = 'INSERT';
  return null;
end $$;

-- Where a tenth of the vehicles are new the planner takes their company for one with a single vehicle, and joins row by row what it
-- should hash (measured: enrolling fifty thousand 100 s against 13). Whoever has written thousands says so; reading goes on meanwhile.
create function count_fleet_anew() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze vehicle (tenant_id, vehicle_id, plate, vin, custom_id, asset_status_id, state_id);
end $$;
revoke all on function count_fleet_anew() from public;
grant execute on function count_fleet_anew() to padron_app, padron_system;
