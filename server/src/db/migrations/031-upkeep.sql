-- outside a transaction
-- What whoever runs the database needs: indexes by which rows go with their vehicle, figures to watch it by, and what a
-- row of each table is.

-- ---------------------------------------------------------------- indexes
-- Deleting 200 of 20,000 vehicles read both tables 200 times: 9 s, and 40 ms with these.
drop index concurrently if exists pending_callback_vehicle; -- safe: of a run that was killed
create index concurrently pending_callback_vehicle on pending_callback (tenant_id, vehicle_id);
drop index concurrently if exists pending_callback_ended; -- safe: of a run that was killed
create index concurrently pending_callback_ended on pending_callback (ended_at) where ended_at is not null;
drop index concurrently if exists evidence_file_vehicle; -- safe: of a run that was killed
create index concurrently evidence_file_vehicle on evidence_file (tenant_id, vehicle_id);

-- ---------------------------------------------------------------- what is watched
alter table installation add column if not exists backed_up_at timestamptz; -- by `padron backup`, whole

-- A session sees what others do only if they have its role. This function's owner is who all of ours log in as; what
-- follows the database by streaming, it sees if it has pg_monitor too. No figure: it does not see it, or there is none.
create or replace function database_activity(
  out longest_transaction_seconds double precision,
  out lock_waits integer,
  out longest_lock_wait_seconds double precision,
  out commit_waits integer,                       -- commits that wait for a synchronous standby
  out standbys integer,
  out standby_lag_bytes double precision,         -- of the one that is furthest behind
  out slot_bytes double precision,                -- of the log that is kept for the replication slot furthest behind
  out archived_seconds double precision           -- since a file of the log was last archived
) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with session as (
    select pid, xact_start, wait_event
    from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'),
  log as (
    select case when pg_is_in_recovery() then null else pg_current_wal_lsn() end as place)
  select
    (select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8 from session),
    (select count(*)::integer from pg_locks where not granted and pid in (select pid from session)),
    (select coalesce(max(extract(epoch from clock_timestamp() - waitstart)), 0)::float8
      from pg_locks
      where not granted and pid in (select pid from session)),
    (select count(*)::integer from session where wait_event = 'SyncRep'),
    (select count(*)::integer from pg_stat_replication where state = 'streaming'),
    (select max(pg_wal_lsn_diff(place, replay_lsn))::float8 from pg_stat_replication, log),
    (select max(pg_wal_lsn_diff(place, restart_lsn))::float8 from pg_replication_slots, log),
    (select extract(epoch from clock_timestamp() - last_archived_time)::float8 from pg_stat_archiver)
$$;
revoke execute on function database_activity() from public;
grant execute on function database_activity() to padron_system;

-- ---------------------------------------------------------------- companies, users, access
comment on table company is 'A company (tenant): everything with its tenant_id is its own.';
comment on table company_logo is 'The logo that a company''s console shows.';
comment on table app_user is 'A person who may sign in, with what they may do.';
comment on table preset is 'A profile: a named set of permissions that users are given.';
comment on table user_tag is 'A tag of a user.';
comment on table user_layout is 'The columns that a user chose on a screen.';
comment on table access_token is 'A session, by the hash of its token.';
comment on table personal_token is 'An access token of a user''s program, by its hash.';
comment on table sign_in is 'One sign-in or failed try of a user.';
comment on table sign_in_attempt is 'Failures of a user name or an address, and until when it waits.';
comment on table used_sealed_password is 'A sealed password that was accepted: it counts once.';
comment on table secret_key is 'A key of the installation: of the password step, or of file addresses.';
comment on table installation is 'The one row that says which installation this is.';
comment on table activity is 'One recorded change: by whom, from where, before and after. Written by triggers.';

-- ---------------------------------------------------------------- vehicles
comment on table state is 'A state of Mexico or a department of Colombia.';
comment on table vehicle is 'A vehicle, with its newest status and debt of each type.';
comment on table vehicle_history is 'One entry of a vehicle''s timeline: start, status, replacement, new plate or VIN.';
comment on table vehicle_registry is 'The newest that a registry answered about a vehicle, and how it differs.';
comment on table vehicle_tag is 'A tag of a vehicle.';
comment on table tag is 'A tag of a company.';
comment on table tag_category is 'A group of tags with its color.';
comment on table tag_undo is 'Tags that were deleted, with what had them, for undoing.';
comment on table catalogue_version is 'A company''s version of its fleet, and which fields changed in the newest ones.';
comment on table saved_view is 'A filter with its order and columns under a name.';
comment on table bulk_change is 'One change of many vehicles at once.';
comment on table bulk_change_row is 'What one vehicle of a bulk change was before it, for undoing.';
comment on table deletion is 'One deletion of a whole fleet, restorable for thirty days.';
comment on table deleted_row is 'A row of a deleted fleet.';

-- ---------------------------------------------------------------- imports
comment on table vehicle_import is 'A workbook that was validated, and what became of it.';
comment on table vehicle_import_row is 'One validated row of a workbook, as it would be stored.';
comment on table vehicle_import_change is 'What an applied row did to its vehicle, for undoing.';

-- ---------------------------------------------------------------- sources and checks
comment on table portal is 'An external system that is queried: address, pace, circuit breaker, cap.';
comment on table portal_account is 'A contract that several portals share: credential, cap, pause.';
comment on table portal_usage is 'Queries of a portal in a month, and what they cost.';
comment on table resource is 'One public answer about vehicles: a type, at a place, from a portal.';
comment on table resource_service is 'Which connector serves a resource here, where that is not the declared one.';
comment on table json_connector is 'A connector that is settings and no code.';
comment on table connector_trial is 'The last successful trial of a connector by the operator.';
comment on table tenant_queue is 'A company before a portal: when its first check falls due, when it was last served.';
comment on table due_check is 'A vehicle and a connector: when it is due, and who has claimed it. The queue itself.';
comment on table pending_enrolment is 'A company with vehicles still to be enrolled, and the last one that was.';
comment on table pending_callback is 'A query whose answer its source sends later, by the hash of its address.';
comment on table check_run is 'One query of a source about a vehicle, with its outcome and raw answer.';
comment on table check_result is 'What a good run reported about one resource.';
comment on table check_event is 'One difference between two good answers of a source about a vehicle.';
comment on table vehicle_resource is 'The newest that is known of a vehicle from one resource: what screens read.';
comment on table vehicle_record is 'What a history source reported about a vehicle; no status rests on it.';
comment on table debt is 'One amount that a vehicle owes or owed, over all answers that list it.';
comment on table evidence_file is 'A file that proves an answer.';
comment on table resource_order is 'When a company last ordered a resource for its fleet, and from when it may again.';
comment on table source_stats is 'Figures of a connector''s runs in five minutes.';
comment on table source_hourly_stats is 'Figures of a connector''s runs in an hour.';
comment on table source_outage is 'One outage of a portal, from its breaker''s opening to its next answer.';
comment on table source_alarm is 'One alarm about the answers of a connector, open or closed.';

-- ---------------------------------------------------------------- documents and dates
comment on table document_type is 'A kind of document that a company keeps, and of which vehicles it requires it.';
comment on table document_type_tag is 'A tag whose vehicles must have the document.';
comment on table document_field is 'A field of a document type.';
comment on table document is 'One document of one vehicle.';
comment on table document_version is 'One file that a document has or had.';
comment on table document_value is 'The value of one field of a document.';
comment on table document_exception is 'A vehicle that must have a document, or need not, whatever its type says.';
comment on table stored_file is 'A file of a company in the store, named by its content.';
comment on table content_upload is 'Content that this installation has put into the store; it outlives its company.';
comment on table obligation is 'One date of a vehicle by which something is due, with who reported it.';
comment on table calendar_rule is 'An official calendar, the same for everybody, declared by the code.';
comment on table payment_rule is 'A rule of discounts or of blocked procedures, declared by the code.';
comment on table calendar_feed is 'The secret address of a user''s calendar, by its hash.';
comment on table reminder_setting is 'Which reminders a user wants.';
comment on table reminder_round is 'The reminder email of a user on a day.';
comment on table sent_reminder is 'A date that a user was reminded of.';

-- ---------------------------------------------------------------- jobs, email, reports
comment on table queue_item is 'A job of a company, with its progress and result.';
comment on table mail is 'One email to one recipient, and what became of it.';
comment on table email_setting is 'How a company''s emails look.';
comment on table email_logo is 'The logo of a company''s emails and PDFs.';
comment on table scheduled_report is 'A report that is sent to some recipients on some days.';
comment on table report_round is 'One run of reports: those due at one moment, or one that somebody ordered.';
comment on table report_file is 'A file that emails of reports carry or link to.';
comment on table alert is 'A saved view with a threshold, and how it was when it was last measured.';
comment on table dashboard_statistics is 'The figures of a company''s dashboards.';
comment on table daily_debt is 'What a company''s active vehicles owed on a day, by type.';
comment on table news_item is 'A notice of the operator to companies.';
comment on table news_last_read is 'When a user last read the news.';
comment on table webhook is 'An address to which a company wants its events sent.';
comment on table webhook_delivery is 'One event for one webhook: outbox and log at once.';

-- ---------------------------------------------------------------- migrations
comment on table kysely_migration is 'A migration that was executed.';
comment on table kysely_migration_lock is 'Kept for releases that lock by it; unused.';
