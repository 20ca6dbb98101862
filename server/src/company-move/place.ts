// One of the two installations that a company moves between, as the move reaches it: both work on meanwhile.
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
  /** A folder for files on their way into a store. */
  spool: string
  /** The message for users of a company that moved here. */
  address: string
}

/** A refusal for the operator: nothing has changed, or the company is where it was. */
export class MoveError extends Error {}

/** Longer than any copy: what one side does, the other waits for in its transaction. */
const DAY_MS = 86_400_000

/** A connection as the system, without the usual time limits. */
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
