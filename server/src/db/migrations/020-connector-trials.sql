-- When a connector was last tried with an account and understood its source's answer (padron connector try), and by whom.
create table connector_trial (
  connector_key  text primary key,
  parser_version integer not null,
  tried_at       timestamptz not null default now(),
  tried_by       text not null
);
grant select, insert, update on connector_trial to padron_system;
