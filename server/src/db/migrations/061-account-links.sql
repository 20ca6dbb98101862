-- Links by which a person chooses a password: sent by email, used once, for half an hour.
create table account_link (
  tenant_id   bigint not null,
  link_id     uuid not null default gen_random_uuid(),
  user_id     bigint not null,
  purpose     text not null check (purpose in ('invitation', 'recovery')),
  code_hash   bytea not null,            -- sha-256 of the code; the email has it sealed
  created_at  timestamptz not null default now(),
  expires_at  timestamptz not null,
  used_at     timestamptz,
  replaced_at timestamptz,               -- a newer link was sent, or the user changed meanwhile
  primary key (tenant_id, link_id),
  unique (code_hash),
  foreign key (tenant_id, user_id) references app_user (tenant_id, user_id) on delete cascade
);
create index account_link_user on account_link (tenant_id, user_id, created_at desc);
create index account_link_day on account_link (tenant_id, created_at);
create index account_link_old on account_link (created_at);
comment on table account_link is 'Links by which a person chooses a password, as hashes of their codes.';
select protect_tenant_table('account_link');

-- A forgotten password is asked for by email address, of whatever company.
create index app_user_email on app_user (lower(email)) where email is not null; -- safe: users are few thousands

-- A link opens nothing once its user has another address or password, or is disabled.
create function replace_account_links() returns trigger language plpgsql as $$
begin
  update account_link
  set replaced_at = now()
  where tenant_id = new.tenant_id and user_id = new.user_id and used_at is null and replaced_at is null;
  return null;
end $$;
revoke execute on function replace_account_links() from public;
create trigger replace_account_links after update of email, active, password_changed_at on app_user
  for each row when (old.email is distinct from new.email or old.active is distinct from new.active
    or old.password_changed_at is distinct from new.password_changed_at)
  execute function replace_account_links();
