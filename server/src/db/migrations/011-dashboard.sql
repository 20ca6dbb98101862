-- Dashboards: figures of each fleet, kept as they were worked out; what was owed each day; the rules by which debts block or get cheaper.

-- ---------------------------------------------------------------- what a debt's row must tell by itself
-- The day that the source gives it, when it arose (null: it stood there when its source was first asked), and the discount that its amount
-- already has: figures and filters read them of every open debt.
alter table debt add column issued_day date;
alter table debt add column arose_at timestamptz;
alter table debt add column discount numeric(14, 2);
-- Its source went on listing it past the days in which a payment shows: whoever marked it as paid was wrong, or it was charged twice.
alter table debt add column mark_refuted_at timestamptz;
create function day_of(said text) returns date language plpgsql immutable as $$
begin
  return case when said ~ '^(19|20|21)\d\d-\d\d-\d\d' then left(said, 10)::date end;
exception when others then
  return null;
end $$;
set local role padron_system;
update debt set issued_day = day_of(issued_on) where issued_on is not null;
update deleted_row set row = row || jsonb_build_object('issued_day', day_of(row ->> 'issued_on')) where table_name = 'debt' and row ->> 'issued_on' is not null;
update debt d set arose_at = d.first_seen_at from check_event e
where e.kind = 'new' and not e.first and e.tenant_id = d.tenant_id and e.vehicle_id = d.vehicle_id and e.resource_id = d.resource_id and e.debt_key = d.debt_key;
-- Of those with a folio; the others learn it with their next answer.
update debt d set discount = x.discount
from (
  select distinct on (f.tenant_id, f.vehicle_id, f.resource_id, x.key) f.tenant_id, f.vehicle_id, f.resource_id, x.key, x.discount
  from vehicle_resource f
  join check_result c on c.tenant_id = f.tenant_id and c.run_id = f.good_run_id and c.resource_id = f.resource_id
  cross join lateral jsonb_array_elements(c.result) e
  cross join lateral (
    select 'f:' || left(upper(regexp_replace(btrim(r ->> 'folio'), '\s+', ' ', 'g')), 80) as key, (r ->> 'discountsSum')::numeric(14, 2) as discount
    from jsonb_array_elements(coalesce(e -> 'scrapedTickets', '[]')) r where btrim(coalesce(r ->> 'folio', '')) <> '') x
  where f.resource_type_id in (0, 1, 6, 7, 8, 9, 13) and x.discount > 0
  order by f.tenant_id, f.vehicle_id, f.resource_id, x.key, x.discount desc) x
where d.tenant_id = x.tenant_id and d.vehicle_id = x.vehicle_id and d.resource_id = x.resource_id and d.debt_key = x.key;
reset role;
drop function day_of(text);
-- Of ten sources a vehicle few say that something is owed.
create index vehicle_resource_owes on vehicle_resource (tenant_id, vehicle_id, resource_id) include (resource_type_id, debt_total, debt_without_amount)
  where debt_total > 0 or debt_without_amount > 0;
create index debt_marked on debt (tenant_id, marked_paid_at) where marked_paid_at is not null and ended_at is null;

-- ---------------------------------------------------------------- figures
-- One row a company: what its dashboards show. `version` is the catalogue's when it was read.
create table fleet_statistics (
  tenant_id   bigint primary key references company,
  facts       jsonb,                              -- null: never yet worked out
  shape       smallint,                           -- of the facts, as the release that kept them has them
  computed_at timestamptz,
  version     bigint,
  papers      bigint not null default 0,          -- raised by whatever changes the dates of documents, which raise no version
  papers_seen bigint,                             -- as it stood when the fleet was read
  took_ms     integer,
  wanted_at   timestamptz,                        -- somebody asked, or a large import ended; null: nobody waits
  wants       integer not null default 0,         -- how often anybody asked: what is asked meanwhile is worked out again
  next_at     timestamptz not null default now(), -- by itself, at night in the company's time zone
  begun_at    timestamptz,                        -- a process is at it
  claim       uuid,                               -- whose it is: who lost it writes nothing
  failed      smallint not null default 0         -- times in a row
);
create index fleet_statistics_next on fleet_statistics (next_at);
select protect_tenant_table('fleet_statistics');

-- What active vehicles owed on each day on which figures were worked out, the last time that they were: a row, of nothing too, for each kind
-- of debt that some source had answered about.
create table debt_day (
  tenant_id        bigint not null references company,
  day              date not null,
  resource_type_id smallint not null,
  amount           numeric(16, 2) not null,       -- of those that have one
  debts            integer not null,
  without_amount   integer not null,              -- of `debts`
  primary key (tenant_id, day, resource_type_id)
);
select protect_tenant_table('debt_day');

-- ---------------------------------------------------------------- rules of payment
-- Which debts get cheaper until when, and which stand in the way of what: the same for everybody, with who says so and since when.
-- Declared by the code at every migration.
create table payment_rule (
  rule_key     text primary key check (rule_key ~ '^[a-z0-9-]{1,60}$'),
  kind         text not null check (kind in ('discount', 'blocks')),
  country      text not null,
  title        text not null,
  state_ids    integer[],                        -- of the vehicles; null: the whole country
  type_ids     smallint[] not null,              -- kinds of debt
  steps        jsonb not null default '[]',      -- of a discount: [{days, percent}], days after that of the debt, the first step first
  day_kind     text not null default 'calendar' check (day_kind in ('calendar', 'business')),
  only_words   text[],                           -- folded; only debts whose description has one; null: all
  except_words text[],                           -- folded; not debts whose description, or whose source's name, has one
  says         text not null,
  valid_from   date,
  valid_to     date,
  source       text not null,
  source_date  date,
  note         text,
  disagreement text,                             -- two sources say otherwise: not shown unless the operator decides
  switched     boolean,                          -- the operator's word; null: as the above says
  place        integer not null,
  declared     boolean not null default true
);
grant select on payment_rule to padron_app;
grant select, insert, update, delete on payment_rule to padron_system;
