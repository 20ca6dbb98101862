// A backup in one file: a tar of pieces, compressed with zstd. First what it is, then the rows of each table, then
// files, last the manifest with what all of it must add up to: a file cut short has none. A piece has one megabyte at
// most, since a tar wants the size before the bytes and neither a table nor a stream tells it.
import type { Sequence, Sum, Table } from '../db/copy/table-rows.ts'

export const FORMAT = 1
export const HEADER = 'padron.json'
export const MANIFEST = 'manifest.json'
export const KEYS = 'keys/secret.key'
export const STORES = ['results', 'letters', 'evidence', 'documents'] as const
export type StoreName = (typeof STORES)[number]

export type Header = {
  format: number
  release: string
  at: string
  /** Every migration that the database had seen. */
  migrations: string[]
  /** Version of the job queue's schema. */
  jobs: number
  installation: string
}
export type ArchivedTable = Table & Sum & { bytes: number; sha256: string }
export type Manifest = {
  tables: ArchivedTable[]
  sequences: Sequence[]
  /** Of all files, names and bytes, in their order. */
  files: { count: number; bytes: number; sha256: string }
  /**
   * Files that a row speaks of, still when all were copied, and that were in no store: how many, and the first of
   * them.
   */
  missing: { count: number; first: string[] }
  withDocuments: boolean
}

/** A refusal for the operator. */
export class ArchiveError extends Error {}

export const partOf = (table: Pick<Table, 'schema' | 'name'>): string => `tables/${table.schema}.${table.name}`
export const filePart = (store: StoreName, path: string): string => `files/${store}/${path}`

const FILE = new RegExp(`^files/(${STORES.join('|')})/(.+)$`)
/** @returns undefined where it is no file's */
export const readFilePart = (name: string): { store: StoreName; path: string } | undefined => {
  const [, store, path] = FILE.exec(name) ?? []
  const known = STORES.find((each) => each === store)
  return known && path ? { store: known, path } : undefined
}
