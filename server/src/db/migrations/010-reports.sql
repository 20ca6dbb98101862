-- Reports that arrive by themselves: how the company's letters look, what goes to whom and when, alerts, and what is known of each letter.

-- ---------------------------------------------------------------- how letters look
create table email_setting (
  tenant_id      bigint primary key references company,
  active         boolean not null default false,  -- the master switch of scheduled letters
  tracking       boolean not null default false,
  tracking_mails text[] not null default '{}',
  header         text not null default '' check (length(header) <= 1000),
  footer         text not null default '' check (length(footer) <= 1000),
  contact_footer text not null default '' check (length(contact_footer) <= 1000),
  from_email     text not null default '',        -- where answers go
  facebook       text not null default '',
  twitter        text not null default '',
  linkedin       text not null default '',
  instagram      text not null default '',
  setting_name   text not null default 'Correos programados',  -- what the record calls it
  row_version    integer not null default 1,
  check (not tracking or cardinality(tracking_mails) > 0)
);
select protect_tenant_table('email_setting');

-- The logo of letters and PDFs: re-encoded by us, small.
create table email_logo (
  tenant_id  bigint primary key references company,
  sha256     text not null unique,                -- its address: nobody guesses it
  media_type text not null check (media_type in ('image/png', 'image/jpeg')),
  width      integer not null,
  height     integer not null,
  image      bytea not null check (length(image) between 1 and 300000)
);
select protect_tenant_table('email_logo');

-- ---------------------------------------------------------------- what goes to whom and when
create table scheduled_report (
  tenant_id    bigint not null references company,
  report_id    bigint generated always as identity,
  report_name  text not null check (length(report_name) between 1 and 60),
  kind         text not null check (kind in ('debts', 'vehicles', 'expiries', 'changes', 'sheets')),
  mails        text[] not null check (cardinality(mails) between 1 and 50),
  frequency    text not null check (frequency in ('weekly', 'biweekly', 'monthly')),
  send_day     smallint not null check (send_day between 1 and 31),  -- ISO weekday, or day of the month
  send_hour    smallint not null check (send_hour between 0 and 23),
  view_id      bigint,                            -- a shared view; null: the filter
  filter       jsonb not null default '{}',
  empty_policy text not null check (empty_policy in ('send', 'notice', 'skip')),
  active       boolean not null default true,
  first_on     date not null,                     -- no send before; every second week is counted from it
  next_at      timestamptz,                       -- null: off
  last_at      timestamptz,
  last_item    uuid,
  last_outcome text,
  last_vehicles integer,
  changes_from timestamptz,                       -- what changed was told up to then
  created_at   timestamptz not null default now(),
  row_version  integer not null default 1,
  primary key (tenant_id, report_id),
  foreign key (tenant_id, view_id) references saved_view,
  check (frequency = 'monthly' or send_day <= 7)
);
-- A workbook may let two reports change their names: looked at when it is applied whole.
alter table scheduled_report add constraint scheduled_report_name
  exclude using btree (tenant_id with =, fold(report_name) with =) deferrable initially immediate;
create index scheduled_report_due on scheduled_report (next_at) where next_at is not null;
create index scheduled_report_view on scheduled_report (tenant_id, view_id) where view_id is not null;
select protect_tenant_table('scheduled_report');

-- One run of reports: those of a company that were due at once, or one that somebody ordered. Its job has the same id.
create table report_round (
  tenant_id     bigint not null,
  queue_item_id uuid not null,
  at            timestamptz not null default now(),
  origin        text not null default 'scheduled' check (origin in ('scheduled', 'ordered', 'trial')),
  outcomes      jsonb not null default '[]',       -- [{reportId, name, outcome, vehicles, fileId, letters, why, unsent}]
  tries         jsonb not null default '{}',       -- {reportId: runs that began with it}, of those without an outcome
  tracked_at    timestamptz,
  tracking_waits boolean not null default false,   -- to be told of when the company has letters left
  primary key (tenant_id, queue_item_id),
  foreign key (tenant_id, queue_item_id) references queue_item on delete cascade
);
create index report_round_time on report_round (tenant_id, at desc);
create index report_round_untracked on report_round (at) where tracked_at is null and origin <> 'trial';
select protect_tenant_table('report_round');

-- Files that letters carry or lead to, in the folder of results.
create table report_file (
  tenant_id     bigint not null references company,
  file_id       uuid not null,
  queue_item_id uuid,                             -- null: no job made it
  path          text not null,
  file_name     text not null,
  media_type    text not null,
  size          bigint not null,
  until         timestamptz not null,
  primary key (tenant_id, file_id)
);
create index report_file_until on report_file (until);
create index report_file_item on report_file (tenant_id, queue_item_id) where queue_item_id is not null;
select protect_tenant_table('report_file');

-- ---------------------------------------------------------------- alerts
create table report_alert (
  tenant_id      bigint not null references company,
  alert_id       bigint generated always as identity,
  alert_name     text not null check (length(alert_name) between 1 and 60),
  view_id        bigint not null,
  measure        text not null check (measure in ('vehicles', 'debt')),
  threshold      numeric(14, 2) not null check (threshold > 0),
  mails          text[] not null check (cardinality(mails) between 1 and 50),
  active         boolean not null default true,
  standing       text not null default 'unknown' check (standing in ('unknown', 'below', 'above')),
  value          numeric(16, 2),
  uncertain      integer not null default 0,
  looked_at      timestamptz,
  looked_version bigint,                          -- of the catalogue, when it was looked at
  tried_at       timestamptz,                     -- the last look, whether or not it came to an end
  tried_ms       integer not null default 0,      -- how long it took
  crossed_at     timestamptz,
  crossing       uuid,                            -- names the letters of the last crossing
  row_version    integer not null default 1,
  primary key (tenant_id, alert_id),
  foreign key (tenant_id, view_id) references saved_view
);
create unique index report_alert_name on report_alert (tenant_id, fold(alert_name));
create index report_alert_view on report_alert (tenant_id, view_id);
select protect_tenant_table('report_alert');

-- ---------------------------------------------------------------- letters
-- sending: a sender has it and said so before it spoke to the server; what became of it is not known until it says.
-- bounced: the server took it and gave it back later.
alter table mail drop constraint mail_state_check;
alter table mail add constraint mail_state_check check (state in ('queued', 'sending', 'sent', 'failed', 'kept', 'bounced'));
alter table mail add column begun_at timestamptz;              -- when a sender last began with it
alter table mail add column unsure boolean not null default false;  -- a sender died with it: it may have gone twice
alter table mail add column copy integer not null default 1;    -- sent again on purpose: a letter of its own, with an id of its own
alter table mail add column report text;                        -- the name of the report it carries
drop index mail_next;
-- Companies are served in turns, so each has its own line.
create index mail_next on mail (tenant_id, next_at) where state in ('queued', 'sending');
-- How the newest letter of a report or an alert to an address stands.
create index mail_newest on mail (tenant_id, kind, recipient, created_at desc);
create index mail_of_day on mail (tenant_id, created_at) where state <> 'kept';
alter table mail add column again_at timestamptz;               -- when somebody last had it sent again; it counts as a letter of that day
create index mail_again on mail (tenant_id, again_at) where again_at is not null;

select audit_table('email_setting', 'mail_setting', 'tenant_id', 'setting_name',
  'active tracking tracking_mails header footer contact_footer from_email facebook twitter linkedin instagram');
select audit_table('scheduled_report', 'report', 'report_id', 'report_name',
  'report_name kind mails frequency send_day send_hour view_id filter empty_policy active');
select audit_table('report_alert', 'alert', 'alert_id', 'alert_name', 'alert_name view_id measure threshold mails active');

-- ---------------------------------------------------------------- what changed
-- When we wrote it down: what is found late, or seen by a person days before, is told in the report after that.
alter table check_event add column recorded_at timestamptz not null default clock_timestamp();
set local role padron_system;
update check_event set recorded_at = at;
reset role;
create index check_event_recorded on check_event (tenant_id, recorded_at, event_id);

-- ---------------------------------------------------------------- one truth of debts
set local role padron_system;
-- Fines that another resource lists are mentioned, and are no debt of their own.
update check_result c set result = (select jsonb_agg(e || '{"elsewhere": true}' order by place) from jsonb_array_elements(c.result) with ordinality x(e, place))
from vehicle_resource f where f.resource_type_id = 1 and f.status_id = 0 and c.tenant_id = f.tenant_id and c.run_id = f.good_run_id
  and c.resource_id = f.resource_id and c.result @> '[{"total": 0, "notes": [{"value": "Las multas se detallan en Multas CDMX"}]}]';
delete from debt d using vehicle_resource f, check_result c
where f.resource_type_id = 1 and f.status_id = 0 and c.tenant_id = f.tenant_id and c.run_id = f.good_run_id and c.resource_id = f.resource_id
  and c.result @> '[{"elsewhere": true}]' and d.tenant_id = f.tenant_id and d.vehicle_id = f.vehicle_id and d.resource_id = f.resource_id;
-- A debt that a source tells of, and that comes to nothing, is one without an amount.
with bare as (
  update vehicle_resource f set debt_total = null, debt_without_amount = greatest(1, (select sum(greatest(1, jsonb_array_length(e -> 'scrapedTickets')
      + jsonb_array_length(e -> 'scrapedTenencias') + jsonb_array_length(e -> 'scrapedRefrendo'))) from jsonb_array_elements(c.result) e))
  from check_result c
  where c.tenant_id = f.tenant_id and c.run_id = f.good_run_id and c.resource_id = f.resource_id and f.resource_type_id in (0, 1, 6, 7, 8, 9, 13)
    and f.status_id in (0, 2, 9, 16, 24) and coalesce(f.debt_total, 0) = 0 and f.debt_without_amount = 0 and not c.result @> '[{"elsewhere": true}]'
    and not exists (select from jsonb_array_elements(c.result) e where e -> 'total' not in ('null', '0'))
  returning f.tenant_id, f.vehicle_id, f.debt_without_amount as n),
standing as (
  update vehicle v set debt_without_amount = v.debt_without_amount + b.n
  from (select tenant_id, vehicle_id, sum(n) as n from bare group by 1, 2) b where v.tenant_id = b.tenant_id and v.vehicle_id = b.vehicle_id)
update catalogue_version set version = version + 1 where tenant_id in (select tenant_id from bare);
-- A payment line that covers what several resources list is paid once.
with line as (
  select tenant_id, vehicle_id, due_on, title, told_at, (array_agg(source_key order by resource_id))[1] as kept,
    case when count(amount) = count(*) then sum(amount) end as amount, left(string_agg(detail, ', ' order by resource_id), 300) as detail
  from obligation where kind = 'payment' group by tenant_id, vehicle_id, due_on, title, told_at having count(*) > 1),
gone as (
  delete from obligation o using line l where o.tenant_id = l.tenant_id and o.vehicle_id = l.vehicle_id and o.kind = 'payment' and o.due_on = l.due_on
    and o.title = l.title and o.told_at = l.told_at and o.source_key <> l.kept)
update obligation o set amount = l.amount, detail = l.detail
from line l where o.tenant_id = l.tenant_id and o.vehicle_id = l.vehicle_id and o.source_key = l.kept;
reset role;

grant usage on all sequences in schema public to padron_app, padron_system;
