-- Users who see a part of the company's fleet: vehicles of some tags, holders, lessors or states; any of a kind, all
-- of the kinds. The database decides. A request of such a user works as padron_scoped, which may read what is granted
-- below and nothing else; what is of a vehicle only where the vehicle itself is of the user's part. padron_app, as
-- which all others work, keeps its policies and so its plans.
alter table app_user add column vehicle_scope jsonb;
comment on column app_user.vehicle_scope is
  'Which vehicles the user sees, by kind: states and tags by id, holders by RFC or NIT, lessors by name. Null: all.';
-- safe: not valid. A kind without values would be seen as no limit.
alter table app_user add constraint app_user_vehicle_scope_check check (
  vehicle_scope is null
  or user_id <> tenant_id and jsonb_typeof(vehicle_scope) = 'object'
    and vehicle_scope - array['states', 'tags', 'holders', 'lessors'] = '{}'
    and vehicle_scope <> '{}'
    and not vehicle_scope @? 'strict $.* ? (@.type() <> "array" || @.size() == 0)') not valid;
drop trigger audit_created on app_user; -- safe: audit_table makes them anew with one more column
drop trigger audit_deleted on app_user; -- safe: as before
drop trigger audit_changed on app_user; -- safe: as before
select audit_table('app_user', 'user', 'user_id', 'username',
  'username active first_name last_name custom_id email phone profile role_ids vehicle_scope terms_version terms_at ' ||
  'terms_address password_changed_at');

grant usage on schema public to padron_scoped;

-- ---------------------------------------------------------------- the part itself
grant select (tenant_id, user_id, version, vehicle_scope) on app_user to padron_scoped;
create policy scope_rows on app_user for select to padron_scoped
  using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint
    and user_id = nullif(current_setting('app.scope', true), '')::bigint);

-- The values of a kind for the user of this transaction; null where the kind limits nothing. `app.tried_scope` is one
-- that is not stored, for who would know what it shows.
create function scope_values(kind text) returns text[] language sql stable parallel safe
  set search_path = public, pg_temp
as $$
  select array(select jsonb_array_elements_text(s.scope -> kind))
  from (
    select coalesce(nullif(current_setting('app.tried_scope', true), '')::jsonb, u.vehicle_scope) as scope
    from app_user u
    where u.tenant_id = nullif(current_setting('app.tenant', true), '')::bigint
      and u.user_id = nullif(current_setting('app.scope', true), '')::bigint) s
  where s.scope ? kind
$$;

-- A view because the policies of vehicle and vehicle_tag cannot ask each other: it reads as its owner.
create view tag_scope as
  select t.vehicle_id
  from vehicle_tag t
  where t.tenant_id = nullif(current_setting('app.tenant', true), '')::bigint
    and t.tag_id = any ((select scope_values('tags')::bigint[])::bigint[]);
comment on view tag_scope is 'Vehicles of the tags of the user of this transaction.';
grant select on tag_scope to padron_scoped;

grant select on vehicle to padron_scoped;
create policy scope_rows on vehicle for select to padron_scoped
  using (
    tenant_id = nullif(current_setting('app.tenant', true), '')::bigint
    and (select exists (select from app_user))
    and ((select scope_values('states')) is null or state_id = any ((select scope_values('states')::integer[])::integer[]))
    and ((select scope_values('holders')) is null or tax_identifier = any ((select scope_values('holders'))::text[]))
    and ((select scope_values('lessors')) is null
      or fold(lessor_name) = any ((select array(select fold(l) from unnest(scope_values('lessors')) l))::text[]))
    and ((select scope_values('tags')) is null
      or exists (select from tag_scope t where t.vehicle_id = vehicle.vehicle_id)));

-- Names of colleagues, who may be named beside a vehicle. No other column of theirs is told.
create view user_name as
  select user_id, username
  from app_user
  where tenant_id = nullif(current_setting('app.tenant', true), '')::bigint;

-- Both read as this owner.
grant create on schema public to padron_system;
alter view tag_scope owner to padron_system;
alter view user_name owner to padron_system;
revoke create on schema public from padron_system;
grant select on user_name to padron_app, padron_scoped;

-- ---------------------------------------------------------------- what is of a vehicle
-- A table whose rows are of the vehicle in its vehicle_id.
create function protect_vehicle_table(target regclass) returns void language plpgsql as $$
begin
  execute format('create policy scope_rows on %1$s for select to padron_scoped using (
    tenant_id = nullif(current_setting(''app.tenant'', true), '''')::bigint
    and exists (select from vehicle v where v.tenant_id = %1$s.tenant_id and v.vehicle_id = %1$s.vehicle_id))', target);
  execute format('grant select on %s to padron_scoped', target);
end $$;

create or replace function protect_tenant_table(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s alter column tenant_id set default current_tenant()', target);
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy own_rows on %s to padron_app using (tenant_id = nullif(current_setting(''app.tenant'', true), '''')::bigint)', target);
  execute format('create policy every_row on %s to padron_system using (true) with check (true)', target);
  execute format('grant select, insert, update, delete on %s to padron_app, padron_system', target);
  if exists (select from pg_attribute where attrelid = target and attname = 'vehicle_id' and not attisdropped) then
    perform protect_vehicle_table(target);
  end if;
end $$;

do $$
declare
  target regclass;
begin
  for target in
    select c.oid::regclass
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'vehicle_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'vehicle'
    order by c.relname
  loop
    perform protect_vehicle_table(target);
  end loop;
end $$;

-- Rows of a run or a document, which are of a vehicle.
create policy scope_rows on check_result for select to padron_scoped
  using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint
    and exists (select from check_run r where r.tenant_id = check_result.tenant_id and r.run_id = check_result.run_id));
create policy scope_rows on document_value for select to padron_scoped
  using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint
    and exists (
      select from document d
      where d.tenant_id = document_value.tenant_id and d.document_id = document_value.document_id));
create policy scope_rows on document_version for select to padron_scoped
  using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint
    and exists (
      select from document d
      where d.tenant_id = document_version.tenant_id and d.document_id = document_version.document_id));
create policy scope_rows on stored_file for select to padron_scoped
  using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint
    and exists (
      select from document_version d
      where d.tenant_id = stored_file.tenant_id and d.sha256 = stored_file.sha256));
grant select on check_result, document_value, document_version, stored_file to padron_scoped;

-- The keys are of the whole fleet: of a part each vehicle is looked at.
alter function vehicles_containing(text, text) rename to keys_containing;
create function vehicles_containing(field text, fragment text) returns table (vehicle_id bigint)
  language plpgsql stable
  set search_path = public, pg_temp
as $$
begin
  if current_user <> 'padron_scoped' then
    return query select k.vehicle_id from keys_containing(field, fragment) k;
  else
    return query
    select v.vehicle_id
    from vehicle v
    where v.tenant_id = nullif(current_setting('app.tenant', true), '')::bigint
      and strpos(fold(case field when 'plate' then v.plate when 'vin' then v.vin else v.custom_id end), fold(fragment)) > 0;
  end if;
end $$;
revoke all on function vehicles_containing(text, text) from public;
grant execute on function vehicles_containing(text, text) to padron_app, padron_system, padron_scoped;

-- What it exports is recorded.
grant execute on function record_activity(bigint, text, bigint, text, text, jsonb) to padron_scoped;

-- ---------------------------------------------------------------- what is of no vehicle
do $$
declare
  target text;
begin
  -- Of the company.
  foreach target in array array['company', 'catalogue_version', 'fleet_change', 'tag', 'tag_category', 'document_type',
    'document_type_tag', 'document_field', 'own_calendar', 'company_logo', 'email_logo']
  loop
    execute format('create policy scope_rows on %I for select to padron_scoped
      using (tenant_id = nullif(current_setting(''app.tenant'', true), '''')::bigint)', target);
    execute format('grant select on %I to padron_scoped', target);
  end loop;
  -- The same for every company, as far as padron_app may read them.
  for target in
    select format('grant select (%s) on %I to padron_scoped', string_agg(quote_ident(a.attname), ', '), c.relname)
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace
      and c.relname in ('state', 'resource', 'resource_service', 'portal', 'portal_account', 'source_outage',
        'calendar_rule', 'payment_rule', 'rule_pack', 'appeal_rule', 'unit_value', 'holiday_rule')
      and has_column_privilege('padron_app', c.oid, a.attnum, 'select')
    group by c.relname
  loop
    execute target;
  end loop;
end $$;
