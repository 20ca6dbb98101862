// A database as an older release left it.
import pg from 'pg'
import { prepareJobs } from '../../db/job-schema.ts'
import { migrate } from '../../installation/migrate.ts'

/** With rows that every release since the first has known. */
const ROWS = `
  insert into company (tenant_id, short_name, company_name, country, time_zone)
  values (7, 'norte', 'Transportes Ñandú', 'MX', 'America/Monterrey');
  insert into catalogue_version (tenant_id) values (7);
  insert into state values (900, 'MX', 'Estado');
  insert into vehicle (tenant_id, plate, vin, state_id)
  select 7, 'AAA' || n, '3N1CN8AE1RL' || lpad(n::text, 6, '0'), 900
  from generate_series(1, 300) n;`
export const FOUND = `
  select (select company_name from company where tenant_id = 7) as name,
    (select count(*)::int from vehicle) as vehicles`

/** @param upTo the release's last migration */
export const fill = async (url: string, upTo: string) => {
  await migrate({ connectionString: url, role: null }, upTo)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client
    .query(`begin; set local role padron_system; ${ROWS} commit`)
    .then(() => prepareJobs(client))
    .finally(() => client.end())
}
