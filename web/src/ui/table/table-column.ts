// What a column of a table is, and how a table is sorted: shared by the table, its headings, its rows and its cards.
import type { ReactNode } from 'react'

export type Sorting<Sort extends string> = { sort?: Sort | undefined; order?: 'asc' | 'desc' | undefined }

export type Column<Row, Context = unknown, Sort extends string = string> = {
  key: string
  title: string
  /** In pixels. A text that is longer takes more lines. */
  width?: number
  sort?: Sort
  /** A 'menu' holds buttons: its title is read out, not seen. */
  kind?: 'status' | 'code' | 'money' | 'number' | 'menu'
  /** Names the row: its heading, and in a wide table it stays at the left. */
  head?: true
  /** Not for the user to choose, and last. */
  fixed?: true
  /** Of its heading and its cells. */
  className?: string
  cell: (row: Row, context: Context) => ReactNode
  /** A cell's tooltip. */
  titleOf?: (row: Row, context: Context) => string | undefined
  /** Its place on a card: the top line, a line without its title, titled (the default), or the end. */
  card?: 'top' | 'line' | 'titled' | 'end'
}

/** One that the user may hide, move and widen. */
export type ChoosableColumn<Row, Context, Sort extends string> = Column<Row, Context, Sort> & {
  width: number
  /** The width is the user's own. */
  resized?: true
  /** Shown until the user chooses otherwise. */
  byDefault: boolean
}

/** A column without what depends on its rows. */
export type Heading = Omit<Column<never, never>, 'cell' | 'titleOf'>

const KINDS = { status: 'center', code: 'code', money: 'money', number: 'money', menu: 'row-end' } as const

export const classOf = ({ kind, head, fixed, className }: Heading): string | undefined =>
  [kind && KINDS[kind], head && 'head', fixed && 'fixed', className].filter(Boolean).join(' ') || undefined
