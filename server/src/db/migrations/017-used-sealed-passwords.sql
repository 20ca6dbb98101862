-- Passwords that arrived sealed and were right: each counts once. Kept until its time is over.
create table used_sealed_password (
  jti        text primary key, -- its own identifier
  expires_at timestamptz not null
);
grant select, insert, delete on used_sealed_password to padron_system;
