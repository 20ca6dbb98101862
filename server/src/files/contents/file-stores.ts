// The stores of job results, email attachments and evidence, by the operator's settings: next to the documents in an S3
// store, or in folders of the data directory, which every process must then have access to.
import { join } from 'node:path'
import type { Db } from '../../db/client.ts'
import type { DocumentSettings } from '../../env/env-documents.ts'
import { documentTools, spoolRoom } from '../document-tools.ts'
import { type FileStore, fileStore } from './file-store.ts'
import { movedFiles } from './moved-files.ts'
import { s3FileStore } from './s3-files.ts'
import { isOurStore } from './store-owner.ts'

/** Kinds of files, and the folder or prefix of each. */
const FOLDERS = { files: 'results', emailFiles: 'letters', evidence: 'evidence' } as const
export type FileStores = Record<keyof typeof FOLDERS, FileStore>

/** With an S3 store, files that were stored on this machine's disk before are still found there. */
export const openFileStores = (settings: DocumentSettings, dataDir: string, db: Db): FileStores => {
  const { s3 } = settings
  const { contents } = documentTools(settings, dataDir)
  const room = spoolRoom(settings, dataDir)
  const of = (name: string): FileStore => {
    const disk = fileStore(join(dataDir, name))
    if (!s3) return disk
    const place = { ...s3, prefix: `${s3.prefix}${name}/` }
    return movedFiles(s3FileStore({ place, room, isOurs: () => isOurStore(db, contents) }), disk)
  }
  return { files: of(FOLDERS.files), emailFiles: of(FOLDERS.emailFiles), evidence: of(FOLDERS.evidence) }
}
