// Sorts a list on a phone, where it has no headings.
import { LabelledSelect } from '../fields/Select.tsx'
import type { Sorting } from './table-column.ts'

const ORDERS = [
  { value: 'asc', label: 'Ascendente' },
  { value: 'desc', label: 'Descendente' },
] as const

type Props<S extends string> = {
  /** The sortable columns among these are offered. */
  columns: readonly { title: string; sort?: S }[]
  sorting: Sorting<S>
  onSort: (next: Sorting<S>) => void
}

export const SortChoice = <S extends string>({ columns, sorting, onSort }: Props<S>) => (
  <>
    <LabelledSelect
      label="Ordenar por"
      options={columns.flatMap(({ title, sort }) => (sort ? [{ value: sort, label: title }] : []))}
      value={sorting.sort}
      empty="Sin orden"
      onChange={(sort) => onSort({ sort, order: sort && (sorting.order ?? 'asc') })}
    />
    <LabelledSelect
      label="Orden"
      disabled={!sorting.sort}
      options={ORDERS}
      value={sorting.order ?? 'asc'}
      onChange={(order) => onSort({ ...sorting, order })}
    />
  </>
)
