-- Users who see a part of the fleet may change what is of their vehicles. Such a transaction works as padron_app, with
-- `app.scope` set, and these triggers refuse what is of another vehicle. Triggers and not policies: a policy for one
-- command would come before that of the company in every plan. Without `app.scope` a row costs one look at a setting.

-- Whether a vehicle is of the part of this transaction's user: it asks as padron_scoped, so the policy of 071 answers.
create function in_part(which bigint) returns boolean language sql stable security definer
  set search_path = public, pg_temp
as $$
  select exists (
    select from vehicle v
    where v.tenant_id = nullif(current_setting('app.tenant', true), '')::bigint and v.vehicle_id = which)
$$;
grant create on schema public to padron_scoped;
alter function in_part(bigint) owner to padron_scoped;
revoke create on schema public from padron_scoped;
revoke all on function in_part(bigint) from public;
grant execute on function in_part(bigint) to padron_app, padron_system;

create function is_scoped() returns boolean language sql stable parallel safe
  return coalesce(current_setting('app.scope', true), '') <> '';

-- The vehicle of a row; by its document, where it has none of its own.
create function vehicle_of(changed jsonb) returns bigint language sql stable
  set search_path = public, pg_temp
as $$
  select case when changed ? 'vehicle_id' then (changed ->> 'vehicle_id')::bigint else (
    select d.vehicle_id
    from document d
    where d.tenant_id = (changed ->> 'tenant_id')::bigint and d.document_id = (changed ->> 'document_id')::bigint) end
$$;

create function refuse_other_vehicles() returns trigger language plpgsql
  set search_path = public, pg_temp
as $$
begin
  if tg_op <> 'INSERT' and in_part(vehicle_of(to_jsonb(old))) is not true
    or tg_op <> 'DELETE' and in_part(vehicle_of(to_jsonb(new))) is not true then
    raise exception '% of a vehicle that the user does not see', tg_table_name using constraint = 'part_of_fleet';
  end if;
  return coalesce(new, old);
end $$;

-- A user who sees a part adds no vehicle and deletes none.
create function refuse_in_part() returns trigger language plpgsql as $$
begin
  raise exception '% of %', lower(tg_op), tg_table_name using constraint = 'part_of_fleet';
end $$;

-- What a change leaves behind is still of the part. Its trigger comes by its name before those that write more of the
-- vehicle, which would find it gone. Whoever changes tags puts before taking.
create function keep_in_part() returns trigger language plpgsql
  set search_path = public, pg_temp
as $$
declare
  v vehicle;
begin
  if in_part(old.vehicle_id) then return null; end if;
  select * into v from vehicle where tenant_id = old.tenant_id and vehicle_id = old.vehicle_id;
  raise exception 'the vehicle would leave the part of the user' using constraint = case
    when v.state_id::text <> all (scope_values('states')) then 'part_states'
    when coalesce(v.tax_identifier, '') <> all (scope_values('holders')) then 'part_holders'
    when fold(coalesce(v.lessor_name, '')) <> all (array(select fold(l) from unnest(scope_values('lessors')) l))
      and scope_values('lessors') is not null then 'part_lessors'
    else 'part_tags' end;
end $$;

revoke all on function refuse_other_vehicles(), refuse_in_part(), keep_in_part() from public;

-- Rows of the table are written only of vehicles of the part. They say is_arrival() themselves, first what is cheap.
create function keep_rows_in_part(target regclass) returns void language plpgsql as $$
begin
  execute format('create trigger part_keeps after insert or update or delete on %s for each row
    when (is_scoped() and not is_arrival()) execute function refuse_other_vehicles()', target);
end $$;

create or replace function protect_vehicle_table(target regclass) returns void language plpgsql as $$
begin
  execute format('create policy scope_rows on %1$s for select to padron_scoped using (
    tenant_id = nullif(current_setting(''app.tenant'', true), '''')::bigint
    and exists (select from vehicle v where v.tenant_id = %1$s.tenant_id and v.vehicle_id = %1$s.vehicle_id))', target);
  execute format('grant select on %s to padron_scoped', target);
  perform keep_rows_in_part(target);
end $$;

-- Of what makes the part: before, as afterwards a foreign vehicle would be of it.
create trigger part_refuses before insert or delete on vehicle for each row
  when (is_scoped() and not is_arrival()) execute function refuse_in_part();
create trigger part_keeps before update on vehicle for each row
  when (is_scoped() and not is_arrival()) execute function refuse_other_vehicles();
create trigger a_stays_in_part after update of state_id, tax_identifier, lessor_name on vehicle for each row
  when (is_scoped() and not is_arrival()) execute function keep_in_part();
create trigger part_keeps before insert or update or delete on vehicle_tag for each row
  when (is_scoped() and not is_arrival()) execute function refuse_other_vehicles();
create trigger a_stays_in_part after delete on vehicle_tag for each row
  when (is_scoped() and not is_arrival()) execute function keep_in_part();

select keep_rows_in_part(target)
from unnest(array['document_version', 'document_value']::regclass[]) target;

select keep_rows_in_part(c.oid::regclass)
from pg_class c
join pg_attribute a on a.attrelid = c.oid and a.attname = 'vehicle_id' and not a.attisdropped
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  and c.relname not in ('vehicle', 'vehicle_tag')
order by c.relname;

-- A file that takes the place of one with the same name is a change too: its record was refused for having none.
create or replace function record_document_changes() returns trigger language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare a jsonb := current_actor();
begin
  insert into activity (tenant_id, origin, user_id, who, address, request_id, subject_kind, subject_id, subject_name,
    action, changes)
  select (n->>'tenant_id')::bigint, a->>'origin', (a->>'id')::bigint, a->>'name', a->>'address', a->>'request',
    'document', (n->>'document_id')::bigint, n->>'title', 'update',
    (select jsonb_object_agg(k, jsonb_build_array(o->k, n->k)) from unnest('{document_name,file,removed_at}'::text[]) k
      where o->k is distinct from n->k or k = 'file' and o->'current_version' <> n->'current_version')
  from (select with_document_names(to_jsonb(b)) as o, with_document_names(to_jsonb(c)) as n
    from old_rows b join new_rows c on c.tenant_id = b.tenant_id and c.document_id = b.document_id
    where (b.document_name, b.current_version, b.removed_at)
      is distinct from (c.document_name, c.current_version, c.removed_at) offset 0) x;
  return null;
end $$;
