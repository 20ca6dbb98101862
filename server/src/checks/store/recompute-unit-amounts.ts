// After a rule pack changed the values of units: recomputes the amounts of debts stated in them, and the sums of these
// amounts, without a new query. `pending_unit_amounts` stores each company's progress, so that any process continues
// after a kill. The debts are the same as before: no event is written and no alert notifies.
import type { ResourceResult } from '@padron/contract/resource-status'
import { MONEY_TYPES, STATUS_IDS, statusTone } from '@padron/contract/resources'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { asSystem, asTenant, type Db, type Tx } from '../../db/client.ts'
import { touchChecks } from '../../db/fleet-version.ts'
import { asJsonb } from '../../db/json.ts'
import { lockVehicles } from '../../db/lock-vehicles.ts'
import type { Schedule } from '../../jobs/schedule.ts'
import { debtOfStatus } from './debt.ts'
import { writePaymentAmounts } from './obligations.ts'
import { readUnitValues, type StatedInUnits, type UnitValue, unitAmounts, withUnitAmounts } from './unit-amounts.ts'
import { recomputeStatuses } from './vehicle-status.ts'

const VEHICLES_AT_ONCE = 1_000

/** A company that moves to another installation waits, as its checks do. */
const pendingCompanies = (db: Db): Promise<number[]> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<{ tenantId: number }>`
      select p.tenant_id as "tenantId"
      from pending_unit_amounts p
      join company c on c.tenant_id = p.tenant_id and c.move_state is null
      order by p.tenant_id`.execute(tx)
    return rows.map(({ tenantId }) => tenantId)
  })

/** @returns the last vehicle that is done; undefined where nothing is pending, or another process works on it */
const lockPending = async (tx: Tx, tenantId: number): Promise<number | undefined> => {
  const { rows } = await sql<{ cursor: number }>`
    select cursor
    from pending_unit_amounts
    where tenant_id = ${tenantId}
    for update skip locked`.execute(tx)
  return rows[0]?.cursor
}

/** Locks the next vehicles with an open debt in units. */
const lockNextVehicles = async (tx: Tx, tenantId: number, after: number, most: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select distinct vehicle_id as id
    from debt
    where tenant_id = ${tenantId} and unit is not null and ended_at is null and vehicle_id > ${after}
    order by 1
    limit ${most}`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await lockVehicles(tx, tenantId, ids)
  return ids
}

type Debt = StatedInUnits & { vehicleId: number; resourceId: number; debtKey: string; total: number | null }

/** @returns the debts whose amount differs by these values, with the new amount */
const changedDebts = async (
  tx: Tx,
  tenantId: number,
  vehicleIds: readonly number[],
  values: readonly UnitValue[],
): Promise<Debt[]> => {
  const { rows } = await sql<Debt>`
    select vehicle_id as "vehicleId", resource_id as "resourceId", debt_key as "debtKey", units::float8 as units, unit,
      issued_day as day, discount::float8 as discount, surcharge::float8 as surcharge, total::float8 as total
    from debt
    where tenant_id = ${tenantId}
      and vehicle_id = any(${vehicleIds}::bigint[])
      and unit is not null
      and ended_at is null`.execute(tx)
  return rows.flatMap((debt) => {
    const { total } = unitAmounts(debt, values)
    return total === debt.total ? [] : [{ ...debt, total }]
  })
}

const writeDebtTotals = (tx: Tx, tenantId: number, debts: readonly Debt[]) =>
  sql`
    update debt d
    set total = x.total
    from json_to_recordset(${asJsonb(debts)}::json)
      as x("vehicleId" bigint, "resourceId" int, "debtKey" text, total numeric)
    where d.tenant_id = ${tenantId}
      and d.vehicle_id = x."vehicleId"
      and d.resource_id = x."resourceId"
      and d.debt_key = x."debtKey"`.execute(tx)

type Answer = {
  vehicleId: number
  resourceId: number
  typeId: number
  statusId: number
  runId: string
  goodAt: string
  results: ResourceResult[]
}

const MONEY = sql.raw([...MONEY_TYPES].join(', '))
const DEBT = sql.raw(STATUS_IDS.filter((id) => statusTone(id) === 'debt').join(', '))

/** The debts in the newest good answers about the vehicles. */
const readAnswers = async (tx: Tx, tenantId: number, vehicleIds: readonly number[]): Promise<Answer[]> => {
  const { rows } = await sql<Answer>`
    select f.vehicle_id as "vehicleId", f.resource_id as "resourceId", f.resource_type_id as "typeId",
      f.status_id as "statusId", f.good_run_id as "runId", f.good_at as "goodAt", c.result as results
    from vehicle_resource f
    join check_result c on c.tenant_id = f.tenant_id and c.run_id = f.good_run_id and c.resource_id = f.resource_id
    where f.tenant_id = ${tenantId}
      and f.vehicle_id = any(${vehicleIds}::bigint[])
      and f.resource_type_id in (${MONEY})
      and f.status_id in (${DEBT})`.execute(tx)
  return rows
}

const writeAnswers = async (tx: Tx, tenantId: number, answers: readonly Answer[]): Promise<void> => {
  const list = answers.map(({ vehicleId, resourceId, typeId, statusId, runId, results }) => {
    const { total, withoutAmount } = debtOfStatus(typeId, statusId, results)
    return { vehicleId, resourceId, runId, results, total, withoutAmount }
  })
  // The ids are given too, so that only the partitions of their periods are read, by key.
  await sql`
    update check_result c
    set result = x.results
    from jsonb_to_recordset(${asJsonb(list)}::jsonb) as x("runId" uuid, "resourceId" int, results jsonb)
    where c.tenant_id = ${tenantId}
      and c.run_id = any(${list.map(({ runId }) => runId)}::uuid[])
      and c.run_id = x."runId"
      and c.resource_id = x."resourceId"`.execute(tx)
  await sql`
    update vehicle_resource f
    set debt_total = x.total, debt_without_amount = x."withoutAmount"
    from jsonb_to_recordset(${asJsonb(list)}::jsonb)
      as x("vehicleId" bigint, "resourceId" int, total numeric, "withoutAmount" int)
    where f.tenant_id = ${tenantId} and f.vehicle_id = x."vehicleId" and f.resource_id = x."resourceId"`.execute(tx)
}

/** The amount of a payment line is the sum of all that an answer lists for the line. */
const writeLines = (tx: Tx, tenantId: number, answers: readonly Answer[]) =>
  writePaymentAmounts(
    tx,
    tenantId,
    answers.map(({ vehicleId, resourceId, typeId, statusId, runId, goodAt, results }) => ({
      result: { vehicle: { vehicleId }, runId, endedAt: new Date(goodAt), origin: 'check' },
      resourceId,
      typeId,
      finding: { status: statusId, results },
    })),
  )

const writeAmounts = async (
  tx: Tx,
  tenantId: number,
  debts: readonly Debt[],
  values: readonly UnitValue[],
): Promise<void> => {
  const vehicleIds = [...new Set(debts.map(({ vehicleId }) => vehicleId))]
  const before = await readAnswers(tx, tenantId, vehicleIds)
  const answers = before.map((answer) => ({ ...answer, results: withUnitAmounts(answer.results, values) }))
  const changed = answers.filter(({ results }, i) => JSON.stringify(results) !== JSON.stringify(before[i]?.results))
  await writeDebtTotals(tx, tenantId, debts)
  await writeAnswers(tx, tenantId, changed)
  await writeLines(tx, tenantId, answers)
  await recomputeStatuses(tx, tenantId, vehicleIds)
}

/**
 * Makes the next check of the alerts about money only record their state: crossing a threshold because of a newly
 * published value is not news. Alerts wait until all amounts are computed (features/alerts/due-views.queries.ts), and a
 * measurement of an older version of the fleet is not recorded.
 */
const restartMoneyAlerts = (tx: Tx, tenantId: number) =>
  sql`
    update alert a
    set state = 'unknown', checked_version = v.version
    from catalogue_version v
    where a.tenant_id = ${tenantId} and a.measure = 'debt' and v.tenant_id = a.tenant_id`.execute(tx)

const finish = async (tx: Tx, tenantId: number): Promise<void> => {
  const { rows } = await sql<{ changed: boolean }>`
    delete from pending_unit_amounts
    where tenant_id = ${tenantId}
    returning changed`.execute(tx)
  if (rows[0]?.changed) await restartMoneyAlerts(tx, tenantId)
}

/** @returns whether there was a batch */
const recomputeBatch = async (tx: Tx, tenantId: number, most: number): Promise<boolean> => {
  const after = await lockPending(tx, tenantId)
  if (after === undefined) return false
  const values = await readUnitValues(tx)
  const vehicleIds = await lockNextVehicles(tx, tenantId, after, most)
  const debts = await changedDebts(tx, tenantId, vehicleIds, values)
  const changed = debts.length > 0
  if (changed) await writeAmounts(tx, tenantId, debts, values)
  if (changed) await touchChecks(tx, tenantId)
  await sql`
    update pending_unit_amounts
    set cursor = ${vehicleIds.at(-1) ?? after}, changed = changed or ${changed}
    where tenant_id = ${tenantId}`.execute(tx)
  if (vehicleIds.length < most) await finish(tx, tenantId)
  return true
}

export type Recomputing = {
  db: Db
  log: Pick<FastifyBaseLogger, 'error'>
  vehiclesAtOnce?: number
  /** Called after each batch. */
  onBatch?: (tenantId: number) => Promise<unknown>
}

/** Works until nothing is pending; companies take turns, a batch each. */
export const recomputeUnitAmounts = async (
  { db, log, vehiclesAtOnce = VEHICLES_AT_ONCE, onBatch }: Recomputing,
  signal?: AbortSignal,
): Promise<void> => {
  for (let worked = true; worked; ) {
    worked = false
    for (const tenantId of await pendingCompanies(db)) {
      if (signal?.aborted) return
      const did = await asTenant(db, tenantId, (tx) => recomputeBatch(tx, tenantId, vehiclesAtOnce)).catch(
        (error: unknown) => {
          log.error({ err: error, tenantId }, 'amounts of debts in units could not be computed')
          return false
        },
      )
      if (did) await onBatch?.(tenantId)
      worked ||= did
    }
  }
}

export const unitAmountsSchedule = (options: Recomputing): Schedule => ({
  everyMs: 5_000,
  run: (signal) => recomputeUnitAmounts(options, signal),
  failure: 'amounts of debts in units could not be computed',
})
