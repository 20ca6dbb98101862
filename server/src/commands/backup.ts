// `padron backup` and `padron restore`: the whole installation to a file and back.
import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import pg from 'pg'
import type { Manifest } from '../backup/archive.ts'
import { backup, type Progress } from '../backup/backup.ts'
import { keepKeys, unopened, unopenedRows } from '../backup/keep-keys.ts'
import { restore } from '../backup/restore.ts'
import type { FileStores } from '../backup/save-files.ts'
import type { SuspendedCounts } from '../backup/suspend-outgoing.ts'
import { verifyArchive } from '../backup/verify.ts'
import type { Db } from '../db/client.ts'
import { type Address, connect } from '../db/connect.ts'
import { type Env, readEnv } from '../env/env.ts'
import { readMergedEnv } from '../env/env-stored.ts'
import { sizeText } from '../files/contents/content-rows.ts'
import { openFileStores } from '../files/contents/file-stores.ts'
import { documentTools, spoolRoom } from '../files/document-tools.ts'
import { type ReachedDatabase, reachDatabase } from '../installation/open.ts'
import { ownerText } from '../secrets/owners.ts'
import { readSecrets } from '../secrets/secret-file.ts'
import { print, warn } from './console.ts'

const KEY_FILE = 'secret.key'
/**
 * Exit code of a backup that can be restored but lacks files: neither success nor failure, so that nightly scripts
 * notice it.
 */
const FILES_MISSING = 3
const number = new Intl.NumberFormat('es-MX')

/** On a terminal, one line that is overwritten. */
const terminal = (): { progress: Progress; end: () => void } => {
  let bytes = 0
  const isTerminal = process.stderr.isTTY
  const progress: Progress = (step, more) => {
    bytes += more
    if (isTerminal) process.stderr.write(`\r\x1b[K${step} · ${sizeText(bytes)}`)
  }
  return { progress, end: () => void (isTerminal && process.stderr.write('\r\x1b[K')) }
}

const UNDEFINED_TABLE = '42P01'

/** The environment with the stored settings, if the set-up has stored any. */
const readStoredToo = async (db: Db, given: Env): Promise<Env> => {
  try {
    return (await readMergedEnv(db, await readSecrets(given))).env
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return given // a backup before the upgrade
    throw error
  }
}

type Reached = { env: Env; owner: Address; stores: FileStores }

/**
 * Opens the database without migrating it, and the file stores. @param joining whether to join the database of a
 * running Padrón
 */
const onInstallation = async <T>(joining: boolean, work: (reached: Reached) => Promise<T>): Promise<T> => {
  const startEnv = readEnv()
  const { addressOf, close }: ReachedDatabase = await reachDatabase({ ...startEnv, join: joining })
  const db = connect(addressOf) // connects with its first query
  const env = joining ? await readStoredToo(db, startEnv) : startEnv
  const { files: jobResults, emailFiles, evidence } = openFileStores(env.documents, env.dataDir, db)
  const documents = documentTools(env.documents, env.dataDir).contents
  try {
    return await work({
      env,
      owner: addressOf('padron_owner'),
      stores: { jobResults, emailFiles, evidence, documents },
    })
  } finally {
    await db.close()
    await close()
  }
}

/** @throws Error if the keys are not in a file */
const keyFile = ({ secrets, dataDir }: Env): string => {
  if (secrets) throw new Error('Las claves están en PADRON_SECRET, no en un archivo: guárdelas con los ajustes.')
  const path = join(dataDir, KEY_FILE)
  if (!existsSync(path)) throw new Error(`No hay claves que respaldar: no existe ${path}.`)
  return path
}

const contents = ({ tables, files, withDocuments }: Manifest): string => {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const left = withDocuments ? '' : '; los documentos no van en él'
  return `${number.format(rows)} filas de ${tables.length} tablas y ${number.format(files.count)} archivos${left}`
}

const warnMissing = ({ missing: { count, first } }: Manifest): void => {
  if (count === 0) return
  const more = count > first.length ? '…' : ''
  warn(
    `Aviso: archivos de los que habla la base de datos y no están en su almacén (${number.format(count)}): ` +
      `${first.join(', ')}${more}`,
  )
}

/**
 * Sets the exit code if files are missing.
 * @throws Error if no file was found at all: the settings of the store must be wrong
 */
const reportMissing = (manifest: Manifest): void => {
  const { files, missing } = manifest
  if (missing.count === 0) return
  if (files.count === 0)
    throw new Error(
      `Ninguno de los archivos de los que habla la base de datos (${number.format(missing.count)}) está en su ` +
        'almacén, así que el respaldo solo tiene filas. Quizá se hizo sin los ajustes PADRON_S3_* con los que ' +
        'trabaja Padrón, o con otro PADRON_DATA_DIR.',
    )
  warnMissing(manifest)
  warn(`Sin ellos, el respaldo se puede restaurar. Termina con el código ${FILES_MISSING}.`)
  process.exitCode = FILES_MISSING
}

const UNDEFINED_COLUMN = '42703'

/** Records the time of the backup for monitoring. If this fails, the archive is still complete. */
const recordBackup = async ({ connectionString }: Address): Promise<void> => {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined) // a lost connection: its query fails
  try {
    await client.connect()
    await client.query('update installation set backed_up_at = now()')
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code === UNDEFINED_COLUMN) return // a backup before the upgrade, by the new release
    warn(`Aviso: la hora del respaldo no se pudo anotar en la base de datos (${message}).`)
  } finally {
    await client.end().catch(() => undefined)
  }
}

const raise = (message: string): never => {
  throw new Error(message)
}

type BackupArgs = { verify?: true; withKeys?: true; documents: boolean }

const verify = async (file: string): Promise<void> => {
  const { header, manifest } = await verifyArchive(file)
  const found = manifest.missing.count === 0 ? 'está completo' : 'no está dañado, pero le faltan archivos'
  print(`${file} ${found}: ${contents(manifest)}.`)
  print(`Hecho el ${header.at} con Padrón ${header.release} (migración ${header.migrations.at(-1)}).`)
  reportMissing(manifest)
}

const FILE_NEEDED = 'Diga en qué archivo, o en qué carpeta se escriben: padron init --step backup.'

/** Named by date and minute, so that names sort by time. */
const fileIn = (folder: string): string =>
  join(folder, `${new Date().toISOString().slice(0, 16).replaceAll(':', '')}.padron`)

const save = async (named: string | undefined, { withKeys, documents, verify: only }: BackupArgs): Promise<void> => {
  if (only) return verify(named ?? raise(FILE_NEEDED))
  const { progress, end } = terminal()
  const { file, manifest } = await onInstallation(true, async ({ env, owner, stores }) => {
    const file = named ?? fileIn(env.backupDir ?? raise(FILE_NEEDED))
    const keys = withKeys ? keyFile(env) : undefined
    const saved = await backup({ owner, stores, file, documents, keys, progress })
    await recordBackup(owner)
    return { file, manifest: saved }
  }).finally(end)
  print(`Respaldo en ${file}: ${contents(manifest)}, ${sizeText((await stat(file)).size)}.`)
  if (!withKeys)
    warn(
      'Las claves que sellan las credenciales de los portales no van en él: guárdelas aparte (PADRON_SECRET o ' +
        'secret.key).',
    )
  reportMissing(manifest)
}

/**
 * Owners whose credential an operator must set again, and texts about companies' secrets that must be created again.
 */
const closed = async (env: Env, owner: Address): Promise<{ owners: string[]; texts: string[] }> => {
  const client = new pg.Client({ connectionString: owner.connectionString })
  await client.connect()
  try {
    const secrets = await readSecrets(env)
    return { owners: await unopened(client, secrets), texts: await unopenedRows(client, secrets) }
  } finally {
    await client.end()
  }
}

const warnClosed = ({ owners, texts }: Awaited<ReturnType<typeof closed>>): void => {
  if (owners.length > 0)
    warn(
      `Ninguna clave abre la credencial ${owners.map(ownerText).join(', ')}: póngala de nuevo con «portal set ` +
        'PORTAL --credential-stdin» o «account set CUENTA --credential-stdin».',
    )
  for (const text of texts) warn(text)
}

const warnSuspended = ({ emails, deliveries, webhooks, messages, channels }: SuspendedCounts): void => {
  if (emails > 0)
    warn(`Correos que esperaban y no se enviarán: ${emails}; cada uno se puede reenviar desde sus envíos.`)
  if (deliveries > 0) warn(`Entregas de webhooks que esperaban y no se harán: ${deliveries}.`)
  if (webhooks > 0) warn(`Webhooks que quedaron en pausa: ${webhooks}; cada empresa los activa en «Webhooks».`)
  if (messages > 0) warn(`Avisos a canales que esperaban y no se enviarán: ${messages}.`)
  if (channels > 0) warn(`Canales que quedaron en pausa: ${channels}; cada empresa los activa en «Canales».`)
}

const warnDroppedStore = (): void =>
  warn(
    'El almacén S3 que guardó la puesta en marcha no va con el respaldo: los archivos quedaron donde dicen los ' +
      'ajustes de ahora. Para otro lugar: padron init --step files',
  )

const bringBack = async (file: string, { send = false }: { send?: boolean }): Promise<void> => {
  const { progress, end } = terminal()
  await onInstallation(false, async ({ env, owner, stores }) => {
    const spool = spoolRoom(env.documents, env.dataDir).folder
    const path = join(env.dataDir, KEY_FILE)
    const { manifest, suspended, storeWasDropped } = await restore({
      owner,
      stores,
      file,
      spool,
      send,
      now: new Date(),
      keepKeys: env.secrets ? undefined : (keys) => keepKeys(path, keys),
      progress,
    }).finally(end)
    print(`Restaurado de ${file}: ${contents(manifest)}.`)
    if (storeWasDropped) warnDroppedStore()
    warnMissing(manifest)
    warnSuspended(suspended)
    warnClosed(await closed(env, owner))
  })
}

const CODES = `
Termina con 0 cuando está completo; con 3 cuando faltan archivos de los que habla la base de datos: el respaldo se puede
restaurar sin ellos; con 1 cuando falló o no se encontró ninguno. Lo mismo con --verify.`

export const addBackupCommands = (program: Command): void => {
  program
    .command('backup [archivo]')
    .description('Respalda toda la instalación en un archivo, o en la carpeta de los respaldos, sin detenerla')
    .option('--with-keys', 'incluye las claves que sellan las credenciales (secret.key)')
    .option('--no-documents', 'deja los documentos a su almacén')
    .option('--verify', 'solo revisa un respaldo hecho: no cambia nada')
    .addHelpText('after', CODES)
    .action(save)
  program
    .command('restore <archivo>')
    .description('Restaura un respaldo en una instalación sin empresas, con Padrón detenido')
    .option(
      '--send',
      'envía los correos, reportes y entregas de webhooks que esperaban, y deja encendidos los webhooks',
    )
    .action(bringBack)
}
