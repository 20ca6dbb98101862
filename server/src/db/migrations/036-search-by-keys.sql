-- Search by the company's own keys (tenant_id and plate, VIN or identifier), read from the index alone. The trigram
-- index of all companies named thousands of others' vehicles for a text that many VINs share, and was two fifths of
-- the time of inserting a vehicle; 035 has dropped it.
--
-- One plan serves every company and every text, so none is planned again at a call. The functions take their company
-- from the transaction, never from an argument; `%`, `_` and `\` of a fragment are plain characters.

-- Vehicles whose named field (plate, vin or custom_id) contains the fragment, without regard to case; of custom_id
-- without accents too: plates and VINs have none.
create or replace function vehicles_containing(field text, fragment text) returns table (vehicle_id bigint)
  language plpgsql stable security definer
  set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan
as $$
declare
  t bigint := nullif(current_setting('app.tenant', true), '')::bigint;
  folded text := '%' || like_escape(fold(fragment)) || '%';
  capitals text := '%' || like_escape(upper(fragment)) || '%';
begin
  if field = 'plate' then
    return query
    select v.vehicle_id
    from vehicle v
    where v.tenant_id = t and v.plate like capitals;
  elsif field = 'vin' then
    return query
    select v.vehicle_id
    from vehicle v
    where v.tenant_id = t and v.vin like capitals;
  else
    return query
    select v.vehicle_id
    from vehicle v
    where v.tenant_id = t and fold(v.custom_id) like folded;
  end if;
end $$;

-- The search box, first step: what the keys find. The tiers: whole value, beginning of the plate, of the VIN, of the
-- identifier, the whole former value, its beginning. Each stops at ten.
create function match_by_key(fragment text) returns table (vehicle_id bigint, tier integer, former text)
  language plpgsql stable security definer
  set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan
as $$
declare
  t bigint := nullif(current_setting('app.tenant', true), '')::bigint;
  f text := upper(fragment);
  after_f text := upper(fragment) || '~';
begin
  return query
  select distinct on (x.vehicle_id) x.vehicle_id, x.tier, x.former
  from (
    (select v.vehicle_id, 1 as tier, null::text as former
    from vehicle v
    where v.tenant_id = t and v.plate = f
    limit 10)
    union all
    (select v.vehicle_id, 1, null
    from vehicle v
    where v.tenant_id = t and v.vin = f
    limit 10)
    union all
    (select v.vehicle_id, 1, null
    from vehicle v
    where v.tenant_id = t and v.custom_id = fragment
    limit 10)
    union all
    (select v.vehicle_id, 2, null
    from vehicle v
    where v.tenant_id = t and v.plate >= f and v.plate < after_f
    order by v.plate
    limit 10)
    union all
    (select v.vehicle_id, 3, null
    from vehicle v
    where v.tenant_id = t and v.vin >= f and v.vin < after_f
    order by v.vin
    limit 10)
    union all
    (select v.vehicle_id, 4, null
    from vehicle v
    where v.tenant_id = t and v.custom_id >= fragment and v.custom_id < fragment || U&'\FFFD'
    order by v.custom_id
    limit 10)
    union all
    (select h.vehicle_id, 5, h.former_plate
    from vehicle_history h
    where h.tenant_id = t and h.former_plate = f
    limit 10)
    union all
    (select h.vehicle_id, 5, h.former_vin
    from vehicle_history h
    where h.tenant_id = t and h.former_vin = f
    limit 10)
    union all
    (select h.vehicle_id, 6, h.former_plate
    from vehicle_history h
    where h.tenant_id = t and h.former_plate >= f and h.former_plate < after_f
    order by h.former_plate
    limit 10)
    union all
    (select h.vehicle_id, 6, h.former_vin
    from vehicle_history h
    where h.tenant_id = t and h.former_vin >= f and h.former_vin < after_f
    order by h.former_vin
    limit 10)
  ) x
  order by x.vehicle_id, x.tier;
end $$;

-- Second step, where the keys found fewer than ten and the process has not the fleet's columns in memory: anywhere in
-- the three fields. What is frequent is soon found among the newest vehicles; else each key is read until it has given
-- ten.
create function match_anywhere(fragment text) returns table (vehicle_id bigint, tier integer, former text)
  language plpgsql stable security definer
  set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan
as $$
declare
  t bigint := nullif(current_setting('app.tenant', true), '')::bigint;
  folded text := '%' || like_escape(fold(fragment)) || '%';
  capitals text := '%' || like_escape(upper(fold(fragment))) || '%';
  found integer;
begin
  return query
  select n.vehicle_id, 7, null::text
  from (
    select v.vehicle_id, v.plate, v.vin, v.custom_id
    from vehicle v
    where v.tenant_id = t
    order by v.vehicle_id desc
    limit 1000) n
  where n.plate like capitals or n.vin like capitals or fold(n.custom_id) like folded
  limit 10;
  get diagnostics found = row_count;
  if found >= 10 then
    return;
  end if;
  return query
  (select v.vehicle_id, 7, null::text
  from vehicle v
  where v.tenant_id = t and v.plate like capitals
  order by v.plate
  limit 10)
  union
  (select v.vehicle_id, 7, null
  from vehicle v
  where v.tenant_id = t and v.vin like capitals
  order by v.vin
  limit 10)
  union
  (select v.vehicle_id, 7, null
  from vehicle v
  where v.tenant_id = t and fold(v.custom_id) like folded
  order by v.custom_id
  limit 10);
end $$;

-- A key alone answers where vacuum has marked the pages: of new vehicles too, long before they are a fifth of the table.
alter table vehicle set (autovacuum_vacuum_insert_scale_factor = 0.02);

-- Both steps at once, as the release before asks.
create or replace function best_match(fragment text) returns table (vehicle_id bigint, tier integer, former text)
  language plpgsql stable set search_path = public, pg_temp as $$
declare
  found integer;
begin
  return query
  select m.vehicle_id, m.tier, m.former
  from match_by_key(fragment) m;
  get diagnostics found = row_count;
  if found < 10 then
    return query
    select m.vehicle_id, m.tier, m.former
    from match_anywhere(fragment) m;
  end if;
end $$;

-- They belong to padron_system, whose policy lets them read; PostgreSQL asks CREATE of a new owner.
grant create on schema public to padron_system;
alter function match_by_key(text) owner to padron_system;
alter function match_anywhere(text) owner to padron_system;
revoke create on schema public from padron_system;
revoke all on function match_by_key(text), match_anywhere(text) from public;
grant execute on function match_by_key(text), match_anywhere(text) to padron_app, padron_system;
