// The steps in the installation that a company moves to: checks, removal of old data, and the completion of the
// arrival.
import { sql } from 'kysely'
import type pg from 'pg'
import { type Actor, asSystem } from '../db/client.ts'
import { eraseCompany } from '../db/company-data.ts'
import type { Table } from '../db/copy/table-rows.ts'
import { orderWaitingJobs } from '../db/job-schema.ts'
import { executedMigrations } from '../db/migrate/run-migrations.ts'
import { removeContentsOf } from '../files/contents/sweep-contents.ts'
import { MoveError, onConnection, type Place } from './place.ts'
import { findMoving, type MovingCompany, refuseUnguardedWriters } from './source.ts'

/** Lists of the installation that companies' rows refer to. */
const REFERENCES = [
  { table: 'state', key: 'state_id', what: 'entidades' },
  { table: 'portal', key: 'portal_key', what: 'portales' },
  { table: 'resource', key: 'resource_id', what: 'recursos' },
  { table: 'role', key: 'role_id', what: 'permisos' },
] as const

const keysOf = (place: Place, { table, key }: { table: string; key: string }): Promise<string[]> =>
  onConnection(place, async (client) => {
    const { rows: there } = await client.query(`select from pg_class where oid = to_regclass($1)`, [table])
    if (there.length === 0) return []
    const { rows } = await client.query<{ key: string }>(`select ${key}::text as key from ${table} order by 1`)
    return rows.map((row) => row.key)
  })

const refuseOtherRelease = async (source: Place, target: Place): Promise<void> => {
  const [here, there] = await Promise.all(
    [source, target].map((place) => onConnection(place, (client) => executedMigrations(client), 'padron_owner')),
  )
  if (here?.join() !== there?.join())
    throw new MoveError('Las dos instalaciones no tienen la misma versión: actualice la anterior.')
}

const refuseMissingReferences = async (source: Place, target: Place): Promise<void> => {
  for (const each of REFERENCES) {
    const there = new Set(await keysOf(target, each))
    const missing = (await keysOf(source, each)).filter((key) => !there.has(key))
    if (missing.length > 0)
      throw new MoveError(`El destino no tiene estos ${each.what}: ${missing.join(', ')}. Créelos antes.`)
  }
}

/** Ids of companies and users are unique in an installation; all other ids are unique only in a company. */
const refuseUsedIds = async (source: Place, target: Place, { tenantId, name }: MovingCompany): Promise<void> => {
  const ids = await asSystem(source.db, async (tx) => {
    const users = await tx.selectFrom('app_user').select('user_id').where('tenant_id', '=', tenantId).execute()
    return [tenantId, ...users.map(({ user_id }) => user_id)]
  })
  const { rows } = await asSystem(target.db, (tx) =>
    sql<{ name: string }>`
      select short_name as name
      from company
      where tenant_id = any(${ids}::bigint[]) and short_name <> ${name}
        or short_name = ${name} and tenant_id <> ${tenantId}
      union
      select username
      from app_user
      where user_id = any(${ids}::bigint[]) and tenant_id <> ${tenantId}
      order by 1`.execute(tx),
  )
  if (rows.length > 0)
    throw new MoveError(
      'En el destino ya son de otros el nombre o los números de la empresa: ' +
        `${rows.map((row) => row.name).join(', ')}. ` +
        'Cada instalación necesita un PADRON_PLACE propio antes de crear empresas.',
    )
}

/** A domain of email addresses belongs to one company. */
const refuseUsedDomains = async (source: Place, target: Place, { tenantId }: MovingCompany): Promise<void> => {
  const domains = await asSystem(source.db, async (tx) => {
    const own = tx.selectFrom('company_idp_domain').select('domain').where('tenant_id', '=', tenantId)
    return (await own.execute()).map(({ domain }) => domain)
  })
  const { rows } = await asSystem(target.db, (tx) =>
    sql<{ domain: string }>`
      select domain
      from company_idp_domain
      where domain = any(${domains}::text[]) and tenant_id <> ${tenantId}
      order by 1`.execute(tx),
  )
  if (rows.length > 0)
    throw new MoveError(
      `En el destino ya son de otra empresa los dominios ${rows.map(({ domain }) => domain).join(', ')}.`,
    )
}

/** @throws MoveError if the company cannot be moved to the target */
export const refuseUnfit = async (source: Place, target: Place, company: MovingCompany): Promise<void> => {
  await refuseUnguardedWriters(source)
  await refuseOtherRelease(source, target)
  await refuseMissingReferences(source, target)
  await refuseUsedIds(source, target, company)
  await refuseUsedDomains(source, target, company)
  const there = await findMoving(target.db, company.name)
  if (there && there.state === null) throw new MoveError(`La empresa ${company.name} ya trabaja en el destino.`)
}

/** Erases the company's rows of an earlier stay, or of an unfinished move. */
export const makeRoom = async (target: Place, tenantId: number): Promise<void> => {
  await asSystem(target.db, (tx) =>
    sql`
      update company
      set erase_at = now()
      where tenant_id = ${tenantId} and move_state in ('moved', 'arriving')`.execute(tx),
  )
  const erased = await eraseCompany(target.db, target.stores.jobResults, tenantId, target.stores.emailFiles)
  if (erased !== undefined) await removeContentsOf(target.db, target.stores.documents, tenantId)
}

type Numbered = { table: string; column: string; sequence: string }

/** Numbers that others may use between reading a sequence and setting it. */
const GAP = 1_000_000

/** Sets every sequence above the copied ids: ids are unique within a company. */
export const advanceSequences = (target: Place, tenantId: number, tables: readonly Table[]): Promise<void> =>
  onConnection(
    target,
    async (owner) => {
      const { rows } = await owner.query<Numbered>(
        `
        select c.relname as table, a.attname as column,
          pg_get_serial_sequence(c.oid::regclass::text, a.attname) as sequence
        from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.oid = any($1::regclass[]) and pg_get_serial_sequence(c.oid::regclass::text, a.attname) is not null`,
        [tables.map(({ name }) => name)],
      )
      for (const { table, column, sequence } of rows) {
        const last = await lastNumber(target, tenantId, { table, column })
        await owner.query(
          `
          select setval($1::regclass, $2::bigint + ${GAP})
          from pg_sequences
          where format('%I.%I', schemaname, sequencename)::regclass = $1::regclass and coalesce(last_value, 0) < $2`,
          [sequence, last],
        )
      }
    },
    'padron_owner',
  )

const lastNumber = (target: Place, tenantId: number, { table, column }: Pick<Numbered, 'table' | 'column'>) =>
  asSystem(target.db, async (tx) => {
    const { rows } = await sql<{ last: number }>`
      select coalesce(max(${sql.ref(column)}), 0) as last
      from ${sql.table(table)}
      where tenant_id = ${tenantId}`.execute(tx)
    return rows[0]?.last ?? 0
  })

/** After this the company works in the target. */
export const completeArrival = (target: Place, tenantId: number, actor: Actor): Promise<void> =>
  onConnection(target, async (client: pg.Client) => {
    await client.query('select analyze_fleet(), analyze_checks()') // the planner knows nothing of the company
    await client.query('begin')
    await client.query(`select set_config('app.actor', $1, true)`, [JSON.stringify(actor)])
    const { rowCount } = await client.query(
      `
      update company
      set move_state = null, moved_to = null, moved_at = null
      where tenant_id = $1 and move_state = 'arriving'`,
      [tenantId],
    )
    if (rowCount) {
      await orderWaitingJobs(client, tenantId)
      // The rule packs of this installation may have other values.
      await client.query(
        `
        insert into pending_unit_amounts (tenant_id)
        select $1::bigint
        where exists (select from debt where tenant_id = $1 and unit is not null)
        on conflict (tenant_id) do update set cursor = 0`,
        [tenantId],
      )
      await client.query(
        `
        select record_activity(tenant_id, 'company', tenant_id, company_name, 'update',
          jsonb_build_object('moved', jsonb_build_array(null, $2::text)))
        from company
        where tenant_id = $1`,
        [tenantId, target.address],
      )
    }
    await client.query('commit')
  })
