// Records by triggers in the database: every status a vehicle ever had, who claimed what, and in which
// transaction a claim ended and a run was written. What lasts a millisecond is seen too.
import pg from 'pg'

const RECORDER = `
  create table seen_status (vehicle_id bigint, what text, status smallint, primary key (vehicle_id, what, status));
  create table seen_claim (vehicle_id bigint, connector_key text, claim_id uuid, process text, ended_in xid8,
  primary key (claim_id, vehicle_id));
  create index on seen_claim (process);
  create table seen_run (vehicle_id bigint, connector_key text, run_id uuid, written_in xid8);
  create function see_vehicle() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
  begin
    insert into seen_status
    select new.vehicle_id, key, value::smallint
    from jsonb_each_text(to_jsonb(new))
    where key like '%\\_status'
    on conflict do nothing;
    return null;
  end $$;
  create function see_resource() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
  begin
    insert into seen_status values (new.vehicle_id, new.resource_id::text, new.status_id)
    on conflict do nothing;
    return null;
  end $$;
  create function see_check() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    if new.claim_id is not null then
      insert into seen_claim
      values (new.vehicle_id, new.connector_key, new.claim_id, current_setting('application_name'))
      on conflict do nothing;
    else
      update seen_claim
      set ended_in = pg_current_xact_id()
      where claim_id = old.claim_id and vehicle_id = new.vehicle_id;
    end if;
    return null;
  end $$;
  create function see_run() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    insert into seen_run values (new.vehicle_id, new.connector_key, new.run_id, pg_current_xact_id());
    return null;
  end $$;
  create trigger seen after update on vehicle for each row execute function see_vehicle();
  create trigger seen after update on vehicle_resource for each row execute function see_resource();
  create trigger seen after update on due_check for each row
    when (old.claim_id is distinct from new.claim_id) execute function see_check();
  create trigger seen after insert on check_run for each row execute function see_run();
  grant select on seen_status, seen_claim, seen_run to padron_system;`

/** @param owner the address of the owner of the tables */
export const installRecorder = async (owner: string): Promise<void> => {
  const client = new pg.Client({ connectionString: owner })
  await client.connect()
  await client.query(RECORDER).finally(() => client.end())
}
