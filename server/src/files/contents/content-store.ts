// Where documents are kept, named by their content: the same file of a company is kept once. On disk, or in an S3
// store; both pass the same tests (content-store.test.ts).
import type { Readable } from 'node:stream'
import type { SpooledFile } from '../spool.ts'

export type ContentStore = {
  /** Whole or not at all; what is there under the key is replaced and counts as written now. The spooled file stays. */
  put: (key: string, file: SpooledFile) => Promise<void>
  /** @param range both ends included @returns undefined where it is not there */
  read: (key: string, range?: { start: number; end: number }) => Promise<Readable | undefined>
  /** @returns undefined where it is not there */
  look: (key: string) => Promise<{ size: number; at: Date } | undefined>
  /** What is not there is removed already. */
  remove: (key: string) => Promise<void>
  /** Writes whose it is, where nothing says so yet. @returns whose it is */
  owner: (claim: string) => Promise<string>
  /** Keys of what was written before then, as they are found. */
  olderThan: (time: Date) => AsyncIterable<string>
}

/** @param sha256 of the content, in hexadecimal */
export const contentKey = (tenantId: number, sha256: string): string => `${tenantId}/${sha256}`

/** Beside the companies: it is nobody's content. */
export const OWNER_NAME = '.padron'

const KEY = /^([1-9]\d{0,15})\/([\da-f]{64})$/

/** @throws Error where it is none: a key becomes a path and an address */
export const readKey = (key: string): { tenantId: number; sha256: string } => {
  const [, tenant, sha256] = KEY.exec(key) ?? []
  if (!tenant || !sha256) throw new Error('not a key of the store')
  return { tenantId: Number(tenant), sha256 }
}
