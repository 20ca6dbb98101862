// What time makes useless: expired sessions, old sign-ins, counts of failed ones nobody adds to. Once an hour, not at
// each sign-in, which has somebody waiting.
import { sql } from 'kysely'
import { asSystem, type Db } from '../db/client.ts'

const SIGN_INS_KEPT = '365 days'
const ADDRESSES_KEPT = '90 days'
const COUNTS_KEPT = '1 day'
const USED_KEPT = '1 hour' // longer than clocks differ

export const forgetTheOld = (db: Db): Promise<void> =>
  asSystem(db, async (tx) => {
    await sql`delete from access_token where expires_at < now()`.execute(tx)
    await sql`delete from sign_in where at < now() - ${SIGN_INS_KEPT}::interval`.execute(tx)
    await sql`delete from used_sealed_password where expires_at < now() - ${USED_KEPT}::interval`.execute(tx)
    await sql`delete from sign_in_attempt where last_failure < now()
      - case
        when attempt_key like 'known:%' then ${ADDRESSES_KEPT}::interval
        else ${COUNTS_KEPT}::interval end`.execute(tx)
  })
