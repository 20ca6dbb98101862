-- Passkeys (WebAuthn): the second kind of second factor, beside the codes of an application or alone.
alter table second_factor alter column secret drop not null;
comment on column second_factor.secret is 'The application''s, sealed with PADRON_SECRET; null: there is none.';
comment on column second_factor.confirmed_at is 'Null: the first of the user''s factors is being set up.';
comment on column second_factor.last_step is 'The time step of the last right code; 0: it is being set up.';
comment on table second_factor is 'The second factor of a user: an application''s codes, passkeys, or both.';

create table passkey (
  tenant_id     bigint not null,
  passkey_id    uuid not null default gen_random_uuid(),
  user_id       bigint not null,
  credential_id bytea not null,
  public_key    bytea not null,
  counter       bigint not null,
  transports    text[] not null,
  rp_id         text not null,
  passkey_name  text not null check (length(passkey_name) between 1 and 60),
  created_at    timestamptz not null default now(),
  last_used_at  timestamptz,
  primary key (tenant_id, passkey_id),
  unique (tenant_id, user_id, credential_id),
  foreign key (tenant_id, user_id) references second_factor (tenant_id, user_id) on delete cascade
);
comment on table passkey is 'Keys that stand for the second factor, held by the user''s devices.';
comment on column passkey.public_key is 'As COSE has it.';
comment on column passkey.counter is 'Of the uses that the device last told; 0: it does not count.';
comment on column passkey.rp_id is 'The host of the address that it was made at: it is worth nothing at another.';
select protect_tenant_table('passkey');

comment on table sign_in_challenge is
  'What a second factor answers: sign-ins whose password was right, and questions to a session.';
comment on column sign_in_challenge.password_digest is
  'Sha-256 of the stored hash that the password was right against, or of the session and what it is asked for.';
