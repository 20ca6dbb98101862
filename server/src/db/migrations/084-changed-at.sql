-- Programs that keep a copy of the fleet ask for what changed since they last did: when each row last changed, what was
-- deleted, and until when all that was written is visible. Keys of calls that may be repeated are kept with their reply.

-- The transaction's beginning. A check that says the same again is no change, or every night all would be new.
alter table vehicle add column changed_at timestamptz not null default now();
alter table debt add column changed_at timestamptz not null default now();
alter table document add column changed_at timestamptz not null default now();
alter table obligation add column changed_at timestamptz not null default now();
alter table vehicle_resource add column changed_at timestamptz not null default now();
comment on column vehicle_resource.changed_at is 'When it was last written: each check of the source does.';
comment on column vehicle.changed_at is 'When what programs read of it last changed; not when it was last checked.';
comment on column debt.changed_at is 'When what its source says of it last changed; not when that was last seen.';
comment on column document.changed_at is 'When it last changed.';
comment on column obligation.changed_at is 'When what is said of it last changed; not when it was said last.';

create function mark_changed() returns trigger language plpgsql as $$
begin
  new.changed_at := now();
  return new;
end $$;

-- What is brought back is written again too: whoever has a copy was told that it is gone.
create trigger marks_added before insert on vehicle for each row execute function mark_changed();
create trigger marks_added before insert on debt for each row execute function mark_changed();
create trigger marks_added before insert on document for each row execute function mark_changed();
create trigger marks_added before insert on obligation for each row execute function mark_changed();
-- Each edit raises the version; checks write statuses and totals.
create trigger marks_changed before update on vehicle for each row
  when (
    (old.row_version, old.asset_status_id, old.replaced_by, old.replacing, old.debt_total, old.debt_without_amount,
      old.ticket_status, old.tenencia_status, old.refrendo_status, old.tickets_cdmx_status, old.tickets_env_status,
      old.misc_status, old.violation_status, old.stolen_status, old.insurance_status, old.inspection_status,
      old.card_status, old.plate_status, old.repuve_status)
    is distinct from
    (new.row_version, new.asset_status_id, new.replaced_by, new.replacing, new.debt_total, new.debt_without_amount,
      new.ticket_status, new.tenencia_status, new.refrendo_status, new.tickets_cdmx_status, new.tickets_env_status,
      new.misc_status, new.violation_status, new.stolen_status, new.insurance_status, new.inspection_status,
      new.card_status, new.plate_status, new.repuve_status))
  execute function mark_changed();
create trigger marks_changed before update on debt for each row
  when (
    (old.resource_type_id, old.folio, old.description, old.issued_on, old.issued_day, old.total, old.discount,
      old.surcharge, old.notified_on, old.electronic, old.units, old.unit, old.first_seen_at, old.ended_at,
      old.ended_as, old.marked_paid_at)
    is distinct from
    (new.resource_type_id, new.folio, new.description, new.issued_on, new.issued_day, new.total, new.discount,
      new.surcharge, new.notified_on, new.electronic, new.units, new.unit, new.first_seen_at, new.ended_at,
      new.ended_as, new.marked_paid_at))
  execute function mark_changed();
create trigger marks_changed before update on document for each row
  when ((old.row_version, old.expires_on, old.removed_at) is distinct from
    (new.row_version, new.expires_on, new.removed_at))
  execute function mark_changed();
create trigger marks_changed before update on obligation for each row
  when ((old.kind, old.due_on, old.title, old.detail, old.amount, old.resource_id, old.document_id)
    is distinct from (new.kind, new.due_on, new.title, new.detail, new.amount, new.resource_id, new.document_id))
  execute function mark_changed();

create trigger marks_added before insert on vehicle_resource for each row execute function mark_changed();
create trigger marks_changed before update on vehicle_resource for each row
  when (old.changed_at = new.changed_at) execute function mark_changed();

create table deletion_notice (
  tenant_id          bigint not null default current_tenant(),
  deletion_notice_id bigint generated always as identity,
  kind               text not null check (kind in ('vehicle', 'debt', 'document', 'obligation', 'tag')),
  resource_key       text not null,
  vehicle_id         bigint,
  changed_at         timestamptz not null default now(),
  primary key (tenant_id, deletion_notice_id)
);
comment on table deletion_notice is 'What was deleted, for programs that keep a copy of it.';
comment on column deletion_notice.resource_key is 'The id by which programs know it.';
comment on column deletion_notice.changed_at is 'When it was deleted.';
create index deletion_notice_changed on deletion_notice (tenant_id, changed_at, deletion_notice_id);
create index deletion_notice_old on deletion_notice (changed_at);
select protect_tenant_table('deletion_notice');

-- The id by which programs know a debt: its source's number for it is one in a vehicle and source alone.
create function debt_id(vehicle bigint, resource integer, debt_key text) returns text language sql immutable
  return vehicle || '.' || resource || '.' || debt_key;

-- What goes with its vehicle is said by the vehicle, and a tag's vehicles by the tag; of a company that is erased nothing.
create function note_deletions() returns trigger language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if not exists (select from old_rows o where not is_being_erased(o.tenant_id)) then return null; end if;
  case tg_table_name
    when 'vehicle' then
      insert into deletion_notice (tenant_id, kind, resource_key, vehicle_id)
      select o.tenant_id, 'vehicle', o.vehicle_id, o.vehicle_id
      from old_rows o;
    when 'tag' then
      insert into deletion_notice (tenant_id, kind, resource_key)
      select o.tenant_id, 'tag', o.tag_id
      from old_rows o;
    when 'debt' then
      insert into deletion_notice (tenant_id, kind, resource_key, vehicle_id)
      select o.tenant_id, 'debt', debt_id(o.vehicle_id, o.resource_id, o.debt_key), o.vehicle_id
      from old_rows o
      join vehicle v on v.tenant_id = o.tenant_id and v.vehicle_id = o.vehicle_id;
    when 'document' then
      insert into deletion_notice (tenant_id, kind, resource_key, vehicle_id)
      select o.tenant_id, 'document', o.document_id, o.vehicle_id
      from old_rows o
      join vehicle v on v.tenant_id = o.tenant_id and v.vehicle_id = o.vehicle_id;
    else
      insert into deletion_notice (tenant_id, kind, resource_key, vehicle_id)
      select o.tenant_id, 'obligation', obligation_id(o.tenant_id, o.vehicle_id, o.source_key), o.vehicle_id
      from old_rows o
      join vehicle v on v.tenant_id = o.tenant_id and v.vehicle_id = o.vehicle_id;
  end case;
  return null;
end $$;
create trigger notes_deletions after delete on vehicle referencing old table as old_rows
  for each statement execute function note_deletions();
create trigger notes_deletions after delete on debt referencing old table as old_rows
  for each statement execute function note_deletions();
create trigger notes_deletions after delete on document referencing old table as old_rows
  for each statement execute function note_deletions();
create trigger notes_deletions after delete on obligation referencing old table as old_rows
  for each statement execute function note_deletions();

create trigger notes_deletions after delete on tag referencing old table as old_rows
  for each statement execute function note_deletions();

-- What began before this moment has ended: all that it wrote is visible to whoever reads after asking. `changed_at` is
-- the beginning of a transaction, which sessions tell of a moment after it.
create function changes_complete_until() returns timestamptz language sql volatile security definer
  set search_path = pg_catalog, pg_temp
as $$
  select least(
    clock_timestamp() - interval '1 second',
    (select min(xact_start)
    from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()))
$$;
revoke execute on function changes_complete_until() from public;
grant execute on function changes_complete_until() to padron_app, padron_scoped, padron_system;

create table idempotency_key (
  tenant_id      bigint not null default current_tenant(),
  requester      text not null,
  key            text not null check (length(key) between 1 and 100),
  request_sha256 bytea not null,
  reply          jsonb,
  created_at     timestamptz not null default now(),
  primary key (tenant_id, requester, key),
  foreign key (tenant_id) references company on delete cascade
);
comment on table idempotency_key is 'What a call replied that its sender may repeat, by the key that they gave it.';
comment on column idempotency_key.requester is 'Whose key it is: the user or the token.';
comment on column idempotency_key.request_sha256 is 'Of the call and its body: the key is for no other.';
create index idempotency_key_old on idempotency_key (created_at);
select protect_tenant_table('idempotency_key');

grant create on schema public to padron_system;
alter function note_deletions() owner to padron_system;
revoke create on schema public from padron_system;
revoke all on function mark_changed(), note_deletions() from public;
grant execute on function obligation_id(bigint, bigint, text) to padron_app, padron_scoped;
