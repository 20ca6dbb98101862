-- The tables that grow without end are kept by period: answers and what they said (by run id), what changed (by event id), the record of
-- activity (by its moment). Ids of runs and events are uuids of version 7, so their order is that of time, and every key stays as it was.
-- No row is copied: what there is becomes the first partition (`…_before`). db/partitions.ts makes the periods.
-- Names, columns and what the release before asks of them stay. 013 has looked through what there is, so this takes milliseconds.

-- Whoever writes waits from here on, in the order in which the product locks them.
-- safe: as long as the tables take their new shape
lock table vehicle in share row exclusive mode;
lock table check_run, check_result, check_event, activity in access exclusive mode; -- safe: as before

-- Makes the table anew, by period and otherwise as it was (keys, indexes, policies, grants, triggers, functions bound to it); the one there
-- was is `…_before`, still to be attached, and whatever is of no period goes to `…_other`.
create function become_first_period(target text, period_key text, key_columns text) returns void language plpgsql as $$
declare
  former text := target || '_before';
  was regclass := target::regclass;
  again text[];   -- what makes the new table as the old one was, in order
  functions text[];
  each record;
begin
  select array_agg(pg_get_functiondef(p.oid)) into functions from pg_proc p
  where exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.refclassid = 'pg_class'::regclass and d.refobjid = was);
  select array_agg(statement order by place, statement) into again from (
    select 1 as place, format('create table %I (like %I including defaults including constraints including generated including storage including compression)
      partition by range (%I)', target, former, period_key) as statement
    union all select 2, format('alter table %I add primary key (%s)', target, key_columns)
    union all select 2, pg_get_indexdef(indexrelid) from pg_index where indrelid = was and not indisprimary
    union all select 3, format('alter table %I add constraint %I %s', target, conname, pg_get_constraintdef(oid))
      from pg_constraint where conrelid = was and contype = 'f' and confrelid <> 'check_run'::regclass
    union all select 4, format('alter table %1$I enable row level security; alter table %1$I force row level security', target)
    union all select 5, format('create policy %I on %I for %s to %s %s %s', policyname, target, cmd, array_to_string(roles, ', '),
        'using (' || qual || ')', 'with check (' || with_check || ')') from pg_policies where schemaname = 'public' and tablename = target
    union all select 6, format('grant %s on %I to %I', a.privilege_type, target, a.grantee::regrole)
      from pg_class c cross join aclexplode(c.relacl) a where c.oid = was and a.grantee <> c.relowner and a.grantee <> 0
    union all select 7, pg_get_triggerdef(oid) from pg_trigger where tgrelid = was and not tgisinternal) s;

  for each in select tgname from pg_trigger where tgrelid = was and not tgisinternal loop execute format('drop trigger %I on %I', each.tgname, target); end loop;
  for each in select policyname from pg_policies where schemaname = 'public' and tablename = target loop execute format('drop policy %I on %I', each.policyname, target); end loop;
  for each in select distinct a.grantee::regrole as role from pg_class c cross join aclexplode(c.relacl) a where c.oid = was and a.grantee <> c.relowner and a.grantee <> 0
    loop execute format('revoke all on %I from %s', target, each.role); end loop;
  for each in select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = was
    loop execute format('alter index %I rename to %I', each.relname, replace(each.relname, target, former)); end loop;
  execute format('alter table %I rename to %I', target, former);

  for i in 1 .. cardinality(again) loop execute again[i]; end loop;
  execute format('alter table %I drop constraint if exists %I', target, target || '_period');  -- of what there was, not of what comes
  for i in 1 .. coalesce(cardinality(functions), 0) loop execute functions[i]; end loop;
  -- Nobody but the owner has a right to a partition: rows are reached by the table, whose policies hide those of others.
  execute format('create table %I partition of %I default', target || '_other', target);
  execute format('alter table %1$I enable row level security; alter table %1$I force row level security', target || '_other');
end $$;

-- Up to where 013 holds a table; null: it does not.
create function held_to(target text) returns text language sql
  return (select substring(pg_get_constraintdef(oid) from $re$'([^']+)'$re$) from pg_constraint
    where conrelid = target::regclass and conname = target || '_period' and convalidated);
-- Tables and no temporary ones: the right to make those may have been taken from everybody.
create table check_run_default (like check_run);
create table check_result_default (like check_result);
create table check_event_default (like check_event);
grant select, insert on check_run_default, check_result_default, check_event_default to padron_system;

do $$
declare
  -- Where periods begin (db/periods.ts): of runs a quarter, of what changed and of the record a year.
  next_quarter timestamptz := (date_trunc('quarter', now() at time zone 'UTC') + interval '3 months') at time zone 'UTC';
  next_year timestamptz := (date_trunc('year', now() at time zone 'UTC') + interval '1 year') at time zone 'UTC';
  held text[] := array(select conrelid::regclass::text from pg_constraint where conname = conrelid::regclass::text || '_period' and convalidated);
  runs_to uuid := coalesce(held_to('check_run'), held_to('check_result'), first_id_at(next_quarter)::text);
  events_to uuid := coalesce(held_to('check_event'), first_id_at(next_year)::text);
  activity_to timestamptz := held_to('activity');
  latest timestamptz;
  numbers record;
  each text;
begin
  -- Ids of no time, or of a clock that is ahead: copied here, and written again when the table has a place for them.
  if not held @> '{check_run,check_result,check_event}' then
    alter table check_run disable trigger user; -- safe: nobody else has the table
    set local role padron_system;
    insert into check_run_default select * from check_run where run_id >= runs_to;
    insert into check_result_default select * from check_result where run_id >= runs_to;
    insert into check_event_default select * from check_event where event_id >= events_to;
    delete from check_run where run_id >= runs_to; -- safe: a few, and nobody else has the table; what they said goes with them
    delete from check_event where event_id >= events_to; -- safe: as before
    reset role;
    alter table check_run enable trigger user;
  end if;
  if activity_to is null then
    set local role padron_system;
    select max(at) into latest from activity;
    reset role;
    activity_to := greatest(next_year, (date_trunc('year', latest at time zone 'UTC') + interval '1 year') at time zone 'UTC');
  end if;

  -- A number is one of a company's in any period: the key has the moment because PostgreSQL asks it of the key of what is kept by it.
  select last_value, is_called into numbers from activity_activity_id_seq;
  alter table activity drop constraint activity_pkey;
  alter table activity add constraint activity_pkey primary key using index activity_key;
  alter table activity alter column activity_id drop identity;

  perform become_first_period('check_result', 'run_id', 'tenant_id, run_id, resource_id');
  perform become_first_period('check_run', 'run_id', 'tenant_id, run_id');
  perform become_first_period('check_event', 'event_id', 'tenant_id, event_id');
  perform become_first_period('activity', 'at', 'tenant_id, activity_id, at');
  -- Servers before 17 know no identity of a table of many parts.
  create sequence activity_activity_id_seq owned by activity.activity_id;
  perform setval('activity_activity_id_seq', numbers.last_value, numbers.is_called);
  alter table activity alter column activity_id set default nextval('activity_activity_id_seq');
  grant usage on sequence activity_activity_id_seq to padron_app, padron_system;
  execute format('alter table check_run attach partition check_run_before for values from (minvalue) to (%L)', runs_to); -- safe: 013 proved it, so nothing is looked through
  execute format('alter table check_result attach partition check_result_before for values from (minvalue) to (%L)', runs_to); -- safe: as before
  execute format('alter table check_event attach partition check_event_before for values from (minvalue) to (%L)', events_to); -- safe: as before
  execute format('alter table activity attach partition activity_before for values from (minvalue) to (%L)', activity_to); -- safe: as before
  foreach each in array held loop execute format('alter table %I drop constraint %I', each || '_before', each || '_period'); end loop;
  -- What a run said is in the same period as the run, so each period points at its own and can go without asking the others.
  alter table check_result_other add foreign key (tenant_id, run_id) references check_run_other on delete cascade; -- safe: both are empty

  set local role padron_system;
  insert into check_run select * from check_run_default;
  insert into check_result select * from check_result_default;
  reset role;
  alter table check_event disable trigger user; -- safe: nobody else has the table; they were told when they happened
  set local role padron_system;
  insert into check_event select * from check_event_default;
  reset role;
  alter table check_event enable trigger user;
end $$;
drop table check_run_default, check_result_default, check_event_default;
drop function become_first_period(text, text, text); -- safe: made above
drop function held_to(text); -- safe: made above

-- ---------------------------------------------------------------- every key has the company
-- The token is random: with its company it is no less one than without, and where companies lie on servers of their own no other key can be had.
alter table webhook_wait drop constraint webhook_wait_token_hash_key;
alter table webhook_wait add constraint webhook_wait_token_once unique (tenant_id, token_hash); -- safe: what is awaited now, a few thousand at most
create index webhook_wait_token on webhook_wait (token_hash); -- safe: as before
