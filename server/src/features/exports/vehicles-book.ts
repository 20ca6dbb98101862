// The workbook of a filter: the vehicles with the chosen columns, and a second sheet that says what was asked, by whom and
// when, and what its words mean.
import type { FleetQuery, VehicleRow } from '@padron/contract/catalogue'
import { fieldTitle, type SortField, VEHICLE_FIELDS } from '@padron/contract/vehicle-fields'
import type { Sheet } from '../../files/xlsx-writer.ts'
import { queryWords, type Said } from './asked-words.ts'
import type { CompanyFacts, Sort } from './fleet-rows.ts'
import { dayIn } from './report-cells.ts'
import { chosenColumns, type ReportColumn, reportColumns } from './report-columns.ts'

const MEANINGS: readonly Said[] = [
  ['Sin procesar', 'Ninguna fuente ha respondido todavía; no significa que no haya adeudo.'],
  ['No se sabe', 'Se preguntó y no hay una respuesta válida vigente; no significa que no haya adeudo.'],
  ['Dato antiguo', 'La última respuesta válida ya pasó de su vigencia; la fecha dice de cuándo es.'],
  ['Adeudo en blanco', 'No se sabe cuánto se debe; un cero solo se escribe cuando todas las fuentes lo confirman.'],
  ['Diferencias en blanco', 'Ningún registro ha respondido; un cero es un vehículo que coincide con el registro.'],
]

export type Asked = {
  query: FleetQuery
  sort: Sort
  columns?: readonly { key: string }[] | undefined
  withTags: boolean
  who: string
  /** When it was asked for, and as of when the vehicles are. */
  at: Date
  readAt: Date
}

const sortTitle = (field: SortField, columns: readonly ReportColumn[], { country }: CompanyFacts): string =>
  columns.find(({ key }) => key === field)?.title ??
  (VEHICLE_FIELDS.some((row) => row.field === field) ? fieldTitle(field as never, country) : field)

const moment = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at)

const askedRows = (
  { query, sort, who, at, readAt }: Asked,
  facts: CompanyFacts,
  total: number,
  tagNames: ReadonlyMap<number, string> | undefined,
): Said[] => {
  const words = queryWords(query, facts.country, tagNames)
  const by = sortTitle(sort.sortBy ?? 'plate', reportColumns(facts.country), facts)
  return [
    ['Empresa', facts.companyName],
    ['Pedido por', who],
    ['Pedido el', `${moment(at, facts.timeZone)} (${facts.timeZone})`],
    ['Datos al', moment(readAt, facts.timeZone)],
    ['Vehículos', total.toLocaleString('es-MX')],
    ['Orden', `${by}, ${sort.sortFilterOrder === 'desc' ? 'descendente' : 'ascendente'}`],
    ...(words.length > 0 ? words : [['Filtros', 'Ninguno: todos los vehículos'] as const]),
    ['', ''],
    ...MEANINGS,
  ]
}

/** @param tagNames undefined for whoever may not know them @param rows in order; read as they are written */
export const vehiclesBook = (
  asked: Asked,
  facts: CompanyFacts,
  total: number,
  tagNames: ReadonlyMap<number, string> | undefined,
  rows: AsyncIterable<VehicleRow>,
): Sheet[] => {
  const columns = chosenColumns(facts.country, asked.columns, asked.withTags)
  async function* cells() {
    for await (const row of rows) yield columns.map(({ value }) => value(row, facts))
  }
  return [
    { name: 'Vehículos', columns, rows: cells() },
    {
      name: 'Filtros',
      filter: false,
      columns: [
        { title: 'Qué', kind: 'text', width: 26 },
        { title: 'Valor', kind: 'text', width: 90 },
      ],
      rows: askedRows(asked, facts, total, tagNames),
    },
  ]
}

/** Without what a file's name may not hold anywhere. */
export const bookName = (
  companyName: string,
  at: Date,
  timeZone: string,
  what = 'Reporte de vehículos',
  type = 'xlsx',
): string => {
  const company = companyName
    .replace(/[\\/:*?"<>|\s]|\p{Cc}/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()
  return `${what} ${company.slice(0, 100)} ${dayIn(at.toISOString(), timeZone)}.${type}`
}
