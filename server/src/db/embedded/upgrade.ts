// Upgrades a data directory of an earlier PostgreSQL version. The older version's own programs run on it, every row is
// copied into a new directory beside it, and only a complete copy takes its place: if anything ends the upgrade before,
// the old directory is unchanged. The old directory stays until an operator deletes it.
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { flushed } from '../../files/contents/disk-writing.ts'
import { copyDatabase } from '../copy/copy-database.ts'
import type { ReportLine } from '../migrate/lock-retry.ts'
import { initialise, MAJOR, OWNER, type Owner, own, PLATFORM_PACKAGE, packageFolder, reachable } from './files.ts'
import { launch } from './launch.ts'
import { socketUrl } from './takeover.ts'

export type Upgrading = {
  native: string
  home: string
  data: string
  who: Owner
  fast: boolean
  oldPostgres?: string | undefined
  onProgress?: ReportLine | undefined
}

const majorOf = (data: string): number => Number.parseInt(readFileSync(join(data, 'PG_VERSION'), 'utf8'), 10)
const readyOf = (data: string): string => `${data}-ready`

const packageOf = (major: number): string => `padron-postgres-${major}`

const withoutPrograms = (data: string, major: number): Error =>
  new Error(
    `La base de datos de ${data} es de PostgreSQL ${major} y esta versión de Padrón trae PostgreSQL ${MAJOR}. ` +
      `Para pasar sus datos hacen falta los programas de PostgreSQL ${major}: ` +
      `diga su carpeta en PADRON_OLD_POSTGRES (por ejemplo /usr/lib/postgresql/${major}/bin) o instálelos con ` +
      `«npm install --no-save ${packageOf(major)}@npm:${PLATFORM_PACKAGE}@<versión ${major}>». Nada se ha cambiado.`,
  )

const versionOf = (bin: string): number => {
  try {
    const version = execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' })
    return Number(/\(PostgreSQL\) (\d+)/.exec(version)?.[1])
  } catch (error) {
    throw new Error(`PADRON_OLD_POSTGRES: no se puede ejecutar ${join(bin, 'postgres')} (${(error as Error).message})`)
  }
}

/** @throws Error for the operator if the older programs are not available */
const oldPrograms = async ({ data, who, oldPostgres }: Upgrading, major: number): Promise<string> => {
  if (oldPostgres) {
    const version = versionOf(oldPostgres)
    if (version === major) return oldPostgres
    throw new Error(
      `PADRON_OLD_POSTGRES: ${oldPostgres} es de PostgreSQL ${version} y la base de datos es de PostgreSQL ${major}.`,
    )
  }
  const found = await packageFolder(packageOf(major))
  if (!found) throw withoutPrograms(data, major)
  return join(reachable(found, who, `${major}-old`), 'bin')
}

/** Runs a server on a directory during the work, on a socket of its own. */
const during = async <T>(
  { who, fast, bin, data }: Pick<Upgrading, 'who' | 'fast' | 'data'> & { bin: string },
  work: (addressOf: (database: string) => string) => Promise<T>,
): Promise<T> => {
  const socket = mkdtempSync(join(tmpdir(), 'padron-'))
  chmodSync(socket, 0o700)
  own(socket, who)
  const { stop } = await launch({ bin, data, socket, who, fast })
  try {
    return await work((database) => socketUrl(socket, OWNER, database))
  } finally {
    await stop()
    rmSync(socket, { recursive: true, force: true })
  }
}

/** A file name that is not in use. */
const freeName = (wanted: string): string => {
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted}-${n}`
    if (!existsSync(name)) return name
  }
}

/** A kill from here on leaves one of both directories under its name, or the new one ready to be renamed. */
const takePlace = async (data: string, part: string, major: number): Promise<string> => {
  const oldData = freeName(`${data}-${major}`)
  renameSync(part, readyOf(data))
  await flushed(dirname(data))
  renameSync(data, oldData)
  renameSync(readyOf(data), data)
  await flushed(dirname(data))
  return oldData
}

const copyToNewVersion = async (upgrading: Upgrading, major: number): Promise<void> => {
  const { native, home, data, who, fast, onProgress = () => undefined } = upgrading
  const bin = await oldPrograms(upgrading, major)
  const part = `${data}-part`
  rmSync(part, { recursive: true, force: true })
  onProgress(`la base de datos es de PostgreSQL ${major}: sus datos pasan a PostgreSQL ${MAJOR}`)
  initialise(native, home, part, who, fast)
  const rows = await during({ who, fast, bin, data }, (oldOne) =>
    during({ who, fast, bin: join(native, 'bin'), data: part }, (newOne) => copyDatabase(oldOne, newOne)),
  )
  const oldData = await takePlace(data, part, major)
  onProgress(
    `${rows} filas pasaron a PostgreSQL ${MAJOR}; la base de datos anterior queda en ${oldData} hasta que la borre`,
  )
}

/**
 * Does nothing if the directory has this release's version, or does not exist.
 * @throws Error for the operator; then the directory is unchanged
 */
export const bringUpgrade = async (upgrading: Upgrading): Promise<void> => {
  const { data } = upgrading
  const ready = readyOf(data)
  // An older release may have written to the old directory since: the copy is made again.
  if (existsSync(ready) && existsSync(data)) rmSync(ready, { recursive: true })
  if (existsSync(ready)) renameSync(ready, data)
  if (!existsSync(data)) return
  const major = majorOf(data)
  if (major > MAJOR)
    throw new Error(
      `La base de datos de ${data} es de PostgreSQL ${major} y esta versión de Padrón trae PostgreSQL ${MAJOR}: ` +
        'use la versión de Padrón que la escribió.',
    )
  if (major < MAJOR) await copyToNewVersion(upgrading, major)
}
