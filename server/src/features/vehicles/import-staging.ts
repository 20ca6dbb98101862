// The import's waiting room: a temporary table that dies with its transaction, filled by COPY as rows are read.
import { pipeline } from 'node:stream/promises'
import { bareIdentifier } from '@padron/contract/assets'
import type { Country } from '@padron/contract/countries'
import {
  type CellNote,
  type Headings,
  matchHeadings,
  type NewVehicle,
  readVehicleRow,
  type VehicleCells,
} from '@padron/contract/vehicle-template'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { SheetRow } from '../../files/xlsx-reader.ts'
import { VEHICLE_COLUMNS } from './vehicle-columns.ts'

const FIELDS = Object.keys(VEHICLE_COLUMNS) as (keyof typeof VEHICLE_COLUMNS)[]
export const columnList = Object.values(VEHICLE_COLUMNS).join(', ')

// Made from the vehicle table itself, so that types and collations are the same and joins use its indexes.
const STAGE = `create temp table import_row on commit drop as
  select 0 as row_number, null::jsonb as tags, ${columnList} from vehicle with no data`

/** What is said of one cell; row 0 speaks of the whole file. */
export type RowNote = CellNote & { row: number }
export const NOTES_AT_MOST = 1_000

/** Keeps the first thousand notes and counts them all. */
export const notebook = () => {
  const kept: RowNote[] = []
  let count = 0
  const add = (row: number, notes: readonly CellNote[]) => {
    count += notes.length
    for (const note of notes) if (kept.length < NOTES_AT_MOST) kept.push({ row, ...note })
  }
  const alsoCount = (more: number) => {
    count += more
  }
  return { add, alsoCount, kept, count: () => count }
}
export type Notebook = ReturnType<typeof notebook>

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const cell = (value: string | number | null): string =>
  value === null ? '\\N' : String(value).replace(/[\\\t\n\r]/g, (char) => ESCAPES[char] ?? char)

const lineOf = (row: number, vehicle: Partial<NewVehicle>): string =>
  `${[row, JSON.stringify(vehicle.tags ?? []), ...FIELDS.map((field) => vehicle[field] ?? null)].map(cell).join('\t')}\n`

/** A refused row still takes part in the search for duplicates, so that one upload tells of every fault. */
const identifiersOf = (cells: VehicleCells): Partial<NewVehicle> => {
  const bare = (field: 'plate' | 'vin') => bareIdentifier(cells.get(field) ?? '').replace(/\0/g, '')
  return { ...(bare('plate') && { plate: bare('plate') }), ...(bare('vin') && { vin: bare('vin') }) }
}

const cellsOf = ({ fields }: Headings, { cells }: SheetRow): VehicleCells =>
  new Map(fields.flatMap((field, i) => (field ? [[field, cells[i] ?? ''] as const] : [])))

export type StagingOptions = {
  country: Country
  thisYear: number
  errors: Notebook
  warnings: Notebook
  /** Told now and then how many rows have been read. */
  onProgress?: ((rows: number) => void) | undefined
}

const LINES_A_PIECE = 200
const PROGRESS_EVERY = 1_000

async function* lines(
  rows: AsyncIterable<SheetRow>,
  { country, thisYear, errors, warnings, onProgress }: StagingOptions,
) {
  let headings: Headings | undefined
  let pending: string[] = []
  let count = 0
  for await (const row of rows) {
    if (!headings) {
      headings = matchHeadings(row.cells, country)
      errors.add(row.row, headings.errors)
      warnings.add(row.row, headings.warnings)
      if (headings.errors.length > 0) return
      continue
    }
    const cells = cellsOf(headings, row)
    const reading = readVehicleRow(cells, country, thisYear)
    errors.add(row.row, reading.errors)
    warnings.add(row.row, reading.warnings)
    pending.push(lineOf(row.row, reading.vehicle ?? identifiersOf(cells)))
    if (++count % PROGRESS_EVERY === 0) onProgress?.(count)
    if (pending.length < LINES_A_PIECE) continue
    yield pending.join('')
    pending = []
  }
  if (count === 0 && errors.count() === 0)
    errors.add(0, [{ column: '', message: 'La hoja no tiene vehículos debajo de los encabezados.' }])
  if (pending.length > 0) yield pending.join('')
}

/** Reads every row into `import_row`, noting what is wrong with each. @param client inside a transaction, not pipelined */
export const stageRows = async (
  client: pg.ClientBase,
  rows: AsyncIterable<SheetRow>,
  options: StagingOptions,
): Promise<void> => {
  await client.query(STAGE)
  await pipeline(
    lines(rows, options),
    client.query(copyFrom(`copy import_row (row_number, tags, ${columnList}) from stdin`)),
  )
  await client.query('analyze import_row')
}
