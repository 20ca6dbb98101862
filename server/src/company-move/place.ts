// One of the two installations of a move, with the move's connections to it; both keep running.
import { DAY_MS } from '@padron/contract/days'
import type pg from 'pg'
import type { FileStores } from '../backup/save-files.ts'
import type { Db } from '../db/client.ts'
import { type AddressOf, ownConnection } from '../db/connect.ts'
import type { Secrets } from '../secrets/sealing.ts'

export type Place = {
  db: Db
  addressOf: AddressOf
  stores: FileStores
  secrets: Secrets
  /** A folder for files before they are moved into a store. */
  spool: string
  /** The address of the installation, for the message to users of a company that moved here. */
  address: string
}

/** An error for the operator: nothing has changed, or the company is where it was. */
export class MoveError extends Error {}

/** Longer than any copy: a transaction waits while the other side works. */

/** A connection with the system's role, without the usual time limits. */
export const onConnection = async <T>(
  { addressOf }: Place,
  work: (client: pg.Client) => Promise<T>,
  role: 'padron_system' | 'padron_owner' = 'padron_system',
): Promise<T> => {
  const client = await ownConnection(addressOf, role, DAY_MS)
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
