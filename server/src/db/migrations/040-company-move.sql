-- A company that moves to another installation: how far it is, and what keeps writers out meanwhile (company-move/).
-- leaving: workers claim nothing more of it; read-only: nobody writes; moved: it lives elsewhere, and its rows here are
-- erased later; arriving: its rows are here and it is not yet used.
alter table company
  add column move_state text check (move_state in ('leaving', 'read-only', 'moved', 'arriving')),
  add column moved_to text, -- where it lives, as its people read it
  add column moved_at timestamptz;

-- Begins each transaction that may write a company's rows, where companies may move. The lock is shared by writers and
-- taken alone by the move, so that after it no writer is under way that has not seen the state. It is taken before the
-- state is read, which only a statement of its own sees.
create function enter_company(tenant bigint) returns void language plpgsql as $$
declare
  state text;
begin
  perform set_config('app.tenant', tenant::text, true), pg_advisory_xact_lock_shared(7236110, hashint8(tenant));
  select move_state into state from company where tenant_id = tenant;
  if state in ('read-only', 'arriving') then
    raise exception 'company % is %', tenant, state using errcode = 'PDM01';
  elsif state = 'moved' then
    raise exception 'company % has moved', tenant using errcode = 'PDM02';
  end if;
end $$;

-- Rows that arrive from another installation are as they were: no trigger records or announces them again. Only the
-- system's role can say so.
create function is_arrival() returns boolean language sql stable
  return current_user = 'padron_system' and current_setting('app.arrival', true) is not distinct from 'on';
