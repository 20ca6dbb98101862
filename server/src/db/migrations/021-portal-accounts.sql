-- One contract that several portals are asked with (resources/portal-accounts.ts): one credential, one cap of the month, one pause.
create table portal_account (
  account_key      text primary key,
  account_name     text not null,
  credential       text,                                        -- sealed
  monthly_cap      numeric(14, 2) check (monthly_cap >= 0),     -- of all its portals together, in their currency
  credit_out_since timestamptz,                                 -- as in `portal`, for all that share the account
  probe_at         timestamptz
);
-- The account that a portal belongs to. It shares it while it has no credential of its own: with one it is a contract by itself, as before.
alter table portal add column account_key text references portal_account;
-- safe: some sixty rows
alter table portal add column shared_account_key text generated always as (case when coalesce(credential, '') = '' then account_key end) stored;
grant select (account_key, account_name, credit_out_since, probe_at) on portal_account to padron_app;
grant select (shared_account_key) on portal to padron_app;
grant select, insert, update, delete on portal_account to padron_system;
