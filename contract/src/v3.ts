// The API of programs: the fleet's resources by id, in pages, and their changes since the last request. The same data
// as the console's calls, in a few stable shapes.
import { z } from 'zod/mini'
import { calls, del, get, patch, post } from './call.ts'
import { Done, Id, IdText, text } from './common.ts'
import { fieldsOf, identifier, list, page, since } from './v3/pages.ts'
import {
  CaptureV3,
  CheckV3,
  CreatedWebhookV3,
  DebtV3,
  DeletionV3,
  DocumentV3,
  NewWebhookV3,
  ObligationV3,
  ReportRunV3,
  ReportV3,
  WebhookChangesV3,
  WebhookV3,
} from './v3/resources.ts'
import { ROWS_AT_MOST, V3_TEXTS } from './v3/texts.ts'
import { NewVehicleV3, RowResultV3, VehicleChangesV3, VehicleRowChangesV3, VehicleV3 } from './v3/vehicles.ts'

const one = { params: z.object({ id: IdText }) }
const oneWebhook = { params: z.object({ webhookId: IdText }) }
const withoutQuery = { query: z.strictObject({}) }
const FAILS = { fails: 'Error al obtener los datos' } as const
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
