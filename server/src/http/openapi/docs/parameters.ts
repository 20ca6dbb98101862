// Descriptions of the parameters of addresses and the fields of forms: by name, or by call and name if a call differs.
import { DELETE_ALL_WORDS } from '@padron/contract/exports'
import { ROWS_AT_MOST, ROWS_WITHOUT_LIMIT } from '@padron/contract/v3/texts'

const V3_LISTS = [
  'listVehicles',
  'listDebts',
  'listChecks',
  'listDocuments',
  'listObligations',
  'listCaptures',
  'listReports',
  'listReportRuns',
  'listWebhooks',
  'listDeletions',
]

export const PARAMETERS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    V3_LISTS.map((list) => [
      `v3.${list}?limit`,
      `Cuántos por página, de 1 a ${ROWS_AT_MOST}. Sin él, ${ROWS_WITHOUT_LIMIT}.`,
    ]),
  ),
  cursor: 'El `next` de la página anterior, con los mismos parámetros. Sin él, la primera página.',
  fields: 'Solo estos campos, con comas en medio; `id` viene siempre. Sin él, todos.',
  updated_since:
    'Solo lo que cambió desde este momento (con su zona), en el orden en que cambió: el `completeUntil` de la vez ' +
    'anterior. Lo que cambia mientras se lee viene otra vez; una página puede traer menos que `limit`. No se ' +
    'combina con filtros por lo que cambia. Después de recibir otro permiso, o de que la instalación se restauró ' +
    'o cambió de servidor, lea todo otra vez. No lo puede pedir quien ve una parte de los vehículos.',
  vehicle_id: 'Solo lo de este vehículo, por su identificador.',
  'v3.listVehicles?plate': 'La placa, exacta; sin importar mayúsculas ni guiones.',
  'v3.listVehicles?vin': 'El VIN, exacto.',
  'v3.listVehicles?customId': 'El número económico o identificador propio, exacto.',
  'v3.listVehicles?statusId':
    'El estatus: 1 activo, 0 inactivo, 3 robado, 4 en taller, 7 en corralón, 8 vendido, 9 pérdida total.',
  'v3.listCaptures?updated_since':
    'Solo lo que se capturó desde este momento (con su zona), el `completeUntil` de la vez anterior; lo de los ' +
    'últimos minutos antes de él viene otra vez, y una página puede traer menos que `limit`. Las capturas de un ' +
    'vehículo eliminado que se recupera no vienen por ello: pídalas con `vehicle_id`. No lo puede pedir quien ve ' +
    'una parte de los vehículos.',
  'v3.listDebts?status': '`open` los que la fuente dice todavía, `ended` los que terminaron. Sin él, todos.',
  after: 'El valor de `next` de la página anterior: continúa donde termina. Sin él, la primera página.',
  alertId: 'El identificador de la alerta.',
  assignedTo: 'De quién: `mine` lo asignado a quien pregunta, `none` lo de nadie, o el identificador de un usuario.',
  batchId: 'El identificador del archivo de capturas.',
  before: 'El `deliveryId` de la última entrega de la página anterior: continúa debajo de ella.',
  'resourceStatus.changes?before': 'El `eventId` del último cambio de la página anterior: continúa debajo de él.',
  bulkId: 'El identificador del cambio masivo.',
  channelId: 'El identificador del canal.',
  chart: 'Una sola gráfica. Sin ella, todas las del dashboard.',
  confirmation: `Las palabras ${DELETE_ALL_WORDS}, que confirman el borrado.`,
  dashboard: 'De qué dashboard.',
  deliveryId: 'El identificador de la entrega.',
  documentId: 'El identificador del documento.',
  documentTypeId: 'El identificador del tipo de documento.',
  DocumentTypeId: 'El identificador del tipo de documento.',
  field: 'El campo del vehículo cuyos valores se piden.',
  fileName: 'El nombre del archivo, con su extensión.',
  from: 'El primer día (AAAA-MM-DD), incluido; en la zona horaria de la empresa.',
  to: 'El último día (AAAA-MM-DD), incluido; en la zona horaria de la empresa.',
  groupBy: 'Ordena por grupos, y dentro de cada uno por fecha: por tipo o por razón social.',
  headingRow: 'La fila de la hoja que tiene los encabezados, desde 1.',
  holder: 'Parte de la razón social, del RFC o del NIT.',
  id: 'El identificador del vehículo.',
  'users.setStatus?id': 'El identificador del usuario.',
  'users.resetPassword?id': 'El identificador del usuario.',
  'users.removeFactor?id': 'El identificador del usuario.',
  'users.sendLink?id': 'El identificador del usuario.',
  'profiles.remove?id': 'El identificador del perfil.',
  idDocType: 'Solo los documentos de este tipo.',
  importId: 'El identificador de la carga, de la respuesta a su archivo.',
  importMappingId: 'El identificador de la asignación de columnas.',
  kind: 'De alta, de edición o de reemplazo.',
  kinds: 'Solo estos tipos, con comas en medio. Sin ellos, todos.',
  like: 'Parte de la placa o del VIN.',
  'catalogue.suggestions?like': 'Lo escrito, que los valores contienen.',
  limit: 'Cuántos por página, de 1 a 200. Sin él, 50.',
  'webhooks.events?limit':
    'Cuántos números abarca la página, de 1 a 500. Sin él, 100. Lo que no se puede ver o no se pidió queda fuera.',
  'webhooks.events?after': 'El número después del cual se lee. Sin él o con 0, desde el más antiguo que se guarda.',
  types: 'Solo estos tipos de evento, con comas en medio. Sin ellos, todos.',
  list:
    'Por qué espera a una persona: `asked` su fuente la necesita o se le asignó, `never` nadie la contesta sola y no ' +
    'se ha capturado, `old` la captura venció.',
  mailId: 'El identificador del correo.',
  month: 'Todo lo de un mes (AAAA-MM), pasado o por venir.',
  months: 'El periodo, en meses hacia atrás: 0 todas las fechas, -1 el mes próximo, -2 sin fecha.',
  overdue: 'Con `true`, solo lo que ya venció.',
  ownCalendarId: 'El identificador del calendario propio.',
  page: 'La página, desde 1.',
  pageSize: 'Cuántas filas por página.',
  queueItemId: 'El identificador del trabajo.',
  'queue.deliveries?queueItemId': 'El identificador del trabajo, o el del último cruce de una alerta (`crossing`).',
  readingId: 'El identificador del PDF por revisar.',
  reportId: 'El identificador del reporte.',
  serviceAccountId: 'El identificador de la cuenta de servicio.',
  resourceId: 'El identificador del recurso público.',
  'captures.upload?resourceId':
    'El recurso público que el archivo prueba. Sin él, prueba un estado de cuenta de varios recursos.',
  resourceTypeId: 'Solo los recursos de este tipo.',
  ruleKey: 'La clave del calendario oficial.',
  screen: 'La pantalla de la consola.',
  search: 'Parte de la placa, del VIN, del identificador o de la razón social.',
  sendTo: 'Parte de la dirección de correo.',
  sessionId: 'El identificador de la sesión.',
  sheet: 'El nombre de la hoja; va con `headingRow`. Un CSV no tiene nombre.',
  show: 'Cuáles filas.',
  sortBy: 'Por qué columna se ordena.',
  sortOrder: '1 de menor a mayor, -1 de mayor a menor.',
  stateId: 'Solo los vehículos de este estado o departamento.',
  status: 'Solo las entregas que están así.',
  'queue.deliveries?status': 'Solo los envíos que están así: 1 pendiente, 2 enviado, 3 con error.',
  tagCategoryIds: 'Los identificadores de las categorías, con comas en medio; cien como máximo.',
  tagId: 'Solo los vehículos con esta etiqueta.',
  tagIds: 'Los identificadores de las etiquetas, con comas en medio; cien como máximo.',
  tokenId: 'El identificador del token, que no es el token.',
  vehicleAssetId: 'El identificador del vehículo.',
  vehicleId: 'El identificador del vehículo (`vehicleAssetId`).',
  viewId: 'El identificador de la vista.',
  webhookId: 'El identificador del webhook.',
  whose: 'De quién: `mine` lo asignado a quien pregunta, `none` lo de nadie, o el identificador de un usuario.',

  // Fields of forms.
  file: 'El archivo, con su nombre (`filename`).',
  'document[DocumentTypeId]': 'El tipo del documento.',
  'document[VehicleAssetId]': 'El vehículo del documento.',
  'document[DocumentName]': 'El nombre del documento. Sin él, el del archivo.',
  'document[DocumentUrl]': 'No se toma en cuenta: el servidor decide dónde se guarda.',
  'documentInfo[0][DocumentFieldId]':
    'Un campo del tipo de documento. El siguiente es `documentInfo[1]…`, y así, seguidos desde 0.',
  'documentInfo[0][Value]': 'Lo que va en el campo del mismo número.',
  notifyTo: 'A qué correo se avisa cuando termina.',
  preview: 'Con `true` solo se revisa: no se aplica nada.',
  'imports.uploadTemplate?confirmation':
    'La palabra que pide la revisión si la carga daría de baja gran parte de la flota.',
  'imports.editTemplate?confirmation':
    'La palabra que pide la revisión si la carga daría de baja gran parte de la flota.',
  'imports.replaceTemplate?confirmation':
    'La palabra que pide la revisión si la carga daría de baja gran parte de la flota.',
  version: 'La versión del documento que se leyó: si ya es otra, no se cambia nada (409).',
  firstReportSendTime:
    'Cuándo sale el primer envío: -1 el próximo día que le toca a cada reporte, 0 esta semana, 1 la próxima semana.',
}
