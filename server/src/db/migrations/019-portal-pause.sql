-- What costs money and brings nothing is asked once an hour (resources/portal-pause.ts): a contract without credit, and on a portal with a
-- price answers that nobody understands.
alter table portal
  add column credit_out_since timestamptz,                -- since when the source says that the credit is used up
  add column drift            jsonb not null default '{}', -- by connector: how its last answers were understood, and since when it is paused
  add column probe_at         timestamptz;                -- the next question while one of them is paused
grant select (credit_out_since, drift, probe_at) on portal to padron_app;
