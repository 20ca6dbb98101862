// Opens and migrates the database of the settings: the embedded one in the data directory, or the server of
// DATABASE_URL. Migrations, queries and pools are the same for both.
import pg from 'pg'
import { reserveAccountIds } from '../db/account-ids.ts'
import { assureRoles } from '../db/assure-roles.ts'
import type { Db } from '../db/client.ts'
import { type AddressOf, connect } from '../db/connect.ts'
import { type Embedded, joinEmbedded, startEmbedded } from '../db/embedded/embedded.ts'
import { ensureDatabase } from '../db/migrate/migrate.ts'
import { openReplica } from '../db/replica.ts'
import { SettingError } from '../env/env.ts'
import { migrate } from './migrate.ts'

export type OpenDatabase = { db: Db; addressOf: AddressOf; close: () => Promise<void> }
/** `join`: use the embedded database of a Padrón already running on the directory instead of refusing to start. */
export type DatabaseSettings = {
  databaseUrl: string | undefined
  dataDir: string
  fast?: boolean
  join?: boolean
  place?: string | undefined
  running?: { connections: number; replicaUrl?: string | undefined; oldPostgres?: string | undefined }
}

const embeddedAddress =
  ({ url }: Pick<Embedded, 'url'>): AddressOf =>
  (role) => ({ connectionString: url(role), role: null })

/** One login assumes the roles: the operator makes it a member of padron_app and padron_system. */
export const serverAddress =
  (url: string): AddressOf =>
  (role) => ({
    connectionString: url,
    role: role === 'padron_owner' ? null : role,
  })

const withPlace =
  (addressOf: AddressOf, place: string | undefined): AddressOf =>
  (role) => ({ ...addressOf(role), place })

export type ReachedDatabase = { addressOf: AddressOf; close: () => Promise<void> }

/**
 * Starts or connects to the database without a migration, whatever its release.
 * @param onLog receives each line of the embedded server's log
 */
export const reachDatabase = async (
  { databaseUrl, dataDir, fast, join, place, running }: DatabaseSettings,
  onLog?: (line: string) => void,
  onProgress?: (line: string) => void,
): Promise<ReachedDatabase> => {
  if (databaseUrl) {
    await reach(databaseUrl)
    return { addressOf: withPlace(serverAddress(databaseUrl), place), close: async () => undefined }
  }
  const joined = join ? await joinEmbedded(dataDir) : undefined
  const options = {
    dir: dataDir,
    ...(fast ? { fast } : {}),
    ...(onLog ? { onLog } : {}),
    onProgress,
    oldPostgres: running?.oldPostgres,
  }
  const server = joined ?? (await startEmbedded(options))
  try {
    await ensureDatabase(server.maintenanceUrl, 'padron')
    return { addressOf: withPlace(embeddedAddress(server), place), close: server.stop }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/**
 * The same, with migrations and pools.
 * @param onProgress receives each migration
 * @param wrong receives the reason if the replica cannot be used
 */
export const openDatabase = async (
  settings: DatabaseSettings,
  onLog?: (line: string) => void,
  onProgress?: (line: string) => void,
  wrong?: (line: string) => void,
): Promise<OpenDatabase> => {
  const { addressOf, close: stop } = await reachDatabase(settings, onLog, onProgress)
  try {
    await migrate(addressOf('padron_owner'), undefined, onProgress)
  } catch (error) {
    await stop()
    throw error
  }
  const { connections, replicaUrl } = settings.running ?? {}
  const replica = replicaUrl
    ? openReplica(serverAddress(replicaUrl)('padron_app'), { connections, ...(wrong ? { wrong } : {}) })
    : undefined
  const db = { ...connect(addressOf, connections), replica }
  const prepare = async () => {
    await assureRoles(db)
    await reserveAccountIds(db, addressOf)
  }
  await prepare().catch(async (error: unknown) => {
    await replica?.close()
    await db.close()
    await stop()
    throw error
  })
  const close = async () => {
    await replica?.close()
    await db.close()
    await stop()
  }
  return { db, addressOf, close }
}

/** @throws SettingError with the cause if the server of DATABASE_URL cannot be used */
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
