// What only the whole file and the fleet can tell: the same plate, VIN or identifier twice in the file, or already on an
// active vehicle of the company. Set-based: one query a rule, whatever the number of rows.
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { NOTES_AT_MOST, type Notebook } from './import-staging.ts'

type Rule = {
  column: string
  heading: string
  twice: (value: string, first: number) => string
  taken: (value: string) => string
}

const RULES: readonly Rule[] = [
  {
    column: 'plate',
    heading: 'Placa',
    twice: (plate, first) => `La placa ${plate} ya está en la fila ${first}.`,
    taken: (plate) => `La placa ${plate} ya es de un vehículo activo de su flotilla.`,
  },
  {
    column: 'vin',
    heading: 'VIN',
    twice: (vin, first) => `El VIN ${vin} ya está en la fila ${first}.`,
    taken: (vin) => `El VIN ${vin} ya es de un vehículo activo de su flotilla.`,
  },
  {
    column: 'custom_id',
    heading: 'Identificador',
    twice: (id, first) => `El identificador ${id} ya está en la fila ${first}.`,
    taken: (id) => `El identificador ${id} ya es de un vehículo activo de su flotilla.`,
  },
]

type Found = { row_number: number; value: string; first_row: number | null; total: number }

const found = (column: RawBuilder<unknown>) => sql<Found>`
  select row_number, value, first_row, count(*) over ()::int as total
  from (
    select r.row_number, r.${column} as value, f.first_row
    from (select ${column}, min(row_number) as first_row from import_row group by ${column} having count(*) > 1) f
    join import_row r using (${column})
    where r.row_number <> f.first_row
    union all
    select r.row_number, r.${column}, null
    from import_row r join vehicle v on v.${column} = r.${column} and v.asset_status_id = 1
  ) found
  order by 1 limit ${NOTES_AT_MOST}`

export const findDuplicates = async (tx: Tx, errors: Notebook): Promise<void> => {
  for (const { column, heading, twice, taken } of RULES) {
    const { rows } = await found(sql.ref(column)).execute(tx)
    for (const { row_number, value, first_row } of rows) {
      errors.add(row_number, [
        { column: heading, message: first_row === null ? taken(value) : twice(value, first_row) },
      ])
    }
    errors.alsoCount((rows[0]?.total ?? 0) - rows.length)
  }
}
