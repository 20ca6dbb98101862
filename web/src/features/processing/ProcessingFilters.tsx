// Above the states: the search, only what can be ordered, what the signs mean, and all open or none.
import { COUNTRIES } from '@padron/contract/countries'
import type { ReactNode } from 'react'
import { ORDER_STATE_NAMES, type OrderState } from '../../lib/order-state.ts'
import { useUser } from '../../session/user-context.ts'
import { FilterText } from '../../ui/FilterText.tsx'
import { OrderStateSign } from './OrderStateSign.tsx'
import type { ProcessingSearch } from './search.ts'

const SIGNS: readonly OrderState[] = ['ready', 'recent', 'queued']

type Props = {
  search: ProcessingSearch
  change: (patch: Partial<ProcessingSearch>) => void
  allOpen: boolean
}

export const ProcessingFilters = ({ search, change, allOpen }: Props): ReactNode => {
  const { country } = useUser()
  return (
    <section className="filters stack gap-8" aria-label="Filtros">
      <div className="filters__row process__filters no-print">
        <FilterText
          label={`Buscar ${COUNTRIES[country].state.toLowerCase()} o recurso`}
          value={search.text ?? ''}
          onChange={(text) => change({ text })}
        />
        <label className="check">
          <input
            type="checkbox"
            checked={search.ready === 'si'}
            onChange={({ target }) => change({ ready: target.checked ? 'si' : undefined })}
          />
          Solo listos
        </label>
        {/* A search opens what it finds. */}
        <button
          type="button"
          className="button"
          disabled={search.text !== undefined}
          onClick={() => change({ open: allOpen ? 'ninguno' : 'todos' })}
        >
          {allOpen ? 'Contraer todo' : 'Expandir todo'}
        </button>
      </div>
      <ul className="process__legend flex-wrap small" aria-label="Simbología">
        {SIGNS.map((orderState) => (
          <li className="row gap-6" key={orderState}>
            <OrderStateSign orderState={orderState} />
            {ORDER_STATE_NAMES[orderState]}
          </li>
        ))}
      </ul>
    </section>
  )
}
