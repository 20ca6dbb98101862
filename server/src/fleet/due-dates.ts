// The definition of due dates between two days, which the filter, the coverage and the statistics share. It covers
// vehicles whose status has obligations, leaves out documents that were renewed, and includes payment lines of any age.
import type { FallsDue } from '@padron/contract/catalogue/filter'
import { POLICY_WORDS } from '@padron/contract/dashboard/rules'
import { OBLIGATION_KINDS, type ObligationKind } from '@padron/contract/rules/obligation-kinds'
import { type RawBuilder, sql } from 'kysely'
import { ofTypes } from './debts.ts'
import { obligationCondition } from './obligations.ts'

/** Condition on `o`, a date of a document: the name of its type mentions a policy. */
const OF_A_POLICY = sql`exists (
  select from document d
  join document_type t on t.tenant_id = d.tenant_id and t.document_type_id = d.document_type_id
  where d.tenant_id = o.tenant_id
    and d.document_id = o.document_id
    and fold(t.type_name) like any(${POLICY_WORDS.map((word) => `%${word}%`)}::text[]))`

/** Whether the filter includes due dates of documents, which require the permission to read documents. */
export const includesDocumentDates = ({ kinds }: FallsDue): boolean =>
  kinds.includes('policy') || kinds.includes('document')

const kindsOf = ({ kinds }: FallsDue): ObligationKind[] => {
  const requested = new Set<string>(kinds)
  if (requested.has('policy')) requested.add('insurance').add('document')
  return OBLIGATION_KINDS.map(({ kind }) => kind).filter((kind) => requested.has(kind))
}

/**
 * A select of (vehicle_id, day, kind, amount, resource_type_id, source_key, told_at). Cost: the dates of those days, by
 * index.
 */
export const dueItems = (tenantId: number, filter: FallsDue): RawBuilder<unknown> => {
  const { kinds, types, from, to } = filter
  const onlyPolicyDocuments = kinds.includes('policy') && !kinds.includes('document')
  return sql`
    select o.vehicle_id, o.due_on as day, o.kind, o.amount, o.resource_type_id, o.source_key, o.told_at
    from obligation o, vehicle v
    where ${obligationCondition(tenantId, kindsOf(filter), from)} and o.due_on between ${from}::date and ${to}::date
      ${types ? sql`and (o.kind <> 'payment' or o.resource_type_id in (${ofTypes(types)}))` : sql``}
      ${onlyPolicyDocuments ? sql`and (o.kind <> 'document' or ${OF_A_POLICY})` : sql``}`
}
