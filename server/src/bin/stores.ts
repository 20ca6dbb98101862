// Where this process keeps files: with an S3 store all of them there, else below the data directory. Says at the start what would
// part processes from each other.
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/client.ts'
import type { Env } from '../env.ts'
import { documentTools, spoolRoom } from '../files/document-tools.ts'
import { type KeptFiles, keptFiles } from '../files/kept-files.ts'
import { keepSwept, type SpoolRoom } from '../files/spool.ts'
import { refuseOthers } from '../files/store-owner.ts'
import type { DocumentTools } from '../files/take-in.ts'
import { keepsFiles } from './roles.ts'
import type { Step } from './steps.ts'

export type Stores = KeptFiles & { documents: DocumentTools; spool: SpoolRoom }

export const openStores = (db: Db, { documents: settings, dataDir }: Env): Stores => {
  const documents = documentTools(settings, dataDir)
  return { ...keptFiles(settings, dataDir, db), documents, spool: spoolRoom(settings, dataDir) }
}

/** Not waited for: a store that does not answer keeps nobody from starting. */
const tellOthersStore = (db: Db, { documents }: Stores, log: FastifyBaseLogger): void =>
  void refuseOthers(db, documents.contents).catch((error: unknown) =>
    log.error({ err: error }, 'the store of files is not as it should be'),
  )

/** Of a process that is one of several. */
const tellApart = ({ role, documents: { s3 }, secrets }: Env, log: FastifyBaseLogger): void => {
  if (role === 'all') return
  if (keepsFiles(role) && !s3)
    log.warn('without an S3 store, PADRON_DATA_DIR must be one folder that every api and worker process shares')
  if (keepsFiles(role) && !secrets)
    log.warn('without PADRON_SECRET, the key of the credentials is secret.key of PADRON_DATA_DIR: every api and worker process must read the same one')
} // biome-ignore format: a condition and its words

/** @returns how to stop */
export const tendStores = (db: Db, stores: Stores, env: Env, log: FastifyBaseLogger): Step => {
  tellApart(env, log)
  tellOthersStore(db, stores, log)
  if (!keepsFiles(env.role)) return async () => undefined
  return keepSwept(stores.spool.folder, (error) => log.error({ err: error }, 'files that were left behind stay'))
}
