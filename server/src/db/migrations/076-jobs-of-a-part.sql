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

-- Emails of their jobs, which may be sent again.
create policy scope_rows on mail to padron_scoped
  using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint
    and exists (select from queue_item q where q.tenant_id = mail.tenant_id and q.queue_item_id = mail.subject_id));
grant select on mail to padron_scoped;
grant update (copy, state, attempts, next_at, again_at, sent_at, problem, unsure) on mail to padron_scoped;

-- Limits are the company's, so they count what others wrote.
create view unfinished_job as
  select queue_id, actor ? 'id' as by_user
  from queue_item
  where tenant_id = nullif(current_setting('app.tenant', true), '')::bigint and finished_at is null;
create view counted_email as
  select tenant_id, kind, state, problem, created_at, again_at, copy
  from mail
  where tenant_id = nullif(current_setting('app.tenant', true), '')::bigint;

-- Both read as this owner.
grant create on schema public to padron_system;
alter view unfinished_job owner to padron_system;
alter view counted_email owner to padron_system;
revoke create on schema public from padron_system;
grant select on unfinished_job, counted_email to padron_scoped;
