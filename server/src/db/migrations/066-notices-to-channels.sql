-- Alerts and reminders go to channels beside e-mail.
alter table alert add column channel_ids bigint[] not null default '{}';
comment on column alert.channel_ids is 'Channels that are notified too; of one that is gone nothing is sent.';
alter table alert drop constraint report_alert_mails_check; -- safe: the next statement replaces it with a wider one
alter table alert add constraint alert_recipients_check
  check (cardinality(mails) <= 50 and cardinality(channel_ids) <= 10 and cardinality(mails) + cardinality(channel_ids) > 0)
  not valid;
drop trigger audit_created on alert; -- safe: audit_table makes them anew with one more column
drop trigger audit_deleted on alert; -- safe: as before
drop trigger audit_changed on alert; -- safe: as before
select audit_table('alert', 'alert', 'alert_id', 'alert_name',
  'alert_name view_id measure threshold mails channel_ids active');

alter table reminder_setting add column by_email boolean not null default true;
alter table reminder_setting add column channel_ids bigint[] not null default '{}';
comment on column reminder_setting.channel_ids is 'Channels to which the user''s reminders go.';
