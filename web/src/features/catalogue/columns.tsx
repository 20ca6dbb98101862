// The columns, in one table: content, width and sort field of each. Every field of the row has a column. The
// specification's come first (bulk §2), except that plate and statuses are at the start, to be visible without
// scrolling sideways.
import { assetStatusText } from '@padron/contract/assets'
import type { VehicleRow } from '@padron/contract/catalogue/rows'
import { COUNTRIES, type Country } from '@padron/contract/places/countries'
import type { StatusColumn } from '@padron/contract/resources'
import { localText } from '@padron/contract/texts/local-text'
import {
  type ColumnKey,
  fieldTitle,
  type SortField,
  VEHICLE_FIELDS,
  type VehicleFieldName,
} from '@padron/contract/vehicles/fields'
import { dateTime } from '../../lib/dates.ts'
import { NOTHING } from '../../lib/money-text.ts'
import { Button } from '../../ui/Button.tsx'
import { TagsCell } from '../../ui/domain/TagsCell.tsx'
import type { ChoosableColumn } from '../../ui/table/table-column.ts'
import { type CellContext, DebtCell, DifferencesCell, StatusCell } from './cells.tsx'
import { REASON_LABEL, reasonText } from './filters/chips.ts'
import { statusFilters } from './filters.ts'
import { RowActions, vehicleRowName } from './RowActions.tsx'

type Column = ChoosableColumn<VehicleRow, CellContext, SortField> & { key: ColumnKey | 'actions' }

const none = <span className="muted">{NOTHING}</span>
const text = (value: string | number | null) => (value === null || value === '' ? none : value)
const DEFAULT_CHECKS: readonly string[] = ['ticketStatus', 'tenenciaStatus', 'inspectionStatus', 'violationStatus']

/** Headings with wide letters. */
const WIDE_HEADINGS: Partial<Record<StatusColumn, number>> = { violationStatus: 100 }

const checkColumns = (country: Country): Column[] =>
  statusFilters(country).map(({ column, name }) => ({
    key: column,
    title: name,
    width:
      WIDE_HEADINGS[column] ??
      Math.max(52, 10 + name.split(' ').reduce((longest, word) => Math.max(longest, word.length), 0) * 7),
    sort: column,
    byDefault: DEFAULT_CHECKS.includes(column),
    kind: 'status',
    cell: (row, context) => <StatusCell row={row} column={column} name={name} context={context} />,
  }))

/** `co`: the width in Colombia, where the default columns include more statuses. */
type Placing = { width: number; co?: number; byDefault?: true; kind?: 'code' | 'number' }
/** Fields whose column is not the usual one. */
const PLACING: Partial<Record<VehicleFieldName, Placing>> = {
  vin: { width: 150, byDefault: true, kind: 'code' },
  customId: { width: 116 },
  rfcName: { width: 132, co: 102, byDefault: true },
  taxIdentifier: { width: 110, co: 96, byDefault: true, kind: 'code' },
  lessorName: { width: 134, co: 100, byDefault: true },
  brandName: { width: 104, co: 82, byDefault: true },
  modelName: { width: 70, co: 68, byDefault: true },
  year: { width: 76, kind: 'code' },
  doors: { width: 84, kind: 'number' },
  engineNumber: { width: 150, kind: 'code' },
  ownerName: { width: 160 },
  assemblyPlace: { width: 160 },
  observations: { width: 220 },
  supplementaryData: { width: 220 },
  registrationInstitution: { width: 180 },
}
const USUAL: Placing = { width: 124 }
/** The plate has its own cell; the other fields are displayed as text, number or date. */
const fieldColumns = (country: Country): Column[] =>
  VEHICLE_FIELDS.filter(({ field }) => field !== 'plate').map(({ group, field, kind: type, section }) => {
    const isDate = type === 'moment' || type === 'day'
    const {
      width,
      co = width,
      byDefault = false,
      kind,
    } = PLACING[field] ?? (isDate ? { width: 136, kind: 'code' } : USUAL)
    return {
      key: field,
      title: fieldTitle(field, country),
      width: country === 'CO' ? co : width,
      sort: field,
      byDefault,
      ...(kind && { kind }),
      cell: (row, { zone }) => {
        const value = (row[group] as Record<string, string | number | null>)[field] ?? null
        if (type === 'moment' && typeof value === 'string') return dateTime(value, zone)
        return section === 'notes' ? <span className="cell-lines">{text(value)}</span> : text(value)
      },
    }
  })

/**
 * All columns that a user may select. The debt is not among the specification's default columns; the cards on a phone
 * always show it.
 * @param withTags the user has tags_read
 * @param edits the user has vehicles_edit
 */
export const catalogueColumns = (country: Country, withTags: boolean, edits = false): readonly Column[] => {
  const columns: readonly (Column | false)[] = [
    {
      key: 'plate',
      title: 'Placa',
      width: 76,
      sort: 'plate',
      byDefault: true,
      kind: 'code',
      head: true,
      cell: (row, { open }) => (
        <Button
          label={vehicleRowName(row)}
          kind="link"
          className="plate"
          onClick={() => open(row.vehicleAsset.vehicleAssetId)}
        />
      ),
    },
    ...checkColumns(country),
    {
      key: 'stateName',
      title: COUNTRIES[country].state,
      width: country === 'CO' ? 103 : 78,
      sort: 'stateName',
      byDefault: true,
      cell: ({ state }) => text(state.stateName),
    },
    ...fieldColumns(country),
    {
      key: 'assetStatusId',
      title: 'Estatus',
      width: 58,
      sort: 'assetStatusId',
      byDefault: true,
      cell: ({ assetHistoric }) => assetStatusText(assetHistoric.assetStatusId),
    },
    withTags && {
      key: 'tags',
      title: 'Etiquetas',
      width: 73,
      sort: 'tags',
      byDefault: true,
      cell: ({ tags }) => <TagsCell tags={tags} />,
    },
    {
      key: 'acquisitionReasonId',
      title: REASON_LABEL,
      width: 124,
      sort: 'acquisitionReasonId',
      byDefault: false,
      cell: ({ vehicleAsset }) => reasonText(vehicleAsset.acquisitionReasonId),
    },
    {
      key: 'registryDifferences',
      title: 'Diferencias con el registro',
      width: 132,
      byDefault: false,
      cell: (row, context) => <DifferencesCell row={row} context={context} />,
    },
    {
      key: 'debt',
      title: localText('Adeudo', country),
      width: 148,
      sort: 'debt',
      byDefault: false,
      kind: 'money',
      cell: (row, context) => <DebtCell row={row} context={context} />,
    },
    edits && {
      key: 'actions',
      title: 'Acciones',
      width: 32,
      byDefault: true,
      fixed: true,
      kind: 'menu',
      cell: (row, { act }) => <RowActions row={row} act={act} />,
    },
  ]
  return columns.filter((column) => column !== false)
}
