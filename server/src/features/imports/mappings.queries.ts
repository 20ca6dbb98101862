// The mappings that a company saved: one per kind of import and set of headings, with a name that is unique per kind.
import type { ImportKind, SavedMapping as MappingView } from '@padron/contract/imports'
import { type ImportMapping, MAPPING_LIMITS } from '@padron/contract/imports/mapping'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { asJsonb } from '../../db/json.ts'
import { refuse } from '../../errors/http-problem.ts'
import type { SavedMapping } from './reading/mapped-sheets.ts'

type Columns = Omit<ImportMapping, 'values'> & { everySheet: boolean }
type Stored = { name: string; headingsHash: string; columns: Columns; values: ImportMapping['values'] }

const asSaved = ({ name, headingsHash, columns: { everySheet, ...columns }, values }: Stored): SavedMapping => ({
  name,
  headingsHash,
  everySheet,
  mapping: { ...columns, values },
})

/** Newest first. @param named only the mapping of this name */
export const readSavedMappings = async (
  tx: Tx,
  tenantId: number,
  kind: ImportKind,
  named?: string,
): Promise<SavedMapping[]> => {
  const { rows } = await sql<Stored>`
    select name, headings_hash as "headingsHash", columns, "values"
    from import_mapping
    where tenant_id = ${tenantId} and kind = ${kind}
      and ${named === undefined ? sql`true` : sql`fold(name) = fold(${named})`}
    order by updated_at desc, import_mapping_id`.execute(tx)
  return rows.map(asSaved)
}

export const viewMappings = async (tx: Tx, tenantId: number, which: RawBuilder<unknown>): Promise<MappingView[]> => {
  const { rows } = await sql<MappingView>`
    select import_mapping_id as "importMappingId", kind, name, jsonb_array_length(columns->'columns') as columns, who,
      updated_at as "dateTime"
    from import_mapping
    where tenant_id = ${tenantId} and ${which}
    order by fold(name)`.execute(tx)
  return rows
}

const NAME_IN_USE = (name: string): string =>
  `Ya hay otra asignación de columnas con el nombre «${name}»; escriba otro.`

/** @param other condition of the mapping that may have the name */
export const refuseUsedName = async (
  tx: Tx,
  { tenantId, kind, name }: { tenantId: number; kind: ImportKind; name: string },
  other: RawBuilder<unknown>,
  path: string,
): Promise<void> => {
  const [namesake] = await viewMappings(
    tx,
    tenantId,
    sql`kind = ${kind} and fold(name) = fold(${name}) and not (${other})`,
  )
  if (namesake) throw refuse(409, NAME_IN_USE(namesake.name), path)
}

const TOO_MANY = `Su empresa ya conserva ${MAPPING_LIMITS.saved} asignaciones de columnas; borre una que no use.`

type NewMapping = { tenantId: number; kind: ImportKind; name: string; who: string } & Omit<SavedMapping, 'name'>

/** Replaces the mapping of the same headings, if there is one. @returns its name @throws HttpProblem 409 */
export const saveMapping = async (tx: Tx, saved: NewMapping): Promise<string> => {
  const { tenantId, kind, who, headingsHash, everySheet, mapping } = saved
  const name = saved.name.trim()
  // Serialized per company, so that the limit holds.
  await sql`select pg_advisory_xact_lock(hashtextextended('import mapping', ${tenantId}))`.execute(tx)
  await refuseUsedName(tx, { tenantId, kind, name }, sql`headings_hash = ${headingsHash}`, 'keepAs')
  const { rows } = await sql<{ others: number }>`
    select count(*)::int as others
    from import_mapping
    where tenant_id = ${tenantId} and not (kind = ${kind} and headings_hash = ${headingsHash})`.execute(tx)
  if ((rows[0]?.others ?? 0) >= MAPPING_LIMITS.saved) throw refuse(409, TOO_MANY, 'keepAs')
  const { values, ...columns } = mapping
  await sql`
    insert into import_mapping (kind, name, headings_hash, columns, "values", who)
    values (${kind}, ${name}, ${headingsHash}, ${asJsonb({ ...columns, everySheet })}::jsonb,
      ${asJsonb(values)}::jsonb, ${who})
    on conflict (tenant_id, kind, headings_hash) do update
    set name = excluded.name, columns = excluded.columns, "values" = excluded."values", who = excluded.who,
      updated_at = now()`.execute(tx)
  return name
}
