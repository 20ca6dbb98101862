// The store of documents, keyed by their content: a company's identical files are stored once. On disk, or in an S3
// store; both pass the same tests (content-store.test.ts).
import type { Readable } from 'node:stream'
import type { SpooledFile } from '../spool.ts'

export type ContentStore = {
  /** Atomic; an existing object is replaced and counts as written now. The spooled file remains. */
  put: (key: string, file: SpooledFile) => Promise<void>
  /** @param range both ends included @returns undefined if it does not exist */
  read: (key: string, range?: { start: number; end: number }) => Promise<Readable | undefined>
  /** @returns undefined if it does not exist */
  look: (key: string) => Promise<{ size: number; at: Date } | undefined>
  /** Does nothing if it does not exist. */
  remove: (key: string) => Promise<void>
  /** Records the claim as the store's owner if there is none. @returns the owner */
  owner: (claim: string) => Promise<string>
  /** Keys of the contents written before that time, as they are found. */
  olderThan: (time: Date) => AsyncIterable<string>
}

/** @param sha256 of the content, in hexadecimal */
export const contentKey = (tenantId: number, sha256: string): string => `${tenantId}/${sha256}`

/** Next to the companies' folders, because it belongs to no company. */
export const OWNER_NAME = '.padron'

const KEY = /^([1-9]\d{0,15})\/([\da-f]{64})$/

/** @throws Error for an invalid key, because a key becomes a path and an address */
export const readKey = (key: string): { tenantId: number; sha256: string } => {
  const [, tenant, sha256] = KEY.exec(key) ?? []
  if (!tenant || !sha256) throw new Error('not a key of the store')
  return { tenantId: Number(tenant), sha256 }
}
