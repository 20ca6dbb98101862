// Orders work: the row that the queue panel shows, whose trigger puts it in the queue and in the record of activity. It
// commits with whatever else the transaction does.
import { QUEUES, type QueueId } from '@padron/contract/queue'
import { sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import { asJsonb } from '../db/json.ts'
import { uuidV7 } from '../resources/claims.ts'

export type Order = {
  queueId: QueueId
  /** One line, in Spanish: what is done to what. */
  description: string
  payload: unknown
  recipients?: readonly string[]
  /** One of its kind at a time in the company. */
  alone?: boolean
}

export const queueName = (queueId: number): string =>
  QUEUES.find(({ id }) => id === queueId)?.name ?? `Trabajo ${queueId}`

/** @param tx the company's own, opened with who orders it @returns the item's id; undefined where another of its kind is under way */
export const enqueue = async (
  tx: Tx,
  { queueId, description, payload, recipients = [], alone = false }: Order,
): Promise<string | undefined> => {
  const id = uuidV7(new Date())
  const { rows } = await sql<{ id: string }>`
    insert into queue_item (queue_item_id, queue_id, queue_name, description, payload, recipients, alone)
    values (${id}, ${queueId}, ${queueName(queueId)}, ${description.slice(0, 500)}, ${asJsonb(payload)}::jsonb,
      ${recipients}::text[], ${alone})
    on conflict (tenant_id, queue_id) where alone and finished_at is null do nothing
    returning queue_item_id as id`.execute(tx)
  return rows[0]?.id
}
