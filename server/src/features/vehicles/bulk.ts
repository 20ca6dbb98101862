// Bulk changes: a preview, the change (all or nothing) and its undo. The preview and the change use the same
// statement. The previous values are stored for seven days.
import { DAY_MS } from '@padron/contract/days'
import { numberText } from '@padron/contract/texts/count-of'
import {
  BULK_AT_MOST,
  type BulkChange,
  type BulkDone,
  type BulkPreview,
  type Selection,
  UNDO_DAYS,
} from '@padron/contract/vehicles'
import { type RawBuilder, sql } from 'kysely'
import { recheckVehicles } from '../../checks/services/recheck.ts'
import { type Actor, asSystem, bulkAsTenant, type Db, type Tx } from '../../db/client.ts'
import { lockCompany } from '../../db/company-lock.ts'
import { touchFleet } from '../../db/fleet-version.ts'
import { asJsonb } from '../../db/json.ts'
import { notFound, refuse } from '../../errors/http-problem.ts'
import { countAtMost, selectedVehicles } from '../../fleet/selection.ts'
import type { Session } from '../../http/access/sessions.ts'
import { type BulkKind, kindOf } from './bulk-kinds.ts'

type Requester = { session: Session; now: Date }

const PREVIEW_ROWS = 20
const PREVIEW_PLATES = 5

const tooMany = () => `Se pueden cambiar hasta ${numberText(BULK_AT_MOST)} vehículos a la vez: use más filtros.`

/** Every selected vehicle with its value before and after, whether it changes, and the reason if it may not. */
const validatedRows = (kind: BulkKind, where: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select v.vehicle_id, v.plate, v.row_version, ${kind.before} as before, ${kind.after} as after,
    ${kind.changes} as changes, case
      when v.replaced_by is not null then 'Fueron reemplazados por otro vehículo y ya no se cambian.'
      ${kind.refusal} end as refusal
  from vehicle v
  where ${where}`

type Counted = { selected: number; changing: number; unchanged: number }
type Refused = { reason: string; count: number; plates: string[] }

const countSelected = async (tx: Tx, rows: RawBuilder<unknown>): Promise<Counted> => {
  const { rows: found } = await sql<Counted>`
    select count(*)::int as selected, count(*) filter (where refusal is null and changes)::int as changing,
      count(*) filter (where refusal is null and not changes)::int as unchanged
    from (${rows}) j`.execute(tx)
  return found[0] ?? { selected: 0, changing: 0, unchanged: 0 }
}

export const previewBulk = async (
  { tx, ...requester }: Requester & { tx: Tx },
  selection: Selection,
  change: BulkChange,
): Promise<BulkPreview> => {
  const kind = await kindOf(tx, requester, change)
  const where = selectedVehicles(selection, requester.session)
  await countAtMost(tx, where, BULK_AT_MOST, tooMany())
  const rows = validatedRows(kind, where)
  const counts = await countSelected(tx, rows)
  const [refused, first] = await Promise.all([
    sql<Refused>`
      select refusal as reason, count(*)::int as count,
        (array_agg(plate order by plate))[1:${sql.lit(PREVIEW_PLATES)}] as plates
      from (${rows}) j
      where refusal is not null
      group by 1
      order by 2 desc`.execute(tx),
    sql<BulkPreview['rows'][number]>`
      select vehicle_id as "vehicleAssetId", plate, before, after
      from (${rows}) j
      where refusal is null and changes
      order by plate
      limit ${PREVIEW_ROWS}`.execute(tx),
  ])
  return { ...counts, refused: refused.rows, rows: first.rows.map((row) => kind.inWords(row)) }
}

type BulkRequest = { selection: Selection; change: BulkChange; expected: number }
type Acting = Requester & { actor: Actor }

/** Cost: one statement per step; ten thousand vehicles take some seconds. */
export const applyBulk = (
  db: Db,
  { actor, ...requester }: Acting,
  { selection, change, expected }: BulkRequest,
): Promise<BulkDone> =>
  bulkAsTenant(
    db,
    requester.session.tenantId,
    async (tx) => {
      const { session } = requester
      const kind = await kindOf(tx, requester, change)
      const where = selectedVehicles(selection, requester.session)
      await countAtMost(tx, where, BULK_AT_MOST, tooMany())
      await lockCompany(tx, session.tenantId)
      // Locked in one order, so that two bulk changes do not deadlock.
      await sql`create temp table bulk_chosen on commit drop as
        select v.vehicle_id
        from vehicle v
        where ${where}
        order by v.vehicle_id
        for no key update`.execute(tx)
      const locked = sql`v.tenant_id = ${session.tenantId} and v.vehicle_id in (select vehicle_id from bulk_chosen)`
      await sql`create temp table bulk_row on commit drop as ${validatedRows(kind, locked)}`.execute(tx)
      const { selected, changing, unchanged } = await countSelected(tx, sql`select * from bulk_row`)
      if (changing !== expected) {
        throw refuse(
          409,
          `La flota cambió mientras usted revisaba: ahora cambiarían ${numberText(changing)} vehículos y no ` +
            `${numberText(expected)}. Revise de nuevo.`,
          'expected',
        )
      }
      if (changing === 0) return { bulkId: null, changed: 0, unchanged, refused: selected - unchanged }
      await sql`delete from bulk_row where refusal is not null or not changes`.execute(tx)
      const { bulk_id } = await tx
        .insertInto('bulk_change')
        .values({
          who: session.username,
          description: kind.description,
          change: asJsonb(change),
          vehicles: changing,
        })
        .returning('bulk_id')
        .executeTakeFirstOrThrow()
      await sql`
        insert into bulk_change_row (bulk_id, vehicle_id, before, row_version)
        select ${bulk_id}, vehicle_id, ${kind.undoData}, row_version + 1
        from bulk_row`.execute(tx)
      await kind.apply(tx)
      await recheckAndTouch(tx, session, kind)
      return { bulkId: bulk_id, changed: changing, unchanged, refused: selected - changing - unchanged }
    },
    actor,
  )

/** Requests new checks and raises the fleet's version, after a change or its undo. */
const recheckAndTouch = async (tx: Tx, session: Session, kind: Pick<BulkKind, 'recheckFields'>): Promise<void> => {
  const { rows } = await sql<{ vehicle_id: number }>`select vehicle_id from bulk_row order by 1`.execute(tx)
  const ids = rows.map(({ vehicle_id }) => vehicle_id)
  await recheckVehicles(tx, session, ids, kind.recheckFields)
  await touchFleet(tx, session.tenantId, ids)
}

const UNCHANGED_ROWS = 20

export const undoBulk = (db: Db, { actor, ...requester }: Acting, bulkId: string) =>
  bulkAsTenant(
    db,
    requester.session.tenantId,
    async (tx) => {
      const { session, now } = requester
      const found = await tx
        .selectFrom('bulk_change')
        .selectAll()
        .where('tenant_id', '=', session.tenantId)
        .where('bulk_id', '=', bulkId)
        .forUpdate()
        .executeTakeFirst()
      if (!found) throw notFound()
      if (found.undone_at) throw refuse(409, 'Este cambio ya se deshizo.')
      if (new Date(found.at).getTime() < now.getTime() - UNDO_DAYS * DAY_MS)
        throw refuse(409, `Un cambio masivo se puede deshacer durante ${UNDO_DAYS} días.`)
      const kind = await kindOf(tx, requester, found.change as BulkChange, 'undo')
      await lockCompany(tx, session.tenantId)
      // Vehicles changed since, and those that cannot be restored, stay as they are.
      await sql`create temp table bulk_row on commit drop as
        select r.vehicle_id, v.plate, r.before,
          (v.row_version = r.row_version and v.replaced_by is null and ${kind.canUndo}) as free
        from bulk_change_row r
        join vehicle v on v.tenant_id = r.tenant_id and v.vehicle_id = r.vehicle_id
        where r.tenant_id = ${session.tenantId} and r.bulk_id = ${bulkId}
        order by v.vehicle_id
        for no key update of v`.execute(tx)
      const { rows: unchanged } = await sql<{ vehicleAssetId: number; plate: string; total: number }>`
        select vehicle_id as "vehicleAssetId", plate, count(*) over ()::int as total
        from bulk_row
        where not free
        order by plate
        limit ${UNCHANGED_ROWS}`.execute(tx)
      await sql`delete from bulk_row where not free`.execute(tx)
      const { rows: left } = await sql<{ n: number }>`select count(*)::int as n from bulk_row`.execute(tx)
      await kind.undo(tx)
      await sql`
        update bulk_change
        set undone_at = now()
        where tenant_id = ${session.tenantId} and bulk_id = ${bulkId}`.execute(tx)
      await recheckAndTouch(tx, session, kind)
      return {
        restored: left[0]?.n ?? 0,
        kept: unchanged.map(({ vehicleAssetId, plate }) => ({ vehicleAssetId, plate })),
        keptCount: unchanged[0]?.total ?? 0,
        asksAgain: kind.recheckFields.length > 0,
      }
    },
    actor,
  )

export const recentBulk = async (tx: Tx, tenantId: number, now: Date) => {
  const since = new Date(now.getTime() - UNDO_DAYS * DAY_MS).toISOString()
  const rows = await tx
    .selectFrom('bulk_change')
    .select(['bulk_id', 'at', 'who', 'description', 'vehicles', 'undone_at'])
    .where('tenant_id', '=', tenantId)
    .where('at', '>=', since)
    .orderBy('at', 'desc')
    .limit(50)
    .execute()
  return rows.map(({ bulk_id, at, who, description, vehicles, undone_at }) => ({
    bulkId: bulk_id,
    dateTime: at,
    who,
    description,
    vehicles,
    undone: undone_at !== null,
  }))
}

/** Deletes undo data after the undo period. */
export const deleteExpiredBulk = (db: Db): Promise<void> =>
  asSystem(db, async (tx) => {
    await sql`delete from bulk_change where at < now() - make_interval(days => ${UNDO_DAYS + 1})`.execute(tx)
  })
