// The format of a backup: one tar file, compressed with zstd. It holds a header, the rows of each table, the files,
// and at the end a manifest with the expected counts and hashes; a truncated backup has no manifest. A part is at
// most one megabyte, because tar needs the size before the bytes, and the size of a table or a stream is not known.
import type { Sequence, Sum, Table } from '../db/copy/table-rows.ts'

export const FORMAT = 1
export const HEADER = 'padron.json'
export const MANIFEST = 'manifest.json'
export const KEYS = 'keys/secret.key'
/** The folder of each store's files. The names are part of the format: older backups hold them. */
export const STORE_FOLDERS = {
  jobResults: 'results',
  emailFiles: 'letters',
  evidence: 'evidence',
  documents: 'documents',
} as const
export type StoreName = keyof typeof STORE_FOLDERS
export const STORES = Object.keys(STORE_FOLDERS) as readonly StoreName[]
export const findStore = (folder: string | undefined): StoreName | undefined =>
  STORES.find((store) => STORE_FOLDERS[store] === folder)

export type Header = {
  format: number
  release: string
  at: string
  /** Every migration that the database had executed. */
  migrations: string[]
  /** Version of the job queue's schema. */
  jobs: number
  installation: string
}
export type ArchivedTable = Table & Sum & { bytes: number; sha256: string }
export type Manifest = {
  tables: ArchivedTable[]
  sequences: Sequence[]
  /** Of all files, names and bytes, in order. */
  files: { count: number; bytes: number; sha256: string }
  /**
   * Files that rows referred to, also after everything was copied, but that no store had: their number, and the first
   * ones.
   */
  missing: { count: number; first: string[] }
  withDocuments: boolean
}

/** A refusal for the operator. */
export class ArchiveError extends Error {}

export const partOf = (table: Pick<Table, 'schema' | 'name'>): string => `tables/${table.schema}.${table.name}`
export const filePart = (store: StoreName, path: string): string => `files/${STORE_FOLDERS[store]}/${path}`

const FILE = new RegExp(`^files/(${Object.values(STORE_FOLDERS).join('|')})/(.+)$`)
/** @returns undefined if the part is not a file */
export const readFilePart = (name: string): { store: StoreName; path: string } | undefined => {
  const [, folder, path] = FILE.exec(name) ?? []
  const store = findStore(folder)
  return store && path ? { store, path } : undefined
}
