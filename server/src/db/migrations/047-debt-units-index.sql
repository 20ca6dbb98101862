-- outside a transaction
-- The open debts whose amount follows from the value of a unit. What a killed one left is of no use.
drop index concurrently if exists debt_in_units; -- safe: made by this file alone
create index concurrently debt_in_units on debt (tenant_id, vehicle_id) where unit is not null and ended_at is null;
