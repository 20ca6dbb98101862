// Records, when a release is made, what the next one must stay compatible with: `npm run gen -- --release`. With the
// name of a migration, the schema is recorded as of that one.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '@padron/server/db/embedded/embedded'
import { ensureDatabase } from '@padron/server/db/migrate/migrate'
import { readSchema } from '@padron/server/db/migrate/released-schema'
import { migrationNames } from '@padron/server/db/migrate/run-migrations'
import { type Description, promisesOf } from '@padron/server/http/openapi/released-api'
import { migrate } from '@padron/server/installation/migrate'
import pg from 'pg'

const FILE = join(import.meta.dirname, '../server/src/db/migrate/released-schema.json')

/** Puts each column on one line. */
const COLUMN = /\{\s+("type": "[^"]*"),\s+("needed": \w+),\s+("nullable": \w+)\s+\}/g

export const writeReleased = async (migration = migrationNames().at(-1) ?? ''): Promise<void> => {
  const dir = mkdtempSync(join(tmpdir(), 'padron-release-'))
  const server = await startEmbedded({ dir, fast: true })
  try {
    await ensureDatabase(server.maintenanceUrl, 'padron')
    await migrate({ connectionString: server.url('padron_owner'), role: null }, migration)
    const client = new pg.Client({ connectionString: server.url('padron_owner') })
    await client.connect()
    const schema = await readSchema(client, migration)
    await client.end()
    writeFileSync(FILE, `${JSON.stringify(schema, null, 2).replace(COLUMN, '{ $1, $2, $3 }')}\n`)
  } finally {
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** The current description of the API, without its texts. */
export const writeReleasedApi = (): void => {
  const docs = join(import.meta.dirname, '../docs')
  const described = JSON.parse(readFileSync(join(docs, 'openapi.gen.json'), 'utf8')) as Description
  writeFileSync(join(docs, 'openapi.released.json'), `${JSON.stringify(promisesOf(described))}\n`)
}
