// Which columns are shown: remembered for the user; the plate always is, because it opens the vehicle.
import { type ReactNode, useMemo, useState } from 'react'
import { recall, remember } from '../../lib/memory.ts'
import { useCan, useUser } from '../../session/user-context.ts'
import { Icon } from '../../ui/icons.tsx'
import { Popup } from '../../ui/Popup.tsx'
import { type Column, columnsOf } from './columns.tsx'

const NAME = 'catalogue-columns'

export type ColumnChoice = {
  all: readonly Column[]
  shown: readonly Column[]
  toggle: (key: string) => void
  reset: () => void
}

export const useColumns = (): ColumnChoice => {
  const { userId, country } = useUser()
  const withTags = useCan('tags_read')
  const all = useMemo(() => columnsOf(country, withTags), [country, withTags])
  const defaults = useMemo(() => all.filter(({ byDefault }) => byDefault).map(({ key }) => key), [all])
  const [chosen, setChosen] = useState<readonly string[]>(() => {
    const kept = recall(userId, NAME)
    return Array.isArray(kept) ? kept.map(String) : defaults
  })
  const choose = (keys: readonly string[]): void => {
    setChosen(keys)
    remember(userId, NAME, keys)
  }
  return {
    all,
    shown: all.filter(({ key }, i) => i === 0 || chosen.includes(key)),
    toggle: (key) => choose(chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key]),
    reset: () => choose(defaults),
  }
}

export const ColumnPicker = ({ columns: { all, shown, toggle, reset } }: { columns: ColumnChoice }): ReactNode => (
  <Popup
    label="Columnas visibles"
    className="button"
    button={
      <>
        <Icon name="columns" size={16} />
        Columnas
      </>
    }
  >
    <div className="picker">
      {all.map((column, i) => (
        <label key={column.key} className="check">
          <input
            type="checkbox"
            checked={shown.includes(column)}
            disabled={i === 0}
            onChange={() => toggle(column.key)}
          />
          {column.title}
        </label>
      ))}
      <button type="button" className="link-button" onClick={reset}>
        Restablecer columnas
      </button>
    </div>
  </Popup>
)
