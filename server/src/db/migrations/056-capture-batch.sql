-- Captures in bulk: a workbook with its proofs, looked at, corrected, applied and undone.
create table capture_batch (
  tenant_id     bigint not null,
  batch_id      uuid not null,
  user_id       bigint not null,
  who           text not null,
  file_name     text not null,
  state         text not null default 'open' check (state in ('open', 'queued', 'applied', 'undoing', 'undone')),
  created_at    timestamptz not null default now(),
  queue_item_id uuid,
  applied_at    timestamptz,
  message       text,
  statements    int not null default 0,
  primary key (tenant_id, batch_id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, user_id) on delete cascade
);
-- A person has one at a time that is not applied.
create unique index capture_batch_open on capture_batch (tenant_id, user_id) where state in ('open', 'queued');
comment on table capture_batch is 'A workbook of captures that somebody sent.';
select protect_tenant_table('capture_batch');

create table capture_batch_row (
  tenant_id  bigint not null,
  batch_id   uuid not null,
  row_number int not null,
  cells      jsonb not null,
  errors     jsonb not null default '[]',
  outcome    text,
  primary key (tenant_id, batch_id, row_number),
  foreign key (tenant_id, batch_id) references capture_batch (tenant_id, batch_id) on delete cascade
);
comment on table capture_batch_row is 'A row of a workbook of captures, as sent and corrected.';
select protect_tenant_table('capture_batch_row');

create table capture_batch_file (
  tenant_id  bigint not null,
  batch_id   uuid not null,
  file_id    uuid not null,
  file_name  text not null,
  media_type text not null,
  size       bigint not null,
  sha256     text not null,
  path       text not null,
  plates     text[] not null default '{}',
  error      text,
  refusal    text,
  primary key (tenant_id, batch_id, file_id),
  foreign key (tenant_id, batch_id) references capture_batch (tenant_id, batch_id) on delete cascade
);
create index capture_batch_file_path on capture_batch_file (path);
comment on table capture_batch_file is 'A proof of a workbook of captures, before it is one of a capture.';
comment on column capture_batch_file.error is 'It was not stored, by itself; refusal: it does not go with the rows.';
comment on column capture_batch_file.plates is 'Plates of the fleet that its text names.';
select protect_tenant_table('capture_batch_file');

create table capture_batch_change (
  tenant_id   bigint not null,
  batch_id    uuid not null,
  vehicle_id  bigint not null,
  resource_id int not null references resource,
  run_id      uuid,
  rows        int[] not null,
  before      jsonb not null,
  primary key (tenant_id, batch_id, vehicle_id, resource_id),
  foreign key (tenant_id, batch_id) references capture_batch (tenant_id, batch_id) on delete cascade,
  foreign key (tenant_id, vehicle_id) references vehicle (tenant_id, vehicle_id) on delete cascade
);
comment on table capture_batch_change is 'What a batch replaced: the rows of a check before it, for undoing.';
select protect_tenant_table('capture_batch_change');
