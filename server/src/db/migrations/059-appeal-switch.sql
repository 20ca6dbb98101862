-- A term to appeal is switched as other rules are: what the operator said outlives the packs.
alter table appeal_rule add column declared boolean not null default true;
alter table appeal_rule add column enabled_override boolean;
alter table appeal_rule add column override_at timestamptz;
alter table appeal_rule add column override_by text;
alter table appeal_rule add column override_reason text;
