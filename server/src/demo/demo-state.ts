// Whether this installation has the demo, and whether it may be loaded.
import { sql } from 'kysely'
import { asSystem, type Db } from '../db/client.ts'
import type { Env } from '../env/env.ts'

/** The short names of its companies, and the simulated portals. */
export type InstalledDemo = { companies: string[]; users: number; vehicles: number; portals: string[] }

/** @returns undefined without a demo */
export const installedDemo = (db: Db): Promise<InstalledDemo | undefined> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<InstalledDemo>`
      with demo as (select tenant_id, short_name from company where demo)
      select array(select short_name from demo order by 1) as companies,
        array(select portal_key from portal where simulated order by 1) as portals,
        (select count(*)::int from app_user where tenant_id in (select tenant_id from demo)) as users,
        (select count(*)::int from vehicle where tenant_id in (select tenant_id from demo)) as vehicles`.execute(tx)
    const [found] = rows
    return found && found.companies.length + found.portals.length > 0 ? found : undefined
  })

/** Whether to load the demo: into an empty installation; after it was removed, only on request. */
export const isDemoWanted = async (db: Db, demo: Env['demo']): Promise<boolean> => {
  if (demo === 'never') return false
  return asSystem(db, async (tx) => {
    const { rows } = await sql<{ empty: boolean; removed: boolean }>`
      select not exists (select from company) as empty,
        exists (select from installation where demo_removed_at is not null) as removed`.execute(tx)
    return rows[0]?.empty === true && (demo === 'always' || !rows[0].removed)
  })
}

/** The operator's message for an installation with the demo. */
export const demoNotice = ({ companies }: InstalledDemo): string => {
  const names = new Intl.ListFormat('es').format(companies)
  return companies.length > 0
    ? `Esta instalación tiene la demostración (${names}), con usuarios cuya contraseña es pública. Se quita con: ` +
        'padron demo remove'
    : 'Esta instalación consulta portales simulados. Se quitan con: padron demo remove'
}

/** The message of a start about the demo, if the installation has it. */
export const installationNotice = async (db: Db): Promise<string | undefined> => {
  const demo = await installedDemo(db)
  return demo && demoNotice(demo)
}
