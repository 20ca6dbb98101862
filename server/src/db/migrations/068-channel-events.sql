-- Channels carry scheduled reports too, and what the bell shows to those of them that ask for it.
alter table scheduled_report add column channel_ids bigint[] not null default '{}';
comment on column scheduled_report.channel_ids is
  'Channels that are notified too; of one that is gone nothing is sent.';
alter table scheduled_report drop constraint scheduled_report_mails_check; -- safe: a wider one follows
-- safe: not valid
alter table scheduled_report add constraint scheduled_report_recipients_check
  check (cardinality(mails) <= 50 and cardinality(channel_ids) <= 10
    and cardinality(mails) + cardinality(channel_ids) > 0) not valid;
drop trigger audit_created on scheduled_report; -- safe: audit_table makes them anew with one more column
drop trigger audit_deleted on scheduled_report; -- safe: as before
drop trigger audit_changed on scheduled_report; -- safe: as before
select audit_table('scheduled_report', 'report', 'report_id', 'report_name',
  'report_name kind mails channel_ids frequency send_day send_hour view_id filter empty_policy active');

alter table channel add column events text[] not null default '{}';
comment on column channel.events is 'What of the news it is told of: notices, changes, outages.';
-- safe: not valid
alter table channel add constraint channel_events_check
  check (events <@ array['notices', 'changes', 'outages']) not valid;
drop trigger audit_created on channel; -- safe: audit_table makes them anew with one more column
drop trigger audit_deleted on channel; -- safe: as before
drop trigger audit_changed on channel; -- safe: as before
select audit_table('channel', 'channel', 'channel_id', 'channel_name',
  'channel_name kind shown_address quiet_from quiet_to events active off_reason removed_at');

alter table channel_delivery drop constraint channel_delivery_kind_check; -- safe: a wider one follows
-- safe: not valid
alter table channel_delivery add constraint channel_delivery_kind_check
  check (kind in ('alert', 'reminder', 'report', 'notices', 'changes', 'outages', 'test')) not valid;

create table outage_notice (
  tenant_id  bigint not null default current_tenant() references company on delete cascade,
  portal_key text not null,
  is_down    boolean not null,
  told_at    timestamptz not null,
  primary key (tenant_id, portal_key)
);
comment on table outage_notice is 'What a company''s channels were last told of a source.';
comment on column outage_notice.is_down is 'That it fails; else that it answers again.';
select protect_tenant_table('outage_notice');
