// The columns: ONE table of what each shows, how wide it is and by which field it sorts. They are the specification's
// (bulk §2), with the plate and the statuses first: what a vehicle owes must be in sight without scrolling sideways.
import { assetStatusText } from '@padron/contract/assets'
import type { SortField, VehicleRow } from '@padron/contract/catalogue'
import { COUNTRIES, type Country } from '@padron/contract/countries'
import type { ReactNode } from 'react'
import { dateTime } from '../../lib/dates.ts'
import { NOTHING } from '../../lib/money-text.ts'
import type { Column as AnyColumn } from '../../ui/DataTable.tsx'
import { TagsCell } from '../../ui/TagsCell.tsx'
import type { CellContext } from './cell-context.ts'
import { DebtCell } from './DebtCell.tsx'
import { statusFilters } from './filters.ts'
import { StatusCell } from './StatusCell.tsx'

type Column = AnyColumn<VehicleRow, CellContext, SortField>

const text = (value: string | number | null): ReactNode => value ?? <span className="muted">{NOTHING}</span>
const DEFAULT_CHECKS: readonly string[] = ['ticketStatus', 'tenenciaStatus', 'inspectionStatus', 'violationStatus']

const plate: Column = {
  key: 'plate',
  title: 'Placa',
  width: 96,
  sort: 'plate',
  byDefault: true,
  kind: 'code',
  head: true,
  cell: ({ vehicleAsset }, { open }) => (
    <button type="button" className="link-button plate" onClick={() => open(vehicleAsset.vehicleAssetId)}>
      {vehicleAsset.plate || vehicleAsset.vin}
    </button>
  ),
}

/** Not among the specification's default columns: who wants it chooses it; a phone's cards always show it. */
const debt: Column = {
  key: 'debt',
  title: 'Adeudo',
  width: 148,
  sort: 'debt',
  byDefault: false,
  kind: 'money',
  cell: (row, { country }) => <DebtCell row={row} country={country} />,
}

const checkColumns = (country: Country): Column[] =>
  statusFilters(country).map(({ column, name }) => ({
    key: column,
    title: name,
    width: Math.max(70, 20 + name.split(' ').reduce((longest, word) => Math.max(longest, word.length), 0) * 8),
    byDefault: DEFAULT_CHECKS.includes(column),
    kind: 'status',
    cell: (row, context) => <StatusCell row={row} column={column} name={name} context={context} />,
  }))

/** Every column a user may choose. @param withTags holds tags_read */
export const columnsOf = (country: Country, withTags: boolean): readonly Column[] => {
  // biome-ignore format: a table to be read by columns
  const rest: Column[] = [
    { key: 'stateName',     title: COUNTRIES[country].state, width: 132, sort: 'stateName',     byDefault: true,  cell: ({ state }) => text(state.stateName) },
    { key: 'vin',           title: 'VIN',                    width: 168, sort: 'vin',           byDefault: true,  kind: 'code', cell: ({ vehicleAsset }) => text(vehicleAsset.vin) },
    { key: 'customId',      title: 'Identificador',          width: 116, sort: 'customId',      byDefault: false, cell: ({ vehicleAsset }) => text(vehicleAsset.customId) },
    { key: 'rfcName',       title: 'Razón social',           width: 140, sort: 'rfcName',       byDefault: true,  cell: ({ rfc }) => text(rfc.rfcName) },
    { key: 'taxIdentifier', title: COUNTRIES[country].taxId, width: 120, sort: 'taxIdentifier', byDefault: true,  kind: 'code', cell: ({ rfc }) => text(rfc.taxIdentifier) },
    { key: 'lessorName',    title: 'Arrendadora',            width: 116, sort: 'lessorName',    byDefault: true,  cell: ({ lessor }) => text(lessor.lessorName) },
    { key: 'brandName',     title: 'Marca',                  width: 98,  sort: 'brandName',     byDefault: true,  cell: ({ brand }) => text(brand.brandName) },
    { key: 'modelName',     title: 'Modelo',                 width: 92,  sort: 'modelName',     byDefault: true,  cell: ({ model }) => text(model.modelName) },
    { key: 'year',          title: 'Año',                    width: 64,  sort: 'year',          byDefault: false, cell: ({ model }) => text(model.year) },
    { key: 'status',        title: 'Estatus',                width: 84,                         byDefault: true,  cell: ({ assetHistoric }) => assetStatusText(assetHistoric.assetStatusId) },
    { key: 'creationDate',  title: 'Fecha de alta',          width: 132, sort: 'creationDate',  byDefault: false, kind: 'code', cell: ({ vehicleAsset }, { zone }) => dateTime(vehicleAsset.creationDate, zone) },
  ]
  const tags: Column = {
    key: 'tags',
    title: 'Etiquetas',
    width: 176,
    byDefault: true,
    cell: ({ tags }) => <TagsCell tags={tags} />,
  }
  return [plate, debt, ...checkColumns(country), ...rest, ...(withTags ? [tags] : [])]
}
