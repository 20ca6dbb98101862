// Calling an order off: what was not asked yet loses its place at the head of the line and gets back the date it had;
// the resource may be ordered again at once.
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'

/** Checks that still wait for this order. A claimed one is being asked; it only loses the order's name. */
export const giveUpChecks = async (tx: Tx, tenantId: number, itemId: string): Promise<void> => {
  await sql`
    update due_check
    set asked_by = null, priority = 0, due_before = null, due_at = case
      when claim_id is null then greatest(due_at, due_before)
      else due_at end
    where tenant_id = ${tenantId} and asked_by = ${itemId}`.execute(tx)
}

export const cancelOrder = async (tx: Tx, tenantId: number, itemId: string): Promise<void> => {
  await giveUpChecks(tx, tenantId, itemId)
  await sql`
    update resource_order
    set available_at = least(available_at, now())
    where tenant_id = ${tenantId} and queue_item_id = ${itemId}`.execute(tx)
}
