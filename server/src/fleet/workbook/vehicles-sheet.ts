// Two sheets of the fleet workbook: the vehicles with the chosen columns, and the last sheet, which describes the
// query, who requested it and when, and what the words mean.
import type { ChosenQuery } from '@padron/contract/catalogue/filter'
import { localMinute } from '@padron/contract/days'
import { COUNTRIES } from '@padron/contract/places/countries'
import { numberText } from '@padron/contract/texts/count-of'
import { numericMoment } from '@padron/contract/texts/day-texts'
import { localText } from '@padron/contract/texts/local-text'
import { type UnknownDebts, unknownWords } from '@padron/contract/texts/unknown-debts-text'
import { zoneName } from '@padron/contract/texts/zone-name'
import { fieldTitle, type SortField, VEHICLE_FIELDS } from '@padron/contract/vehicles/fields'
import type { Sheet } from '../../files/xlsx/write/writer.ts'
import type { Sort } from '../chunks.ts'
import type { CompanyFacts } from '../company.ts'
import { type Criterion, describeFilter } from '../describe-filter.ts'
import { type ReportColumn, reportColumns } from './columns.ts'
import type { ReportRow } from './rows.queries.ts'

const MEANINGS: readonly Criterion[] = [
  ['Sin procesar', 'Ninguna fuente ha respondido todavía; no significa que no haya adeudo.'],
  ['Sin dato', 'Se preguntó y no hay una respuesta válida vigente; no significa que no haya adeudo.'],
  ['Dato antiguo', 'La última respuesta válida ya pasó de su vigencia; la fecha dice de cuándo es.'],
  ['Adeudo en blanco', 'Se desconoce cuánto se debe; un cero solo se escribe cuando todas las fuentes lo confirman.'],
  ['Total en blanco', 'La fuente dice que hay un adeudo y no cuánto es: no está en ninguna suma.'],
  ['Línea vencida', 'Con esa línea ya no se puede pagar; el adeudo sigue. La fuente da otra al consultarla de nuevo.'],
  ['Diferencias en blanco', 'Ningún registro ha respondido; un cero es un vehículo que coincide con el registro.'],
]

export type WorkbookRequest = {
  query: ChosenQuery
  sort: Sort
  columns?: readonly { key: string }[] | undefined
  withTags: boolean
  /** Whether the workbook opens on the sheet of debts. */
  opensDebts?: boolean
  who: string
  /** When the workbook was requested, and the time of the vehicles' data. */
  at: Date
  readAt: Date
}

const sortTitle = (field: SortField, columns: readonly ReportColumn[], { country }: CompanyFacts): string =>
  columns.find(({ key }) => key === field)?.title ??
  (VEHICLE_FIELDS.some((row) => row.field === field) ? fieldTitle(field as never, country) : field)

const moment = (at: Date, timeZone: string): string =>
  `${numericMoment(localMinute(at, timeZone))} (${zoneName(timeZone)})`

const requestRows = (
  { query, sort, who, at, readAt }: WorkbookRequest,
  facts: CompanyFacts,
  total: number,
  tagNames: ReadonlyMap<number, string> | undefined,
  unknown: UnknownDebts,
): Criterion[] => {
  const words = describeFilter(query, facts.country, tagNames)
  const by = sortTitle(sort.sortBy ?? 'plate', reportColumns(facts.country), facts)
  return [
    ['Empresa', facts.companyName],
    ['Pedido por', who],
    ['Pedido el', moment(at, facts.timeZone)],
    ['Datos al', moment(readAt, facts.timeZone)],
    ['Vehículos', numberText(total)],
    ['Información que falta', `${unknownWords(unknown) ?? 'De todos los vehículos se sabe cuánto deben'}.`],
    ['Moneda', COUNTRIES[facts.country].currency],
    ['Orden', `${by}, ${sort.sortFilterOrder === 'desc' ? 'descendente' : 'ascendente'}`],
    ...(words.length > 0 ? words : [['Filtros', 'Ninguno: todos los vehículos'] as const]),
    ['', ''],
    ...MEANINGS.map(([title, words]): Criterion => [localText(title, facts.country), localText(words, facts.country)]),
  ]
}

/** @param rows in order; read while the sheet is written */
export const vehiclesSheet = (
  columns: readonly ReportColumn[],
  facts: CompanyFacts,
  rows: AsyncIterable<ReportRow>,
): Sheet => {
  async function* cells() {
    for await (const row of rows) yield columns.map(({ value }) => value(row, facts))
  }
  return { name: 'Vehículos', columns, rows: cells() }
}

/**
 * Written last.
 * @param tagNames undefined for a user who may not see them
 * @param unknown summed while the vehicles were written
 */
export const requestSheet = (
  request: WorkbookRequest,
  facts: CompanyFacts,
  total: number,
  tagNames: ReadonlyMap<number, string> | undefined,
  unknown: UnknownDebts,
): Sheet => {
  function* rows() {
    yield* requestRows(request, facts, total, tagNames, unknown)
  }
  return {
    name: 'Filtros',
    filter: false,
    columns: [
      { title: 'Qué', kind: 'text', width: 26 },
      { title: 'Valor', kind: 'text', width: 90 },
    ],
    rows: rows(),
  }
}
