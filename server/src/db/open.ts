// From settings to a migrated database: the embedded one in the data directory, or the server that DATABASE_URL names.
// The same migrations, queries and pools serve both.
import pg from 'pg'
import { SettingError } from '../env.ts'
import { type AddressOf, connect, type Db } from './client.ts'
import { type Embedded, joinEmbedded, startEmbedded } from './embedded.ts'
import { ensureDatabase, migrate } from './migrate.ts'

export type OpenDatabase = { db: Db; addressOf: AddressOf; close: () => Promise<void> }
/** `join`: use the embedded database of a Padrón already running on the directory instead of refusing to start. */
export type DatabaseSettings = { databaseUrl: string | undefined; dataDir: string; fast?: boolean; join?: boolean }

const embeddedAddress =
  ({ url }: Pick<Embedded, 'url'>): AddressOf =>
  (role) => ({ connectionString: url(role), role: null })

/** One login takes the role on: the operator grants it membership of padron_app and padron_system. */
export const serverAddress =
  (url: string): AddressOf =>
  (role) => ({
    connectionString: url,
    role: role === 'padron_owner' ? null : role,
  })

/** Starts or reaches the database, migrates it and opens the pools. @param onLog a line of the embedded server's log */
export const openDatabase = async (
  { databaseUrl, dataDir, fast, join }: DatabaseSettings,
  onLog?: (line: string) => void,
): Promise<OpenDatabase> => {
  if (databaseUrl) {
    await reach(databaseUrl)
    return opened(serverAddress(databaseUrl), async () => undefined)
  }
  const joined = join ? await joinEmbedded(dataDir) : undefined
  const server =
    joined ?? (await startEmbedded({ dir: dataDir, ...(fast ? { fast } : {}), ...(onLog ? { onLog } : {}) }))
  try {
    await ensureDatabase(server.maintenanceUrl, 'padron')
    return await opened(embeddedAddress(server), server.stop)
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** @throws SettingError where the server of DATABASE_URL cannot be used, with the cause */
const reach = async (connectionString: string): Promise<void> => {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    throw new SettingError(`DATABASE_URL: no se pudo conectar (${error instanceof Error ? error.message : error})`)
  } finally {
    await client.end().catch(() => undefined)
  }
}

const opened = async (addressOf: AddressOf, stop: () => Promise<void>): Promise<OpenDatabase> => {
  await migrate(addressOf('padron_owner'))
  const db = connect(addressOf)
  const close = async () => {
    await db.close()
    await stop()
  }
  return { db, addressOf, close }
}
