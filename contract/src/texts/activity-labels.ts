// The words of the activity record: kinds, actions and origins. Separate from the calls, because the first page's
// bundle needs only these.

export const SUBJECTS = [
  { kind: 'vehicle', name: 'Vehículo' },
  { kind: 'user', name: 'Usuario' },
  { kind: 'profile', name: 'Perfil' },
  { kind: 'tag', name: 'Etiqueta' },
  { kind: 'tag_category', name: 'Categoría de etiquetas' },
  { kind: 'company', name: 'Empresa' },
  { kind: 'import', name: 'Carga de vehículos' },
  { kind: 'job', name: 'Trabajo' },
  { kind: 'view', name: 'Vista guardada' },
  { kind: 'check', name: 'Consulta' },
  { kind: 'document', name: 'Documento' },
  { kind: 'document_type', name: 'Tipo de documento' },
  { kind: 'report', name: 'Reporte programado' },
  { kind: 'alert', name: 'Alerta' },
  { kind: 'mail_setting', name: 'Ajustes de correo' },
  { kind: 'token', name: 'Token de acceso' },
  { kind: 'service_account', name: 'Cuenta de servicio' },
  { kind: 'webhook', name: 'Webhook' },
  { kind: 'channel', name: 'Canal' },
  { kind: 'own_calendar', name: 'Calendario propio' },
] as const
export type SubjectKind = (typeof SUBJECTS)[number]['kind']
export const SUBJECT_KINDS = SUBJECTS.map(({ kind }) => kind) as [SubjectKind, ...SubjectKind[]]

export const ACTIONS = { create: 'Alta', update: 'Cambio', delete: 'Eliminación' } as const
export type ActivityAction = keyof typeof ACTIONS
export const ACTION_NAMES = Object.keys(ACTIONS) as [ActivityAction, ...ActivityAction[]]

export const ORIGINS = { console: 'Consola', operator: 'Operador', system: 'Sistema' } as const
