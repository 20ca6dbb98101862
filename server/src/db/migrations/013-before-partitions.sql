-- outside a transaction
-- What 014-partitions would look through whole tables for, done while everybody works: that no row is of a period to come, and the key of
-- the record. Killed, it begins again. As long as 014 was not run the release before goes on for a month at least.

-- The first id that is made at a moment.
create or replace function first_id_at(moment timestamptz) returns uuid language sql immutable parallel safe
  return (lpad(to_hex(floor(extract(epoch from moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;

-- Holds a table to what is before the next period (db/periods.ts; the one after it where that is less than a month ahead); what is there is
-- not looked at. An empty table needs none.
create or replace procedure hold_to_period(target text, period_key text, period text, length interval) language plpgsql as $$
declare
  ends timestamptz := (date_trunc(period, (now() + interval '1 month') at time zone 'UTC') + length) at time zone 'UTC';
begin
  perform set_config('lock_timeout', '1500ms', true);  -- whoever asks for the table after it waits as long
  execute format('alter table %I drop constraint if exists %I', target, target || '_period');
  if pg_relation_size(target::regclass) = 0 then return; end if;
  execute format('alter table %I add constraint %I check (%I < %L) not valid', target, target || '_period', period_key,
    case period_key when 'at' then ends::text else first_id_at(ends)::text end);
end $$;
-- Where a row is of a time to come, or of none (an id that is not of version 7), the table is not held: 014 looks through it.
create or replace procedure look_through(target text) language plpgsql as $$
declare
  held text := target || '_period';
begin
  if not exists (select from pg_constraint where conrelid = target::regclass and conname = held) then return; end if;
  begin
    execute format('alter table %I validate constraint %I', target, held);
    return;
  exception when check_violation then null;
  end;
  perform set_config('lock_timeout', '1500ms', true);
  execute format('alter table %I drop constraint %I', target, held);
end $$;

call hold_to_period('check_run', 'run_id', 'quarter', '3 months');
call look_through('check_run');
call hold_to_period('check_result', 'run_id', 'quarter', '3 months');
call look_through('check_result');
call hold_to_period('check_event', 'event_id', 'year', '1 year');
call look_through('check_event');
call hold_to_period('activity', 'at', 'year', '1 year');
call look_through('activity');
drop procedure hold_to_period(text, text, text, interval);
drop procedure look_through(text);

-- What a killed one left is of no use.
drop index concurrently if exists activity_key; -- safe: made by this file alone
create unique index concurrently activity_key on activity (tenant_id, activity_id, at);
