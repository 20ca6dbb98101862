import { type RawBuilder, sql } from 'kysely'

/**
 * A condition on `f`, the check: the source accepted a query and has not answered yet.
 * @param connectorKey of the resource
 */
export const isAwaited = (connectorKey: RawBuilder<unknown> | string | null): RawBuilder<unknown> => sql`exists (
  select from pending_callback w
  where w.tenant_id = f.tenant_id and w.vehicle_id = f.vehicle_id and w.connector_key = ${connectorKey}
    and w.ended_at is null)`
