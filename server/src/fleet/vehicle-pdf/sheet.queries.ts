// Reads the data of the PDFs of several vehicles at once: rows, the last answer of each source, due dates and
// documents.
import type { Freshness, VehicleRow } from '@padron/contract/catalogue/rows'
import type { ResourceResult } from '@padron/contract/resource-status'
import { OBLIGATION_KINDS, type ObligationKind } from '@padron/contract/rules/obligation-kinds'
import { sql } from 'kysely'
import { portalNameOfRun } from '../../checks/store/answer-portal.ts'
import { evidenceRuns } from '../../checks/store/evidence-runs.ts'
import { freshnessState } from '../../checks/store/freshness.ts'
import type { Tx } from '../../db/client.ts'
import { dayIn } from '../../files/wall-clock.ts'
import { readAppealTerms, withAppeals } from '../appeals.ts'
import type { CompanyFacts } from '../company.ts'
import { obligationCondition } from '../obligations.ts'
import { rowsByKey } from '../rows.queries.ts'

export type ProofFile = { name: string; type: string; path: string; at: string }
export type SheetSource = {
  vehicleId: number
  resourceId: number
  resourceName: string
  typeId: number
  portalName: string
  automatic: boolean
  statusId: number
  state: Freshness['state'] | null
  goodAt: string | null
  lastAt: string | null
  lastOutcome: string | null
  /** The person who captured it; null: an automatic answer. */
  capturedBy: string | null
  result: ResourceResult[] | null
  files: ProofFile[] | null
}
export type SheetExpiry = {
  vehicleId: number
  kind: ObligationKind
  dueOn: string
  title: string
  detail: string | null
  amount: number | null
}
export type SheetDocument = { vehicleId: number; type: string; name: string; expiresOn: string | null }

/** The data of one vehicle. */
export type SheetRows = {
  row: VehicleRow
  /** All sources of the vehicle; only the requested ones have results and files. */
  sources: readonly SheetSource[]
  expiries: readonly SheetExpiry[]
  /** Undefined for a user who may not see them. */
  documents: readonly SheetDocument[] | undefined
}

/** @param resources undefined: all @param documents whether the requester may read documents */
export type SheetQuery = {
  ids: readonly number[]
  resources: ReadonlySet<number> | undefined
  documents: boolean
  at: Date
}

const readSources = async (tx: Tx, tenantId: number, { ids, resources }: SheetQuery): Promise<SheetSource[]> => {
  const chosen = resources ? sql`f.resource_id = any(${[...resources]}::int[])` : sql`true`
  const { rows } = await sql<SheetSource>`
    select f.vehicle_id as "vehicleId", r.resource_id as "resourceId", r.resource_name as "resourceName",
      r.resource_type_id as "typeId", ${portalNameOfRun(sql`f.tenant_id`, sql`f.good_run_id`)} as "portalName",
      (r.connector_key is not null and p.base_url is not null) as automatic, f.status_id as "statusId", case
        when f.last_at is null then null
        else ${freshnessState} end as state, f.good_at as "goodAt", f.last_at as "lastAt",
      f.last_outcome as "lastOutcome", case
        when f.captured_at is not null then coalesce((
          select k.captured_by->>'name'
          from check_run k
          where k.tenant_id = f.tenant_id and k.run_id = f.good_run_id), '') end as "capturedBy", c.result,
      case
        when ${chosen} then (select jsonb_agg(jsonb_build_object('name', e.file_name, 'type', e.media_type, 'path',
          e.path, 'at', e.uploaded_at)
        order by e.uploaded_at, e.file_id) from evidence_file e
        where e.tenant_id = f.tenant_id and e.run_id = any(${evidenceRuns})) end as files
    from vehicle_resource f
    join resource r on r.resource_id = f.resource_id
    join portal p on p.portal_key = r.portal_key
    left join check_result c on c.tenant_id = f.tenant_id
      and c.run_id = f.good_run_id
      and c.resource_id = f.resource_id
      and ${chosen}
    where f.tenant_id = ${tenantId} and f.vehicle_id = any(${[...ids]}::bigint[])
    order by f.vehicle_id, r.resource_id`.execute(tx)
  return rows
}

/** Expired payment lines are left out; other past dates are included. */
const readExpiries = async (
  tx: Tx,
  facts: CompanyFacts,
  { ids, documents, at }: SheetQuery,
): Promise<SheetExpiry[]> => {
  const kinds = OBLIGATION_KINDS.map(({ kind }) => kind).filter((kind) => documents || kind !== 'document')
  const { rows } = await sql<SheetExpiry>`
    select o.vehicle_id as "vehicleId", o.kind, o.due_on::text as "dueOn", o.title, o.detail, o.amount::float8 as amount
    from obligation o, vehicle v
    where ${obligationCondition(facts.tenantId, kinds, dayIn(at.toISOString(), facts.timeZone))}
      and o.vehicle_id = any(${[...ids]}::bigint[]) order by o.vehicle_id, o.due_on, o.source_key`.execute(tx)
  return rows
}

const readDocuments = async (tx: Tx, tenantId: number, { ids }: SheetQuery): Promise<SheetDocument[]> => {
  const { rows } = await sql<SheetDocument>`
    select d.vehicle_id as "vehicleId", t.type_name as type, d.document_name as name, d.expires_on::text as "expiresOn"
    from document d
    join document_type t on t.tenant_id = d.tenant_id and t.document_type_id = d.document_type_id
    where d.tenant_id = ${tenantId} and d.vehicle_id = any(${[...ids]}::bigint[]) and d.removed_at is null
    order by d.vehicle_id, fold(t.type_name), d.expires_on desc nulls last, d.document_id`.execute(tx)
  return rows
}

const byVehicle = <Row extends { vehicleId: number }>(rows: readonly Row[]): ((id: number) => readonly Row[]) => {
  const found = Map.groupBy(rows, ({ vehicleId }) => vehicleId)
  return (id) => found.get(id) ?? []
}

/** By id, in four statements for all vehicles, by key. Deleted vehicles are missing. */
export const readSheets = async (
  tx: Tx,
  facts: CompanyFacts,
  query: SheetQuery,
): Promise<ReadonlyMap<number, SheetRows>> => {
  const rows = await rowsByKey(tx, facts.tenantId, query.ids)
  const sources = byVehicle(await readSources(tx, facts.tenantId, query))
  const today = dayIn(query.at.toISOString(), facts.timeZone)
  const appeals = await readAppealTerms(tx, facts.country, today)
  const expiries = byVehicle(await readExpiries(tx, facts, query))
  const documents = query.documents ? byVehicle(await readDocuments(tx, facts.tenantId, query)) : undefined
  return new Map(
    rows.map((row) => {
      const id = row.vehicleAsset.vehicleAssetId
      const { stateId } = row.state
      const ofVehicle = sources(id).map((source) => ({
        ...source,
        result: source.result && withAppeals(source.result, { typeId: source.typeId, stateId }, appeals),
      }))
      return [id, { row, sources: ofVehicle, expiries: expiries(id), documents: documents?.(id) }]
    }),
  )
}
