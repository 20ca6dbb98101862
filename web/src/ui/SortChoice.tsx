// The sorting of a list where it has no headings to press: on a phone.
import type { ReactNode } from 'react'
import type { Sorting } from './table-column.ts'
import './form.css'

type Props<S extends string> = {
  /** The sortable columns among these are offered. */
  columns: readonly { title: string; sort?: S }[]
  sorting: Sorting<S>
  onSort: (next: Sorting<S>) => void
}

export const SortChoice = <S extends string>({ columns, sorting, onSort }: Props<S>): ReactNode => (
  <>
    <label className="field">
      <span>Ordenar por</span>
      <select
        value={sorting.sort ?? ''}
        onChange={({ target }) => {
          const sort = (target.value || undefined) as S | undefined
          onSort({ sort, order: sort && (sorting.order ?? 'asc') })
        }}
      >
        <option value="">Sin orden</option>
        {columns.map(
          ({ title, sort }) =>
            sort && (
              <option key={sort} value={sort}>
                {title}
              </option>
            ),
        )}
      </select>
    </label>
    <label className="field">
      <span>Orden</span>
      <select
        disabled={!sorting.sort}
        value={sorting.order ?? 'asc'}
        onChange={({ target }) => onSort({ ...sorting, order: target.value === 'desc' ? 'desc' : 'asc' })}
      >
        <option value="asc">Ascendente</option>
        <option value="desc">Descendente</option>
      </select>
    </label>
  </>
)
