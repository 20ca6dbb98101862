-- As analyze_fleet() does for vehicles: where one of many fleets was just enrolled, the planner takes its company for one
-- with a single check, and compares each of its rows with each.
create function analyze_checks() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze vehicle_resource, due_check, debt, obligation;
end $$;
revoke all on function analyze_checks() from public;
grant execute on function analyze_checks() to padron_app, padron_system;
