// Handles a database that already runs on the directory. If a running Padrón uses it, this process does not start. If
// its Padrón was killed, this process uses the database as it is, or shuts it down in order so that it can be started
// again. It signals no other process, and deletes the lock file only where its process id now belongs to another
// program.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { OWNER, VERSION } from './files.ts'
import type { Running } from './launch.ts'
import { followLog, logFileOf } from './log.ts'

type Postmaster = { pid: number; socket: string; port: number }

export const socketUrl = (socket: string, role: string, database: string): string =>
  `postgresql://${role}@/${database}?host=${encodeURIComponent(socket)}&port=5432`

const readPostmaster = (data: string): Postmaster | undefined => {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const [pid, , , port, socket] = readFileSync(file, 'utf8').split('\n')
  return { pid: Number(pid), port: Number(port), socket: socket?.trim() ?? '' }
}

/** The command line of a process; empty for a zombie, undefined if there is no such process or it may not be read. */
const commandOf = (pid: number): string | undefined => {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    const line = execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
    return `${line.trimEnd()} ` // as on Linux, a space after each argument
  } catch {
    return undefined
  }
}

const realPath = (path: string): string => {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
/** The data directory of a PostgreSQL process, if its command line names one. */
const directoryIn = (command: string): string | undefined => {
  const start = command.indexOf(' -D ') + 4
  const end = command.indexOf(' -c ', start)
  return start < 4 || end < 0 ? undefined : realPath(command.slice(start, end))
}

/** Whether the process is the PostgreSQL that Padrón started on this directory, as the directory's owner. */
const isOurs = ({ pid, socket }: Postmaster, data: string): boolean => {
  const command = commandOf(pid)
  if (!command?.includes(` unix_socket_directories=${socket} `)) return false
  if (directoryIn(command) !== realPath(data)) return false
  const owner = process.platform === 'linux' ? statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid : undefined
  return owner === undefined || owner === statSync(data).uid
}

/**
 * Whether the process is not a PostgreSQL of this directory: it has the process id by chance, and PostgreSQL checks
 * only the id.
 */
const isAnother = (pid: number, data: string): boolean => {
  const command = commandOf(pid)
  if (command === undefined) return false
  const directory = directoryIn(command) ?? realPath(data)
  return !/^(\S*\/)?postgres[: ]/.test(command) || directory !== realPath(data)
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The only process that may be signalled. */
const ownPostmaster = (data: string): Postmaster | undefined => {
  const found = readPostmaster(data)
  return found && isOurs(found, data) ? found : undefined
}

/**
 * Removes lock files whose process id now belongs to another process, or to a zombie: otherwise PostgreSQL would not
 * start. Processes that a killed server left behind still hold its shared memory, which PostgreSQL finds by the
 * directory, not by these files.
 * @param socket a folder that only this installation uses
 */
export const removeStaleLocks = (data: string, socket: string): void => {
  const found = readPostmaster(data)
  if (found && isOurs(found, data)) return
  if (found && isAnother(found.pid, data)) rmSync(join(data, 'postmaster.pid'))
  rmSync(join(socket, '.s.PGSQL.5432.lock'), { force: true })
}

/**
 * If a running Padrón uses the database of this directory, this process does not start; the database shows it, because
 * that Padrón is connected. If a killed Padrón left it running, this process uses it if this release would start it the
 * same way, and otherwise shuts it down.
 * @param command the command that would start it, with its socket
 * @param onLog receives the lines of that database’s log from now on
 * @returns the running database to use
 */
export const takeOver = async (
  data: string,
  command: (socket: string) => string,
  onLog?: (line: string) => void,
): Promise<(Running & { socket: string }) | undefined> => {
  const found = readPostmaster(data)
  if (!found) return undefined
  if (!isOurs(found, data)) return undefined
  const { pid, socket } = found
  const other = await livingCopy(found)
  if (other) throw inUse(data, other)
  const hasExited = () => !isOurs(found, data)
  if (commandOf(pid)?.trim() === command(socket) && (await isThisRelease(socket))) {
    const stop = async () => {
      if (!hasExited()) process.kill(pid, 'SIGINT')
      await until(hasExited)
    }
    const stopFollowing = followLog(logFileOf(data), onLog)
    const exited = until(hasExited, { often: false }).finally(stopFollowing)
    return { socket, exited, stop }
  }
  process.kill(pid, 'SIGINT')
  await until(() => hasExited() || !existsSync(join(data, 'postmaster.pid')), { atMostMs: 30_000 })
  rmSync(socket, { recursive: true, force: true })
  return undefined
}

/** @param pid of the other process */
export const inUse = (data: string, pid: string): Error =>
  new Error(
    `Otra copia de Padrón (proceso ${pid}) ya usa ${dirname(data)}. Deténgala o elija otra carpeta en PADRON_DATA_DIR.`,
  )

/** The program may have been replaced while the server was running. */
const isThisRelease = async (socket: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: socketUrl(socket, OWNER, 'postgres') })
  try {
    await client.connect()
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    return rows[0]?.server_version.split(' ')[0] === VERSION
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The keeper of its owner is connected to the database `postgres` (embedded.ts); a command that only joined is not. */
const OWNER_OF_ALL = `
  select application_name
  from pg_stat_activity
  where application_name like 'padron:%' and datname = 'postgres'
  limit 1`

const livingCopy = async ({ socket }: Postmaster): Promise<string | undefined> => {
  for (let attempt = 0; attempt < 20; attempt++) {
    const client = new pg.Client({ connectionString: socketUrl(socket, OWNER, 'postgres') })
    try {
      await client.connect()
      const { rows } = await client.query<{ application_name: string }>(OWNER_OF_ALL)
      const pid = rows[0]?.application_name.split(':')[1]
      if (!pid || !isAlive(Number(pid))) return undefined
      // The backend of a killed process needs a moment to notice the closed connection.
      if (attempt > 5) return pid
    } catch (error) {
      if ((error as { code?: string }).code !== '57P03') return undefined
    } finally {
      await client.end().catch(() => undefined)
    }
    await new Promise((done) => setTimeout(done, 100))
  }
  return undefined
}

type Until = { atMostMs?: number; often?: boolean }
/** @param often false: polls five times a second, with timers that do not keep the process alive */
const until = async (happened: () => boolean, { atMostMs = Infinity, often = true }: Until = {}): Promise<void> => {
  const end = performance.now() + atMostMs
  while (!happened()) {
    if (performance.now() > end) throw new Error('PostgreSQL no se detuvo a tiempo.')
    await new Promise<void>((done) => {
      const timer = setTimeout(done, often ? 20 : 200)
      if (!often) timer.unref()
    })
  }
}

/**
 * The socket folder of the database that a running Padrón uses in `data`, if there is one. Waits for a database that is
 * being restarted.
 */
export const runningDatabase = async (data: string, withinMs = 0): Promise<string | undefined> => {
  const end = performance.now() + withinMs
  for (;;) {
    const running = ownPostmaster(data)
    if (!running) return undefined
    if (await livingCopy(running)) return running.socket
    if (performance.now() >= end) return undefined
    await new Promise((done) => setTimeout(done, 100))
  }
}
