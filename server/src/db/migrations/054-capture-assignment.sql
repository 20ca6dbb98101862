-- Whose a vehicle's captures are, and who is at one right now.
create table capture_assignment (
  tenant_id   bigint not null,
  vehicle_id  bigint not null,
  user_id     bigint not null,
  assigned_at timestamptz not null default now(),
  primary key (tenant_id, vehicle_id),
  foreign key (tenant_id, vehicle_id) references vehicle (tenant_id, vehicle_id) on delete cascade,
  foreign key (tenant_id, user_id) references app_user (tenant_id, user_id) on delete cascade
);
create index capture_assignment_user on capture_assignment (tenant_id, user_id, vehicle_id);
comment on table capture_assignment is 'The person to whom a vehicle''s captures are assigned.';
select protect_tenant_table('capture_assignment');

create table capture_lease (
  tenant_id  bigint not null,
  vehicle_id bigint not null,
  user_id    bigint not null,
  since      timestamptz not null,
  until      timestamptz not null,
  primary key (tenant_id, vehicle_id),
  foreign key (tenant_id, vehicle_id) references vehicle (tenant_id, vehicle_id) on delete cascade,
  foreign key (tenant_id, user_id) references app_user (tenant_id, user_id) on delete cascade
);
create index capture_lease_user on capture_lease (tenant_id, user_id, until);
comment on table capture_lease is 'The person who is capturing a vehicle, for a short while.';
select protect_tenant_table('capture_lease');
