// The instructions sheet of the configuration workbook.
import type { Country } from '@padron/contract/places/countries'
import { EMPTY_POLICIES, FREQUENCIES, REPORTS_AT_MOST, reportKinds } from '@padron/contract/reports/rules'
import { type GuideRow, guideColumns, guideHeading, guideSteps } from '../../../files/form-workbook/guide.ts'
import { CONFIGURATION_SHEET, configurationColumns } from './columns.ts'

const STEPS = [
  `La hoja «${CONFIGURATION_SHEET}» trae los reportes programados de la empresa, uno por fila. Cambie, agregue o ` +
    `quite filas; caben ${REPORTS_AT_MOST}.`,
  'Al subirlo, la configuración queda como el archivo: el reporte cuya fila ya no está se elimina.',
  'Los encabezados no se cambian ni se quitan; las columnas pueden ir en otro orden.',
  'Si algo no está bien no se escribe nada, y recibe su archivo con las celdas marcadas.',
  'Guarde el archivo como .xlsx y súbalo en la pantalla Reportes programados.',
] as const

const head = (...cells: string[]): GuideRow => ({ look: 'tableHead', cells })
const line = (name: string, help: string): GuideRow => ({ look: 'table', cells: [name, '', help] })

export const configurationGuide = (country: Country): GuideRow[] => [
  { look: 'title', cells: ['Configuración de reportes programados'] },
  ...guideSteps(STEPS),
  ...guideColumns(configurationColumns(country)),
  guideHeading('Qué se envía'),
  head('Tipo de reporte', '', 'Contenido'),
  ...reportKinds().map(({ name, help }) => line(name, help)),
  guideHeading('Cada cuánto'),
  head('Frecuencia', '', 'Cuándo'),
  ...FREQUENCIES.map(({ name, help }) => line(name, help)),
  guideHeading('Si no hay nada que informar'),
  head('Opción', '', 'Efecto'),
  ...EMPTY_POLICIES.map(({ name, help }) => line(name, help)),
]
