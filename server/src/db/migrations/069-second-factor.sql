-- A second factor beside the password: codes of an application (RFC 6238), and recovery codes for a lost one.
create table second_factor (
  tenant_id    bigint not null,
  user_id      bigint not null,
  secret       text not null,               -- sealed with PADRON_SECRET
  created_at   timestamptz not null default now(),
  confirmed_at timestamptz,                 -- null: being set up, and not asked for yet
  last_step    bigint not null default 0,   -- the time step of the last right code: none is right twice
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, user_id) on delete cascade
);
comment on table second_factor is 'The second factor of a user: the sealed secret of an application''s codes.';
select protect_tenant_table('second_factor');

create table recovery_code (
  tenant_id bigint not null,
  user_id   bigint not null,
  code_hash bytea not null,                 -- sha-256 of a code of 50 random bits or more
  used_at   timestamptz,
  primary key (tenant_id, user_id, code_hash),
  foreign key (tenant_id, user_id) references second_factor (tenant_id, user_id) on delete cascade
);
comment on table recovery_code is 'Codes that stand for the second factor once each, as hashes.';
select protect_tenant_table('recovery_code');

-- Somebody whose password was right, until they give the code.
create table sign_in_challenge (
  tenant_id       bigint not null,
  challenge_hash  bytea not null unique,
  user_id         bigint not null,
  password_digest bytea not null,           -- sha-256 of the stored hash that the password was right against
  expires_at      timestamptz not null,
  primary key (tenant_id, challenge_hash),
  foreign key (tenant_id, user_id) references app_user (tenant_id, user_id) on delete cascade
);
create index sign_in_challenge_expiry on sign_in_challenge (expires_at);
create index sign_in_challenge_user on sign_in_challenge (tenant_id, user_id);
comment on table sign_in_challenge is 'Sign-ins whose password was right and whose second factor is awaited.';
select protect_tenant_table('sign_in_challenge');

-- A browser that gave a code is not asked for another for a while.
create table known_device (
  tenant_id       bigint not null,
  device_hash     bytea not null unique,
  user_id         bigint not null,
  password_digest bytea not null,           -- sha-256 of the stored hash: a new password forgets every device
  agent           text not null,
  created_at      timestamptz not null default now(),
  expires_at      timestamptz not null,
  primary key (tenant_id, device_hash),
  foreign key (tenant_id, user_id) references second_factor (tenant_id, user_id) on delete cascade
);
create index known_device_expiry on known_device (expires_at);
create index known_device_user on known_device (tenant_id, user_id, created_at);
comment on table known_device is 'Browsers that enter with the password alone for a while, by the hash of their token.';
select protect_tenant_table('known_device');

-- Of whom a second factor is required.
alter table preset add column requires_factor boolean not null default false;
alter table company add column admins_need_factor boolean not null default false;
