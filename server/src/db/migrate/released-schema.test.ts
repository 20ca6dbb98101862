// The release before this one continues to work on the database that this one has migrated: what it relies on still
// exists.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../testing/database.ts'
import { FORMER_TABLES, incompatible, type ReleasedSchema, readSchema } from './released-schema.ts'
import { migrationNames } from './run-migrations.ts'

/** Removed on purpose, with the reason why the release before does not need it. */
const KNOWN: readonly string[] = [
  // The key of a table partitioned by period has the period too; no release uses the old key in `on conflict`.
  'activity has no key (tenant_id, activity_id)',
  // A view has no key of its own; upgrade-names.test.ts writes through it as the release before does.
  ...Object.keys(FORMER_TABLES).map((table) => `${table} has no key`),
  // Only the start that migrates adds rules.
  'calendar_rule.description is new and has to be given',
  'payment_rule.description is new and has to be given',
  // Only functions of the schema call these.
  'function field_told(jsonb) is gone',
  'function with_paper(jsonb) is gone',
]

let fresh: FreshDatabase
let client: pg.Client
beforeAll(async () => {
  fresh = await freshDatabase()
  client = new pg.Client({ connectionString: fresh.addressOf('padron_owner').connectionString })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await fresh.drop()
})

const was: ReleasedSchema = JSON.parse(readFileSync(join(import.meta.dirname, 'released-schema.json'), 'utf8'))
const faults = async () => incompatible(was, await readSchema(client, migrationNames().at(-1) ?? ''))

test('everything that the release before relies on still exists', async () => {
  expect((await faults()).filter((fault) => !KNOWN.some((known) => fault.startsWith(known)))).toEqual([])
})

test.each([
  ['alter table vehicle drop column observations cascade', 'vehicle.observations is gone'],
  ['alter table vehicle rename column observations to notes', 'vehicle.observations is gone'],
  [
    'alter table portal alter column base_url type varchar(10)',
    'portal.base_url was text and is character varying(10)',
  ],
  [`alter table portal alter column base_url set not null`, 'portal.base_url may be null no more'],
  ['alter table portal add column owner_id integer not null', 'portal.owner_id is new and has to be given'],
  ['alter table tag_undo rename to undone', 'tag_undo is gone'],
  ['drop function best_match(text)', 'function best_match(text) is gone'],
])('%s is detected', async (statement, fault) => {
  await client.query('begin')
  try {
    await client.query('truncate portal cascade')
    await client.query(statement)
    expect(await faults()).toContain(fault)
  } finally {
    await client.query('rollback')
  }
})
