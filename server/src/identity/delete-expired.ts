// Deletes expired sessions, old sign-ins, and counts of failed ones that no longer grow. It runs once an hour, not at
// each sign-in, so that users do not wait for it.
import { sql } from 'kysely'
import { asSystem, type Db } from '../db/client.ts'

const SIGN_IN_RETENTION = '365 days'
const ADDRESS_RETENTION = '90 days'
const COUNT_RETENTION = '1 day'
/** Expired links stay for a while, so that their page can explain why they do not work. */
const LINK_RETENTION = '30 days'
const USED_SEAL_RETENTION = '1 hour' // longer than clocks differ

export const deleteExpiredSignIns = (db: Db): Promise<void> =>
  asSystem(db, async (tx) => {
    await sql`delete from access_token where expires_at < now()`.execute(tx)
    await sql`delete from sign_in_challenge where expires_at < now()`.execute(tx)
    await sql`delete from known_device where expires_at < now()`.execute(tx)
    await sql`delete from provider_sign_in where expires_at < now()`.execute(tx)
    await sql`delete from sign_in where at < now() - ${SIGN_IN_RETENTION}::interval`.execute(tx)
    await sql`delete from account_link where created_at < now() - ${LINK_RETENTION}::interval`.execute(tx)
    await sql`delete from used_sealed_password where expires_at < now() - ${USED_SEAL_RETENTION}::interval`.execute(tx)
    await sql`delete from sign_in_attempt where last_failure < now()
      - case
        when attempt_key like 'known:%' then ${ADDRESS_RETENTION}::interval
        else ${COUNT_RETENTION}::interval end`.execute(tx)
  })
