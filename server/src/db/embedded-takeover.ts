// What to do when a database already runs on the directory: a living copy's is left alone, a killed one's is stopped in
// order and started anew. No other process is ever signalled. The lock file is deleted only where its number is now another process's.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { OWNER } from './embedded-files.ts'

type Postmaster = { pid: number; socket: string; port: number }

export const socketUrl = (socket: string, role: string, database: string): string =>
  `postgresql://${role}@/${database}?host=${encodeURIComponent(socket)}&port=5432`

const readPostmaster = (data: string): Postmaster | undefined => {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const [pid, , , port, socket] = readFileSync(file, 'utf8').split('\n')
  return { pid: Number(pid), port: Number(port), socket: socket?.trim() ?? '' }
}

/** What the process was started with; empty for a zombie, undefined where there is none, or none that may be looked at. */
const commandOf = (pid: number): string | undefined => {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
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
/** The directory that a PostgreSQL was started on, if its command says one. */
const directoryIn = (command: string): string | undefined => {
  const found = / -D (.+?) -c /.exec(command)?.[1]
  return found === undefined ? undefined : realPath(found)
}

/** Whether the process is the PostgreSQL that a Padrón started on this directory, as the directory's owner. */
const isOurs = ({ pid, socket }: Postmaster, data: string): boolean => {
  const command = commandOf(pid)
  if (!command?.includes(` unix_socket_directories=${socket} `)) return false
  if (directoryIn(command) !== realPath(data)) return false
  const owner = process.platform === 'linux' ? statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid : undefined
  return owner === undefined || owner === statSync(data).uid
}

/** Whether the process is no PostgreSQL of this directory: it has the number by chance, which is all that PostgreSQL looks at. */
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

/**
 * A database already running on the directory belongs either to a living Padrón, and then this one refuses to start, or
 * to a killed one, and then it is stopped in order. Who lives is asked of the database itself: a living copy is connected.
 */
export const takeOver = async (data: string): Promise<void> => {
  const running = readPostmaster(data)
  if (!running) return
  if (!isOurs(running, data)) {
    // Whatever a killed server left behind still holds its memory, which PostgreSQL finds by the directory, not by this file.
    if (isAnother(running.pid, data)) rmSync(join(data, 'postmaster.pid'))
    return
  }
  const rival = await livingCopy(running)
  if (rival)
    throw new Error(
      `Otra copia de Padrón (proceso ${rival}) ya usa ${dirname(data)}. Deténgala o elija otra carpeta en PADRON_DATA_DIR.`,
    )
  process.kill(running.pid, 'SIGINT')
  await until(() => !isOurs(running, data) || !existsSync(join(data, 'postmaster.pid')), 30_000)
  rmSync(running.socket, { recursive: true, force: true })
}

const livingCopy = async ({ socket }: Postmaster): Promise<string | undefined> => {
  for (let attempt = 0; attempt < 20; attempt++) {
    const client = new pg.Client({ connectionString: socketUrl(socket, OWNER, 'postgres') })
    try {
      await client.connect()
      const { rows } = await client.query<{ application_name: string }>(
        `select application_name from pg_stat_activity where application_name like 'padron:%' limit 1`,
      )
      const pid = rows[0]?.application_name.split(':')[1]
      if (!pid || !isAlive(Number(pid))) return undefined
      // The backend of a process that has just been killed needs a moment to notice.
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

const until = async (happened: () => boolean, milliseconds: number): Promise<void> => {
  const end = performance.now() + milliseconds
  while (!happened()) {
    if (performance.now() > end) throw new Error('PostgreSQL no se detuvo a tiempo.')
    await new Promise((done) => setTimeout(done, 20))
  }
}

/** The socket folder of the database that a living Padrón runs on `data`, if one does. */
export const runningDatabase = async (data: string): Promise<string | undefined> => {
  const running = readPostmaster(data)
  return running && isOurs(running, data) && (await livingCopy(running)) ? running.socket : undefined
}
