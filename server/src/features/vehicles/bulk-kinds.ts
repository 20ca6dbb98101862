// The kinds of bulk change: what each reads, writes and refuses. One object per kind; bulk.ts treats all alike. They
// work on the temporary table bulk_row, which holds the vehicles that change.
import { ACTIVE, assetStatusText } from '@padron/contract/assets'
import { COUNTRIES } from '@padron/contract/places/countries'
import { STATES } from '@padron/contract/places/states'
import { DEACTIVATION_REASONS, FORM_TEXTS } from '@padron/contract/texts/form-texts'
import type { BulkChange, BulkField } from '@padron/contract/vehicles'
import { fieldTitle } from '@padron/contract/vehicles/fields'
import { readVehicleForm } from '@padron/contract/vehicles/rules'
import { type RawBuilder, sql } from 'kysely'
import type { ChangedInput } from '../../checks/services/recheck.ts'
import type { Tx } from '../../db/client.ts'
import { forbidden, refuse } from '../../errors/http-problem.ts'
import { type SqlType, sqlTypeOf, VEHICLE_COLUMNS } from '../../fleet/fields.ts'
import type { Session } from '../../http/access/sessions.ts'

type Sql = RawBuilder<unknown>
type PreviewRow = { vehicleAssetId: number; plate: string; before: string | null; after: string | null }

export type BulkKind = {
  description: string
  /** SQL about vehicle v: its value before and after as text, and whether that is a change. */
  before: Sql
  after: Sql
  changes: Sql
  /** Additional `when … then …` branches with the reasons why a vehicle may not change. */
  refusal: Sql
  /** The jsonb that undo needs for a row of bulk_row. */
  undoData: Sql
  apply: (tx: Tx) => Promise<void>
  /** Whether v can be restored to r.before. */
  canUndo: Sql
  undo: (tx: Tx) => Promise<void>
  /** Fields that this changes and that sources query by. */
  recheckFields: readonly ChangedInput[]
  /** A row of the preview in the words that users read. */
  inWords: (row: PreviewRow) => PreviewRow
}

const IN_USE = sql`
  exists (
    select from vehicle a
    where a.tenant_id = v.tenant_id and a.asset_status_id = ${sql.lit(ACTIVE)} and a.vehicle_id <> v.vehicle_id
      and (a.plate = v.plate or a.vin = v.vin or a.custom_id = v.custom_id))`
/** Selected vehicles that would become active with the same plate, VIN or identifier. */
const DUPLICATES = sql.raw(
  ['plate', 'vin', 'custom_id']
    .map(
      (column) =>
        `
          (v.${column} is not null
            and count(*) filter (where v.replaced_by is null) over (partition by v.${column}) > 1)`,
    )
    .join(' or '),
)

/** A column set to one value. */
const column = (
  name: string,
  value: string | number | null,
  type: SqlType,
): Pick<BulkKind, 'before' | 'after' | 'changes' | 'undoData' | 'apply' | 'undo'> => {
  const own = sql.ref(`v.${name}`)
  const newValue = sql`${value === null ? null : String(value)}::${sql.raw(type)}`
  const write = (to: Sql, rowVersion: Sql) => async (tx: Tx) => {
    await sql`update vehicle v set ${sql.ref(name)} = ${to}, row_version = ${rowVersion}, updated_at = now()
      from bulk_row b
      where v.tenant_id = current_tenant() and v.vehicle_id = b.vehicle_id`.execute(tx)
  }
  return {
    before: sql`${own}::text`,
    after: sql`(${newValue})::text`,
    changes: sql`${own} is distinct from ${newValue}`,
    undoData: sql`jsonb_build_object('value', before)`,
    apply: write(newValue, sql`v.row_version + 1`),
    undo: write(sql`(b.before->>'value')::${sql.raw(type)}`, sql`v.row_version + 1`),
  }
}

const words =
  (textOf: (value: string) => string) =>
  (row: PreviewRow): PreviewRow => ({
    ...row,
    before: row.before === null ? null : textOf(row.before),
    after: row.after === null ? null : textOf(row.after),
  })
const asIs = (row: PreviewRow): PreviewRow => row
const NO_MORE = sql``
const TAGS_AT_MOST = 30
const ALWAYS = sql`true`

const STATUS_IDS: readonly number[] = [ACTIVE, ...DEACTIVATION_REASONS]

const ofStatus = (status: number): BulkKind => {
  if (!STATUS_IDS.includes(status)) throw refuse(422, FORM_TEXTS.deactivationReasonRequired, 'change.status')
  return {
    ...column('asset_status_id', status, sqlTypeOf('assetStatusId')),
    description: `Estatus: ${assetStatusText(status)}`,
    refusal:
      status === ACTIVE
        ? sql`when v.asset_status_id <> ${sql.lit(ACTIVE)} and ${IN_USE}
            then 'Ya hay otro vehículo activo con su placa, su VIN o su identificador.'
          when v.asset_status_id <> ${sql.lit(ACTIVE)} and (${DUPLICATES})
            then 'Otro de los elegidos tiene su misma placa, VIN o identificador.'`
        : NO_MORE,
    canUndo: sql`((r.before->>'value')::int <> ${sql.lit(ACTIVE)} or not ${IN_USE})`,
    recheckFields: [],
    inWords: words((value) => assetStatusText(Number(value))),
  }
}

const ofState = (stateId: number, { country }: Session): BulkKind => {
  const state = STATES.find((one) => one.stateId === stateId && one.country === country)
  if (!state) throw refuse(422, `${COUNTRIES[country].state} desconocido.`, 'change.stateId')
  return {
    ...column('state_id', stateId, sqlTypeOf('stateId')),
    description: `${COUNTRIES[country].state}: ${state.stateName}`,
    refusal: NO_MORE,
    canUndo: ALWAYS,
    recheckFields: ['stateId'],
    inWords: words((value) => STATES.find((one) => `${one.stateId}` === value)?.stateName ?? value),
  }
}

const ofField = (field: BulkField, typed: string | number | null, { country }: Session, now: Date): BulkKind => {
  const options = { country, thisYear: now.getUTCFullYear(), mode: 'edit' } as const
  const { values, faults } = readVehicleForm({ [field]: typed === null ? '' : String(typed) }, options)
  if (faults[0]) throw refuse(422, faults[0].message, 'change.value')
  const value = values[field] ?? null
  const title = fieldTitle(field, country)
  return {
    ...column(VEHICLE_COLUMNS[field], value, sqlTypeOf(field)),
    description: value === null ? `${title}: en blanco` : `${title}: ${String(value).slice(0, 60)}`,
    refusal: NO_MORE,
    canUndo: ALWAYS,
    recheckFields: field === 'taxIdentifier' ? ['taxIdentifier'] : [],
    inWords: asIs,
  }
}

type TagNames = ReadonlyMap<number, string>

const tagNames = async (tx: Tx, tenantId: number, ids: readonly number[]): Promise<TagNames> => {
  const { rows } = await sql<{ tag_id: number; tag_name: string }>`
    select tag_id, tag_name
    from tag
    where tenant_id = ${tenantId} and tag_id = any(${[...ids]}::bigint[])`.execute(tx)
  return new Map(rows.map(({ tag_id, tag_name }) => [tag_id, tag_name]))
}

const ofTags = (add: readonly number[], remove: readonly number[], names: TagNames): BulkKind => {
  const has = (ids: readonly number[]) => sql`(select coalesce(jsonb_agg(t.tag_id), '[]') from vehicle_tag t
    where t.tenant_id = v.tenant_id and t.vehicle_id = v.vehicle_id and t.tag_id = any(${[...ids]}::bigint[]))`
  const tagNamesWhere = (condition: Sql) => sql`(select string_agg(g.tag_name, ', ' order by g.tag_name) from tag g
    where g.tenant_id = v.tenant_id and ${condition})`
  const hasTag = sql`
    g.tag_id in (select t.tag_id from vehicle_tag t where t.tenant_id = v.tenant_id and t.vehicle_id = v.vehicle_id)`
  const touch = sql`update vehicle v set row_version = v.row_version + 1, updated_at = now()
    from bulk_row b
    where v.tenant_id = current_tenant() and v.vehicle_id = b.vehicle_id`
  const namesOf = (ids: readonly number[]) => ids.map((id) => names.get(id) ?? '').join(', ')
  const link = (ids: Sql) => sql`insert into vehicle_tag (tag_id, vehicle_id)
    select t.tag_id, b.vehicle_id
    from bulk_row b
    cross join ${ids}
    join tag t on t.tenant_id = current_tenant() and t.tag_id = x.id
    on conflict do nothing`
  const unlink = (ids: Sql) => sql`delete from vehicle_tag t using bulk_row b cross join ${ids}
    where t.tenant_id = current_tenant() and t.vehicle_id = b.vehicle_id and t.tag_id = x.id`
  const idRows = (ids: readonly number[]) => sql`unnest(${[...ids]}::bigint[]) x(id)`
  const storedIds = (key: 'added' | 'removed') =>
    sql`lateral (select e::bigint as id from jsonb_array_elements_text(b.before->${key}::text) e) x`
  return {
    description: [
      add.length > 0 && `Agregar etiquetas: ${namesOf(add)}`,
      remove.length > 0 && `Quitar etiquetas: ${namesOf(remove)}`,
    ]
      .filter(Boolean)
      .join(' · '),
    before: tagNamesWhere(hasTag),
    after: tagNamesWhere(
      sql`((${hasTag} and g.tag_id <> all(${[...remove]}::bigint[])) or g.tag_id = any(${[...add]}::bigint[]))`,
    ),
    changes: sql`(jsonb_array_length(${has(add)}) < ${sql.lit(add.length)} or jsonb_array_length(${has(remove)}) > 0)`,
    refusal: sql`when (select count(*) from tag g where g.tenant_id = v.tenant_id
        and ((${hasTag} and g.tag_id <> all(${[...remove]}::bigint[]))
          or g.tag_id = any(${[...add]}::bigint[]))) > ${sql.lit(TAGS_AT_MOST)}
      then 'Tendrían más de 30 etiquetas.'`,
    undoData: sql`(select jsonb_build_object('removed', ${has(remove)}, 'added',
      (select coalesce(jsonb_agg(x.id), '[]') from ${idRows(add)} where not ${has(add)} @> to_jsonb(x.id)))
      from vehicle v
      where v.tenant_id = current_tenant() and v.vehicle_id = bulk_row.vehicle_id)`,
    apply: async (tx) => {
      await unlink(idRows(remove)).execute(tx)
      await link(idRows(add)).execute(tx)
      await touch.execute(tx)
    },
    canUndo: ALWAYS,
    undo: async (tx) => {
      await unlink(storedIds('added')).execute(tx)
      await link(storedIds('removed')).execute(tx)
      await touch.execute(tx)
    },
    recheckFields: [],
    inWords: asIs,
  }
}

/** @throws 422 if the change is invalid, 403 if the session may not make it */
export const kindOf = async (
  tx: Tx,
  { session, now }: { session: Session; now: Date },
  change: BulkChange,
  purpose: 'change' | 'undo' = 'change',
): Promise<BulkKind> => {
  if (change.status !== undefined) return ofStatus(change.status)
  if (change.stateId !== undefined) return ofState(change.stateId, session)
  if (change.field !== undefined) return ofField(change.field, change.value ?? null, session, now)
  if (!session.roles.has('tags_admin')) throw forbidden()
  const { add = [], remove = [] } = change.tags ?? {}
  const once = { add: [...new Set(add)], remove: [...new Set(remove)] }
  if (once.add.length + once.remove.length === 0) throw refuse(422, 'Elija al menos una etiqueta.', 'change.tags')
  if (once.add.some((id) => once.remove.includes(id)))
    throw refuse(422, 'Una etiqueta no se puede agregar y quitar a la vez.', 'change.tags')
  const names = await tagNames(tx, session.tenantId, [...once.add, ...once.remove])
  if (purpose === 'change' && names.size < once.add.length + once.remove.length)
    throw refuse(422, 'Una de las etiquetas ya no existe.', 'change.tags')
  return ofTags(once.add, once.remove, names)
}
