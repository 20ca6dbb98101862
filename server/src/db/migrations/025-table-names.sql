-- outside a transaction
-- Tables and columns get standard names. A view with the former name and columns takes each table's place in the same
-- transaction, for processes of the release before; the release after this one drops these views. Each call locks one table for a
-- moment. Killed, it begins again.

-- `columns`: new names by former ones. Constraints and indexes follow the table.
create or replace procedure rename_table(former text, name text, columns jsonb default '{}') language plpgsql as $$
declare
  changed record;
  selected text;
begin
  if (select relkind from pg_class where oid = to_regclass(former)) is distinct from 'r' then return; end if;
  perform set_config('lock_timeout', '1500ms', true);  -- whoever asks for the table after it waits as long
  select string_agg(format('%I as %I', coalesce(columns->>attname, attname), attname), ', ' order by attnum) into selected
  from pg_attribute
  where attrelid = former::regclass and attnum > 0 and not attisdropped;
  execute format('alter table %I rename to %I', former, name); -- safe: the view below has the former name
  for changed in select key, value from jsonb_each_text(columns) loop
    execute format('alter table %I rename column %I to %I', name, changed.key, changed.value); -- safe: the view below has it
  end loop;
  for changed in
    select conname, name || substr(conname, length(former) + 1) as renamed
    from pg_constraint
    where conrelid = name::regclass and starts_with(conname, former || '_')
  loop
    execute format('alter table %I rename constraint %I to %I', name, changed.conname, changed.renamed); -- safe: no statement has it
  end loop;
  for changed in
    select c.relname, name || substr(c.relname, length(former) + 1) as renamed
    from pg_index i
    join pg_class c on c.oid = i.indexrelid
    where i.indrelid = name::regclass and starts_with(c.relname, former || '_')
  loop
    execute format('alter index %I rename to %I', changed.relname, changed.renamed);
  end loop;
  -- Privileges and policies of the table apply to whoever uses the view.
  execute format('create view %I with (security_invoker = true) as select %s from %I', former, selected, name);
  execute format('grant select, insert, update, delete on %I to padron_app, padron_system', former);
  execute format('comment on view %I is %L', former, 'Former name of ' || name || ', for the release before; dropped by the next one.');
end $$;

call rename_table('vehicle_import_done', 'vehicle_import_change', '{"kept": "skip_reason"}');
call rename_table('content_put', 'content_upload', '{"put_at": "uploaded_at", "leaving_at": "removal_started_at"}');
call rename_table('due_queue', 'tenant_queue');
call rename_table('portal_month', 'portal_usage');
call rename_table('source_slot', 'source_stats');
call rename_table('source_hour', 'source_hourly_stats');
call rename_table('webhook_wait', 'pending_callback', '{"wait_id": "callback_id", "accepted": "acceptance"}');
call rename_table('enrolment', 'pending_enrolment', '{"done_to": "cursor"}');
call rename_table('fleet_statistics', 'dashboard_statistics', '{"shape": "facts_format", "papers": "documents_version",
  "papers_seen": "computed_documents_version", "took_ms": "duration_ms", "wanted_at": "requested_at", "wants": "request_count",
  "begun_at": "started_at", "claim": "claim_id", "failed": "failures"}');
call rename_table('debt_day', 'daily_debt');
call rename_table('news_seen', 'news_last_read', '{"seen_at": "read_at"}');
call rename_table('reminder_sent', 'sent_reminder');
drop procedure rename_table(text, text, jsonb);
