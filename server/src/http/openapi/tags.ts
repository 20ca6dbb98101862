// The features of the contract in the published document: name, description of the calls, and group.
import type { FEATURES } from '@padron/contract/features'

type TagName = keyof typeof FEATURES | 'webhookEvents'

const TEXTS: Readonly<Record<TagName, readonly [title: string, description: string]>> = {
  v3: [
    'API para programas',
    'Los recursos de la flota por su identificador, por páginas, lo que cambió desde la última vez, y los ' +
      'webhooks de la empresa.',
  ],
  catalogue: [
    'Catálogo',
    'El catálogo: la lista de vehículos con sus filtros, la búsqueda y las listas de referencia.',
  ],
  vehicles: ['Vehículos', 'Alta, edición, estatus e historia de los vehículos, de uno en uno o muchos a la vez.'],
  tags: ['Etiquetas', 'Etiquetas y sus categorías.'],
  views: ['Vistas guardadas', 'Las vistas guardadas de la lista, y las columnas que cada usuario eligió.'],
  imports: ['Cargas por archivo', 'Alta, edición y reemplazo de miles de vehículos con un archivo de Excel o CSV.'],
  exports: ['Archivos de la flota', 'Archivos de la flota: Excel y PDF. También el borrado de toda la flota.'],
  resourceStatus: [
    'Adeudos y vigencias',
    'Lo que las fuentes oficiales dicen de un vehículo: adeudos, vigencias y su historia.',
  ],
  processing: [
    'Consultas a las fuentes',
    'Mandar a consultar las fuentes: una de toda la flota, o las de unos vehículos.',
  ],
  health: [
    'Salud de las fuentes',
    'La salud de las fuentes: cuáles responden, desde cuándo no y cuándo se intenta otra vez.',
  ],
  captures: [
    'Captura manual',
    'Captura manual: lo que una persona lee en una fuente que no se consulta sola, con su prueba.',
  ],
  captureBatches: ['Capturas por archivo', 'Capturas por archivo de Excel, con un ZIP de pruebas.'],
  captureReadings: [
    'Lectura de PDF',
    'PDF de portales que una persona revisa antes de que su texto cuente como respuesta.',
  ],
  documents: ['Documentos', 'Los documentos de cada vehículo y sus archivos.'],
  documentTypes: [
    'Tipos de documento',
    'Los tipos de documento de la empresa, sus campos y a qué vehículos se les piden.',
  ],
  obligations: [
    'Vencimientos',
    'Lo que vence: documentos, respuestas de las fuentes y calendarios oficiales; con sus recordatorios.',
  ],
  ownCalendars: ['Calendarios propios', 'Los calendarios y días inhábiles que la empresa agregó.'],
  pending: ['Pendientes', 'Lo que hay que hacer, de quién es y para cuándo.'],
  dashboard: ['Estadísticas', 'Las estadísticas de la flota y lo que hay que hacer esta semana.'],
  reports: ['Reportes', 'Reportes programados: qué dicen, a quién van, cuándo, y cómo le fue a cada envío.'],
  alerts: ['Alertas', 'Alertas: una vista y un umbral; se avisa cuando el valor lo cruza.'],
  channels: ['Canales', 'Canales de Teams, Slack y Telegram a los que van los avisos.'],
  news: ['Novedades', 'Novedades: avisos de quien opera el servicio, cambios de los vehículos y fuentes que fallan.'],
  emailSettings: ['Correos de la empresa', 'La imagen de los correos de la empresa, y el reporte de seguimiento.'],
  mailbox: ['Buzón local', 'Los correos que una demostración sin servidor de correo guarda en vez de enviar.'],
  webhooks: ['Webhooks', 'Webhooks: eventos que se envían firmados a la dirección de otro sistema.'],
  webhookEvents: ['Eventos de los webhooks', 'Lo que recibe la dirección de un webhook.'],
  tokens: ['Tokens de acceso', 'Tokens de acceso personales, con los que un programa llama en nombre de un usuario.'],
  serviceAccounts: [
    'Cuentas de servicio',
    'Cuentas de servicio: programas que llaman en nombre de la empresa, y no de una persona.',
  ],
  queue: ['Trabajos', 'Los trabajos en segundo plano: su avance, su resultado y los correos que enviaron.'],
  users: ['Usuarios', 'Los usuarios de la empresa: qué pueden y qué vehículos ven.'],
  profiles: ['Perfiles', 'Perfiles: permisos con un nombre, para dárselos a varios usuarios.'],
  activity: ['Actividad', 'Quién cambió qué, cuándo y desde dónde, con el antes y el después.'],
  company: ['Empresa', 'Lo que la empresa dice de sí: zona horaria, logotipo y segundo factor.'],
  companySignIn: [
    'Entrada con el proveedor de la empresa',
    'La entrada con el proveedor de identidad de la empresa (OpenID Connect).',
  ],
  provisioning: [
    'Altas y bajas por SCIM',
    'Las altas y bajas de usuarios que hace el proveedor de identidad (SCIM 2.0).',
  ],
  onboarding: ['Primeros pasos', 'Los primeros pasos de una empresa.'],
  identity: [
    'Sesión',
    'Iniciar y terminar la sesión. La contraseña va cifrada como explica `GET /connect/password-key`. Los ' +
      'errores tienen la forma de OAuth 2.0: `error` y `error_description`.',
  ],
  account: [
    'Su cuenta',
    'La cuenta de quien pregunta: sus datos, sesiones, contraseña, segundo factor y llaves de acceso.',
  ],
  accountLinks: [
    'Enlaces para elegir contraseña',
    'Elegir una contraseña con un enlace que llegó por correo. Sin sesión.',
  ],
  terms: ['Términos y condiciones', 'Aceptar los términos y condiciones vigentes, antes de tener una sesión.'],
  operator: ['Servicio', 'El servicio: si responde y con qué ajustes. Sin sesión.'],
  setup: [
    'Puesta en marcha',
    'La puesta en marcha de una instalación sin empresas. Después de la primera empresa estas llamadas dan 404.',
  ],
}

/** Features that programs need most come first. */
export const TAGS = Object.entries(TEXTS).map(([name, [title, description]]) => ({
  name,
  'x-displayName': title,
  description,
}))

const GROUPS: Readonly<Record<string, readonly TagName[]>> = {
  Programas: ['v3', 'webhooks', 'webhookEvents', 'tokens', 'serviceAccounts', 'queue'],
  Vehículos: ['catalogue', 'vehicles', 'tags', 'views', 'imports', 'exports'],
  'Adeudos y fuentes': ['resourceStatus', 'processing', 'health', 'captures', 'captureBatches', 'captureReadings'],
  'Documentos y vencimientos': ['documents', 'documentTypes', 'obligations', 'ownCalendars', 'pending'],
  'Estadísticas y avisos': ['dashboard', 'reports', 'alerts', 'channels', 'news', 'emailSettings', 'mailbox'],
  'Empresa y usuarios': ['users', 'profiles', 'activity', 'company', 'companySignIn', 'provisioning', 'onboarding'],
  'Sesión e instalación': ['identity', 'account', 'accountLinks', 'terms', 'operator', 'setup'],
}

/** The document's types lack this extension, but viewers know it. */
export const TAG_GROUPS = { 'x-tagGroups': Object.entries(GROUPS).map(([name, tags]) => ({ name, tags })) }
