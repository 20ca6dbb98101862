// Locks the vehicles that an import changes or replaces, and refuses if they changed since validation.
import { ACTIVE } from '@padron/contract/assets'
import { numberText } from '@padron/contract/texts/count-of'
import { type RawBuilder, sql } from 'kysely'
import { IDENTIFIERS } from '../validation/identifiers.ts'
import { type ApplyContext, stale } from './context.ts'

const NAMED_AT_MOST = 3

type ImportRef = Pick<ApplyContext, 'tx' | 'tenantId' | 'importId'>

/** Locks in one order, so that two imports do not deadlock. */
const lock = ({ tx, tenantId, importId }: ImportRef): Promise<unknown> =>
  sql`select count(*) from (
      select v.vehicle_id from vehicle v where v.tenant_id = ${tenantId} and v.vehicle_id in (
        select target_id
        from vehicle_import_row
        where tenant_id = ${tenantId} and import_id = ${importId} and action = 'changed')
      order by v.vehicle_id for no key update) locked`.execute(tx)

/** An edit sets all tags of the vehicle; not every change of them changes its version. */
const TAGS_CHANGED = sql`(r.before ? 'tagIds' and r.before->'tagIds'->0 <> (
    select coalesce(jsonb_agg(t.tag_id order by t.tag_id), '[]')
    from vehicle_tag t
    where t.tenant_id = v.tenant_id and t.vehicle_id = v.vehicle_id))`

const changedSince = async ({ tx, tenantId, importId }: ImportRef) => {
  const { rows } = await sql<{ name: string; total: number }>`
    select coalesce(v.plate, format('el de la fila %s (ya no existe)', r.row_number)) as name,
      count(*) over ()::int as total
    from vehicle_import_row r left join vehicle v on v.tenant_id = r.tenant_id and v.vehicle_id = r.target_id
    where r.tenant_id = ${tenantId} and r.import_id = ${importId} and r.action = 'changed'
      and (v.row_version is distinct from r.row_version or v.replaced_by is not null or ${TAGS_CHANGED})
    order by r.row_number limit ${NAMED_AT_MOST}`.execute(tx)
  return { names: rows.map(({ name }) => name), total: rows[0]?.total ?? 0 }
}

/** @throws JobRefused if one of them changed, was replaced or was deleted */
export const lockTargets = async (importRef: ImportRef): Promise<void> => {
  await lock(importRef)
  const { names, total } = await changedSince(importRef)
  if (total === 0) return
  const more = total > names.length ? ` y ${numberText(total - names.length)} más` : ''
  throw stale(`Cambiaron después de la revisión: ${names.join(', ')}${more}.`)
}

/**
 * Looked up by value and filtered afterwards (offset 0): without statistics about a new fleet the planner would scan
 * all of it.
 * @param values selects, by field and column, each new `value` and the vehicle `own` that may have it
 * @throws JobRefused if another active vehicle has one of them
 */
export const refuseInUse = async (
  { tx, tenantId }: ImportRef,
  values: (field: string, column: string) => RawBuilder<unknown>,
): Promise<void> => {
  for (const { field, column, one } of IDENTIFIERS) {
    const { rows } = await sql<{ value: string }>`
      select c.value from (${values(field, column)}) c cross join lateral (
        select v.vehicle_id, v.asset_status_id
        from vehicle v
        where v.tenant_id = ${tenantId} and ${sql.ref(`v.${column}`)} = c.value
        offset 0) a
      where a.asset_status_id = ${sql.lit(ACTIVE)} and a.vehicle_id is distinct from c.own limit 1`.execute(tx)
    if (rows[0]) throw stale(`${one.replace('%s', rows[0].value)} ya es de otro vehículo activo.`)
  }
}

/** The same for new vehicles: no active vehicle may have their values. @param action of their rows */
export const refuseNewInUse = (importRef: ImportRef, action: 'new' | 'changed'): Promise<void> =>
  refuseInUse(
    importRef,
    (_field, column) => sql`select ${sql.ref(`r.${column}`)} as value, null::bigint as own from vehicle_import_row r
      where r.tenant_id = ${importRef.tenantId} and r.import_id = ${importRef.importId} and r.action = ${action}`,
  )

const UNIQUE = '23505'

/**
 * Messages for unique violations by a concurrent change. They do not contain the value, because the user may not be
 * allowed to see it.
 */
const IN_USE: Readonly<Record<string, string>> = {
  vehicle_plate_active: 'Una de sus placas ya es de otro vehículo activo.',
  vehicle_vin_active: 'Uno de sus VIN ya es de otro vehículo activo.',
  vehicle_custom_active: 'Uno de sus identificadores ya es de otro vehículo activo.',
}

/** Turns a unique violation into a refusal; other errors stay as they are. */
const asStale = (error: unknown): unknown => {
  const { code, constraint = '' } = (error ?? {}) as { code?: string; constraint?: string }
  return code === UNIQUE ? stale(IN_USE[constraint] ?? 'Dos filas hablan del mismo vehículo.') : error
}

/** Runs the work and turns a unique violation into a refusal. */
export const orStale = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw asStale(error)
  }
}

/** Rows of the import that will be written, as `r`. */
export const toWrite = (
  { tenantId, importId }: Pick<ImportRef, 'tenantId' | 'importId'>,
  range?: { from: number; to: number },
) =>
  sql`r.tenant_id = ${tenantId} and r.import_id = ${importId} and r.action = 'changed'
    ${range ? sql`and r.row_number between ${range.from} and ${range.to}` : sql``}`
