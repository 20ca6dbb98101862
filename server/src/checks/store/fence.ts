// Decides which results may be written: a check's result if it still has its claim and its vehicle was not edited
// meanwhile, a callback once, a manual capture and a reparsed answer always.
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { answeredAt, type CheckResult } from '../engine/check-result.ts'
import { isFinal, isGood, nextDue } from '../engine/check-rules.ts'

type VehicleIdentity = { plate: string; vin: string; stateId: number; taxIdentifier: string | null }

/** Locks vehicles first and in order: concurrent writers of the same vehicles wait here, before they hold a lock. */
export const lockIdentities = async (
  tx: Tx,
  tenantId: number,
  results: readonly CheckResult[],
): Promise<Map<number, VehicleIdentity>> => {
  const ids = [...new Set(results.map(({ vehicle }) => vehicle.vehicleId))]
  const { rows } = await sql<VehicleIdentity & { id: number }>`
    select vehicle_id as id, plate, vin, state_id as "stateId", tax_identifier as "taxIdentifier"
    from vehicle
    where tenant_id = ${tenantId} and vehicle_id = any(${ids}::bigint[])
    order by vehicle_id
    for no key update`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

const dueOf = (result: CheckResult) => {
  const { outcome, connector, vehicle, endedAt, random, retryAfterSeconds, findings } = result
  const attempts = isGood(outcome) ? 0 : vehicle.attempts + 1
  const due = nextDue({
    outcome,
    types: connector.types,
    attempts,
    now: endedAt,
    random,
    retryAfterSeconds,
    answers: findings,
    answeredAt: answeredAt(result),
  })
  return { attempts, due: due.toISOString(), final: isFinal(outcome, attempts) }
}

/** Compared only if the connector queries by them. */
const COMPARED_INPUTS = ['stateId', 'taxIdentifier'] as const

/** After an edit of the vehicle during the check, the answer is about other data: it is dropped, the check due now. */
const isEdited = (
  { vehicle, connector: { inputs = [] } }: CheckResult,
  vehicles: ReadonlyMap<number, VehicleIdentity>,
): boolean => {
  const now = vehicles.get(vehicle.vehicleId)
  if (now?.plate !== vehicle.plate || now.vin !== vehicle.vin) return true
  return COMPARED_INPUTS.some((input) => inputs.includes(input) && now[input] !== vehicle[input])
}

type EndedClaim = {
  vehicle_id: number
  connector_key: string
  claim: string | null
  attempts: number
  due: string | null
  final: boolean
}

/** Updates `d` from `x`; a check without a due date is due at once. The caller adds the condition on the claim. */
const endClaims = (tenantId: number, list: readonly EndedClaim[]) => sql`
  update due_check d
  set claim_id = null, claimed_until = null, attempts = x.attempts, due_at = coalesce(x.due, now()),
    priority = case when x.final then 0 else d.priority end,
    asked_by = case when x.final then null else d.asked_by end
  from json_to_recordset(${JSON.stringify(list)}::json) as x(vehicle_id bigint, connector_key text, claim uuid,
    attempts int, due timestamptz, final boolean)
  where d.tenant_id = ${tenantId} and d.vehicle_id = x.vehicle_id and d.connector_key = x.connector_key`

type ReleasedClaim = { vehicleId: number; connectorKey: string; key: string }

/** Releases claims with their next due date, if the claim is still the same. */
const releaseClaims = async (
  tx: Tx,
  tenantId: number,
  results: readonly CheckResult[],
  vehicles: ReadonlyMap<number, VehicleIdentity>,
): Promise<Set<string>> => {
  const list = results.map((result) => {
    const { attempts, due, final } = dueOf(result)
    const edited = isEdited(result, vehicles)
    const claim = result.fence && 'claimId' in result.fence ? result.fence.claimId : null
    const own = { vehicle_id: result.vehicle.vehicleId, connector_key: result.connector.key, claim }
    return edited
      ? { ...own, attempts: result.vehicle.attempts, due: null, final: false }
      : { ...own, attempts, due, final }
  })
  if (list.length === 0) return new Set()
  const { rows } = await sql<ReleasedClaim>`
    ${endClaims(tenantId, list)} and d.claim_id = x.claim
    returning d.vehicle_id as "vehicleId", d.connector_key as "connectorKey", x.claim::text as key`.execute(tx)
  return new Set(rows.map(({ vehicleId, connectorKey, key }) => `${vehicleId} ${connectorKey} ${key}`))
}

/**
 * Closes pending callbacks; the first delivery wins. The check's due date moves with it, even while its claim is held.
 */
const closeCallbacks = async (tx: Tx, tenantId: number, results: readonly CheckResult[]): Promise<Set<string>> => {
  const ids = results.flatMap(({ fence }) => (fence && 'waitId' in fence ? [fence.waitId] : []))
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string; claimId: string | null }>`
    update pending_callback
    set ended_at = now()
    where tenant_id = ${tenantId} and callback_id = any(${ids}::uuid[]) and ended_at is null
    returning callback_id as id, claim->>'claimId' as "claimId"`.execute(tx)
  const won = new Map(rows.map(({ id, claimId }) => [id, claimId]))
  const list = results.flatMap((result) => {
    const claim = result.fence && 'waitId' in result.fence ? won.get(result.fence.waitId) : undefined
    return claim === undefined
      ? []
      : [{ vehicle_id: result.vehicle.vehicleId, connector_key: result.connector.key, claim, ...dueOf(result) }]
  })
  await sql`${endClaims(tenantId, list)} and (d.claim_id is null or d.claim_id = x.claim)`.execute(tx)
  return new Set(won.keys())
}

/** @returns for each result whether it may be written */
export const passFence = async (
  tx: Tx,
  tenantId: number,
  results: readonly CheckResult[],
  vehicles: ReadonlyMap<number, VehicleIdentity>,
): Promise<boolean[]> => {
  const claimed = results.filter(({ fence }) => fence && 'claimId' in fence)
  const released = await releaseClaims(tx, tenantId, claimed, vehicles)
  const won = await closeCallbacks(tx, tenantId, results)
  return results.map((result) => {
    const { fence, vehicle, connector } = result
    if (isEdited(result, vehicles)) return false
    if (fence === null) return true
    return 'waitId' in fence
      ? won.has(fence.waitId)
      : released.has(`${vehicle.vehicleId} ${connector.key} ${fence.claimId}`)
  })
}
