// The list inside the column picker: the shown ones in their order, then the rest. A line is moved by dragging it or by
// its two buttons; the search narrows both.
import { type DragEvent, useLayoutEffect, useRef, useState } from 'react'
import { plainText } from '../../lib/plain-text.ts'
import { Button } from '../Button.tsx'
import { Icon } from '../icons.tsx'
import type { Choosable } from './column-layout.ts'
import type { ColumnChoice } from './use-column-choice.ts'

type Choice = Pick<ColumnChoice, 'all' | 'visible' | 'toggle' | 'move' | 'reset'>
type LineProps = {
  column: Choosable
  /** Its position among the visible columns, and their number; undefined for a hidden one. */
  place: { at: number; of: number } | undefined
  choice: Choice
  /** Whether something is being dragged over it. */
  over: boolean
  drag: { start: (key: string) => void; enter: (key: string) => void; drop: () => void }
}

type MoveProps = { column: Choosable; place: { at: number; of: number }; choice: Choice }

const MoveButtons = ({ column, place, choice }: MoveProps) => {
  const ways = [
    { icon: 'up', verb: 'Subir', to: place.at - 1 },
    { icon: 'down', verb: 'Bajar', to: place.at + 1 },
  ] as const
  return ways.map(({ icon, verb, to }) => {
    const end = to < 0 || to >= place.of
    return (
      <Button
        key={icon}
        kind="icon"
        className="columns__move"
        off={end}
        title={`${verb} ${column.title}`}
        onClick={() => choice.move(column.key, to)}
      >
        <Icon name={icon} size={14} />
        <span className="visually-hidden">
          {verb} {column.title}
        </span>
      </Button>
    )
  })
}

const ColumnLine = ({ column, place, choice, over, drag }: LineProps) => {
  const start = (event: DragEvent): void => {
    event.dataTransfer.effectAllowed = 'move'
    event.dataTransfer.setData('text/plain', column.key)
    drag.start(column.key)
  }
  return (
    <li
      className={`columns__line row gap-6${over ? ' columns__line--over' : ''}`}
      draggable={place !== undefined}
      {...(place && {
        onDragStart: start,
        onDragEnter: () => drag.enter(column.key),
        onDragOver: (event: DragEvent) => event.preventDefault(),
        onDrop: (event: DragEvent) => {
          event.preventDefault()
          drag.drop()
        },
        onDragEnd: () => drag.enter(''),
      })}
    >
      {place && (
        <span className="columns__grip" aria-hidden="true">
          <Icon name="grip" size={14} />
        </span>
      )}
      <label className="check">
        <input
          type="checkbox"
          checked={place !== undefined}
          disabled={column.head ?? false}
          onChange={() => choice.toggle(column.key)}
        />
        {column.title}
      </label>
      {place && <MoveButtons column={column} place={place} choice={choice} />}
    </li>
  )
}

/** Keeps the focus on a line that moves in the list, which the browser would drop. */
const useFocusAlong = (choice: Choice): Choice => {
  const acting = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (acting.current?.isConnected && document.activeElement === document.body) acting.current.focus()
    acting.current = null
  })
  const mark = (): void => {
    if (document.activeElement instanceof HTMLElement) acting.current = document.activeElement
  }
  return {
    ...choice,
    toggle: (key) => {
      mark()
      choice.toggle(key)
    },
    move: (key, to) => {
      mark()
      choice.move(key, to)
    },
  }
}

export const ColumnList = ({ columns }: { columns: Choice }) => {
  const choice = useFocusAlong(columns)
  const [typed, setTyped] = useState('')
  const [dragged, setDragged] = useState('')
  const [over, setOver] = useState('')
  const wanted = plainText(typed.trim())
  const found = ({ title }: Choosable): boolean => plainText(title).includes(wanted)
  const visible = choice.visible.filter(({ fixed }) => !fixed)
  const keys = new Set(choice.visible.map(({ key }) => key))
  const hidden = choice.all.filter(({ key, fixed }) => !fixed && !keys.has(key))
  const drag = {
    start: setDragged,
    enter: setOver,
    drop: () => {
      const to = visible.findIndex(({ key }) => key === over)
      if (dragged && to >= 0) choice.move(dragged, to)
      setDragged('')
      setOver('')
    },
  }
  const line = (column: Choosable, place?: { at: number; of: number }) => (
    <ColumnLine
      key={column.key}
      column={column}
      place={place}
      choice={choice}
      over={dragged !== column.key && over === column.key}
      drag={drag}
    />
  )
  // One list for both, so that React moves a line that is shown or hidden and does not create it again.
  const lines = [
    ...visible.map((column, at) => found(column) && line(column, { at, of: visible.length })),
    hidden.some(found) && (
      <li key="hidden" className="columns__rest tiny muted strong">
        Ocultas
      </li>
    ),
    ...hidden.map((column) => found(column) && line(column)),
  ]
  const nothing = !lines.some(Boolean)
  return (
    <div className="columns stack gap-8">
      <input
        type="search"
        className="columns__search wide"
        aria-label="Buscar columna"
        placeholder="Buscar columna"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className="columns__lists scroll more-below">
        <ul aria-label="Columnas">{lines}</ul>
        {nothing && <p className="muted">Ninguna columna con ese nombre</p>}
      </div>
      <Button label="Restablecer columnas" kind="link" onClick={choice.reset} />
    </div>
  )
}
