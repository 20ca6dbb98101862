// The tools for storing documents, created from the operator's settings.
import { join } from 'node:path'
import type { DocumentSettings } from '../env/env-documents.ts'
import { clamScan, noScan } from './clam.ts'
import { diskContents } from './contents/disk-contents.ts'
import { s3Contents } from './contents/s3-contents.ts'
import type { SpoolRoom } from './spool.ts'
import type { DocumentTools } from './store-document.ts'

export const documentTools = ({ s3, clamav, quotaBytes }: DocumentSettings, dataDir: string): DocumentTools => ({
  contents: s3 ? s3Contents(s3) : diskContents(join(dataDir, 'documents')),
  scan: clamav ? clamScan(clamav) : noScan,
  quotaBytes,
})

export const spoolRoom = ({ largestBytes }: DocumentSettings, dataDir: string): SpoolRoom => ({
  folder: join(dataDir, 'incoming'),
  bytes: largestBytes,
})
