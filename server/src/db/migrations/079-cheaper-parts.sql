-- Every query of a user who sees a part carries the policy of 071 once for each table that it reads: what a page of the
-- list costs more is the policy's own subqueries. Here are fewer of them, of the same meaning.

-- The values of a kind for the user of this transaction; null where the kind limits nothing, none where there is no such
-- user. Neither null nor an empty text is among them.
create or replace function scope_values(kind text) returns text[] language plpgsql stable parallel safe
  set search_path = public, pg_temp
as $$
declare
  scope jsonb;
begin
  select coalesce(nullif(current_setting('app.tried_scope', true), '')::jsonb, u.vehicle_scope) into scope
  from app_user u
  where u.tenant_id = nullif(current_setting('app.tenant', true), '')::bigint
    and u.user_id = nullif(current_setting('app.scope', true), '')::bigint;
  if not found then return '{}'; end if;
  if scope -> kind is null then return null; end if;
  return array(select value from jsonb_array_elements_text(scope -> kind) where value <> '');
end $$;

-- `is not false`: no values, so no limit. No value is null, and what is compared is not null either.
alter policy scope_rows on vehicle using (
  tenant_id = nullif(current_setting('app.tenant', true), '')::bigint
  and (state_id = any ((select scope_values('states')::integer[])::integer[])) is not false
  and (coalesce(tax_identifier, '') = any ((select scope_values('holders'))::text[])) is not false
  and ((select scope_values('lessors')) is null
    or fold(lessor_name) = any ((select array(select fold(l) from unnest(scope_values('lessors')) l))::text[]))
  and ((select scope_values('tags')) is null
    or exists (select from tag_scope t where t.vehicle_id = vehicle.vehicle_id)));
