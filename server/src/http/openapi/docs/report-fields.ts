// Descriptions of the fields of reports, alerts, channels and the record of changes.
import { inEach } from './in-each.ts'

const OUTCOME =
  '`sent` enviado; `notice` solo el aviso de que no hay nada que informar; `skipped` no se envió nada; `failed` ' +
  'falló; `over` a algunos destinatarios no, porque la empresa llegó al límite del día.'
const KIND =
  '`debts` adeudos, `vehicles` vehículos, `expiries` vencimientos, `changes` novedades desde el envío anterior, ' +
  '`sheets` un ZIP con la ficha de cada vehículo.'
const EMPTY =
  'Si no hay nada que informar: `send` se envía igual, `notice` solo un aviso, `skip` nada, salvo que algo no se ' +
  'haya podido leer.'
const MEASURE = '`vehicles` cuántos vehículos tiene la vista; `debt` cuánto deben.'
const THRESHOLD = 'Se avisa cuando el valor llega a este, o lo pasa.'
const CHANNELS_SENT = 'Los identificadores de los canales a los que se avisa; sin ellos, los que tiene.'
const CHANNELS = { channels: 'Los canales a los que se avisa también.', 'channels.name': 'El nombre del canal.' }
const UNCERTAIN =
  'De un adeudo, los vehículos de la vista cuyo adeudo se desconoce; de los vehículos, los que podrían ser de ' +
  'ella si sus fuentes tuvieran una respuesta vigente. El valor real puede ser mayor.'
const LETTERS = 'Cómo van sus correos.'
const ORIGIN = '`console` la consola o la API, `operator` quien opera la instalación, `system` el producto mismo.'
const ACTION = '`create` alta, `update` cambio, `delete` baja.'
const NEXT = {
  lastAttempt: 'El último intento; null: ninguno.',
  lastGood: 'La última respuesta válida; null: ninguna.',
}
const SUCCESS = 'Qué porcentaje de las consultas de los últimos siete días tuvo respuesta; null: no hubo ninguna.'
const GOOD = 'La respuesta válida más reciente, a cualquier empresa; null: ninguna.'
const MEDIAN = 'La mediana de lo que tarda una consulta, en milisegundos; null: no hubo ninguna.'
const P95 = 'Lo que tardan a lo más 95 de cada 100 consultas, en milisegundos; null: no hubo ninguna.'

const DEFINED = {
  name: 'El nombre, de una línea: va en el asunto del correo.',
  kind: KIND,
  channels: CHANNELS_SENT,
  viewId: 'Una vista guardada que se comparte: valen su filtro, orden y columnas; null: vale `filter`.',
  filter: 'Qué vehículos activos, donde no hay vista; vacío: todos.',
  emptyPolicy: EMPTY,
}
const SOURCE = {
  resource: 'El recurso público.',
  'portal.name': 'El nombre del portal.',
  'portal.owner': 'De quién es el portal.',
  'portal.url': 'Su dirección, para una persona; null: no tiene.',
  service: '`automatic` se consulta sola, `manual` la captura una persona, `none` nadie la atiende.',
  past: 'Si es una fuente de la historia, que no se puede mandar a consultar.',
  successPercentage: SUCCESS,
  dateTime: GOOD,
  incident: 'La falla que tiene ahora; null: ninguna.',
}
const CHANNEL_SENT = {
  url: 'De Teams y Slack, la dirección secreta del canal. En un cambio, vacía: la que tiene.',
  token: 'De Telegram, el token del bot. En un cambio, vacío: el que tiene.',
  chat: 'De Telegram, el chat: un número, o `@nombre` de un canal público. En un cambio, vacío: el que tiene.',
  events: 'De qué novedades se avisa; sin ellas, las que tiene.',
}
const CHANNEL = {
  name: 'El nombre del canal.',
  thread: 'De Telegram, el tema del grupo; null: ninguno.',
  quiet: 'Las horas sin avisos, en la zona horaria de la empresa: lo que toca en ellas va al final; null: ninguna.',
  'quiet.from': 'Desde qué hora: `21:00`.',
  'quiet.to': 'Hasta qué hora: `07:00`; otra que `from`.',
}

export const REPORT_FIELDS: Readonly<Record<string, string>> = {
  ...inEach(['NewReport', 'EditedReport', 'PreviewedReport'], DEFINED),
  'ReportFilter.taxName': 'Una parte del RFC o NIT.',
  'ReportFilter.states': 'Los identificadores de los estados.',
  'ReportFilter.tags': 'Los identificadores de las etiquetas.',
  'Report.name': 'El nombre.',
  'Report.kind': KIND,
  ...inEach(['Report', 'Alert'], CHANNELS),
  'Report.view': 'La vista guardada de la que es; null: vale `filter`.',
  ...inEach(['Report', 'Alert'], {
    'view.viewId': 'El identificador de la vista.',
    'view.name': 'El nombre de la vista.',
  }),
  'Report.filter': 'Qué vehículos activos, donde no hay vista.',
  'Report.unreadable':
    'Su filtro, o el de su vista, no se puede leer, como el de otra versión; `filter` viene vacío, y enviado así ' +
    'se conserva el guardado.',
  'Report.asked': 'Lo que se pregunta, con palabras: qué, y su valor.',
  'Report.emptyPolicy': EMPTY,
  'Report.seenBy': 'Quien lo hizo viendo una parte de los vehículos: trata de los que ve; null: trata de todos.',
  'Report.last': 'El último envío; null: ninguno.',
  'Report.last.at': 'Cuándo fue.',
  'Report.last.outcome': OUTCOME,
  'Report.last.vehicles': 'De cuántos vehículos trató; null: no se llegó a contar.',
  'Report.last.letters': LETTERS,
  'Report.troubled': 'Los destinatarios cuyo último correo de este reporte rebotó o se rechazó.',
  'ReportsListReply.reports': 'Los reportes, por nombre.',
  'ReportsNextDatesReply.dates': 'Los próximos tres envíos.',
  'ReportsRoundsReply.rounds': 'Los envíos, el más reciente primero.',
  'ReportsConfigurationReply.scheduledReportConfiguration': 'El archivo .xlsx, en base64.',
  'Configured.applied': 'Si se aplicó: no con errores, ni cuando solo se revisa.',
  'Configured.reports': 'Cuántos reportes tiene el archivo.',
  'Configured.created': 'Los reportes que agrega.',
  'Configured.changed': 'Los reportes que cambia.',
  'Configured.removed': 'Los reportes que quita, porque el archivo no los tiene.',
  ...inEach(['Configured.created', 'Configured.changed', 'Configured.removed'], {
    name: 'El nombre del reporte.',
    mailCount: 'Cuántos destinatarios tiene; `mails` son los primeros.',
  }),
  'Configured.errors': 'Qué no se acepta.',
  'Configured.errors.row': 'El número de la fila en la hoja; null: el archivo entero.',
  'Configured.errors.column': 'El encabezado de la columna; vacío: ninguna.',
  'Configured.errorCount': 'Cuántos errores hay en total.',
  'Configured.firstSends': 'El primer envío de cada reporte, por nombre; veinte como máximo.',
  'Configured.firstSends.name': 'El nombre del reporte.',
  'Configured.firstSends.at': 'Cuándo es; null: no se envía.',
  'Configured.letterId': 'El identificador de su correo, con el que se consulta la entrega; null: sin correo.',
  'Round.dateTime': 'Cuándo fue.',
  'Round.origin':
    '`scheduled` por su programación, `ordered` pedido por una persona, `trial` una prueba a quien la pide.',
  'Round.who': 'Quien lo pidió; null: la programación.',
  'Round.done': 'Si ya terminó.',
  'Round.error': 'Por qué falló; null: no ha fallado.',
  'Round.reports': 'Los reportes del envío.',
  'Round.reports.name': 'El nombre del reporte.',
  'Round.reports.outcome': OUTCOME,
  'Round.reports.vehicles': 'De cuántos vehículos trató; null: no se llegó a contar.',
  'Round.reports.why': 'Por qué falló o no se envió, o qué le falta a su archivo; null: nada que decir.',
  'Round.reports.unsent': 'A cuántos destinatarios no se envió, porque la empresa llegó al límite del día.',
  'Round.reports.notices': 'A cuántos canales se avisó.',
  'Round.reports.letters': LETTERS,
  'Round.letters': 'Cómo van los correos de todo el envío.',
  'Round.trackedAt': 'Cuándo se envió su reporte de seguimiento; null: no se ha enviado.',
  'EmailCounts.total': 'Cuántos son.',
  'EmailCounts.sent': 'Cuántos se enviaron.',
  'EmailCounts.pending': 'Cuántos esperan.',
  'EmailCounts.kept': 'Cuántos de los que esperan no saldrán, porque no había servidor de correo.',
  'Preview.subject': 'El asunto del correo.',
  'Preview.html': 'El correo, en HTML.',
  'Preview.text': 'El correo, en texto.',
  'Preview.vehicles': 'De cuántos vehículos trata.',
  'Preview.empty': 'Si no hay nada que informar.',
  'Preview.sends': 'Si se enviaría algo.',
  'Preview.file': 'El archivo que llevaría; null: ninguno.',
  'Preview.file.name': 'El nombre del archivo.',
  'Preview.file.attached': 'Si iría adjunto, y no como enlace; null: se desconoce hasta hacerlo.',

  'Alert.name': 'El nombre.',
  'Alert.view': 'La vista guardada que se mide.',
  ...inEach(['Alert', 'AlertsCreateBody', 'AlertsEditBody'], { measure: MEASURE, threshold: THRESHOLD }),
  ...inEach(['AlertsCreateBody', 'AlertsEditBody'], {
    name: 'El nombre, de una línea: va en el asunto del correo.',
    viewId: 'Una vista guardada que se comparte.',
    channels: CHANNELS_SENT,
  }),
  'Alert.standing': '`above` el valor llega al umbral, `below` no llega, `unknown` todavía no se mide.',
  'Alert.value': 'El último valor que se midió; de un adeudo, lo que se conoce. Null: todavía no se mide.',
  ...inEach(['Alert', 'AlertsValueReply'], { uncertain: UNCERTAIN }),
  'Alert.crossing': 'El identificador del último cruce, con el que se consultan sus entregas; null: ninguno.',
  'Alert.letters': 'Cómo van los correos del último cruce; null: no hay.',
  'Alert.troubled': 'Los destinatarios a los que no llegó el correo del último cruce.',
  'AlertsListReply.alerts': 'Las alertas.',
  'AlertsValueBody.viewId': 'La vista guardada que se mide.',
  'AlertsValueBody.measure': MEASURE,
  'AlertsValueReply.value': 'Lo que mide ahora; de un adeudo, lo que se conoce.',

  ...inEach(['Channel', 'NewChannel', 'ChannelsEditBody'], CHANNEL),
  ...inEach(['NewChannel', 'ChannelsEditBody'], CHANNEL_SENT),
  ...inEach(['Channel', 'NewChannel'], { kind: '`teams` Microsoft Teams, `slack` Slack, `telegram` Telegram.' }),
  'Channel.shown': 'Lo que se puede mostrar de la dirección: un servidor, o un chat.',
  'Channel.chat': 'De Telegram, el chat; null: no es de Telegram.',
  'Channel.owner': 'Quién lo agregó.',
  'Channel.events': 'De qué novedades se avisa.',
  'Channel.usedBy': 'Para qué se usa.',
  'Channel.usedBy.alerts': 'Los nombres de las alertas que avisan ahí.',
  'Channel.usedBy.reports': 'Los nombres de los reportes que avisan ahí.',
  'Channel.usedBy.reminders': 'Los recordatorios de cuántas personas van ahí.',
  'Channel.deliveries': 'Los avisos de los últimos treinta días.',
  'Channel.deliveries.waiting': 'Cuántos esperan.',
  'ChannelDelivery.kind':
    '`alert` una alerta, `reminder` un recordatorio, `report` un reporte, `notices` avisos de quien opera el ' +
    'servicio, `changes` cambios de los vehículos, `outages` fuentes que fallan, `test` una prueba.',
  'ChannelDelivery.status': '`waiting` espera, `delivered` llegó, `failed` no llegó.',
  'ChannelsListReply.channels': 'Los canales.',
  'ChannelsDeliveriesReply.deliveries': 'Los avisos, el más reciente primero.',
  'ChannelsDeliveriesReply.total': 'Cuántos hay en todas las páginas.',

  'ActivityRow.activityId': 'El identificador del cambio.',
  'ActivityRow.at': 'Cuándo fue.',
  'ActivityRow.who': 'Quién lo hizo.',
  'ActivityRow.who.name': 'Su nombre.',
  'ActivityRow.origin': ORIGIN,
  'ActivityRow.address': 'Desde qué dirección de red; null: ninguna.',
  'ActivityRow.subject': 'De qué es el cambio.',
  'ActivityRow.subject.kind': 'De qué clase es: un vehículo, un usuario, una etiqueta…',
  'ActivityRow.subject.id': 'Su identificador; null: no tiene.',
  'ActivityRow.subject.name': 'Su nombre de entonces: una placa, un usuario.',
  'ActivityRow.action': ACTION,
  'ActivityRow.changes': 'Qué cambió, campo por campo.',
  'ActivityRow.changes.field': 'El campo, con palabras.',
  'ActivityRow.changes.before': 'Lo que había, con palabras; null: nada. De una contraseña, solo que cambió.',
  'ActivityRow.changes.after': 'Lo que quedó, con palabras; null: nada. De una contraseña, solo que cambió.',
  'ActivityFilter.from': 'Desde este momento, incluido.',
  'ActivityFilter.to': 'Hasta este momento, sin incluirlo.',
  'ActivityFilter.origin': ORIGIN,
  'ActivityFilter.subjectKind': 'De qué clase de objeto.',
  'ActivityFilter.subjectId': 'De qué objeto, por su identificador.',
  'ActivityFilter.action': ACTION,
  'ActivityFilter.text': 'Cómo empieza el nombre del objeto: una placa, un usuario.',
  'ActivityListBody.filter': 'Cuáles: lo que cumple todo; vacío: todos.',
  'ActivityListBody.before': 'El `activityId` del último de la página anterior: sigue después de él.',
  'ActivityExportBody.filter': 'Cuáles: lo que cumple todo; vacío: todos.',
  'ActivityListReply.activities': 'Los cambios de la página, el más reciente primero.',

  ...inEach(['ResourceHealth', 'HealthResourceReply'], SOURCE),
  'Incident.since': 'Desde cuándo falla.',
  'Incident.outcome': 'De qué clase es la falla.',
  'Incident.text': 'Qué pasa, con palabras.',
  'HealthStatesReply.stateResourceTypeHealths': 'Los estados y sus fuentes; el 0 es todo el país.',
  'StateHealth.state': 'El estado; el 0 es todo el país.',
  'StateHealth.fleet': 'Si la empresa tiene vehículos ahí.',
  'StateHealth.resourceTypeHealth': 'Sus tipos de recurso.',
  'TypeHealth.resourceType': 'El tipo de recurso.',
  'TypeHealth.avrgTimeSpan': 'Lo que tarda en promedio una consulta, en milisegundos; null: no hubo ninguna.',
  'TypeHealth.successPercentage': SUCCESS,
  'TypeHealth.dateTime': GOOD,
  'TypeHealth.resourceInfo': 'Sus fuentes.',
  'HealthDay.day': 'El día, en la zona horaria de la empresa.',
  'HealthDay.successPercentage': 'Qué porcentaje de las consultas del día tuvo respuesta; null: no hubo ninguna.',
  ...inEach(['HealthDay', 'HealthResourceReply'], { medianMs: MEDIAN, p95Ms: P95 }),
  'HealthResourceReply.state': 'De qué estado es; el 0 es todo el país.',
  'HealthResourceReply.resourceType': 'De qué tipo de recurso es.',
  'HealthResourceReply.account':
    'La cuenta del proveedor que su portal comparte con otros; null: tiene un contrato propio.',
  'HealthResourceReply.nextTry': 'La próxima consulta, de cualquier empresa; null: ninguna.',
  'HealthResourceReply.vehicles': 'Cuántos vehículos de la empresa se consultan ahí.',
  'HealthResourceReply.touched': 'De cuántos no respondió en el último intento.',
  'HealthResourceReply.untried': 'Cuántos no se han consultado nunca; null: algunos intentos fallaron.',
  'HealthResourceReply.days': 'Los últimos treinta días.',
  'HealthResourceReply.outages': 'Las fallas de los últimos treinta días, la más reciente primero.',
  'HealthResourceReply.outages.beganAt': 'Cuándo empezó.',
  'HealthResourceReply.outages.endedAt': 'Cuándo terminó; null: sigue.',
  'HealthResourceReply.outages.text': 'Qué pasó, con palabras.',
  'HealthResourceReply.alarms': 'Lo que se observó en sus respuestas.',
  'HealthResourceReply.alarms.hard':
    'Si es grave: las respuestas no se entienden, o el contrato no tiene saldo. Si no, es un indicio.',
  'HealthResourceReply.alarms.since': 'Desde cuándo.',
  'HealthResourceReply.alarms.text': 'Qué se observó, con palabras.',
  'HealthResourceReply.provenance': 'De dónde se sabe cómo responde; null: no se consulta sola.',
  'HealthResourceReply.provenance.kind':
    '`documented` lo documenta el proveedor, `client` se vio en clientes suyos, `example` no se ha comparado con ' +
    'la fuente.',
  'HealthResourceReply.provenance.trial': 'La prueba con una cuenta de la versión que se usa; null: no se ha probado.',
  'HealthResourceReply.provenance.trial.triedAt': 'Cuándo se probó.',
  'HealthResourceReply.provenance.trial.triedBy': 'Quién la probó.',
  'HealthTouchedReply.vehicles': 'Los vehículos de la página, por placa.',
  ...inEach(['HealthTouchedReply.vehicles'], NEXT),
  'HealthTouchedReply.vehicles.text': 'Cómo terminó el último intento, con palabras.',
  'HealthTouchedReply.next': 'Con qué se pide la página que sigue, en `after`; null: es la última.',
}
