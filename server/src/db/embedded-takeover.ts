// What to do when a database already runs on the directory: a living copy's is left alone, a killed one's is stopped in
// order and started anew. The lock file is never deleted.
import { existsSync, readFileSync, rmSync } from 'node:fs'
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

/** Whether the process is PostgreSQL and not another that got its number; a zombie has an empty command line. */
const isPostgres = (pid: number): boolean => {
  try {
    if (process.platform !== 'linux') return process.kill(pid, 0)
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
  } catch {
    return false
  }
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
  if (!running || !isPostgres(running.pid)) return
  const rival = await livingCopy(running)
  if (rival)
    throw new Error(
      `Otra copia de Padrón (proceso ${rival}) ya usa ${dirname(data)}. Deténgala o elija otra carpeta en PADRON_DATA_DIR.`,
    )
  process.kill(running.pid, 'SIGINT')
  await until(() => !isPostgres(running.pid) || !existsSync(join(data, 'postmaster.pid')), 30_000)
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
  return running && isPostgres(running.pid) && (await livingCopy(running)) ? running.socket : undefined
}
