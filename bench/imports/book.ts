// The workbooks of the imports' benchmark, the same at every run: every column of the registration template filled,
// unique plates and VINs with valid check digits, six states, eight tags. Some rows can have an error, each in one
// cell.
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { rfcCheckDigit } from '@padron/contract/rules/tax-ids'
import { type TemplateField, templateColumns } from '@padron/contract/template/columns'
import { TEMPLATE_SHEET } from '@padron/contract/template/vehicle-template'
import { PLATE_LETTERS } from '@padron/contract/vehicles/plates'
import { vinCheckDigit, vinYearCode } from '@padron/contract/vehicles/vin'
import { type Cell, type CellKind, type SheetColumn, writeWorkbook } from '@padron/server/files/xlsx/write/writer'

const COLUMNS = templateColumns('add', 'MX', new Date().getUTCFullYear())
export const COLUMN_COUNT = COLUMNS.length
/** The number of rows, and of rows with an error. */
export type BookSize = { rows: number; wrong?: number }

const KINDS: Partial<Record<TemplateField, CellKind>> = {
  year: 'number',
  doors: 'number',
  plateDate: 'day',
  registrationDate: 'day',
}

const letterAt = (n: number): string => PLATE_LETTERS[n % PLATE_LETTERS.length] ?? 'A'
const digits = (n: number, places: number): string => String(n).padStart(places, '0').slice(-places)
const pick = (i: number, ...values: string[]): string => values[i % values.length] ?? ''
const yearOf = (i: number): number => 2011 + (i % 14)
const day = (i: number): Date => new Date(Date.UTC(2012, i % 12, 1 + (i % 28)))

const MAKERS = [
  ['3N1', 'NISSAN', 'VERSA'],
  ['3G1', 'CHEVROLET', 'AVEO'],
  ['3WK', 'KENWORTH', 'T680'],
  ['3TM', 'TOYOTA', 'HILUX'],
  ['3KP', 'KIA', 'K3'],
  ['3VW', 'VOLKSWAGEN', 'VENTO'],
] as const
const makerOf = (i: number) => MAKERS[i % MAKERS.length] ?? MAKERS[0]

/** A plate format that belongs to no state. */
const plateOf = (i: number): string => {
  const thousand = Math.floor(i / 1000)
  return `${letterAt(thousand)}${digits(i, 3)}${letterAt(Math.floor(thousand / PLATE_LETTERS.length))}${letterAt(i)}`
}
const vinOf = (i: number): string => {
  const [head, rest] = [`${makerOf(i)[0]}CN8AE`, `${vinYearCode(yearOf(i))}L${digits(i, 6)}`]
  return head + vinCheckDigit(`${head}0${rest}`) + rest
}
const rfcOf = (i: number): string => {
  const head = `TRA${digits(10 + (i % 12), 2)}0${1 + (i % 9)}1${i % 9}A${i % 10}`
  return head + rfcCheckDigit(head)
}
const tagsOf = (i: number): string =>
  [
    `Zona: ${pick(i, 'norte', 'sur', 'centro')}`,
    `Uso: ${pick(i, 'reparto', 'utilitario', 'carga', 'directivo', 'taller')}`,
  ]
    .slice(0, 1 + (i % 2))
    .join(', ')

const CELLS: Readonly<Partial<Record<TemplateField, (i: number) => Cell>>> = {
  plate: plateOf,
  vin: vinOf,
  customId: (i) => `ECO-${digits(i, 6)}`,
  stateId: (i) => pick(i, 'Nuevo León', 'Coahuila', 'Ciudad de México', 'Jalisco', 'Puebla', 'Querétaro'),
  taxIdentifier: rfcOf,
  rfcName: (i) => `TRANSPORTES EJEMPLO ${i % 40} SA DE CV`,
  lessorName: (i) => `ARRENDADORA FICTICIA ${i % 12}`,
  brandName: (i) => makerOf(i)[1],
  modelName: (i) => `${makerOf(i)[2]} ${i % 9}`,
  year: yearOf,
  version: (i) => pick(i, 'SENSE', 'ADVANCE', 'EXCLUSIVE', 'LT', 'PLATINUM'),
  class: (i) => pick(i, 'AUTOMOVIL', 'CAMION', 'CAMIONETA', 'TRACTOCAMION'),
  type: (i) => pick(i, 'SEDAN', 'PICK UP', 'CAJA SECA', 'VAN', 'PLATAFORMA'),
  engineNumber: (i) => `HR16${digits(i * 7919, 9)}`,
  ownerName: (i) => `PERSONA FICTICIA MUÑOZ ${i % 5000}`,
  vehicleColor: (i) => pick(i, 'BLANCO', 'GRIS', 'ROJO', 'NEGRO', 'AZUL', 'PLATA', 'CAFÉ'),
  doors: (i) => 2 + (i % 4),
  country: (i) => pick(i, 'MÉXICO', 'JAPÓN', 'ESTADOS UNIDOS', 'COREA'),
  variation: (i) => `V${i % 300}`,
  cilinders: (i) => String(3 + (i % 6)),
  axes: (i) => String(2 + (i % 5)),
  assemblyPlace: (i) => pick(i, 'AGUASCALIENTES', 'CIVAC', 'SAN LUIS POTOSÍ', 'SALTILLO'),
  observations: (i) =>
    `Entregada al operador ${i % 9000}, llanta de refacción y gato en la caja; revisar en ${i % 365} días`,
  plateDate: day,
  plateEntity: (i) => pick(i, 'NUEVO LEÓN', 'JALISCO', 'CDMX', 'PUEBLA', 'YUCATÁN'),
  registrationDate: (i) => day(i * 7),
  registrationInstitution: (i) => pick(i, 'ICV', 'SEMOV', 'SMYT', 'Secretaría de Finanzas'),
  registrationSheet: (i) => `F${digits(i * 31, 8)}`,
  supplementaryData: (i) => `Póliza ${digits(i * 17, 7)}`,
  tags: tagsOf,
  acquisitionReasonId: () => 'Expansión',
}
const WRONG: readonly (readonly [field: TemplateField, value: (i: number) => Cell])[] = [
  ['stateId', () => 'Nuevo Leno'],
  ['vin', (i) => vinOf(i).slice(0, 12)],
  ['plate', () => ''],
  ['year', () => 1890],
  ['plate', (i) => plateOf(i + 1)], // the next row has the same plate
]

function* rowsOf({ rows, wrong = 0 }: BookSize): Generator<Cell[]> {
  const every = wrong > 0 ? Math.floor(rows / wrong) : 0
  for (let i = 0; i < rows; i++) {
    const bad = every > 0 && i % every === 1 ? WRONG[Math.floor(i / every) % WRONG.length] : undefined
    yield COLUMNS.map(({ field }) => (bad?.[0] === field ? bad[1](i) : (CELLS[field]?.(i) ?? null)))
  }
}

const columnOf = (title: string, kind: CellKind = 'text'): SheetColumn => ({ title, kind, width: 18 })

/** Writes a registration workbook. */
export const writeBook = async (path: string, size: BookSize): Promise<void> => {
  const into = createWriteStream(path)
  const columns = COLUMNS.map(({ field, heading }) => columnOf(heading, KINDS[field]))
  await writeWorkbook(into, [{ name: TEMPLATE_SHEET, columns, rows: rowsOf(size) }])
  await finished(into)
}

/** Writes a workbook with these texts; the first row has the headings. */
export const writeTexts = async (
  path: string,
  [headings = [], ...rows]: readonly (readonly string[])[],
): Promise<void> => {
  const into = createWriteStream(path)
  await writeWorkbook(into, [{ name: TEMPLATE_SHEET, columns: headings.map((title) => columnOf(title)), rows }])
  await finished(into)
}
