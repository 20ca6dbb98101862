// Which vehicles lack a paper: active, asked for it (all, by a tag, by an exception; an exemption wins), and without a document
// of it that is neither removed nor past its date.
import { MISSING_PAGE, type Paper } from '@padron/contract/documents'
import { UNOBLIGED } from '@padron/contract/obligations'
import { stateName } from '@padron/contract/states'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/client.ts'

/** Of `v`. */
const OBLIGED = sql`v.asset_status_id <> all(${UNOBLIGED}::smallint[])`
/** Of `d`. */
const inForce = (today: string) =>
  sql`d.removed_at is null and (d.expires_on is null or d.expires_on >= ${today}::date)`

/**
 * Vehicles without the paper, for every type that is asked of somebody.
 * Cost: the company's active vehicles once, the links of the tags that types ask by, and the documents in force of those types, each
 * read once from an index alone and joined by hash: linear in what there is, whatever the number of types.
 */
export const missingOfTypes = async (tx: Tx, tenantId: number, today: string): Promise<Map<number, number>> => {
  const { rows } = await sql<{ id: number; n: number }>`
    with active as materialized (select v.vehicle_id from vehicle v where v.tenant_id = ${tenantId} and ${OBLIGED}),
    excepted as materialized (select e.document_type_id, e.vehicle_id, e.required from document_exception e
      join active a on a.vehicle_id = e.vehicle_id where e.tenant_id = ${tenantId}),
    types as materialized (select t.document_type_id, t.required from document_type t where t.tenant_id = ${tenantId}
      and (t.required <> 'none' or exists (select from document_exception e
        where e.tenant_id = t.tenant_id and e.document_type_id = t.document_type_id and e.required))),
    -- Of types that are not asked of all: each vehicle that is asked, once.
    named as materialized (
      (select x.document_type_id, g.vehicle_id from types t
        join document_type_tag x on x.tenant_id = ${tenantId} and x.document_type_id = t.document_type_id
        join vehicle_tag g on g.tenant_id = x.tenant_id and g.tag_id = x.tag_id
        join active a on a.vehicle_id = g.vehicle_id where t.required = 'tags'
      union select e.document_type_id, e.vehicle_id from excepted e join types t on t.document_type_id = e.document_type_id
        where e.required and t.required <> 'all')
      except select document_type_id, vehicle_id from excepted where not required),
    held as (select distinct d.document_type_id, d.vehicle_id from document d join types t on t.document_type_id = d.document_type_id
      where d.tenant_id = ${tenantId} and ${inForce(today)}),
    asked as (select document_type_id, count(*) as n from named group by 1),
    exempt as (select document_type_id, count(*) as n from excepted where not required group by 1),
    have as (
      select h.document_type_id, count(*) as n from held h join types t on t.document_type_id = h.document_type_id
      join active a on a.vehicle_id = h.vehicle_id
      left join named m on m.document_type_id = h.document_type_id and m.vehicle_id = h.vehicle_id
      left join excepted e on e.document_type_id = h.document_type_id and e.vehicle_id = h.vehicle_id and not e.required
      where e.vehicle_id is null and (t.required = 'all' or m.vehicle_id is not null) group by 1)
    select t.document_type_id as id,
      (case t.required when 'all' then (select count(*) from active) - coalesce(x.n, 0) else coalesce(k.n, 0) end - coalesce(h.n, 0))::int as n
    from types t left join asked k on k.document_type_id = t.document_type_id left join exempt x on x.document_type_id = t.document_type_id
    left join have h on h.document_type_id = t.document_type_id`.execute(tx)
  return new Map(rows.map(({ id, n }) => [id, n]))
}

/** Whether vehicle `v` is asked for a paper of type `t`. */
const ASKED = sql`(t.required = 'all'
    or (t.required = 'tags' and v.vehicle_id in (select g.vehicle_id from document_type_tag x
      join vehicle_tag g on g.tenant_id = x.tenant_id and g.tag_id = x.tag_id where x.tenant_id = t.tenant_id and x.document_type_id = t.document_type_id))
    or exists (select from document_exception e where e.tenant_id = t.tenant_id and e.document_type_id = t.document_type_id
      and e.vehicle_id = v.vehicle_id and e.required))
  and not exists (select from document_exception e where e.tenant_id = t.tenant_id and e.document_type_id = t.document_type_id
    and e.vehicle_id = v.vehicle_id and not e.required)`

type Lacking = {
  vehicleAssetId: number
  plate: string
  vin: string
  customId: string | null
  stateId: number
  expiredOn: string | null
}
type Page = { known: boolean; total: number; vehicles: Lacking[] }

/**
 * A page by plate, and how many there are in all.
 * Cost: the company's vehicles and the type's documents once, joined by hash; only the page's rows are read whole.
 * @returns undefined where the company has no such type
 */
export const lackingOf = async (
  tx: Tx,
  tenantId: number,
  { documentTypeId, page, today }: { documentTypeId: number; page: number; today: string },
) => {
  const { rows } = await sql<Page>`
    with t as (select * from document_type where tenant_id = ${tenantId} and document_type_id = ${documentTypeId}),
    lacking as materialized (select v.vehicle_id, v.plate from t join vehicle v on v.tenant_id = t.tenant_id
      where v.tenant_id = ${tenantId} and ${OBLIGED} and ${ASKED}
        and not exists (select from document d where d.tenant_id = ${tenantId} and d.document_type_id = ${documentTypeId} and d.vehicle_id = v.vehicle_id and ${inForce(today)})),
    shown as (select vehicle_id from lacking order by plate, vehicle_id limit ${MISSING_PAGE} offset ${(page - 1) * MISSING_PAGE})
    select exists (select from t) as known, (select count(*)::int from lacking) as total,
      coalesce((select json_agg(json_build_object('vehicleAssetId', v.vehicle_id, 'plate', v.plate, 'vin', v.vin, 'customId', v.custom_id, 'stateId', v.state_id,
        'expiredOn', (select max(d.expires_on) from document d where d.tenant_id = v.tenant_id and d.document_type_id = ${documentTypeId}
          and d.vehicle_id = v.vehicle_id and d.removed_at is null)) order by v.plate, v.vehicle_id)
        from shown s join vehicle v on v.tenant_id = ${tenantId} and v.vehicle_id = s.vehicle_id), '[]') as vehicles`.execute(
    tx,
  )
  const [found] = rows
  if (!found?.known) return undefined
  return {
    vehicles: found.vehicles.map(({ stateId, ...vehicle }) => ({
      ...vehicle,
      stateName: stateName(stateId),
      standing: vehicle.expiredOn === null ? ('missing' as const) : ('expired' as const),
    })),
    totalCount: found.total,
  }
}

type PaperRow = Omit<Paper, 'standing' | 'exception'> & {
  asked: boolean
  exception: boolean | null
  held: boolean
  expired: boolean
}

const standingOf = ({ asked, exception, held, expired }: PaperRow): Paper['standing'] => {
  if (held) return 'present'
  if (exception === false) return 'exempt'
  if (expired) return 'expired'
  return asked ? 'missing' : 'optional'
}

/** How a vehicle stands with each type. The paper that lasts longest counts; one without a date lasts. Cost: by key per type. */
export const papersOf = async (tx: Tx, tenantId: number, vehicleId: number, today: string): Promise<Paper[]> => {
  const latest = (
    which: RawBuilder<unknown>,
  ) => sql`from document d where d.tenant_id = ${tenantId} and d.vehicle_id = ${vehicleId}
    and d.document_type_id = t.document_type_id and ${which}`
  const { rows } = await sql<PaperRow>`
    select t.document_type_id as "documentTypeId", t.type_name as "documentTypeName", ${OBLIGED} and ${ASKED} as asked,
      (select e.required from document_exception e where e.tenant_id = t.tenant_id and e.document_type_id = t.document_type_id
        and e.vehicle_id = v.vehicle_id) as exception,
      exists (select ${latest(inForce(today))}) as held, exists (select ${latest(sql`d.removed_at is null`)}) as expired,
      (select d.expires_on ${latest(sql`d.removed_at is null`)} order by d.expires_on desc nulls first limit 1) as "expiresOn"
    from vehicle v join document_type t on t.tenant_id = v.tenant_id
    where v.tenant_id = ${tenantId} and v.vehicle_id = ${vehicleId} order by fold(t.type_name), t.document_type_id`.execute(
    tx,
  )
  return rows.map((row) => {
    const { documentTypeId, documentTypeName, expiresOn, exception } = row
    const told = exception === null ? null : exception ? ('required' as const) : ('exempt' as const)
    return { documentTypeId, documentTypeName, standing: standingOf(row), exception: told, expiresOn }
  })
}
