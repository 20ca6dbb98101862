// Every migration since releases run side by side follows the rules, and the rules detect violations.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findMigrationFaults } from './migration-rules.ts'
import { MIGRATIONS, migrationNames } from './run-migrations.ts'

/** The first migration that was written for a database in use. */
const SINCE = '012'

test.each(migrationNames().filter((name) => name >= SINCE))('%s blocks nobody and removes nothing', (name) => {
  const faults = findMigrationFaults(readFileSync(join(MIGRATIONS, `${name}.sql`), 'utf8'))
  expect(faults).toEqual([])
})

test.each([
  'alter table vehicle drop column plate',
  'alter table vehicle rename column plate to placa',
  'alter table vehicle rename to car',
  'alter table vehicle alter column year type text',
  'alter table vehicle alter column year set not null',
  'alter table vehicle add column token uuid default gen_random_uuid()',
  'alter table vehicle add column made timestamptz not null',
  'alter table vehicle add column upper_plate text generated always as (upper(plate)) stored',
  'alter table vehicle add constraint c check (year > 1900)',
  'alter table vehicle add foreign key (tenant_id) references company',
  'create index vehicle_year on vehicle (year)',
  'create unique index vehicle_year on vehicle (year)',
  'lock table vehicle in access exclusive mode',
  'drop table vehicle',
  'drop function fold(text)',
  'UPDATE vehicle set year = 1',
  'delete from vehicle',
])('%s is detected', (statement) => {
  expect(findMigrationFaults(`${statement};`)).toHaveLength(1)
  expect(findMigrationFaults(`${statement}; -- safe: it has ten rows`)).toEqual([])
  expect(findMigrationFaults(`-- safe: it has ten rows\n${statement};`)).toEqual([])
  expect(findMigrationFaults(`-- What it is.\n-- safe, all of it: nobody uses it\n\n${statement};`)).toEqual([])
  expect(findMigrationFaults(`-- safe:\n${statement};`)).toHaveLength(1)
})

test.each([
  'alter table vehicle add column year smallint',
  'alter table vehicle add column marked boolean not null default false',
  'alter table vehicle add column seen_at timestamptz not null default now()',
  'alter table vehicle add constraint c check (year > 1900) not valid',
  'alter table vehicle add constraint c unique using index vehicle_year',
  'alter table vehicle validate constraint c',
  'create index concurrently vehicle_year on vehicle (year)',
  'create table fresh (id integer);\ncreate index fresh_id on fresh (id);\nalter table fresh add check (id > 0)',
  '-- drop table vehicle',
])('%s is allowed', (text) => expect(findMigrationFaults(text)).toEqual([]))
