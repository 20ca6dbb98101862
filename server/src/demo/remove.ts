// Removes the demo: its companies with all their rows and files, the addresses of simulated portals and the data
// derived from them. The companies are first scheduled for erasure, so that a worker's next round completes an
// interrupted removal.
import { sql } from 'kysely'
import { asSystem, type Db, type Tx } from '../db/client.ts'
import { eraseCompany } from '../db/company-data.ts'
import type { ContentStore } from '../files/contents/content-store.ts'
import type { FileStores } from '../files/contents/file-stores.ts'
import { removeContentsOf } from '../files/contents/sweep-contents.ts'
import { suspend } from '../identity/accounts/company-settings.ts'
import { DEMO_NEWS } from './load.ts'

export type DemoFiles = FileStores & { contents: ContentStore }

/** The author of decisions of earlier releases' demos to capture resources manually. */
const DECIDED_BY = 'Demostración'

/** Deletes statistics and failures of simulated portals, which would otherwise count for the real source. */
const disconnectPortals = async (tx: Tx): Promise<void> => {
  const simulated = sql`(select portal_key from portal where simulated)`
  await sql`
    delete from source_alarm
    where connector_key in (select connector_key from resource where portal_key in ${simulated})`.execute(tx)
  for (const table of ['source_stats', 'source_hourly_stats', 'source_outage', 'portal_usage'])
    await sql`delete from ${sql.table(table)} where portal_key in ${simulated}`.execute(tx)
  await sql`
    update portal
    set base_url = null, credential = null, pace_ms = default, concurrency = default, failures = 0,
      failing_since = null, recent = default, open_until = null, open_seconds = 0, credit_out_since = null,
      drift = default, probe_at = null, next_at = default, simulated = false
    where simulated`.execute(tx)
}

/**
 * Works in the caller's transaction; after it, nobody can sign in to a demo company and its portals are not queried.
 * @returns its companies
 */
export const closeDemo = async (tx: Tx): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`select tenant_id as id from company where demo order by 1`.execute(tx)
  for (const { id } of rows) await suspend(tx, id)
  await sql`update company set erase_at = now() where demo`.execute(tx)
  await disconnectPortals(tx)
  await sql`delete from resource_service where decided_by = ${DECIDED_BY}`.execute(tx)
  await sql`delete from news_item where title = ${DEMO_NEWS.title} and information = ${DEMO_NEWS.information}`.execute(
    tx,
  )
  await sql`update installation set demo_removed_at = now()`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Erases the companies that `closeDemo` closed. @returns number of erased rows */
export const eraseDemo = async (
  db: Db,
  { files, emailFiles, evidence, contents }: DemoFiles,
  companies: readonly number[],
): Promise<number> => {
  const { rows } = await asSystem(db, (tx) =>
    sql<{ path: string }>`
      select path
      from evidence_file
      where tenant_id = any(${[...companies]}::bigint[])
      union
      select path
      from capture_reading
      where tenant_id = any(${[...companies]}::bigint[])
      union
      select path
      from capture_batch_file
      where tenant_id = any(${[...companies]}::bigint[]) and path <> ''`.execute(tx),
  )
  let erased = 0
  for (const company of companies) {
    erased += (await eraseCompany(db, files, company, emailFiles)) ?? 0
    await removeContentsOf(db, contents, company)
  }
  for (const { path } of rows) await evidence.remove(path)
  return erased
}
