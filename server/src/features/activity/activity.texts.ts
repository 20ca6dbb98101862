// The activity record in words: the label of a column and its values as text.
import { ACQUISITION_REASONS, assetStatusText } from '@padron/contract/assets'
import { CHANNEL_KINDS } from '@padron/contract/channels'
import { isCalendarDay, localMinute } from '@padron/contract/days'
import { type NewsType, newsName } from '@padron/contract/news'
import { ROLE_TYPES, ROLES, rolesOf } from '@padron/contract/permissions'
import { STATES } from '@padron/contract/places/states'
import { EMPTY_POLICIES, FREQUENCIES, type Measure, measureName, REPORT_KINDS } from '@padron/contract/reports/rules'
import { dataTypeName } from '@padron/contract/rules/document-rules'
import { OWN_KINDS, ownWindowsText } from '@padron/contract/rules/own-calendar-rules'
import type { SubjectKind } from '@padron/contract/texts/activity-labels'
import { moneyHere, numberText } from '@padron/contract/texts/count-of'
import { numericDay, numericMoment } from '@padron/contract/texts/day-texts'
import { localText } from '@padron/contract/texts/local-text'
import { WRITABLE_FIELDS } from '@padron/contract/vehicles/fields'
import { WEBHOOK_EVENTS } from '@padron/contract/webhook-events'
import { VEHICLE_COLUMNS } from '../../fleet/fields.ts'
import { highestIds } from '../../identity/accounts/levels.ts'

type Kind = SubjectKind
/** Names for ids at the time of reading. */
export type Names = {
  categories: ReadonlyMap<number, string>
  plates: ReadonlyMap<number, string>
  /** What alerts measure, by alert id. */
  measures: ReadonlyMap<number, string>
  timeZone: string
}
/** @param measure the alert's measure at that time */
type Say = (value: unknown, names: Names, measure?: unknown) => string
type Field = { label: string; say?: Say }

const moment: Say = (value, { timeZone }) => numericMoment(localMinute(String(value), timeZone))
/** A day as people write it; any other value as it is. */
const plain: Say = (value) => (isCalendarDay(String(value)) ? numericDay(String(value)) : String(value))
const yesNo =
  (yes: string, no: string): Say =>
  (value) =>
    value === true ? yes : no
const list: Say = (value) => (Array.isArray(value) ? value.join(', ') : String(value))
const stateNames = new Map(STATES.map(({ stateId, stateName }) => [stateId, stateName]))
const reasonNames = new Map(ACQUISITION_REASONS.map(({ id, text }) => [id as number, text]))
/** The highest level of each role type: `Vehículos: Generar reportes`. */
const roles: Say = (value) =>
  rolesOf(value as number[])
    .map(({ roleId, roleTypeId, description }) => {
      const type = ROLE_TYPES.find((each) => each.roleTypeId === roleTypeId)
      return roleId === 0 ? 'Cuenta principal' : `${type?.name ?? ''}: ${description}`
    })
    .join('; ')

/** The same for permissions by their names. */
const scopeWords: Say = (value, names) => {
  const ids = ROLES.filter(({ name }) => (value as string[]).includes(name)).map(({ roleId }) => roleId)
  return roles(highestIds(ids), names)
}
const newsNames: Say = (value) => (value as NewsType[]).map(newsName).join(', ')
const channelNumbers: Say = (value) => (value as number[]).map((id) => `número ${id}`).join(', ')
const eventWords: Say = (value) =>
  (value as string[])
    .map((each) => localText(WEBHOOK_EVENTS.find(({ event }) => event === each)?.name ?? each))
    .join(', ')

/** The number of a view's conditions; the full filters would fill the page. */
const definitionWords: Say = (value) => {
  const { columns, sortBy } = value as { columns: unknown[] | null; sortBy?: string }
  return `${columns ? `${columns.length} columnas` : 'Columnas de siempre'}${sortBy ? `, ordenada por ${sortBy}` : ''}`
}

type FieldValue = { name: string; type: number; required: boolean; pattern: string; expiry: boolean }
/** `Vigencia (Fecha, obligatorio, vencimiento)`. */
const fieldsWords: Say = (value) =>
  (value as FieldValue[])
    .map(({ name, type, required, pattern, expiry }) => {
      const traits = [required && 'obligatorio', expiry && 'vencimiento', pattern !== '-' && `expresión ${pattern}`]
      return `${name} (${[dataTypeName(type), ...traits.filter(Boolean)].join(', ')})`
    })
    .join('; ')
const REQUIRED: Readonly<Record<string, string>> = {
  none: 'A ningún vehículo',
  all: 'A todos los vehículos',
  tags: 'A los de unas etiquetas',
}

/** The value of a report's own filter: a text, or the number of values. */
const FILTER_PARTS: Readonly<Record<string, string>> = {
  taxName: 'RFC o NIT',
  lessor: 'Arrendadora',
  states: 'Estados',
  tags: 'Etiquetas',
}
const filterWords: Say = (value) =>
  Object.entries((value ?? {}) as Record<string, string | readonly unknown[]>)
    .map(([part, wanted]) => `${FILTER_PARTS[part] ?? part}: ${typeof wanted === 'string' ? wanted : wanted.length}`)
    .join(', ') || 'Ninguno'

const scopeKinds: Readonly<Record<string, (values: readonly unknown[]) => string>> = {
  states: (ids) => `Estados: ${ids.map((id) => stateNames.get(Number(id)) ?? id).join(', ')}`,
  tags: (ids) => `Etiquetas: ${ids.map((id) => `número ${id}`).join(', ')}`,
  holders: (values) => `RFC o NIT: ${values.join(', ')}`,
  lessors: (values) => `Arrendadoras: ${values.join(', ')}`,
}
const vehicleScope: Say = (value) =>
  Object.entries((value ?? {}) as Record<string, unknown[]>)
    .map(([kind, values]) => scopeKinds[kind]?.(values) ?? kind)
    .join('; ')

/** By column; the same words in both countries except for the holder's number. */
const vehicleFields = (isIdentity: boolean): Readonly<Record<string, Field>> =>
  Object.fromEntries(
    WRITABLE_FIELDS.filter(({ section }) => (section === 'identity') === isIdentity).map(({ field, title }) => [
      VEHICLE_COLUMNS[field],
      { label: field === 'taxIdentifier' ? 'RFC o NIT' : title },
    ]),
  )

const FIELDS: Readonly<Partial<Record<Kind, Readonly<Record<string, Field>>>>> = {
  user: {
    username: { label: 'Usuario' },
    profile: { label: 'Perfil' },
    active: { label: 'Status', say: yesNo('Activo', 'Inactivo') },
    first_name: { label: 'Nombre' },
    last_name: { label: 'Apellido' },
    custom_id: { label: 'ID' },
    email: { label: 'Email' },
    phone: { label: 'Teléfono' },
    role_ids: { label: 'Permisos propios', say: roles },
    vehicle_scope: { label: 'Vehículos que ve', say: vehicleScope },
    terms_version: { label: 'Términos aceptados, versión' },
    terms_at: { label: 'Términos aceptados, fecha', say: moment },
    terms_address: { label: 'Términos aceptados, dirección' },
    password_changed_at: { label: 'Contraseña cambiada', say: moment },
    second_factor: { label: 'Verificación en dos pasos', say: yesNo('Activa', 'Inactiva') },
    factor_application: { label: 'Aplicación de códigos', say: yesNo('Activa', 'Inactiva') },
    passkey: { label: 'Llave de acceso' },
    recovery_codes: { label: 'Códigos de recuperación' },
    company_identity: { label: 'Enlazado con el proveedor de identidad' },
    tags: { label: 'Etiquetas', say: list },
    invitation_sent: { label: 'Invitación enviada a' },
    recovery_sent: { label: 'Enlace para otra contraseña enviado a' },
    calendar_feed: { label: 'Dirección de calendario', say: (value) => (value === 'other' ? 'Otra' : 'Activa') },
  },
  profile: {
    preset_name: { label: 'Nombre' },
    role_ids: { label: 'Permisos', say: roles },
    requires_factor: { label: 'Pide la verificación en dos pasos', say: yesNo('Sí', 'No') },
  },
  tag: {
    tag_name: { label: 'Nombre' },
    tag_category_id: {
      label: 'Categoría',
      say: (value, { categories }) => categories.get(Number(value)) ?? `Categoría ${value} (eliminada)`,
    },
  },
  tag_category: {
    category_name: { label: 'Nombre' },
    color: { label: 'Color' },
  },
  company: {
    short_name: { label: 'Nombre corto' },
    company_name: { label: 'Empresa' },
    country: { label: 'País' },
    time_zone: { label: 'Zona horaria' },
    holder_document_type: { label: 'Documento usual de los titulares' },
    logo_url: { label: 'Logotipo' },
    suspended_at: { label: 'Suspendida desde', say: moment },
    erase_at: { label: 'Se borrará el', say: moment },
    admins_need_factor: {
      label: 'Pide la verificación en dos pasos a quienes administran usuarios',
      say: yesNo('Sí', 'No'),
    },
    exported: { label: 'Datos exportados' },
    moved: { label: 'Trasladada a' },
    provider_issuer: { label: 'Proveedor de identidad' },
    provider_client: { label: 'Cliente en el proveedor de identidad' },
    provider_secret: { label: 'Secreto del proveedor de identidad' },
    provider_domains: { label: 'Dominios de correo', say: list },
    provider_groups_claim: { label: 'Dato de los grupos' },
    provider_groups: { label: 'Perfiles por grupo', say: list },
    provider_links_by_mail: { label: 'Enlaza usuarios por su correo', say: yesNo('Sí', 'No') },
    provisioning_token: { label: 'Token de altas y bajas automáticas' },
    provisioning_profile: { label: 'Perfil de las altas automáticas' },
    provider_forced: { label: 'Entrada con la empresa obligatoria', say: yesNo('Sí', 'No') },
    capture_assignment: { label: 'Asignación de capturas', say: list },
    capture_intervals: { label: 'Vigencia de las capturas', say: list },
  },
  import: {
    vehicles: { label: 'Vehículos registrados' },
    vehicles_edited: { label: 'Vehículos editados' },
    vehicles_replaced: { label: 'Vehículos reemplazados' },
    vehicles_restored: { label: 'Vehículos devueltos a como estaban' },
    vehicles_kept: { label: 'Vehículos que se quedaron como están' },
  },
  view: {
    view_name: { label: 'Nombre' },
    shared: { label: 'Compartida', say: yesNo('Sí', 'No') },
    definition: { label: 'Filtros, columnas y orden', say: definitionWords },
  },
  check: {
    refreshed: { label: 'Se volvió a consultar', say: list },
    captured: { label: 'Captura manual' },
    seen_at: { label: 'Visto en la fuente', say: moment },
    files: { label: 'Archivos', say: list },
  },
  document: {
    document_name: { label: 'Nombre' },
    type: { label: 'Tipo de documento' },
    file: { label: 'Archivo' },
    removed_at: { label: 'Eliminado', say: moment },
  },
  document_type: {
    type_name: { label: 'Nombre' },
    required: { label: 'Se pide', say: (value) => REQUIRED[String(value)] ?? String(value) },
    tags: { label: 'Se pide a los de las etiquetas', say: list },
    exception: { label: 'Excepción' },
    fields: { label: 'Campos', say: fieldsWords },
  },
  report: {
    report_name: { label: 'Nombre' },
    kind: {
      label: 'Tipo de reporte',
      say: (value) => localText(REPORT_KINDS.find(({ kind }) => kind === value)?.name ?? String(value)),
    },
    mails: { label: 'Correos', say: list },
    channel_ids: { label: 'Canales', say: channelNumbers },
    frequency: {
      label: 'Frecuencia',
      say: (value) => FREQUENCIES.find(({ frequency }) => frequency === value)?.name ?? String(value),
    },
    send_day: { label: 'Día de envío' },
    send_hour: { label: 'Hora de envío', say: (value) => `${value}:00` },
    view_id: { label: 'Vista', say: (value) => `número ${value}` },
    filter: { label: 'Filtros', say: filterWords },
    empty_policy: {
      label: 'Sin novedades',
      say: (value) => EMPTY_POLICIES.find(({ policy }) => policy === value)?.name ?? String(value),
    },
    active: { label: 'Activo', say: yesNo('Sí', 'No') },
  },
  alert: {
    alert_name: { label: 'Nombre' },
    view_id: { label: 'Vista', say: (value) => `número ${value}` },
    measure: {
      label: 'Qué se mide',
      say: (value) => measureName(value as Measure),
    },
    threshold: {
      label: 'Umbral',
      say: (value, _, measure) => (measure === 'debt' ? moneyHere : numberText)(Number(value)),
    },
    mails: { label: 'Correos', say: list },
    channel_ids: { label: 'Canales', say: channelNumbers },
    active: { label: 'Activa', say: yesNo('Sí', 'No') },
    resent: { label: 'Correo reenviado a' },
  },
  mail_setting: {
    active: { label: 'Envíos programados', say: yesNo('Activos', 'En pausa') },
    tracking: { label: 'Reporte de seguimiento', say: yesNo('Activo', 'En pausa') },
    tracking_mails: { label: 'Correos del reporte de seguimiento', say: list },
    header: { label: 'Cuerpo' },
    footer: { label: 'Pie' },
    contact_footer: { label: 'Contacto' },
    from_email: { label: 'Correo para respuestas' },
    facebook: { label: 'Facebook' },
    twitter: { label: 'Twitter' },
    linkedin: { label: 'LinkedIn' },
    instagram: { label: 'Instagram' },
    logo: { label: 'Logotipo' },
  },
  token: {
    token_name: { label: 'Para qué' },
    scope: { label: 'Permisos', say: scopeWords },
    expires_at: { label: 'Vence', say: moment },
    revoked_at: { label: 'Revocado', say: moment },
  },
  service_account: {
    account_name: { label: 'Nombre' },
    role_ids: { label: 'Permisos', say: roles },
    addresses: { label: 'Direcciones permitidas', say: list },
    expires_at: { label: 'Vence', say: moment },
    secret_at: { label: 'Secreto cambiado', say: moment },
    former_until: { label: 'El secreto anterior sirve hasta', say: moment },
    revoked_at: { label: 'Revocada', say: moment },
  },
  webhook: {
    webhook_name: { label: 'Nombre' },
    url: { label: 'Dirección' },
    events: { label: 'Eventos', say: eventWords },
    active: { label: 'Activo', say: yesNo('Sí', 'No') },
    off_reason: { label: 'Por qué está en pausa' },
    secret_at: { label: 'Secreto cambiado', say: moment },
  },
  channel: {
    channel_name: { label: 'Nombre' },
    kind: { label: 'Tipo', say: (value) => CHANNEL_KINDS.find(({ kind }) => kind === value)?.name ?? String(value) },
    shown_address: { label: 'Dirección' },
    quiet_from: { label: 'Silencio desde' },
    quiet_to: { label: 'Silencio hasta' },
    events: { label: 'También recibe', say: newsNames },
    active: { label: 'Activo', say: yesNo('Sí', 'No') },
    off_reason: { label: 'Por qué está en pausa' },
    removed_at: { label: 'Eliminado', say: moment },
  },
  own_calendar: {
    kind: { label: 'Tipo', say: (value) => OWN_KINDS.find(({ kind }) => kind === value)?.name ?? String(value) },
    title: { label: 'Título' },
    state_ids: {
      label: 'Estados',
      say: (value) => (value as number[]).map((id) => stateNames.get(id) ?? id).join(', '),
    },
    digits: { label: 'Terminaciones de placa', say: list },
    spans: { label: 'Periodos', say: (value) => ownWindowsText(value as Parameters<typeof ownWindowsText>[0]) },
    note: { label: 'Nota' },
  },
  job: {
    description: { label: 'Qué' },
    recipients: { label: 'Correos', say: list },
    cancelled: { label: 'Cancelado', say: yesNo('Sí', 'No') },
    restored: { label: 'Vehículos recuperados' },
    resent: { label: 'Correo reenviado a' },
  },
  vehicle: {
    ...vehicleFields(true),
    state_id: { label: 'Estado', say: (value) => stateNames.get(Number(value)) ?? String(value) },
    asset_status_id: { label: 'Estatus', say: (value) => assetStatusText(Number(value)) },
    acquisition_reason_id: { label: 'Motivo de alta', say: (value) => reasonNames.get(Number(value)) ?? String(value) },
    replaced_by: {
      label: 'Reemplazado por',
      say: (value, { plates }) => plates.get(Number(value)) ?? `Vehículo ${value}`,
    },
    replacing: {
      label: 'En reemplazo de',
      say: (value, { plates }) => plates.get(Number(value)) ?? `Vehículo ${value}`,
    },
    ...vehicleFields(false),
    tags: { label: 'Etiquetas', say: list },
    import: { label: 'Registrado con el archivo' },
    assignment: { label: 'Pendiente asignado' },
  },
}

/** Columns whose changes are recorded, per kind; a test compares them with the database's triggers. @internal */
export const recordedColumns = (kind: Kind): string[] => Object.keys(FIELDS[kind] ?? {})

const inWords = (value: unknown, say: Say | undefined, names: Names, measure: unknown): string | null => {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return null
  return (say ?? plain)(value, names, measure)
}

export type Stored = Readonly<Record<string, readonly [unknown, unknown]>>

/** The changes by field, in the order of the table above. @param id the subject's */
export const changesInWords = (kind: Kind, id: number | null, stored: Stored, names: Names) => {
  const fields = FIELDS[kind] ?? {}
  const known = names.measures.get(id ?? 0)
  const [was, is] = stored.measure ?? [known, known]
  const order = Object.keys(fields)
  return Object.entries(stored)
    .toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b))
    .map(([column, [before, after]]) => {
      const { label = column, say } = fields[column] ?? {}
      return { field: label, before: inWords(before, say, names, was), after: inWords(after, say, names, is) }
    })
}
