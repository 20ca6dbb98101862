// Why the list is empty, and the ways out.
import type { ReactNode } from 'react'
import { type ChangeSearch, cleared, isFiltered } from '../../lib/list-search.ts'
import { Message } from '../../ui/Message.tsx'
import type { CatalogueSearch } from './search.ts'

type Props = { search: CatalogueSearch; change: ChangeSearch<CatalogueSearch>; onAdd: (() => void) | undefined }

export const Nothing = ({ search, change, onAdd }: Props): ReactNode =>
  isFiltered(search) ? (
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
    <Message
      title="Sin datos"
      detail="La cuenta no tiene vehículos activos. Los vehículos con otro estatus se ven al quitar el filtro Estatus."
      action={
        <>
          <button type="button" className="button" onClick={() => change({ status: 'todos' })}>
            Ver todos los estatus
          </button>
          {onAdd && (
            <button type="button" className="button button--primary" aria-haspopup="dialog" onClick={onAdd}>
              Agregar vehículo
            </button>
          )}
        </>
      }
    />
  )
