-- Signing in by a company's own identity provider (OpenID Connect).
create table company_idp (
  tenant_id     bigint primary key references company on delete cascade,
  issuer        text not null check (length(issuer) between 1 and 500),
  client_id     text not null check (length(client_id) between 1 and 200),
  client_secret text not null,
  groups_claim  text not null default 'groups',
  links_by_mail boolean not null default false,
  forced        boolean not null default false,
  saved_at      timestamptz not null default now(),
  row_version   integer not null default 1
);
comment on table company_idp is 'The identity provider of a company.';
comment on column company_idp.client_secret is 'Sealed with PADRON_SECRET.';
comment on column company_idp.links_by_mail is 'Users that exist are linked by verified email address, invited or not.';
comment on column company_idp.forced is 'Passwords open nothing but the main account.';
select protect_tenant_table('company_idp');

create table company_idp_domain (
  tenant_id bigint not null references company_idp on delete cascade,
  domain    text not null check (domain = lower(domain)),
  primary key (tenant_id, domain),
  constraint company_idp_domain_once unique (domain)
);
comment on table company_idp_domain is 'Domains of a company''s email addresses: each is one company''s.';
select protect_tenant_table('company_idp_domain');

create table company_idp_group (
  tenant_id  bigint not null references company_idp on delete cascade,
  position   integer not null,
  group_name text not null,
  preset_id  bigint not null,
  primary key (tenant_id, position),
  unique (tenant_id, group_name),
  foreign key (tenant_id, preset_id) references preset (tenant_id, preset_id) on delete cascade
);
create index company_idp_group_preset on company_idp_group (tenant_id, preset_id);
comment on table company_idp_group is 'The profile that a group of the provider gives a new user, first match first.';
select protect_tenant_table('company_idp_group');

create table user_identity (
  tenant_id    bigint not null,
  issuer       text not null,
  subject      text not null check (length(subject) between 1 and 255),
  user_id      bigint not null,
  created_at   timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (tenant_id, issuer, subject),
  foreign key (tenant_id, user_id) references app_user (tenant_id, user_id) on delete cascade
);
create index user_identity_user on user_identity (tenant_id, user_id);
comment on table user_identity is 'Who a person of an identity provider is here; an email address never tells.';
select protect_tenant_table('user_identity');

-- What a second factor is required of is a password: who enters by the provider gives what the provider asks for.
alter table access_token add column by_provider boolean not null default false;

-- A sign-in between its start and the token, five minutes at most. What it is proven with is not in here.
create table provider_sign_in (
  tenant_id    bigint not null references company_idp on delete cascade,
  state_hash   bytea not null unique,
  browser_hash bytea not null,
  issuer       text not null,
  client_id    text not null,
  challenge    text not null default '',
  trial_of     bigint,
  returned_at  timestamptz,
  user_id      bigint,
  code_hash    bytea unique,
  expires_at   timestamptz not null,
  primary key (tenant_id, state_hash),
  foreign key (tenant_id, trial_of) references app_user (tenant_id, user_id) on delete cascade,
  foreign key (tenant_id, user_id) references app_user (tenant_id, user_id) on delete cascade
);
create index provider_sign_in_expiry on provider_sign_in (expires_at);
create index provider_sign_in_trial on provider_sign_in (tenant_id, trial_of) where trial_of is not null;
create index provider_sign_in_user on provider_sign_in (tenant_id, user_id) where user_id is not null;
comment on table provider_sign_in is 'Sign-ins by an identity provider that are under way.';
comment on column provider_sign_in.browser_hash is 'Of the cookie, from which PKCE''s verifier and the nonce are made.';
comment on column provider_sign_in.challenge is 'Of what the console has to show with the code.';
comment on column provider_sign_in.trial_of is 'The administrator who tries it: no session comes of it.';
select protect_tenant_table('provider_sign_in');
