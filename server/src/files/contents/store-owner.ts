// The owner of a store of documents and other files. With an empty database, or two installations in one place, a sweep
// would treat every file as orphaned: so the store records its owner, and only the owner sweeps it.
import { sql } from 'kysely'
import { asSystem, type Db } from '../../db/client.ts'
import type { ContentStore } from './content-store.ts'

export const NOT_OURS =
  'the store of documents belongs to another installation (its file .padron has another id than this database): ' +
  'nothing in it is swept'

const installationId = async (db: Db): Promise<string> => {
  const { rows } = await asSystem(db, (tx) =>
    sql<{ id: string }>`select installation_id::text as id from installation`.execute(tx),
  )
  if (!rows[0]) throw new Error('the database has no installation id')
  return rows[0].id
}

/** A store without an owner becomes this installation's. */
export const isOurStore = async (db: Db, contents: ContentStore): Promise<boolean> => {
  const mine = await installationId(db)
  return (await contents.owner(mine)) === mine
}

/** @throws Error for the operator if the store belongs to another installation */
export const refuseOthers = async (db: Db, contents: ContentStore): Promise<void> => {
  if (!(await isOurStore(db, contents))) throw new Error(NOT_OURS)
}
