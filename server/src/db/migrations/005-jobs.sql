-- Long work and what it leaves behind: the jobs of a company with their results, letters to be sent, and fleets that were
-- deleted whole and can be brought back. Who waits for whom is the job queue's own schema, pgboss (db/job-schema.ts).

-- ---------------------------------------------------------------- jobs
create table queue_item (
  tenant_id       bigint not null references company,
  queue_item_id   uuid not null,               -- version 7: sorts by time
  queue_id        smallint not null,
  queue_name      text not null,
  description     text not null,
  payload         jsonb not null,
  recipients      text[] not null default '{}',
  actor           jsonb not null default current_actor(),  -- who ordered it: what the job changes is recorded as theirs
  alone           boolean not null default false,          -- one of its kind at a time
  created_at      timestamptz not null default now(),
  -- the run that has it: a run that lost it can write nothing more
  run_id          uuid,
  runs            integer not null default 0,
  started_at      timestamptz,
  begun_done      integer not null default 0,  -- how far it was when this run took it up
  done            integer not null default 0,
  total           integer not null default 0,
  doing           text,
  cancel_asked_at timestamptz,
  finished_at     timestamptz,
  cancelled       boolean not null default false,
  success_message text,
  error_message   text,
  file_path       text,                        -- below the folder of files
  file_name       text,
  file_type       text,
  file_size       bigint,
  file_sha256     text,
  file_until      timestamptz,
  primary key (tenant_id, queue_item_id)
);
create index queue_item_time on queue_item (tenant_id, created_at desc);
create index queue_item_files on queue_item (file_until) where file_path is not null;
create unique index queue_item_alone on queue_item (tenant_id, queue_id) where alone and finished_at is null;
select protect_tenant_table('queue_item');
revoke update, delete on queue_item from padron_app;
grant update (run_id, runs, started_at, begun_done, done, total, doing, cancel_asked_at, finished_at, cancelled,
  success_message, error_message, file_path, file_name, file_type, file_size, file_sha256, file_until) on queue_item to padron_app;

-- An order is work for the queue and a line of the record, in the transaction that makes it: it can be neither lost nor unsaid.
create function order_work() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into pgboss.job (id, name, data, group_id, retry_limit, retry_delay, expire_seconds, deletion_seconds, keep_until,
    heartbeat_seconds, policy)
  select new.queue_item_id, q.name, jsonb_build_object('tenantId', new.tenant_id), new.tenant_id::text, q.retry_limit, q.retry_delay,
    q.expire_seconds, q.deletion_seconds, now() + make_interval(secs => q.retention_seconds), q.heartbeat_seconds, q.policy
  from pgboss.queue q where q.name = 'work';
  if not found then raise exception 'the queue of jobs does not exist'; end if;
  perform record_activity(new.tenant_id, 'job', null, new.queue_name, 'create', jsonb_strip_nulls(jsonb_build_object(
    'description', jsonb_build_array(null, new.description),
    'recipients', case when new.recipients <> '{}' then jsonb_build_array(null, to_jsonb(new.recipients)) end)));
  return null;
end $$;
create trigger ordered after insert on queue_item for each row execute function order_work();

-- ---------------------------------------------------------------- letters
-- The outbox: written with what it tells, sent afterwards. Once per kind, subject and recipient.
create table mail (
  tenant_id  bigint not null references company,
  mail_id    uuid not null default gen_random_uuid(),  -- its Message-ID, so that a second copy is known as one
  kind       text not null,
  subject_id uuid not null,
  recipient  text not null,
  content    jsonb not null,                  -- subject, lines and link; put into words when it is sent
  state      text not null check (state in ('queued', 'sent', 'failed', 'kept')),  -- kept: no server to send it with
  attempts   integer not null default 0,
  next_at    timestamptz not null default now(),
  problem    text,
  created_at timestamptz not null default now(),
  sent_at    timestamptz,
  primary key (tenant_id, mail_id),
  unique (tenant_id, kind, subject_id, recipient)
);
create index mail_next on mail (next_at) where state = 'queued';
create index mail_old on mail (created_at);
select protect_tenant_table('mail');

-- ---------------------------------------------------------------- deleted fleets
create table deletion (
  tenant_id   bigint not null references company,
  deletion_id uuid not null,                   -- the job that deleted it
  at          timestamptz not null default now(),
  who         text not null,
  vehicles    integer not null default 0,
  restored_at timestamptz,
  primary key (tenant_id, deletion_id)
);
select protect_tenant_table('deletion');

create table deleted_row (
  tenant_id      bigint not null,
  deletion_id    uuid not null,
  deleted_row_id bigint generated always as identity,
  table_name     text not null,
  row            jsonb not null,
  primary key (tenant_id, deletion_id, deleted_row_id),
  foreign key (tenant_id, deletion_id) references deletion on delete cascade
);
create index deleted_row_table on deleted_row (tenant_id, deletion_id, table_name);
select protect_tenant_table('deleted_row');

grant create on schema public to padron_system;
alter function order_work() owner to padron_system;
revoke create on schema public from padron_system;
grant usage on all sequences in schema public to padron_app, padron_system;
