-- outside a transaction
-- The search box also finds a vehicle by the last characters of its VIN and by its holder. Each has an index: the VIN
-- read backwards, and the company's holders' names, of which equal values share one entry.
drop index concurrently if exists vehicle_by_vin_end; -- safe: left invalid by a run that was killed
-- The tenant comes last: where a company is new and its statistics are not, this key must not pass for one of tenants.
create index concurrently vehicle_by_vin_end on vehicle (reverse(vin) text_pattern_ops, tenant_id);

drop index concurrently if exists vehicle_by_holder_name; -- safe: left invalid by a run that was killed
create index concurrently vehicle_by_holder_name on vehicle (tenant_id, rfc_name) where rfc_name is not null;

-- Vehicles whose VIN ends in the fragment, then vehicles whose holder's name contains it, ten of each at most. Tiers
-- follow those of match_by_key and match_anywhere (036). The VIN's end: four characters or more. The holder: three or
-- more; the different names of the company are read one by one from the key, ten thousand at most.
create or replace function match_by_vin_end(fragment text)
  returns table (vehicle_id bigint, tier integer, former text)
  language plpgsql stable security definer
  set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan
as $$
declare
  t bigint := nullif(current_setting('app.tenant', true), '')::bigint;
  backwards text := reverse(upper(fragment));
  after_backwards text := reverse(upper(fragment)) || '~';
begin
  if length(fragment) not between 4 and 16 then
    return;
  end if;
  return query
  select v.vehicle_id, 5, null::text
  from vehicle v
  where v.tenant_id = t and reverse(v.vin) ~>=~ backwards and reverse(v.vin) ~<~ after_backwards
  limit 10;
end $$;

create or replace function match_by_holder(fragment text)
  returns table (vehicle_id bigint, tier integer, former text)
  language plpgsql stable security definer
  set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan
as $$
declare
  t bigint := nullif(current_setting('app.tenant', true), '')::bigint;
  folded text := '%' || like_escape(fold(fragment)) || '%';
begin
  if length(fragment) < 3 then
    return;
  end if;
  return query
  with recursive holder as (
    (select v.rfc_name as name, 1 as place
    from vehicle v
    where v.tenant_id = t and v.rfc_name is not null
    order by v.rfc_name
    limit 1)
    union all
    select (
      select v.rfc_name
      from vehicle v
      where v.tenant_id = t and v.rfc_name is not null and v.rfc_name > h.name
      order by v.rfc_name
      limit 1), h.place + 1
    from holder h
    where h.name is not null and h.place < 10000
  )
  select v.vehicle_id, 8, null::text
  from (select h.name from holder h where fold(h.name) like folded limit 10) n
  cross join lateral (
    select o.vehicle_id
    from vehicle o
    where o.tenant_id = t and o.rfc_name = n.name
    limit 10) v
  limit 10;
end $$;

-- They belong to padron_system, whose policy lets them read; PostgreSQL asks CREATE of a new owner.
grant create on schema public to padron_system;
alter function match_by_vin_end(text) owner to padron_system;
alter function match_by_holder(text) owner to padron_system;
revoke create on schema public from padron_system;
revoke all on function match_by_vin_end(text), match_by_holder(text) from public;
grant execute on function match_by_vin_end(text), match_by_holder(text) to padron_app, padron_system;
