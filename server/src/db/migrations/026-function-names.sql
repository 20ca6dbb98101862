-- Functions and the columns of official rules get standard names, and archived rows those of 025. Trigger names stay: to change one
-- locks vehicles, jobs and checks, and no statement names them.

set local role padron_system;
-- safe: archived rows, which nobody else changes
update deleted_row
set table_name = 'pending_callback',
  row = row - 'wait_id' - 'accepted' || jsonb_build_object('callback_id', row->'wait_id', 'acceptance', row->'accepted')
where table_name = 'webhook_wait';
-- safe: as before
update deleted_row
set table_name = 'sent_reminder'
where table_name = 'reminder_sent';
reset role;

-- ---------------------------------------------------------------- official rules
-- safe: some forty rows in all; the former names are computed from the new ones, for processes of the release before
alter table calendar_rule rename says to description;
alter table calendar_rule rename switched to enabled_override; -- safe: as before
alter table calendar_rule
  add column says text generated always as (description) stored, -- safe: as before
  add column switched boolean generated always as (enabled_override) stored; -- safe: as before
alter table payment_rule rename says to description; -- safe: as before
alter table payment_rule rename switched to enabled_override; -- safe: as before
alter table payment_rule rename other_says to other_description; -- safe: as before
alter table payment_rule
  add column says text generated always as (description) stored, -- safe: as before
  add column switched boolean generated always as (enabled_override) stored, -- safe: as before
  add column other_says text generated always as (other_description) stored; -- safe: as before

-- ---------------------------------------------------------------- functions
create function analyze_fleet() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze vehicle (tenant_id, vehicle_id, plate, vin, custom_id, asset_status_id, state_id);
end $$;
revoke all on function analyze_fleet() from public;
grant execute on function analyze_fleet() to padron_app, padron_system;
comment on function count_fleet_anew() is 'Former name of analyze_fleet, for the release before; dropped by the next one.';

-- Bodies name tables, functions and variables as text, which a rename does not change.
do $$
declare
  each record;
  body text;
begin
  for each in
    select *
    from (values
      ('join_line()', 'due_queue', 'tenant_queue'),
      ('record_rows()', 'told', 'audited_columns'),
      ('record_documents()', 'with_paper', 'with_document_names'),
      ('record_document_changes()', 'with_paper', 'with_document_names'),
      ('record_document_values()', 'with_paper', 'with_document_names'),
      ('record_document_fields()', 'field_told', 'describe_document_field')) x (function, former, name)
  loop
    execute regexp_replace(pg_get_functiondef(each.function::regprocedure), '\m' || each.former || '\M', each.name, 'g');
  end loop;
  -- The name of a parameter changes only with a new function.
  body := pg_get_functiondef('audit_table(text, text, text, text, text)'::regprocedure);
  drop function audit_table(text, text, text, text, text); -- safe: migrations alone call it
  execute regexp_replace(body, '\mtold\M', 'audited_columns', 'g');
end $$;
alter function with_paper(jsonb) rename to with_document_names;
alter function field_told(jsonb) rename to describe_document_field;
alter function order_work() rename to enqueue_job;
alter function join_line() rename to update_tenant_queue;
alter function hand_on_answer() rename to move_shared_answer;
alter function tell_beginnings() rename to record_first_history;
alter function tell_history() rename to record_history;
alter function compare_again() rename to recompare_registry;
alter function tell_queue() rename to notify_queue;
alter function tell_of_checks() rename to queue_check_webhooks;
alter function tell_of_new_vehicles() rename to queue_vehicle_created_webhooks;
alter function tell_of_changed_vehicle() rename to queue_vehicle_updated_webhooks;
alter function tell_of_finished_job() rename to queue_job_finished_webhooks;
