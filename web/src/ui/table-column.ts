// What a table's column is, and how a table is sorted: shared by the table, its heading and its rows.
import type { ReactNode } from 'react'

export type Sorting<Sort extends string> = { sort?: Sort | undefined; order?: 'asc' | 'desc' | undefined }

export type Column<Row, Context, Sort extends string> = {
  key: string
  title: string
  width: number
  /** The width is the user's own. */
  resized?: true
  sort?: Sort
  /** Shown until the user chooses otherwise. */
  byDefault: boolean
  kind?: 'status' | 'code' | 'money' | 'number' | 'menu'
  /** Names the row: always shown, and stays at the left. */
  head?: true
  /** Not for the user to choose, and last. */
  fixed?: true
  cell: (row: Row, context: Context) => ReactNode
}

const KINDS = { status: 'center', code: 'code', money: 'money', number: 'money', menu: 'row-end' } as const

type Placed = Pick<Column<never, never, string>, 'kind' | 'head' | 'fixed'>
export const classOf = ({ kind, head, fixed }: Placed): string | undefined =>
  [kind && KINDS[kind], head && 'head', fixed && 'fixed'].filter(Boolean).join(' ') || undefined
