// "Datos por conciliar": the active vehicles whose data differ from what a registry says, those with most differences first.

import type { Reply } from '@padron/contract/call'
import { PAGE_SIZE } from '@padron/contract/catalogue'
import { vehicles } from '@padron/contract/vehicles'
import { type ReactNode, useCallback } from 'react'
import { useCall } from '../../api/use-call.ts'
import { useNow } from '../../api/use-now.ts'
import { DrawerSearch } from '../../lib/drawer-search.ts'
import { numberText } from '../../lib/number-text.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useUser } from '../../session/user-context.ts'
import { ListScreen } from '../../ui/ListScreen.tsx'
import { Message } from '../../ui/Message.tsx'
import { RefreshButton } from '../../ui/RefreshButton.tsx'
import { DifferenceRows } from './DifferenceRows.tsx'
import { DifferencesSearch, listQuery } from './search.ts'
import './vehicles.css'

const TITLE = 'Datos por conciliar'
const NOUN = { one: 'vehículo', many: 'vehículos' }

type Found = Reply<typeof vehicles.differing>

/** What the figure rests on: the vehicles that no registry has answered for are not known to agree. */
export const comparedText = ({ totalCount, fleet, compared }: Omit<Found, 'vehicles'>): string => {
  if (compared === 0) return `Ninguno de los ${numberText(fleet)} vehículos activos se ha comparado con un registro.`
  return `${numberText(totalCount)} de ${numberText(fleet)} vehículos activos tienen datos que difieren; ${numberText(compared)} se han comparado con un registro.`
}

const Nothing = ({ found }: { found: Found }): ReactNode =>
  found.compared === 0 ? (
    <Message
      title="Sin datos"
      detail="Ninguna fuente ha respondido todavía por sus vehículos: no se sabe si sus datos coinciden."
    />
  ) : (
    <Message
      title="Sin diferencias"
      detail={
        found.compared < found.fleet
          ? 'Los vehículos comparados coinciden con el registro; de los demás todavía no se sabe.'
          : 'Todos los vehículos activos coinciden con el registro.'
      }
    />
  )

export const DifferencesScreen = (): ReactNode => {
  useTitle(TITLE)
  const { zone } = useUser()
  const now = useNow()
  const [{ page }, setPage] = useSearchState(DifferencesSearch)
  const [, setDrawer] = useSearchState(DrawerSearch)
  const list = useCall(vehicles.differing, { query: listQuery(page) }, { keep: true })
  const onPage = useCallback((next?: number, how?: { replace?: boolean }) => setPage({ page: next }, how), [setPage])
  const open = useCallback((info: number) => setDrawer({ info }), [setDrawer])
  return (
    <ListScreen
      title={TITLE}
      noun={NOUN}
      tools={<RefreshButton list={list} row={vehicles.differing} />}
      filters={<p className="differences__said">{list.data && comparedText(list.data)}</p>}
      list={list}
      total={list.data?.totalCount}
      page={page ?? 1}
      pageSize={PAGE_SIZE}
      onPage={onPage}
      fails={vehicles.differing.fails}
      columns={5}
      nothing={list.data && <Nothing found={list.data} />}
      now={now}
    >
      <DifferenceRows rows={list.data?.vehicles ?? []} zone={zone} onOpen={open} />
    </ListScreen>
  )
}
