-- The search box finds a vehicle by what it was called before, too; of former plates and VINs the whole value or its beginning.
-- The tiers: whole value, beginning of the plate, of the VIN, of the identifier, the whole former value, its beginning, and last
-- anywhere, where those before were fewer than ten. Each stops at ten. Planned at every call: a plan for any company and any
-- fragment would read a large company's whole key beside the trigram index (40 ms at a million vehicles against 3).
drop function best_match(text);
create function best_match(fragment text) returns table (vehicle_id bigint, tier integer, former text)
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  t bigint := nullif(current_setting('app.tenant', true), '')::bigint;
  f text := upper(fragment);
  anywhere text := '%' || like_escape(upper(fragment)) || '%';
  found integer;
begin
  return query
  select distinct on (x.vehicle_id) x.vehicle_id, x.tier, x.former from (
    (select v.vehicle_id, 1 as tier, null::text as former from vehicle v where v.tenant_id = t and v.plate = f limit 10)
    union all (select v.vehicle_id, 1, null from vehicle v where v.tenant_id = t and v.vin = f limit 10)
    union all (select v.vehicle_id, 1, null from vehicle v where v.tenant_id = t and v.custom_id = fragment limit 10)
    union all (select v.vehicle_id, 2, null from vehicle v where v.tenant_id = t and v.plate >= f and v.plate < f || '~' order by v.plate limit 10)
    union all (select v.vehicle_id, 3, null from vehicle v where v.tenant_id = t and v.vin >= f and v.vin < f || '~' order by v.vin limit 10)
    union all (select v.vehicle_id, 4, null from vehicle v where v.tenant_id = t and v.custom_id >= fragment and v.custom_id < fragment || U&'\FFFD' order by v.custom_id limit 10)
    union all (select h.vehicle_id, 5, h.former_plate from vehicle_history h where h.tenant_id = t and h.former_plate = f limit 10)
    union all (select h.vehicle_id, 5, h.former_vin from vehicle_history h where h.tenant_id = t and h.former_vin = f limit 10)
    union all (select h.vehicle_id, 6, h.former_plate from vehicle_history h
               where h.tenant_id = t and h.former_plate >= f and h.former_plate < f || '~' order by h.former_plate limit 10)
    union all (select h.vehicle_id, 6, h.former_vin from vehicle_history h
               where h.tenant_id = t and h.former_vin >= f and h.former_vin < f || '~' order by h.former_vin limit 10)
  ) x order by x.vehicle_id, x.tier;
  get diagnostics found = row_count;
  if found >= 10 then return; end if;
  -- What is frequent is soon found by walking; below three letters the trigram index is of no use, and that is all that is done.
  return query
  select n.vehicle_id, 7, null::text from (
    select v.vehicle_id, v.plate, v.vin, v.custom_id from vehicle v where v.tenant_id = t order by v.vehicle_id desc limit 1000) n
  where (n.plate || ' ' || n.vin || ' ' || upper(coalesce(n.custom_id, ''))) like anywhere limit 10;
  get diagnostics found = row_count;
  if found >= 10 or length(f) < 3 then return; end if;
  -- An order that no index has keeps the planner from hoping to meet ten by chance: it takes the trigram index.
  return query
  select v.vehicle_id, 7, null::text from vehicle v
  where v.tenant_id = t and (v.plate || ' ' || v.vin || ' ' || upper(coalesce(v.custom_id, ''))) like anywhere
  order by v.plate || v.vin limit 10;
end $$;

-- As in 001: the function belongs to padron_system, whose policy lets it read; PostgreSQL asks CREATE of a new owner.
grant create on schema public to padron_system;
alter function best_match(text) owner to padron_system;
revoke create on schema public from padron_system;
revoke all on function best_match(text) from public;
grant execute on function best_match(text) to padron_app, padron_system;
