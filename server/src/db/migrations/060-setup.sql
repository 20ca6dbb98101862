-- What the set-up of an installation stores: settings that are read under the environment, who may make the set-up
-- while there is no company, and how each step's last trial ended.
create table installation_setting (
  name       text primary key,
  value      text,                      -- null: it is sealed
  credential text not null default '',  -- sealed as the credentials of portals are
  changed_by text not null,
  changed_at timestamptz not null default now()
);
comment on table installation_setting is 'Settings that the set-up stored, by the names of the environment.';

-- A code is exchanged once for the session of a browser.
create table setup_access (
  token_hash bytea primary key,
  is_session boolean not null,
  expires_at timestamptz not null
);
comment on table setup_access is 'Codes and sessions of the set-up, by their hashes.';

create table setup_step (
  step       text primary key,
  state      text not null default 'pending' check (state in ('pending', 'done', 'later')),
  report     jsonb,                     -- of the trial; null: none was made
  changed_at timestamptz not null default now()
);
comment on table setup_step is 'How far the set-up is, and what the last trial of each step said.';

grant select, insert, update, delete on installation_setting, setup_access, setup_step to padron_system;

-- Processes compare it with the one they began with, and start again where it differs.
alter table installation add column settings_version integer not null default 1;
grant update (settings_version) on installation to padron_system;
