-- The resources of `vehicle_resource` and the portals of `due_check` are checked once a statement instead of once a row:
-- as foreign keys they were a third of the time of enrolling a fleet, and each row locked the portal that workers claim
-- from. Resources and portals are retired and never deleted, so what was checked stays right.

create function refuse_key_change() returns trigger language plpgsql as $$
begin
  raise restrict_violation using
    message = format('the key of a row of %I neither changes nor goes: others refer to it', tg_table_name);
end $$;
create trigger key_stays before delete on resource
  for each row execute function refuse_key_change();
create trigger key_changes before update of resource_id on resource
  for each row when (old.resource_id <> new.resource_id) execute function refuse_key_change();
create trigger key_stays before delete on portal
  for each row execute function refuse_key_change();
create trigger key_changes before update of portal_key on portal
  for each row when (old.portal_key <> new.portal_key) execute function refuse_key_change();

-- ---------------------------------------------------------------- resources
create function check_new_resources() returns trigger language plpgsql as $$
declare
  missing integer;
begin
  select n.resource_id into missing
  from (select distinct resource_id from new_rows) n
  where not exists (select from resource r where r.resource_id = n.resource_id)
  limit 1;
  if missing is not null then
    raise foreign_key_violation using message = format('there is no resource %s', missing);
  end if;
  return null;
end $$;
create trigger resources_exist after insert on vehicle_resource referencing new table as new_rows
  for each statement execute function check_new_resources();
create trigger key_changes before update of resource_id on vehicle_resource
  for each row when (old.resource_id <> new.resource_id) execute function refuse_key_change();
alter table vehicle_resource drop constraint vehicle_resource_resource_id_fkey;

-- ---------------------------------------------------------------- portals
create function check_new_portals() returns trigger language plpgsql as $$
declare
  missing text;
begin
  select n.portal_key into missing
  from (select distinct portal_key from new_rows) n
  where not exists (select from portal p where p.portal_key = n.portal_key)
  limit 1;
  if missing is not null then
    raise foreign_key_violation using message = format('there is no portal %s', missing);
  end if;
  return null;
end $$;
create trigger portals_exist after insert on due_check referencing new table as new_rows
  for each statement execute function check_new_portals();

create function check_portal() returns trigger language plpgsql as $$
begin
  if not exists (select from portal p where p.portal_key = new.portal_key) then
    raise foreign_key_violation using message = format('there is no portal %s', new.portal_key);
  end if;
  return null;
end $$;
create trigger portal_exists after update of portal_key on due_check
  for each row when (old.portal_key <> new.portal_key) execute function check_portal();
alter table due_check drop constraint due_check_portal_key_fkey;

revoke execute on function refuse_key_change(), check_new_resources(), check_new_portals(), check_portal() from public;
