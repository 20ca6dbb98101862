-- Calendars and holidays that a company adds for its own vehicles. Older processes do not know the table.
create table own_calendar (
  tenant_id       bigint not null references company,
  own_calendar_id bigint generated always as identity,
  kind            text not null check (kind in ('calendar', 'holiday')),
  title           text not null check (length(title) between 1 and 120),
  state_ids       integer[] not null,                -- empty: all
  digits          smallint[] not null,               -- last digits of the plate; empty: all
  spans           jsonb not null,                    -- from and to, MM-dd of every year or yyyy-MM-dd
  note            text not null check (length(note) <= 500),
  row_version     integer not null default 1,
  primary key (tenant_id, own_calendar_id)
);
comment on table own_calendar is 'A calendar or a holiday that a company added for its own vehicles.';
select protect_tenant_table('own_calendar');
select audit_table('own_calendar', 'own_calendar', 'own_calendar_id', 'title', 'kind title state_ids digits spans note');
