-- Debts stated in units of account (10 UMA): their amount follows from the value of the unit on their day.
alter table debt add column units numeric(9, 2);
alter table debt add column unit text;                -- 'UMA', 'UVT', 'UVB'
alter table debt add column surcharge numeric(14, 2); -- how much its total was raised

-- Values of units changed: the amounts of a company's debts in units are computed again, some vehicles at a time.
create table pending_unit_amounts (
  tenant_id bigint primary key references company on delete cascade,
  cursor    bigint not null default 0                 -- vehicles up to this id are done
);
comment on table pending_unit_amounts is 'A company whose debts in units are still to be computed by new values.';
select protect_tenant_table('pending_unit_amounts');
