// The body of a delivery: the event in the format of Standard Webhooks. Every attempt sends the same text, because it
// is signed.
import type { WebhookBody } from '@padron/contract/webhook-events'
import { FIELD_SQL } from '../../fleet/fields.ts'

/** Fields that are in no column of the catalogue, by their column. */
const OTHERS: Readonly<Record<string, string>> = {
  state_id: 'stateId',
  asset_status_id: 'assetStatusId',
  acquisition_reason_id: 'acquisitionReasonId',
  replaced_by: 'replacedBy',
}
const BY_COLUMN = new Map(Object.entries(FIELD_SQL).map(([field, column]) => [column.replace('v.', ''), field]))

/** The columns that the trigger stores (012-machines.sql), by their API names. */
const withNames = (data: Record<string, unknown>): Record<string, unknown> => {
  const { fields } = data
  if (!Array.isArray(fields)) return data
  return { ...data, fields: fields.map((column: string) => BY_COLUMN.get(column) ?? OTHERS[column] ?? column) }
}

/** A test has no number; nor has an event from before events were numbered. */
export type WebhookEvent = {
  eventId: string
  event: string
  at: string
  data: Record<string, unknown>
  sequence: number | null
  previousSequence: number | null
}

/** The event for clients that read events by number. */
export const eventOf = <T extends number | null>({
  eventId,
  event,
  at,
  data,
  sequence,
}: Omit<WebhookEvent, 'sequence' | 'previousSequence'> & { sequence: T }) => ({
  id: eventId,
  type: event,
  timestamp: new Date(at).toISOString(),
  sequence,
  data: withNames(data),
})

export const composeWebhookBody = ({ previousSequence, ...webhookEvent }: WebhookEvent): string => {
  const { data, ...envelope } = eventOf(webhookEvent)
  const body: WebhookBody = { ...envelope, previousSequence, data }
  return JSON.stringify(body)
}

/** The body without data, for users who may not see the data. */
export const envelopeOf = (webhookEvent: WebhookEvent): string => composeWebhookBody({ ...webhookEvent, data: {} })
