-- Whose each thing to be done is. What is to be done is derived from dates, debts, captures, documents and differences
-- each time that it is read; only its assignment is stored.
create table task_assignment (
  tenant_id          bigint not null,
  task_assignment_id bigint not null generated always as identity,
  vehicle_id         bigint not null,
  kind               text not null,
  ref                text not null,
  user_id            bigint not null,
  due_on             date,
  note               text not null default '',
  assigned_by        text not null,
  assigned_at        timestamptz not null,
  done_at            timestamptz,
  primary key (tenant_id, task_assignment_id),
  foreign key (tenant_id, vehicle_id) references vehicle (tenant_id, vehicle_id) on delete cascade,
  foreign key (tenant_id, user_id) references app_user (tenant_id, user_id) on delete cascade
);
create unique index task_assignment_open on task_assignment (tenant_id, vehicle_id, kind, ref) where done_at is null;
create index task_assignment_user on task_assignment (tenant_id, user_id, vehicle_id);
create index task_assignment_vehicle on task_assignment (tenant_id, vehicle_id);
create index task_assignment_done on task_assignment (done_at) where done_at is not null;
comment on table task_assignment is 'The person to whom something to be done about a vehicle is assigned.';
comment on column task_assignment.ref is 'What it is among those of its kind and vehicle: the same at every check.';
comment on column task_assignment.due_on is 'The day by which it is asked of that person; null: none was given.';
comment on column task_assignment.done_at is 'When its cause was found to be gone; null: it is still to be done.';
select protect_tenant_table('task_assignment');
