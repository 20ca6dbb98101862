-- A vehicle that goes to another state has the sources of that one, and a source that is retired answers for none: what
-- they said is deleted, and programs with a copy of it are told. What is only asked for anew comes back at once.
alter table deletion_notice drop constraint deletion_notice_kind_check;
alter table deletion_notice add constraint deletion_notice_kind_check -- safe: not valid, so that nothing is looked through
  check (kind in ('vehicle', 'debt', 'document', 'obligation', 'check', 'tag', 'capture', 'report', 'webhook')) not valid;

create function note_check_deletions() returns trigger language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  insert into deletion_notice (tenant_id, kind, resource_key, vehicle_id)
  select o.tenant_id, 'check', o.vehicle_id || '.' || o.resource_id, o.vehicle_id
  from old_rows o
  join resource r on r.resource_id = o.resource_id
  join vehicle v on v.tenant_id = o.tenant_id and v.vehicle_id = o.vehicle_id
  where (r.retired or r.state_id <> v.state_id) and not is_being_erased(o.tenant_id);
  return null;
end $$;
create trigger notes_deletions after delete on vehicle_resource referencing old table as old_rows
  for each statement execute function note_check_deletions();

-- Whose word it is may change alone: a source says what a person had captured.
drop trigger marks_changed on obligation;
create trigger marks_changed before update on obligation for each row
  when ((old.kind, old.due_on, old.title, old.detail, old.amount, old.resource_id, old.document_id, old.told_by)
    is distinct from
    (new.kind, new.due_on, new.title, new.detail, new.amount, new.resource_id, new.document_id, new.told_by))
  execute function mark_changed();

-- A source that still lists a debt refutes that it was paid.
drop trigger marks_changed on debt;
create trigger marks_changed before update on debt for each row
  when (
    (old.resource_type_id, old.folio, old.description, old.issued_on, old.issued_day, old.total, old.discount,
      old.surcharge, old.notified_on, old.electronic, old.units, old.unit, old.first_seen_at, old.ended_at,
      old.ended_as, old.marked_paid_at, old.mark_refuted_at)
    is distinct from
    (new.resource_type_id, new.folio, new.description, new.issued_on, new.issued_day, new.total, new.discount,
      new.surcharge, new.notified_on, new.electronic, new.units, new.unit, new.first_seen_at, new.ended_at,
      new.ended_as, new.marked_paid_at, new.mark_refuted_at))
  execute function mark_changed();

grant create on schema public to padron_system;
alter function note_check_deletions() owner to padron_system;
revoke create on schema public from padron_system;
revoke all on function note_check_deletions() from public;
