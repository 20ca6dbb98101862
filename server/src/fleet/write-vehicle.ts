// Registers and edits one vehicle and changes its status. The row is locked during validation, its version detects
// concurrent edits, and all consequences are in the same transaction.
import { ACTIVE, assetStatusText } from '@padron/contract/assets'
import { joinDocument, splitDocument } from '@padron/contract/rules/tax-ids'
import { DEACTIVATION_REASONS, FORM_TEXTS } from '@padron/contract/texts/form-texts'
import type { EditedVehicleClass, NewVehicleClass } from '@padron/contract/vehicles'
import { REPLACEMENT, readVehicleForm, type StoredTexts, type VehicleTexts } from '@padron/contract/vehicles/rules'
import { type RawBuilder, sql } from 'kysely'
import { vehicleEnrolled } from '../checks/services/enrol.ts'
import { type ChangedInput, recheckVehicles } from '../checks/services/recheck.ts'
import type { Tx } from '../db/client.ts'
import { lockCompany } from '../db/company-lock.ts'
import { touchFleet, touchFleetStatement } from '../db/fleet-version.ts'
import { isLockTimeout } from '../db/lock-errors.ts'
import { runPrepared } from '../db/prepared.ts'
import { withCommit } from '../db/transaction.ts'
import { forbidden, notFound, refuse } from '../errors/http-problem.ts'
import type { Session } from '../http/access/sessions.ts'
import { VEHICLE_COLUMNS } from './fields.ts'
import { pathOf, ruleBroken, vehicleTexts } from './vehicle-class.ts'
import { writeTagsOf } from './vehicle-tags.ts'

type WriteContext = { tx: Tx; session: Session; now: Date }

const COLUMNS: Readonly<Record<string, string>> = VEHICLE_COLUMNS
const columnsOf = (values: StoredTexts): [column: string, value: string | number | null][] =>
  Object.entries(values).flatMap(([field, value]) => {
    const column = COLUMNS[field]
    return column && value !== undefined ? [[column, value] as [string, string | number | null]] : []
  })

/** The values to store, or 422 with every error. */
const validTexts = (
  texts: VehicleTexts,
  { session: { country }, now }: WriteContext,
  mode: 'add' | 'edit',
): StoredTexts => {
  const { values, faults } = readVehicleForm(texts, { country, thisYear: now.getUTCFullYear(), mode })
  if (faults.length > 0) throw ruleBroken(faults)
  return values
}

const mayTag = ({ session: { roles } }: WriteContext): void => {
  if (!roles.has('tags_admin')) throw forbidden()
}

const lock = async ({ tx, session }: WriteContext, vehicleId: number) =>
  tx
    .selectFrom('vehicle')
    .selectAll()
    .where('tenant_id', '=', session.tenantId)
    .where('vehicle_id', '=', vehicleId)
    .forNoKeyUpdate()
    .executeTakeFirst()

/**
 * Locks vehicles before an edit, in a fixed order, so that two callers cannot deadlock.
 * @returns those that another transaction has locked for too long
 */
export const lockForEdits = async (
  { tx, session: { tenantId } }: WriteContext,
  vehicleIds: readonly number[],
): Promise<ReadonlySet<number>> => {
  await lockCompany(tx, tenantId)
  const own = sql`tenant_id = ${tenantId} and vehicle_id = any(${[...vehicleIds]}::bigint[])`
  const lockThem = (skip: RawBuilder<unknown>) =>
    sql<{ id: number }>`
      select vehicle_id as id from vehicle where ${own} order by vehicle_id for no key update ${skip}`.execute(tx)
  await sql`savepoint before_locks`.execute(tx)
  try {
    await lockThem(sql``)
    return new Set()
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    await sql`rollback to savepoint before_locks`.execute(tx)
  }
  const { rows: locked } = await lockThem(sql`skip locked`)
  const { rows } = await sql<{ id: number }>`
    select vehicle_id as id
    from vehicle
    where ${own} and vehicle_id <> all(${locked.map(({ id }) => id)}::bigint[])`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

const assign = (pairs: readonly (readonly [column: string, value: unknown])[]): RawBuilder<unknown> =>
  sql.join(pairs.map(([column, value]) => sql`${sql.ref(column)} = ${value}`))

/** Removes the replaced vehicle from the fleet before its replacement is inserted, and links both in one chain. */
const retire = async (
  context: WriteContext,
  replacing: number,
  statusId: number,
  replacedBy: number,
): Promise<string> => {
  const { tx, session } = context
  const old = await lock(context, replacing)
  if (!old) throw refuse(422, 'El vehículo a reemplazar no existe.', pathOf('replacing'))
  if (old.replaced_by !== null) throw refuse(409, 'Ese vehículo ya fue reemplazado por otro.', pathOf('replacing'))
  await sql`set constraints vehicle_replaced_by_fkey deferred`.execute(tx)
  const { rows } = await sql<{ group: string }>`
    update vehicle
    set asset_status_id = ${statusId}, replaced_by = ${replacedBy},
      historic_group = coalesce(historic_group, gen_random_uuid()), row_version = row_version + 1, updated_at = now()
    where tenant_id = ${session.tenantId} and vehicle_id = ${replacing}
    returning historic_group as "group"`.execute(tx)
  return rows[0]?.group ?? ''
}

type Pairs = readonly (readonly [column: string, value: unknown])[]

const insertVehicle = async (tx: Tx, pairs: Pairs): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into vehicle (${sql.join(pairs.map(([column]) => sql.ref(column)))}) overriding system value
    values (${sql.join(pairs.map(([, value]) => sql`${value}`))}) returning vehicle_id as id`.execute(tx)
  return rows[0]?.id ?? 0
}

const EVERY_COLUMN: readonly string[] = Object.values(VEHICLE_COLUMNS)
/** Every column of the form, set or not, so that the statement's text never changes and is planned once. */
const insertPlain = async (tx: Tx, pairs: Pairs): Promise<number> => {
  const valueByColumn = new Map(pairs)
  const values = EVERY_COLUMN.map((column) => sql`${valueByColumn.get(column) ?? null}`)
  const query = sql<{ id: number }>`
    insert into vehicle (${sql.join(EVERY_COLUMN.map((column) => sql.ref(column)))}) values (${sql.join(values)})
    returning vehicle_id as id`
  const [row] = await runPrepared(tx, { name: 'vehicle.insert', query })
  return row?.id ?? 0
}

/** The replaced vehicle references the new one before that is inserted, so the id is drawn first. */
const insertInPlaceOf = async (context: WriteContext, values: StoredTexts): Promise<number> => {
  const { tx } = context
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('vehicle', 'vehicle_id')) as id`.execute(tx)
  const vehicleId = rows[0]?.id ?? 0
  const { replacing } = values
  const group = await retire(context, replacing ?? 0, values.replacementReason ?? 0, vehicleId)
  const chain = [
    ['vehicle_id', vehicleId],
    ['replacing', replacing],
    ['historic_group', group],
  ] as const
  return insertVehicle(tx, [...columnsOf(values), ...chain])
}

/** An addition sends 0 if the doors were left blank (spec core §5): that means unknown. */
const addedValues = (values: StoredTexts): StoredTexts => (values.doors === 0 ? { ...values, doors: null } : values)

/**
 * @returns the new vehicle's id. Statements that need no result are sent together: two round trips for a vehicle
 * without tags.
 */
export const createVehicle = async (context: WriteContext, sent: NewVehicleClass): Promise<number> => {
  const { tx, session } = context
  const tagIds = (sent.tags ?? []).map(({ tagId }) => tagId)
  if (tagIds.length > 0) mayTag(context)
  const values = addedValues(validTexts(vehicleTexts(sent), context, 'add'))
  const replaces = values.acquisitionReasonId === REPLACEMENT
  const locked = lockCompany(tx, session.tenantId)
  const inserted = replaces ? insertInPlaceOf(context, values) : insertPlain(tx, columnsOf(values))
  const [, vehicleId] = await Promise.all([locked, inserted])
  if (tagIds.length > 0) await writeTagsOf(tx, session.tenantId, vehicleId, tagIds)
  const changed = [vehicleId, ...(replaces && values.replacing ? [values.replacing] : [])]
  const { tenantId, country } = session
  withCommit(tx, vehicleEnrolled({ tenantId, vehicleId, stateId: values.stateId ?? 0, country }))
  withCommit(tx, touchFleetStatement(tenantId, changed))
  return vehicleId
}

const STATUSES: readonly number[] = [ACTIVE, ...DEACTIVATION_REASONS]

const RECHECK_FIELDS: Readonly<Partial<Record<string, ChangedInput>>> = {
  plate: 'plate',
  vin: 'vin',
  state_id: 'stateId',
  tax_identifier: 'taxIdentifier',
}

type StoredRow = Readonly<Record<string, unknown>>

/** The holder's document type and number are one value: a type without a number applies to the stored number. */
const withWholeDocument = (texts: VehicleTexts, row: StoredRow): VehicleTexts => {
  const { taxIdentifierType, ...others } = texts
  if (taxIdentifierType === undefined) return texts
  const stored = String(row.tax_identifier ?? '')
  const { taxIdentifier = splitDocument(stored).number } = others
  return joinDocument(taxIdentifierType, taxIdentifier) === stored
    ? { ...others, taxIdentifier: stored }
    : { ...texts, taxIdentifier }
}

/** Values equal to the stored ones are no change and are not validated. */
const changesOf = (sent: EditedVehicleClass, row: StoredRow): VehicleTexts => {
  const texts = withWholeDocument(vehicleTexts(sent), row)
  const isChanged = (field: string, text: string): boolean =>
    text !== String(row[COLUMNS[field] ?? ''] ?? '') ||
    (field === 'taxIdentifier' && texts.taxIdentifierType !== undefined)
  return Object.fromEntries(Object.entries(texts).filter(([field, text]) => isChanged(field, text)))
}

/** @throws 422 if a vehicle cannot be given that status */
const newStatusOf = ({ vehicleAsset: { assetStatusId: requested } }: EditedVehicleClass, now: number): number => {
  if (requested === undefined) return now
  if (requested !== now && !STATUSES.includes(requested))
    throw refuse(422, FORM_TEXTS.deactivationReasonRequired, 'vehicleClass.vehicleAsset.assetStatusId')
  return requested
}

export type Edited = {
  /** The version the row now has. */
  version: number
  /** The changed fields that sources are queried by; the caller must call `recheckVehicles`. */
  recheck: readonly ChangedInput[]
}

/** @returns the version the row now has */
export const editVehicle = async (context: WriteContext, sent: EditedVehicleClass): Promise<number> => {
  const { version, recheck } = await writeEdit(context, sent)
  await recheckVehicles(context.tx, context.session, [sent.vehicleAsset.vehicleAssetId], recheck)
  return version
}

/** For edits of many vehicles: they are rechecked together. */
export const writeEdit = async (context: WriteContext, sent: EditedVehicleClass): Promise<Edited> => {
  const { tx, session } = context
  const { vehicleAssetId, version } = sent.vehicleAsset
  await lockCompany(tx, session.tenantId)
  const stored = await lock(context, vehicleAssetId)
  if (!stored) throw notFound()
  if (stored.replaced_by !== null) throw refuse(409, FORM_TEXTS.replaced)
  if (version !== undefined && stored.row_version !== version)
    throw refuse(409, FORM_TEXTS.changedMeanwhile, 'vehicleClass.vehicleAsset.version')
  const row = stored as unknown as StoredRow
  const written = columnsOf(validTexts(changesOf(sent, row), context, 'edit'))
  const statusId = newStatusOf(sent, stored.asset_status_id)
  const changed = [...written, ['asset_status_id', statusId] as const].filter(
    ([column, value]) => row[column] !== value,
  )
  const tagged =
    sent.tags !== undefined &&
    (await writeTagsOf(
      tx,
      session.tenantId,
      vehicleAssetId,
      sent.tags.map(({ tagId }) => tagId),
    ))
  if (tagged) mayTag(context)
  if (changed.length === 0 && !tagged) return { version: stored.row_version, recheck: [] }
  await sql`
    update vehicle
    set ${assign([...changed, ['row_version', stored.row_version + 1]])}, updated_at = now()
    where tenant_id = ${session.tenantId} and vehicle_id = ${vehicleAssetId}`.execute(tx)
  // Sent with the commit, so that an import does not block the company's other writers after each row.
  withCommit(tx, touchFleetStatement(session.tenantId, [vehicleAssetId]))
  return { version: stored.row_version + 1, recheck: changed.flatMap(([column]) => RECHECK_FIELDS[column] ?? []) }
}

const statusChanged = (now: number) =>
  refuse(409, `Otra persona cambió el estatus de este vehículo mientras tanto: ahora es «${assetStatusText(now)}».`)

type StatusChange = { to: number; from: number | undefined }

/** @param from the expected current value, if any @returns the new version of the row */
export const setVehicleStatus = async (
  context: WriteContext,
  vehicleId: number,
  { to, from }: StatusChange,
): Promise<number> => {
  const { tx, session } = context
  if (!STATUSES.includes(to)) throw refuse(422, FORM_TEXTS.deactivationReasonRequired, 'VehicleStatusId')
  const stored = await lock(context, vehicleId)
  if (!stored) throw notFound()
  if (stored.replaced_by !== null) throw refuse(409, FORM_TEXTS.replaced)
  if (stored.asset_status_id === to) return stored.row_version
  if (from !== undefined && stored.asset_status_id !== from) throw statusChanged(stored.asset_status_id)
  await sql`
    update vehicle
    set asset_status_id = ${to}, row_version = row_version + 1, updated_at = now()
    where tenant_id = ${session.tenantId} and vehicle_id = ${vehicleId}`.execute(tx)
  await touchFleet(tx, session.tenantId, [vehicleId])
  return stored.row_version + 1
}
