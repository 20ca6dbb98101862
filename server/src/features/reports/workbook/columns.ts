// The columns of the configuration workbook: one table for writing, reading and explaining it.
import { COUNTRIES, type Country } from '@padron/contract/countries'
import { REPORT_MAILS_AT_MOST, REPORT_NAME_MAX } from '@padron/contract/report-rules'

export const CONFIGURATION_SHEET = 'Reportes'

const COLUMNS = [
  {
    key: 'reportId',
    heading: 'Clave',
    width: 9,
    required: false,
    list: undefined,
    example: '',
    note:
      'La que da Padrón a cada reporte. No la cambie; déjela vacía en los nuevos. Sin ella el reporte se busca ' +
      'por su nombre.',
  },
  {
    key: 'name',
    heading: 'Nombre',
    width: 30,
    required: true,
    list: undefined,
    example: 'Adeudos de la semana',
    note: `Va en el asunto del correo; hasta ${REPORT_NAME_MAX} caracteres. No se repite.`,
  },
  {
    key: 'kind',
    heading: 'Tipo de reporte',
    width: 18,
    required: true,
    list: 'kind',
    example: 'Adeudos',
    note: 'Qué se envía.',
  },
  {
    key: 'mails',
    heading: 'Correos',
    width: 44,
    required: true,
    list: undefined,
    example: 'ana@ejemplo.mx, luis@ejemplo.mx',
    note: `A quiénes se envía, separados por comas; hasta ${REPORT_MAILS_AT_MOST}.`,
  },
  {
    key: 'frequency',
    heading: 'Frecuencia',
    width: 13,
    required: true,
    list: 'frequency',
    example: 'Semanal',
    note: 'Cada cuánto se envía.',
  },
  {
    key: 'sendDay',
    heading: 'Día de envío',
    width: 14,
    required: true,
    list: 'sendDay',
    example: 'Lunes',
    note:
      'Semanal y quincenal: el día de la semana. Mensual: un número del 1 al 31, o Último; donde el mes es más ' +
      'corto, su último día.',
  },
  {
    key: 'sendHour',
    heading: 'Hora de envío',
    width: 14,
    required: false,
    list: 'sendHour',
    example: '07:00',
    note: 'Hora en punto de la zona horaria de la empresa, de 00:00 a 23:00. En blanco: 07:00.',
  },
  {
    key: 'taxName',
    heading: 'RFC',
    width: 18,
    required: false,
    list: undefined,
    example: '',
    note: 'Solo los vehículos cuyo RFC contiene este texto.',
  },
  {
    key: 'lessor',
    heading: 'Arrendadora',
    width: 26,
    required: false,
    list: undefined,
    example: '',
    note: 'Solo los vehículos cuya arrendadora contiene este texto.',
  },
  {
    key: 'states',
    heading: 'Estados',
    width: 24,
    required: false,
    list: 'states',
    example: '',
    note: 'Solo los vehículos de estos lugares, separados por comas.',
  },
  {
    key: 'tags',
    heading: 'Etiquetas',
    width: 28,
    required: false,
    list: 'tags',
    example: '',
    note:
      'Solo los vehículos que tienen alguna de estas etiquetas, separadas por comas y con su categoría: ' +
      'Regiones: norte.',
  },
  {
    key: 'view',
    heading: 'Vista guardada',
    width: 28,
    required: false,
    list: 'view',
    example: '',
    note:
      'Una vista compartida; su filtro, orden y columnas son los del reporte. Con ella van en blanco las cuatro ' +
      'columnas anteriores.',
  },
  {
    key: 'emptyPolicy',
    heading: 'Si no hay nada que informar',
    width: 26,
    required: false,
    list: 'emptyPolicy',
    example: 'Enviar',
    note: 'En blanco: Enviar.',
  },
  {
    key: 'active',
    heading: 'Activo',
    width: 10,
    required: false,
    list: 'active',
    example: 'Sí',
    note: 'Sí o No. En blanco: Sí.',
  },
] as const

export type ConfigurationKey = (typeof COLUMNS)[number]['key']
export type ConfigurationList = Exclude<(typeof COLUMNS)[number]['list'], undefined>
export type ConfigurationColumn = {
  key: ConfigurationKey
  heading: string
  width: number
  required: boolean
  list: ConfigurationList | undefined
  example: string
  note: string
}

const headingIn = ({ key, heading }: (typeof COLUMNS)[number], country: Country): string => {
  if (key === 'taxName') return COUNTRIES[country].taxId
  return key === 'states' ? `${COUNTRIES[country].state}s` : heading
}

const noteIn = ({ key, note }: (typeof COLUMNS)[number], country: Country): string =>
  key === 'taxName' ? note.replace(COUNTRIES.MX.taxId, COUNTRIES[country].taxId) : note

export const configurationColumns = (country: Country): readonly ConfigurationColumn[] =>
  COLUMNS.map((column) => ({ ...column, heading: headingIn(column, country), note: noteIn(column, country) }))
