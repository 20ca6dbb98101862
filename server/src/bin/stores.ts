// The file stores of this process: in S3 if it is configured, otherwise below the data directory. At the start it warns
// about settings with which processes would not share files.
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/client.ts'
import type { Env } from '../env/env.ts'
import { type FileStores, openFileStores } from '../files/contents/file-stores.ts'
import { refuseOthers } from '../files/contents/store-owner.ts'
import { documentTools, spoolRoom } from '../files/document-tools.ts'
import { createGeneratedFiles, type GeneratedFiles } from '../files/generated-files.ts'
import { keepSwept, type SpoolRoom } from '../files/spool.ts'
import type { DocumentTools } from '../files/store-document.ts'
import { keepsFiles } from './roles.ts'
import { runInParallel, type Step } from './shutdown.ts'

export type Stores = FileStores & { documents: DocumentTools; spool: SpoolRoom; generated: GeneratedFiles }

const generatedFolder = (dataDir: string): string => join(dataDir, 'made')

export const openStores = (db: Db, { documents: settings, dataDir }: Env): Stores => {
  const documents = documentTools(settings, dataDir)
  const generated = createGeneratedFiles(generatedFolder(dataDir))
  return { ...openFileStores(settings, dataDir, db), documents, spool: spoolRoom(settings, dataDir), generated }
}

/** Not awaited: a store that does not answer must not delay the start. */
const warnOthersStore = (db: Db, { documents }: Stores, log: FastifyBaseLogger): void =>
  void refuseOthers(db, documents.contents).catch((error: unknown) =>
    log.error({ err: error }, 'the file store failed its check'),
  )

/** Warns about settings that only processes with separate roles need. */
const warnApart = ({ role, documents: { s3 }, secrets }: Env, log: FastifyBaseLogger): void => {
  if (role === 'all') return
  if (keepsFiles(role) && !s3)
    log.warn('without an S3 store, PADRON_DATA_DIR must be one folder that every api and worker process shares')
  if (keepsFiles(role) && !secrets)
    log.warn(
      'without PADRON_SECRET, the key of the credentials is secret.key of PADRON_DATA_DIR: every api and worker ' +
        'process must read the same one',
    )
}

/** @returns a function that stops it */
export const maintainStores = (db: Db, stores: Stores, env: Env, log: FastifyBaseLogger): Step => {
  warnApart(env, log)
  warnOthersStore(db, stores, log)
  if (!keepsFiles(env.role)) return async () => undefined
  return runInParallel([keepSwept(stores.spool.folder, log), keepSwept(generatedFolder(env.dataDir), log)])
}
