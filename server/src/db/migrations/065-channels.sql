-- Where people of a company read notices beside their e-mail: channels of Teams, Slack and Telegram. What is sent there
-- is written in the transaction of what it reports, and sent afterwards (features/channels).
create table channel (
  tenant_id         bigint not null default current_tenant() references company on delete cascade,
  channel_id        bigint generated always as identity,
  kind              text not null check (kind in ('teams', 'slack', 'telegram')),
  channel_name      text not null check (length(channel_name) between 1 and 60),
  address           text not null,
  shown_address     text not null check (length(shown_address) <= 300),
  quiet_from        time,
  quiet_to          time,
  active            boolean not null default true,
  off_reason        text,
  user_id           bigint not null,
  verified_at       timestamptz,
  failures          integer not null default 0,
  failing_since     timestamptz,
  paused_until      timestamptz,
  last_delivered_at timestamptz,
  last_failed_at    timestamptz,
  removed_at        timestamptz,
  created_at        timestamptz not null default now(),
  row_version       integer not null default 1,
  primary key (tenant_id, channel_id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, user_id) on delete cascade,
  check ((quiet_from is null) = (quiet_to is null) and quiet_from is distinct from quiet_to or quiet_from is null)
);
create index channel_user on channel (tenant_id, user_id);
create unique index channel_name on channel (tenant_id, fold(channel_name)) where removed_at is null;
comment on table channel is 'A channel of Teams, Slack or Telegram to which notices of a company go.';
comment on column channel.address is 'Sealed JSON: a web address, or the token of a bot with its chat and thread.';
comment on column channel.shown_address is 'What of the address may be shown: a host, or a chat.';
comment on column channel.quiet_from is 'In the company''s time zone; what is due from then until quiet_to waits.';
comment on column channel.user_id is 'Who last saved it: it sends while that person may set up reports.';
comment on column channel.verified_at is 'When the first message arrived at this address.';
comment on column channel.removed_at is 'Deleted; the newest of a company can be brought back.';
select protect_tenant_table('channel');

create table channel_delivery (
  tenant_id   bigint not null default current_tenant(),
  delivery_id bigint generated always as identity,
  channel_id  bigint not null,
  kind        text not null check (kind in ('alert', 'reminder', 'test')),
  event_key   text not null,
  content     jsonb not null,
  created_at  timestamptz not null default now(),
  status      text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
  attempts    integer not null default 0,
  next_at     timestamptz default now(),
  claim_id    uuid,
  last_at     timestamptz,
  answered    integer,
  problem     text,
  took_ms     integer,
  primary key (tenant_id, delivery_id),
  foreign key (tenant_id, channel_id) references channel (tenant_id, channel_id) on delete cascade
);
create unique index channel_delivery_event on channel_delivery (tenant_id, channel_id, event_key);
create index channel_delivery_due on channel_delivery (tenant_id, channel_id, next_at) where status = 'waiting';
create index channel_delivery_shown on channel_delivery (tenant_id, channel_id, delivery_id desc);
create index channel_delivery_old on channel_delivery (created_at);
comment on table channel_delivery is 'A notice for one channel: outbox and log at once.';
comment on column channel_delivery.event_key is 'What it reports: the same is written once for a channel.';
comment on column channel_delivery.claim_id is 'The message with which it is being sent; several notices may share one.';
select protect_tenant_table('channel_delivery');

select audit_table('channel', 'channel', 'channel_id', 'channel_name',
  'channel_name kind shown_address quiet_from quiet_to active off_reason removed_at');
