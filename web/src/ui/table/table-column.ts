// The definition of a table's column, and its sorting: shared by the table, its headings, rows and cards.
import type { ReactNode } from 'react'

export type Sorting<Sort extends string> = { sort?: Sort | undefined; order?: 'asc' | 'desc' | undefined }

export type Column<Row, Context = unknown, Sort extends string = string> = {
  key: string
  title: string
  /** In pixels. Longer texts wrap. */
  width?: number
  sort?: Sort
  /** A 'menu' contains buttons: its title is visually hidden. */
  kind?: 'status' | 'code' | 'money' | 'number' | 'menu'
  /** Names the row: it is the row's heading, and sticky in a wide table. */
  head?: true
  /** Cannot be selected by the user, and is always last. */
  fixed?: true
  /** The class of its heading and its cells. */
  className?: string
  cell: (row: Row, context: Context) => ReactNode
  /** A cell's tooltip. */
  titleOf?: (row: Row, context: Context) => string | undefined
  /** Its place on a card: the top line, a line without its title, titled (the default), or the end. */
  card?: 'top' | 'line' | 'titled' | 'end'
}

/** A column that the user may hide, move and resize. */
export type ChoosableColumn<Row, Context, Sort extends string> = Column<Row, Context, Sort> & {
  width: number
  /** The user has changed the width. */
  resized?: true
  /** Visible until the user changes the layout. */
  byDefault: boolean
}

/** The properties of a column that do not depend on its rows. */
export type Heading = Omit<Column<never, never>, 'cell' | 'titleOf'>

const KINDS = { status: 'center', code: 'code', money: 'money', number: 'money', menu: 'row-end' } as const

export const classOf = ({ kind, head, fixed, className }: Heading): string | undefined =>
  [kind && KINDS[kind], head && 'head', fixed && 'fixed', className].filter(Boolean).join(' ') || undefined
