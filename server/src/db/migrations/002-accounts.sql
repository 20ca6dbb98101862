-- Accounts: what a user may do stands in the rows of user and profile, so that a change of either is a change of one row;
-- the record of every change, written by the tables themselves; sign-ins; users' tags; logos; the erasing of a company.

-- ---------------------------------------------------------------- what a user may do
alter table app_user
  add column role_ids integer[] not null default '{}',     -- beside the profile's; 0 is the main account's
  add column password_changed_at timestamptz;               -- null: still the first one
alter table preset
  add column role_ids integer[] not null default '{}',     -- the highest level held of each type
  add column version integer not null default 1;

set local role padron_system;  -- the owner of the tables sees no company's rows
update app_user u set role_ids = array(
  select r.role_id from user_role r where r.tenant_id = u.tenant_id and r.user_id = u.user_id order by 1);
update preset p set role_ids = array(
  select r.role_id from preset_role r where r.tenant_id = p.tenant_id and r.preset_id = p.preset_id order by 1);
reset role;

drop table user_role, preset_role, role;  -- the vocabulary of roles is the code's
alter table app_user add constraint app_user_only_main_is_admin check (not role_ids @> '{0}' or user_id = tenant_id);
alter table preset add constraint preset_grants_something check (cardinality(role_ids) > 0 and not role_ids @> '{0}');
create unique index preset_name_once on preset (tenant_id, fold(preset_name));
create index app_user_preset on app_user (tenant_id, preset_id);

create table user_tag (
  tenant_id bigint not null,
  user_id   bigint not null,
  tag_id    bigint not null,
  primary key (tenant_id, user_id, tag_id),
  foreign key (tenant_id, user_id) references app_user on delete cascade,
  foreign key (tenant_id, tag_id) references tag on delete cascade
);
create index user_tag_tag on user_tag (tenant_id, tag_id);
select protect_tenant_table('user_tag');

-- Who signed in from where, and who tried to: a user sees their own.
create table sign_in (
  tenant_id  bigint not null,
  sign_in_id bigint generated always as identity,
  user_id    bigint not null,
  at         timestamptz not null default now(),
  address    text not null,
  agent      text not null,                 -- the browser, as it calls itself
  succeeded  boolean not null,
  token_hash bytea,                         -- which session began with it
  primary key (tenant_id, sign_in_id),
  foreign key (tenant_id, user_id) references app_user on delete cascade
);
create index sign_in_user on sign_in (tenant_id, user_id, succeeded, sign_in_id desc);
select protect_tenant_table('sign_in');

-- ---------------------------------------------------------------- companies
alter table company
  add column erase_at timestamptz,                          -- asked to be erased: not before this moment
  add column demo boolean not null default false;           -- made by the demo, which may fill it

-- A suspended company's checks keep their dates and leave the queue's index, so that no claim walks over them.
alter table due_check add column suspended boolean not null default false;
drop index due_check_next;

set local role padron_system;
update company set demo = true
  where short_name in ('norte', 'sureste', 'andina') and exists (select from portal where simulated);
update due_check d set suspended = true from company c where c.tenant_id = d.tenant_id and c.suspended_at is not null;
reset role;

create index due_check_next on due_check (portal_key, priority desc, due_at) where claim_id is null and not suspended;

create table company_logo (
  tenant_id  bigint primary key references company on delete cascade,
  sha256     text not null unique,          -- its address: nobody guesses it
  media_type text not null check (media_type in ('image/png', 'image/jpeg')),
  image      bytea not null check (length(image) between 1 and 300000)
);
select protect_tenant_table('company_logo');

-- ---------------------------------------------------------------- activity
-- Every change by whom, when, from where, before and after. The tables' triggers write it, so one change and fifty thousand
-- take the same path and none can be forgotten. Rows are only ever added; they go with their company, when it is erased.
create table activity (
  tenant_id      bigint not null references company,
  activity_id    bigint generated always as identity,
  at             timestamptz not null default now(),
  origin         text not null check (origin in ('console', 'operator', 'system')),
  user_id        bigint,                    -- who, where it was a user; no foreign key: the record outlives the user
  who            text not null,             -- the name at that time
  address        text,
  request_id     text,
  subject_kind   text not null,
  subject_id     bigint,
  subject_name   text not null,
  subject_search text collate "C" generated always as (fold(subject_name)) stored,
  action         text not null check (action in ('create', 'update', 'delete')),
  changes        jsonb not null,            -- {column: [before, after]}
  primary key (tenant_id, activity_id)
);
create index activity_time on activity (tenant_id, at);
create index activity_user on activity (tenant_id, user_id, activity_id);
create index activity_subject on activity (tenant_id, subject_kind, subject_id, activity_id);
create index activity_action on activity (tenant_id, action, subject_kind, activity_id);
create index activity_search on activity (tenant_id, subject_search, activity_id);

alter table activity enable row level security;
alter table activity force row level security;
create policy own_rows on activity for select to padron_app using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);
create policy every_row on activity for select to padron_system using (true);
create policy written on activity for insert to padron_system with check (true);
create policy erased on activity for delete to padron_system using (
  exists (select from company c where c.tenant_id = activity.tenant_id and c.erase_at <= now()));
grant select on activity to padron_app, padron_system;
grant insert, delete on activity to padron_system;

-- Who acts in this transaction: {"origin", "id", "name", "address", "request"}; nobody named: the product itself.
create function current_actor() returns jsonb language sql stable parallel safe
  return coalesce(nullif(current_setting('app.actor', true), ''), '{"origin": "system", "name": "Padrón"}')::jsonb;

-- Whether the company asked to be erased and its waiting is over: its rows go without a record, which goes too.
create function is_being_erased(tenant bigint) returns boolean language sql stable
  return exists (select from company c where c.tenant_id = tenant and c.erase_at <= now());

-- Adds to the record. The functions below call it, and so may the code, for what is not the change of a row (an import).
create function record_activity(tenant bigint, kind text, subject bigint, subject_name text, action text, changes jsonb)
  returns void language sql security definer set search_path = public, pg_temp
  begin atomic
    insert into activity (tenant_id, origin, user_id, who, address, request_id, subject_kind, subject_id, subject_name, action, changes)
    select tenant, a->>'origin', (a->>'id')::bigint, a->>'name', a->>'address', a->>'request', kind, subject, subject_name, action, changes
    from current_actor() as a
    -- The application may write of the tenant it is bound to, and of no other; bound to none, of none.
    where coalesce(nullif(current_setting('app.tenant', true), '')::bigint,
      case when 'padron_app' in (session_user, current_setting('role')) then 0 else tenant end) = tenant;
  end;

-- A user's row with its profile's name at the time: a later change of the name must not rewrite what was.
create function with_profile(r jsonb) returns jsonb language sql stable as $$
  select r || jsonb_build_object('profile', (
    select p.preset_name from preset p where p.tenant_id = (r->>'tenant_id')::bigint and p.preset_id = (r->>'preset_id')::bigint)) $$;

-- Rows added or removed, all of a statement at once. Arguments: kind, id column, name column, columns that are told.
create function record_rows() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  told text[] := string_to_array(tg_argv[3], ' ');
  a jsonb := current_actor();
begin
  if tg_op = 'INSERT' then
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

-- A row changed, in one of the columns that are told (the trigger names them, so the engine's own writes cost nothing).
-- Arguments: as above.
create function record_change() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  o jsonb := to_jsonb(old);
  n jsonb := to_jsonb(new);
  changed jsonb;
begin
  if tg_argv[0] = 'user' then
    o := with_profile(o);
    n := with_profile(n);
  end if;
  select jsonb_object_agg(k, jsonb_build_array(o->k, n->k)) into changed
  from unnest(string_to_array(tg_argv[3], ' ')) k where o->k is distinct from n->k;
  if changed is not null then
    perform record_activity((n->>'tenant_id')::bigint, tg_argv[0], (n->>tg_argv[1])::bigint, n->>tg_argv[2], 'update',
      changed);
  end if;
  return null;
end $$;

-- Tags put on or taken off a user or a vehicle: one record for each of them, with the names of the tags.
-- Arguments: kind, its table, id column, name column.
create function record_tags() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  a jsonb := current_actor();
begin
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

-- The triggers of a table whose changes are told. `told`: its columns, space between. A password is told by its
-- date; `profile` is the name of preset_id.
create function audit_table(target text, kind text, id_column text, name_column text, told text) returns void language plpgsql as $$
begin
  execute format('create trigger audit_created after insert on %I referencing new table as new_rows for each statement
    execute function record_rows(%L, %L, %L, %L)', target, kind, id_column, name_column, told);
  execute format('create trigger audit_deleted after delete on %I referencing old table as old_rows for each statement
    execute function record_rows(%L, %L, %L, %L)', target, kind, id_column, name_column, told);
  execute format('create trigger audit_changed after update of %s on %I for each row when (old is distinct from new)
    execute function record_change(%L, %L, %L, %L)', replace(replace(told, 'profile', 'preset_id'), ' ', ', '), target, kind, id_column, name_column, told);
end $$;

create function audit_tags(target text, kind text, parent text, id_column text, name_column text) returns void language plpgsql as $$
begin
  execute format('create trigger audit_created after insert on %I referencing new table as new_rows for each statement
    execute function record_tags(%L, %L, %L, %L)', target, kind, parent, id_column, name_column);
  execute format('create trigger audit_deleted after delete on %I referencing old table as old_rows for each statement
    execute function record_tags(%L, %L, %L, %L)', target, kind, parent, id_column, name_column);
end $$;

-- The recording functions belong to padron_system: what may be added to the record is what they add.
grant create on schema public to padron_system;
alter function record_activity(bigint, text, bigint, text, text, jsonb) owner to padron_system;
alter function record_rows() owner to padron_system;
alter function record_change() owner to padron_system;
alter function record_tags() owner to padron_system;
revoke create on schema public from padron_system;
revoke all on function record_activity(bigint, text, bigint, text, text, jsonb) from public;
grant execute on function record_activity(bigint, text, bigint, text, text, jsonb) to padron_app, padron_system;
grant usage on all sequences in schema public to padron_app, padron_system;

select audit_table('company', 'company', 'tenant_id', 'company_name', 'short_name company_name country time_zone logo_url suspended_at erase_at');
drop trigger audit_deleted on company;  -- its record goes with it
select audit_table('preset', 'profile', 'preset_id', 'preset_name', 'preset_name role_ids');
select audit_table('app_user', 'user', 'user_id', 'username',
  'username active first_name last_name custom_id email phone profile role_ids terms_version terms_at terms_address password_changed_at');
select audit_tags('user_tag', 'user', 'app_user', 'user_id', 'username');
select audit_table('tag_category', 'tag_category', 'tag_category_id', 'category_name', 'category_name color');
-- A tag's links go before it does, so that the record of them can still name it.
create function unlink_tag() returns trigger language plpgsql as $$
begin
  delete from vehicle_tag where tenant_id = old.tenant_id and tag_id = old.tag_id;
  delete from user_tag where tenant_id = old.tenant_id and tag_id = old.tag_id;
  return old;
end $$;
create trigger links_first before delete on tag for each row execute function unlink_tag();

select audit_table('tag', 'tag', 'tag_id', 'tag_name', 'tag_name tag_category_id');
select audit_table('vehicle', 'vehicle', 'vehicle_id', 'plate',
  'plate vin custom_id state_id asset_status_id acquisition_reason_id replaced_by rfc_name tax_identifier lessor_name brand_name '
  'model_name year version_name class type engine_number owner_name vehicle_color doors origin_country variation cilinders axes '
  'assembly_place observations plate_date plate_entity registration_date registration_institution registration_sheet supplementary_data');
select audit_tags('vehicle_tag', 'vehicle', 'vehicle', 'vehicle_id', 'plate');
