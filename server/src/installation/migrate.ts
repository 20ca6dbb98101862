// Migrates a database and writes its reference lists, under one lock, so that two processes never do both at once.
import type { Address } from '../db/connect.ts'
import type { ReportLine } from '../db/migrate/lock-retry.ts'
import { migrateAlone, withMigrationLock } from '../db/migrate/migrate.ts'
import { writeReference } from './reference.ts'

/**
 * Migrates a database to the current schema, and writes the reference lists.
 * @param owner a login that owns the schema: superuser in the embedded database, CREATEROLE on a server
 * @param upTo the last migration to run
 */
export const migrate = (owner: Address, upTo?: string, onProgress?: ReportLine): Promise<void> =>
  withMigrationLock(owner, (client) => migrateAlone(client, { upTo, onProgress, writeReference }), { onProgress })
