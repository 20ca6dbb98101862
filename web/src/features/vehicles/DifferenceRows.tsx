// The rows of the work list: a table, and cards on a phone. The plate opens the reconciliation.
import type { Reply } from '@padron/contract/call'
import type { Country } from '@padron/contract/countries'
import type { vehicles } from '@padron/contract/vehicles'
import type { ReactNode } from 'react'
import { dateTime } from '../../lib/dates.ts'
import { useUser } from '../../session/user-context.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import type { Column } from '../../ui/table-column.ts'
import { titleOf } from './vehicle-values.ts'

type Row = Reply<typeof vehicles.differing>['vehicles'][number]
type Props = { rows: readonly Row[]; zone: string; onOpen: (vehicleAssetId: number) => void }

const Plate = ({ row: { plate, vehicleAssetId }, onOpen }: { row: Row; onOpen: Props['onOpen'] }): ReactNode => (
  <button
    type="button"
    className="link-button differences__plate"
    aria-haspopup="dialog"
    title={`Conciliar ${plate}`}
    onClick={() => onOpen(vehicleAssetId)}
  >
    {plate}
  </button>
)

const columnsOf = (country: Country, { zone, onOpen }: Omit<Props, 'rows'>): readonly Column<Row>[] => [
  { key: 'plate', title: 'Placa', head: true, cell: (row) => <Plate row={row} onOpen={onOpen} /> },
  { key: 'vin', title: 'VIN', kind: 'code', cell: ({ vin }) => vin },
  { key: 'state', title: titleOf('stateId', country), card: 'top', cell: ({ stateName }) => stateName },
  {
    key: 'fields',
    title: 'Campos que difieren',
    className: 'differences__fields',
    cell: ({ differing }) => differing.map((field) => titleOf(field, country)).join(', '),
  },
  { key: 'at', title: 'Fecha de la fuente', kind: 'code', cell: ({ dateTime: at }) => dateTime(at, zone) },
]

export const DifferenceRows = ({ rows, ...rest }: Props): ReactNode => {
  const { country } = useUser()
  return (
    <DataTable
      className="table differences"
      cards="difference-card"
      caption="Vehículos con datos por conciliar"
      columns={columnsOf(country, rest)}
      rows={rows}
      keyOf={({ vehicleAssetId }) => vehicleAssetId}
    />
  )
}
