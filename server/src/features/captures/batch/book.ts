// Writes the workbook of captures: the work list by vehicle and portal, with how it is filled in.
import type { Writable } from 'node:stream'
import { CAPTURE_FILES_AT_MOST, type WorkList } from '@padron/contract/captures'
import {
  BOOK_ROWS_AT_MOST,
  BOOK_SHEET,
  BOOK_STATEMENTS_AT_MOST,
  type BookColumn,
  bookColumns,
  PROOFS_AT_MOST,
  PROOFS_ZIP_BYTES,
} from '@padron/contract/captures/book'
import { STATEMENT_TYPES } from '@padron/contract/captures/statement'
import type { Country } from '@padron/contract/places/countries'
import { stateName } from '@padron/contract/places/states'
import { numberText } from '@padron/contract/texts/count-of'
import { localText } from '@padron/contract/texts/local-text'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { type GuideRow, guideColumns, guideSteps, guideText } from '../../../files/form-workbook/guide.ts'
import { writeFormWorkbook } from '../../../files/form-workbook/write.ts'
import { inputWords } from '../captures.queries.ts'
import { findWorkList, fromList, type WorkListFilter } from '../work-lists.ts'

export type BookRow = Readonly<Record<string, string>>
type Found = {
  plate: string
  vin: string
  stateId: number
  portal: string
  link: string | null
  inputs: string[][]
}

/** The list's vehicles and portals that can be captured as a statement, in the list's order, and one more than fits. */
export const bookRows = async (
  tx: Tx,
  tenantId: number,
  country: Country,
  filter: WorkListFilter & { list: WorkList },
  at: Date,
): Promise<BookRow[]> => {
  const { list } = filter
  const { order } = findWorkList(list, at)
  const { rows } = await sql<Found>`
    with f as materialized (
      select f.vehicle_id, f.resource_id, row_number() over (order by ${order}) as place
      ${fromList(tenantId, country, { list, narrow: filter, at })})
    select v.plate, v.vin, v.state_id as "stateId", p.portal_name as portal, p.portal_url as link,
      jsonb_agg(distinct r.inputs) as inputs
    from f
    join vehicle v on v.tenant_id = ${tenantId} and v.vehicle_id = f.vehicle_id and v.asset_status_id = 1
    join resource r on r.resource_id = f.resource_id and r.purpose = 'status'
      and r.resource_type_id = any(${STATEMENT_TYPES}::int[])
    join portal p on p.portal_key = r.portal_key
    group by v.vehicle_id, v.plate, v.vin, v.state_id, p.portal_key, p.portal_name, p.portal_url
    order by min(f.place)
    limit ${BOOK_STATEMENTS_AT_MOST + 1}`.execute(tx)
  return rows.map(({ plate, vin, stateId, portal, link, inputs }) => ({
    plate,
    vin,
    state: stateName(stateId),
    portal,
    link: link ?? '',
    inputs: [...new Set(inputs.flat())].map((input) => inputWords(input, country)).join(', '),
  }))
}

const guideRows = (columns: readonly BookColumn[], country: Country): GuideRow[] => [
  { look: 'title', cells: ['Captura en bloque'] },
  ...guideSteps([
    `En la hoja «${BOOK_SHEET}» hay una fila por vehículo y portal. ` +
      'Abra la dirección del portal y escriba lo que dice.',
    localText(
      'Por cada tipo escriba «Sin adeudo», o su concepto y su total. Un tipo en blanco no se guarda, salvo que en ' +
        '«Los demás tipos» diga «Sin adeudo».',
      country,
    ),
    localText('Si un tipo tiene más de un adeudo, copie la fila y escriba cada adeudo en una.', country),
    'Guarde la prueba de cada vehículo con su placa por nombre: ABC1234.pdf. También puede ser PNG o JPEG.',
    `Varias pruebas de una placa llevan un número: ABC1234-2.pdf; hasta ${CAPTURE_FILES_AT_MOST} por placa. ` +
      'Las pruebas de una placa lo son de todas sus filas.',
    'Junte las pruebas en un ZIP y envíelo con el archivo. Antes de guardar nada verá los errores por celda.',
  ]),
  guideText('Las filas en las que no escribió nada no se toman en cuenta.'),
  guideText(
    `Como máximo ${numberText(BOOK_ROWS_AT_MOST)} filas, ${numberText(PROOFS_AT_MOST)} pruebas y ` +
      `${PROOFS_ZIP_BYTES / 1_048_576} MB de ZIP.`,
  ),
  ...guideColumns(columns),
]

const KINDS = { text: 'text', amount: 'money', day: 'dayMonthYear' } as const

export const writeBook = (into: Writable, country: Country, rows: readonly BookRow[]): Promise<void> => {
  const columns = bookColumns(country)
  return writeFormWorkbook(into, {
    sheetName: BOOK_SHEET,
    columns: columns.map((column) => ({ ...column, kind: KINDS[column.kind] })),
    frozenColumns: 1,
    rows: rows.map((row) => columns.map(({ field }) => row[field] || null)),
    dropDownRows: (written) => Math.max(written * 2, written + 1_000),
    guide: guideRows(columns, country),
  })
}
