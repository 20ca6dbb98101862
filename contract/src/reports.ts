// Scheduled reports (spec bulk §2 Reports, §3, §5, §7): their definition by workbook or screen, the sends, a preview,
// and a trial to the user's own address.
import { z } from 'zod/mini'
import { calls, del, get, post, put } from './call.ts'
import { Done, IdText, Instant, isEmailFormat, text } from './common.ts'
import { isMail } from './exports.ts'
import { EditedReport, NewReport, PreviewedReport, Report, ReportRhythm } from './reports/definition.ts'
import { Configured, Preview, Round } from './reports/outcomes.ts'

export const REPORT_FILE_TEXTS = {
  file: 'Seleccione un archivo .xlsx válido',
  onlyXlsx: 'Solo se permiten archivos de tipo .XLSX',
  mail: 'Correo electrónico inválido',
  errors: '¡Su plantilla contiene errores!',
  done: 'Archivo subido correctamente',
} as const
/** The file name of the downloaded workbook. */
export const CONFIGURATION_NAME = 'Sync Plantilla Correos.xlsx'
export const CONFIGURATION_BYTES = 5 * 1_048_576

export const reports = calls('reports', {
  list: get('/api/v2/reports', {
    summary:
      'Los reportes programados de la empresa, por nombre, con su próximo envío; quien ve una parte de los ' +
      'vehículos, los suyos.',
    needs: 'programReports_read',
    scope: 'vehicles',
    reply: z.object({ reports: z.array(Report), timeZone: z.string() }),
    fails: 'Error obteniendo la configuración de los reportes programados.',
  }),
  create: post('/api/v2/reports', {
    summary: 'Agrega un reporte programado.',
    needs: 'programReports_admin',
    scope: 'vehicles',
    person: true,
    body: NewReport,
    reply: Report,
    touches: ['reports.list', 'activity.list'],
    done: 'Reporte guardado',
    fails: 'No se pudo guardar el reporte',
  }),
  edit: put('/api/v2/reports/:reportId', {
    summary: 'Cambia un reporte programado.',
    needs: 'programReports_admin',
    scope: 'vehicles',
    person: true,
    params: z.object({ reportId: IdText }),
    body: EditedReport,
    reply: Report,
    touches: ['reports.list', 'activity.list'],
    done: 'Reporte guardado',
    fails: 'No se pudo guardar el reporte',
  }),
  remove: del('/api/v2/reports/:reportId', {
    summary: 'Elimina un reporte programado; lo que ya se envió sigue en los envíos.',
    needs: 'programReports_admin',
    scope: 'vehicles',
    params: z.object({ reportId: IdText }),
    reply: Done,
    touches: ['reports.list', 'activity.list'],
    done: 'Reporte eliminado',
    fails: 'No se pudo eliminar el reporte',
  }),
  nextDates: post('/api/v2/reports/nextDates', {
    summary: 'Los próximos tres envíos que daría una programación, en la zona horaria de la empresa.',
    needs: 'programReports_read',
    scope: 'vehicles',
    reads: true,
    body: ReportRhythm,
    reply: z.object({ dates: z.array(Instant) }),
  }),
  preview: post('/api/v2/reports/preview', {
    summary: 'Lo que se enviaría ahora con esta definición; no se envía nada.',
    needs: 'programReports_admin',
    scope: 'vehicles',
    reads: true,
    body: PreviewedReport,
    reply: Preview,
    fails: 'No se pudo preparar la vista previa',
  }),
  test: post('/api/v2/reports/test', {
    summary: 'Envía una prueba de esta definición al correo de quien la pide.',
    needs: 'programReports_admin',
    scope: 'vehicles',
    body: PreviewedReport,
    reply: z.object({ queueItemId: z.string(), message: z.string() }),
    touches: ['queue.items', 'reports.rounds'],
    fails: 'No se pudo enviar la prueba',
  }),
  send: post('/api/v2/reports/:reportId/send', {
    summary: 'Envía un reporte ahora a sus destinatarios, sin cambiar sus fechas.',
    needs: 'programReports_admin',
    scope: 'vehicles',
    params: z.object({ reportId: IdText }),
    reply: z.object({ queueItemId: z.string(), message: z.string() }),
    touches: ['queue.items', 'reports.rounds'],
    fails: 'No se pudo enviar el reporte',
  }),
  rounds: get('/api/v2/reports/rounds', {
    summary: 'Los últimos cincuenta envíos, el más reciente primero, con lo que salió y cómo les fue a los correos.',
    needs: 'programReports_read',
    scope: 'vehicles',
    reply: z.object({ rounds: z.array(Round) }),
    every: 60,
    fails: 'Error al obtener los datos',
  }),
  configuration: get('/api/v2/scheduledReportConfiguration', {
    summary: 'El archivo de Excel con la configuración de los reportes programados, en base64.',
    needs: 'programReports_read',
    reply: z.object({ scheduledReportConfiguration: z.string() }),
    fails: 'Error al descargar plantilla',
  }),
  configure: post('/api/v2/scheduledReportConfigurationBatch', {
    summary: 'Reemplaza la configuración de los reportes programados por la de un archivo de Excel, entera o nada.',
    needs: 'programReports_admin',
    person: true,
    multipart: { file: 'file', bytes: CONFIGURATION_BYTES },
    body: z.strictObject({
      fileName: z.optional(text(300)),
      notifyTo: text(254).check(z.refine(isMail, REPORT_FILE_TEXTS.mail), isEmailFormat),
      firstReportSendTime: z._default(
        z.pipe(z.enum(['-1', '0', '1'], 'Primer envío no válido'), z.transform(Number)),
        -1,
      ),
      /** `true`: only validates. */
      preview: z._default(z.enum(['true', 'false']), 'false'),
    }),
    reply: Configured,
    opens: true,
    touches: ['reports.list', 'activity.list', 'queue.items', 'processing.resources'],
    fails: 'Error al guardar la configurción',
  }),
})
