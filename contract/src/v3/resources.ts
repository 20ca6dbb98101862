// The fleet's data besides vehicles, in the API of programs.
import { z } from 'zod/mini'
import { Day, Id, Instant } from '../common.ts'
import { ReportFilter, ReportKind } from '../reports/definition.ts'
import { ReportOutcome, Round } from '../reports/outcomes.ts'
import { ObligationKind } from '../rules/obligation-kinds.ts'
import { WEBHOOK_FIELDS } from '../webhooks.ts'

/** @public */
export const DebtV3 = z.object({
  id: z.string(),
  vehicleId: z.optional(Id),
  resourceId: z.optional(Id),
  resourceTypeId: z.optional(z.int()),
  source: z.optional(z.string()),
  debtKey: z.optional(z.string()),
  folio: z.optional(z.nullable(z.string())),
  description: z.optional(z.string()),
  status: z.optional(z.enum(['open', 'paid', 'vanished'])),
  issuedOn: z.optional(z.nullable(Day)),
  notifiedOn: z.optional(z.nullable(Day)),
  total: z.optional(z.nullable(z.number())),
  discount: z.optional(z.nullable(z.number())),
  surcharge: z.optional(z.nullable(z.number())),
  units: z.optional(z.nullable(z.number())),
  unit: z.optional(z.nullable(z.string())),
  isElectronic: z.optional(z.nullable(z.boolean())),
  markedPaidAt: z.optional(z.nullable(Instant)),
  firstSeenAt: z.optional(Instant),
  lastSeenAt: z.optional(Instant),
  endedAt: z.optional(z.nullable(Instant)),
  changedAt: z.optional(Instant),
})

/** @public */
export const DocumentV3 = z.object({
  id: Id,
  vehicleId: z.optional(Id),
  documentTypeId: z.optional(Id),
  documentTypeName: z.optional(z.string()),
  name: z.optional(z.string()),
  expiresOn: z.optional(z.nullable(Day)),
  fileVersion: z.optional(z.int()),
  version: z.optional(z.int()),
  createdAt: z.optional(Instant),
  removedAt: z.optional(z.nullable(Instant)),
  changedAt: z.optional(Instant),
})

/** @public */
export const ObligationV3 = z.object({
  id: z.string(),
  vehicleId: z.optional(Id),
  kind: z.optional(ObligationKind),
  dueOn: z.optional(Day),
  title: z.optional(z.string()),
  detail: z.optional(z.nullable(z.string())),
  amount: z.optional(z.nullable(z.number())),
  resourceId: z.optional(z.nullable(Id)),
  documentId: z.optional(z.nullable(Id)),
  source: z.optional(z.string()),
  lastSeenAt: z.optional(Instant),
  changedAt: z.optional(Instant),
})

/** The latest answer of a source about a vehicle. */
export const CheckV3 = z.object({
  id: z.string(),
  vehicleId: z.optional(Id),
  resourceId: z.optional(Id),
  resourceTypeId: z.optional(z.int()),
  source: z.optional(z.string()),
  statusId: z.optional(z.int()),
  debtTotal: z.optional(z.nullable(z.number())),
  debtsWithoutAmount: z.optional(z.int()),
  answeredAt: z.optional(z.nullable(Instant)),
  freshUntil: z.optional(z.nullable(Instant)),
  checkedAt: z.optional(z.nullable(Instant)),
  outcome: z.optional(z.nullable(z.string())),
  capturedAt: z.optional(z.nullable(Instant)),
  changedAt: z.optional(Instant),
})
export type CheckV3 = z.infer<typeof CheckV3>

/** An answer of a source that a person captured. */
export const CaptureV3 = z.object({
  id: z.string(),
  vehicleId: z.optional(Id),
  resourceId: z.optional(Id),
  resourceTypeId: z.optional(z.int()),
  source: z.optional(z.string()),
  statusId: z.optional(z.nullable(z.int())),
  seenAt: z.optional(Instant),
  capturedBy: z.optional(z.nullable(z.string())),
  proofs: z.optional(z.int()),
  changedAt: z.optional(Instant),
})
export type CaptureV3 = z.infer<typeof CaptureV3>

/** A scheduled report of the company. */
export const ReportV3 = z.object({
  id: Id,
  name: z.optional(z.string()),
  kind: z.optional(ReportKind),
  recipients: z.optional(z.array(z.string())),
  frequency: z.optional(z.enum(['weekly', 'biweekly', 'monthly'])),
  sendDay: z.optional(z.int()),
  sendHour: z.optional(z.int()),
  viewId: z.optional(z.nullable(Id)),
  filter: z.optional(ReportFilter),
  emptyPolicy: z.optional(z.enum(['send', 'notice', 'skip'])),
  isActive: z.optional(z.boolean()),
  nextAt: z.optional(z.nullable(Instant)),
  lastAt: z.optional(z.nullable(Instant)),
  lastOutcome: z.optional(z.nullable(ReportOutcome)),
  lastVehicles: z.optional(z.nullable(z.int())),
  version: z.optional(z.int()),
  createdAt: z.optional(Instant),
  changedAt: z.optional(Instant),
})
export type ReportV3 = z.infer<typeof ReportV3>

export const RanReportV3 = z.object({
  /** Null: a trial of a report that is not saved. */
  reportId: z.nullable(Id),
  name: z.string(),
  outcome: ReportOutcome,
  vehicles: z.nullable(z.int()),
  emails: z.int(),
  remark: z.nullable(z.string()),
  fileUrl: z.nullable(z.string()),
})
/** Reports that were sent together. */
export const ReportRunV3 = z.object({
  id: z.string(),
  origin: z.optional(Round.shape.origin),
  startedAt: z.optional(Instant),
  finishedAt: z.optional(z.nullable(Instant)),
  error: z.optional(z.nullable(z.string())),
  reports: z.optional(z.array(RanReportV3)),
  changedAt: z.optional(Instant),
})
export type ReportRunV3 = z.infer<typeof ReportRunV3>

export const DeletionV3 = z.object({
  id: z.string(),
  kind: z.optional(
    z.enum(['vehicle', 'debt', 'document', 'obligation', 'check', 'tag', 'capture', 'report', 'webhook']),
  ),
  vehicleId: z.optional(z.nullable(Id)),
  changedAt: z.optional(Instant),
})
export type DeletionV3 = z.infer<typeof DeletionV3>

export const WebhookV3 = z.object({
  id: Id,
  name: z.optional(z.string()),
  url: z.optional(z.string()),
  events: z.optional(z.array(z.string())),
  isActive: z.optional(z.boolean()),
  offReason: z.optional(z.nullable(z.string())),
  savedBy: z.optional(z.string()),
  lastDeliveredAt: z.optional(z.nullable(Instant)),
  lastFailedAt: z.optional(z.nullable(Instant)),
  version: z.optional(z.int()),
  createdAt: z.optional(Instant),
  changedAt: z.optional(Instant),
})
export type WebhookV3 = z.infer<typeof WebhookV3>
/** @public */
export const CreatedWebhookV3 = z.extend(WebhookV3, { secret: z.string() })
/** @public */
export const NewWebhookV3 = z.strictObject({ ...WEBHOOK_FIELDS, isActive: z._default(z.boolean(), true) })
/** @public */
export const WebhookChangesV3 = z.strictObject({
  name: z.optional(WEBHOOK_FIELDS.name),
  url: z.optional(WEBHOOK_FIELDS.url),
  events: z.optional(WEBHOOK_FIELDS.events),
  isActive: z.optional(z.boolean()),
})
