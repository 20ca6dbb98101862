// The columns of the configuration workbook: one table for writing, reading and explaining it.
import { COUNTRIES, type Country } from '@padron/contract/places/countries'
import { REPORT_MAILS_AT_MOST, REPORT_NAME_MAX } from '@padron/contract/reports/rules'
import type { WorkbookColumn } from '@padron/contract/template/workbook-columns'
import { localText } from '@padron/contract/texts/local-text'

export const CONFIGURATION_SHEET = 'Reportes'

type Row = Pick<WorkbookColumn, 'field' | 'heading' | 'width' | 'note'> & Partial<WorkbookColumn>

const COLUMNS = [
  {
    field: 'reportId',
    heading: 'Clave',
    width: 9,
    note:
      'La que da Padrón a cada reporte. No la cambie; déjela vacía en los nuevos. Sin ella el reporte se busca ' +
      'por su nombre.',
  },
  {
    field: 'name',
    heading: 'Nombre',
    width: 30,
    required: true,
    example: 'Adeudos de la semana',
    note: `Va en el asunto del correo; hasta ${REPORT_NAME_MAX} caracteres. No se repite.`,
  },
  {
    field: 'kind',
    heading: 'Tipo de reporte',
    width: 18,
    required: true,
    list: 'kind',
    example: 'Adeudos',
    note: 'Qué se envía.',
  },
  {
    field: 'mails',
    heading: 'Correos',
    width: 44,
    required: true,
    example: 'ana@ejemplo.mx, luis@ejemplo.mx',
    note:
      `A quiénes se envía, separados por comas; hasta ${REPORT_MAILS_AT_MOST}. Puede ir en blanco en un reporte que ` +
      'ya va a un canal, que se elige en la pantalla.',
  },
  {
    field: 'frequency',
    heading: 'Frecuencia',
    width: 13,
    required: true,
    list: 'frequency',
    example: 'Semanal',
    note: 'Cada cuánto se envía.',
  },
  {
    field: 'sendDay',
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
    field: 'sendHour',
    heading: 'Hora de envío',
    width: 14,
    list: 'sendHour',
    example: '07:00',
    note: 'Hora en punto de la zona horaria de la empresa, de 00:00 a 23:00. En blanco: 07:00.',
  },
  {
    field: 'taxName',
    heading: 'RFC',
    width: 18,
    note: 'Solo los vehículos cuyo RFC contiene este texto.',
  },
  {
    field: 'lessor',
    heading: 'Arrendadora',
    width: 26,
    note: 'Solo los vehículos cuya arrendadora contiene este texto.',
  },
  {
    field: 'states',
    heading: 'Estados',
    width: 24,
    list: 'states',
    note: 'Solo los vehículos de estos lugares, separados por comas.',
  },
  {
    field: 'tags',
    heading: 'Etiquetas',
    width: 28,
    list: 'tags',
    note:
      'Solo los vehículos que tienen alguna de estas etiquetas, separadas por comas y con su categoría: ' +
      'Regiones: norte.',
  },
  {
    field: 'view',
    heading: 'Vista guardada',
    width: 28,
    list: 'view',
    note:
      'Una vista compartida; su filtro, orden y columnas son los del reporte. Con ella van en blanco las cuatro ' +
      'columnas anteriores.',
  },
  {
    field: 'emptyPolicy',
    heading: 'Si no hay nada que informar',
    width: 26,
    list: 'emptyPolicy',
    example: 'Enviar',
    note: 'En blanco: Enviar.',
  },
  {
    field: 'active',
    heading: 'Activo',
    width: 10,
    list: 'active',
    example: 'Sí',
    note: 'Sí o No. En blanco: Sí.',
  },
] as const satisfies readonly Row[]

export type ConfigurationField = (typeof COLUMNS)[number]['field']
export type ConfigurationList = Extract<(typeof COLUMNS)[number], { list: string }>['list']
export type ConfigurationColumn = WorkbookColumn<ConfigurationField> & { list?: ConfigurationList }

const headingIn = ({ field, heading }: (typeof COLUMNS)[number], country: Country): string => {
  if (field === 'taxName') return COUNTRIES[country].taxId
  return field === 'states' ? `${COUNTRIES[country].state}s` : heading
}

const noteIn = ({ field, note }: (typeof COLUMNS)[number], country: Country): string =>
  field === 'taxName' ? note.replace(COUNTRIES.MX.taxId, COUNTRIES[country].taxId) : note

export const configurationColumns = (country: Country): readonly ConfigurationColumn[] =>
  COLUMNS.map((column) => ({
    required: false,
    ...column,
    example: localText('example' in column ? column.example : '', country),
    heading: headingIn(column, country),
    note: noteIn(column, country),
  }))
