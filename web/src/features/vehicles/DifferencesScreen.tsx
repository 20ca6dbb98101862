// "Datos por conciliar": the active vehicles whose data differ from a registry's, those with most differences first.
// The plate opens the reconciliation.
import type { Reply } from '@padron/contract/call'
import { PAGE_SIZE } from '@padron/contract/catalogue'
import type { Country } from '@padron/contract/places/countries'
import { vehicles } from '@padron/contract/vehicles'
import { useCallback } from 'react'
import { useCall } from '../../api/use-call.ts'
import { useNow } from '../../api/use-now.ts'
import { dateInText } from '../../lib/dates.ts'
import { DrawerSearch } from '../../lib/drawer-search.ts'
import { numberText } from '../../lib/number-text.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { RefreshButton } from '../../ui/list/RefreshButton.tsx'
import { Message } from '../../ui/Message.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { DifferencesSearch, listQuery } from './search.ts'
import { vehicleFieldTitle } from './vehicle-values.ts'
import './vehicles.css'

const TITLE = 'Datos por conciliar'
const NOUN = { one: 'vehículo', many: 'vehículos' }

type Found = Reply<typeof vehicles.differing>
type Row = Found['vehicles'][number]
type Context = { zone: string; open: (vehicleAssetId: number) => void }

const columnsOf = (country: Country): readonly Column<Row, Context>[] => [
  {
    key: 'plate',
    title: 'Placa',
    head: true,
    cell: ({ plate, vehicleAssetId }, { open }) => (
      <Button
        label={plate}
        kind="link"
        className="differences__plate"
        aria-haspopup="dialog"
        title={`Conciliar ${plate}`}
        onClick={() => open(vehicleAssetId)}
      />
    ),
  },
  { key: 'vin', title: 'VIN', kind: 'code', cell: ({ vin }) => vin },
  { key: 'state', title: vehicleFieldTitle('stateId', country), card: 'top', cell: ({ stateName }) => stateName },
  {
    key: 'fields',
    title: 'Campos que difieren',
    className: 'differences__fields',
    cell: ({ differing }) => differing.map((field) => vehicleFieldTitle(field, country)).join(', '),
  },
  { key: 'at', title: 'Fecha de la fuente', kind: 'code', cell: (row, { zone }) => dateInText(row.dateTime, zone) },
]

/** How many vehicles were compared: a vehicle without an answer from a registry is not known to agree. */
export const comparedText = ({ totalCount, fleet, compared }: Omit<Found, 'vehicles'>): string => {
  if (compared === 0) return `Ninguno de los ${numberText(fleet)} vehículos activos se ha comparado con un registro.`
  return (
    `${numberText(totalCount)} de ${numberText(fleet)} vehículos activos tienen datos que difieren; ` +
    `${numberText(compared)} se han comparado con un registro.`
  )
}

const nothing = ({ compared, fleet }: Found) => {
  if (compared === 0)
    return (
      <Message
        title="Sin datos"
        detail="Ninguna fuente ha respondido todavía por sus vehículos: falta saber si sus datos coinciden."
      />
    )
  const detail =
    compared < fleet
      ? 'Los vehículos comparados coinciden con el registro; de los demás falta la respuesta.'
      : 'Todos los vehículos activos coinciden con el registro.'
  return <Message title="Sin diferencias" detail={detail} />
}

export const DifferencesScreen = () => {
  useTitle(TITLE)
  const { country, zone } = useUser()
  const now = useNow()
  const [{ page }, setPage] = useSearchState(DifferencesSearch)
  const [, setDrawer] = useSearchState(DrawerSearch)
  const list = useCall(vehicles.differing, { query: listQuery(page) }, { keep: true })
  const onPage = useCallback((next?: number, how?: { replace?: boolean }) => setPage({ page: next }, how), [setPage])
  return (
    <ListScreen
      title={TITLE}
      noun={NOUN}
      tools={<RefreshButton list={list} row={vehicles.differing} />}
      filters={<p className="differences__message">{list.data && comparedText(list.data)}</p>}
      list={list}
      total={list.data?.totalCount}
      page={page ?? 1}
      pageSize={PAGE_SIZE}
      onPage={onPage}
      fails={vehicles.differing.fails}
      columns={5}
      nothing={list.data && nothing(list.data)}
      now={now}
    >
      <DataTable
        className="table differences"
        cards="difference-card"
        caption="Vehículos con datos por conciliar"
        columns={columnsOf(country)}
        context={{ zone, open: (info) => setDrawer({ info }) }}
        rows={list.data?.vehicles ?? []}
        keyOf={({ vehicleAssetId }) => vehicleAssetId}
      />
    </ListScreen>
  )
}
