-- What acts later in the name of a user who sees a part of the fleet. Their jobs see that part as it is when they run.

-- The part of the user of this transaction; null: all.
create function own_vehicle_scope() returns jsonb language sql stable parallel safe
  set search_path = public, pg_temp
as $$
  select u.vehicle_scope
  from app_user u
  where u.tenant_id = nullif(current_setting('app.tenant', true), '')::bigint
    and u.user_id = nullif(current_setting('app.scope', true), '')::bigint
$$;

-- ---------------------------------------------------------------- jobs
alter table queue_item add column vehicle_scope jsonb;
alter table queue_item alter column vehicle_scope set default own_vehicle_scope();
comment on column queue_item.vehicle_scope is
  'The part of its requester when it was ordered, then when it ran last: whoever sees less opens no file of it.';
grant update (vehicle_scope) on queue_item to padron_app;

-- Their own alone: of the others not even that they are.
create policy scope_rows on queue_item to padron_scoped
  using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint
    and (actor->>'id')::bigint = nullif(current_setting('app.scope', true), '')::bigint);
grant select, insert on queue_item to padron_scoped;
grant update (cancel_asked_at, finished_at, cancelled) on queue_item to padron_scoped;

-- ---------------------------------------------------------------- views
grant select (username, first_name, last_name, email) on app_user to padron_scoped;

-- Their own alone: words of a shared filter may name a vehicle, a holder or a lessor.
create policy scope_rows on saved_view to padron_scoped
  using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint
    and user_id = nullif(current_setting('app.scope', true), '')::bigint);
grant select, insert, delete on saved_view to padron_scoped;
grant update (view_name, shared, definition, updated_at, version) on saved_view to padron_scoped;

-- ---------------------------------------------------------------- reports
alter table scheduled_report add column scope_user_id bigint;
alter table scheduled_report
  alter column scope_user_id set default nullif(current_setting('app.scope', true), '')::bigint;
-- safe: not valid, and no row has a value
alter table scheduled_report add constraint scheduled_report_tenant_id_scope_user_id_fkey
  foreign key (tenant_id, scope_user_id) references app_user (tenant_id, user_id) on delete cascade not valid;
-- safe: some hundreds of reports a company at most
create index scheduled_report_scope on scheduled_report (tenant_id, scope_user_id) where scope_user_id is not null;
comment on column scheduled_report.scope_user_id is
  'Who made it while they saw a part of the fleet: it tells of what they see when it runs. Null: of all vehicles.';

create policy scope_rows on scheduled_report to padron_scoped
  using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint
    and scope_user_id = nullif(current_setting('app.scope', true), '')::bigint);
grant select, insert, update, delete on scheduled_report to padron_scoped;

-- Rounds of their jobs, and the files of those.
create policy scope_rows on report_round to padron_scoped
  using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint
    and exists (
      select from queue_item q
      where q.tenant_id = report_round.tenant_id and q.queue_item_id = report_round.queue_item_id));
grant select, insert on report_round to padron_scoped;
create policy scope_rows on report_file for select to padron_scoped
  using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint
    and exists (
      select from queue_item q
      where q.tenant_id = report_file.tenant_id and q.queue_item_id = report_file.queue_item_id));
grant select on report_file to padron_scoped;

-- Emails of their jobs, which may be sent again, and of their reports, whoever sent those.
create policy scope_rows on mail to padron_scoped
  using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint
    and (exists (select from queue_item q where q.tenant_id = mail.tenant_id and q.queue_item_id = mail.subject_id)
      or exists (
        select from scheduled_report r where r.tenant_id = mail.tenant_id and mail.kind = 'report ' || r.report_id)));
grant select on mail to padron_scoped;
grant update (copy, state, attempts, next_at, again_at, sent_at, problem, unsure) on mail to padron_scoped;

-- How the company's emails look, and whether they go.
create policy scope_rows on email_setting for select to padron_scoped
  using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);
grant select on email_setting to padron_scoped;

-- ---------------------------------------------------------------- what others have
-- Limits are the company's, so they count what others wrote.
create view unfinished_job as
  select queue_id, actor ? 'id' as by_user
  from queue_item
  where tenant_id = nullif(current_setting('app.tenant', true), '')::bigint and finished_at is null;
create view counted_email as
  select tenant_id, kind, state, problem, created_at, again_at, copy
  from mail
  where tenant_id = nullif(current_setting('app.tenant', true), '')::bigint;
create view counted_report as
  select tenant_id, report_id
  from scheduled_report
  where tenant_id = nullif(current_setting('app.tenant', true), '')::bigint;
-- What is made of the user's own views.
create view view_use as
  select w.tenant_id, w.view_id, x.place, x.name
  from saved_view w
  join (
    select tenant_id, view_id, 1 as place, report_name as name from scheduled_report
    union all select tenant_id, view_id, 2, alert_name from alert) x
    on x.tenant_id = w.tenant_id and x.view_id = w.view_id
  where w.tenant_id = nullif(current_setting('app.tenant', true), '')::bigint
    and w.user_id = nullif(current_setting('app.scope', true), '')::bigint;

-- All read as this owner.
grant create on schema public to padron_system;
alter view unfinished_job owner to padron_system;
alter view counted_email owner to padron_system;
alter view counted_report owner to padron_system;
alter view view_use owner to padron_system;
revoke create on schema public from padron_system;
grant select on unfinished_job, counted_email, counted_report, view_use to padron_scoped;
