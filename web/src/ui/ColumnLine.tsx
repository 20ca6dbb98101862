// One column in the picker: shown or not, and its place, which is changed by dragging the line or by its two buttons.
import type { DragEvent, ReactNode } from 'react'
import { Button } from './Button.tsx'
import type { Choosable } from './column-layout.ts'
import { Icon } from './icons.tsx'
import type { ColumnChoice } from './use-column-choice.ts'

export type Choice = Pick<ColumnChoice, 'all' | 'shown' | 'toggle' | 'move' | 'reset'>
type LineProps = {
  column: Choosable
  /** Its place among the shown ones, and how many they are; undefined for a hidden one. */
  place: { at: number; of: number } | undefined
  choice: Choice
  /** Something is being dragged over it. */
  over: boolean
  drag: { start: (key: string) => void; enter: (key: string) => void; drop: () => void }
}

type MoveProps = { column: Choosable; place: { at: number; of: number }; choice: Choice }

const MoveButtons = ({ column, place, choice }: MoveProps): ReactNode => {
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

export const ColumnLine = ({ column, place, choice, over, drag }: LineProps): ReactNode => {
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
