// The box for the rows of a page: a failure, the first load, or the rows, which keep the focus among them.
import { type ReactNode, useRef } from 'react'
import { LoadFailure } from '../list/LoadFailure.tsx'
import { useKeepFocus } from '../list/use-keep-focus.ts'
import { TableSkeleton } from '../table/TableSkeleton.tsx'
import '../listing.css'
import '../page.css'

type Props = {
  list: { data: unknown; isError: boolean; error: unknown; isFetching: boolean; refetch: () => Promise<unknown> }
  /** The text of a failed load. */
  fails: string
  /** Read aloud during the first load, which shows as many rows and columns. */
  loading: string
  rows: number
  columns: number
  children: ReactNode
}

export const ListBox = ({ list, fails, loading, rows, columns, children }: Props) => {
  const box = useRef<HTMLDivElement>(null)
  useKeepFocus(box)
  const content = () => {
    if (list.data !== undefined) return children
    if (list.isError) return <LoadFailure title={fails} query={list} />
    return <TableSkeleton label={loading} rows={rows} columns={columns} />
  }
  return (
    <div ref={box} className="page__box box narrow scroll-x relative" tabIndex={-1} aria-busy={list.isFetching}>
      {content()}
    </div>
  )
}
