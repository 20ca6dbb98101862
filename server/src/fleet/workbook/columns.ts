// The columns that a workbook can have: ONE table, with the keys of the console's columns. Chosen columns that it does
// not have, or that do not exist in the country, are left out.
import { acquisitionReasonText, assetStatusText } from '@padron/contract/assets'
import { COUNTRIES, type Country } from '@padron/contract/places/countries'
import { RESOURCE_TYPES, type StatusColumn, typeName } from '@padron/contract/resources'
import { localText } from '@padron/contract/texts/local-text'
import { fieldTitle, VEHICLE_FIELDS, type VehicleFieldRow } from '@padron/contract/vehicles/fields'
import { wallClock } from '../../files/wall-clock.ts'
import type { Cell, SheetColumn } from '../../files/xlsx/write/writer.ts'
import { rowDebtCells, statusWords } from './cells.ts'
import type { ReportRow } from './rows.queries.ts'

type ReportContext = { country: Country; timeZone: string }
export type ReportColumn = SheetColumn & { key: string; value: (row: ReportRow, context: ReportContext) => Cell }

const WIDTHS: Readonly<Record<VehicleFieldRow['kind'], number>> = { text: 20, number: 10, day: 12, moment: 17 }
const WIDE: Readonly<Record<string, number>> = {
  vin: 21,
  plate: 12,
  observations: 40,
  supplementaryData: 40,
  rfcName: 34,
  ownerName: 34,
}

const asCell = (value: unknown, kind: VehicleFieldRow['kind'], { timeZone }: ReportContext): Cell => {
  if (value === null || value === undefined) return null
  if (kind === 'day') return new Date(`${value}T00:00:00Z`)
  if (kind === 'moment') return wallClock(String(value), timeZone)
  return kind === 'number' ? Number(value) : String(value)
}

const fieldColumn = ({ field, kind }: VehicleFieldRow, country: Country): ReportColumn => ({
  key: field,
  title: fieldTitle(field, country),
  kind,
  width: WIDE[field] ?? WIDTHS[kind],
  value: (row, context) => asCell(row[field], kind, context),
})

const statusColumns = (country: Country): ReportColumn[] =>
  RESOURCE_TYPES.flatMap((type): ReportColumn[] => {
    const { id, column, names } = type
    if (!column || !(country in names)) return []
    return [
      {
        key: column,
        title: typeName(id, country),
        kind: 'text',
        width: 30,
        value: (row, { timeZone }) =>
          statusWords(
            row[column as StatusColumn],
            row.freshness.find(({ resourceTypeId }) => resourceTypeId === id),
            timeZone,
          ),
      },
    ]
  })

const text = (key: string, title: string, width: number, value: (row: ReportRow) => string | null): ReportColumn => ({
  key,
  title,
  kind: 'text',
  width,
  value,
})

/** A debt is two columns: the amount, which can be summed, and what is unknown about it. */
const debtColumns = (country: Country): ReportColumn[] => [
  {
    key: 'debt',
    title: `${localText('Adeudo', country)} (${COUNTRIES[country].currency})`,
    kind: 'money',
    width: 18,
    value: (row) => rowDebtCells(row, country).amount,
  },
  {
    key: 'debt',
    title: localText('Adeudo, información que falta', country),
    kind: 'text',
    width: 34,
    value: (row) => rowDebtCells(row, country).note || null,
  },
]

/** Every column, in the order of a report without chosen columns. */
export const reportColumns = (country: Country): readonly ReportColumn[] => {
  const fields = VEHICLE_FIELDS.map((field) => fieldColumn(field, country))
  const [plate, ...rest] = fields
  return [
    ...(plate ? [plate] : []),
    text('stateName', COUNTRIES[country].state, 20, ({ stateName }) => stateName),
    text('assetStatusId', 'Estatus', 16, ({ assetStatusId }) => assetStatusText(assetStatusId)),
    ...debtColumns(country),
    ...statusColumns(country),
    ...rest,
    text('acquisitionReasonId', 'Motivo de alta', 14, ({ acquisitionReasonId }) =>
      acquisitionReasonText(acquisitionReasonId),
    ),
    {
      key: 'registryDifferences',
      title: 'Diferencias con el registro',
      kind: 'number',
      width: 14,
      value: ({ registryDifferences }) => registryDifferences,
    },
    text('tags', 'Etiquetas', 44, ({ tags }) => tags),
  ]
}

/** The vehicle's id, which every workbook has: an edit import matches rows by it. */
const ID_COLUMN: ReportColumn = {
  key: 'vehicleAssetId',
  title: 'ID',
  kind: 'number',
  width: 10,
  value: ({ vehicleId }) => vehicleId,
}

/** The console has two names for the vehicle's own status. */
const SAME: Readonly<Record<string, string>> = { status: 'assetStatusId' }

const BY_DEFAULT: readonly string[] = [
  'plate',
  'stateName',
  'vin',
  'customId',
  'rfcName',
  'taxIdentifier',
  'lessorName',
  'brandName',
  'modelName',
  'year',
  'assetStatusId',
  'debt',
  'tags',
]

/**
 * @param chosen keys from left to right; if none exists, the default columns and every status. The ID is always last.
 */
export const chosenColumns = (
  country: Country,
  chosen: readonly { key: string }[] | undefined,
  withTags: boolean,
): ReportColumn[] => {
  const all = reportColumns(country).filter(({ key }) => withTags || key !== 'tags')
  const keys = [...new Set((chosen ?? []).map(({ key }) => SAME[key] ?? key))]
  const found = keys.flatMap((key) => all.filter((column) => column.key === key))
  const statuses = new Set(statusColumns(country).map(({ key }) => key))
  const visibleColumns =
    found.length > 0 ? found : all.filter(({ key }) => BY_DEFAULT.includes(key) || statuses.has(key))
  return [...visibleColumns, ID_COLUMN]
}
