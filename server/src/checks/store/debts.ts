// Tracks debts over time: compares the debts of a batch's good answers with the stored ones, writes events of what
// changed, and announces them to channels. An answer that does not know the vehicle, or a failure, gives no information
// about its debts.
import type { ResourceResult } from '@padron/contract/resource-status'
import { MONEY_TYPES, statusTone } from '@padron/contract/resources'
import type { Unit } from '@padron/contract/rules/official-rules'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { asJsonb } from '../../db/json.ts'
import { uuidV7 } from '../../db/uuid.ts'
import { answeredAt } from '../engine/check-result.ts'
import { notifyChanges } from './change-notices.ts'
import { debtsListed } from './debt.ts'
import { type DebtChanges, debtChanges, debtsOf, type ListedDebt, type StoredDebt } from './debt-changes.ts'
import { inRounds } from './in-rounds.ts'
import type { ResourceChange } from './resources.ts'
import { type UnitValue, unitAmounts } from './unit-amounts.ts'

type Pair = { vehicleId: number; resourceId: number }
const nameOf = ({ vehicleId, resourceId }: Pair): string => `${vehicleId} ${resourceId}`
const pairOf = ({ result, resourceId }: ResourceChange): Pair => ({ vehicleId: result.vehicle.vehicleId, resourceId })

/** Only a debt or clear answer of a money type reports debts; a warning (unknown vehicle, another plate) does not. */
const reportsDebts = ({ finding, counts, typeId }: ResourceChange): boolean =>
  finding !== undefined && counts && MONEY_TYPES.has(typeId) && ['debt', 'clear'].includes(statusTone(finding.status))

/** The debts that an answer lists; none where its status is clear. */
const listChangedDebts = ({ finding }: ResourceChange): readonly ResourceResult[] =>
  finding && statusTone(finding.status) === 'debt' ? debtsListed(finding.results) : []

/** Whether sums disagree or the list is incomplete: a debt that is not listed may still be owed. */
const isDoubtful = ({ finding }: ResourceChange): boolean =>
  finding?.incomplete === true || (finding?.results.some(({ sumMismatch }) => sumMismatch) ?? false)

/** The inputs of the amount of a stored debt in units. */
type UnitColumns = Pick<ListedDebt, 'discount' | 'surcharge'> & {
  units: number | null
  unit: Unit | null
  day: string | null
}

/** Recomputes the amount by today's values: a new value of the unit is no change of the debt. */
const atPresentValue = <T extends StoredDebt & UnitColumns>(debt: T, values: readonly UnitValue[]): T => {
  const { units, unit } = debt
  return units === null || unit === null
    ? debt
    : { ...debt, total: unitAmounts({ ...debt, units, unit }, values).total }
}

const readDebts = async (
  tx: Tx,
  tenantId: number,
  pairs: readonly Pair[],
  values: readonly UnitValue[],
): Promise<Map<string, StoredDebt[]>> => {
  if (pairs.length === 0) return new Map()
  const { rows } = await sql<StoredDebt & UnitColumns & Pair>`
    select d.vehicle_id as "vehicleId", d.resource_id as "resourceId", d.debt_key as "debtKey", d.folio,
      d.description, d.total::float8 as total, d.ended_at is not null as ended, d.marked_paid_at is not null
        and d.mark_refuted_at is null as "markedPaid", d.units::float8 as units, d.unit, d.issued_day as day,
      d.discount::float8 as discount, d.surcharge::float8 as surcharge
    from json_to_recordset(${JSON.stringify(pairs)}::json) as p("vehicleId" bigint, "resourceId" int)
    join debt d on d.tenant_id = ${tenantId}
      and d.vehicle_id = p."vehicleId"
      and d.resource_id = p."resourceId"`.execute(tx)
  return Map.groupBy(
    rows.map((row) => atPresentValue(row, values)),
    nameOf,
  )
}

type Comparison = { change: ResourceChange; debts: DebtChanges }

/**
 * Sources show a payment up to 72 hours later: a debt that is listed after that was not paid, although a user marked it
 * as paid. The mark remains, because its author must clarify the payment with the source.
 */
const stillListed = sql`debt.marked_paid_at < excluded.last_seen_at - interval '72 hours'`

const writeListed = async (tx: Tx, tenantId: number, comparisons: readonly Comparison[]): Promise<void> => {
  const list = comparisons.flatMap(({ change, debts }) =>
    debts.listed.map((debt) => ({
      vehicle_id: change.result.vehicle.vehicleId,
      resource_id: change.resourceId,
      resource_type_id: change.typeId,
      debt_key: debt.debtKey,
      folio: debt.folio?.slice(0, 200) ?? null,
      description: debt.description.slice(0, 500),
      issued_on: debt.issuedOn,
      issued_day: debt.issuedDay,
      total: debt.total,
      discount: debt.discount,
      notified_on: debt.notifiedOn,
      electronic: debt.electronic,
      units: debt.units,
      unit: debt.unit,
      surcharge: debt.surcharge,
      // When the source itself was queried: a cached answer says nothing about a payment since.
      at: answeredAt(change.result).toISOString(),
      // Debts of a first answer are older than the answer.
      arose_at: change.answeredBefore ? change.result.endedAt.toISOString() : null,
    })),
  )
  if (list.length === 0) return
  await sql`
    insert into debt (tenant_id, vehicle_id, resource_id, debt_key, resource_type_id, folio, description, issued_on,
      issued_day, total, first_total, discount, notified_on, electronic, units, unit, surcharge, arose_at,
      first_seen_at, last_seen_at)
    select ${tenantId}::bigint, x.vehicle_id, x.resource_id, x.debt_key, x.resource_type_id, x.folio, x.description,
      x.issued_on, x.issued_day, x.total, x.total, x.discount, x.notified_on, x.electronic, x.units, x.unit,
      x.surcharge, x.arose_at, x.at, x.at
    from json_to_recordset(${asJsonb(list)}::json) as x(vehicle_id bigint, resource_id int, debt_key text,
      resource_type_id smallint, folio text, description text, issued_on text, issued_day date, total numeric,
      discount numeric, notified_on date, electronic boolean, units numeric, unit text, surcharge numeric,
      at timestamptz, arose_at timestamptz)
    on conflict (tenant_id, vehicle_id, resource_id, debt_key) do update set
      description = excluded.description, issued_on = excluded.issued_on, issued_day = excluded.issued_day,
      total = excluded.total, discount = excluded.discount, notified_on = excluded.notified_on,
      electronic = excluded.electronic, units = excluded.units, unit = excluded.unit,
      surcharge = excluded.surcharge, last_seen_at = greatest(debt.last_seen_at, excluded.last_seen_at),
      ended_at = null, ended_as = null,
      mark_refuted_at = coalesce(debt.mark_refuted_at,
        case when ${stillListed} then excluded.last_seen_at end)`.execute(tx)
}

const writeEnded = async (tx: Tx, tenantId: number, comparisons: readonly Comparison[]): Promise<void> => {
  const list = comparisons.flatMap(({ change, debts }) =>
    debts.ended.map(({ debtKey, as }) => ({
      vehicle_id: change.result.vehicle.vehicleId,
      resource_id: change.resourceId,
      debt_key: debtKey,
      ended_as: as,
      at: change.result.endedAt.toISOString(),
    })),
  )
  if (list.length === 0) return
  await sql`
    update debt d
    set ended_at = x.at, ended_as = x.ended_as, marked_paid_at = null, marked_paid_by = null, mark_refuted_at = null
    from json_to_recordset(${asJsonb(list)}::json) as x(vehicle_id bigint, resource_id int, debt_key text,
      ended_as text, at timestamptz)
    where d.tenant_id = ${tenantId}
      and d.vehicle_id = x.vehicle_id
      and d.resource_id = x.resource_id
      and d.debt_key = x.debt_key`.execute(tx)
}

/** Replaces a clear status whose answer is old when its check is assigned to people. */
const MANUAL = 13

/** Status events are for types that are not money, and for changes to or from a warning (such as another plate). */
const statusEvent = ({ result, finding, counts, typeId, statusBefore, answeredBefore }: ResourceChange) => {
  if (!finding || !counts || finding.status === statusBefore) return []
  const tone = statusTone(finding.status)
  const wasClear = answeredBefore && statusBefore === MANUAL
  if (wasClear && tone === 'clear') return []
  const odd = tone === 'warning' || (answeredBefore && !wasClear && statusTone(statusBefore) === 'warning')
  if (MONEY_TYPES.has(typeId) && !odd) return []
  if (!answeredBefore && tone === 'clear') return []
  return [
    {
      event_id: uuidV7(result.endedAt),
      kind: 'status' as const,
      first: !answeredBefore,
      status_before: answeredBefore ? statusBefore : null,
      status_after: finding.status,
    },
  ]
}

const eventRows = (changes: readonly ResourceChange[], comparisons: ReadonlyMap<ResourceChange, DebtChanges>) =>
  changes.flatMap((change) => {
    const { result, resourceId, typeId, answeredBefore } = change
    const common = {
      tenant_id: result.tenantId,
      at: result.endedAt.toISOString(),
      vehicle_id: result.vehicle.vehicleId,
      resource_id: resourceId,
      resource_type_id: typeId,
      run_id: result.runId,
    }
    const debts = (comparisons.get(change)?.changes ?? []).map((each) => ({
      ...common,
      event_id: each.eventId,
      kind: each.kind,
      first: !answeredBefore,
      debt_key: each.debtKey,
      folio: each.folio?.slice(0, 200) ?? null,
      description: each.description.slice(0, 500),
      before: each.before,
      after: each.after,
      status_before: null as number | null,
      status_after: null as number | null,
    }))
    const none = { debt_key: null, folio: null, description: null, before: null, after: null }
    return [...debts, ...statusEvent(change).map((each) => ({ ...common, ...none, ...each }))]
  })

const EVENTS_AT_ONCE = 2_000 // 14 values each; a statement may have 65,535

/** Cost: one read of stored debts for the batch, and one statement each for listed debts, ended debts and events. */
export const writeDebts = async (
  tx: Tx,
  tenantId: number,
  changes: readonly ResourceChange[],
  values: readonly UnitValue[],
): Promise<void> => {
  const reporting = changes.filter(reportsDebts)
  // Two answers about one resource are compared one after another: the second with the debts that the first wrote.
  const rounds = inRounds(reporting, (change) => nameOf(pairOf(change)))
  const comparisons = new Map<ResourceChange, DebtChanges>()
  for (const round of rounds) {
    const known = await readDebts(tx, tenantId, round.map(pairOf), values)
    const answers = round.map((change) => {
      const before = known.get(nameOf(pairOf(change))) ?? []
      const paid = change.finding?.paid ?? []
      const debts = debtChanges(
        before,
        debtsOf(listChangedDebts(change)),
        paid,
        change.result.endedAt,
        isDoubtful(change),
      )
      comparisons.set(change, debts)
      return { change, debts }
    })
    await writeListed(tx, tenantId, answers)
    await writeEnded(tx, tenantId, answers)
  }
  const events = eventRows(changes, comparisons)
  for (let from = 0; from < events.length; from += EVENTS_AT_ONCE)
    await tx
      .insertInto('check_event')
      .values(events.slice(from, from + EVENTS_AT_ONCE))
      .execute()
  // Debts that a newer parser finds in an old answer are not news.
  const recent = changes.filter(({ result }) => result.origin !== 'reparse')
  const plates = new Map(recent.map(({ result: { runId, vehicle } }) => [runId, vehicle.plate]))
  const notified = events.flatMap((event) => {
    const plate = plates.get(event.run_id)
    return plate === undefined ? [] : [{ ...event, plate }]
  })
  await notifyChanges(tx, tenantId, notified)
}
