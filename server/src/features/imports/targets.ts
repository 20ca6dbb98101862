// The vehicles that an import is about to change or replace: locked, and still as they were when the file was judged, or nothing
// is written.
import { sql } from 'kysely'
import { type Applying, stale } from './applying.ts'
import { IDENTIFIERS } from './judge-identifiers.ts'

const NAMED_AT_MOST = 3

type Of = Pick<Applying, 'tx' | 'tenantId' | 'importId'>

/** Locked in one order, so that two who do this wait for each other instead of each for the other. */
const lock = ({ tx, tenantId, importId }: Of): Promise<unknown> =>
  sql`select count(*) from (
      select v.vehicle_id from vehicle v where v.tenant_id = ${tenantId} and v.vehicle_id in (
        select target_id from vehicle_import_row where tenant_id = ${tenantId} and import_id = ${importId} and action = 'changed')
      order by v.vehicle_id for no key update) locked`.execute(tx)

const changedSince = async ({ tx, tenantId, importId }: Of) => {
  const { rows } = await sql<{ name: string; total: number }>`
    select coalesce(v.plate, format('el de la fila %s (ya no existe)', r.row_number)) as name, count(*) over ()::int as total
    from vehicle_import_row r left join vehicle v on v.tenant_id = r.tenant_id and v.vehicle_id = r.target_id
    where r.tenant_id = ${tenantId} and r.import_id = ${importId} and r.action = 'changed'
      and (v.row_version is distinct from r.row_version or v.replaced_by is not null)
    order by r.row_number limit ${NAMED_AT_MOST}`.execute(tx)
  return { names: rows.map(({ name }) => name), total: rows[0]?.total ?? 0 }
}

/** @throws JobRefused where one of them changed, was replaced or is gone */
export const lockTargets = async (of: Of): Promise<void> => {
  await lock(of)
  const { names, total } = await changedSince(of)
  if (total === 0) return
  const more = total > names.length ? ` y ${(total - names.length).toLocaleString('es-MX')} más` : ''
  throw stale(`Cambiaron después de la revisión: ${names.join(', ')}${more}.`)
}

const UNIQUE = '23505'
type DatabaseError = { code?: string; constraint?: string; detail?: string }

/** Which constraint keeps each identifier to one active vehicle. */
const CONSTRAINTS: Readonly<Record<string, string>> = {
  vehicle_plate_active: 'plate',
  vehicle_vin_active: 'vin',
  vehicle_custom_active: 'custom_id',
}

/** «Key (tenant_id, plate)=(7, ABC123) already exists.», in whatever language the server speaks. */
const valueIn = (detail = ''): string => /\)=\(\d+, (.+)\)/.exec(detail)?.[1] ?? ''

/** A value that two active vehicles would have is said as a refusal; any other error stays what it is. */
export const asStale = (error: unknown): unknown => {
  const { code, constraint = '', detail } = (error ?? {}) as DatabaseError
  if (code !== UNIQUE) return error
  const taken = IDENTIFIERS.find(({ column }) => column === CONSTRAINTS[constraint])
  return stale(
    taken
      ? `${taken.one.replace('%s', valueIn(detail))} ya es de otro vehículo activo.`
      : 'Dos filas hablan del mismo vehículo.',
  )
}

/** Does it, and says a unique violation as a refusal. */
export const orStale = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw asStale(error)
  }
}

/** Rows of the import that will be written, as `r`. */
export const toWrite = (
  { tenantId, importId }: Pick<Of, 'tenantId' | 'importId'>,
  range?: { from: number; to: number },
) =>
  sql`r.tenant_id = ${tenantId} and r.import_id = ${importId} and r.action = 'changed'
    ${range ? sql`and r.row_number between ${range.from} and ${range.to}` : sql``}`
