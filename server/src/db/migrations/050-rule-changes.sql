-- Who switched a rule of the packs on or off, when and why.
alter table calendar_rule add column override_at timestamptz;
alter table calendar_rule add column override_by text;
alter table calendar_rule add column override_reason text;
alter table payment_rule add column override_at timestamptz;
alter table payment_rule add column override_by text;
alter table payment_rule add column override_reason text;

-- As calendars have them: what ends for good, and the rule that one continues.
alter table payment_rule add column once boolean not null default false;
alter table appeal_rule add column once boolean not null default false;
alter table appeal_rule add column follows text;

-- A notice that the operator removed is not published again.
alter table rule_notice alter column news_id drop not null;
alter table rule_notice drop constraint rule_notice_news_id_fkey;
alter table rule_notice
  add constraint rule_notice_news_id_fkey foreign key (news_id) references news_item on delete set null;
comment on column rule_notice.news_id is 'Null: the operator removed it.';

-- Alerts about money are not checked while amounts are computed, and start over if some of them changed.
alter table pending_unit_amounts add column changed boolean not null default false;
