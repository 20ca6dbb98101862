// The columns of the three workbooks, based on the table of `vehicle-template.ts`: what each kind adds, leaves out,
// requires or names differently. Templates, readers, screens and instructions loop over these.
import type { z } from 'zod/mini'
import type { Country } from '../places/countries.ts'
import { localText } from '../texts/local-text.ts'
import { fieldTitle, VEHICLE_FIELDS, type VehicleFieldName } from '../vehicles/fields.ts'
import type { TagName } from '../vehicles/tag-list.ts'
import type { TemplateKind } from './kinds.ts'
import {
  idCell,
  identifierCell,
  keyCell,
  REACTIVATE,
  REPLACEMENT_WORDS,
  replacementReasonCell,
  rowVersionCell,
  statusCell,
  statusWords,
} from './rules.ts'
import { type NewVehicle, type VehicleField, vehicleColumns } from './vehicle-template.ts'
import type { CellFault, WorkbookColumn } from './workbook-columns.ts'

type OwnField =
  | 'vehicleAssetId'
  | 'assetStatusId'
  | 'rowVersion'
  | 'currentPlate'
  | 'currentVin'
  | 'replacementReasonId'
export type TemplateField = VehicleField | OwnField
/** A message about one cell: its field, if any, and its column's heading. */
export type CellNote = CellFault<TemplateField> & { column: string }
export type TemplateList = 'state' | 'status' | 'acquisitionReason' | 'replacementReason' | 'tag' | 'brand'

/** The stored values by field; null if the row leaves or makes it empty. */
export type TemplateValues = { [F in Exclude<VehicleField, 'tags'>]: NewVehicle[F] | null } & {
  tags: TagName[] | null
  vehicleAssetId: number
  assetStatusId: number
  /** The cell has «Reactivar»: `assetStatusId` is then 1. */
  reactivate: true
  rowVersion: number
  currentPlate: string
  currentVin: string
  replacementReasonId: number
}

/** `edit` requires no column except one that identifies the vehicle. */
export type TemplateColumn = WorkbookColumn<TemplateField> & {
  /** Converts a cell's text to the stored value. */
  rule: z.ZodMiniType<unknown, string>
  list?: TemplateList
  /** Its cells are formatted as text, so that spreadsheets neither drop zeros nor convert VINs to numbers. */
  text: boolean
  hidden?: true
}

/** The fields that identify a row's vehicle; the first given one counts. */
export const KEY_FIELDS: Readonly<Record<TemplateKind, readonly TemplateField[]>> = {
  add: [],
  edit: ['vehicleAssetId', 'vin', 'plate'],
  replace: ['vehicleAssetId', 'currentVin', 'currentPlate'],
}
/** The last of the identifying columns: the sheet is frozen up to it. */
export const LAST_NAMING: Readonly<Record<TemplateKind, TemplateField>> = {
  add: 'vin',
  edit: 'vin',
  replace: 'currentVin',
}
/** The fields that the new vehicle copies from the replaced one if their cell is blank. */
export const COPIED_FIELDS: ReadonlySet<TemplateField> = new Set([
  'stateId',
  'taxIdentifier',
  'rfcName',
  'lessorName',
  'tags',
])

const LISTS: Partial<Record<TemplateField, TemplateList>> = {
  stateId: 'state',
  assetStatusId: 'status',
  acquisitionReasonId: 'acquisitionReason',
  replacementReasonId: 'replacementReason',
  tags: 'tag',
  brandName: 'brand',
}
const PLAIN: ReadonlySet<TemplateField> = new Set([
  'year',
  'doors',
  'plateDate',
  'registrationDate',
  'vehicleAssetId',
  'rowVersion',
])
const WIDTHS: Partial<Record<TemplateField, number>> = {
  vehicleAssetId: 12,
  plate: 14,
  currentPlate: 14,
  vin: 22,
  currentVin: 22,
  year: 10,
  doors: 10,
  rfcName: 36,
  lessorName: 30,
  ownerName: 30,
  observations: 40,
  supplementaryData: 40,
  tags: 36,
  replacementReasonId: 22,
}
const USUAL_WIDTH = 18

type Bare = Pick<TemplateColumn, 'field' | 'heading' | 'required' | 'rule' | 'example' | 'note' | 'hidden'>

const whole = (column: Bare): TemplateColumn => {
  const list = LISTS[column.field]
  return {
    ...column,
    ...(list && { list }),
    text: !PLAIN.has(column.field),
    width: Math.max(WIDTHS[column.field] ?? USUAL_WIDTH, column.heading.length + 4),
  }
}

const mostOf = (field: VehicleField): string => {
  const found = VEHICLE_FIELDS.find((row) => row.field === field)
  return found && 'max' in found ? `Máximo ${found.max} caracteres.` : ''
}
// their length follows from their format
const LENGTH_IN_NOTE: ReadonlySet<VehicleField> = new Set(['plate', 'vin', 'taxIdentifier'])
const noteOf = (field: VehicleField, note: string): string =>
  LENGTH_IN_NOTE.has(field) ? note : [note, mostOf(field)].filter(Boolean).join(' ')

const titled = new Set<string>(VEHICLE_FIELDS.map(({ field }) => field))
const isTitled = (field: string): field is VehicleFieldName => titled.has(field)
const NEW_HEADINGS: Partial<Record<VehicleField, string>> = { plate: 'Placa nueva', vin: 'VIN nuevo' }
const REQUIRED: Readonly<Record<TemplateKind, ReadonlySet<TemplateField>>> = {
  add: new Set(['plate', 'vin', 'stateId']),
  edit: new Set(),
  replace: new Set(['plate', 'vin', 'replacementReasonId']),
}
const COPIED_NOTE = 'En blanco se toma el dato del vehículo reemplazado.'

/** The vehicle columns, which every kind has. */
const vehicleOf = (kind: TemplateKind, country: Country, thisYear: number): Bare[] =>
  vehicleColumns(country, thisYear)
    .filter(({ field }) => kind === 'add' || field !== 'acquisitionReasonId')
    .map(({ field, heading, rule, example, note }) => ({
      field,
      heading: (kind === 'replace' && NEW_HEADINGS[field]) || (isTitled(field) ? fieldTitle(field, country) : heading),
      required: REQUIRED[kind].has(field),
      rule: field === 'plate' || field === 'vin' ? identifierCell(field, kind, country) : rule,
      example,
      note: `${noteOf(field, note)}${kind === 'replace' && COPIED_FIELDS.has(field) ? ` ${COPIED_NOTE}` : ''}`.trim(),
    }))

const ID_NOTE = 'La llena la plantilla: no la cambie.'
const WITHOUT_ID = 'Solo hace falta si la columna «ID» está en blanco.'

const BEFORE: Readonly<Record<TemplateKind, readonly Bare[]>> = {
  add: [],
  edit: [
    {
      field: 'vehicleAssetId',
      heading: 'ID',
      required: false,
      rule: idCell,
      example: '1024',
      note: `${ID_NOTE} Sin ella el vehículo se busca por VIN, o por placa.`,
    },
    {
      field: 'assetStatusId',
      heading: 'Estatus',
      required: false,
      rule: statusCell,
      example: 'En taller',
      note: `${statusWords('MX').join(', ')}. Solo «${REACTIVATE}» reactiva un vehículo dado de baja.`,
    },
  ],
  replace: [
    {
      field: 'vehicleAssetId',
      heading: 'ID',
      required: false,
      rule: idCell,
      example: '1024',
      note: `${ID_NOTE} Dice qué vehículo se va.`,
    },
    {
      field: 'currentPlate',
      heading: 'Placa actual',
      required: false,
      rule: keyCell('Placa actual'),
      example: 'RKA123B',
      note: `Del vehículo que se va. ${WITHOUT_ID}`,
    },
    {
      field: 'currentVin',
      heading: 'VIN actual',
      required: false,
      rule: keyCell('VIN actual'),
      example: '3N1CN8AE1RL000101',
      note: `Del vehículo que se va. ${WITHOUT_ID}`,
    },
    {
      field: 'replacementReasonId',
      heading: 'Motivo del reemplazo',
      required: true,
      rule: replacementReasonCell,
      example: 'Vendido',
      note: `${REPLACEMENT_WORDS.join(', ')}.`,
    },
  ],
}
const AFTER: Readonly<Record<TemplateKind, readonly Bare[]>> = {
  add: [],
  // Not «Versión», which is the vehicle's own field.
  edit: [
    {
      field: 'rowVersion',
      heading: 'Versión del registro',
      required: false,
      rule: rowVersionCell,
      example: '3',
      note: 'La llena la plantilla: dice si el vehículo cambió desde que se descargó.',
      hidden: true,
    },
  ],
  replace: [],
}

const made = new Map<string, readonly TemplateColumn[]>()

/** @param thisYear the current year, from the caller's clock: the newest model year accepted follows from it */
export const templateColumns = (kind: TemplateKind, country: Country, thisYear: number): readonly TemplateColumn[] => {
  const key = `${kind}${country}${thisYear}`
  const columns =
    made.get(key) ??
    [...BEFORE[kind], ...vehicleOf(kind, country, thisYear), ...AFTER[kind]].map((column) =>
      whole({ ...column, note: localText(column.note, country) }),
    )
  made.set(key, columns)
  return columns
}
