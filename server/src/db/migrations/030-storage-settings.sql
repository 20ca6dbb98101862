-- How the tables that change most are packed and vacuumed. PostgreSQL vacuums a table when a fifth of it is dead: of a
-- million rows that is too late. None of these settings stops a reader or a writer, or rewrites a row.

-- ---------------------------------------------------------------- rows that stay on their page
-- Their updates touch no indexed column, so a page with room keeps the new version and reuses the old one's place.
alter table portal set (fillfactor = 25);            -- some thirty rows, each updated at every query of its source
alter table portal_account set (fillfactor = 25);    -- the same
alter table portal_usage set (fillfactor = 25);      -- a row a portal and month, updated at every query with a price
alter table source_stats set (fillfactor = 70);      -- the current slot's row is written each minute
alter table personal_token set (fillfactor = 70);    -- last_used_at, each minute that a program calls
alter table queue_item set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05); -- progress of a running job
-- Every edit updates a row and rewrites its list of recent changes, which is stored apart.
alter table catalogue_version set (
  fillfactor = 50, toast.autovacuum_vacuum_scale_factor = 0.02, toast.autovacuum_vacuum_threshold = 500
);

-- ---------------------------------------------------------------- rows that move
-- A claim and the next date are in indexes, so each check leaves three dead rows and their index entries, at the very
-- place where the next claim looks.
alter table due_check set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
alter table tenant_queue set (autovacuum_vacuum_scale_factor = 0.02);     -- next_at, at each claim
alter table mail set (autovacuum_vacuum_scale_factor = 0.05);             -- three states an email, then deleted
alter table webhook_delivery set (autovacuum_vacuum_scale_factor = 0.05); -- the same for an event
alter table access_token set (autovacuum_vacuum_scale_factor = 0.05);     -- a row a sign-in, then deleted

-- ---------------------------------------------------------------- large tables
-- In place where they can be (their fillfactor is that of 007); what a fifth would leave dead is gigabytes.
alter table vehicle_resource set (autovacuum_vacuum_scale_factor = 0.05); -- each check updates its vehicle's
alter table debt set (autovacuum_vacuum_scale_factor = 0.05);             -- last_seen_at, by each good answer

-- Parts of tables that only grow: vacuumed as they grow, which marks pages for index-only reads and freezes rows bit by
-- bit instead of all at once. New parts get the settings of `…_other`: partitions.ts.
do $$
declare part regclass;
begin
  for part in
    select inhrelid
    from pg_inherits
    where inhparent in ('check_run'::regclass, 'check_result'::regclass, 'check_event'::regclass, 'activity'::regclass)
  loop
    execute format('alter table %s set (autovacuum_vacuum_insert_scale_factor = 0.05)', part);
  end loop;
end $$;

-- ---------------------------------------------------------------- functions of triggers
-- Whoever may execute one can put it on a table of his own and so write rows as its owner. Triggers need no such right
-- to fire.
do $$
declare trigger_function regprocedure;
begin
  for trigger_function in
    select oid
    from pg_proc
    where pronamespace = 'public'::regnamespace and prorettype = 'trigger'::regtype
  loop
    execute format('revoke execute on function %s from public', trigger_function);
  end loop;
end $$;
