-- For how long what a person captured is current, by type of resource. A type without a row has the default.
create table capture_interval (
  tenant_id        bigint not null,
  resource_type_id smallint not null,
  days             smallint not null check (days between 1 and 365),
  season_days      smallint not null check (season_days between 1 and 365),  -- captured from January to March
  primary key (tenant_id, resource_type_id)
);
comment on table capture_interval is 'For how many days captures of a type are current in a company.';
select protect_tenant_table('capture_interval');
