// Writes the reference lists the code declares (states, portals, resources, official calendars, rules of payment)
// into their tables at every migration: what is new is added, what changed is updated, what is gone is retired, and
// an installation's own settings stay.
import { STATES } from '@padron/contract/states'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type { ClientBase } from 'pg'
import { connectorsWith } from '../checks/connectors/registry.ts'
import { PROVIDER_ACCOUNTS, providerAccountOf } from '../checks/portals/accounts.ts'
import { PORTALS } from '../checks/services/catalogue.ts'
import { enrolAgain } from '../checks/services/enrol-again.ts'
import { writeServices } from '../checks/services/services.ts'
import { CALENDAR_RULES } from './calendar-rules.ts'
import type { Tx } from './client.ts'
import { PAYMENT_RULES } from './payment-rules.ts'
import type { DB } from './schema.gen.ts'

/**
 * @returns after the vehicles of every company are enrolled in resources that are new, and rid of checks nobody makes
 */
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
  await writeAccounts(client)
  await client.query(
    `insert into portal (portal_key, portal_name, owner_name, country, portal_url, account_key)
     select * from json_to_recordset($1) as p(key text, name text, owner text, country text, url text, account text)
     on conflict (portal_key) do update
     set portal_name = excluded.portal_name, owner_name = excluded.owner_name, portal_url = excluded.portal_url,
       declared = true`,
    [JSON.stringify(PORTALS.map((portal) => ({ ...portal, account: providerAccountOf(portal.key) })))],
  )
  await writeCalendars(client)
  await writePaymentRules(client)
  await asSystem(client, async (tx) => {
    const stored = await tx.selectFrom('json_connector').select(['connector_key', 'definition', 'version']).execute()
    await writeServices(tx, connectorsWith(stored))
  })
  await enrolAgain((work) => asSystem(client, work))
}

/**
 * Portals that were there before their account belong to it from now on; with a credential of their own they go on
 * with that one. Which account the operator has given a portal since stays as it is.
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
     update portal p set account_key = w.account_key
     from written w join json_to_recordset($2) as b(portal text, account text) on b.account = w.account_key
     where w.added and p.portal_key = b.portal and p.account_key is null`,
    [JSON.stringify(PROVIDER_ACCOUNTS), JSON.stringify(portals)],
  )
}

/** What the operator switched stays as it is. */
const writeCalendars = async (client: ClientBase): Promise<void> => {
  const rules = CALENDAR_RULES.map(({ states, plateYear, daily = false, from, to, sourceDate, ...rule }, place) => ({
    ...rule,
    daily,
    state_ids: states,
    plate_year: plateYear,
    valid_from: from,
    valid_to: to,
    source_date: sourceDate,
    place,
  }))
  await client.query(
    `
     insert into calendar_rule (rule_key, country, title, state_ids, digits, plate_year, spans, daily, description,
       valid_from, valid_to, source, source_date, note, disagreement, place, declared)
     select *, true
     from json_to_recordset($1) as c(key text, country text, title text, state_ids int[], digits smallint[],
       plate_year smallint, spans jsonb, daily boolean, says text, valid_from date, valid_to date, source text,
       source_date date, note text, disagreement text, place int)
     on conflict (rule_key) do update
     set country = excluded.country, title = excluded.title, state_ids = excluded.state_ids, digits = excluded.digits,
       plate_year = excluded.plate_year, spans = excluded.spans, daily = excluded.daily,
       description = excluded.description, valid_from = excluded.valid_from, valid_to = excluded.valid_to,
       source = excluded.source, source_date = excluded.source_date, note = excluded.note,
       disagreement = excluded.disagreement, place = excluded.place, declared = true`,
    [JSON.stringify(rules)],
  )
  await client.query('update calendar_rule set declared = false where declared and not (rule_key = any($1))', [
    CALENDAR_RULES.map(({ key }) => key),
  ])
}

/** What the operator switched stays as it is. */
const writePaymentRules = async (client: ClientBase): Promise<void> => {
  const rules = PAYMENT_RULES.map((rule, place) => {
    const { key, kind, country, title, says, source, note, disagreement, states, types, from, to, sourceDate } = rule
    const { steps, days, countsFrom, electronic, otherReading, only, except } =
      rule.kind === 'discount' ? rule : { steps: [] }
    return {
      rule_key: key,
      kind,
      country,
      title,
      description: says,
      source,
      note,
      disagreement,
      state_ids: states,
      type_ids: types,
      steps,
      day_kind: days ?? 'calendar',
      counts_from: countsFrom ?? 'debt',
      electronic,
      other_day_kind: otherReading?.days,
      other_description: otherReading?.says,
      other_source: otherReading?.source,
      other_source_date: otherReading?.sourceDate,
      only_words: only,
      except_words: except,
      valid_from: from,
      valid_to: to,
      source_date: sourceDate,
      place,
    }
  })
  const columns = Object.keys(rules[0] ?? {})
  await client.query(
    `insert into payment_rule (${columns.join(', ')}, declared)
     select ${columns.join(', ')}, true from json_populate_recordset(null::payment_rule, $1)
     on conflict (rule_key) do update
     set declared = true, ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    [JSON.stringify(rules)],
  )
  await client.query('update payment_rule set declared = false where declared and not (rule_key = any($1))', [
    PAYMENT_RULES.map(({ key }) => key),
  ])
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
