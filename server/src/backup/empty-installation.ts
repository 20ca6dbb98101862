// Checks that an archive may be restored into a database: it must have no companies, and no process may use it.
import type pg from 'pg'
import { JOB_SCHEMA } from '../db/job-schema.ts'
import { ArchiveError } from './archive.ts'

const companies = async (client: pg.Client): Promise<string[]> => {
  const { rows: there } = await client.query(`select from pg_class where oid = to_regclass('public.company')`)
  if (there.length === 0) return []
  await client.query('begin; set local role padron_system')
  const { rows } = await client.query<{ name: string }>('select short_name as name from company order by 1')
  await client.query('commit')
  return rows.map(({ name }) => name)
}

/** Processes of the product that are connected to the database; the restoring process has another name. */
const others = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ n: number }>(
    `select count(distinct application_name)::int as n from pg_stat_activity
    where datname = current_database() and application_name like 'padron:%'`,
  )
  return rows[0]?.n ?? 0
}

const AT_MOST_NAMED = 5

/** @throws ArchiveError that names what the database contains */
export const refuseInhabited = async (client: pg.Client): Promise<void> => {
  const found = await companies(client)
  if (found.length > 0) {
    const named = found.slice(0, AT_MOST_NAMED).join(', ') + (found.length > AT_MOST_NAMED ? '…' : '')
    const there = found.length === 1 ? `la empresa ${named}` : `${found.length} empresas (${named})`
    throw new ArchiveError(
      `La instalación ya tiene ${there} y no se tocó nada. Restaure en una carpeta vacía (PADRON_DATA_DIR) o en ` +
        'otra base de datos (DATABASE_URL).',
    )
  }
  if ((await others(client)) > 0)
    throw new ArchiveError('Padrón trabaja en esta base de datos. Detenga todos sus procesos antes de restaurar.')
}

/** Drops the tables of an empty installation of another release. */
export const emptySchema = async (client: pg.Client): Promise<void> => {
  await client.query(`begin;
    drop schema if exists ${JOB_SCHEMA} cascade;
    drop schema public cascade;
    create schema public;
    grant usage on schema public to public;
    commit`)
}
