-- What was told about the end of official rules: before it, nearer to it, and after it.
create table rule_notice (
  country  text not null,
  valid_to date not null,
  days     smallint not null,                        -- 60, 30 or 7 before; -1: after it
  news_id  bigint not null references news_item on delete cascade,
  primary key (country, valid_to, days)
);
comment on table rule_notice is 'A notice that rules of a country end on a day, so that each is published once.';
create index rule_notice_news on rule_notice (news_id);
grant select, insert, update, delete on rule_notice to padron_system;

-- Reminders of the last day of an official calendar; of a later last day it is reminded again.
create table sent_calendar_reminder (
  tenant_id bigint not null,
  user_id   bigint not null,
  rule_key  text not null,
  due_on    date not null,
  step      smallint not null,                       -- days before
  sent_at   timestamptz not null default now(),
  primary key (tenant_id, user_id, rule_key, due_on, step),
  foreign key (tenant_id, user_id) references app_user on delete cascade
);
comment on table sent_calendar_reminder is 'Which reminders of official calendars a user was sent.';
create index sent_calendar_reminder_time on sent_calendar_reminder (sent_at);
select protect_tenant_table('sent_calendar_reminder');
