// A test backup: written to the folder, read to its last byte, deleted.
import { randomUUID } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve } from 'node:path'
import type { SetupReport } from '@padron/contract/setup'
import { ArchiveError } from '../../../backup/archive.ts'
import { backup } from '../../../backup/backup.ts'
import { verifyArchive } from '../../../backup/verify.ts'
import { type AddressOf, connect } from '../../../db/connect.ts'
import type { Env } from '../../../env/env.ts'
import { sizeText } from '../../../files/contents/content-rows.ts'
import { openFileStores } from '../../../files/contents/file-stores.ts'
import { documentTools } from '../../../files/document-tools.ts'
import { diskAdvice } from './files.ts'
import { failed, passed, trialErrorText } from './report.ts'

/** How its file name begins; the file stays if the process is killed. */
export const TRIAL_NAME = 'padron-prueba-'
const SAME_DISK =
  'La carpeta está dentro de la de datos: si se pierde ese disco se pierden los dos. ' +
  'Elija una de otro disco, o copie los respaldos a otra máquina.'
const NIGHTLY = 'Haga uno cada noche: npm run padron -- backup, sin decir archivo, escribe en esta carpeta.'

const isWithin = (folder: string, other: string): boolean => {
  const path = relative(resolve(other), resolve(folder))
  return path === '' || (!path.startsWith('..') && !isAbsolute(path))
}

export type BackupTools = { addressOf: AddressOf; env: Pick<Env, 'documents' | 'dataDir'> }

export const tryBackup = async (folder: string, { addressOf, env }: BackupTools): Promise<SetupReport> => {
  const facts = { Carpeta: folder }
  if (!isAbsolute(folder))
    return failed('La ruta no es completa.', 'Escriba la ruta desde la raíz, como /backups.', facts)
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    (error: unknown) => error,
  )
  if (isFolder !== true)
    return failed(
      isFolder === false ? 'La ruta no es de una carpeta.' : `No se puede usar la carpeta: ${trialErrorText(isFolder)}`,
      isFolder === false ? 'Escriba la de una carpeta.' : diskAdvice(isFolder),
      facts,
    )
  const file = join(folder, `${TRIAL_NAME}${randomUUID()}.padron`)
  const db = connect(addressOf)
  try {
    const { files: jobResults, emailFiles, evidence } = openFileStores(env.documents, env.dataDir, db)
    const stores = { jobResults, emailFiles, evidence, documents: documentTools(env.documents, env.dataDir).contents }
    await backup({ owner: addressOf('padron_owner'), stores, file, documents: true })
    const { manifest } = await verifyArchive(file)
    const { size } = await stat(file)
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    return passed(
      'Se escribió un respaldo, se leyó completo y se borró.',
      { ...facts, Contenido: `${rows} filas y ${manifest.files.count} archivos, ${sizeText(size)}` },
      isWithin(folder, env.dataDir) ? SAME_DISK : NIGHTLY,
    )
  } catch (error) {
    const isOurs = error instanceof ArchiveError
    return failed(
      isOurs ? trialErrorText(error) : `No se pudo escribir un respaldo: ${trialErrorText(error)}`,
      diskAdvice(isOurs ? error.cause : error),
      facts,
    )
  } finally {
    await rm(file, { force: true })
    await db.close()
  }
}
