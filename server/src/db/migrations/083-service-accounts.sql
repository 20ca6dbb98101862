-- Service accounts: programs that call in the company's name, and go on when whoever created them leaves. Each has a row
-- in app_user that nobody signs in with, so that whatever names a user may name it.
alter table app_user add column is_service boolean not null default false;
comment on table app_user is 'A person who may sign in, with what they may do; or the row of a service account.';
comment on column app_user.is_service is
  'Of a service account: never active, so that nobody signs in with it. What it may do is in service_account.';
-- safe: not valid, so that nothing is looked through
alter table app_user add constraint app_user_service_check check (
  not is_service or not active and user_id <> tenant_id and email is null and preset_id is null
    and role_ids = '{}' and vehicle_scope is null) not valid;

create table service_account (
  tenant_id            bigint not null,
  user_id              bigint not null,
  account_name         text not null check (length(account_name) between 1 and 60),
  role_ids             integer[] not null check (cardinality(role_ids) > 0 and not role_ids @> '{0}'),
  addresses            text[] not null default '{}' check (cardinality(addresses) <= 20),
  secret_hash          bytea not null unique,
  ending               text not null,
  secret_at            timestamptz,
  former_hash          bytea,
  former_until         timestamptz,
  created_at           timestamptz not null default now(),
  created_by           text not null,
  expires_at           timestamptz not null,
  revoked_at           timestamptz,
  revoked_by           text,
  last_used_at         timestamptz,
  last_used_address    text,
  last_refused_at      timestamptz,
  last_refused_address text,
  row_version          integer not null default 1,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references app_user on delete cascade
) with (fillfactor = 70);
create unique index service_account_name on service_account (tenant_id, lower(account_name)) where revoked_at is null;
create index service_account_former on service_account (former_hash) where former_hash is not null;
comment on table service_account is 'A program that calls in the company''s name, by the hash of its secret.';
comment on column service_account.addresses is 'Addresses and ranges that it may call from; none: from anywhere.';
comment on column service_account.former_hash is 'The secret before, which opens too until former_until.';
comment on column service_account.last_used_at is 'To the minute, as last_refused_at.';
comment on column service_account.last_refused_at is 'When a call with its secret came from another address.';
select protect_tenant_table('service_account');

-- ---------------------------------------------------------------- the record
select audit_table('service_account', 'service_account', 'user_id', 'account_name',
  'account_name role_ids addresses expires_at secret_at former_until revoked_at');
drop trigger audit_deleted on service_account; -- safe: made above; long after its end it is only forgotten

-- Its row among the users is not recorded: what it is stands in its own record.
do $$
declare
  former text := pg_get_functiondef('record_rows()'::regprocedure);
  body text := regexp_replace(former, 'offset 0\) ([no]);', 'offset 0) \1
    where \1.j->>''is_service'' is distinct from ''true'';', 'g');
begin
  if body = former then raise 'record_rows() is not as it was'; end if;
  execute body;
end $$;
drop trigger audit_changed on app_user; -- safe: made anew at once
create trigger audit_changed after update of username, active, first_name, last_name, custom_id, email, phone, preset_id,
  role_ids, vehicle_scope, terms_version, terms_at, terms_address, password_changed_at
  on app_user for each row when (old is distinct from new and not new.is_service)
  execute function record_change('user', 'user_id', 'username',
    'username active first_name last_name custom_id email phone profile role_ids vehicle_scope terms_version terms_at terms_address password_changed_at');
