// Writes the reference lists the code declares (states, portals, resources) into their tables at every migration:
// what is new is added, what changed is updated, what is gone is retired, and an installation's own settings stay.
import { STATES } from '@padron/contract/states'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type { ClientBase } from 'pg'
import { writeServices } from '../resources/apply-services.ts'
import { PORTALS } from '../resources/catalogue.ts'
import { enrolAnew } from '../resources/enrol-anew.ts'
import { connectorsWith } from '../resources/registry.ts'
import type { Tx } from './client.ts'
import type { DB } from './schema.gen.ts'

/** @returns after the vehicles of every company are enrolled in resources that are new, and rid of checks nobody makes */
export const writeReference = async (client: ClientBase): Promise<void> => {
  await client.query(
    `insert into state (state_id, country, state_name)
     select * from json_to_recordset($1) as s(state_id int, country text, state_name text)
     on conflict (state_id) do update set state_name = excluded.state_name`,
    [
      JSON.stringify(
        STATES.map(({ stateId, country, stateName }) => ({ state_id: stateId, country, state_name: stateName })),
      ),
    ],
  )
  await client.query(
    `insert into portal (portal_key, portal_name, owner_name, country, portal_url)
     select * from json_to_recordset($1) as p(key text, name text, owner text, country text, url text)
     on conflict (portal_key) do update set portal_name = excluded.portal_name, owner_name = excluded.owner_name, portal_url = excluded.portal_url,
       declared = true`,
    [JSON.stringify(PORTALS)],
  )
  await asSystem(client, async (tx) => {
    const stored = await tx.selectFrom('json_connector').select(['connector_key', 'definition', 'version']).execute()
    await writeServices(tx, connectorsWith(stored))
  })
  await enrolAnew((work) => asSystem(client, work))
}

/** The owner of the tables sees no company's rows; the system's role does. */
const asSystem = async <T>(client: ClientBase, work: (tx: Tx) => Promise<T>): Promise<T> => {
  const only = { query: client.query.bind(client), release: () => undefined }
  const pool = { connect: async () => only, end: async () => undefined }
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: pool as never }) })
  return db.transaction().execute(async (tx) => {
    await sql`set local role padron_system`.execute(tx)
    return work(tx)
  })
}
