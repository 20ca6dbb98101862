-- The house's floor: roles, the tenancy rule, reference lists, companies and identity, vehicles, and the checking engine.
-- Two database roles do all the work and neither owns a table nor is a superuser: padron_app sees one tenant at a time
-- through row-level security; padron_system (sign-in, scheduler, command line) sees all, by a policy of its own.

create extension if not exists pg_trgm;

grant usage on schema public to padron_app, padron_system;

-- The tenant of the current transaction; null, so no rows at all, where none was set.
create function current_tenant() returns bigint language sql stable parallel safe
  return nullif(current_setting('app.tenant', true), '')::bigint;

-- Declares a table as owned by tenants: default, policies, FORCE, grants. Every table with a tenant_id goes through here.
create function protect_tenant_table(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s alter column tenant_id set default current_tenant()', target);
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy own_rows on %s to padron_app using (tenant_id = nullif(current_setting(''app.tenant'', true), '''')::bigint)', target);
  execute format('create policy every_row on %s to padron_system using (true) with check (true)', target);
  execute format('grant select, insert, update, delete on %s to padron_app, padron_system', target);
end $$;

-- ---------------------------------------------------------------- reference lists, the same for everybody
create table state (
  state_id   integer primary key,          -- Mexico 1–32 (INEGI); Colombia 1000 + DIVIPOLA
  country    text not null,
  state_name text not null,
  unique (country, state_name)
);

create table portal (
  portal_key   text primary key,
  portal_name  text not null,
  owner_name   text not null,
  country      text not null,
  portal_url   text,                       -- where a person would look
  -- settings of this installation
  base_url     text,                       -- null: nothing is asked
  credential   text,                       -- how the installation names it, never shown
  pace_ms      integer not null default 2000 check (pace_ms >= 0),
  concurrency  integer not null default 1 check (concurrency > 0),
  simulated    boolean not null default false,
  -- the breaker, shared by every process
  failures     integer not null default 0,
  open_until   timestamptz,
  open_seconds integer not null default 0,
  next_at      timestamptz not null default '-infinity'  -- pace: no request before
);

create table resource (
  resource_id      integer primary key,
  resource_key     text not null unique,
  resource_name    text not null,
  resource_type_id smallint not null,
  country          text not null,
  state_id         integer references state,             -- null: the whole country
  portal_key       text not null references portal,
  mode             text not null,
  inputs           text[] not null,
  connector_key    text,                                 -- null: nobody may ask by machine
  retired          boolean not null default false
);
create index resource_place on resource (country, state_id);

-- ---------------------------------------------------------------- companies and identity
create sequence account_id as bigint;      -- a company's id is its main account's user id

create table company (
  tenant_id    bigint primary key,
  short_name   text not null unique check (short_name ~ '^[a-z0-9ñ]{2,30}$'),  -- no hyphen: user names are {company}-{user}
  company_name text not null,
  country      text not null,
  time_zone    text not null,
  logo_url     text,
  suspended_at timestamptz,
  created_at   timestamptz not null default now()
);
select protect_tenant_table('company');
alter table company alter column tenant_id set default nextval('account_id');

create table catalogue_version (
  tenant_id bigint primary key references company,
  version   bigint not null default 1
);
select protect_tenant_table('catalogue_version');

create table role (
  role_id      integer primary key,
  role_type_id integer not null,
  level        integer not null,
  role_name    text not null unique
);

create table preset (
  tenant_id   bigint not null references company,
  preset_id   bigint generated always as identity,
  preset_name text not null check (length(preset_name) between 1 and 150),
  created_at  timestamptz not null default now(),
  primary key (tenant_id, preset_id),
  unique (tenant_id, preset_name)
);
select protect_tenant_table('preset');

create table preset_role (
  tenant_id bigint not null,
  preset_id bigint not null,
  role_id   integer not null references role,
  primary key (tenant_id, preset_id, role_id),
  foreign key (tenant_id, preset_id) references preset on delete cascade
);
select protect_tenant_table('preset_role');

create table app_user (
  tenant_id      bigint not null references company,
  user_id        bigint not null default nextval('account_id'),
  username       text not null unique,      -- whole name, {company}-{user}, NFC, lower case
  password_hash  text not null,
  active         boolean not null default true,
  first_name     text not null default '',
  last_name      text not null default '',
  custom_id      text,
  email          text,
  phone          text,
  preset_id      bigint,
  terms_version  text,
  terms_at       timestamptz,
  terms_address  text,
  last_sign_in   timestamptz,
  created_at     timestamptz not null default now(),
  version        integer not null default 1,
  primary key (tenant_id, user_id),
  unique (user_id),
  foreign key (tenant_id, preset_id) references preset
);
select protect_tenant_table('app_user');

create table user_role (
  tenant_id bigint not null,
  user_id   bigint not null,
  role_id   integer not null references role,
  primary key (tenant_id, user_id, role_id),
  foreign key (tenant_id, user_id) references app_user on delete cascade
);
select protect_tenant_table('user_role');

create table access_token (
  tenant_id  bigint not null,
  token_hash bytea not null,                -- sha-256 of the token; the token itself is kept nowhere
  user_id    bigint not null,
  client_id  text not null,
  scope      text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  address    text,
  primary key (tenant_id, token_hash),
  unique (token_hash),
  foreign key (tenant_id, user_id) references app_user on delete cascade
);
create index access_token_user on access_token (tenant_id, user_id);
create index access_token_expiry on access_token (expires_at);
select protect_tenant_table('access_token');

-- Failed sign-ins by user name and by address; survives a restart, shared by every process.
create table sign_in_attempt (
  attempt_key  text primary key,            -- sha-256 of 'user:…' or 'address:…'
  failures     integer not null default 0,
  last_failure timestamptz not null default now(),
  locked_until timestamptz,
  refused      boolean not null default false -- whether the last try came during a lock and was not looked at
);

-- Secrets of the installation: the password step's private keys and the key that signs file addresses.
create table secret_key (
  kid        text primary key,
  purpose    text not null,
  secret     jsonb not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);

-- ---------------------------------------------------------------- tags
create table tag_category (
  tenant_id       bigint not null references company,
  tag_category_id bigint generated always as identity,
  category_name   text not null,
  color           text not null,
  primary key (tenant_id, tag_category_id),
  unique (tenant_id, category_name)
);
select protect_tenant_table('tag_category');

create table tag (
  tenant_id       bigint not null,
  tag_id          bigint generated always as identity,
  tag_category_id bigint not null,
  tag_name        text not null,
  primary key (tenant_id, tag_id),
  unique (tenant_id, tag_category_id, tag_name),
  foreign key (tenant_id, tag_category_id) references tag_category on delete cascade
);
select protect_tenant_table('tag');

-- ---------------------------------------------------------------- vehicles
-- Case and accents do not matter when people search. Immutable, so that indexes can stand on it.
create function fold(value text) returns text language sql immutable strict parallel safe
  return translate(lower(value), 'áàäâãéèëêíìïîóòöôõúùüûñç', 'aaaaaeeeeiiiiooooouuuunc');

create table vehicle (
  tenant_id              bigint not null references company,
  vehicle_id             bigint generated always as identity,
  plate                  text collate "C" not null check (plate ~ '^[A-Z0-9]{3,10}$'),
  vin                    text collate "C" not null check (vin ~ '^[A-Z0-9]{17}$'),
  custom_id              text collate "C" check (length(custom_id) between 1 and 50),
  state_id               integer not null references state,
  asset_status_id        smallint not null default 1,
  acquisition_reason_id  smallint not null default 1,
  replaced_by            bigint,
  rfc_name               text check (length(rfc_name) <= 300),
  tax_identifier         text check (length(tax_identifier) <= 128),
  lessor_name            text check (length(lessor_name) <= 300),
  brand_name             text check (length(brand_name) <= 150),
  model_name             text check (length(model_name) <= 150),
  year                   smallint check (year between 1950 and 2200),
  version_name           text check (length(version_name) <= 50),
  class                  text check (length(class) <= 150),
  type                   text check (length(type) <= 150),
  engine_number          text check (length(engine_number) <= 150),
  owner_name             text check (length(owner_name) <= 300),
  vehicle_color          text check (length(vehicle_color) <= 150),
  doors                  smallint check (doors between 0 and 10),
  origin_country         text check (length(origin_country) <= 150),
  variation              text check (length(variation) <= 150),
  cilinders              text check (length(cilinders) <= 150),
  axes                   text check (length(axes) <= 150),
  assembly_place         text check (length(assembly_place) <= 150),
  observations           text check (length(observations) <= 1000),
  plate_date             date,
  plate_entity           text check (length(plate_entity) <= 50),
  registration_date      date,
  registration_institution text check (length(registration_institution) <= 150),
  registration_sheet     text check (length(registration_sheet) <= 150),
  supplementary_data     text check (length(supplementary_data) <= 1000),
  ticket_status          smallint not null default -1,
  tenencia_status        smallint not null default -1,
  refrendo_status        smallint not null default -1,
  tickets_cdmx_status    smallint not null default -1,
  tickets_env_status     smallint not null default -1,
  misc_status            smallint not null default -1,
  violation_status       smallint not null default -1,
  stolen_status          smallint not null default -1,
  insurance_status       smallint not null default -1,
  inspection_status      smallint not null default -1,
  card_status            smallint not null default -1,
  plate_status           smallint not null default -1,
  repuve_status          smallint not null default -1,
  debt_total             numeric(14, 2),     -- what the sources say is owed; null while none has answered
  debt_without_amount    integer not null default 0,  -- debts whose amount no source gave
  processed_at           timestamptz,        -- newest good answer of any resource
  row_version            integer not null default 1,
  created_at             timestamptz not null default now(),
  updated_at             timestamptz not null default now(),
  primary key (tenant_id, vehicle_id),
  foreign key (tenant_id, replaced_by) references vehicle
) with (autovacuum_vacuum_scale_factor = 0.02, fillfactor = 85);  -- index-only counts need a fresh visibility map; checks update in place
select protect_tenant_table('vehicle');

-- Unique among a tenant's active assets: a sold vehicle's plate may come back on another.
create unique index vehicle_plate_active on vehicle (tenant_id, plate) where asset_status_id = 1;
create unique index vehicle_vin_active on vehicle (tenant_id, vin) where asset_status_id = 1;
-- The list: default filter, order by plate, status filters and exact counts answered from the index alone.
create index vehicle_list on vehicle (tenant_id, asset_status_id, plate, vehicle_id) include (ticket_status, tenencia_status,
  refrendo_status, tickets_cdmx_status, tickets_env_status, misc_status, violation_status, stolen_status, insurance_status,
  inspection_status, card_status, plate_status, repuve_status, state_id);
create index vehicle_by_plate on vehicle (tenant_id, plate, vehicle_id);
create index vehicle_by_vin on vehicle (tenant_id, vin, vehicle_id);
create index vehicle_by_custom on vehicle (tenant_id, custom_id, vehicle_id);
create index vehicle_by_created on vehicle (tenant_id, asset_status_id, created_at, vehicle_id);
create index vehicle_by_state on vehicle (tenant_id, asset_status_id, state_id, plate, vehicle_id);
create index vehicle_by_holder on vehicle (tenant_id, asset_status_id, rfc_name, vehicle_id);
create index vehicle_by_tax on vehicle (tenant_id, asset_status_id, tax_identifier, vehicle_id);
create index vehicle_by_lessor on vehicle (tenant_id, asset_status_id, lessor_name, vehicle_id);
create index vehicle_by_brand on vehicle (tenant_id, asset_status_id, brand_name, vehicle_id);
create index vehicle_by_model on vehicle (tenant_id, asset_status_id, model_name, vehicle_id);
create index vehicle_by_debt on vehicle (tenant_id, asset_status_id, debt_total, vehicle_id);
create index vehicle_by_year on vehicle (tenant_id, asset_status_id, year, vehicle_id);
create index vehicle_replaced_by on vehicle (tenant_id, replaced_by) where replaced_by is not null;
-- Rare bad news: one small index a type, so that "who has a theft report" does not read the fleet.
create index vehicle_p_ticket     on vehicle (tenant_id, asset_status_id, plate, vehicle_id) where ticket_status = 0;
create index vehicle_p_tenencia   on vehicle (tenant_id, asset_status_id, plate, vehicle_id) where tenencia_status = 2;
create index vehicle_p_refrendo   on vehicle (tenant_id, asset_status_id, plate, vehicle_id) where refrendo_status = 16;
create index vehicle_p_cdmx       on vehicle (tenant_id, asset_status_id, plate, vehicle_id) where tickets_cdmx_status = 0;
create index vehicle_p_env        on vehicle (tenant_id, asset_status_id, plate, vehicle_id) where tickets_env_status = 0;
create index vehicle_p_misc       on vehicle (tenant_id, asset_status_id, plate, vehicle_id) where misc_status = 9;
create index vehicle_p_violation  on vehicle (tenant_id, asset_status_id, plate, vehicle_id) where violation_status = 24;
create index vehicle_p_stolen     on vehicle (tenant_id, asset_status_id, plate, vehicle_id) where stolen_status = 4;
create index vehicle_p_insurance  on vehicle (tenant_id, asset_status_id, plate, vehicle_id) where insurance_status = 8;
create index vehicle_p_inspection on vehicle (tenant_id, asset_status_id, plate, vehicle_id) where inspection_status = 23;
create index vehicle_p_card       on vehicle (tenant_id, asset_status_id, plate, vehicle_id) where card_status = 20;
create index vehicle_p_plate      on vehicle (tenant_id, asset_status_id, plate, vehicle_id) where plate_status = 28;
create index vehicle_trgm on vehicle using gin ((plate || ' ' || vin || ' ' || upper(coalesce(custom_id, ''))) gin_trgm_ops);

create table vehicle_tag (
  tenant_id  bigint not null,
  tag_id     bigint not null,
  vehicle_id bigint not null,
  primary key (tenant_id, tag_id, vehicle_id),
  foreign key (tenant_id, tag_id) references tag on delete cascade,
  foreign key (tenant_id, vehicle_id) references vehicle on delete cascade
);
create index vehicle_tag_vehicle on vehicle_tag (tenant_id, vehicle_id);
select protect_tenant_table('vehicle_tag');

-- Text search for one tenant, past the policies: LIKE is not leakproof, so under row-level security the trigram index
-- would not be used (0.8 ms against 700 ms at a million rows). Both functions take their tenant from the transaction,
-- never from an argument; `%`, `_` and `\` in a fragment are plain characters.
create function like_escape(fragment text) returns text language sql immutable strict parallel safe
  return regexp_replace(fragment, '([%_\\])', '\\\1', 'g');

-- Vehicles whose named field (plate, vin or custom_id) contains the fragment.
create function vehicles_containing(field text, fragment text) returns table (vehicle_id bigint)
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select v.vehicle_id from vehicle v
    where v.tenant_id = nullif(current_setting('app.tenant', true), '')::bigint
      and (v.plate || ' ' || v.vin || ' ' || upper(coalesce(v.custom_id, ''))) like '%' || like_escape(upper(fragment)) || '%'
      and case field when 'plate' then v.plate when 'vin' then v.vin else upper(v.custom_id) end
          like '%' || like_escape(upper(fragment)) || '%';
  end;

-- The ten that fit best: whole value, then beginning, then anywhere. Each tier stops at ten, so a frequent fragment
-- costs no more than a rare one.
create function best_match(fragment text) returns table (vehicle_id bigint, tier integer)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  t bigint := nullif(current_setting('app.tenant', true), '')::bigint;
  f text := upper(fragment);
  anywhere text := '%' || like_escape(upper(fragment)) || '%';
begin
  return query
  select x.vehicle_id, min(x.tier) from (
    (select v.vehicle_id, 1 as tier from vehicle v where v.tenant_id = t and v.plate = f limit 10)
    union all (select v.vehicle_id, 1 from vehicle v where v.tenant_id = t and v.vin = f limit 10)
    union all (select v.vehicle_id, 1 from vehicle v where v.tenant_id = t and v.custom_id = fragment limit 10)
    union all (select v.vehicle_id, 2 from vehicle v where v.tenant_id = t and v.plate >= f and v.plate < f || '~' order by v.plate limit 10)
    union all (select v.vehicle_id, 3 from vehicle v where v.tenant_id = t and v.vin >= f and v.vin < f || '~' order by v.vin limit 10)
    union all (select v.vehicle_id, 4 from vehicle v where v.tenant_id = t
               and (v.plate || ' ' || v.vin || ' ' || upper(coalesce(v.custom_id, ''))) like anywhere limit 10)
  ) x group by x.vehicle_id order by 2, 1 limit 10;
end $$;

-- The functions belong to padron_system, whose policy lets them read; PostgreSQL asks CREATE of a new owner.
grant create on schema public to padron_system;
alter function vehicles_containing(text, text) owner to padron_system;
alter function best_match(text) owner to padron_system;
revoke create on schema public from padron_system;
revoke all on function vehicles_containing(text, text), best_match(text) from public;
grant execute on function vehicles_containing(text, text), best_match(text) to padron_app, padron_system;

-- ---------------------------------------------------------------- checks
-- The due table is its own queue: one row per vehicle and connector, claimed with SKIP LOCKED.
create table due_check (
  tenant_id     bigint not null,
  vehicle_id    bigint not null,
  connector_key text not null,
  portal_key    text not null references portal,
  due_at        timestamptz not null,
  priority      smallint not null default 0,      -- 1: asked by a person
  claim_id      uuid,                             -- the run that holds it: a stale worker's writes do not match it
  claimed_until timestamptz,
  attempts      integer not null default 0,       -- in a row without a good answer
  primary key (tenant_id, vehicle_id, connector_key),
  foreign key (tenant_id, vehicle_id) references vehicle on delete cascade
);
create index due_check_next on due_check (portal_key, priority desc, due_at) where claim_id is null;
create index due_check_claimed on due_check (portal_key, claimed_until) where claim_id is not null;
select protect_tenant_table('due_check');

create table check_run (
  tenant_id      bigint not null,
  run_id         uuid not null,
  vehicle_id     bigint not null,
  connector_key  text not null,
  portal_key     text not null,
  parser_version integer not null,
  started_at     timestamptz not null,
  duration_ms    integer not null,
  outcome        text not null,
  remark         text,
  raw            bytea,                           -- gzip of the answers as JSON
  raw_sha256     bytea,
  primary key (tenant_id, run_id),
  foreign key (tenant_id, vehicle_id) references vehicle on delete cascade
);
create index check_run_vehicle on check_run (tenant_id, vehicle_id, started_at desc);
create index check_run_health on check_run (portal_key, started_at);
select protect_tenant_table('check_run');

-- What a good run said of one resource; kept as history.
create table check_result (
  tenant_id   bigint not null,
  run_id      uuid not null,
  resource_id integer not null references resource,
  status_id   smallint not null,
  result      jsonb not null,
  evidence    jsonb not null,
  primary key (tenant_id, run_id, resource_id),
  foreign key (tenant_id, run_id) references check_run on delete cascade
);
select protect_tenant_table('check_result');

-- The newest per vehicle and resource: what every screen reads.
create table vehicle_resource (
  tenant_id       bigint not null,
  vehicle_id      bigint not null,
  resource_id     integer not null references resource,
  resource_type_id smallint not null,
  status_id       smallint not null default -1,
  good_run_id     uuid,
  good_at         timestamptz,
  fresh_until     timestamptz,
  debt_total      numeric(14, 2),                 -- of the newest good answer; null where it gave no amount
  debt_without_amount integer not null default 0,
  last_run_id     uuid,
  last_at         timestamptz,
  last_outcome    text,
  primary key (tenant_id, vehicle_id, resource_id),
  foreign key (tenant_id, vehicle_id) references vehicle on delete cascade,
  foreign key (tenant_id, good_run_id) references check_run (tenant_id, run_id),
  foreign key (tenant_id, last_run_id) references check_run (tenant_id, run_id)
);
create index vehicle_resource_good on vehicle_resource (tenant_id, good_run_id);
create index vehicle_resource_last on vehicle_resource (tenant_id, last_run_id);
select protect_tenant_table('vehicle_resource');

-- ---------------------------------------------------------------- who may touch what is not a tenant's
grant select on state, resource, role to padron_app;
-- The app reads a portal's face, never its credential.
grant select (portal_key, portal_name, owner_name, country, portal_url, simulated, base_url) on portal to padron_app;
grant select, insert, update, delete on state, portal, resource, role, sign_in_attempt, secret_key to padron_system;
grant usage on all sequences in schema public to padron_app, padron_system;
