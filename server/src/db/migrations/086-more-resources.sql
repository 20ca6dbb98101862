-- More of what programs keep a copy of: captures, which are deleted where a workbook of them is undone; reports and
-- their runs, and webhooks.
alter table deletion_notice drop constraint deletion_notice_kind_check;
alter table deletion_notice add constraint deletion_notice_kind_check -- safe: not valid, so that nothing is looked through
  check (kind in ('vehicle', 'debt', 'document', 'obligation', 'tag', 'capture', 'report', 'webhook')) not valid;

alter table scheduled_report add column changed_at timestamptz not null default now();
alter table report_round add column changed_at timestamptz not null default now();
comment on column scheduled_report.changed_at is 'When it, or what it says of its last run, last changed.';
comment on column report_round.changed_at is 'When what is said of it last changed; not of its emails.';
create trigger marks_added before insert on scheduled_report for each row execute function mark_changed();
create trigger marks_changed before update on scheduled_report for each row
  when (old is distinct from new) execute function mark_changed();
create trigger marks_added before insert on report_round for each row execute function mark_changed();
create trigger marks_changed before update on report_round for each row
  when ((old.outcomes, old.tracked_at) is distinct from (new.outcomes, new.tracked_at))
  execute function mark_changed();

-- That a run has ended is said by its job.
create function mark_ended_round() returns trigger language plpgsql as $$
begin
  -- safe: of one run, when it ends
  update report_round r
  set changed_at = now()
  where r.tenant_id = new.tenant_id and r.queue_item_id = new.queue_item_id;
  return null;
end $$;
create trigger marks_ended after update of finished_at on queue_item for each row
  when (new.queue_id = 6 and old.finished_at is distinct from new.finished_at) execute function mark_ended_round();

-- Arguments: the kind, and the column of its id. Whoever sees a part deletes reports of their own, and such a notice is
-- of no vehicle, which they may not write otherwise.
create function note_setting_deletions() returns trigger language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  scope text := coalesce(current_setting('app.scope', true), '');
begin
  perform set_config('app.scope', '', true);
  insert into deletion_notice (tenant_id, kind, resource_key)
  select o.tenant_id, tg_argv[0], to_jsonb(o)->>tg_argv[1]
  from old_rows o
  where not is_being_erased(o.tenant_id);
  perform set_config('app.scope', scope, true);
  return null;
end $$;
create trigger notes_deletions after delete on scheduled_report referencing old table as old_rows
  for each statement execute function note_setting_deletions('report', 'report_id');

-- What a program saved ends with its token: without a foreign key, for a deleted token must not leave its user's rights.
alter table webhook add column token_id bigint;
alter table webhook add column changed_at timestamptz not null default now();
comment on column webhook.token_id is 'Of the personal token with which it was last saved.';
comment on column webhook.changed_at is 'When it last changed; not when it was last delivered to.';
create trigger marks_added before insert on webhook for each row execute function mark_changed();
create trigger marks_changed before update on webhook for each row
  when ((old.row_version, old.active, old.off_reason, old.secret_at)
    is distinct from (new.row_version, new.active, new.off_reason, new.secret_at))
  execute function mark_changed();
create trigger notes_deletions after delete on webhook referencing old table as old_rows
  for each statement execute function note_setting_deletions('webhook', 'webhook_id');

alter table idempotency_key add column etag text;

grant create on schema public to padron_system;
alter function note_setting_deletions() owner to padron_system;
revoke create on schema public from padron_system;
revoke all on function mark_ended_round(), note_setting_deletions() from public;
