// Verifies the role of each connection, because row-level security depends on it. A pooler between the server and the
// database (PgBouncer, RDS Proxy) may drop the startup options without an error: then every connection works as the
// login itself, which sees every company.
import type pg from 'pg'
import { SettingError } from '../env/env.ts'
import type { Db } from './client.ts'

const ROLES = { app: 'padron_app', system: 'padron_system', bulk: 'padron_app', workbooks: 'padron_app' } as const

const roleOf = async (pool: pg.Pool): Promise<string> => {
  const { rows } = await pool.query<{ role: string }>('select current_user as role')
  return rows[0]?.role ?? ''
}

/** @throws SettingError if a connection does not work as the role that it requested */
export const assureRoles = async (db: Db): Promise<void> => {
  for (const [name, wanted] of Object.entries(ROLES) as [keyof typeof ROLES, string][]) {
    const role = await roleOf(db[name])
    if (role !== wanted)
      throw new SettingError(
        `DATABASE_URL: la conexión trabaja como ${role} y no como ${wanted}, así que las empresas no ` +
          'quedarían separadas. ' +
          'Si hay un intermediario (PgBouncer, RDS Proxy) entre Padrón y PostgreSQL, conéctese sin él.',
      )
  }
}
