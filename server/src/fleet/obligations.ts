// The due dates that calls return: those of vehicles whose status has obligations, of the requested kinds that the user
// may see.
import type { Role } from '@padron/contract/permissions'
import { OBLIGATION_KINDS, type ObligationKind, UNOBLIGED } from '@padron/contract/rules/obligation-kinds'
import { sql } from 'kysely'

/** Payment lines that expired earlier are left out: the source issues another. */
export const PAST_LINES_DAYS = 30

/**
 * @param text the requested kinds, such as `document,payment`
 * @returns documents only with the permission to read documents
 */
export const kindsFor = (roles: ReadonlySet<Role>, text: string | undefined): ObligationKind[] => {
  const requested = text ? new Set(text.split(',')) : undefined
  const visible = OBLIGATION_KINDS.map(({ kind }) => kind).filter((kind) => requested?.has(kind) ?? true)
  return roles.has('documents_read') ? visible : visible.filter((kind) => kind !== 'document')
}

/** Condition on vehicle `v`: its status has obligations. */
export const OBLIGED = sql`v.asset_status_id <> all(${[...UNOBLIGED]}::int[])`

/**
 * Condition on obligation `o`: no other document of the same type and vehicle is valid for longer or without end.
 * Cost: two index probes per date of a document, with any statistics; a join may take seconds.
 */
const NOT_RENEWED = sql`(o.document_id is null or (o.due_on < (
  select max(coalesce(n.expires_on, 'infinity'))
  from document n
  where n.tenant_id = o.tenant_id and n.vehicle_id = o.vehicle_id and n.removed_at is null
    and n.document_type_id = (select d.document_type_id
    from document d
    where d.tenant_id = o.tenant_id and d.document_id = o.document_id))) is not true)`

/** For a statement with the aliases `o` and `v`. @param since payment lines that fell due before are left out */
export const obligationCondition = (tenantId: number, kinds: readonly ObligationKind[], since: string) => sql`
  o.tenant_id = ${tenantId}
    and o.kind = any(${[...kinds]}::text[])
    and v.tenant_id = o.tenant_id
    and v.vehicle_id = o.vehicle_id
  and ${OBLIGED} and (o.kind <> 'payment' or o.due_on >= ${since}::date) and ${NOT_RENEWED}`
