// The API of programs: the fleet's resources by their ids, page by page, and what changed since they last asked. The
// same data as the console's calls, in a few shapes that stay.
import { z } from 'zod/mini'
import { bareIdentifier } from './assets.ts'
import { calls, del, get, patch, post } from './call.ts'
import { Day, Done, Id, IdText, INSTANT_AT_MOST, Instant, Problem, Status, text, Version } from './common.ts'
import { ReportFilter, ReportKind } from './reports/definition.ts'
import { ReportOutcome, Round } from './reports/outcomes.ts'
import { ObligationKind } from './rules/obligation-kinds.ts'
import { STATUS_FIELDS, WRITABLE_FIELDS, type WritableField, type WritableRow } from './vehicles/fields.ts'
import { WEBHOOK_FIELDS } from './webhooks.ts'

/** Rows of a page, and of a change of many. */
export const ROWS_AT_MOST = 1_000
export const ROWS_WITHOUT_LIMIT = 100
/** Days for which deletions are kept. */
export const DELETIONS_DAYS = 90
/** Hours in which a call with the same Idempotency-Key is not made again. */
export const IDEMPOTENCY_HOURS = 24
export const IDEMPOTENCY_KEY_MAX = 100
export const ETAG_MAX = 60

export const V3_TEXTS = {
  limit: `Escriba un número de 1 a ${ROWS_AT_MOST}`,
  cursor: 'El cursor no es de esta consulta: repita los mismos parámetros, o empiece sin cursor',
  moment: 'Escriba un momento con su zona, como 2026-11-28T03:00:00Z',
  noField: (field: string) => `No existe el campo «${field.slice(0, 60)}»`,
  part: 'Su usuario ve una parte de los vehículos, y lo que deja de ser suyo no se puede decir: lea todo otra vez',
  tooOld: `Se sabe de lo que se eliminó en los últimos ${DELETIONS_DAYS} días: lea todo otra vez`,
  changed: 'El vehículo cambió desde que se leyó: léalo otra vez',
  webhookChanged: 'El webhook cambió desde que se leyó: léalo otra vez',
  ifMatch: 'If-Match lleva el ETag que vino con lo que se cambia',
  key: `Idempotency-Key lleva de 1 a ${IDEMPOTENCY_KEY_MAX} letras, números o signos sin acentos`,
  otherRequest: 'Esta Idempotency-Key ya se usó con otra solicitud',
  unreadable: 'La respuesta de esta Idempotency-Key ya no se puede leer: use otra',
  rows: `De 1 a ${ROWS_AT_MOST} vehículos`,
  value: 'Escriba un texto, o un número desde 0',
  state: 'Escriba el identificador de un estado',
  filtered: 'Con updated_since no se filtra por lo que cambia: lo que deja de cumplirlo no se sabría',
  onlyReplacing: 'Es de un reemplazo: falta `replacing`',
  busy: 'Otra persona o programa está cambiando este vehículo: inténtelo otra vez',
} as const

/** Where the wire of the console says something else, or says it of something else. */
const OTHER_NAMES = { version: 'versionName', country: 'originCountry', rfcName: 'holderName' } as const
type OtherNames = typeof OTHER_NAMES
export type V3Field = Exclude<WritableField, keyof OtherNames> | OtherNames[keyof OtherNames]
/** The name of a vehicle's field here. */
export const v3Name = (field: WritableField): V3Field =>
  field in OTHER_NAMES ? OTHER_NAMES[field as keyof OtherNames] : (field as V3Field)

const byName = <T>(schemaOf: (row: WritableRow) => T) =>
  Object.fromEntries(WRITABLE_FIELDS.map((row) => [v3Name(row.field), schemaOf(row)])) as Record<V3Field, T>

/**
 * Numbers and days come as such or as typed; the rules of the form say of each row what is wrong, also with its length.
 */
const TYPED_AT_MOST = 2_000
const Written = z.union([text(TYPED_AT_MOST), z.number().check(z.gte(0))], V3_TEXTS.value)
const writtenFields = byName(() => z.optional(z.nullable(Written)))

const shared = {
  ...writtenFields,
  taxIdentifierType: z.optional(z.nullable(text(10))),
  stateId: z.optional(z.int().check(z.gte(1, V3_TEXTS.state))),
  tagIds: z.optional(z.array(Id).check(z.maxLength(30, 'Un vehículo lleva 30 etiquetas como máximo.'))),
}
export const NewVehicleV3 = z.strictObject({
  ...shared,
  /** The vehicle that it replaces, and what became of that. */
  replacing: z.optional(z.nullable(Id)),
  replacedStatusId: z.optional(z.nullable(z.int())),
})
export type NewVehicleV3 = z.infer<typeof NewVehicleV3>
export const VehicleChangesV3 = z.strictObject({ ...shared, statusId: z.optional(Status) })
export type VehicleChangesV3 = z.infer<typeof VehicleChangesV3>

const answeredFields = byName(({ kind }) => z.optional(z.nullable(kind === 'number' ? z.number() : z.string())))
const statuses = Object.fromEntries(STATUS_FIELDS.map((field) => [field, z.int()])) as Record<
  (typeof STATUS_FIELDS)[number],
  z.ZodMiniInt
>

/** Every field is left out that `fields` does not name; the id never. */
export const VehicleV3 = z.object({
  id: Id,
  ...answeredFields,
  plate: z.optional(z.string()),
  vin: z.optional(z.string()),
  taxIdentifierType: z.optional(z.nullable(z.string())),
  stateId: z.optional(z.int()),
  statusId: z.optional(z.int()),
  acquisitionReasonId: z.optional(z.int()),
  replacedBy: z.optional(z.nullable(Id)),
  replacing: z.optional(z.nullable(Id)),
  tagIds: z.optional(z.nullable(z.array(Id))),
  statuses: z.optional(z.object(statuses)),
  debtTotal: z.optional(z.nullable(z.number())),
  debtsWithoutAmount: z.optional(z.int()),
  checkedAt: z.optional(z.nullable(Instant)),
  version: z.optional(z.int()),
  createdAt: z.optional(Instant),
  changedAt: z.optional(Instant),
})
export type VehicleV3 = z.infer<typeof VehicleV3>

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

/** The latest that a source said of a vehicle. */
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

/** What a person said that a source answers. */
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

/** A scheduled report, as the company has it. */
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
  /** Null: a trial of one that is not saved. */
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

const CURSOR_AT_MOST = 1_000
const FIELDS_AT_MOST = 2_000

const Limit = z._default(
  z.pipe(
    z.string().check(z.regex(/^(?:1000|[1-9]\d{0,2})$/, V3_TEXTS.limit)),
    z.transform((typed: string) => Number(typed)),
  ),
  ROWS_WITHOUT_LIMIT,
)
const Moment = z.string().check(
  z.maxLength(INSTANT_AT_MOST, { error: V3_TEXTS.moment, abort: true }),
  // No zone is further from UTC, and the database knows none that is.
  z.regex(/^20\d\d-.*(?:Z|[+-](?:0\d|1[0-4]):?[0-5]\d)$/, { error: V3_TEXTS.moment, abort: true }),
  z.iso.datetime({ offset: true, error: V3_TEXTS.moment }),
)
const fieldsOf = ({ shape }: { shape: object }) => {
  const names = new Set(Object.keys(shape))
  const unknown = (written: string) => written.split(',').find((name) => !names.has(name))
  return z.optional(
    text(FIELDS_AT_MOST).check(
      z.refine((written) => unknown(written) === undefined, {
        error: ({ input }) => V3_TEXTS.noField(unknown(String(input)) ?? ''),
      }),
    ),
  )
}
const list = <const Shape extends { shape: object }>(row: Shape) => ({
  limit: Limit,
  cursor: z.optional(text(CURSOR_AT_MOST)),
  fields: fieldsOf(row),
})
const since = { updated_since: z.optional(Moment) }

const page = <T extends z.core.$ZodType>(row: T) =>
  z.object({
    data: z.array(row),
    /** The next page's cursor; null in the last one. */
    next: z.nullable(z.string()),
    /** The next time's `updated_since`: what was written until then is in these pages. */
    completeUntil: Instant,
  })
const identifier = (max: number) =>
  z.optional(
    z.pipe(
      text(max),
      z.transform((typed: string) => bareIdentifier(typed)),
    ),
  )
const one = { params: z.object({ id: IdText }) }
const oneWebhook = { params: z.object({ webhookId: IdText }) }
const withoutQuery = { query: z.strictObject({}) }
const FAILS = { fails: 'Error al obtener los datos' } as const

export const RowResultV3 = z.object({
  /** The place of the row in what was sent, from 0. */
  index: z.int(),
  id: z.nullable(Id),
  version: z.nullable(z.int()),
  /** Why the row was refused; null where it was not. */
  problem: z.nullable(Problem),
})
export type RowResultV3 = z.infer<typeof RowResultV3>
/** @public */
export const VehicleRowChangesV3 = z.extend(VehicleChangesV3, { vehicleId: Id, version: z.optional(Version) })
const manyOf = <T extends z.core.$ZodType>(row: T) =>
  z.strictObject({
    vehicles: z.array(row).check(z.minLength(1, V3_TEXTS.rows), z.maxLength(ROWS_AT_MOST, V3_TEXTS.rows)),
  })
const BODY_BYTES = 8 * 1_048_576

export const v3 = calls('v3', {
  listVehicles: get('/api/v3/vehicles', {
    summary: 'Los vehículos, por páginas; con `updated_since`, los que cambiaron desde entonces.',
    needs: 'vehicles_read',
    scope: 'vehicles',
    query: z.strictObject({
      ...list(VehicleV3),
      ...since,
      plate: identifier(20),
      vin: identifier(40),
      customId: z.optional(text(50)),
      statusId: z.optional(z.string().check(z.regex(/^\d{1,2}$/, 'Estatus no válido'))),
    }),
    reply: page(VehicleV3),
    ...FAILS,
  }),
  getVehicle: get('/api/v3/vehicles/:id', {
    summary: 'Un vehículo, con su ETag.',
    needs: 'vehicles_read',
    scope: 'vehicles',
    ...one,
    query: z.strictObject({ fields: fieldsOf(VehicleV3) }),
    etag: true,
    reply: VehicleV3,
    ...FAILS,
  }),
  createVehicle: post('/api/v3/vehicles', {
    summary: 'Da de alta un vehículo.',
    needs: 'vehicles_admin',
    idempotent: true,
    ...withoutQuery,
    body: NewVehicleV3,
    etag: true,
    reply: VehicleV3,
    ...FAILS,
  }),
  createVehicles: post('/api/v3/vehicles/bulk-create', {
    summary: 'Da de alta hasta mil vehículos y responde por cada uno: los que no se aceptan no detienen a los demás.',
    needs: 'vehicles_admin',
    idempotent: true,
    bodyBytes: BODY_BYTES,
    ...withoutQuery,
    body: manyOf(NewVehicleV3),
    reply: z.object({ created: z.int(), refused: z.int(), results: z.array(RowResultV3) }),
    ...FAILS,
  }),
  editVehicle: patch('/api/v3/vehicles/:id', {
    summary: 'Cambia de un vehículo lo que se envía. Con If-Match, si nadie lo cambió desde que se leyó.',
    needs: 'vehicles_edit',
    scope: 'vehicles',
    names: { vehicles: ['params.id'] },
    ...one,
    ...withoutQuery,
    body: VehicleChangesV3,
    etag: true,
    reply: VehicleV3,
    ...FAILS,
  }),
  editVehicles: post('/api/v3/vehicles/bulk-edit', {
    summary: 'Cambia hasta mil vehículos y responde por cada uno: los que no se aceptan no detienen a los demás.',
    needs: 'vehicles_edit',
    scope: 'vehicles',
    names: { vehicles: ['body.vehicles.*.vehicleId'] },
    idempotent: true,
    bodyBytes: BODY_BYTES,
    ...withoutQuery,
    body: manyOf(VehicleRowChangesV3),
    reply: z.object({ edited: z.int(), refused: z.int(), results: z.array(RowResultV3) }),
    ...FAILS,
  }),
  listDebts: get('/api/v3/debts', {
    summary: 'Los adeudos que las fuentes dicen y los que terminaron; con `updated_since`, los que cambiaron.',
    needs: 'vehicles_read',
    scope: 'vehicles',
    query: z.strictObject({
      ...list(DebtV3),
      ...since,
      vehicle_id: z.optional(IdText),
      status: z.optional(z.enum(['open', 'ended'], 'Escriba open o ended')),
    }),
    reply: page(DebtV3),
    ...FAILS,
  }),
  listChecks: get('/api/v3/checks', {
    summary: 'Lo último que cada fuente respondió de cada vehículo, y cuándo.',
    needs: 'vehicles_read',
    scope: 'vehicles',
    query: z.strictObject({ ...list(CheckV3), ...since, vehicle_id: z.optional(IdText) }),
    reply: page(CheckV3),
    ...FAILS,
  }),
  listDocuments: get('/api/v3/documents', {
    summary: 'Los documentos de los vehículos, también los eliminados que se pueden restaurar.',
    needs: 'documents_read',
    scope: 'vehicles',
    query: z.strictObject({ ...list(DocumentV3), ...since, vehicle_id: z.optional(IdText) }),
    reply: page(DocumentV3),
    ...FAILS,
  }),
  listObligations: get('/api/v3/obligations', {
    summary: 'Los vencimientos de los vehículos. Los de documentos, con el permiso de ver documentos.',
    needs: 'vehicles_read',
    scope: 'vehicles',
    query: z.strictObject({ ...list(ObligationV3), ...since, vehicle_id: z.optional(IdText) }),
    reply: page(ObligationV3),
    ...FAILS,
  }),
  listCaptures: get('/api/v3/captures', {
    summary: 'Las capturas: lo que una persona dijo que responde una fuente, cuándo lo vio y con cuántas pruebas.',
    needs: 'processing_read',
    scope: 'vehicles',
    query: z.strictObject({ ...list(CaptureV3), ...since, vehicle_id: z.optional(IdText) }),
    reply: page(CaptureV3),
    ...FAILS,
  }),
  listReports: get('/api/v3/reports', {
    summary: 'Los reportes programados, con su próximo envío y cómo les fue en el último.',
    needs: 'programReports_read',
    scope: 'vehicles',
    query: z.strictObject({ ...list(ReportV3), ...since }),
    reply: page(ReportV3),
    ...FAILS,
  }),
  listReportRuns: get('/api/v3/report-runs', {
    summary: 'Los envíos de reportes de los últimos noventa días: qué salió, a cuántos, y sus archivos.',
    needs: 'programReports_read',
    scope: 'vehicles',
    query: z.strictObject({ ...list(ReportRunV3), ...since }),
    reply: page(ReportRunV3),
    ...FAILS,
  }),
  listWebhooks: get('/api/v3/webhooks', {
    summary: 'Los webhooks de la empresa.',
    needs: 'users_admin',
    query: z.strictObject({ ...list(WebhookV3), ...since }),
    reply: page(WebhookV3),
    ...FAILS,
  }),
  getWebhook: get('/api/v3/webhooks/:webhookId', {
    summary: 'Un webhook, con su ETag.',
    needs: 'users_admin',
    ...withoutQuery,
    ...oneWebhook,
    etag: true,
    reply: WebhookV3,
    ...FAILS,
  }),
  createWebhook: post('/api/v3/webhooks', {
    summary:
      'Agrega un webhook y responde el secreto con que se firma. Deja de enviar cuando terminan el token o la ' +
      'cuenta de servicio con que se agregó.',
    needs: 'users_admin',
    ...withoutQuery,
    idempotent: true,
    secret: true,
    body: NewWebhookV3,
    etag: true,
    reply: CreatedWebhookV3,
    ...FAILS,
  }),
  editWebhook: patch('/api/v3/webhooks/:webhookId', {
    summary: 'Cambia de un webhook lo que se envía. Desde entonces es de quien lo cambió, y termina con su token.',
    needs: 'users_admin',
    ...withoutQuery,
    ...oneWebhook,
    body: WebhookChangesV3,
    etag: true,
    reply: WebhookV3,
    ...FAILS,
  }),
  removeWebhook: del('/api/v3/webhooks/:webhookId', {
    summary: 'Elimina un webhook, con sus entregas.',
    needs: 'users_admin',
    ...withoutQuery,
    ...oneWebhook,
    reply: Done,
    ...FAILS,
  }),
  renewWebhookSecret: post('/api/v3/webhooks/:webhookId/secret', {
    summary: 'Cambia el secreto con que se firma; cada uno de los dos de antes firma un día más.',
    needs: 'users_admin',
    ...withoutQuery,
    idempotent: true,
    secret: true,
    ...oneWebhook,
    body: z.strictObject({}),
    reply: z.object({ secret: z.string() }),
    ...FAILS,
  }),
  testWebhook: post('/api/v3/webhooks/:webhookId/test', {
    summary: 'Manda un evento de prueba, que sigue el mismo camino que los demás.',
    needs: 'users_admin',
    ...withoutQuery,
    idempotent: true,
    ...oneWebhook,
    body: z.strictObject({}),
    reply: z.object({ deliveryId: Id }),
    ...FAILS,
  }),
  listDeletions: get('/api/v3/deletions', {
    summary:
      'Lo que se eliminó: vehículos, adeudos, documentos, vencimientos, respuestas de fuentes, capturas, reportes, ' +
      'webhooks y etiquetas, de lo más antiguo a lo último.',
    needs: 'vehicles_read',
    query: z.strictObject({ ...list(DeletionV3), ...since }),
    reply: page(DeletionV3),
    ...FAILS,
  }),
})
