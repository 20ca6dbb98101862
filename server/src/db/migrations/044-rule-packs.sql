-- Official rules and values as data: packs that were loaded, and what they say together.
create table rule_pack (
  version          text collate "C" primary key check (version ~ '^\d{4}-\d\d-\d\d[a-z]?$'),
  content          jsonb not null,
  sha256           text not null,
  shipped          boolean not null default false,    -- the one that comes with the product
  loaded_at        timestamptz not null default now(),
  loaded_by        text not null,
  reason           text,
  withdrawn_at     timestamptz,
  withdrawn_by     text,
  withdrawn_reason text
);
comment on table rule_pack is 'A file of official rules and values that was loaded, by whom, and whether it applies.';

alter table calendar_rule add column pack_version text;
alter table calendar_rule add column follows text;            -- the rule that this one continues
alter table calendar_rule add column series text;
alter table calendar_rule add column once boolean not null default false; -- a programme that nothing continues
alter table calendar_rule add column plate_form text;         -- 'federal'; null: every plate
alter table calendar_rule add column authority text;
alter table calendar_rule add column source_link text;
alter table calendar_rule add column other_spans jsonb;       -- the windows by another source, in the same order
alter table calendar_rule add column other_description text;
alter table calendar_rule add column other_source text;
alter table calendar_rule add column other_source_date date;
alter table calendar_rule add column other_source_link text;

alter table payment_rule add column pack_version text;
alter table payment_rule add column follows text;
alter table payment_rule add column authority text;
alter table payment_rule add column source_link text;
alter table payment_rule add column other_steps jsonb;        -- the steps by another source
alter table payment_rule add column other_source_link text;

create table appeal_rule (
  rule_key     text primary key,
  pack_version text not null,
  country      text not null,
  title        text not null,
  state_ids    integer[],
  type_ids     smallint[] not null,
  electronic   boolean,
  days         smallint not null,
  day_kind     text not null,
  counts_from  text not null,
  description  text not null,
  valid_from   date,
  valid_to     date,
  authority    text,
  source       text not null,
  source_date  date not null,
  source_link  text,
  note         text,
  place        integer not null
);
comment on table appeal_rule is 'Until when a kind of debt can be appealed.';

create table unit_value (
  unit         text not null,                        -- 'UMA', 'UVT', 'UVB'
  valid_from   date not null,
  valid_to     date not null,
  value        numeric(14, 2) not null,              -- in the country's currency
  country      text not null,
  pack_version text not null,
  authority    text,
  source       text not null,
  source_date  date not null,
  source_link  text,
  primary key (unit, valid_from)
);
comment on table unit_value is 'What a unit of fines and duties is worth, from one day to another.';

create table holiday_rule (
  rule_key     text primary key,
  pack_version text not null,
  country      text not null,
  title        text not null,
  day          text,                                 -- MM-dd of every year, or yyyy-MM-dd
  easter       smallint,                             -- days after Easter Sunday
  moved        boolean not null default false,       -- to the Monday that follows
  valid_from   date,
  valid_to     date,
  authority    text,
  source       text not null,
  source_date  date not null,
  source_link  text,
  place        integer not null
);
comment on table holiday_rule is 'A day of every year, or of one, on which nobody works.';

grant select on rule_pack, appeal_rule, unit_value, holiday_rule to padron_app;
grant select, insert, update, delete on rule_pack, appeal_rule, unit_value, holiday_rule to padron_system;
