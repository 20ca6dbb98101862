// One select per source of work. Items are not stored, so an item disappears with its cause.
import { sql } from 'kysely'
import { withService } from '../../../checks/services/services.ts'
import { isAmong } from '../../../fleet/debts.ts'
import { OBLIGED, obligationCondition } from '../../../fleet/obligations.ts'
import { findWorkList, resourcesOf } from '../../captures/work-lists.ts'
import { type RequiredType, requiredVehicles } from '../../documents/types/missing.queries.ts'
import { debtSources } from './debts.ts'
import { type ItemFilter, ofVehicles, type Source, type Work } from './work.ts'

const DATES = ['insurance', 'inspection', 'card', 'plate', 'document', 'payment'] as const

/**
 * What every source selects: (kind, vehicle_id, ref, due_on, amount, without_amount, saving, resource_id, source_key,
 * list). `source_key` is that of a date, `list` that of a capture.
 */
const datesSource = (work: Work, narrow: ItemFilter): Source => {
  const { tenantId, kinds, linesSince, until } = work
  const dates = DATES.filter((kind) => kinds.has(kind))
  return {
    kind: undefined,
    isDated: true,
    select: sql`
      select o.kind, o.vehicle_id, o.source_key || '@' || o.due_on as ref, o.due_on, o.amount,
        (o.kind = 'payment' and o.amount is null)::int as without_amount, null::numeric as saving, o.resource_id,
        o.source_key, null::text as list
      from obligation o, vehicle v
      where ${obligationCondition(tenantId, dates, linesSince)} ${until ? sql`and o.due_on <= ${until}::date` : sql``}
        ${ofVehicles(narrow, 'o')}`,
  }
}

/** Vehicles that never had the document; an expired document is an item of the dates. */
const missingSource = ({ tenantId }: Work, narrow: ItemFilter, type: RequiredType): Source => ({
  kind: 'missing',
  isDated: false,
  select: sql`
    select 'missing'::text as kind, v.vehicle_id, ${`${type.documentTypeId}`}::text as ref, null::date as due_on,
      null::numeric as amount, 0 as without_amount, null::numeric as saving, null::int as resource_id,
      null::text as source_key, null::text as list
    ${requiredVehicles(tenantId, type)}
      and not exists (
        select from document d
        where d.tenant_id = ${tenantId} and d.document_type_id = ${type.documentTypeId}
          and d.vehicle_id = v.vehicle_id and d.removed_at is null)
      ${ofVehicles(narrow, 'v')}`,
})

const captureSource = ({ tenantId, country, at }: Work, narrow: ItemFilter, list: 'asked' | 'old'): Source => ({
  kind: 'capture',
  isDated: false,
  select: sql`
    select 'capture'::text as kind, f.vehicle_id, f.resource_id::text as ref, null::date as due_on,
      null::numeric as amount, 0 as without_amount, null::numeric as saving, f.resource_id,
      null::text as source_key, ${sql.lit(list)}::text as list
    from vehicle_resource f
    join vehicle v on v.tenant_id = ${tenantId} and v.vehicle_id = f.vehicle_id and ${OBLIGED}
    where f.tenant_id = ${tenantId} and ${findWorkList(list, at).holds}
      and ${isAmong(
        sql`f.resource_id`,
        sql`
        select r.resource_id
        from resource r ${withService}
        where ${resourcesOf(country, {})}`,
      )} ${ofVehicles(narrow, 'f')}`,
})

const differenceSource = ({ tenantId }: Work, narrow: ItemFilter): Source => ({
  kind: 'difference',
  isDated: false,
  select: sql`
    select 'difference'::text as kind, v.vehicle_id, 'registry'::text as ref, null::date as due_on,
      null::numeric as amount, 0 as without_amount, null::numeric as saving, null::int as resource_id,
      null::text as source_key, null::text as list
    from (
      select distinct g.vehicle_id
      from vehicle_registry g
      where g.tenant_id = ${tenantId} and g.differing <> '{}') g
    join vehicle v on v.tenant_id = ${tenantId} and v.vehicle_id = g.vehicle_id
    where v.asset_status_id = 1 and v.replaced_by is null ${ofVehicles(narrow, 'g')}`,
})

export const sourcesOf = (work: Work, narrow: ItemFilter): Source[] => {
  const { kinds, required } = work
  return [
    ...(DATES.some((kind) => kinds.has(kind)) ? [datesSource(work, narrow)] : []),
    ...debtSources(work, narrow),
    ...(kinds.has('missing') ? required.map((type) => missingSource(work, narrow, type)) : []),
    ...(kinds.has('capture') ? [captureSource(work, narrow, 'asked'), captureSource(work, narrow, 'old')] : []),
    ...(kinds.has('difference') ? [differenceSource(work, narrow)] : []),
  ]
}
