-- The newest changes of a company's vehicles, a row each, in place of a value that was rewritten whole with every edit.
-- `catalogue_version.recent_changes` is emptied by each edit and stays for the release before.
create table fleet_change (
  tenant_id      bigint not null references company on delete cascade,
  fields_version bigint not null,
  vehicle_ids    bigint[] not null,
  primary key (tenant_id, fields_version)
);
comment on table fleet_change is 'The vehicles that an edit changed, for the newest hundred versions of a fleet.';
select protect_tenant_table('fleet_change');
