-- Vehicles over time: what they were and what took their place, what the registries say of them, saved views and table
-- layouts, and bulk changes that can be undone.

-- ---------------------------------------------------------------- replacement
alter table vehicle
  add column replacing bigint,               -- the vehicle whose place it took; the other end is its replaced_by
  add column historic_group uuid;            -- all vehicles of one chain of replacements
alter table vehicle drop constraint vehicle_tenant_id_replaced_by_fkey;
alter table vehicle
  -- Deferrable: the one that is replaced names its replacement before that exists, so that its plate is free for it.
  add constraint vehicle_replaced_by_fkey foreign key (tenant_id, replaced_by) references vehicle
    on delete set null (replaced_by) deferrable,
  add constraint vehicle_replacing_fkey foreign key (tenant_id, replacing) references vehicle
    on delete set null (replacing) deferrable;
-- As plates and VINs: one active vehicle per identifier.
create unique index vehicle_custom_active on vehicle (tenant_id, custom_id) where asset_status_id = 1 and custom_id is not null;
create index vehicle_replacing on vehicle (tenant_id, replacing) where replacing is not null;
create index vehicle_group on vehicle (tenant_id, historic_group) where historic_group is not null;

-- The record of changes tells of both ends.
drop trigger audit_created on vehicle;
drop trigger audit_deleted on vehicle;
drop trigger audit_changed on vehicle;
select audit_table('vehicle', 'vehicle', 'vehicle_id', 'plate',
  'plate vin custom_id state_id asset_status_id acquisition_reason_id replaced_by replacing rfc_name tax_identifier lessor_name brand_name '
  'model_name year version_name class type engine_number owner_name vehicle_color doors origin_country variation cilinders axes '
  'assembly_place observations plate_date plate_entity registration_date registration_institution registration_sheet supplementary_data');

-- ---------------------------------------------------------------- history
-- One line of the timeline for each beginning, change of status, replacement and change of plate or VIN. Written by the
-- table itself, so that one vehicle and fifty thousand take the same path.
create table vehicle_history (
  tenant_id       bigint not null,
  history_id      bigint generated always as identity,
  vehicle_id      bigint not null,
  at              timestamptz not null default now(),
  asset_status_id smallint not null,         -- 2 (Información cambiada): plate or VIN changed
  plate           text collate "C" not null,
  vin             text collate "C" not null,
  custom_id       text collate "C",
  replacing       bigint,
  replaced_by     bigint,
  former_plate    text collate "C",          -- what they were before; null where they did not change
  former_vin      text collate "C",
  who             text not null,
  primary key (tenant_id, history_id),
  foreign key (tenant_id, vehicle_id) references vehicle on delete cascade
);
create index vehicle_history_vehicle on vehicle_history (tenant_id, vehicle_id, history_id);
-- A plate that a vehicle no longer has still finds it.
create index vehicle_history_plate on vehicle_history (tenant_id, former_plate) where former_plate is not null;
create index vehicle_history_vin on vehicle_history (tenant_id, former_vin) where former_vin is not null;
select protect_tenant_table('vehicle_history');

set local role padron_system;  -- the owner of the tables sees no company's rows
insert into vehicle_history (tenant_id, vehicle_id, at, asset_status_id, plate, vin, custom_id, replaced_by, who)
select tenant_id, vehicle_id, created_at, asset_status_id, plate, vin, custom_id, replaced_by, 'Padrón' from vehicle order by tenant_id, vehicle_id;
reset role;

create function tell_beginnings() returns trigger language plpgsql as $$
begin
  insert into vehicle_history (tenant_id, vehicle_id, asset_status_id, plate, vin, custom_id, replacing, replaced_by, who)
  select n.tenant_id, n.vehicle_id, n.asset_status_id, n.plate, n.vin, n.custom_id, n.replacing, n.replaced_by, a->>'name'
  from new_rows n, current_actor() as a order by n.vehicle_id;
  return null;
end $$;

create function tell_history() returns trigger language plpgsql as $$
begin
  if new.plate <> old.plate or new.vin <> old.vin then
    insert into vehicle_history (tenant_id, vehicle_id, asset_status_id, plate, vin, custom_id, former_plate, former_vin, who)
    values (new.tenant_id, new.vehicle_id, 2, new.plate, new.vin, new.custom_id,
      case when new.plate <> old.plate then old.plate end, case when new.vin <> old.vin then old.vin end, current_actor()->>'name');
  end if;
  if new.asset_status_id <> old.asset_status_id or new.replaced_by is distinct from old.replaced_by then
    insert into vehicle_history (tenant_id, vehicle_id, asset_status_id, plate, vin, custom_id, replacing, replaced_by, who)
    values (new.tenant_id, new.vehicle_id, new.asset_status_id, new.plate, new.vin, new.custom_id, null, new.replaced_by, current_actor()->>'name');
  end if;
  return null;
end $$;

create trigger history_begins after insert on vehicle referencing new table as new_rows
  for each statement execute function tell_beginnings();
create trigger history_goes_on after update of plate, vin, asset_status_id, replaced_by on vehicle for each row
  when (old.plate <> new.plate or old.vin <> new.vin or old.asset_status_id <> new.asset_status_id
    or (old.replaced_by is distinct from new.replaced_by and new.replaced_by is not null))
  execute function tell_history();

-- ---------------------------------------------------------------- what the registries say
-- The newest that a source said of the vehicle, asked by its VIN or by its plate: texts by the wire's field names.
create table vehicle_registry (
  tenant_id   bigint not null,
  vehicle_id  bigint not null,
  found_by    text not null check (found_by in ('vin', 'plate')),
  resource_id integer not null references resource,
  run_id      uuid not null,
  at          timestamptz not null,
  fields      jsonb not null,
  differing   text[] not null default '{}',  -- fields that say something else than the vehicle's own row
  missing     text[] not null default '{}',  -- fields that it knows and the vehicle's own row leaves blank
  primary key (tenant_id, vehicle_id, found_by),
  foreign key (tenant_id, vehicle_id) references vehicle on delete cascade
);
create index vehicle_registry_differs on vehicle_registry (tenant_id, vehicle_id) where differing <> '{}';
select protect_tenant_table('vehicle_registry');

-- How two texts are compared: case, accents, spaces and signs do not matter.
create function bare_words(value text) returns text language sql immutable parallel safe
  return nullif(regexp_replace(fold(value), '[^a-z0-9]+', '', 'g'), '');

create function registry_differences(v vehicle, fields jsonb, out differing text[], out missing text[]) language sql stable as $$
  select coalesce(array_agg(f.key order by f.key) filter (where bare_words(o.own) is not null), '{}'),
    coalesce(array_agg(f.key order by f.key) filter (where bare_words(o.own) is null), '{}')
  from jsonb_each_text(fields) f
  cross join lateral (select case f.key
    when 'plate' then v.plate when 'vin' then v.vin when 'brandName' then v.brand_name when 'modelName' then v.model_name
    when 'year' then v.year::text when 'version' then v.version_name when 'class' then v.class when 'type' then v.type
    when 'doors' then v.doors::text when 'country' then v.origin_country when 'variation' then v.variation
    when 'cilinders' then v.cilinders when 'axes' then v.axes when 'engineNumber' then v.engine_number
    when 'plateEntity' then v.plate_entity when 'assemblyPlace' then v.assembly_place when 'observations' then v.observations
    when 'plateDate' then v.plate_date::text when 'registrationDate' then v.registration_date::text
    when 'registrationInstitution' then v.registration_institution when 'registrationSheet' then v.registration_sheet
    when 'supplementaryData' then v.supplementary_data end as own) o
  where bare_words(f.value) is not null and bare_words(f.value) is distinct from bare_words(o.own) $$;

create function compare_registry() returns trigger language plpgsql as $$
begin
  select d.differing, d.missing into new.differing, new.missing
  from vehicle v cross join lateral registry_differences(v, new.fields) d
  where v.tenant_id = new.tenant_id and v.vehicle_id = new.vehicle_id;
  return new;
end $$;
create trigger compared before insert or update of fields on vehicle_registry for each row execute function compare_registry();

-- An edit changes what differs; another plate or VIN is another question, whose old answer is void.
create function compare_again() returns trigger language plpgsql as $$
begin
  delete from vehicle_registry r where r.tenant_id = new.tenant_id and r.vehicle_id = new.vehicle_id
    and (r.found_by = 'plate' and new.plate <> old.plate and r.fields->>'plate' is distinct from new.plate
      or r.found_by = 'vin' and new.vin <> old.vin and r.fields->>'vin' is distinct from new.vin);
  update vehicle_registry r set (differing, missing) = (select d.differing, d.missing from registry_differences(new, r.fields) d)
    where r.tenant_id = new.tenant_id and r.vehicle_id = new.vehicle_id;
  return null;
end $$;
create trigger compared_again after update of plate, vin, brand_name, model_name, year, version_name, class, type, doors, origin_country,
  variation, cilinders, axes, engine_number, plate_entity, assembly_place, observations, plate_date, registration_date,
  registration_institution, registration_sheet, supplementary_data on vehicle
  for each row when (old.row_version <> new.row_version) execute function compare_again();

-- ---------------------------------------------------------------- saved views and layouts
create table saved_view (
  tenant_id  bigint not null,
  view_id    bigint generated always as identity,
  user_id    bigint not null,
  view_name  text not null check (length(view_name) between 1 and 60),
  shared     boolean not null,
  definition jsonb not null,                 -- the list call's own filter, order and columns
  updated_at timestamptz not null default now(),
  version    integer not null default 1,
  primary key (tenant_id, view_id),
  foreign key (tenant_id, user_id) references app_user on delete cascade
);
create unique index saved_view_name_once on saved_view (tenant_id, user_id, fold(view_name));
create index saved_view_shared on saved_view (tenant_id) where shared;
select protect_tenant_table('saved_view');
-- The record tells of shared views only: a private one is nobody else's business.
create function record_view() returns trigger language plpgsql as $$
declare
  o jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  n jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  changed jsonb;
begin
  if not coalesce((o->>'shared')::boolean, false) and not coalesce((n->>'shared')::boolean, false)
    or is_being_erased((coalesce(n, o)->>'tenant_id')::bigint) then return null; end if;
  select jsonb_object_agg(k, jsonb_build_array(o->k, n->k)) into changed
  from unnest('{view_name,shared,definition}'::text[]) k where o->k is distinct from n->k;
  if changed is not null then
    perform record_activity((coalesce(n, o)->>'tenant_id')::bigint, 'view', (coalesce(n, o)->>'view_id')::bigint, coalesce(n, o)->>'view_name',
      case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'update' else 'delete' end, changed);
  end if;
  return null;
end $$;
create trigger audit_shared after insert or update or delete on saved_view for each row execute function record_view();

create table user_layout (
  tenant_id bigint not null,
  user_id   bigint not null,
  screen    text not null,
  columns   jsonb not null,
  primary key (tenant_id, user_id, screen),
  foreign key (tenant_id, user_id) references app_user on delete cascade
);
select protect_tenant_table('user_layout');

-- ---------------------------------------------------------------- bulk changes
create table bulk_change (
  tenant_id   bigint not null references company,
  bulk_id     uuid not null default gen_random_uuid(),
  at          timestamptz not null default now(),
  who         text not null,
  description text not null,
  change      jsonb not null,
  vehicles    integer not null,
  undone_at   timestamptz,
  primary key (tenant_id, bulk_id)
);
create index bulk_change_time on bulk_change (tenant_id, at desc);
select protect_tenant_table('bulk_change');

-- What undoing needs of each vehicle: its value before, and the version the change left it at.
create table bulk_change_row (
  tenant_id   bigint not null,
  bulk_id     uuid not null,
  vehicle_id  bigint not null,
  before      jsonb not null,
  row_version integer not null,
  primary key (tenant_id, bulk_id, vehicle_id),
  foreign key (tenant_id, bulk_id) references bulk_change on delete cascade,
  foreign key (tenant_id, vehicle_id) references vehicle on delete cascade
);
create index bulk_change_row_vehicle on bulk_change_row (tenant_id, vehicle_id);
select protect_tenant_table('bulk_change_row');

grant usage on all sequences in schema public to padron_app, padron_system;
