// Writes the reference lists of the code (states, portals, resources, official calendars, payment rules) to their
// tables at every migration: new entries are added, changed ones updated, removed ones retired, and an installation's
// own settings stay.
import { readFileSync } from 'node:fs'
import { STATES } from '@padron/contract/places/states'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type { ClientBase } from 'pg'
import { connectorsWith } from '../checks/connectors/registry.ts'
import { PROVIDER_ACCOUNTS, providerAccountOf } from '../checks/portals/accounts.ts'
import { PORTALS } from '../checks/services/catalogue.ts'
import { enrolAgain } from '../checks/services/enrol-again.ts'
import { writeServices } from '../checks/services/services.ts'
import type { Tx } from '../db/client.ts'
import type { DB } from '../db/schema.gen.ts'
import { writeShippedPack } from '../rules/store-packs.ts'

const SHIPPED_PACK = new URL('../rules/shipped-pack.json', import.meta.url)

/**
 * @returns after the vehicles of every company are enrolled in new resources, and checks without a source are removed
 */
export const writeReference = async (client: ClientBase): Promise<void> => {
  await client.query(
    `insert into state (state_id, country, state_name)
     select *
     from json_to_recordset($1) as s(state_id int, country text, state_name text)
     on conflict (state_id) do update set state_name = excluded.state_name`,
    [
      JSON.stringify(
        STATES.map(({ stateId, country, stateName }) => ({ state_id: stateId, country, state_name: stateName })),
      ),
    ],
  )
  await writeAccounts(client)
  await client.query(
    `insert into portal (portal_key, portal_name, owner_name, country, portal_url, account_key)
     select *
     from json_to_recordset($1) as p(key text, name text, owner text, country text, url text, account text)
     on conflict (portal_key) do update
     set portal_name = excluded.portal_name, owner_name = excluded.owner_name, portal_url = excluded.portal_url,
       declared = true`,
    [JSON.stringify(PORTALS.map((portal) => ({ ...portal, account: providerAccountOf(portal.key) })))],
  )
  await asSystem(client, async (tx) => {
    await writeShippedPack(tx, readFileSync(SHIPPED_PACK, 'utf8'))
    const stored = await tx.selectFrom('json_connector').select(['connector_key', 'definition', 'version']).execute()
    await writeServices(tx, connectorsWith(stored))
  })
  await enrolAgain((work) => asSystem(client, work))
}

/**
 * Portals that are older than their account are assigned to it once; a credential of their own is still used. Later
 * changes by the operator stay.
 */
const writeAccounts = async (client: ClientBase): Promise<void> => {
  const portals = PORTALS.map(({ key }) => ({ portal: key, account: providerAccountOf(key) }))
  await client.query(
    `with written as (
       insert into portal_account (account_key, account_name)
       select *
       from json_to_recordset($1) as a(key text, name text)
       on conflict (account_key) do update set account_name = excluded.account_name
       returning account_key, xmax = 0 as added)
     update portal p
     set account_key = w.account_key
     from written w
     join json_to_recordset($2) as b(portal text, account text) on b.account = w.account_key
     where w.added and p.portal_key = b.portal and p.account_key is null`,
    [JSON.stringify(PROVIDER_ACCOUNTS), JSON.stringify(portals)],
  )
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
