-- Users that a company's identity provider creates, changes and deactivates by itself (SCIM 2.0).
create table company_provisioning (
  tenant_id    bigint primary key references company_idp on delete cascade,
  token_hash   bytea not null unique,
  preset_id    bigint,
  made_by      text not null,
  created_at   timestamptz not null default now(),
  last_used_at timestamptz,
  foreign key (tenant_id, preset_id) references preset (tenant_id, preset_id) on delete set null (preset_id)
);
create index company_provisioning_preset on company_provisioning (tenant_id, preset_id);
comment on table company_provisioning is 'The token with which a company''s identity provider administers its users.';
comment on column company_provisioning.preset_id is 'The profile of users that it creates; null: it was deleted.';
select protect_tenant_table('company_provisioning');

create table provisioned_user (
  tenant_id   bigint not null,
  user_id     bigint not null check (user_id <> tenant_id),
  user_name   text not null check (length(user_name) between 1 and 254),
  external_id text check (length(external_id) between 1 and 254),
  created_at  timestamptz not null default now(),
  deleted_at  timestamptz,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, user_id) on delete cascade
);
create unique index provisioned_user_name on provisioned_user (tenant_id, lower(user_name));
create index provisioned_user_external on provisioned_user (tenant_id, external_id);
comment on table provisioned_user is 'Users that the identity provider administers, as it names them.';
comment on column provisioned_user.deleted_at is 'The provider deleted it: inactive here until it comes again.';
select protect_tenant_table('provisioned_user');
