// Why the list is empty, and the ways out.
import type { ReactNode } from 'react'
import { useFleetSize } from '../../api/use-fleet-size.ts'
import { type ChangeSearch, cleared, isFiltered } from '../../lib/list-search.ts'
import { Message } from '../../ui/Message.tsx'
import type { CatalogueSearch } from './search.ts'

type Props = { search: CatalogueSearch; change: ChangeSearch<CatalogueSearch>; onAdd: (() => void) | undefined }

const Add = ({ onAdd }: Pick<Props, 'onAdd'>): ReactNode =>
  onAdd && (
    <button type="button" className="button button--primary" aria-haspopup="dialog" onClick={onAdd}>
      Agregar vehículo
    </button>
  )

const NoneActive = ({ change, onAdd }: Pick<Props, 'change' | 'onAdd'>): ReactNode => (
  <Message
    title="Sin datos"
    detail="La cuenta no tiene vehículos activos. Los vehículos con otro estatus se ven al quitar el filtro Estatus."
    action={
      <>
        <button type="button" className="button" onClick={() => change({ status: 'todos' })}>
          Ver todos los estatus
        </button>
        <Add onAdd={onAdd} />
      </>
    }
  />
)

export const Nothing = ({ search, change, onAdd }: Props): ReactNode => {
  // Where the account has none at all, no filter is to blame and no other status helps.
  if (useFleetSize() === 0)
    return <Message title="Sin datos" detail="La cuenta todavía no tiene vehículos." action={<Add onAdd={onAdd} />} />
  return isFiltered(search) ? (
    <Message
      title="Sin coincidencias"
      detail="Ningún vehículo cumple con los filtros activos."
      action={
        <button type="button" className="button" onClick={() => change(cleared(search))}>
          Limpiar filtros
        </button>
      }
    />
  ) : (
    <NoneActive change={change} onAdd={onAdd} />
  )
}
