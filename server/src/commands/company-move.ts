// `padron company move`: moves a company with all its data to another installation. The operator must be able to
// connect to both.
import { readFile } from 'node:fs/promises'
import { parseEnv } from 'node:util'
import type { Command } from 'commander'
import { cancelMove, moveCompany } from '../company-move/move-company.ts'
import type { Place } from '../company-move/place.ts'
import { readEnv } from '../env/env.ts'
import { readMergedEnv } from '../env/env-stored.ts'
import { sizeText } from '../files/contents/content-rows.ts'
import { openFileStores } from '../files/contents/file-stores.ts'
import { documentTools, spoolRoom } from '../files/document-tools.ts'
import { openDatabase } from '../installation/open.ts'
import { readSecrets } from '../secrets/secret-file.ts'
import { operator, print, warn } from './console.ts'

type Environment = Record<string, string | undefined>

const withPlace = async <T>(environment: Environment, work: (place: Place) => Promise<T>): Promise<T> => {
  const startEnv = readEnv(environment)
  const { db, addressOf, close } = await openDatabase({ ...startEnv, join: true })
  try {
    const secrets = await readSecrets(startEnv)
    const { env } = await readMergedEnv(db, secrets, environment)
    const { files: jobResults, emailFiles, evidence } = openFileStores(env.documents, env.dataDir, db)
    const documents = documentTools(env.documents, env.dataDir).contents
    return await work({
      db,
      addressOf,
      stores: { jobResults, emailFiles, evidence, documents },
      secrets,
      spool: spoolRoom(env.documents, env.dataDir).folder,
      address: env.publicUrl ?? env.place ?? '',
    })
  } finally {
    await close()
  }
}

const settingsIn = async (file: string): Promise<Environment> => {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`No se puede leer el archivo ${file}.`)
  })
  return parseEnv(text)
}

const withPlaces = async <T>(to: string, work: (source: Place, target: Place) => Promise<T>): Promise<T> => {
  const settings = await settingsIn(to)
  const [here, there] = [readEnv(), readEnv(settings)]
  const isSame = here.databaseUrl ? here.databaseUrl === there.databaseUrl : here.dataDir === there.dataDir
  if (isSame) throw new Error(`Los ajustes de ${to} son los de esta misma instalación.`)
  return withPlace(process.env, (source) => withPlace(settings, (target) => work(source, target)))
}

type MoveArgs = { name: string; to: string; cancel?: true }

const STEPS: Readonly<Record<string, string>> = {
  files: 'Copia los archivos; la empresa trabaja.',
  history: 'Copia la historia; la empresa trabaja.',
  drain: 'Espera a que terminen los trabajos y consultas de la empresa.',
  'read-only': 'Copia las filas; la empresa solo consulta.',
}

const printStep = (step: string): void => {
  const text = STEPS[step]
  if (text) warn(text)
}

const move = async ({ name, to, cancel }: MoveArgs): Promise<void> => {
  if (cancel) {
    await withPlaces(to, (source, target) => cancelMove({ source, target, name }))
    return print(`La empresa ${name} trabaja aquí como antes.`)
  }
  const moved = await withPlaces(to, (source, target) =>
    moveCompany({ source, target, name, actor: operator(), onStep: printStep }),
  )
  if (!moved) return print(`Empresa ${name} trasladada: el traslado anterior ya había copiado todo.`)
  const { rows, files, readOnlyMs } = moved
  print(
    `Empresa ${name} trasladada: ${rows} filas y ${files.count} archivos (${sizeText(files.bytes)}); ` +
      `${(readOnlyMs / 1000).toFixed(1)} s de solo consulta.`,
  )
  if (files.missing > 0) warn(`Aviso: archivos que no están en su almacén: ${files.missing}.`)
}

export const addCompanyMoveCommand = (company: Command): void => {
  company
    .command('move')
    .description('Traslada una empresa con todo a otra instalación, sin detener ninguna de las dos')
    .requiredOption('--name <nombre>', 'nombre corto de la empresa')
    .requiredOption('--to <archivo>', 'archivo con los ajustes de la otra instalación, como los de su arranque')
    .option('--cancel', 'deja en su lugar una empresa cuyo traslado se interrumpió')
    .action(move)
}
