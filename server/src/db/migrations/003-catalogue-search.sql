-- Searching and sorting by every field of the catalogue.

-- `version` rises with any change of the fleet, checks included; `fields_version` with a change of what people write: a
-- vehicle's own fields, its tags, its status, a vehicle more or less. What a process keeps of a fleet stands under one of them.
alter table catalogue_version
  add column fields_version bigint not null default 1,
  -- The newest changes first, [[fields_version, [vehicle ids]], …], so that a process takes in a few vehicles instead of
  -- reading the fleet again. Where a version is missing in it, the fleet must be read again.
  add column recent_changes jsonb not null default '[]';

-- As before, a third of its cost where there is no accent to take off: most of what people type in capitals. Not strict, or
-- the planner could not write it into the query; of nothing it makes nothing all the same.
create or replace function fold(value text) returns text language sql immutable parallel safe
  return case when octet_length(value) = length(value) then lower(value)
    else translate(lower(value), 'áàäâãéèëêíìïîóòöôõúùüûñç', 'aaaaaeeeeiiiiooooouuuunc') end;

-- These sorts are answered from columns that a process keeps; what nothing reads only slows whoever writes.
drop index vehicle_by_holder, vehicle_by_tax, vehicle_by_lessor, vehicle_by_brand, vehicle_by_model, vehicle_by_year, vehicle_by_created;
