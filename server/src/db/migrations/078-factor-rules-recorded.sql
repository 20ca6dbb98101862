-- Of whom a second factor is required is recorded as what else is set of a profile and a company.
drop trigger audit_created on preset; -- safe: audit_table makes them anew with one more column
drop trigger audit_deleted on preset; -- safe: as before
drop trigger audit_changed on preset; -- safe: as before
select audit_table('preset', 'profile', 'preset_id', 'preset_name', 'preset_name role_ids requires_factor');

drop trigger audit_created on company; -- safe: as before
drop trigger audit_changed on company; -- safe: as before
select audit_table('company', 'company', 'tenant_id', 'company_name',
  'short_name company_name country time_zone logo_url suspended_at erase_at admins_need_factor');
drop trigger audit_deleted on company; -- safe: its record goes with it
