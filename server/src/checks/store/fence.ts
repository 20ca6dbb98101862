// Who may write: a check whose claim is still its own, about a vehicle that is still what was asked about; an answer
// sent later, once; a person and a newer parser always.
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { answeredAt, type Ended } from '../engine/check-result.ts'
import { isFinal, isGood, nextDue } from '../engine/check-rules.ts'

type Known = { plate: string; vin: string; stateId: number; taxIdentifier: string | null }

/** Vehicles first and in order: whoever writes checks of the same vehicles waits here, and holds nothing yet. */
export const lockVehicles = async (tx: Tx, tenantId: number, ends: readonly Ended[]): Promise<Map<number, Known>> => {
  const ids = [...new Set(ends.map(({ vehicle }) => vehicle.vehicleId))]
  const { rows } = await sql<Known & { id: number }>`
    select vehicle_id as id, plate, vin, state_id as "stateId", tax_identifier as "taxIdentifier"
    from vehicle
    where tenant_id = ${tenantId} and vehicle_id = any(${ids}::bigint[])
    order by vehicle_id for no key update`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

const dueOf = (end: Ended) => {
  const { outcome, connector, vehicle, endedAt, dice, retryAfterSeconds, findings } = end
  const attempts = isGood(outcome) ? 0 : vehicle.attempts + 1
  const due = nextDue(outcome, connector.types, attempts, endedAt, dice, retryAfterSeconds, findings, answeredAt(end))
  return { attempts, due: due.toISOString(), final: isFinal(outcome, attempts) }
}

/** State and holder count where the source was asked by them. */
const ASKED_BY = ['stateId', 'taxIdentifier'] as const

/** A check edited while it was asked is about another vehicle now: it is dropped and asked anew, at once. */
const isEdited = ({ vehicle, connector: { inputs = [] } }: Ended, vehicles: ReadonlyMap<number, Known>): boolean => {
  const now = vehicles.get(vehicle.vehicleId)
  if (now?.plate !== vehicle.plate || now.vin !== vehicle.vin) return true
  return ASKED_BY.some((input) => inputs.includes(input) && now[input] !== vehicle[input])
}

type Handed = { vehicleId: number; connectorKey: string; key: string }

/** Hands claims back with their next date; only where the claim is still the same. */
const handBack = async (
  tx: Tx,
  tenantId: number,
  ends: readonly Ended[],
  vehicles: ReadonlyMap<number, Known>,
): Promise<Set<string>> => {
  const list = ends.map((end) => {
    const { attempts, due, final } = dueOf(end)
    const edited = isEdited(end, vehicles)
    const claim = end.fence && 'claimId' in end.fence ? end.fence.claimId : null
    const own = { vehicle_id: end.vehicle.vehicleId, connector_key: end.connector.key, claim }
    return edited
      ? { ...own, attempts: end.vehicle.attempts, due: null, final: false }
      : { ...own, attempts, due, final }
  })
  if (list.length === 0) return new Set()
  const { rows } = await sql<Handed>`
    update due_check d
    set claim_id = null, claimed_until = null, attempts = x.attempts, due_at = coalesce(x.due, now()),
      priority = case
        when x.final then 0
        else d.priority end, asked_by = case
        when x.final then null
        else d.asked_by end
    from json_to_recordset(${JSON.stringify(list)}::json) as x(vehicle_id bigint, connector_key text, claim uuid,
      attempts int, due timestamptz, final boolean)
    where d.tenant_id = ${tenantId}
      and d.vehicle_id = x.vehicle_id
      and d.connector_key = x.connector_key
      and d.claim_id = x.claim
    returning d.vehicle_id as "vehicleId", d.connector_key as "connectorKey", x.claim::text as key`.execute(tx)
  return new Set(rows.map(({ vehicleId, connectorKey, key }) => `${vehicleId} ${connectorKey} ${key}`))
}

/**
 * Ends waits for sources that call back; the first to come ends it. The check's own next date moves with it, also
 * where whoever asked still holds it.
 */
const endWaits = async (tx: Tx, tenantId: number, ends: readonly Ended[]): Promise<Set<string>> => {
  const ids = ends.flatMap(({ fence }) => (fence && 'waitId' in fence ? [fence.waitId] : []))
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string; claimId: string | null }>`
    update webhook_wait
    set ended_at = now()
    where tenant_id = ${tenantId} and wait_id = any(${ids}::uuid[]) and ended_at is null
    returning wait_id as id, claim->>'claimId' as "claimId"`.execute(tx)
  const won = new Map(rows.map(({ id, claimId }) => [id, claimId]))
  const list = ends.flatMap((end) => {
    const claim = end.fence && 'waitId' in end.fence ? won.get(end.fence.waitId) : undefined
    return claim === undefined
      ? []
      : [{ vehicle_id: end.vehicle.vehicleId, connector_key: end.connector.key, claim, ...dueOf(end) }]
  })
  await sql`
    update due_check d set claim_id = null, claimed_until = null, attempts = x.attempts, due_at = x.due,
      priority = case
        when x.final then 0
        else d.priority end, asked_by = case
        when x.final then null
        else d.asked_by end
    from json_to_recordset(${JSON.stringify(list)}::json) as x(vehicle_id bigint, connector_key text, claim uuid,
      attempts int, due timestamptz, final boolean)
    where d.tenant_id = ${tenantId}
      and d.vehicle_id = x.vehicle_id
      and d.connector_key = x.connector_key
      and (d.claim_id is null or d.claim_id = x.claim)`.execute(tx)
  return new Set(won.keys())
}

/** @returns for each end whether it may be written */
export const passFence = async (
  tx: Tx,
  tenantId: number,
  ends: readonly Ended[],
  vehicles: ReadonlyMap<number, Known>,
): Promise<boolean[]> => {
  const claimed = ends.filter(({ fence }) => fence && 'claimId' in fence)
  const handed = await handBack(tx, tenantId, claimed, vehicles)
  const won = await endWaits(tx, tenantId, ends)
  return ends.map((end) => {
    const { fence, vehicle, connector } = end
    if (isEdited(end, vehicles)) return false
    if (fence === null) return true
    return 'waitId' in fence
      ? won.has(fence.waitId)
      : handed.has(`${vehicle.vehicleId} ${connector.key} ${fence.claimId}`)
  })
}
