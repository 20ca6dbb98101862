// What undoing a bulk change needs is kept as long as it can be undone.
import { UNDO_DAYS } from '@padron/contract/vehicles'
import { sql } from 'kysely'
import { asSystem, type Db } from '../../db/client.ts'

export const forgetBulk = (db: Db): Promise<void> =>
  asSystem(db, async (tx) => {
    await sql`delete from bulk_change where at < now() - make_interval(days => ${UNDO_DAYS + 1})`.execute(tx)
  })
